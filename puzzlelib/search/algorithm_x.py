"""Algorithm X on dictionaries and sets: cover every item exactly once, and secondary items at most
once.

With colours it is Algorithm C: a secondary item may be covered again by options that agree on its
colour.
References: D. E. Knuth, Dancing links, Millennial Perspectives in Computer Science, 2000
(arXiv:cs/0011047); The Art of Computer Programming 4B, section 7.2.2.1.
"""

from collections.abc import Iterable, Iterator
from random import Random

from ..common.clock import Stop, never
from ..common.errors import PuzzleError, check_choice, check_int
from ..packing.puzzle import PackingPuzzle, Placement, Solution, check_puzzle
from .counters import Counters, count_steps
from .events import Trace
from .exact_cover import ExactCover, Problem, exact_cover, solution_from_options
from .hints import check_depth, hint_options
from .recorder import MOST_EVENTS, search_trace
from .steps import Among, Step, every_one, only_answers

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
    """Yield what `search` finds, in the same order: Algorithm X in ten lines.

    Raise `PuzzleError` if an item is needed more than once.

    >>> from puzzlelib.search.exact_cover import cover_of
    >>> list(plain_search(cover_of(["ce", "adg", "bcf", "adf", "bg", "deg"], items="abcdefg")))
    [(3, 4, 0)]
    """
    if set(cover.items.values()) - {1} or cover.slack:
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


def plain_colours(cover: ExactCover) -> Iterator[tuple[int, ...]]:
    """Yield what `search` finds, secondary items with colours included: Algorithm C in a dozen lines.

    An option without an item that is needed is not tried. Raise `PuzzleError` if an item is needed
    more than once.

    >>> from puzzlelib.search.exact_cover import cover_of
    >>> options = ["p q x y:A", "p r x:A y", "p x:B", "q x:A", "r y:B"]
    >>> list(plain_colours(cover_of(map(str.split, options), secondary=["x", "y"])))
    [(3, 1)]
    """
    if set(cover.items.values()) - {1}:
        raise PuzzleError("plain_colours takes no item that is needed more than once; take search")

    def extend(chosen, left):
        needed = [item for item in left if item not in cover.slack]
        if not needed:
            yield chosen
            return
        item = min(needed, key=lambda item: len(left[item]))
        for option in sorted(left[item]):
            agreeing = {other: cover.agreeing(option, other) for other in cover.options[option]}
            gone = set().union(*(left[other] - agree for other, agree in agreeing.items()))
            rest = {other: left[other] - gone for other in left if agreeing.get(other, True)}
            yield from extend((*chosen, option), rest)

    return extend((), cover.containing)


def steps(
    cover: ExactCover,
    rule: str = "fewest",
    seed: int = 0,
    given: Iterable[int] = (),
    among: Among = every_one,
) -> Iterator[Step]:
    """Search, and yield each step (see steps.py).

    `times` says how often each item may still be covered, `left` which options it has left. Going
    back needs no work: each level has dictionaries of its own.
    """
    choose, draw, slack = RULES[rule], Random(seed), cover.slack

    def needs(times):
        short = {item: n - slack.get(item, 0) for item, n in times.items()}
        return {item: n for item, n in short.items() if n > 0}

    def extend(chosen, times, left):
        # An item that is needed n times takes n options. Each set of them must come once, so we
        # branch on its first one: those before it are ruled out, and it is none of the last n - 1.
        needed = needs(times) if slack else times
        counts = {item: len(left[item]) - (n - 1) for item, n in needed.items()}
        if counts:
            item = choose(counts, draw)
            options, count = left[item], counts[item]
        else:
            yield "answer", chosen
            item, options = None, set().union(*left.values())  # no item needs them
            count = len(options)
        if count < 1:
            if counts:
                yield "conflict", item, "options", len(options)
            return
        options = sorted(options)
        yield "choose", item, count, count
        for i in among(range(count)):
            gone, *rest = select(cover, options[i], options[:i], times, left)
            yield "try", options[i], gone
            yield from extend((*chosen, options[i]), *rest)
            yield "undo", options[i]

    yield from begin(cover, given, extend)


def select(
    cover: ExactCover, option: int, before: Iterable[int], times: dict, left: dict
) -> tuple[set, dict, dict]:
    """Select an option: return the options that are gone with it and `before`, `times`, `left`."""
    covered, disagreeing = set(cover.options[option]), set()
    if cover.colours:
        painted = cover.colours[option].keys()
        disagreeing = set().union(*(left[item] - cover.agreeing(option, item) for item in painted))
        covered -= painted  # these may be covered again
    full = {item for item in covered if times[item] == 1}  # covered as often as they must be
    gone = {option}.union(before, disagreeing, *(left[item] for item in full))
    times = {item: n - (item in covered) for item, n in times.items() if item not in full}
    return gone, times, {item: left[item] - gone for item in times}


def begin(cover: ExactCover, given: Iterable[int], extend) -> Iterator[Step]:
    """Select the hints, and start the search."""
    times, left, gone = cover.items, cover.containing, set()
    for option in given:
        if not all(option in left.get(item, ()) for item in cover.options[option]):
            yield "start", (), ()
            yield "conflict", None, "hints", None
            return
        more, times, left = select(cover, option, (), times, left)
        gone |= more
    yield "start", tuple(given), gone
    yield from extend((), times, left)


def prepare(
    problem: Problem, given: Iterable = (), rule: str = "fewest", seed: int = 0
) -> tuple[ExactCover, list[int]]:
    """Return the exact cover problem, and the hints as option numbers.

    Raise `PuzzleError` for a rule or a seed that there is not, and for a problem that is too large.
    """
    check_choice("rule", rule, RULES)
    check_int("seed", seed)
    check_depth(problem)
    return exact_cover(problem), hint_options(problem, given)


# -------- for callers; `rule` and `seed` are those of `search`


def search(
    cover: ExactCover, rule: str = "fewest", seed: int = 0, stop: Stop = never
) -> Iterator[tuple[int, ...]]:
    """Return all ways to cover every item exactly once, as option numbers in the order of choice.

    `rule`: branch on the item with the "fewest" options, the "first" one, the "worst" (most
    options), or a "random" one, drawn by `seed`; until stop() says True.

    >>> from puzzlelib.search import cover_of
    >>> list(search(cover_of(["ce", "adg", "bcf", "adf", "bg", "deg"], items="abcdefg")))
    [(3, 4, 0)]
    """
    cover, _ = prepare(cover, (), rule, seed)
    return only_answers(steps(cover, rule, seed), stop)


def solutions(
    puzzle: PackingPuzzle,
    given: Iterable[Placement] = (),
    stop: Stop = never,
    rule: str = "fewest",
    seed: int = 0,
) -> Iterator[Solution]:
    """Yield all solutions with the `given` placements, each once, until stop() says True.

    >>> from puzzlelib import load
    >>> sum(1 for _ in solutions(load("tetracubes-2x2x4+2x2x4")))
    1280
    """
    cover, numbers = prepare(check_puzzle(puzzle), given, rule, seed)
    for chosen in only_answers(steps(cover, rule, seed, numbers), stop):
        yield solution_from_options(puzzle, (*numbers, *chosen))


def trace(
    problem: Problem,
    given: Iterable = (),
    rule: str = "fewest",
    seed: int = 0,
    limit: int | None = 1,
    max_events: int = MOST_EVENTS,
) -> Trace:
    """Record the search, until `limit` solutions (None: all) or `max_events` events.

    >>> from puzzlelib.search import cover_of
    >>> one = trace(cover_of(["ce", "adg", "bcf", "adf", "bg", "deg"], items="abcdefg"), limit=None)
    >>> one.events[1].say
    'Level 0: branch on item a, which has the fewest options: 2 options.'
    """
    cover, numbers = prepare(problem, given, rule, seed)
    seen = steps(cover, rule, seed, numbers)
    return search_trace(problem, seen, numbers, HOW[rule], limit=limit, max_events=max_events)


def run(
    problem: Problem, given: Iterable = (), rule: str = "fewest", seed: int = 0, seconds: float | None = 2.0
) -> Counters:
    """Search for so many seconds (None: to the end) and count.

    >>> from puzzlelib import load
    >>> counters = run(load("tetracubes-2x2x4+2x2x4"), seconds=None)
    >>> counters.solutions, counters.complete
    (1280, True)
    """
    cover, numbers = prepare(problem, given, rule, seed)
    return count_steps(steps(cover, rule, seed, numbers), seconds)
