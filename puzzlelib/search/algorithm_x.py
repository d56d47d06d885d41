"""Algorithm X on dictionaries and sets: cover every item exactly once.

Reference: D. E. Knuth, Dancing links, in Millennial Perspectives in Computer Science, 2000 (arXiv:cs/0011047).
"""

from collections.abc import Callable, Iterable, Iterator
from random import Random

from .backtracking import MOST_PIECES, check_pieces, given_options, several, watched
from .exact_cover import ExactCover, exact_cover
from .puzzles import PackingPuzzle, Placement, PuzzleError, Solution, one_of, packing, whole
from .recorder import MOST_EVENTS, Counters, SearchTrace, Step, counted, every_one, search_trace, solution_of

RULES = {  # the item to branch on, from {item: number of its options}, in the order of the items
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


def search(cover: ExactCover, rule: str = "fewest", seed: int = 0) -> Iterator[tuple[int, ...]]:
    """All ways to cover every item exactly once, as option numbers in the order of choice.

    `rule` says which item to branch on: the one with the "fewest" options, the "first" one, the "worst" (most options), or a
    "random" one (drawn by `seed`).

    >>> from puzzlelib.exact_cover import cover_of
    >>> list(search(cover_of(["ce", "adg", "bcf", "adf", "bg", "deg"], items="abcdefg")))
    [(3, 4, 0)]
    """
    cover, _ = prepare(cover, (), rule, seed)
    return (chosen for kind, chosen, *_ in steps(cover, rule, seed) if kind == "answer")


def steps(
    cover: ExactCover, rule: str = "fewest", seed: int = 0, given: Iterable[int] = (), among=every_one
) -> Iterator[Step]:
    """The search, with a `yield` for each thing that happens (see `recorder`).

    `times` says how often each item must still be covered, `left` which options it has left. Going back needs no work: each
    level has dictionaries of its own, and the old ones are still there.
    """
    choose, draw = RULES[rule], Random(seed)

    def extend(chosen, times, left):
        if not times:
            yield "answer", chosen
            return
        # An item that is needed n times takes n options. Each set of them must come once, so we branch on the one with the
        # smallest number: n - 1 come after it, and those before it are ruled out.
        counts = {item: len(left[item]) - n + 1 for item, n in times.items()}
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
    """Choose an option: the options that are gone then (with those in `before`), the items still needed, the options left."""
    covered = set(cover.options[option])
    gone = {option}.union(before, *(left[item] for item in covered if times[item] == 1))
    times = {item: n - (item in covered) for item, n in times.items() if n > 1 or item not in covered}
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


def prepare(
    problem: PackingPuzzle | ExactCover, given: Iterable, rule: str, seed: int = 0
) -> tuple[ExactCover, list[int]]:
    """The exact cover problem, and the hints as option numbers. Hints of a puzzle are placements, of an exact cover option numbers.

    Errors: `PuzzleError` for anything that the search cannot take.
    """
    one_of("rule", rule, RULES)
    whole("seed", seed, "must be a whole number, not below 0")
    (check_depth if isinstance(problem, ExactCover) else check_pieces)(problem)
    return problem if isinstance(problem, ExactCover) else exact_cover(problem), hint_numbers(problem, given)


def hint_numbers(problem: PackingPuzzle | ExactCover, given: Iterable) -> list[int]:
    """Hints as numbers of options; those of an exact cover problem are numbers already. `PuzzleError` for one that there is not.

    >>> from puzzlelib import load
    >>> puzzle = load("little-cube")
    >>> hint_numbers(puzzle, puzzle.placements[3:5])
    [3, 4]
    """
    if not isinstance(problem, ExactCover):
        return given_options(packing(problem), given)
    top = len(problem.options) - 1
    return [
        whole("option", option, f"must be a whole number from 0 to {top}", most=top)
        for option in several("given", given)
    ]


def check_depth(cover: ExactCover) -> None:
    """`PuzzleError` where a solution may have more options than the search can go deep."""
    most = min(len(cover.options), sum(cover.items.values()) // min(map(len, cover.options), default=1))
    if most > MOST_PIECES:
        raise PuzzleError(
            f"a search in plain Python takes at most {MOST_PIECES} options in a solution, here there may be {most:,}"
        )


def solutions(
    puzzle: PackingPuzzle,
    given: Iterable[Placement] = (),
    stop: Callable[[], bool] = lambda: False,
    rule: str = "fewest",
    seed: int = 0,
) -> Iterator[Solution]:
    """All solutions that hold the `given` placements, each once. When `stop()` says True, the search ends early.

    >>> from puzzlelib import load
    >>> sum(1 for _ in solutions(load("tetracubes-2x2x4+2x2x4")))
    1280
    """
    check_pieces(puzzle)
    cover, numbers = prepare(puzzle, given, rule, seed)
    for chosen in watched(steps(cover, rule, seed, numbers), stop):
        yield solution_of(puzzle, numbers, chosen)


def trace(
    problem: PackingPuzzle | ExactCover,
    given: Iterable = (),
    rule: str = "fewest",
    seed: int = 0,
    limit: int | None = 1,
    most: int = MOST_EVENTS,
) -> SearchTrace:
    """What the search did, until `limit` solutions (None: all) or `most` events.

    >>> from puzzlelib.exact_cover import cover_of
    >>> one = trace(cover_of(["ce", "adg", "bcf", "adf", "bg", "deg"], items="abcdefg"), limit=None)
    >>> one.events[1].say
    'Level 0: branch on item a, which has the fewest options: 2 options.'
    """
    cover, numbers = prepare(problem, given, rule, seed)
    return search_trace(
        problem, steps(cover, rule, seed, numbers), numbers, HOW[rule], limit=limit, most=most
    )


def run(
    problem: PackingPuzzle | ExactCover,
    given: Iterable = (),
    rule: str = "fewest",
    seed: int = 0,
    seconds: float | None = 2.0,
) -> Counters:
    """Search for so many seconds (None: to the end) and count.

    >>> from puzzlelib import load
    >>> counters = run(load("tetracubes-2x2x4+2x2x4"), seconds=None)
    >>> counters.solutions, counters.complete
    (1280, True)
    """
    cover, numbers = prepare(problem, given, rule, seed)
    return counted(steps(cover, rule, seed, numbers), seconds)
