"""Files written as a whole or not at all, and the policy of pages that show and do nothing."""

import os
from pathlib import Path
from shutil import copymode

from .errors import CourseError

KEPT = ".exactly-once"  # the folder beside notebooks for what is kept of a student's work
# Whatever a stranger has put into a page, no script runs, nothing is fetched, and nothing is sent.
STILL = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"
STILL_HEAD = f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{STILL}">'


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file beside its place, then move it there in one step. Errors: `CourseError`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_whole(Path(folder, "greeting.txt"), "hello")
    ...     [path.name for path in Path(folder).iterdir()]
    ['greeting.txt']
    """
    data = content.encode() if isinstance(content, str) else content
    there, beside = Path(os.path.realpath(path)), None  # Path.resolve fails at links in a circle
    try:
        if not there.exists() or there.is_file():
            beside = there.with_name(f".{os.urandom(8).hex()}.part")
        with open(beside or there, "wb") as file:
            file.write(data)
            if beside:
                file.flush()
                os.fsync(file.fileno())  # a disk may say only now that it is full
        if beside:
            if there.exists():
                open(there, "ab").close()  # an error if it may not be written
                copymode(there, beside)
            os.replace(beside, there)
    except OSError as error:
        raise CourseError(f"{path}: cannot be written: {error.strerror or error}") from None
    finally:
        if beside and beside.exists():  # not where its folder is a file
            beside.unlink()
