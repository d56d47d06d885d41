"""Files that a card writes into the folder of its notebook, and reads from there."""

from pathlib import Path

from puzzlelib.common.errors import PuzzleError, short
from puzzlelib.common.files import whole_file


def file_name(text: str, example: str = "my-plates") -> str:
    """The name of a YAML file in this folder; `PuzzleError` for none, and for a path to elsewhere.

    >>> file_name("mine"), file_name("mine.yml")
    ('mine.yaml', 'mine.yml')
    """
    name = name_here(text, example)
    return name if Path(name).suffix in (".yaml", ".yml") else f"{name}.yaml"


def name_here(text: str, example: str = "my-plates") -> str:
    """The name of a file in this folder, of any kind; else `PuzzleError`."""
    name = text.strip()
    if not name or name != Path(name).name or name.startswith(".") or not name.isprintable():
        there = "the file is in the folder of this notebook"
        raise PuzzleError(f"file {short(name)}: write a name, such as {example}; {there}")
    return name


def write_new_text(path: Path, text: str, over: bool) -> None:
    """Write a whole file or none; `PuzzleError` if there is one that may not be written over."""
    if path.exists() and not over:
        how = "take another name, or tick “overwrite”"
        raise PuzzleError(f"{path} is there already and was left as it is: {how}")
    with whole_file(path, over) as file:
        file.write(text.encode())
