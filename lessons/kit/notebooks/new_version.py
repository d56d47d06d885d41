"""A new version of a notebook, with what a student did in the old one.

Each cell of the old notebook goes one of these ways:

* An answer (a code cell with the `check` of an exercise) goes to the stub of that exercise. If there is no
  such exercise, it goes to the end, below a heading.
* A cell of the lesson that the student changed takes its old place if the new version has that cell
  unchanged; otherwise it is below its replacement.
* A cell that the student added stays behind the cell that it followed.
* A cell of the lesson as it was built gives way to the new version; if both have it, its outputs stay.

Cells that a student deleted or moved are back in the order of the lesson.
"""

from collections.abc import Set
from copy import deepcopy
from dataclasses import dataclass, field

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from .cells import OURS, built_cells, digest, exercise_of, is_built, name_cells, was_built

IDS_SINCE = 5  # of nbformat 4
EARLIER = "earlier-version"  # the id of the heading above answers to exercises that are gone
HEADING = """\
## From an earlier version

The exercises of the cells below are no longer part of this lesson. Your answers are kept here."""
BROUGHT = (
    "**Your work was put back into this notebook.** It is kept in `.exactly-once`, a hidden folder "
    "beside it. Is it not yours, or do you want to begin again? Then run this in a new cell: "
    "`from lessons import begin_again; begin_again()`"
)


def carry(old: NotebookNode, new: NotebookNode) -> NotebookNode:
    """Return the new version of a notebook with a student's work in the old one; both stay as they are.

    Every source that the student wrote is in the result. Both notebooks are of nbformat 4, as
    `nbformat.read` gives them.

    >>> from nbformat.v4 import new_code_cell, new_notebook
    >>> old = new_notebook(cells=[new_code_cell('check("1.1", 7)'), new_code_cell("mine = 3")])
    >>> new = new_notebook(cells=[new_code_cell("import math"), new_code_cell('check("1.1", ...)')])
    >>> [cell.source for cell in carry(old, new).cells]
    ['import math', 'check("1.1", 7)', 'mine = 3']
    """
    new, built = with_names(new), built_cells(old) | built_cells(new)
    cells, below = without_ours(old.cells)
    places = match(cells, new.cells, built)
    filled = [deepcopy(cell) for cell in new.cells]
    for index, place in places.items():
        filled[place] = in_place(cells[index], new.cells[place])
    rest = Rest(places, len(new.cells), built, below)
    live = {exercise_of(cell) for cell in new.cells}
    for index, cell in enumerate(cells):
        rest.sort_in(index, cell, live)
    behind = [[deepcopy(cell) for cell in some] for some in rest.behind]
    body = [*behind[0], *(one for cell, more in zip(filled, behind[1:]) for one in (cell, *more))]
    heading = [new_markdown_cell(HEADING, id=EARLIER)] if rest.gone else []
    result = deepcopy(new)
    result.cells = with_ids([*body, *heading, *map(deepcopy, rest.gone)], filled)
    result.metadata = merge_metadata(old.metadata, new.metadata)
    return result


def without_ours(cells: list[NotebookNode]) -> tuple[list[NotebookNode], int]:
    """Return the cells without the line on top that names their source, and without our
    heading above answers that are gone, and how many are above this heading.

    Notes that a student wrote into these two become cells of their own.
    """
    others: list[NotebookNode] = []
    above = len(cells)
    for cell in cells:
        if cell.cell_type != "markdown" or not cell.source.startswith((HEADING, BROUGHT)):
            others.append(cell)
            continue
        if cell.source.startswith(HEADING):
            above = min(above, len(others))
        if notes := cell.source.removeprefix(HEADING).removeprefix(BROUGHT).strip("\n"):
            others.append(new_markdown_cell(notes))
            others[-1].update({key: cell[key] for key in ("attachments",) if key in cell})
    return others, above


def with_names(notebook: NotebookNode) -> NotebookNode:
    """Return a notebook whose cells have ids; some tools still write a format that has none."""
    if notebook.nbformat_minor >= IDS_SINCE:
        return notebook
    named = deepcopy(notebook)
    name_cells(named.cells)
    named.nbformat_minor = IDS_SINCE
    return named


def match(old: list[NotebookNode], new: list[NotebookNode], built: Set[str]) -> dict[int, int]:
    """Return the place in the new version (an index) for each cell of the old that has one."""
    at = {cell.id: place for place, cell in enumerate(new)}
    tasks = {cell.id: exercise_of(cell) for cell in new}
    stubs = {task: at[name] for name, task in tasks.items() if task}
    wishes = [  # the last one: an editor has lost the id
        lambda cell, name: at.get(name) if is_built(cell) else None,
        lambda cell, name: at.get(digest(cell)) if is_built(cell, built) else None,
        lambda cell, name: at.get(name) if tasks.get(name) == exercise_of(cell) else None,
        lambda cell, name: stubs.get(exercise_of(cell)),
        lambda cell, name: at.get(name) if cell.cell_type == "code" else None,  # without its check
        lambda cell, name: at.get(digest(cell)),
    ]
    places, taken = {}, set()
    for number, wish in enumerate(wishes):
        for index, cell in enumerate(old):
            of_the_book = number > 1 and is_built(cell, built)
            place = None if index in places or of_the_book else wish(cell, cell.get("id"))
            if place is not None and place not in taken:
                places[index] = place
                taken.add(place)
    return places


def in_place(old: NotebookNode, new: NotebookNode) -> NotebookNode:
    """Return a cell of the new version as the student has left it in the old one."""
    cell = deepcopy(old)
    cell.id = new.id
    cell.metadata = merge_metadata(old.metadata, new.metadata)
    return cell


def merge_metadata(old: NotebookNode, new: NotebookNode) -> NotebookNode:
    """Return metadata with all keys; ours are those of the new version."""
    kept = {key: value for key, value in old.items() if key != OURS}
    return NotebookNode(deepcopy(kept | dict(new)))


@dataclass
class Rest:
    """Sort in the cells that have no place of their own: `behind[n + 1]` follow place n of the new version.

    Where the lesson's cells before one of them have been replaced, it goes behind what has replaced them.
    """

    places: dict[int, int]
    size: int
    built: Set[str]
    above: int  # so many cells stand above the heading of answers that are gone
    last: int = -1
    replaced: bool = False
    gone: list[NotebookNode] = field(default_factory=list)

    def __post_init__(self):
        self.behind = [[] for _ in range(self.size + 1)]

    def sort_in(self, index: int, cell: NotebookNode, live: set[str]) -> None:
        if index in self.places:
            self.last, self.replaced = self.places[index], False
            return
        self.replaced |= was_built(cell) or is_built(cell, self.built)
        if is_built(cell, self.built):
            return
        if index >= self.above or exercise_of(cell) and exercise_of(cell) not in live:
            self.gone.append(cell)
        else:
            self.behind[self.place + 1].append(cell)

    @property
    def place(self) -> int:
        if not self.replaced:
            return self.last
        return min((place for place in self.places.values() if place > self.last), default=self.size) - 1


def with_ids(cells: list[NotebookNode], filled: list[NotebookNode]) -> list[NotebookNode]:
    """Give each cell an id of its own; those of the new version stay."""
    ours, seen = {id(cell) for cell in filled}, {cell.id for cell in filled}
    for cell in cells:
        if id(cell) not in ours:
            cell.id = free_id(cell, seen)
            seen.add(cell.id)
    return cells


def free_id(cell: NotebookNode, seen: set[str]) -> str:
    """Return the id of a cell, or one that no build gives if another cell has it."""
    name, number = str(cell.get("id") or ""), 0
    while not name or name in seen:
        name = f"mine-{digest(cell)}-{number}"
        number += 1
    return name
