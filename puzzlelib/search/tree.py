"""The tree of a search: one node for each try, read off the events of a trace."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from .puzzles import PackingPuzzle, whole
from .recorder import place

DEEPER = ("try", "decide")
BACK = ("undo", "backjump", "restart")
ENDS = ("conflict", "answer")
NEVER = 2**31 - 1  # the step at which a node that is still open when the recording ends is left
SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(slots=True)
class Branch:
    """A node of the tree: the search is in it, or below it, from step `first` to the step before `last`.

    `label` is the choice that led here, short, `words` the same in words; `kind` is "open", "conflict" or "answer", from step
    `ended` on, `say` the sentence of that event; `item` and `count` tell what it branches on, with how many options. Of branch
    and bound, `bound` is the cost of its relaxation, and a dead end for its bound is of the kind "bound".
    """

    parent: int
    level: int
    first: int
    label: str = ""
    words: str = ""
    last: int = NEVER
    kind: str = "open"
    ended: int = -1
    say: str = ""
    item: object = None
    count: int | None = None
    chosen: int = -1  # the step at which the item was chosen
    bound: float | None = None


class Words:
    """Names for the options and items of a trace: short ones for drawings, long ones for sentences.

    >>> from puzzlelib import load
    >>> from puzzlelib.trace import Trace
    >>> words = Words(Trace(load("tetracubes-2x4x4")))
    >>> words.short(0), words.option(0), words.item((0, 1, 0)), words.item("Z_mirror")
    ('I', 'I at (0,0,0)', 'cell (0,1,0)', 'piece Z_mirror')
    """

    def __init__(self, trace):
        puzzle = getattr(trace, "puzzle", None) or getattr(trace, "problem", None)
        self.puzzle = puzzle if isinstance(puzzle, PackingPuzzle) else None
        self.names = getattr(puzzle, "names", ()) or ()
        self.square, self.spelled = hasattr(trace, "square"), {}

    def short(self, option: int | None) -> str:
        """A letter or a number."""
        if option is None:
            return "?"
        if self.puzzle:
            return self.puzzle.labels[self.puzzle.placements[option].piece]
        return str(self.names[option] if self.names else option)

    def option(self, option: int | None) -> str:
        """In words."""
        if option is None or not self.puzzle:
            return self.short(option)
        if option not in self.spelled:  # once for all nodes
            piece, cells = self.puzzle.placements[option]
            self.spelled[option] = f"{piece} at {place(cells[0])}"
        return self.spelled[option]

    def item(self, item) -> str:
        """A piece, a cell, or whatever the items are."""
        if item is None:
            return ""
        if self.square and len(item) == 2:
            return f"row {item[0] + 1}, column {item[1] + 1}"
        if self.puzzle and isinstance(item, str):
            return f"piece {item}"
        return f"cell {place(item)}" if isinstance(item, tuple) else str(item)

    @staticmethod
    def heading(item) -> str:
        """An item above its column: as short as can be."""
        return "".join(map(str, item)) if isinstance(item, tuple) else str(item)


def bound_of(event) -> float | None:
    """What the relaxation of a node costs, where an event tells it."""
    return getattr(event, "bound", None)


def is_linear(trace) -> bool:
    """Is it branch and bound, where a node has a linear program?"""
    return any(hasattr(event, "bound") for event in trace.events[:1])


class Tree:
    """All nodes of a search in the order in which it came to them, so that a node's descendants stand right behind it.

    >>> from puzzlelib import load
    >>> from puzzlelib.trace import Event, Trace
    >>> trace = Trace(load("tetracubes-2x4x4"), [Event("start"), Event("try", 1, 7, on=(7,)), Event("conflict", 1, say="Full."),
    ...                                          Event("undo", 0, 7, back=(7,)), Event("try", 1, 8, on=(8,))])
    >>> tree = Tree(trace)
    >>> [(branch.label, branch.kind, branch.first) for branch in tree.branches]
    [('', 'open', 0), ('I', 'conflict', 1), ('I', 'open', 4)]
    >>> tree.path(2), tree.path(3), list(tree.children(0, 3))
    ([0, 1], [0], [1])
    """

    def __init__(self, trace):
        self.words, self.branches, self.open, self.tries = Words(trace), [Branch(-1, 0, 0)], [0], Counter()
        self.linear = is_linear(trace)
        self.branches[0].bound = bound_of(trace.events[0]) if trace.events else None
        for step, event in enumerate(trace.events):
            self.take(step, event)

    def take(self, step: int, event) -> None:
        """Let the tree grow by one event."""
        if event.kind in DEEPER:
            self.leave(step, event.level - 1)
            self.add(step, event)
        elif event.kind in BACK:
            self.leave(step, event.level)
        elif event.kind == "choose":
            node = self.at(event.level)
            node.item, node.count, node.chosen = event.item, getattr(event, "count", None), step
        elif event.kind in ENDS:
            node = self.at(event.level)
            node.kind, node.ended, node.say = (
                "bound" if getattr(event, "why", "") == "bound" else event.kind,
                step,
                event.say,
            )

    def at(self, level: int) -> Branch:
        """The open node on this level, or the deepest one."""
        return self.branches[self.open[min(level, len(self.open) - 1)]]

    def leave(self, step: int, level: int) -> None:
        """Go back to this level."""
        while len(self.open) > level + 1:
            self.branches[self.open.pop()].last = step

    def add(self, step: int, event) -> None:
        parent = self.open[-1]
        self.tries[parent] += 1
        label, words = self.named(event)
        of_one_piece = not self.linear and self.words.puzzle and isinstance(self.branches[parent].item, str)
        if of_one_piece:  # number its tries
            label += str(self.tries[parent]).translate(SMALL)
        self.open.append(len(self.branches))
        self.branches.append(Branch(parent, len(self.open) - 1, step, label, words, bound=bound_of(event)))

    def named(self, event) -> tuple[str, str]:
        """A choice, short and in words."""
        sign = getattr(event, "sign", True)
        if self.linear:
            return (
                f"{self.words.short(event.option)}={int(sign)}",
                f"{self.words.option(event.option)} = {int(sign)}",
            )
        no, without = ("", "") if sign else ("no ", "without ")
        return no + self.words.short(event.option), without + self.words.option(event.option)

    @cached_property
    def sizes(self) -> list[int]:
        """How many nodes hang on each one, itself included."""
        sizes = [1] * len(self.branches)
        for number in range(len(sizes) - 1, 0, -1):
            sizes[self.branches[number].parent] += sizes[number]
        return sizes

    @cached_property
    def firsts(self) -> list[int]:
        return [branch.first for branch in self.branches]

    def path(self, step: int) -> list[int]:
        """The nodes from the root to where the search is at this step."""
        number = bisect_right(self.firsts, step) - 1
        while number and self.branches[number].last <= step:
            number = self.branches[number].parent
        found = []
        while number >= 0:
            found.append(number)
            number = self.branches[number].parent
        return found[::-1]

    def children(self, number: int, step: int = NEVER) -> Iterator[int]:
        """The children that a node has at this step."""
        child, end = number + 1, number + self.sizes[number]
        while child < end and self.branches[child].first <= step:
            yield child
            child += self.sizes[child]


def search_tree(trace, most: int = 20_000):
    """The tree of a search as a networkx.DiGraph, for drawing and counting.

    Parameters: trace, with events as in trace.Event; most, the number of nodes after which the graph ends; then
    `graph.graph["left_out"]` tells how many nodes it lacks.

    Nodes are numbers in the order of the search, 0 is the root. Each has level, label (the choice that led there), kind
    ("open", "conflict", "answer", of branch and bound also "bound"), first and last step in which the search was in it, say (why it
    ended), item and count, and bound.

    >>> from puzzlelib import load
    >>> from puzzlelib.trace import Event, Trace
    >>> graph = search_tree(Trace(load("tetracubes-2x4x4"), [Event("start"), Event("try", 1, 7, on=(7,))]))
    >>> list(graph.edges), graph.nodes[1]["label"], graph.graph["left_out"]
    ([(0, 1)], 'I', 0)
    """
    import networkx as nx

    most = whole("most", most, "must be a whole number above 0", least=1)
    tree = Tree(trace)
    graph = nx.DiGraph(left_out=max(0, len(tree.branches) - most))
    for number, branch in enumerate(tree.branches[:most]):
        graph.add_node(
            number,
            level=branch.level,
            label=branch.label,
            kind=branch.kind,
            first=branch.first,
            last=min(branch.last, len(trace.events)) - 1,
            say=branch.say,
            item=branch.item,
            count=branch.count,
            bound=branch.bound,
        )
        if branch.parent >= 0:
            graph.add_edge(branch.parent, number)
    return graph


NAMED = (
    (r"^[Dd]ead end[^:]*:\s*", ""),
    (r"\b(?:the )?(?:cell [(\[][\d, ]+[)\]](?: in box \d+)?|row \d+, column \d+)", "a cell"),
    (r"\b(?:the )?piece \w+(?: \(\w\))?", "a piece"),
    (r"\b(?:the )?item .+? (?=has|is)", "an item "),
    (r"\d[\d,]*\b", "n"),
    ("has the sum n, not n", "has a wrong sum"),
)


def reason(say: str) -> str:
    """What kind of dead end a sentence tells of: without the cells, pieces and numbers that it names.

    >>> reason("Dead end at level 3: cell (0,1,0) has no option left.")
    'a cell has no option left'
    >>> reason("Dead end at level 3: an island of 2 empty cells, and no set of the remaining pieces has so many.")
    'an island of n empty cells'
    """
    for pattern, word in NAMED:
        say = re.sub(pattern, word, say)
    return say.rstrip(".") if len(say) < 45 else re.split("[,;:]", say)[0].rstrip(".")
