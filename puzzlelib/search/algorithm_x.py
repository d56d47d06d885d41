"""Algorithm X on dictionaries and sets: cover every item exactly once.

Reference: D. E. Knuth, Dancing links, Millennial Perspectives in Computer Science, 2000 (arXiv:cs/0011047).
"""

from collections.abc import Iterable, Iterator
from random import Random

from ..common.clock import Stop, never
from ..common.errors import PuzzleError, as_list, check_choice, check_int
from ..packing.puzzle import PackingPuzzle, Placement, Solution, packing
from .backtracking import MOST_PIECES, check_pieces, given_options, watched
from .counters import Counters, counted
from .events import Trace
from .exact_cover import ExactCover, Problem, exact_cover, solution_of
from .recorder import MOST_EVENTS, search_trace
from .steps import Among, Step, every_one

# The item to branch on, from {item: number of its options}, in the order of the items.
RULES = {
    "fewest": lambda counts, draw: min(counts, key=counts.get),
    "first": lambda counts, draw: next(iter(counts)),
    "worst": lambda counts, draw: max(counts, key=counts.get),
    "random": lambda counts, draw: draw.choice(list(counts)),
}
HOW = {
    "fewest": ", which has the fewest options",
    "first": ", the first that is left",
    "worst": ", which has the most options",
    "random": ", drawn at random",
}


def plain_search(cover: ExactCover) -> Iterator[tuple[int, ...]]:
    """Algorithm X in ten lines, where every item is needed once (else `PuzzleError`): what `search` finds, in
    the same order.

    >>> from puzzlelib.search.exact_cover import cover_of
    >>> list(plain_search(cover_of(["ce", "adg", "bcf", "adf", "bg", "deg"], items="abcdefg")))
    [(3, 4, 0)]
    """
    if set(cover.items.values()) - {1}:
        raise PuzzleError("plain_search takes problems in which every item is needed once; take search")

    def extend(chosen, left):
        if not left:
            yield chosen
            return
        item = min(left, key=lambda item: len(left[item]))
        for option in sorted(left[item]):
            covered = cover.options[option]
            gone = set().union(*(left[other] for other in covered))
            rest = {other: left[other] - gone for other in left if other not in covered}
            yield from extend((*chosen, option), rest)

    return extend((), cover.containing)


def steps(
    cover: ExactCover,
    rule: str = "fewest",
    seed: int = 0,
    given: Iterable[int] = (),
    among: Among = every_one,
) -> Iterator[Step]:
    """The search, with a `yield` for each thing that happens (see steps.py).

    `times` says how often each item must still be covered, `left` which options it has left. Going back needs
    no work: each level has dictionaries of its own.
    """
    choose, draw = RULES[rule], Random(seed)

    def extend(chosen, times, left):
        if not times:
            yield "answer", chosen
            return
        # An item that is needed n times takes n options. Each set of them must come once, so we branch on its
        # first one: those before it are ruled out, n - 1 come after it, so the last n - 1 cannot be first.
        counts = {item: len(left[item]) - (n - 1) for item, n in times.items()}
        item = choose(counts, draw)
        if counts[item] < 1:
            yield "conflict", item, "options", len(left[item])
            return
        options = sorted(left[item])
        yield "choose", item, counts[item], counts[item]
        for i in among(range(counts[item])):
            gone, *rest = put(cover, options[i], options[:i], times, left)
            yield "try", options[i], gone
            yield from extend((*chosen, options[i]), *rest)
            yield "undo", options[i]

    yield from begin(cover, given, extend)


def put(
    cover: ExactCover, option: int, before: Iterable[int], times: dict, left: dict
) -> tuple[set, dict, dict]:
    """Choose an option: the options that are gone (with those in `before`), then `times` and `left`."""
    covered = set(cover.options[option])
    full = {item for item in covered if times[item] == 1}  # from now on covered as often as they must be
    gone = {option}.union(before, *(left[item] for item in full))
    times = {item: n - (item in covered) for item, n in times.items() if item not in full}
    return gone, times, {item: left[item] - gone for item in times}


def begin(cover: ExactCover, given: Iterable[int], extend) -> Iterator[Step]:
    """Put the hints, and start the search."""
    times, left, gone = cover.items, cover.containing, set()
    for option in given:
        if not all(option in left.get(item, ()) for item in cover.options[option]):
            yield "start", (), ()
            yield "conflict", None, "hints", None
            return
        more, times, left = put(cover, option, (), times, left)
        gone |= more
    yield "start", tuple(given), gone
    yield from extend((), times, left)


def prepare(problem: Problem, given: Iterable, rule: str, seed: int = 0) -> tuple[ExactCover, list[int]]:
    """The exact cover problem, and the hints as option numbers. Errors: `PuzzleError` for what the search
    cannot take."""
    check_choice("rule", rule, RULES)
    check_int("seed", seed)
    if isinstance(problem, ExactCover):
        check_depth(problem)
        return problem, hint_numbers(problem, given)
    check_pieces(problem)
    return exact_cover(problem), hint_numbers(problem, given)


def hint_numbers(problem: Problem, given: Iterable) -> list[int]:
    """Hints, placements of a puzzle or option numbers of an exact cover problem, as option numbers. Errors:
    `PuzzleError` for a hint that there is not.

    >>> from puzzlelib import load
    >>> puzzle = load("little-cube")
    >>> hint_numbers(puzzle, puzzle.placements[3:5])
    [3, 4]
    """
    if not isinstance(problem, ExactCover):
        return given_options(packing(problem), given)
    top = len(problem.options) - 1
    return [check_int("option", option, most=top) for option in as_list("given", given)]


def check_depth(cover: ExactCover) -> None:
    """`PuzzleError` where a solution may have more options than the search can go deep."""
    most = min(len(cover.options), sum(cover.items.values()) // min(map(len, cover.options), default=1))
    if most > MOST_PIECES:
        limit = f"a search in plain Python takes at most {MOST_PIECES} options in a solution"
        raise PuzzleError(f"{limit}, here there may be {most:,}")


# -------- the doors: `by` may be another search


def search(cover: ExactCover, rule: str = "fewest", seed: int = 0, *, by=None) -> Iterator[tuple[int, ...]]:
    """All ways to cover every item exactly once, as option numbers in the order of choice.

    `rule`: branch on the item with the "fewest" options, the "first" one, the "worst" (most options), or a
    "random" one, drawn by `seed`.

    >>> from puzzlelib.search import cover_of
    >>> list(search(cover_of(["ce", "adg", "bcf", "adf", "bg", "deg"], items="abcdefg")))
    [(3, 4, 0)]
    """
    cover, _ = prepare(cover, (), rule, seed)
    return watched((by or steps)(cover, rule, seed))


def solutions(
    puzzle: PackingPuzzle,
    given: Iterable[Placement] = (),
    stop: Stop = never,
    rule: str = "fewest",
    seed: int = 0,
    *,
    by=None,
) -> Iterator[Solution]:
    """All solutions with the `given` placements, each once. When `stop()` says True, the search ends early.

    >>> from puzzlelib import load
    >>> sum(1 for _ in solutions(load("tetracubes-2x2x4+2x2x4")))
    1280
    """
    check_pieces(puzzle)
    cover, numbers = prepare(puzzle, given, rule, seed)
    for chosen in watched((by or steps)(cover, rule, seed, numbers), stop):
        yield solution_of(puzzle, (*numbers, *chosen))


def trace(
    problem: Problem,
    given: Iterable = (),
    rule: str = "fewest",
    seed: int = 0,
    limit: int | None = 1,
    max_events: int = MOST_EVENTS,
    *,
    by=None,
) -> Trace:
    """What the search did, until `limit` solutions (None: all) or `max_events` events.

    >>> from puzzlelib.search import cover_of
    >>> one = trace(cover_of(["ce", "adg", "bcf", "adf", "bg", "deg"], items="abcdefg"), limit=None)
    >>> one.events[1].say
    'Level 0: branch on item a, which has the fewest options: 2 options.'
    """
    cover, numbers = prepare(problem, given, rule, seed)
    seen = (by or steps)(cover, rule, seed, numbers)
    return search_trace(problem, seen, numbers, HOW[rule], limit=limit, max_events=max_events)


def run(
    problem: Problem,
    given: Iterable = (),
    rule: str = "fewest",
    seed: int = 0,
    seconds: float | None = 2.0,
    *,
    by=None,
) -> Counters:
    """Search for so many seconds (None: to the end) and count.

    >>> from puzzlelib import load
    >>> counters = run(load("tetracubes-2x2x4+2x2x4"), seconds=None)
    >>> counters.solutions, counters.complete
    (1280, True)
    """
    cover, numbers = prepare(problem, given, rule, seed)
    return counted((by or steps)(cover, rule, seed, numbers), seconds)
