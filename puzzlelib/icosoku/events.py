"""Traces of 3coSoKu by backtracking: events with sentences, and the tiles on the polyhedron after
each."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..common.ending import Ending
from ..common.words import many
from ..search.events import Event, Recording
from ..search.recorder import MOST_EVENTS, Recorder, record_steps
from ..search.words import Words
from .by_search import Focus, TileBoard, search_of
from .puzzle import Arrangement, Cosoku, Placed, dots, spelled, sums, turns

HOW = {
    "fullest": "{vertex} has the fewest open faces, {open}, and needs {missing} more; branch on face {face}",
    "faces": "branch on face {face}, the next one",
    "tightest": "branch on face {face}, on which the fewest fit",
}
WHY = {
    "wrong sum": "all faces of {vertex} have a tile, it has {has}, and its peg says {peg}",
    "too many dots": "{vertex} has {has}, and its peg says no more than {peg}",
    "out of reach": "{vertex} needs {missing} more, "
    "and the tiles that are left bring {bound} at the most to its {faces}",
    "too much to come": "{vertex} may get {missing} more at the most, "
    "and the tiles that are left bring at least {bound} to its {faces}",
    "no way": "no tile that is left can lie on face {face}",
    "impossible": "{bound}",
}


@dataclass(frozen=True, slots=True)
class TileEvent(Event):
    """An event with the number of its `face`, and of the `vertex` that the search has in view (or
    None).

    `placed` is the tile that is put or taken off, `option` its short name, and `item` the face in
    words.
    """

    face: int | None = None
    vertex: int | None = None
    placed: Placed | None = None


@dataclass(frozen=True)
class TileState:
    """The position after an event.

    `placed` maps the number of a face to its tile; `missing` are the dots that each vertex still
    needs, below 0 where it has too many; `focus` and `face` are the vertex and the face in view, or
    None.
    """

    placed: Mapping[int, Placed]
    missing: tuple[int, ...]
    focus: int | None = None
    face: int | None = None
    level: int = 0


@dataclass
class TileTrace(Recording[TileEvent]):
    """The events of a search. `state(k)` is the position after event k.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> one = trace(paper_tetrahedron())
    >>> one.state(len(one) - 1).missing
    (0, 0, 0, 0)
    """

    puzzle: Cosoku
    events: list[TileEvent] = field(default_factory=list)
    solutions: list[Arrangement] = field(default_factory=list)
    stopped: Ending = Ending.DONE

    @property
    def words(self) -> Words:
        return TileWords()

    def state(self, k: int) -> TileState:
        """Return the position after event k (0 … len - 1)."""
        event, placed = self.events[k], {put.face: put.placed for put in self.tries(k)}
        missing = tuple(map(int.__sub__, self.puzzle.capacities, sums(self.puzzle, placed)))
        return TileState(placed, missing, event.vertex, event.face, event.level)


def short_name(way: Placed) -> str:
    """Return a tile and its turn for a drawing.

    >>> short_name(Placed((0, 1, 2), 1)), short_name(Placed((3, 3, 3), 0))
    ('012·1', '333')
    """
    return f"{spelled(way.tile)}·{way.turn}" if len(turns(way.tile)) > 1 else spelled(way.tile)


def long_name(way: Placed) -> str:
    return f"tile {short_name(way)}".replace("·", ", turn ")


class TileWords(Words):
    """Faces and tiles have names in the events already; the kind of a dead end is its cause."""

    form = "tiles"

    def answer(self) -> str:
        return "every face has a tile, and every vertex exactly its number of dots"


class TileRecorder(Recorder):
    """Turn the steps of `by_search` into events; a board of its own has the numbers for the
    sentences."""

    def __init__(self, puzzle: Cosoku, order: str):
        super().__init__(TileWords(), HOW[order])
        self.puzzle, self.solid, self.board, self.restarts = puzzle, puzzle.polyhedron, TileBoard(puzzle), 0

    def add(
        self, kind: str, level: int, say: str, focus: Focus = Focus(), way: Placed | None = None, **more
    ) -> None:
        item = None if focus.face is None else f"face {self.solid.face_names[focus.face]}"
        more = {"item": item, "face": focus.face, "vertex": focus.vertex, "placed": way} | more
        self.events.append(TileEvent(kind, level, way and short_name(way), say=say, **more))

    def values(self, focus: Focus) -> dict[str, object]:
        """Return the names and numbers for a sentence of HOW or WHY."""
        values: dict[str, object] = {}
        if focus.face is not None:
            values["face"] = self.solid.face_names[focus.face]
        if focus.vertex is not None:
            v, peg = focus.vertex, self.puzzle.capacities[focus.vertex]
            missing, faces = self.board.missing[v], self.board.open[v]
            values |= {"vertex": self.solid.vertices[v], "peg": peg, "missing": missing}
            values |= {"has": many(peg - missing, "dot"), "open": faces}
            values |= {"faces": many(faces, "open face")}
        return values

    def add_choose(self, focus: Focus, count: int, seen: int) -> None:
        self.branch_on(focus, count)
        how = self.how.format(**self.values(focus))
        say = f"Level {self.level}: {how}: {many(count, 'way')} to put a tile."
        self.add("choose", self.level, say, focus, count=count)

    def add_try(self, way: Placed, gone) -> None:
        focus, count, nth = self.next_child()
        self.path.append((focus, way))
        self.board.put(focus.face, way)
        put = f"put {long_name(way)}, on face {self.solid.face_names[focus.face]}, {nth} of {count}"
        say = f"Level {self.level}: {put}: {', '.join(self.gains(focus.face, way))}."
        self.add("try", self.level, say, focus, way, count=count)

    def gains(self, face: int, way: Placed) -> list[str]:
        """Return a sentence for each vertex of a face: the dots that it gets, and has."""
        pegs, missing, names = self.puzzle.capacities, self.board.missing, self.solid.vertices
        return [
            f"{names[vertex]} gets {number} and has {pegs[vertex] - missing[vertex]} of {pegs[vertex]}"
            for vertex, number in zip(self.solid.corners[face], dots(*way))
        ]

    def add_conflict(self, focus: Focus, cause: str, bound) -> None:
        why = WHY[cause].format(**self.values(focus), bound=bound)
        say = f"Dead end at level {self.level}: {cause}: {why}."
        self.add("conflict", self.level, say, focus, cause=cause)

    def add_undo(self, way: Placed) -> None:
        focus, way = self.path.pop()
        self.board.undo(focus.face)
        tile = f"{long_name(way)}, off face {self.solid.face_names[focus.face]}"
        say = f"Back to level {self.level}: take {tile}."
        self.add("undo", self.level, say, focus, way)

    def add_restart(self, nodes: int) -> None:
        self.restarts += 1
        say = (
            f"Restart {self.restarts} after {many(nodes, 'tile')}: all {len(self.path)} are taken off, "
            "what is tried gets a new order."
        )
        while self.path:
            self.board.undo(self.path.pop()[0].face)
        self.add("restart", 0, say)


def trace(
    puzzle: Cosoku, *, order: str = "fullest", limit: int | None = 1, max_events: int = MOST_EVENTS, **choices
) -> TileTrace:
    """Record the search until `limit` solutions (None: all) or `max_events` events. Choices as in
    `by_search.solutions`.

    >>> from puzzlelib.icosoku import icosoku
    >>> for part in trace(icosoku()).events[2].say.split(": "):
    ...     print(part)
    Level 1
    put tile 000, on face GKL, 1 of 34
    G gets 0 and has 0 of 9, K gets 0 and has 0 of 4, L gets 0 and has 0 of 12.
    """
    run = search_of(puzzle, order, **choices)
    recorder = TileRecorder(puzzle, order)
    solutions, stopped = record_steps(run, recorder, limit, max_events)
    return TileTrace(puzzle, recorder.events, solutions, stopped)
