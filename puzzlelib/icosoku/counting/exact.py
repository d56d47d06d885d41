"""Count the solutions of a 3coSoKu puzzle exactly, face by face, without ever listing them.

Fill one face after the other. The rest depends on two things only: which tiles are left, and how
many dots each vertex still misses. That is a state. All arrangements that lead to one state are
counted together; all states after some faces are a layer. This is dynamic programming.

`layers` and `count_slowly` are the method in plain Python; `count` runs it compiled, from both ends
of the faces (`arrays`). Equal tiles are interchangeable, and a tile xxx has one turn.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import NamedTuple

from ...common.clock import TICK, Stop, TimeIsUp, never, raise_if_stopped
from ...common.ending import Ending, raise_if_interrupted
from ...common.errors import PuzzleError, as_list, check_int, short
from ...common.machine import MOST_WORKERS, absent, is_page, package
from ...common.words import print_once
from ...compiled.library import missing_library
from ..puzzle import Cosoku, a_puzzle, dots, why_impossible
from .face_order import face_order, largest_layer

MOST_STATES = 2_000_000  # in a layer of plain Python: about a gigabyte
MOST_IN_BROWSER = 50_000  # of them in a page: some minutes
Progress = Callable[[int, int, int], None]  # layers made, all layers, states in the next one
Look = Callable[[int, int], None]  # layers made, states in the next one; may raise to end it


class State(NamedTuple):
    """The copies left of each type of tile, and the dots missing at each vertex."""

    left: tuple[int, ...]
    missing: tuple[int, ...]


# -------- in plain Python


def layers(
    puzzle: Cosoku, order: Sequence[int] | None = None, look: Look = lambda made, states: None
) -> Iterator[dict[State, int]]:
    """Yield the states before the first face and after each face, each with the number of ways to
    it.

    `order`: the numbers of all faces, as they are filled (default: `face_order`).

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> [len(states) for states in layers(paper_tetrahedron())]
    [1, 8, 34, 14, 1]
    """
    order = checked_order(puzzle, order)
    states = {State(tuple(puzzle.copies.values()), puzzle.capacities): 1}
    yield states
    for k, face in enumerate(order):
        states = next_layer(puzzle, states, face, order[k + 1 :], partial(look, k))
        yield states


def next_layer(
    puzzle: Cosoku, states: dict[State, int], face: int, later: Sequence[int], look: Callable[[int], None]
) -> dict[State, int]:
    """Lay every tile in every turn on the face, in every state; drop states that miss more than the
    later faces can add."""
    corners, most, after = puzzle.polyhedron.corners[face], still_possible(puzzle, later), Counter()
    ways = [(puzzle.types.index(way.tile), dots(*way)) for way in puzzle.ways]
    for state, number in states.items():
        for kind, spots in ways:
            if state.left[kind]:
                new = laid(state, kind, corners, spots)
                if all(0 <= new.missing[vertex] <= most[vertex] for vertex in corners):
                    after[new] += number
        look(len(after))
    return after


def laid(state: State, kind: int, corners: Sequence[int], spots: Sequence[int]) -> State:
    """Return the state after one tile."""
    left, missing = list(state.left), list(state.missing)
    left[kind] -= 1
    for vertex, number in zip(corners, spots):
        missing[vertex] -= number
    return State(tuple(left), tuple(missing))


def still_possible(puzzle: Cosoku, later: Sequence[int]) -> list[int]:
    """Return the most dots that the later faces can add to each vertex."""
    most = max(map(max, puzzle.types))
    return [most * sum(face in later for face, _ in around) for around in puzzle.polyhedron.around]


def count_slowly(puzzle: Cosoku, order: Sequence[int] | None = None) -> int:
    """Count the solutions in plain Python.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> count_slowly(paper_tetrahedron())
    19
    """
    *_, last = layers(puzzle, order)
    return sum(last.values())  # several states, if there are more tiles than faces


def checked_order(puzzle: Cosoku, order: Sequence[int] | None, look: Callable = never) -> list[int]:
    """Return a list of all faces, as given or by `face_order`. Errors: `PuzzleError`."""
    faces = len(a_puzzle(puzzle).polyhedron.faces)
    order = as_list("order", face_order(puzzle, look) if order is None else order)
    if sorted(order, key=str) != sorted(range(faces), key=str):
        raise PuzzleError(f"order {short(order)}: must hold each face's number once, 0 to {faces - 1}")
    return order


# -------- the entry


@dataclass(frozen=True)
class Tally:
    """A count. `ahead` and `behind`: the numbers of states in the layers, from the first face on
    and from the last one back."""

    number: int | None  # None when it was stopped
    order: tuple[int, ...] = ()
    ahead: tuple[int, ...] = ()
    behind: tuple[int, ...] = ()
    seconds: float = 0.0
    stopped: Ending = Ending.DONE
    said: str = ""  # why there is no solution, or that plain Python counted


def count(puzzle: Cosoku, stop: Stop = never, workers: int | None = None) -> int | None:
    """Count the solutions of a puzzle; return None when `stop()` said True before the end.

    Any IcoSoKu puzzle takes some seconds and about half a gigabyte. `workers`: threads of a long
    count, by default one for each core. Errors: `PuzzleError` where there are too many states.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> count(paper_tetrahedron())
    19
    """
    return raise_if_interrupted(tally(puzzle, stop, workers=workers)).number


def tally(
    puzzle: Cosoku,
    stop: Stop = never,
    progress: Progress | None = None,
    order: Sequence[int] | None = None,
    meet: int | None = None,
    workers: int | None = None,
) -> Tally:
    """Count the solutions and return a `Tally`; Ctrl-C sets `stopped`. `workers` as for `count`.

    `progress` gets, several times a second, the layers made, of how many, and the states so far in
    the next one.
    `order`: the faces as they are filled; `meet`: after how many of them both ends meet.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> found = tally(paper_tetrahedron(), meet=2)
    >>> found.number, found.ahead, found.behind
    (19, (1, 8, 34), (1, 8))
    """
    start = perf_counter()
    if workers is not None:
        check_int("workers", workers, least=1, most=MOST_WORKERS)
    if said := why_impossible(a_puzzle(puzzle)):
        return Tally(0, said=said)
    look = rare_look(stop, progress, len(puzzle.polyhedron.faces) - 1)
    try:
        order = checked_order(puzzle, order, partial(look, 0, 0))
        meet = largest_layer(puzzle, order) if meet is None else meet
        check_int("meet", meet, "must be a number of faces, not all", 1, len(order) - 1)
        found = tally_compiled_or_slowly(puzzle, order, meet, look, workers)
    except TimeIsUp:
        found = Tally(None, stopped=Ending.STOPPED)
    except KeyboardInterrupt:
        found = Tally(None, stopped=Ending.INTERRUPT)
    return replace(found, order=tuple(order or ()), seconds=perf_counter() - start)


def tally_compiled_or_slowly(
    puzzle: Cosoku, order: list[int], meet: int, look: Look, workers: int | None
) -> Tally:
    reason = missing_library() or ("" if package("numpy") else "without numpy")
    if not reason:
        from . import arrays

        try:
            one = arrays.CompiledCount(puzzle, order, meet, look, workers)
            return Tally(one.run(), (), tuple(one.ahead), tuple(one.behind))
        except arrays.TooLarge as error:
            reason = str(error)
    print_once(
        f"The compiled count does not run here ({reason}); plain Python counts, a hundred times slower."
    )

    def look_for_room(made: int, states: int) -> None:
        if states > MOST_IN_BROWSER and is_page():
            absent("numpy")()
        if states > MOST_STATES:
            raise PuzzleError(f"more than {MOST_STATES:,} states in one layer: too many for plain Python")
        look(made, states)

    *_, last = layers(puzzle, order, look_for_room)
    return Tally(sum(last.values()), said="counted in plain Python")


def rare_look(stop: Stop, progress: Progress | None, layers: int) -> Look:
    """Return a `Look` that, at most ten times a second, asks `stop` and reports the progress."""
    last = 0.0

    def look(made: int, states: int) -> None:
        nonlocal last
        if perf_counter() - last >= TICK:
            last = perf_counter()
            raise_if_stopped(stop)
            if progress:
                progress(made, layers, states)

    return look
