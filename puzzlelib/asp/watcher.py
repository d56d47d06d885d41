"""Watching clasp: a propagator that changes nothing and writes down what the search really does.

clasp calls us when it has worked out all consequences (`check`) and before it decides (`decide`); the rest is read off its
trail, the list of all literals in the order in which they became true. We watch no literal: clasp prefers literals with few
watches when it stores what it has learned, so a watch would change the search. What does not show is said at `settle`.
Reference: M. Gebser, B. Kaufmann, T. Schaub, Conflict-driven answer set solving, Artificial Intelligence 187, 2012.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import clingo

from .exact_cover import exact_cover
from .puzzles import PackingPuzzle, Solution
from .recorder import Words, many, place
from .trace import Event, Trace


@dataclass
class ClaspTrace(Trace):
    """A trace of clasp, with what clasp counted itself.

    `statistics`: choices, conflicts and restarts by clasp's own count. `hidden` is how many of the conflicts have no event,
    because clingo's interface shows conflicts in a row as one. `stopped`: "" (all answers were found), "limit",
    "time limit" or "max_events".
    """

    statistics: dict[str, int] = field(default_factory=dict)
    solutions: list[Solution] = field(default_factory=list)
    hidden: int = 0
    stopped: str = ""


class Reasons:
    """Finds an item that can no longer be covered: the rules applied again and again, without what clasp has learned.

    Sets of options are whole numbers, one bit an option.
    """

    def __init__(self, puzzle: PackingPuzzle):
        cover = exact_cover(puzzle)
        self.times, self.cover = cover.items, dict.fromkeys(cover.items, 0)
        for number, option in enumerate(cover.options):
            for item in option:
                self.cover[item] |= 1 << number

    def dead_item(self, on: int, off: int):
        """An item covered too often, or with too few options left, after the consequences of `on` and `off`; else None."""
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


class Recorder:
    """The propagator. `events` grows while clasp searches; replaying them gives clasp's assignment at each `check`."""

    def __init__(self, puzzle: PackingPuzzle, given: Iterable[int] = (), max_events: int | None = None):
        self.puzzle, self.given, self.max_events = puzzle, frozenset(given), max_events
        self.words, self.reasons = Words(puzzle), Reasons(puzzle)
        self.events: list[Event] = []
        self.on = self.off = 0  # the replayed state, one bit an option
        self.level, self.sizes = (
            0,
            {},
        )  # the level of the last fixpoint; how long the trail was then on each level
        self.pending = None  # the literal of a decision whose consequences are not known yet
        self.trail, self.fresh, self.undone = (
            [],
            [],
            [],
        )  # the trail; what is new on it, what was taken off it
        self.ground = -1  # clasp's number for the level of the hints, our level 0
        self.full = self.resumed = False
        self.answers = 0

    # ------------------------------------------------------------ what clasp calls

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
        """clasp has worked out all consequences."""
        if not self.full:
            self.settle(control.assignment)

    def decide(self, thread: int, assignment: clingo.Assignment, fallback: int) -> int:
        """clasp is about to make `fallback` true, and so it shall."""
        self.pending = fallback
        return fallback

    # ------------------------------------------------------------ what we make of it

    def settle(self, assignment: clingo.Assignment) -> None:
        """A fixpoint: find out what clasp did since the last one.

        One level deeper: the decision had no conflict. Otherwise clasp turned back. It did so after an answer, or at a
        conflict, or it restarted. After a conflict something learned is added to the level on which clasp lands, after
        a restart nothing is. Between two fixpoints clasp may meet several conflicts in a row: when it lands d levels
        below the decision there were 1 to d of them, and the interface does not say how many.
        """
        level = assignment.decision_level - assignment.root_level
        beginning = level == 0 and assignment.decision_level > self.ground
        self.read_trail(
            assignment.trail, self.sizes[level] if level <= self.level and not beginning else len(self.trail)
        )
        if beginning:
            self.ground = assignment.decision_level
            self.begin(assignment)
        elif level > self.level:
            self.forward(level, assignment)
        elif self.fresh or self.undone:
            self.turn_back(level)
        self.level, self.sizes[level] = level, len(self.trail)
        self.pending, self.resumed = None, False

    def read_trail(self, trail: clingo.Trail, keep: int) -> None:
        """Bring our copy of the trail up to date; its first `keep` literals are still there."""
        self.fresh, self.undone = [trail[i] for i in range(keep, len(trail))], self.trail[keep:]
        self.trail[keep:] = self.fresh

    def begin(self, assignment: clingo.Assignment) -> None:
        """Before the first decision: what holds already, hints included."""
        values = {option: assignment.value(literal) for option, literal in self.literals.items()}
        self.on, self.off = (
            bits(option for option, value in values.items() if value is sign) for sign in (True, False)
        )

    def forward(self, level: int, assignment: clingo.Assignment) -> None:
        """A decision and what followed from it."""
        seen = self.pending is not None  # a decision at random is not announced, but can be read afterwards
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
            self.back(
                level, "restart", "Restart: clasp takes back all its choices and keeps what it has learned"
            )
        self.followed(level, "Hence:" if self.resumed else "From the dead end it learned:")

    def conflict(self, level: int) -> None:
        """A decision, the dead end it led to, and the way back."""
        deep = self.level + 1
        if self.pending is None:
            self.add("decide", deep, say=f"Level {deep}: clasp decides at random; clingo does not show what.")
        else:
            self.decided(deep, self.pending, "clasp decides")
        self.add("conflict", deep, say=f"Dead end at level {deep}: {self.why()}.")
        rows = deep - level
        more = (
            ""
            if rows < 2
            else f"; clingo shows only the way back, there may have been up to {rows} dead ends on it"
        )
        self.back(level, "backjump", f"Back from level {deep} to level {level}{more}")

    def why(self) -> str:
        """Why there is a dead end, as far as the rules of the puzzle alone explain it."""
        item = self.reasons.dead_item(self.on, self.off)
        if item is None:
            return "what clasp learned at earlier dead ends rules this out"
        if isinstance(item, str):
            return f"by what follows from this, {self.words.piece(item)} can no longer be placed"
        return f"by what follows from this, the cell {place(item)} can no longer be filled exactly once"

    def decided(self, level: int, literal: int, how: str) -> None:
        """Add the event of a decision. `option` is None when it is not about a placement."""
        on, off = self.split([literal])
        if on:
            what = f"{self.words.options(on)} is placed"
        else:
            what = (
                f"this {self.words.options(off)} is ruled out"
                if off
                else "something that is not about one placement"
            )
        option = next(iter(on + off), None)
        self.add("decide", level, option, bool(on) or not off, on, off, say=f"Level {level}: {how}: {what}.")

    def followed(self, level: int, how: str) -> None:
        """Add the event of what became true or false without a decision, if anything did."""
        on, off = self.split(self.fresh)
        if on or off:
            placed = f" {self.words.options(on)} placed," if on else ""
            open_after = len(self.puzzle.placements) - (self.on | self.off | bits(on + off)).bit_count()
            self.add(
                "propagate",
                level,
                on=on,
                off=off,
                say=f"{how}{placed} {many(len(off), 'placement')} ruled out, {open_after} still open.",
            )

    def split(self, literals: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The options that became true and those that became false with some literals, without those known before."""
        known = self.on | self.off
        found = {
            pair for literal in literals for pair in self.means.get(literal, ()) if not known >> pair[0] & 1
        }
        return tuple(sorted(o for o, sign in found if sign)), tuple(
            sorted(o for o, sign in found if not sign)
        )

    def back(self, level: int, kind: str, say: str) -> None:
        """Add the event of taking back levels: what was undone, and the decision that was never settled."""
        literals = self.undone + ([self.pending] if self.pending is not None else [])
        options = {option for literal in literals for option, _ in self.means.get(literal, ())}
        again = tuple(sorted(option for option in options if (self.on | self.off) >> option & 1))
        self.add(kind, level, back=again, say=f"{say}; {many(len(again), 'placement')} open again.")

    def add(self, kind: str, level: int, option=None, sign=True, on=(), off=(), back=(), say="") -> None:
        """Append an event and bring the replayed state up to date."""
        if not self.events and kind != "start":
            self.start()
        if self.full:
            return
        self.on, self.off = (self.on & ~bits(back)) | bits(on), (self.off & ~bits(back)) | bits(off)
        self.events.append(Event(kind, level, option, sign, on, off, back, say))
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
        """clasp has found an answer."""
        self.answers += not self.full
        self.add(
            "answer",
            self.level,
            say=f"Answer {self.answers}: every piece is placed, every cell is filled once.",
        )
        self.resumed = True

    def finish(self, exhausted: bool, say: str) -> None:
        """The last event. A search that ran out of possibilities ends at a dead end from which there is no way on."""
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
