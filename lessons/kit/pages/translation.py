"""Notebooks in another language: texts from `lessons/lNN_topic/lesson.LANGUAGE.md`, cell by cell.

Each text begins below a line `<!-- cell 0af259a1 -->`, with the id of the English cell that it stands for, in
the notebook. That id changes with the English text, so a translation that has grown stale is noticed. A cell
without a translation stays English, and code is the same in all languages.
"""

import re
from copy import deepcopy
from pathlib import Path

from nbformat import NotebookNode

from puzzlelib.common.errors import PuzzleError

from ..notebooks.cells import OURS, fingerprint, name_cells

MARK = re.compile(r"(?m)^<!-- cell ([0-9a-f]{8}(?:-\d+)?) -->[ \t]*\n")


def texts_of(path: Path) -> dict[str, str]:
    """Return the texts of a translation, by the ids of the cells; `PuzzleError` says what is wrong."""
    try:
        before, *parts = MARK.split(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise PuzzleError(f"{path}: cannot be read: {error}") from None
    if before.strip():
        raise PuzzleError(f"{path}:1: a text needs a line above it such as <!-- cell 0af259a1 -->")
    ids = parts[::2]
    if twice := next((name for name in ids if ids.count(name) > 1), None):
        raise PuzzleError(f"{path}: cell {twice} is there twice")
    return {name: text.strip() for name, text in zip(ids, parts[1::2])}


def translate(notebook: NotebookNode, texts: dict[str, str], language: str) -> NotebookNode:
    """Return a notebook with these texts in place of the English ones."""
    result = deepcopy(notebook)
    for cell in result.cells:
        if cell.cell_type == "markdown":
            cell.source = texts.get(cell.id) or cell.source
    name_cells(result.cells)
    result.metadata[OURS].update(language=language, built=fingerprint(result.cells))
    return result


def stale_texts(notebook: NotebookNode, texts: dict[str, str], path: Path) -> list[str]:
    """Name each text whose English cell is no longer there, or that stands for code."""
    known = {cell.id for cell in notebook.cells if cell.cell_type == "markdown"}
    return [
        f"{path}: cell {name}: the English text has changed since: {text.splitlines()[0] if text else ''}"
        for name, text in texts.items()
        if name not in known
    ]


def missing_texts(notebook: NotebookNode, texts: dict[str, str]) -> str:
    """Return the English texts that have no translation, in the format of the file."""
    return "\n\n".join(
        f"<!-- cell {cell.id} -->\n{cell.source}"
        for cell in notebook.cells
        if cell.cell_type == "markdown" and not texts.get(cell.id)
    )
