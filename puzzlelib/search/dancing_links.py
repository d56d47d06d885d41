"""Dancing links: Algorithm X on a doubly linked list that forgets an option, and remembers it (see `links`).

Reference: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1; Dancing links, 2000
(arXiv:cs/0011047).

>>> from puzzlelib.search import cover_of, dancing_links
>>> cover = cover_of(["ce", "adg", "bcf", "adf", "bg", "deg"], items="abcdefg")
>>> dancing_links.trace(cover, limit=None).events[2].say
'Level 1: put option 1 {a d g}, 1 of 2; it rules out 3 options.'
"""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from random import Random

from . import algorithm_x
from .algorithm_x import RULES, prepare
from .exact_cover import ExactCover, Problem
from .link_events import LinkRecorder, LinkTrace, RememberingLinks, with_gone
from .links import Links
from .recorder import recorded
from .steps import Among, Step, every_one
from .words import words_of


def steps(
    links: Links, rule: str = "fewest", seed: int = 0, given: Iterable[int] = (), among: Among = every_one
) -> Iterator[Step]:
    """The search, a `yield` for each thing that happens (see steps.py). The links show what is ruled out."""
    choose, draw, chosen = RULES[rule], Random(seed), []
    size, needed = links.size, links.needed

    def extend():
        counts = {item: size[item] - (needed[item] - 1) for item in links.ring(0, links.right)}
        if not counts:
            yield "answer", tuple(chosen)
            return
        item = choose(counts, draw)
        if counts[item] < 1:
            yield "conflict", links.items[item], "options", size[item]
            return
        yield "choose", links.items[item], counts[item], counts[item]
        nodes, once = links.ring(item, links.down), needed[item] == 1
        if once:
            links.cover(item)
        for i in among(range(counts[item])):
            gone = [] if once else nodes[: i + 1]  # of an item with copies, it is the first of several
            for node in gone:
                links.drop(node)
            needed[item] -= 1
            links.put(nodes[i])
            chosen.append(links.option[nodes[i]])
            yield "try", chosen[-1], ()
            yield from extend()
            option = chosen.pop()
            links.take_back(nodes[i])
            needed[item] += 1
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
    """Choose an option for good; False where it cannot be chosen any more."""
    node = links.first[option]
    items = [links.top[one] for one in (node, *links.ring(node, links.right))]
    if not all(links.needed[item] for item in items) or node not in links.ring(items[0], links.down):
        return False
    links.drop(node)
    links.put(node)
    links.needed[items[0]] -= 1
    if not links.needed[items[0]]:
        links.cover(items[0])
    return True


# -------- the doors of Algorithm X, on links


def on_links(cover: ExactCover, *choices) -> Iterator[Step]:
    return steps(Links(cover), *choices)


def remembering(cover: ExactCover, *choices) -> Iterator[Step]:
    """The same steps, with what each of them rules out."""
    links = RememberingLinks(cover)
    return with_gone(steps(links, *choices), links)


def through(door: Callable, steps: Callable) -> Callable:
    """A door of Algorithm X that leads to another search."""

    @wraps(door)
    def to_links(*args, **choices):
        return door(*args, **choices, by=steps)

    return to_links


search = through(algorithm_x.search, on_links)
solutions = through(algorithm_x.solutions, on_links)
run = through(algorithm_x.run, on_links)
trace = through(algorithm_x.trace, remembering)


def link_trace(
    problem: Problem,
    given: Iterable = (),
    rule: str = "fewest",
    seed: int = 0,
    limit: int | None = 1,
    max_events: int = 20_000,
) -> LinkTrace:
    """What the search did down to the link, until `limit` solutions (None: all) or `max_events` events: that
    of `steps`, on arrays that write down their changes. A "try" or "undo" comes after its changes."""
    cover, numbers = prepare(problem, given, rule, seed)
    links = Links(cover)
    recorder = LinkRecorder(words_of(problem), links, max_events)
    found, stopped = recorded(steps(links, rule, seed, numbers), recorder, limit, max_events)
    return LinkTrace(
        cover, recorder.events, recorder.start, links.items, links.top, links.option, found, stopped
    )
