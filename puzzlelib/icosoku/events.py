"""Watching 3coSoKu by backtracking: what happened, in sentences, and what lies on the polyhedron after each event."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from .cosoku import Arrangement, Cosoku, Placed, dots, spelled, sums
from .recorder import MOST_EVENTS, Recorder, many, recorded
from .tile_search import Board, Spot, search_of
from .trace import Event, Recording

HOW = {
    "fullest": "{vertex} has the fewest open faces, {open}, and needs {missing} more; branch on face {face}",
    "faces": "branch on face {face}, the next one",
    "tightest": "branch on face {face}, on which the fewest fit",
}
WHY = {
    "wrong sum": "all faces of {vertex} have a tile, it has {has}, and its peg says {peg}",
    "too many dots": "{vertex} has {has}, and its peg says no more than {peg}",
    "out of reach": "{vertex} needs {missing} more, and the tiles that are left bring {bound} at the most to its {faces}",
    "too much to come": "{vertex} may get {missing} more at the most, and the tiles that are left bring at least {bound} to its {faces}",
    "no way": "no tile that is left can lie on face {face}",
    "impossible": "{bound}",
}


@dataclass(frozen=True, slots=True)
class TileEvent(Event):
    """An event with its place: the number of the `face`, and of the `vertex` that the search has in view (None: there is none).

    `placed` is the tile that is put or taken off, `option` its short name, and `item` the face in words.
    """

    face: int | None = None
    vertex: int | None = None
    placed: Placed | None = None


@dataclass(frozen=True)
class TileState:
    """What lies there after an event.

    `placed` maps the number of a face to its tile; `missing` are the dots that each vertex still needs, below 0 where it has too
    many; `focus` is the vertex that the search has in view, `face` the face, None where there is none.
    """

    placed: Mapping[int, Placed]
    missing: tuple[int, ...]
    focus: int | None = None
    face: int | None = None
    level: int = 0


@dataclass
class TileTrace(Recording):
    """What the search did. `state(k)` tells what lies on the polyhedron after event k.

    `stopped`: "" (the search came to its end), "limit" (enough solutions) or "events" (enough events).

    >>> from puzzlelib.cosoku import paper_tetrahedron
    >>> one = trace(paper_tetrahedron())
    >>> one.state(len(one) - 1).missing
    (0, 0, 0, 0)
    """

    puzzle: Cosoku
    events: list[TileEvent] = field(default_factory=list)
    solutions: list[Arrangement] = field(default_factory=list)
    stopped: str = ""
    every = 64  # a snapshot at each 64th event keeps every step cheap

    @property
    def complete(self) -> bool:
        """Did the search come to its end?"""
        return not self.stopped

    @cached_property
    def snapshots(self) -> list[dict[int, Placed]]:
        """What lies there before event 0, 64, 128, …"""
        shots, placed = [], {}
        for k, event in enumerate(self.events):
            if k % self.every == 0:
                shots.append(dict(placed))
            apply(event, placed)
        return shots

    def state(self, k: int) -> TileState:
        """The state after event k (0 … len - 1)."""
        self.check_step(k)
        start, event = k // self.every, self.events[k]
        placed = dict(self.snapshots[start])
        for earlier in self.events[start * self.every : k + 1]:
            apply(earlier, placed)
        missing = tuple(peg - has for peg, has in zip(self.puzzle.capacities, sums(self.puzzle, placed)))
        return TileState(placed, missing, event.vertex, event.face, event.level)


def apply(event: TileEvent, placed: dict[int, Placed]) -> None:
    """Change what lies there by one event."""
    if event.kind == "try":
        placed[event.face] = event.placed
    elif event.kind == "undo":
        del placed[event.face]
    elif event.kind == "restart":
        placed.clear()


def short_name(way: Placed) -> str:
    """A tile in a drawing.

    >>> short_name(Placed((0, 1, 2), 1)), short_name(Placed((3, 3, 3), 0))
    ('012·1', '333')
    """
    return f"{spelled(way.tile)}·{way.turn}" if len(set(way.tile)) > 1 else spelled(way.tile)


def long_name(way: Placed) -> str:
    """A tile in a sentence.

    >>> long_name(Placed((0, 1, 2), 1)), long_name(Placed((3, 3, 3), 0))
    ('tile 012, turn 1', 'tile 333')
    """
    return f"tile {spelled(way.tile)}" + (f", turn {way.turn}" if len(set(way.tile)) > 1 else "")


class TileRecorder(Recorder):
    """Turns the steps of `tile_search` into events. A board of its own tells it the numbers for its sentences."""

    def __init__(self, puzzle: Cosoku, order: str):
        super().__init__(None, HOW[order])
        self.puzzle, self.solid, self.board, self.restarts = puzzle, puzzle.polyhedron, Board(puzzle), 0

    def add(
        self,
        kind: str,
        level: int,
        say: str,
        spot: Spot = Spot(),
        way: Placed | None = None,
        count: int | None = None,
        **_,
    ) -> None:
        """Append an event at a place."""
        item = None if spot.face is None else f"face {self.solid.face_names[spot.face]}"
        self.events.append(
            TileEvent(
                kind,
                level,
                way and short_name(way),
                say=say,
                item=item,
                count=count,
                face=spot.face,
                vertex=spot.vertex,
                placed=way,
            )
        )

    def numbers(self, spot: Spot) -> dict[str, object]:
        """What a sentence may tell of a place."""
        told = {} if spot.face is None else {"face": self.solid.face_names[spot.face]}
        if spot.vertex is None:
            return told
        peg, missing, faces = (
            numbers[spot.vertex] for numbers in (self.puzzle.capacities, self.board.missing, self.board.open)
        )
        return told | {
            "vertex": self.solid.vertices[spot.vertex],
            "peg": peg,
            "missing": missing,
            "has": many(peg - missing, "dot"),
            "open": faces,
            "faces": many(faces, "open face"),
        }

    def add_choose(self, spot: Spot, count: int, seen: int) -> None:
        del self.choices[self.level :]
        self.choices.append([spot, count, 0])
        say = f"Level {self.level}: {self.how.format(**self.numbers(spot))}: {many(count, 'way')} to put a tile."
        self.add("choose", self.level, say, spot, count=count)

    def add_try(self, way: Placed, gone) -> None:
        spot, count, before = self.choices[self.level]
        self.choices[self.level][2] += 1
        self.path.append((spot, way))
        self.board.put(spot.face, way)
        say = (
            f"Level {self.level}: put {long_name(way)}, on face {self.solid.face_names[spot.face]}, {before + 1} of {count}: "
            f"{', '.join(self.gains(spot.face, way))}."
        )
        self.add("try", self.level, say, spot, way, count)

    def gains(self, face: int, way: Placed) -> list[str]:
        """What each vertex of a face has got."""
        at = (
            (self.numbers(Spot(face, vertex)), number)
            for vertex, number in zip(self.solid.corners[face], dots(*way))
        )
        return [
            f"{told['vertex']} gets {number} and has {told['peg'] - told['missing']} of {told['peg']}"
            for told, number in at
        ]

    def add_conflict(self, spot: Spot, cut: str, bound) -> None:
        why = WHY[cut].format(**self.numbers(spot), bound=bound)
        self.add("conflict", self.level, f"Dead end at level {self.level}: {cut}: {why}.", spot)

    def add_undo(self, way: Placed) -> None:
        spot, way = self.path.pop()
        self.board.take(spot.face)
        say = (
            f"Back to level {self.level}: take {long_name(way)}, off face {self.solid.face_names[spot.face]}."
        )
        self.add("undo", self.level, say, spot, way)

    def add_restart(self, nodes: int) -> None:
        self.restarts += 1
        say = f"Restart {self.restarts} after {many(nodes, 'tile')}: all {len(self.path)} are taken off, what is tried gets a new order."
        for spot, _ in self.path:
            self.board.take(spot.face)
        self.path.clear()
        self.add("restart", 0, say)

    def add_answer(self, arrangement: Arrangement) -> None:
        self.answers += 1
        self.add(
            "answer",
            self.level,
            f"Solution {self.answers}: every face has a tile, and every vertex exactly its number of dots.",
        )


def trace(
    puzzle: Cosoku,
    *,
    order: str = "fullest",
    bounds: bool = True,
    restarts: int | None = None,
    seed: int = 0,
    limit: int | None = 1,
    most: int = MOST_EVENTS,
) -> TileTrace:
    """What the search did, until `limit` solutions (None: all) or `most` events. Choices as in `tile_search.solutions`.

    >>> from puzzlelib.cosoku import icosoku
    >>> trace(icosoku()).events[2].say
    'Level 1: put tile 000, on face GKL, 1 of 34: G gets 0 and has 0 of 9, K gets 0 and has 0 of 4, L gets 0 and has 0 of 12.'
    """
    run = search_of(puzzle, order, bounds, restarts, seed)
    recorder = TileRecorder(puzzle, order)
    answers, stopped = recorded(run, recorder, limit, most)
    made = TileTrace(puzzle, recorder.events, answers, stopped)
    made.snapshots  # made now, so that no step has to wait for it later
    return made
