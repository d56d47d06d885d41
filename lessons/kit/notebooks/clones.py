"""A merge driver for git that carries the student's work into the new version.

No repository can bring along the command of a driver. `make update` gives it to its own call of git
(`driver_options`). Only `make update ARGS=--git`, which asks for it, writes it into the clone's configuration
(`supply_driver`), so that `git pull` does the same. Where it is missing, `.gitattributes` makes git leave a
notebook whole.
"""

import subprocess
import sys
from pathlib import Path

from nbformat import NotebookNode

from ..ground.errors import CourseError
from ..ground.files import write_whole
from .cells import version_of, worked_in
from .kept import notebook_from, ours, set_aside, text_of
from .new_version import carry

DRIVER = "merge.exactly-once"
ATTRIBUTE = "notebooks/*.ipynb merge=exactly-once"
SETTINGS = {
    f"{DRIVER}.name": "the new version of a notebook, with the work in the old one",
    f"{DRIVER}.driver": f'"{Path(sys.executable).as_posix()}" -m lessons.kit.notebooks.clones %O %A %B %P',
    "merge.autoStash": "true",
    "rebase.autoStash": "true",
    "pull.rebase": "false",
}


# -------- git


def git(folder: Path, *words: str) -> str:
    """Return what git prints; `CourseError` with its words if it fails."""
    return git_bytes(folder, *words).decode(errors="replace")


def git_bytes(folder: Path, *words: str) -> bytes:
    """Return what git prints, such as the content of a file."""
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, timeout=600)
    except (OSError, subprocess.SubprocessError) as error:
        raise CourseError(f"git: {error}") from None
    if done.returncode:
        raise CourseError(f"git {words[0]}: {(done.stderr or done.stdout).decode(errors='replace')}")
    return done.stdout


def try_git(folder: Path, *words: str) -> bytes | None:
    """Return what git prints; None if it fails, as for a setting or a file that is not there."""
    try:
        return git_bytes(folder, *words)
    except CourseError:
        return None


def list_paths(folder: Path, *words: str) -> list[str]:
    return [path for path in git(folder, *words, "-z", "--", "notebooks").split("\0") if path]


# -------- setting up a clone


def top_of_clone(folder: Path) -> Path | None:
    """Return the top of the clone of the workbook that a folder lies in; None if it is none."""
    try:
        top = Path(git(folder, "rev-parse", "--show-toplevel").strip())
        wanted = git(top, "check-attr", "merge", "--", "notebooks/x.ipynb").strip()
    except CourseError:
        return None
    return top if wanted.endswith((": unset", ": exactly-once")) else None


def driver_options(attributes: Path) -> list[str]:
    """Return options by which one call of git carries; write the attributes that they name.

    In `.gitattributes` notebooks are `exactly-once`, which only these attributes say the meaning of.
    """
    attributes.write_text("[attr]exactly-once merge=exactly-once\n")
    settings = SETTINGS | {"core.attributesFile": attributes.as_posix()}
    return [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]


def supply_driver(top: Path) -> None:
    """Let each `git pull` in a clone of the workbook carry, from now on."""
    for name, value in SETTINGS.items():
        if name.startswith(DRIVER) or try_git(top, "config", "--get", name) is None:
            git(top, "config", "--local", name, value)
    attributes = top / git(top, "rev-parse", "--git-path", "info/attributes").strip()
    lines = attributes.read_bytes().splitlines() if attributes.exists() else []  # in any encoding
    if ATTRIBUTE.encode() not in lines:
        attributes.parent.mkdir(exist_ok=True)
        attributes.write_bytes(b"\n".join([*lines, ATTRIBUTE.encode(), b""]))


# -------- merging


def merge(base: bytes, mine: bytes, theirs: bytes, path: Path) -> tuple[str | None, str]:
    """Return the merged notebook, None where only a person can tell, and a line on what happened, or "".

    The side that is not of the base's version is the new one; the other is the student's.
    """
    sides = [read_sides(text, path.name) for text in (base, mine, theirs)]
    if sides[1] is None or sides[2] is None:
        return whole_one(sides, (mine, theirs), path)
    new = newer(*sides)
    if new is None:
        remedy = "copy it, take one with git checkout --ours or --theirs, git add it, and update again"
        return None, f"{path.name}: changed on both sides; {remedy}"
    old, text = (sides[1], mine) if new is sides[2] else (sides[2], theirs)
    if worked_in(old):
        set_aside(path, text)
    return text_of(carry(old, new)), ""


def newer(base: NotebookNode | None, mine: NotebookNode, theirs: NotebookNode) -> NotebookNode | None:
    """Return the side that has the new version; None if each has something of its own."""
    changed = [side for side in (mine, theirs) if version_of(side) != version_of(base)]
    built = [side for side in (mine, theirs) if not worked_in(side)]
    return next((some[0] for some in (changed, built) if len(some) == 1), None)


def whole_one(
    sides: list[NotebookNode | None], texts: tuple[bytes, bytes], path: Path
) -> tuple[str | None, str]:
    """Return the side that is a notebook, where one of two is damaged; that one is set aside."""
    if sides[1] is None and sides[2] is None:
        return None, f"{path.name}: not a notebook on both sides"
    good, bad = (sides[1], texts[1]) if sides[1] else (sides[2], texts[0])
    copy = set_aside(path, bad)
    return text_of(good), f"{path.name}: not a notebook; as it was, it is kept in {copy}"


def read_sides(text: bytes, name: str) -> NotebookNode | None:
    try:
        return notebook_from(text, name)
    except CourseError:
        return None


# -------- what git has left


def mend(top: Path) -> None:
    """Merge the notebooks that wait for it after a merge that git could not end, and end it."""
    waiting = list_paths(top, "diff", "--name-only", "--diff-filter=U")
    for name in waiting:
        texts = [try_git(top, "show", f":{stage}:{name}") for stage in (1, 2, 3)]
        settle(top / name, *texts)
        git(top, "add", "--", name)
    if waiting and not git(top, "ls-files", "--unmerged"):
        if try_git(top, "rev-parse", "--verify", "--quiet", "MERGE_HEAD"):
            git(top, *name_options(top), "commit", "--no-edit")
        else:
            git(top, "reset", "--quiet")


def settle(path: Path, base: bytes | None, mine: bytes | None, theirs: bytes | None) -> None:
    """Write the merged notebook; of one that a side has deleted, what the other has."""
    if mine is None or theirs is None:
        text = (mine or theirs or b"").decode(errors="replace")
    else:
        text, line = merge(base or b"", mine, theirs, path)
        if text is None:
            raise CourseError(line)
    write_whole(path, text)


def catch_up(top: Path) -> None:
    """Carry the work in notebooks of another version than git has into that one."""
    for name in list_paths(top, "ls-files"):
        path = top / name
        old, new = ours(path) if path.is_file() else None, built_version(top, name)
        if old and new and worked_in(old) and version_of(old) != version_of(new):
            set_aside(path)
            write_whole(path, text_of(carry(old, new)))


def built_version(top: Path, name: str) -> NotebookNode | None:
    """Return a notebook as it was last built: in a student's own clone, or where it was cloned from."""
    for commit in ("HEAD", "@{upstream}"):
        notebook = read_sides(try_git(top, "show", f"{commit}:{name}") or b"", name)
        if notebook and not worked_in(notebook):
            return notebook
    return None


def name_options(top: Path) -> list[str]:
    """Return options that give git a name to write under a merge, where nobody has given it one."""
    names = ("user.name", "user.email")
    return [
        word
        for name in names
        if try_git(top, "config", "--get", name) is None
        for word in ("-c", f"{name}=student")
    ]


def main(arguments: list[str] | None = None) -> int:
    """Merge as git asks for it: the files of the base, ours (which is written) and theirs, and the name."""
    base, mine, theirs, name = sys.argv[1:] if arguments is None else arguments
    try:
        text, line = merge(*(Path(file).read_bytes() for file in (base, mine, theirs)), Path(name))
        if text is not None:
            write_whole(Path(mine), text)
    except (CourseError, OSError) as error:
        text, line = None, str(error)
    if line:
        print(line, file=sys.stderr)
    return int(text is None)


if __name__ == "__main__":
    sys.exit(main())
