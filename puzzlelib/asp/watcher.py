"""A propagator that changes nothing and writes down what clasp really does.

clasp calls us when it has worked out all consequences (`check`) and before it decides (`decide`); the rest is
read off its trail, the list of all literals in the order in which they became true. We watch no literal:
clasp prefers literals with few watches when it stores what it has learned, so a watch would change the
search. What does not show is said at `settle`.
Reference: M. Gebser, B. Kaufmann, T. Schaub, Conflict-driven answer set solving, Artificial Intelligence 187,
2012.
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


class Reasons:
    """Finds an item that can no longer be covered: the rules of the puzzle applied again and again.

    Sets of options are whole numbers, one bit an option.
    """

    def __init__(self, puzzle: PackingPuzzle):
        cover = exact_cover(puzzle)
        self.times, self.cover = cover.items, dict.fromkeys(cover.items, 0)
        for number, option in enumerate(cover.options):
            for item in option:
                self.cover[item] |= 1 << number

    def dead_item(self, on: int, off: int):
        """An item with too many options, or too few, after the consequences of `on` and `off`; else None."""
        while True:
            before = on, off
            for item, times in self.times.items():
                covered, left = (self.cover[item] & on).bit_count(), self.cover[item] & ~off
                if covered > times or left.bit_count() < times:
                    return item
                if covered == times:
                    off |= left & ~on
                elif left.bit_count() == times:
                    on |= left
            if (on, off) == before:
                return None


class ClaspWatcher:
    """The propagator. `events` grows while clasp searches; their replay is its assignment at each `check`."""

    def __init__(self, puzzle: PackingPuzzle, given: Iterable[int] = (), max_events: int | None = None):
        self.puzzle, self.given, self.max_events = puzzle, frozenset(given), max_events
        self.words, self.reasons = ClaspWords(puzzle), Reasons(puzzle)
        self.events: list[Event] = []
        self.on = self.off = 0  # the replayed state, one bit an option
        self.level, self.sizes = 0, {}  # level of the last fixpoint; length of the trail on each level
        self.pending = None  # the literal of a decision whose consequences are not known yet
        self.trail, self.fresh, self.undone = [], [], []  # the trail, what is new on it, what was taken off
        self.ground = -1  # clasp's number for the level of the hints, our level 0
        self.full = self.resumed = False
        self.answers = 0

    # -------- what clasp calls

    def init(self, init: clingo.PropagateInit) -> None:
        """Learn the literal of every placement; several may share one, also with opposite signs."""
        init.check_mode = clingo.PropagatorCheckMode.Fixpoint
        self.literals, self.means = {}, {}
        for atom in init.symbolic_atoms.by_signature("place", 1):
            literal, option = init.solver_literal(atom.literal), atom.symbol.arguments[0].number
            self.literals[option] = literal
            for sign in (1, -1):
                self.means.setdefault(sign * literal, []).append((option, sign == 1))

    def check(self, control: clingo.PropagateControl) -> None:
        if not self.full:
            self.settle(control.assignment)

    def decide(self, thread: int, assignment: clingo.Assignment, fallback: int) -> int:
        """clasp is about to make `fallback` true, and so it shall."""
        self.pending = fallback
        return fallback

    # -------- what we make of it

    def settle(self, assignment: clingo.Assignment) -> None:
        """A fixpoint: find out what clasp did since the last one.

        One level deeper: the decision had no conflict. Otherwise clasp turned back. It did so after an
        answer, or at a conflict, or it restarted. After a conflict something learned is added to the level on
        which clasp lands, after a restart nothing is. Between two fixpoints clasp may meet several conflicts
        in a row: when it lands d levels below the decision there were 1 to d of them, and the interface does
        not say how many.
        """
        level = assignment.decision_level - assignment.root_level
        beginning = level == 0 and assignment.decision_level > self.ground
        back = level <= self.level and not beginning
        trail, keep = assignment.trail, self.sizes[level] if back else len(self.trail)
        self.fresh, self.undone = [trail[i] for i in range(keep, len(trail))], self.trail[keep:]
        self.trail[keep:] = self.fresh
        if beginning:
            self.ground = assignment.decision_level
            self.begin(assignment)
        elif level > self.level:
            self.forward(level, assignment)
        elif self.fresh or self.undone:
            self.turn_back(level)
        self.level, self.sizes[level] = level, len(self.trail)
        self.pending, self.resumed = None, False

    def begin(self, assignment: clingo.Assignment) -> None:
        """Before the first decision: what holds already, hints included."""
        values = {option: assignment.value(literal) for option, literal in self.literals.items()}
        self.on = bits(option for option, value in values.items() if value is True)
        self.off = bits(option for option, value in values.items() if value is False)

    def forward(self, level: int, assignment: clingo.Assignment) -> None:
        seen = self.pending is not None  # a decision at random is not announced, but is read afterwards
        literal = self.pending if seen else assignment.decision(assignment.decision_level)
        self.decided(level, literal, "clasp decides" if seen else "clasp decides at random")
        self.followed(level, "It follows:")

    def turn_back(self, level: int) -> None:
        """clasp took back levels: after an answer, at a conflict, or for a restart."""
        if self.resumed:
            self.back(level, "backjump", f"clasp looks for the next answer: back to level {level}")
        elif self.pending is not None or self.fresh:
            self.conflict(level)
        else:
            say = "Restart: clasp takes back all its choices and keeps what it has learned"
            self.back(level, "restart", say)
        self.followed(level, "Hence:" if self.resumed else "From the dead end it learned:")

    def conflict(self, level: int) -> None:
        """A decision, the dead end it led to, and the way back."""
        deep = self.level + 1
        if self.pending is None:
            self.add("decide", deep, say=f"Level {deep}: clasp decides at random; clingo does not show what.")
        else:
            self.decided(deep, self.pending, "clasp decides")
        item = self.reasons.dead_item(self.on, self.off)
        cause, why = self.why(item)
        self.add("conflict", deep, say=f"Dead end at level {deep}: {why}.", cause=cause, item=item)
        say = f"Back from level {deep} to level {level}"
        if deep - level > 1:
            ends = f"there may have been up to {deep - level} dead ends on it"
            say += f"; clingo shows only the way back, {ends}"
        self.back(level, "backjump", say)

    def why(self, item) -> tuple[str, str]:
        """The cause of a dead end at this item, and a sentence, as far as the rules of the puzzle alone
        explain it."""
        if item is None:
            return "learned", self.words.kind("learned")
        if isinstance(item, str):
            what = f"{self.words.piece(item)} can no longer be placed"
        else:
            what = f"the cell {place(item)} can no longer be filled exactly once"
        return "rules", f"{self.words.kind('rules')}, {what}"

    def decided(self, level: int, literal: int, how: str) -> None:
        """Add the event of a decision. `option` is None when it is not about a placement."""
        on, off = self.split([literal])
        what = "something that is not about one placement"
        if on:
            what = f"{self.words.options(on)} is placed"
        elif off:
            what = f"this {self.words.options(off)} is ruled out"
        option = next(iter(on + off), None)
        self.add("decide", level, option, bool(on) or not off, on, off, say=f"Level {level}: {how}: {what}.")

    def followed(self, level: int, how: str) -> None:
        """Add the event of what became true or false without a decision, if anything did."""
        on, off = self.split(self.fresh)
        if on or off:
            placed = f" {self.words.options(on)} placed," if on else ""
            left = len(self.puzzle.placements) - (self.on | self.off | bits(on + off)).bit_count()
            say = f"{how}{placed} {many(len(off), 'placement')} ruled out, {left} still open."
            self.add("propagate", level, on=on, off=off, say=say)

    def split(self, literals: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The options that became true and false with some literals, without those known before."""
        known = self.on | self.off
        pairs = {pair for literal in literals for pair in self.means.get(literal, ())}
        found = sorted(pair for pair in pairs if not known >> pair[0] & 1)
        on, off = (tuple(option for option, sign in found if sign is wanted) for wanted in (True, False))
        return on, off

    def back(self, level: int, kind: str, say: str) -> None:
        """Add the event of taking back levels: what was undone, and the decision that was never settled."""
        literals = self.undone + ([self.pending] if self.pending is not None else [])
        options = {option for literal in literals for option, _ in self.means.get(literal, ())}
        again = tuple(sorted(option for option in options if (self.on | self.off) >> option & 1))
        self.add(kind, level, back=again, say=f"{say}; {many(len(again), 'placement')} open again.")

    def add(
        self, kind: str, level: int, option=None, sign=True, on=(), off=(), back=(), say="", **more
    ) -> None:
        """Append an event and bring the replayed state up to date."""
        if not self.events and kind != "start":
            self.start()
        if self.full:
            return
        self.on, self.off = (self.on & ~bits(back)) | bits(on), (self.off & ~bits(back)) | bits(off)
        self.events.append(Event(kind, level, option, sign, on, off, back, say, **more))
        self.full = bool(self.max_events) and len(self.events) >= self.max_events

    def start(self) -> None:
        """The first event: what holds before clasp has decided anything."""
        on, off, total = numbers(self.on), numbers(self.off), len(self.puzzle.placements)
        say = [f"Start: {many(len(self.given), 'hint')} given"] if self.given else ["Start"]
        if follow := len(set(on) - self.given):
            say.append(f"{many(follow, 'piece')} placed at once")
        say.append(f"{total - len(on) - len(off)} of {many(total, 'placement')} open")
        self.add("start", 0, on=on, off=off, say=", ".join(say) + ".")

    def answer(self) -> None:
        self.answers += not self.full
        say = f"Answer {self.answers}: every piece is placed, every cell is filled once."
        self.add("answer", self.level, say=say)
        self.resumed = True

    def finish(self, exhausted: bool, say: str) -> None:
        """The last event. A search that ran out of possibilities ends at a dead end without a way on."""
        if exhausted and self.pending is not None:
            self.fresh, self.undone = [], self.trail[self.sizes[0] :]
            self.conflict(0)
        self.full = self.max_events = False
        self.add("end", self.events[-1].level if self.events else 0, say=say)


def bits(options: Iterable[int]) -> int:
    """A set of options as a whole number.

    >>> bits([0, 3])
    9
    """
    return sum(1 << option for option in options)


def numbers(mask: int) -> tuple[int, ...]:
    """The inverse of `bits`.

    >>> numbers(9)
    (0, 3)
    """
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)
