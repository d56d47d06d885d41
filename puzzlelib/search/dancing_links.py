"""Dancing links: Algorithm X on a doubly linked list that forgets an option, and remembers it.

Reference: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1; Dancing links, 2000 (arXiv:cs/0011047).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random

from .algorithm_x import HOW, RULES, prepare
from .backtracking import check_pieces, watched
from .exact_cover import ExactCover, Item
from .puzzles import PackingPuzzle, Placement, Solution
from .recorder import (
    MOST_EVENTS,
    Counters,
    Recorder,
    SearchTrace,
    Step,
    Words,
    counted,
    every_one,
    recorded,
    search_trace,
    solution_of,
)
from .trace import Recording

ARRAYS = ("left", "right", "up", "down", "size")


class Links:
    """The matrix of an exact cover problem as nodes that are linked to their neighbours.

    Node 0 is the root, nodes 1 to n are the items in their order, and then comes one node for each item of each option.
    `left` and `right` link the root with the items that are still to be covered, and the nodes of one option with each
    other, in a ring. (TAOCP keeps an option's nodes side by side with spacers between the options; a ring needs none.)
    `up` and `down` link an item with its nodes in the options that are still possible, in a ring; `size` counts them.
    `top` is the item's node, `option` the option of a node.
    """

    def __init__(self, cover: ExactCover):
        self.problem, self.items = cover, [None, *cover.items]
        count = len(self.items)
        self.left = [(node - 1) % count for node in range(count)]
        self.right = [(node + 1) % count for node in range(count)]
        self.up, self.down, self.top = list(range(count)), list(range(count)), list(range(count))
        self.size, self.option = [0] * count, [None] * count
        self.needed = [0, *cover.items.values()]  # how often an item must still be covered
        self.first = []  # the first node of each option
        place = {item: node for node, item in enumerate(self.items)}
        for number, option in enumerate(cover.options):
            self.add(number, [place[item] for item in option])

    def add(self, number: int, items: list[int]) -> None:
        """Append the nodes of an option, each at the lower end of its column."""
        first, last = len(self.top), len(self.top) + len(items) - 1
        self.first.append(first)
        for node, item in enumerate(items, first):
            self.left.append(node - 1 if node > first else last)
            self.right.append(node + 1 if node < last else first)
            self.up.append(self.up[item])
            self.down.append(item)
            self.down[self.up[item]] = self.up[item] = node
            self.top.append(item)
            self.option.append(number)
            self.size[item] += 1

    def cover(self, item: int) -> None:
        """The item leaves the list of items, and all its options leave the other columns."""
        self.right[self.left[item]], self.left[self.right[item]] = self.right[item], self.left[item]
        node = self.down[item]
        while node != item:
            self.hide(node)
            node = self.down[node]

    def uncover(self, item: int) -> None:
        """The same backwards: each node still knows its old neighbours."""
        node = self.up[item]
        while node != item:
            self.unhide(node)
            node = self.up[node]
        self.right[self.left[item]] = self.left[self.right[item]] = item

    def hide(self, node: int) -> None:
        """All other nodes of the option leave their columns."""
        up, down, right, top, size = self.up, self.down, self.right, self.top, self.size
        other = right[node]
        while other != node:
            down[up[other]], up[down[other]] = down[other], up[other]
            size[top[other]] -= 1
            other = right[other]

    def unhide(self, node: int) -> None:
        """They come back in reverse order."""
        up, down, left, top, size = self.up, self.down, self.left, self.top, self.size
        other = left[node]
        while other != node:
            down[up[other]] = up[down[other]] = other
            size[top[other]] += 1
            other = left[other]

    def put(self, node: int) -> None:
        """The option of this node is chosen: count it for its other items, and cover those that have enough."""
        other = self.right[node]
        while other != node:
            item = self.top[other]
            self.needed[item] -= 1
            if not self.needed[item]:
                self.cover(item)
            other = self.right[other]

    def take_back(self, node: int) -> None:
        """The same backwards."""
        other = self.left[node]
        while other != node:
            item = self.top[other]
            if not self.needed[item]:
                self.uncover(item)
            self.needed[item] += 1
            other = self.left[other]

    def drop(self, node: int) -> None:
        """The whole option leaves all columns."""
        self.hide(node)
        self.down[self.up[node]], self.up[self.down[node]] = self.down[node], self.up[node]
        self.size[self.top[node]] -= 1

    def undrop(self, node: int) -> None:
        """It comes back."""
        self.down[self.up[node]] = self.up[self.down[node]] = node
        self.size[self.top[node]] += 1
        self.unhide(node)

    def ring(self, start: int, links: list[int]) -> list[int]:
        """The other nodes that one meets on the way round.

        >>> from puzzlelib.exact_cover import cover_of
        >>> links = Links(cover_of(["ab", "bc"]))
        >>> links.ring(0, links.right), links.ring(2, links.down)
        ([1, 2, 3], [5, 6])
        """
        found, node = [], links[start]
        while node != start:
            found.append(node)
            node = links[node]
        return found


def search(cover: ExactCover, rule: str = "fewest", seed: int = 0) -> Iterator[tuple[int, ...]]:
    """All ways to cover every item exactly once, as option numbers in the order of choice: those of Algorithm X, in the same order.

    >>> from puzzlelib.exact_cover import cover_of
    >>> list(search(cover_of(["ce", "adg", "bcf", "adf", "bg", "deg"], items="abcdefg")))
    [(3, 4, 0)]
    """
    cover, _ = prepare(cover, (), rule, seed)
    return (chosen for kind, chosen, *_ in steps(Links(cover), rule, seed) if kind == "answer")


def steps(
    links: Links, rule: str = "fewest", seed: int = 0, given: Iterable[int] = (), among=every_one
) -> Iterator[Step]:
    """The search, with a `yield` for each thing that happens (see `recorder`). What a try rules out is seen in the links."""
    choose, draw, chosen = RULES[rule], Random(seed), []
    size, needed = links.size, links.needed

    def extend():
        counts = {item: size[item] - needed[item] + 1 for item in links.ring(0, links.right)}
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
            gone = (
                [] if once else nodes[: i + 1]
            )  # of an item with copies, we choose the option with the smallest number
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
    yield from extend() if possible else [("conflict", None, "hints", None)]


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


# ---------------------------------------------------------------- one door like the other engines


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
    for chosen in watched(steps(Links(cover), rule, seed, numbers), stop):
        yield solution_of(puzzle, numbers, chosen)


def run(
    problem: PackingPuzzle | ExactCover,
    given: Iterable = (),
    rule: str = "fewest",
    seed: int = 0,
    seconds: float | None = 2.0,
) -> Counters:
    """Search for so many seconds (None: to the end) and count.

    >>> from puzzlelib import load
    >>> run(load("tetracubes-2x2x4+2x2x4"), seconds=None).solutions
    1280
    """
    cover, numbers = prepare(problem, given, rule, seed)
    return counted(steps(Links(cover), rule, seed, numbers), seconds)


class RememberingLinks(Links):
    """Links that keep a list of the options that are hidden at present, in the order in which they were hidden."""

    def __init__(self, cover: ExactCover):
        super().__init__(cover)
        self.hidden = []

    def hide(self, node: int) -> None:
        self.hidden.append(self.option[node])
        super().hide(node)

    def unhide(self, node: int) -> None:
        super().unhide(node)
        self.hidden.pop()


def with_gone(steps: Iterable[Step], links: RememberingLinks) -> Iterator[Step]:
    """The steps of a search on these links, with the options that were hidden by the hints and by each try.

    The item that is branched on stays covered from one of its tries to the next. A trace shows the matrix between them as it is
    for the search: all that was possible before the choice is possible again.
    """
    level, marks = 0, {}
    for step in steps:
        kind = step[0]
        if kind == "start":
            step = (
                *step[:2],
                set(links.hidden) if step[1] else (),
            )  # no hint is put where they exclude each other
        elif kind == "choose":
            marks[level] = len(links.hidden)
        elif kind == "try":
            step = (*step[:2], set(links.hidden[marks[level] :]))
        level += (kind == "try") - (kind == "undo")
        yield step


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
    >>> one.events[2].say
    'Level 1: put option 1 {a d g}, 1 of 2; it rules out 3 options.'
    """
    cover, numbers = prepare(problem, given, rule, seed)
    links = RememberingLinks(cover)
    return search_trace(
        problem,
        with_gone(steps(links, rule, seed, numbers), links),
        numbers,
        HOW[rule],
        limit=limit,
        most=most,
    )


# ---------------------------------------------------------------- down to the single link


@dataclass(frozen=True, slots=True)
class LinkEvent:
    """One thing that happened to the links: `changes` are (array, node, old, new), in their order.

    kind: "cover" and "uncover" (an item leaves the list of items, or comes back), "unlink" and "relink" (a node of an option leaves
    its column, or comes back), and the kinds of a search trace, without changes.
    """

    kind: str
    level: int = 0
    item: Item | None = None
    option: int | None = None
    changes: tuple[tuple[str, int, int, int], ...] = ()
    say: str = ""


class Loud(list):
    """A list that writes down each of its changes."""

    def __init__(self, name: str, values: list[int], log: list):
        super().__init__(values)
        self.name, self.log = name, log

    def __setitem__(self, node, value):
        self.log.append((self.name, node, self[node], value))
        super().__setitem__(node, value)


@dataclass
class LinkTrace(Recording):
    """What the search did with the links. `start` is the state before the first event; `state(k)` replays.

    >>> from puzzlelib.exact_cover import cover_of
    >>> one = link_trace(cover_of(["ab", "bc", "c"]), limit=None)
    >>> one.state(0)["right"][:4], one.state(2)["right"][:4]
    ((1, 2, 3, 0), (2, 2, 3, 0))
    >>> one.events[2].say
    'Cover: item a leaves the list of items.'
    """

    problem: ExactCover
    events: list[LinkEvent]
    start: dict[str, tuple[int, ...]]  # "left", "right", "up", "down", "size", each by node
    items: list  # the item of each header, None for the root
    top: list[int]
    option: list  # the option of each node, None for the root and the headers
    solutions: list[tuple[int, ...]]
    stopped: str = ""

    def state(self, k: int) -> dict[str, tuple[int, ...]]:
        """The arrays after event k (0 … len - 1)."""
        self.check_step(k)
        arrays = {name: list(values) for name, values in self.start.items()}
        for event in self.events[: k + 1]:
            for name, node, _, new in event.changes:
                arrays[name][node] = new
        return {name: tuple(values) for name, values in arrays.items()}


def link_trace(
    problem: PackingPuzzle | ExactCover,
    given: Iterable = (),
    rule: str = "fewest",
    seed: int = 0,
    limit: int | None = 1,
    most: int = 20_000,
) -> LinkTrace:
    """What the search did down to the single link, until `limit` solutions (None: all) or `most` events.

    The search is the one of `steps`, on arrays that write down their changes. A "try" or "undo" comes after its changes.
    """
    cover, numbers = prepare(problem, given, rule, seed)
    links, log = Links(cover), []
    start = {name: tuple(getattr(links, name)) for name in ARRAYS}
    for name in ARRAYS:
        setattr(links, name, Loud(name, getattr(links, name), log))
    recorder = LinkRecorder(Words(problem), links, log, most)
    answers, stopped = recorded(steps(links, rule, seed, numbers), recorder, limit, most)
    return LinkTrace(cover, recorder.events, start, links.items, links.top, links.option, answers, stopped)


class LinkRecorder(Recorder):
    """Turns steps into link events; before each of them come the changes that were made since the step before."""

    def __init__(self, words: Words, links: Links, log: list, most: int):
        super().__init__(words)
        self.links, self.log, self.most, self.full = links, log, most, False

    def record(self, step: Step) -> None:
        self.record_changes()
        super().record(step)

    def finish(self, stopped: str) -> str:
        self.record_changes()
        return super().finish("events" if self.full else stopped)

    def record_changes(self) -> None:
        while self.log:
            long = (
                2 if self.log[0][0] == "right" else 3
            )  # an item has two links, a node two links and the size
            self.changed(tuple(self.log[:long]))
            del self.log[:long]

    def add(self, kind: str, level: int, say: str, item=None, option=None, changes=(), **more) -> None:
        if len(self.events) < self.most - (kind != "end"):
            self.events.append(LinkEvent(kind, level, item, option, changes, say))
        else:
            self.full = True  # one step makes many events: the last ones may not fit

    def changed(self, changes: tuple) -> None:
        """The changes that one node made. Its neighbours pointed at it before, or they point at it now."""
        (array, _, old, new), last = changes[0], changes[-1]
        back = last[3] == new != 0 if array == "right" else last[3] > last[2]
        node = new if back else old
        name = self.words.item(self.links.items[self.links.top[node]])
        if array == "right":
            kind = "uncover" if back else "cover"
            say = f"{name} is back in the list of items." if back else f"{name} leaves the list of items."
        else:
            kind = "relink" if back else "unlink"
            what = self.words.option(self.links.option[node])
            say = f"{what} {'is back in' if back else 'leaves'} the column of {name}: {last[3]} there."
        self.add(
            kind,
            self.level,
            f"{kind.capitalize()}: {say}",
            self.links.items[self.links.top[node]],
            self.links.option[node],
            changes,
        )
