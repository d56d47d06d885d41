"""Boards: all that the 2D views of a search need of it (tree, matrix, links, square, counters).

All that does not change (the tree, the rows of a matrix) is sent once, packed; what holds at a step
is sent as frames, in blocks like those of the stage. A view is a class here, which says what to
send, and one in a script of its own (see browser/views.js), which draws it. No widget is made here:
the pages of the book use this in a browser's Python, which has neither ipywidgets nor numpy.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import nan
from operator import attrgetter

from puzzlelib.common.words import place
from puzzlelib.packing.puzzle import PackingPuzzle
from puzzlelib.pictures.colours import INK, colours
from puzzlelib.pictures.polyhedron_mesh import FILLS
from puzzlelib.search.exact_cover import ExactCover, exact_cover
from puzzlelib.search.tree import BACK, DEEPER

from ...kit.cards.packed import BLOCK, sheet_traits

MOST_CELLS = 2_500  # of a matrix that is drawn in full
MOST_ROWS = 60  # options listed where it is not
MOST_TEXTS = 3_000  # different sentences that go with a tree


class Boards(Sequence):
    """Frame k of all views of a trace."""

    def __init__(self, trace, boards: dict):
        self.trace = trace
        self.boards = {name: board for name, board in boards.items() if hasattr(board, "frame")}

    def __len__(self) -> int:
        return len(self.trace.events)

    def __getitem__(self, k: int) -> dict:
        event = self.trace.events[k]
        return {"say": event.say, **{name: board.frame(k) for name, board in self.boards.items()}}

    def block(self, start: int, stop: int) -> dict:
        """Return some frames as they travel to the browser."""
        return {"frames": [self[k] for k in range(start, min(stop, len(self)))]}


# -------- what goes on between events


def choices_in_force(events: Iterable) -> array:
    """Return for each event the step at which the item was chosen that the search is busy with; -1
    where there is none.

    >>> from puzzlelib.search.events import Event
    >>> events = [Event("start"), Event("choose"), Event("try", 1), Event("choose", 1), Event("undo", 0)]
    >>> list(choices_in_force(events))
    [-1, 1, 1, 3, 1]
    """
    at_level, found = {}, array("i")
    for step, event in enumerate(events):
        level = event.level - (event.kind in DEEPER)
        if event.kind == "choose":
            at_level[event.level] = step
        elif event.kind in BACK:
            for deeper in [other for other in at_level if other > event.level]:
                del at_level[deeper]
        found.append(at_level.get(level, at_level.get(level - 1, -1)))
    return found


def cover_of_trace(trace) -> ExactCover:
    """Return the exact cover problem that a trace is about."""
    return exact_cover(trace.puzzle) if isinstance(trace.puzzle, PackingPuzzle) else trace.puzzle


# -------- the views


class TreeBoard:
    """The whole tree as columns; the browser draws the part that there is at a step."""

    def __init__(self, trace):
        self.tree, self.linear = trace.tree, trace.linear
        self.paint = paint_of(trace)

    def still(self) -> dict:
        texts, branches = Texts(), self.tree.branches
        columns = {
            name: array("i", map(attrgetter(name), branches))
            for name in ("parent", "first", "last", "ended", "chosen", "sign")
        }
        columns |= {
            name: array("i", (texts.code(getattr(branch, name)) for branch in branches))
            for name in ("label", "words", "name", "say")
        }
        items = ("" if branch.item is None else self.tree.words.name(branch.item) for branch in branches)
        columns["item"] = array("i", map(texts.code, items))
        columns["kind"] = array("i", (KIND_CODES[branch.kind] for branch in branches))
        columns["count"] = array("i", (-1 if branch.count is None else branch.count for branch in branches))
        if any(branch.bound is not None for branch in branches):
            columns["bound"] = doubles(branch.bound for branch in branches)
        still = {name: column.tobytes() for name, column in columns.items()} | {"texts": list(texts.codes)}
        return still | {"paint": self.paint} | ({"linear": True} if self.linear else {})


def paint_of(trace) -> dict[str, list[str]]:
    """Return fill and ink of nodes by their letter; "" stands for all without a letter here.

    >>> from puzzlelib import load
    >>> from puzzlelib.search import backtracking, magic_square
    >>> paint_of(backtracking.trace(load("tetracubes-2x4x4")))["I"], paint_of(magic_square.trace(3))
    (['#fa8f19', '#141414'], {})
    """
    puzzle = getattr(trace, "puzzle", None)
    if trace.form == "tiles":
        return {"": [FILLS[1], INK]}
    if not isinstance(puzzle, PackingPuzzle):
        return {}
    return {puzzle.labels[piece]: list(pair) for piece, pair in colours(puzzle).items()}


def doubles(values: Iterable[float | None]) -> array:
    """Return numbers for the browser, NaN in the place of None."""
    return array("d", (nan if value is None else value for value in values))


KIND_CODES = {"open": 0, "conflict": 1, "answer": 2, "bound": 3}


class Texts:
    """Each text once. After many different ones, further ones are left out: the browser then gives
    the step instead."""

    def __init__(self):
        self.codes = {"": 0}

    def code(self, text: str) -> int:
        if text not in self.codes and len(self.codes) >= MOST_TEXTS and len(text) > 12:
            return 0
        return self.codes.setdefault(text, len(self.codes))


class TraceBoard:
    def __init__(self, trace):
        self.trace = trace


class CountersBoard(TraceBoard):
    """The kind of dead end that each event is."""

    def still(self) -> dict:
        kind, events = cache(self.trace.words.kind), self.trace.events
        causes = [kind(event.cause, event.item) if event.kind == "conflict" else "" for event in events]
        names = list(dict.fromkeys(filter(None, causes)))[:8]
        code = {name: number for number, name in enumerate(["", *names])}
        numbers = bytes(code.get(cause, len(code)) for cause in causes)
        still = {"names": [*names, "other reasons"], "causes": numbers}
        return still | self.costs() if getattr(self.trace, "costs", None) else still

    def costs(self) -> dict[str, bytes]:
        return {
            name: doubles(getattr(event, name) for event in self.trace.events).tobytes()
            for name in ("bound", "incumbent")
        }


class MatrixBoard:
    """Rows are options, columns are items. A large matrix is not drawn: the options of the chosen
    item are listed instead."""

    def __init__(self, trace):
        self.trace, self.cover, self.words = trace, cover_of_trace(trace), trace.words
        self.small = len(self.cover.items) * len(self.cover.options) <= MOST_CELLS
        self.number = {item: i for i, item in enumerate(self.cover.items)}
        self.focus = choices_in_force(trace.events)
        self.opened = lru_cache(64)(self.options_open)

    def still(self) -> dict:
        items, options = self.cover.items, self.cover.options
        still = {"small": self.small, "knows": self.trace.shows_options}
        if not self.small:
            return still | {"chips": paint_of(self.trace), "total": [len(options), len(items)]}
        return still | {
            "items": list(map(self.words.heading, items)),
            "times": list(items.values()),
            "rows": list(map(self.words.label, range(len(options)))),
            "options": [[self.number[item] for item in option] for option in options],
        }

    def frame(self, k: int) -> dict:
        event, state = self.trace.events[k], self.trace.state(k)
        chosen, item, count = self.choice_at(k)
        frame = {"item": self.number.get(item, -1), "tried": event.option if event.kind in DEEPER else None}
        if self.small:
            return frame | {"on": sorted(state.on), "off": sorted(state.off)}
        name = "" if item is None else self.words.name(item)
        frame |= {"name": name, "count": count}
        return frame | self.count_left(state) | self.option_rows(k, chosen, state)

    def choice_at(self, k: int) -> tuple:
        """Return the step of the choice in force, its item and count; of a dead end, the item that
        cannot be covered."""
        event, step = self.trace.events[k], self.focus[k]
        if event.kind == "conflict" and event.item is not None:
            return -1, event.item, event.count or 0
        at = self.trace.events[step] if step >= 0 else None
        return (step, at.item, at.count) if at else (-1, None, None)

    def count_left(self, state) -> dict:
        """Count the options and items that are left."""
        return {
            "rows": len(self.cover.options) - len(state.off) - len(state.on),
            "columns": len(self.cover.items) - len(self.covered_items(state)),
        }

    def covered_items(self, state) -> set:
        """Return the items that are covered as often as they must be."""
        times = Counter(item for option in state.on for item in self.cover.options[option])
        return {item for item, often in times.items() if often >= self.cover.items[item]}

    def option_rows(self, k: int, chosen: int, state) -> dict:
        """Return the options of the chosen item, and what became of each."""
        if chosen < 0:
            return {"options": [], "more": 0}
        open_then, fate = self.opened(chosen), self.fates(chosen, k)
        focus = next((i for i, option in enumerate(open_then) if fate.get(option) == "now"), len(fate))
        start = max(0, min(focus - MOST_ROWS // 2, len(open_then) - MOST_ROWS))
        shown = open_then[start : start + MOST_ROWS]
        rows = [[o, self.words.short(o), self.option_text(o), fate.get(o, "")] for o in shown]
        return {"options": rows, "before": start, "more": len(open_then) - start - len(shown)}

    def options_open(self, chosen: int) -> list[int]:
        """Return the options that the chosen item had."""
        item, state = self.trace.events[chosen].item, self.trace.state(chosen)
        full = self.covered_items(state)
        open_ = set(self.cover.containing.get(item, ())).difference(state.off, state.on)
        return [option for option in sorted(open_) if full.isdisjoint(self.cover.options[option])]

    def fates(self, chosen: int, k: int) -> dict[int, str]:
        """Return the options of this choice tried up to step k: "done", taken back; "now", put."""
        tree, events = self.trace.tree, self.trace.events
        node = next(n for n in reversed(tree.path(chosen)) if tree.branches[n].chosen == chosen or n == 0)
        tried = [tree.branches[child] for child in tree.children(node, k)]
        return {events[one.first].option: "done" if one.last <= k else "now" for one in tried}

    def option_text(self, option: int) -> str:
        """Return an option without its piece: its cells, or its items."""
        if isinstance(self.trace.puzzle, PackingPuzzle):
            return " ".join(place(cell) for cell in self.trace.puzzle.placements[option].cells)
        return " ".join(map(str, self.cover.options[option]))


class SquareBoard(TraceBoard):
    """A magic square: its numbers, and the cell that the search is at."""

    def still(self) -> dict:
        return {"n": self.trace.n}

    def frame(self, k: int) -> dict:
        event = self.trace.events[k]
        at = list(event.item) if event.item else None
        return {"numbers": list(self.trace.square(k)), "at": at}


class LinksBoard(TraceBoard):
    """The nodes of the dancing links and the four pointers of each."""

    def still(self) -> dict:
        heading, names = self.trace.words.heading, self.trace.problem.names
        rows = [-1 if option is None else option for option in self.trace.option]
        count = len(self.trace.problem.options)
        called = [str(names[o]) if names else f"row {o}" for o in range(count)]
        items = [heading(item) for item in self.trace.items[1:]]
        return {"top": list(self.trace.top), "items": items, "row": rows, "names": called}

    def frame(self, k: int) -> dict:
        event = self.trace.events[k]
        changed = [[name, node] for name, node, _, _ in event.changes]
        item = self.trace.items.index(event.item)
        return {**self.trace.state(k), "changed": changed, "item": item}


BOARDS = {
    "tree": TreeBoard,
    "matrix": MatrixBoard,
    "links": LinksBoard,
    "square": SquareBoard,
    "counters": CountersBoard,
}


def views_traits(trace, names: Sequence[str]) -> tuple[Boards, dict]:
    """Return the frames of these views of a trace, and the first values of a widget with them.

    >>> from puzzlelib.search import magic_square
    >>> frames, traits = views_traits(magic_square.trace(3), ["square", "tree"])
    >>> traits["boards"], traits["count"] == len(frames), frames[2]["square"]["numbers"]
    (['square', 'tree'], True, [1, 0, 0, 0, 0, 0, 0, 0, 0])
    """
    made = {name: BOARDS[name](trace) for name in names}
    frames = Boards(trace, made)
    track = [(event.kind, event.level) for event in trace.events]
    still = {name: board.still() for name, board in made.items()}
    first = sheet_traits(frames.block(0, BLOCK), len(frames), track)
    return frames, {"boards": list(names), "still": still} | first
