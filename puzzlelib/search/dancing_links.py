"""Dancing links: Algorithm X on doubly linked lists that forget an option, and remember it.

Reference: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1; Dancing links, 2000
(arXiv:cs/0011047).

>>> from puzzlelib.search import cover_of, dancing_links
>>> cover = cover_of(["ce", "adg", "bcf", "adf", "bg", "deg"], items="abcdefg")
>>> dancing_links.trace(cover, limit=None).events[2].say
'Level 1: try option 1 {a d g}, 1 of 2; it rules out 3 options.'
"""

from collections.abc import Iterable, Iterator

from ..common.clock import Stop, never
from ..packing.puzzle import PackingPuzzle, Placement, Solution, check_puzzle
from .algorithm_x import HOW, prepare
from .counters import Counters, count_steps
from .events import Trace
from .exact_cover import ExactCover, Problem, solution_from_options
from .link_events import LinkRecorder, LinkTrace, RememberingLinks, with_gone
from .links import Links
from .recorder import MOST_EVENTS, record_steps, search_trace
from .steps import Step, only_answers
from .words import words_of


def steps(links: Links, given: Iterable[int] = ()) -> Iterator[Step]:  # noqa: C901, PLR0915 (read as one)
    """Search, and yield each step (see steps.py); the links show which options are ruled out.

    It branches on the first item with the fewest options.
    """
    chosen: list[int] = []
    size, needed, slack = links.size, links.needed, links.slack

    def extend():  # noqa: PLR0912 (what it does, it undoes below)
        open_items = links.ring(0, links.right)
        counts = {i: size[i] - (n - 1) for i in open_items if (n := needed[i] - slack[i]) > 0}
        if counts:
            item = min(counts, key=counts.__getitem__)
            if counts[item] < 1:
                yield "conflict", links.items[item], "options", size[item]
                return
            nodes, once = links.ring(item, links.down), needed[item] == 1
        else:
            yield "answer", tuple(chosen)
            item, nodes, once = 0, links.optional(), False
            counts = {item: len(nodes)}
            if not nodes:
                return
        yield "choose", links.items[item], counts[item], counts[item]
        if once:
            links.cover(item)
        for i in range(counts[item]):
            gone = [] if once else nodes[: i + 1]  # the first of several
            for node in gone:
                links.drop(node)
            if once:
                needed[item] = 0
                links.put(nodes[i])
            else:
                links.put_all(nodes[i])
            chosen.append(links.option[nodes[i]])
            yield "try", chosen[-1], ()
            yield from extend()
            option = chosen.pop()
            if once:
                links.unput(nodes[i])
                needed[item] = 1
            else:
                links.unput_all(nodes[i])
            for node in reversed(gone):
                links.undrop(node)
            yield "undo", option
        if once:
            links.uncover(item)

    possible = all([put_hint(links, option) for option in given])
    yield "start", tuple(given) if possible else (), ()
    if possible:
        yield from extend()
    else:
        yield "conflict", None, "hints", None


def put_hint(links: Links, option: int) -> bool:
    """Choose an option for good; return False where it cannot be chosen any more."""
    node = links.first[option]
    items = [links.top[one] for one in (node, *links.ring(node, links.right))]
    if not all(links.needed[item] for item in items) or node not in links.ring(items[0], links.down):
        return False
    links.drop(node)
    links.put_all(node)
    return True


# -------- for callers


def search(cover: ExactCover, stop: Stop = never) -> Iterator[tuple[int, ...]]:
    """Return all ways to cover every item exactly once, in the order of `algorithm_x.search`."""
    prepare(cover)
    return only_answers(steps(Links(cover)), stop)


def solutions(
    puzzle: PackingPuzzle, given: Iterable[Placement] = (), stop: Stop = never
) -> Iterator[Solution]:
    """Yield all solutions with the `given` placements, each once, until stop() says True."""
    cover, numbers = prepare(check_puzzle(puzzle), given)
    for chosen in only_answers(steps(Links(cover), numbers), stop):
        yield solution_from_options(puzzle, (*numbers, *chosen))


def run(problem: Problem, given: Iterable = (), seconds: float | None = 2.0) -> Counters:
    """Search for so many seconds (None: to the end) and count."""
    cover, numbers = prepare(problem, given)
    return count_steps(steps(Links(cover), numbers), seconds)


def trace(
    problem: Problem, given: Iterable = (), limit: int | None = 1, max_events: int = MOST_EVENTS
) -> Trace:
    """Record the search, until `limit` solutions (None: all) or `max_events` events.

    The events are those of `algorithm_x.trace`; the links remember which options are hidden.
    """
    cover, numbers = prepare(problem, given)
    links = RememberingLinks(cover)
    seen = with_gone(steps(links, numbers), links)
    return search_trace(problem, seen, numbers, HOW["fewest"], limit=limit, max_events=max_events)


def link_trace(problem: Problem, limit: int | None = 1, max_events: int = 20_000) -> LinkTrace:
    """Record the search down to the single link; `limit` and `max_events` as in `trace`.

    The arrays of the links write down their changes; a "try" or "undo" comes after its changes.
    """
    cover, _ = prepare(problem)
    links = Links(cover)
    recorder = LinkRecorder(words_of(problem), links)
    found, stopped = record_steps(steps(links), recorder, limit, max_events)
    return LinkTrace(
        cover, recorder.events, recorder.start, links.items, links.top, links.option, found, stopped
    )
