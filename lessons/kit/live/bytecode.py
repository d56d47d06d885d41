"""Compile the modules in a zip archive, by the Python that will import them: half of the work with which a
page starts Python would else be to read its source.

compile.mjs runs this file in Pyodide when the book is built. The archive that comes of it is stored, not
deflated: the whole of it is packed by xz.
"""

import ast
import io
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

OLD = (1980, 1, 1, 0, 0, 0)  # without times an archive is made alike twice
DOCUMENTED = ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef


def compiled_archive(archive: bytes, place: str, described: tuple[str, ...]) -> bytes:
    """Return an archive with a `.pyc` for each `.py`, and everything else as it was.

    `place` is the folder, or the archive, from which it will be imported; only files in the folders
    `described` keep their docstrings.
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
    tree = ast.parse(source, file)
    if not described:
        drop_docstrings(tree)
    code = compile(tree, file, "exec", dont_inherit=True)
    return bytes(_code_to_hash_pyc(code, source_hash(source), False))


def drop_docstrings(tree: ast.Module) -> None:
    """Take the docstrings out of a module.

    >>> tree = ast.parse("def one():\\n    'It is.'")
    >>> drop_docstrings(tree)
    >>> ast.unparse(tree)
    'def one():\\n    pass'
    """
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body[0] = ast.copy_location(ast.Pass(), node.body[0])
