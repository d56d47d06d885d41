"""Traces of dancing links: the options that each try hides, and every change of a single link."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ..common.ending import Ending
from .events import Event, Recording
from .exact_cover import ExactCover
from .links import ARRAYS, Links
from .recorder import Recorder
from .steps import Step
from .words import CoverWords


class RememberingLinks(Links):
    """Links that keep a list of the options that are hidden at present, in the order of hiding."""

    def __init__(self, cover: ExactCover):
        super().__init__(cover)
        self.hidden: list[int] = []

    def hide(self, node: int) -> None:
        self.hidden.append(self.option[node])
        super().hide(node)

    def unhide(self, node: int) -> None:
        super().unhide(node)
        self.hidden.pop()


def with_gone(steps: Iterable[Step], links: RememberingLinks) -> Iterator[Step]:
    """Yield the steps of a search on links, with the options that the hints and each try hide.

    The item that is branched on stays covered from try to try. Between them, a trace shows the
    matrix as it is for the search: options that were possible before the choice are possible again.
    """
    level, marks = 0, {}
    for step in steps:
        if step[0] == "start":
            given = step[1]  # none where the hints exclude each other
            step = "start", given, set(links.hidden) if given else ()
        elif step[0] == "choose":
            marks[level] = len(links.hidden)
        elif step[0] == "try":
            step = "try", step[1], set(links.hidden[marks[level] :])
            level += 1
        elif step[0] == "undo":
            level -= 1
        yield step


# -------- down to the single link


class Change(NamedTuple):
    """One link that changed, or the size of a column: array[node] was `old` and is `new`."""

    array: str
    node: int
    old: int
    new: int


@dataclass(frozen=True, slots=True)
class LinkEvent(Event):
    """One thing that happened to the links: `changes` are (array, node, old, new), in their order.

    The kinds are "cover" and "uncover" (an item leaves the list of items, or comes back), "unlink"
    and "relink" (a node of an option leaves its column, or comes back), and those of a search
    trace, without changes.
    """

    changes: tuple[tuple[str, int, int, int], ...] = ()


class LoggedList(list):
    """A list that logs each of its changes."""

    def __init__(self, name: str, values: Iterable[int], log: list[Change]):
        super().__init__(values)
        self.name, self.log = name, log

    def __setitem__(self, node, value):
        self.log.append(Change(self.name, node, self[node], value))
        super().__setitem__(node, value)


class LinkWords(CoverWords):
    form = "links"


@dataclass
class LinkTrace(Recording[LinkEvent]):
    """A recording of the links. `start` is the state before the first event; `state(k)` replays.

    >>> from puzzlelib.search.dancing_links import link_trace
    >>> from puzzlelib.search.exact_cover import cover_of
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
    stopped: Ending = Ending.DONE

    @property
    def words(self) -> LinkWords:
        return LinkWords(self.problem)

    def state(self, k: int) -> dict[str, tuple[int, ...]]:
        """Return the arrays after event k, by name."""
        self.check_step(k)
        arrays = {name: list(values) for name, values in self.start.items()}
        for event in self.events[: k + 1]:
            for name, node, _, new in event.changes:
                arrays[name][node] = new
        return {name: tuple(values) for name, values in arrays.items()}


class LinkRecorder(Recorder):
    """Turns steps into link events, each after the changes that were made since the step before."""

    def __init__(self, words, links: Links):
        super().__init__(words)
        self.links = links
        self.log: list[Change] = []
        self.start = {name: tuple(getattr(links, name)) for name in ARRAYS}
        for name in ARRAYS:
            setattr(links, name, LoggedList(name, self.start[name], self.log))

    def record(self, step: Step) -> None:
        self.add_changes()
        super().record(step)

    def finish(self, stopped: Ending, max_events: int) -> Ending:
        self.add_changes()
        return super().finish(stopped, max_events)

    def add(self, kind: str, level: int, say: str, *, on=(), off=(), back=(), count=None, **more) -> None:
        self.events.append(LinkEvent(kind, level, say=say, **more))

    def add_changes(self) -> None:
        """Add the changes since the last step, node by node."""
        while self.log:
            count = 2 if self.log[0].array == "right" else 3  # of an item; of a node
            self.add_change(*self.log[:count])
            del self.log[:count]

    def add_change(self, ahead: Change, behind: Change, *size: Change) -> None:
        """Add the event of a node that left its ring, or came back: its neighbours point at it."""
        back = ahead.new == behind.new != ahead.node
        node, does = (ahead.new, "is back in") if back else (ahead.old, "leaves")
        item, option = self.links.items[self.links.top[node]], self.links.option[node]
        name = self.words.item(item)
        if size:
            kind = "relink" if back else "unlink"
            say = f"{self.words.option(option)} {does} the column of {name}: {size[0].new} there."
        else:
            kind, say = "uncover" if back else "cover", f"{name} {does} the list of items."
        changes = (ahead, behind, *size)
        say = f"{kind.capitalize()}: {say}"
        self.add(kind, self.level, say, item=item, option=option, changes=changes)
