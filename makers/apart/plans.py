"""Moves, the tree of separations, levels, and proofs: the result of taking a solution apart."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from puzzlelib.common.ending import Ending
from puzzlelib.common.words import join_words, many
from puzzlelib.packing.puzzle import Solution

TOWARDS = (("left", "right"), ("to the front", "to the back"), ("down", "up"))
ORIGIN = (0, 0, 0)

# Of each piece, how far it stands from its place in the solution.
Offsets = tuple[tuple[int, ...], ...]


class Shift(NamedTuple):
    """One move: some pieces slide along an axis (0, 1, 2: x, y, z), all others stand still.

    pieces: their places in the solution, from 0, sorted; by: cells, negative to the other side.
    """

    pieces: tuple[int, ...]
    axis: int
    by: int

    def back(self) -> "Shift":
        """Return the move that takes this one back."""
        return self._replace(by=-self.by)

    def towards(self) -> str:
        """Return its direction in words.

        >>> Shift((0,), 0, 2).towards(), Shift((0,), 2, -1).towards()
        ('2 cells to the right', '1 cell down')
        """
        word = TOWARDS[self.axis][self.by > 0]
        return f"{many(abs(self.by), 'cell')} {'to the ' * (self.axis == 0)}{word}"


class Separation(NamedTuple):
    """Moves after which some pieces fall into two parts, and how each part comes apart further.

    The last move takes the second part clear of the first: a plane lies between them. A part that
    is taken apart no further, a single piece or pieces that may stay joined, has None.
    """

    pieces: tuple[int, ...]
    shifts: tuple[Shift, ...]
    parts: tuple[tuple[int, ...], tuple[int, ...]]
    further: "tuple[Separation | None, Separation | None]"

    def walk(self) -> "Iterator[Separation]":
        """Yield this separation and those below it in preorder."""
        waiting = [self]
        while waiting:  # a tree may be deeper than Python calls functions
            waiting += filter(None, reversed((one := waiting.pop()).further))
            yield one


@dataclass(frozen=True)
class Stuck:
    """The proof that some pieces cannot come apart, even alone: all positions they can reach.

    A position holds an offset (x, y, z) for each of `pieces`: how far it stands from its place in
    the solution, as seen from the first of them. `verify_apart` checks that no move leads out.
    """

    pieces: tuple[int, ...]
    positions: Collection[Offsets]


@dataclass
class Disassembly:
    """The answer of `take_apart`.

    trees: one for each box, None where there is nothing to take apart; empty if `stuck` says why
    not. positions: how many were looked at. Of a search that was cut short, `possible` is None.
    """

    solution: Solution
    trees: tuple[Separation | None, ...] = ()
    stuck: Stuck | None = None
    joined: tuple[frozenset[str], ...] = ()
    positions: int = 0
    seconds: float = 0.0
    stopped: Ending = Ending.DONE

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the pieces, with a number where there are copies."""
        return piece_names(self.solution)

    @property
    def complete(self) -> bool:
        """Whether the search came to its end."""
        return not self.stopped

    @property
    def possible(self) -> bool | None:
        """Whether the solution can be taken apart, and so put together; None: not known."""
        return None if self.stopped else self.stuck is None

    def separations(self) -> list[Separation]:
        """Return all separations in preorder, box after box."""
        return [one for tree in self.trees if tree for one in tree.walk()]

    @property
    def levels(self) -> tuple[int, ...]:
        """The moves to each separation, in preorder."""
        return tuple(len(one.shifts) for one in self.separations())

    @property
    def level(self) -> str:
        """The levels as text: "5.3.2", without ones at the end; a plus between several boxes."""
        levels = ([len(one.shifts) for one in tree.walk()] for tree in self.trees if tree)
        return " + ".join(".".join(map(str, without_ones(one) or (1,))) for one in levels)

    @property
    def shifts(self) -> list[Shift]:
        """All moves that take it apart, in their order."""
        return [shift for one in self.separations() for shift in one.shifts]

    @property
    def assembly(self) -> list[Shift]:
        """All moves that put it together, in their order."""
        return [shift.back() for shift in reversed(self.shifts)]

    def offsets(self) -> list[Offsets]:
        """Return how far each piece stands from its place: first nowhere, then after each move."""
        start: Offsets = (ORIGIN,) * len(self.solution)
        return list(accumulate(self.shifts, apply_shift, initial=start))

    def sentence(self, shift: Shift) -> str:
        """Return a move in words.

        >>> from puzzlelib import load, solve
        >>> done = Disassembly(solve(load("soma")).solutions[0])
        >>> done.sentence(Shift((0, 2), 0, 2))
        'V and T: 2 cells to the right'
        """
        return f"{join_words(self.names[k] for k in shift.pieces)}: {shift.towards()}"

    def to_dict(self) -> dict:
        """Return the answer as it is written to JSON."""
        out: dict = {"possible": self.possible, "complete": self.complete}
        out["positions"] = self.positions
        if self.stuck:
            return out | {"stuck": [self.names[k] for k in self.stuck.pieces]}
        out |= {"level": self.level, "moves": []}
        for pieces, axis, by in self.assembly:
            names = [self.names[k] for k in pieces]
            out["moves"].append({"pieces": names, "axis": "xyz"[axis], "by": by})
        return out


def without_ones(levels: Sequence[int]) -> tuple[int, ...]:
    """Return levels without the ones at their end, as makers write them.

    >>> without_ones([5, 1, 2, 1, 1])
    (5, 1, 2)
    """
    last = max((k for k, level in enumerate(levels, 1) if level > 1), default=0)
    return tuple(levels[:last])


def apply_shift(offsets: Offsets, shift: Shift) -> Offsets:
    moved = list(offsets)
    for k in shift.pieces:
        moved[k] = tuple(x + shift.by * (axis == shift.axis) for axis, x in enumerate(moved[k]))
    return tuple(moved)


def piece_names(solution: Solution) -> tuple[str, ...]:
    """Return a name for each placement: that of its piece, with a number where there are copies.

    >>> from puzzlelib import load, solve
    >>> piece_names(solve(load("nine-ls")).solutions[0])[:2]
    ('V 1', 'V 2')
    """
    copies, names, used = Counter(one.piece for one in solution), [], Counter()
    for piece, *_ in solution:
        used[piece] += 1
        names.append(f"{piece} {used[piece]}" if copies[piece] > 1 else piece)
    return tuple(names)
