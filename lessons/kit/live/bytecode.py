"""Compile the modules in a zip archive, by the Python that will import them: half of the work with which a
page starts Python would else be to read its source.

compile.mjs runs this file in Pyodide when the book is built. The archive that comes of it is stored, not
deflated: the whole of it is packed by xz.
"""

import io
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

OLD = (1980, 1, 1, 0, 0, 0)  # without times an archive is made alike twice


def compiled_archive(archive: bytes, place: str, described: tuple[str, ...]) -> bytes:
    """Return an archive with a `.pyc` for each `.py`, and everything else as it was.

    `place` is the folder, or the archive, from which it will be imported; only files in the folders
    `described` keep their docstrings and what they assert.
    """
    there, packed = zipfile.ZipFile(io.BytesIO(archive)), io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        for name in sorted(there.namelist()):
            content = there.read(name)
            if name.endswith(".py"):
                content = compiled(content, f"{place}/{name}", name.startswith(described))
                name += "c"
            made.writestr(zipfile.ZipInfo(name, OLD), content)
    return packed.getvalue()


def compiled(source: bytes, file: str, described: bool) -> bytes:
    """Return a module as it is kept in a `.pyc` that is never compared with its source."""
    code = compile(source, file, "exec", dont_inherit=True, optimize=0 if described else 2)
    return bytes(_code_to_hash_pyc(code, source_hash(source), False))
