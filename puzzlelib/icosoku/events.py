"""Watching 3coSoKu by backtracking: what happened, in sentences, and what lies on the polyhedron then."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ..common.ending import Ending
from ..common.words import many
from ..search.events import Event, Recording
from ..search.recorder import MOST_EVENTS, Recorder, recorded
from ..search.words import Words
from .by_search import Board, Spot, search_of
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
    """An event with the number of its `face`, and of the `vertex` that the search has in view (or None).

    `placed` is the tile that is put or taken off, `option` its short name, and `item` the face in words.
    """

    face: int | None = None
    vertex: int | None = None
    placed: Placed | None = None


@dataclass(frozen=True)
class TileState:
    """What lies there after an event.

    `placed` maps the number of a face to its tile; `missing` are the dots that each vertex still needs, below
    0 where it has too many; `focus` and `face` are the vertex and the face that the search has in view, or
    None.
    """

    placed: Mapping[int, Placed]
    missing: tuple[int, ...]
    focus: int | None = None
    face: int | None = None
    level: int = 0


@dataclass
class TileTrace(Recording[TileEvent]):
    """What the search did. `state(k)` tells what lies on the polyhedron after event k.

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

    @cached_property
    def piles(self) -> list[tuple | None]:
        """What lies there after each event: the last tile that was put, and the pile below it."""
        piles, pile = [], None
        for event in self.events:
            if event.kind == "try":
                pile = event, pile
            elif event.kind == "undo":
                pile = pile[1]
            elif event.kind == "restart":
                pile = None
            piles.append(pile)
        return piles

    def state(self, k: int) -> TileState:
        """The state after event k (0 … len - 1)."""
        self.check_step(k)
        event, pile, tries = self.events[k], self.piles[k], []
        while pile:
            last, pile = pile
            tries.append(last)
        placed = {put.face: put.placed for put in reversed(tries)}
        missing = tuple(map(int.__sub__, self.puzzle.capacities, sums(self.puzzle, placed)))
        return TileState(placed, missing, event.vertex, event.face, event.level)


def short_name(way: Placed) -> str:
    """A tile in a drawing.

    >>> short_name(Placed((0, 1, 2), 1)), short_name(Placed((3, 3, 3), 0))
    ('012·1', '333')
    """
    return f"{spelled(way.tile)}·{way.turn}" if len(turns(way.tile)) > 1 else spelled(way.tile)


def long_name(way: Placed) -> str:
    """A tile in a sentence.

    >>> long_name(Placed((0, 1, 2), 1)), long_name(Placed((3, 3, 3), 0))
    ('tile 012, turn 1', 'tile 333')
    """
    return f"tile {short_name(way)}".replace("·", ", turn ")


class TileWords(Words):
    """Faces and tiles have names in the events already; the kind of a dead end is its cause."""

    form = "tiles"

    def answer(self) -> str:
        return "every face has a tile, and every vertex exactly its number of dots"


class TileRecorder(Recorder):
    """Turns the steps of `by_search` into events; its own board knows the numbers for the sentences."""

    def __init__(self, puzzle: Cosoku, order: str):
        super().__init__(TileWords(), HOW[order])
        self.puzzle, self.solid, self.board, self.restarts = puzzle, puzzle.polyhedron, Board(puzzle), 0

    def add(
        self, kind: str, level: int, say: str, spot: Spot = Spot(), way: Placed | None = None, **more
    ) -> None:
        item = None if spot.face is None else f"face {self.solid.face_names[spot.face]}"
        more = {"item": item, "face": spot.face, "vertex": spot.vertex, "placed": way} | more
        self.events.append(TileEvent(kind, level, way and short_name(way), say=say, **more))

    def numbers(self, spot: Spot) -> dict[str, object]:
        """What a sentence may tell of a place."""
        told: dict[str, object] = {} if spot.face is None else {"face": self.solid.face_names[spot.face]}
        if spot.vertex is None:
            return told
        peg, missing = self.puzzle.capacities[spot.vertex], self.board.missing[spot.vertex]
        open_faces = self.board.open[spot.vertex]
        return told | {
            "vertex": self.solid.vertices[spot.vertex],
            "peg": peg,
            "missing": missing,
            "has": many(peg - missing, "dot"),
            "open": open_faces,
            "faces": many(open_faces, "open face"),
        }

    def add_choose(self, spot: Spot, count: int, seen: int) -> None:
        self.branch_on(spot, count)
        how = self.how.format(**self.numbers(spot))
        say = f"Level {self.level}: {how}: {many(count, 'way')} to put a tile."
        self.add("choose", self.level, say, spot, count=count)

    def add_try(self, way: Placed, gone) -> None:
        spot, count, nth = self.next_child()
        self.path.append((spot, way))
        self.board.put(spot.face, way)
        put = f"put {long_name(way)}, on face {self.solid.face_names[spot.face]}, {nth} of {count}"
        say = f"Level {self.level}: {put}: {', '.join(self.gains(spot.face, way))}."
        self.add("try", self.level, say, spot, way, count=count)

    def gains(self, face: int, way: Placed) -> list[str]:
        """What each vertex of a face has got."""
        pegs, missing, names = self.puzzle.capacities, self.board.missing, self.solid.vertices
        return [
            f"{names[vertex]} gets {number} and has {pegs[vertex] - missing[vertex]} of {pegs[vertex]}"
            for vertex, number in zip(self.solid.corners[face], dots(*way))
        ]

    def add_conflict(self, spot: Spot, cause: str, bound) -> None:
        why = WHY[cause].format(**self.numbers(spot), bound=bound)
        say = f"Dead end at level {self.level}: {cause}: {why}."
        self.add("conflict", self.level, say, spot, cause=cause)

    def add_undo(self, way: Placed) -> None:
        spot, way = self.path.pop()
        self.board.take(spot.face)
        tile = f"{long_name(way)}, off face {self.solid.face_names[spot.face]}"
        say = f"Back to level {self.level}: take {tile}."
        self.add("undo", self.level, say, spot, way)

    def add_restart(self, nodes: int) -> None:
        self.restarts += 1
        say = (
            f"Restart {self.restarts} after {many(nodes, 'tile')}: all {len(self.path)} are taken off, "
            "what is tried gets a new order."
        )
        while self.path:
            self.board.take(self.path.pop()[0].face)
        self.add("restart", 0, say)


def trace(
    puzzle: Cosoku, *, order: str = "fullest", limit: int | None = 1, max_events: int = MOST_EVENTS, **choices
) -> TileTrace:
    """What the search did, until `limit` solutions (None: all) or `max_events` events. Choices: see
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
    solutions, stopped = recorded(run, recorder, limit, max_events)
    return TileTrace(puzzle, recorder.events, solutions, stopped)
