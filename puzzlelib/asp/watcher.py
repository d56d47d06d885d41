"""A propagator that records clasp's search and changes nothing of it.

clasp calls `check` when it has worked out all consequences, and `decide` before a decision; the
rest is read off its trail, the list of all literals in the order in which they became true. No
literal is watched: a watch would change the search, as clasp prefers literals with few when it
learns. Reference: M. Gebser, B. Kaufmann, T. Schaub, Conflict-driven answer set solving, Artificial
Intelligence 187, 2012.
"""

from collections.abc import Iterable

import clingo

from ..common.words import many, place
from ..packing.puzzle import PackingPuzzle
from ..search.events import Event
from ..search.exact_cover import exact_cover
from ..search.words import PuzzleWords


class ClaspWords(PuzzleWords):
    kinds = {
        "rules": "by what follows from this",
        "learned": "what clasp learned at earlier dead ends rules this out",
    }


class DeadItems:
    """Finds an item that can no longer be covered, by the rules of the puzzle alone.

    Sets of options are whole numbers, one bit an option.
    """

    def __init__(self, puzzle: PackingPuzzle):
        cover = exact_cover(puzzle)
        self.times, self.cover = cover.items, dict.fromkeys(cover.items, 0)
        self.least = {item: times - cover.slack.get(item, 0) for item, times in cover.items.items()}
        for number, option in enumerate(cover.options):
            for item in option:
                self.cover[item] |= 1 << number

    def find(self, on: int, off: int):
        """Return an item with too many options or too few after all consequences, or None."""
        while True:
            before = on, off
            for item, times in self.times.items():
                covered, left = (self.cover[item] & on).bit_count(), self.cover[item] & ~off
                least = self.least[item]
                if covered > times or left.bit_count() < least:
                    return item
                if covered == times:
                    off |= left & ~on
                elif left.bit_count() == least:
                    on |= left
            if (on, off) == before:
                return None


class ClaspWatcher:
    """The propagator. Its `events`, replayed, are clasp's assignment at each `check`."""

    def __init__(self, puzzle: PackingPuzzle, given: Iterable[int] = ()):
        self.puzzle, self.given = puzzle, frozenset(given)
        self.words, self.dead_items = ClaspWords(puzzle), DeadItems(puzzle)
        self.events: list[Event] = []
        self.on = self.off = 0  # the replayed state, one bit an option
        self.level, self.sizes = 0, {}  # of the last fixpoint; lengths of the trail by level
        self.pending = None  # the literal of a decision without its consequences
        self.trail, self.fresh, self.undone = [], [], []  # literals: all, new ones, taken back ones
        self.ground = -1  # clasp's number for the level of the hints, our level 0
        self.resumed = False
        self.answers = 0

    # -------- called by clasp

    def init(self, init: clingo.PropagateInit) -> None:
        """Note the literal of every placement; several may share one, also with opposite signs."""
        init.check_mode = clingo.PropagatorCheckMode.Fixpoint
        self.literals, self.means = {}, {}
        for atom in init.symbolic_atoms.by_signature("place", 1):
            literal, option = init.solver_literal(atom.literal), atom.symbol.arguments[0].number
            self.literals[option] = literal
            for sign in (1, -1):
                self.means.setdefault(sign * literal, []).append((option, sign == 1))

    def check(self, control: clingo.PropagateControl) -> None:
        self.settle(control.assignment)

    def decide(self, thread: int, assignment: clingo.Assignment, fallback: int) -> int:
        """Note `fallback`, which clasp is about to make true, and agree."""
        self.pending = fallback
        return fallback

    # -------- what it means

    def settle(self, assignment: clingo.Assignment) -> None:
        """Find out what clasp did between the last fixpoint and this one.

        One level deeper, the decision had no conflict. Otherwise clasp turned back: after an
        answer, at a conflict, or for a restart. After a conflict something learned is added to the
        level on which it lands, after a restart nothing is. There may be several conflicts in a
        row: when clasp lands d levels below the decision there were 1 to d of them; the interface
        does not say how many.
        """
        level = assignment.decision_level - assignment.root_level
        beginning = level == 0 and assignment.decision_level > self.ground
        back = level <= self.level and not beginning
        trail, keep = assignment.trail, self.sizes[level] if back else len(self.trail)
        self.fresh, self.undone = [trail[i] for i in range(keep, len(trail))], self.trail[keep:]
        self.trail[keep:] = self.fresh
        if beginning:
            self.ground = assignment.decision_level  # what holds before any decision, hints included
            values = {option: assignment.value(literal) for option, literal in self.literals.items()}
            self.on = mask_of(option for option, value in values.items() if value is True)
            self.off = mask_of(option for option, value in values.items() if value is False)
        elif level > self.level:
            self.forward(level, assignment)
        elif self.fresh or self.undone:
            self.turn_back(level)
        self.level, self.sizes[level] = level, len(self.trail)
        self.pending, self.resumed = None, False

    def forward(self, level: int, assignment: clingo.Assignment) -> None:
        seen = self.pending is not None  # a decision at random is read afterwards
        literal = self.pending if seen else assignment.decision(assignment.decision_level)
        self.add_decision(level, literal, "clasp decides" if seen else "clasp decides at random")
        self.add_consequences(level, "It follows:")

    def turn_back(self, level: int) -> None:
        """Add the events of a way back: after an answer, at a conflict, or for a restart."""
        if self.resumed:
            self.add_back(level, "backjump", f"clasp looks for the next answer: back to level {level}")
        elif self.pending is not None or self.fresh:
            self.add_conflict(level)
        else:
            say = "Restart: clasp takes back all its choices and keeps what it has learned"
            self.add_back(level, "restart", say)
        self.add_consequences(level, "Hence:" if self.resumed else "From the dead end it learned:")

    def add_conflict(self, level: int) -> None:
        """Add a decision, the dead end it led to, and the way back."""
        deep = self.level + 1
        if self.pending is None:
            self.add("decide", deep, say=f"Level {deep}: clasp decides at random; clingo does not show what.")
        else:
            self.add_decision(deep, self.pending, "clasp decides")
        item = self.dead_items.find(self.on, self.off)
        cause, why = self.why(item)
        self.add("conflict", deep, say=f"Dead end at level {deep}: {why}.", cause=cause, item=item)
        say = f"Back from level {deep} to level {level}"
        if deep - level > 1:
            ends = f"there may have been up to {deep - level} dead ends on it"
            say += f"; clingo shows only the way back, {ends}"
        self.add_back(level, "backjump", say)

    def why(self, item) -> tuple[str, str]:
        """Return the cause of a dead end at this item, and a sentence."""
        if item is None:
            return "learned", self.words.kind("learned")
        if isinstance(item, str):
            what = f"{self.words.piece(item)} can no longer be placed"
        else:
            what = f"the cell {place(item)} can no longer be filled exactly once"
        return "rules", f"{self.words.kind('rules')}, {what}"

    def add_decision(self, level: int, literal: int, how: str) -> None:
        """Add a decision. Its `option` is None when it is not about a placement."""
        on, off = self.split([literal])
        what = "something that is not about one placement"
        if on:
            what = f"{self.words.options(on)} is placed"
        elif off:
            what = f"this {self.words.options(off)} is ruled out"
        option = next(iter(on + off), None)
        self.add("decide", level, option, bool(on) or not off, on, off, say=f"Level {level}: {how}: {what}.")

    def add_consequences(self, level: int, how: str) -> None:
        """Add what became true or false without a decision, if anything did."""
        on, off = self.split(self.fresh)
        if on or off:
            placed = f" {self.words.options(on)} placed," if on else ""
            left = len(self.puzzle.placements) - (self.on | self.off | mask_of(on + off)).bit_count()
            say = f"{how}{placed} {many(len(off), 'placement')} ruled out, {left} still open."
            self.add("propagate", level, on=on, off=off, say=say)

    def split(self, literals: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the options that became true and those that became false with some literals."""
        known = self.on | self.off
        pairs = {pair for literal in literals for pair in self.means.get(literal, ())}
        found = sorted(pair for pair in pairs if not known >> pair[0] & 1)
        on, off = (tuple(option for option, sign in found if sign is wanted) for wanted in (True, False))
        return on, off

    def add_back(self, level: int, kind: str, say: str) -> None:
        """Add the way back from levels that were undone, and from a decision never settled."""
        literals = self.undone + ([self.pending] if self.pending is not None else [])
        options = {option for literal in literals for option, _ in self.means.get(literal, ())}
        again = tuple(sorted(option for option in options if (self.on | self.off) >> option & 1))
        self.add(kind, level, back=again, say=f"{say}; {many(len(again), 'placement')} open again.")

    def add(
        self, kind: str, level: int, option=None, sign=True, on=(), off=(), back=(), say="", **more
    ) -> None:
        """Append an event and update the replayed state."""
        if not self.events and kind != "start":
            self.add_start()
        again = ~mask_of(back)
        self.on, self.off = self.on & again | mask_of(on), self.off & again | mask_of(off)
        self.events.append(Event(kind, level, option, sign, on, off, back, say, **more))

    def add_start(self) -> None:
        """Add what holds before the first decision."""
        on, off, total = options_of(self.on), options_of(self.off), len(self.puzzle.placements)
        say = [f"Start: {many(len(self.given), 'hint')} given"] if self.given else ["Start"]
        if follow := len(set(on) - self.given):
            say.append(f"{many(follow, 'piece')} placed at once")
        say.append(f"{total - len(on) - len(off)} of {many(total, 'placement')} open")
        self.add("start", 0, on=on, off=off, say=", ".join(say) + ".")

    def add_answer(self) -> None:
        self.answers += 1
        say = f"Answer {self.answers}: every piece is placed, every cell is filled once."
        self.add("answer", self.level, say=say)
        self.resumed = True

    def finish(self, exhausted: bool, say: str) -> None:
        """Add the last event, after the last dead end of a search that is exhausted."""
        if exhausted and self.pending is not None:
            self.fresh, self.undone = [], self.trail[self.sizes[0] :]
            self.add_conflict(0)
        self.add("end", self.events[-1].level if self.events else 0, say=say)


def mask_of(options: Iterable[int]) -> int:
    """Return a set of options as a whole number."""
    return sum(1 << option for option in options)


def options_of(mask: int) -> tuple[int, ...]:
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)
