"""A solution that comes apart move by move, or is put together; parts that are out lie beside it.

The part in the middle is the one whose turn it is, each piece moved by its offset. A part that
has got clear is put aside, on the side on which it left. Of a solution that cannot be taken apart,
the frames are the positions that its pieces can reach.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from makers.apart import Disassembly, Separation
from puzzlelib.common.words import join_words, many
from puzzlelib.packing.layers import signs
from puzzlelib.packing.puzzle import Placement
from puzzlelib.pictures import traces
from puzzlelib.pictures.blocks import Block, Frame, Scene, block_of, frame_of
from puzzlelib.pictures.layout import RIGHT, shape_at
from puzzlelib.pictures.packing import PuzzleView, touched_neighbours, touched_tone
from puzzlelib.pictures.scenes import page, scene

from .flights import Floor

MOST_POSITIONS = 200  # of a proof, that are shown
CLEARLY = 0.5  # cells in the picture: a part that has gone so far aside left on this side
AIR = 0.8  # cells between what moves and what has been put aside

Offset = tuple[int, ...]
Group = tuple[int, ...]  # places in the solution


class Scenery(NamedTuple):
    """One state: the offset of each piece on the stage, the parts that lie aside, and the moves so far."""

    offsets: dict[int, Offset]
    aside: frozenset[Group]
    made: int  # moves so far


class BothWays(NamedTuple):
    """The two sentences about the way from one state to the next, and about the way back."""

    apart: str
    together: str


class Story:
    """The states of a solution that comes apart, and the changes between them.

    >>> from puzzlelib import load, solve
    >>> from makers.apart import take_apart
    >>> story = Story(take_apart(solve(load("burr-level-10"), limit=None).solutions[-1]))
    >>> len(story.states) - len(story.changes)
    1
    """

    def __init__(self, done: Disassembly):
        self.done, self.moves = done, len(done.shifts)
        self.states = [Scenery(dict.fromkeys(range(len(done.solution)), (0, 0, 0)), frozenset(), 0)]
        self.changes: list[BothWays] = []
        self.made = 0
        if done.stuck:
            self.tell_positions()
        for number, tree in enumerate(tree for tree in done.trees if tree):
            self.tell(tree, first=not number)

    def add(self, offsets: dict, aside: Iterable[Group], apart: str, together: str) -> None:
        self.states.append(Scenery(offsets, frozenset(aside), self.made))
        self.changes.append(BothWays(apart, together))

    def names(self, group: Group) -> str:
        """Return the names of pieces, with the word before them.

        >>> from puzzlelib import load, solve
        >>> from makers.apart import take_apart
        >>> story = Story(take_apart(solve(load("soma")).solutions[0]))
        >>> story.names((0,)), story.names((0, 1))
        ('piece V', 'pieces V and L')
        """
        noun = "piece" if len(group) == 1 else "pieces"
        return f"{noun} {join_words(self.done.names[k] for k in group)}"

    def tell(self, one: Separation, first: bool = True) -> None:
        """Add the states of a separation, and of those below it, the part that stays first."""
        for shift in one.shifts:
            self.move(shift)
        stays, leaves = one.parts
        now, rest = self.states[-1], one.further[1]
        verb = "is" if len(leaves) == 1 else "are"
        out = f"Now {self.names(leaves)} {verb} clear, and {verb} put aside."
        back = f"Now {self.names(leaves)} {verb} fetched."
        left = {k: by for k, by in now.offsets.items() if k not in leaves}
        self.add(left, {*now.aside, leaves}, out, back)
        if one.further[0]:
            self.tell(one.further[0])
        if rest:
            self.fetch(leaves, {k: now.offsets[k] for k in leaves})
            self.tell(rest)

    def move(self, shift) -> None:
        """Add the state after one move."""
        now = self.states[-1]
        offsets = dict(now.offsets)
        for k in shift.pieces:
            by = (shift.by * (axis == shift.axis) for axis in range(3))
            offsets[k] = tuple(map(sum, zip(offsets[k], by)))
        who, self.made = self.names(shift.pieces), self.made + 1
        apart = f"Move {self.made}: {who}, {shift.towards()}."
        together = f"Move {self.moves - self.made + 1}: {who}, {shift.back().towards()}."
        self.add(offsets, now.aside, apart, together)

    def fetch(self, group: Group, offsets: dict) -> None:
        """Add the state in which a part moves to the middle, and what was there goes aside."""
        now = self.states[-1]
        ready = tuple(sorted(now.offsets))
        aside = {*now.aside, ready} - {group, ()}
        who = self.names(group)
        self.add(offsets, aside, f"Now {who} come apart.", f"So {who} are together: put aside.")

    def tell_positions(self) -> None:
        """Add positions that pieces can reach which do not come apart; all others lie aside."""
        stuck, whole = self.done.stuck, self.states[0].offsets
        others = [(k,) for k in whole if k not in stuck.pieces]
        positions = sorted(stuck.positions, key=lambda one: (any(map(any, one)), one))
        for position in positions[not others : MOST_POSITIONS]:
            self.add(dict(zip(stuck.pieces, position)), others, "", "")


def level_in_words(level: str) -> str:
    """Return a level, and what its numbers count; of several boxes each has its own.

    >>> level_in_words("5"), level_in_words("1.2")
    ('5: a part leaves after 5 moves', '1.2: a part leaves after 1 move, the next after 2')
    >>> level_in_words("5.3.2"), level_in_words("3 + 2")
    ('5.3.2: a part leaves after 5 moves, the next after 3 and 2', '3 + 2')
    """
    first, *more = level.split(".")
    if not first.isdecimal():
        return level
    later = f", the next after {join_words(more)}" if more else ""
    return f"{level}: a part leaves after {many(int(first), 'move')}{later}"


class ApartSteps(Sequence):
    """The frames of a story, from the solution to its pieces, or the other way round."""

    ends = "All is taken apart.", "The solution is built."

    def __init__(self, done: Disassembly, together: bool = False):
        self.done, self.story, self.together = done, Story(done), together
        puzzle = done.solution.puzzle
        self.view = PuzzleView(puzzle)
        self.signs = signs(puzzle, dict.fromkeys(done.solution, "solution"))
        self.shown = self.story.states[::-1] if together else self.story.states
        self.spots = self.lay_aside()

    def __len__(self) -> int:
        return len(self.story.states)

    def __getitem__(self, k: int) -> Frame:
        state = self.shown[k]
        cells, how = self.letters(state)
        more = {"cells": cells, "how": how, "mark": self.mark(k), "snug": True}
        more["beside"] = sorted(set(self.signs.values()) - set(cells))
        return frame_of(self.blocks(state), self.sentence(k), **more | self.where(state))

    def track(self) -> list[tuple[str, int]]:
        """Return kind and level of each frame."""
        return [(self.mark(k), 0) for k in range(len(self))]

    def mark(self, k: int) -> str:
        return "answer" if k == len(self) - 1 and not self.done.stuck else ""

    # -------- words

    def sentence(self, k: int) -> str:
        """Return what is said at a step: what has just been done, and at the ends, where we are."""
        if self.done.stuck:
            return self.stuck_sentence(k)
        if k == 0:
            return self.opening()
        changes = self.story.changes
        said = changes[len(changes) - k].together if self.together else changes[k - 1].apart
        return f"{said} {self.ends[self.together]}".rstrip() if k == len(self) - 1 else said

    def where(self, state: Scenery) -> dict[str, str]:
        """Return which move has been made; a proof has none."""
        moves = self.story.moves
        made = moves - state.made if self.together else state.made
        return {"where": f"move {made} of {moves}"} if moves else {}

    def opening(self) -> str:
        done = self.done
        moves = many(len(done.shifts), "move")
        if not done.shifts:
            return "There is nothing to take apart."
        if self.together:
            return f"The pieces lie apart. Step on: {moves} put them together."
        pieces = many(len(done.solution), "piece")
        return f"{pieces}, level {level_in_words(done.level)}. Step on: {moves} take them apart."

    def stuck_sentence(self, k: int) -> str:
        stuck = self.done.stuck
        who, number = self.story.names(stuck.pieces), len(stuck.positions)
        alone = len(stuck.pieces) < len(self.done.solution)
        if alone and k == 0:
            return f"This cannot be built: {who} do not come apart, even alone."
        if number == 1:
            return f"This cannot be built: of {who}, no group can move at all."
        where = f"Position {k + 1 - alone} of {number:,} that {who} can reach"
        return f"{where}: each move leads to another of them, and in none are they clear."

    # -------- pictures

    def lay_aside(self) -> dict[Group, np.ndarray]:
        """Return the place aside of each part that is put there, clear of all that moves."""
        floor, parts = Floor(self.view.puzzle), []
        for state in self.story.states:
            parts += [part for part in sorted(state.aside) if part not in parts]
        units = {self.union(part): part for part in parts}
        moves = floor.lay_out(list(units), sides=self.sides_of(parts))
        return {units[one]: move + self.room_for_moves(move) for one, move in moves.items()}

    def sides_of(self, parts: Sequence[Group]) -> list[int]:
        """Return for each part the side on which it left, -1 or 1; the emptier one if it left straight
        up, down, towards the eye or away."""
        sides: list[int] = []
        for part in parts:
            across = float(np.mean(list(self.offsets_aside(part).values()), axis=0) @ RIGHT)
            sides.append(1 if across > CLEARLY else -1 if across < -CLEARLY else -1 if sum(sides) > 0 else 1)
        return sides

    def union(self, part: Group) -> Placement:
        """Return the pieces of a part as one placement, as they are when it is put aside."""
        state = next(one for one in self.story.states if part in one.aside)
        before = self.story.states[self.story.states.index(state) - 1].offsets
        cells = [cell for k in part for cell in self.moved_cells(k, before[k])]
        return Placement(str(part), tuple(sorted(cells)))

    def moved_cells(self, k: int, by: Offset) -> list[tuple]:
        cells = self.done.solution[k].cells
        return [(*(x + d for x, d in zip(cell, by)), *cell[3:]) for cell in cells]

    def room_for_moves(self, aside: np.ndarray) -> np.ndarray:
        """Return by how much more a part goes aside than beside the still solution."""
        room = self.view.room
        half = np.abs((room.high.max(0) - room.low.min(0)) / 2 * (1, 1, 0)) @ np.abs(RIGHT)
        side = 1 if aside @ RIGHT > 0 else -1
        most = max(
            side * float((point - room.centre) @ RIGHT)
            for state in self.story.states
            for k, by in state.offsets.items()
            for point in room.place(self.moved_cells(k, by)) + 0.5
        )
        return side * max(0.0, most + AIR - half) * RIGHT

    def blocks(self, state: Scenery) -> list[Block]:
        """Return a block for each piece, on the stage or aside."""
        taken = {cell for k, by in state.offsets.items() for cell in self.moved_cells(k, by)}
        shown = [(k, np.array(by), taken) for k, by in state.offsets.items()]
        for part in state.aside:
            spot, offsets = self.spots[part], self.offsets_aside(part)
            own = {cell for k in part for cell in self.moved_cells(k, offsets[k])}
            shown += [(k, np.array(offsets[k]) + spot, own) for k in part]
        return [self.block(k, by, own) for k, by, own in sorted(shown, key=lambda one: one[0])]

    def offsets_aside(self, part: Group) -> dict[int, Offset]:
        """Return the offsets of the pieces of a part when it is put aside."""
        for before, state in zip(self.story.states, self.story.states[1:]):
            if part in state.aside:
                return {k: before.offsets[k] for k in part}
        return {}

    def block(self, k: int, by: np.ndarray, taken: set) -> Block:
        """Return the block of a piece, darker where another one touches it."""
        placement = self.done.solution[k]
        shape, at, box = shape_at(placement.cells)
        label, paint = self.signs[placement], self.view.paint[placement.piece]
        whole = all(float(x).is_integer() for x in by)
        here = tuple(int(x + d) for x, d in zip(at, by)) + placement.cells[0][3:]
        touched = touched_neighbours(shape, here, taken) if whole else frozenset()
        return block_of(
            traces.piece_part(shape, label, *paint, False),
            at + by + self.view.room.shift[box],
            tone=touched_tone(shape, label, False, touched),
            edge=traces.outline_part(shape, 3),
        ) | {"slides": k}

    def letters(self, state: Scenery) -> tuple[list[str], list[str]]:
        """Return the letters in the cells of the container, and how each was put there."""
        owner = {}
        for k, by in state.offsets.items():
            owner |= dict.fromkeys(self.moved_cells(k, by), self.signs[self.done.solution[k]])
        cells = [owner.get(cell, "") for cell in self.view.puzzle.container]
        return cells, ["solution" if text else "" for text in cells]

    def scene(self) -> Scene:
        """Return the scene, with room for all that moves, and the edges of boxes alone; each frame
        fills the picture."""
        lows, highs = self.corners()
        plain = scene(self.view.puzzle)
        plain.pop("boxes")
        edges = plain["fixed"] if all(self.view.room.whole) else []
        return plain | page(lows.min(0)[None], highs.max(0)[None]) | {"fixed": edges}

    def corners(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the low and the high corner of each piece in each state, (n, 3) both."""
        states = self.story.states
        lows = [block["at"] for state in states for block in self.blocks(state)]
        sizes = [np.max(shape_at(one.cells)[0], 0) + 1 for one in self.done.solution]
        return np.array(lows), np.array(lows) + np.tile(sizes, (len(states), 1))


class FirstPart(ApartSteps):
    """The moves up to the first separation, somebody's own."""

    ends = "", ""

    def opening(self) -> str:
        return f"{many(len(self.done.shifts), 'move')} to the first separation. Step on."
