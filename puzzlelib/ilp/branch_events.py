"""Watching branch and bound: events, and at each of them what the relaxation of the present node says."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf

from ..common.words import many, place
from ..search.events import Event, State, Trace
from ..search.exact_cover import Problem
from ..search.recorder import Recorder
from ..search.words import PuzzleWords, Words, words_of
from .model import NEAR, Model, number
from .relaxation import Relaxed


@dataclass(frozen=True, slots=True)
class BranchEvent(Event):
    """An event, with what is known at its node.

    `fractions`: option -> its value in the relaxation, where that is neither 0 nor 1. `bound`: what the
    relaxation costs (None where it has no solution, or nothing has a cost). `incumbent`: the cost of the best
    solution so far. The `cause` of a conflict is "infeasible" or "bound".
    """

    fractions: Mapping[int, float] = field(default_factory=dict)
    incumbent: float | None = None


@dataclass(frozen=True)
class Variables:
    """What the trace of a bare model is about: its variables, by name, are the options."""

    names: tuple[str, ...]


@dataclass
class BranchTrace(Trace[BranchEvent]):
    """A trace of branch and bound: `model` is the program, `costs` has a number for each option (None: no
    costs).

    `solutions` are the incumbents, each better than the one before: of a packing puzzle as placements, of an
    exact cover problem as option numbers, of a model as its values. `cost` is that of the last one; where
    `stopped` is "", nothing better exists. For a bare model, `puzzle` is `Variables`.
    """

    model: Model = field(default_factory=Model, kw_only=True)
    costs: list[float] | None = field(default=None, kw_only=True)
    linear = True

    @property
    def words(self) -> Words:
        return BranchWords(self.puzzle)

    @property
    def options(self) -> int:
        return len(self.model.names)

    @property
    def relaxations(self) -> int:
        """How many relaxations were solved: one for each node, and the root is one."""
        return 1 + len(self.steps("try"))

    @property
    def cost(self) -> float | None:
        """What the best solution costs, None where there is none."""
        return self.events[-1].incumbent

    def state(self, k: int) -> State:
        state, event = super().state(k), self.events[k]
        return replace(state, fractions=event.fractions, bound=event.bound, incumbent=event.incumbent)


class ModelWords(Words):
    form = "program"

    def answer(self) -> str:
        return "every variable is 0 or 1, and every row holds"


class BranchWords(Words):
    """Words for branch and bound: a placement is spelled out, and a decision is a value, 0 or 1.

    What it branches on is named by the recorder: by the option, since a variable is one.
    """

    kinds = {
        "infeasible": "the relaxation has no solution",
        "bound": "the bound is no better than the incumbent",
    }

    def __init__(self, problem: Problem | Variables):
        self.plain = ModelWords(problem.names) if isinstance(problem, Variables) else words_of(problem)
        self.form, self.answer = self.plain.form, self.plain.answer
        self.short, self.label = self.plain.short, self.plain.label

    def option(self, option: int) -> str:
        """A placement by all its cells: two of a piece may share their first one."""
        if not isinstance(self.plain, PuzzleWords):
            return self.plain.option(option)
        piece, cells = self.plain.puzzle.placements[option]
        return f"{self.plain.piece(piece)} at {cells_text(cells)}"

    def choice(self, option: int, sign: bool) -> tuple[str, str]:
        return f"{self.short(option)}={int(sign)}", f"{self.label(option)} = {int(sign)}"


@dataclass(frozen=True)
class Node:
    """A node on the present path. `on`: 1, decided or in the relaxation; `off`: 0, decided or ruled out.

    A variable that cannot be 1 any more, but is a fraction in the relaxation, is not off.
    """

    branch: tuple[int, int] | None = None  # the option decided last, and how
    on: frozenset[int] = frozenset()
    off: frozenset[int] = frozenset()
    fractions: Mapping[int, float] = field(default_factory=dict)
    relaxed: Relaxed = Relaxed(False)
    at_least: float = inf  # the bound, rounded up where it may be


class BranchRecorder(Recorder):
    """Turns the steps of branch and bound into events; `path` leads from the root to the present node."""

    more = "better ones"

    def __init__(self, problem: Problem | Variables, model: Model, given: Sequence[int]):
        super().__init__(BranchWords(problem))
        self.model, self.given = model, given
        self.number = {name: i for i, name in enumerate(model.names)}
        self.costly, self.incumbent = has_cost(model), None

    @property
    def level(self) -> int:
        return len(self.path) - 1

    @property
    def bound(self) -> float | None:
        """What the relaxation of the present node costs, where that says anything."""
        relaxed = self.path[-1].relaxed
        return round(relaxed.bound, 6) if relaxed.feasible and self.costly else None

    def add(self, kind: str, level: int, say: str, before: Node | None = None, **more) -> None:
        """An event at the present node; `before` is the node that the search comes from."""
        changes = changed(before, self.path[-1]) if before else {}
        known = {"fractions": self.path[-1].fractions, "bound": self.bound, "incumbent": self.incumbent}
        self.events.append(BranchEvent(kind, level, say=say, **known, **changes, **more))

    def add_node(self, fixed: dict[str, int], relaxed: Relaxed, at_least: float) -> None:
        before = self.path[-1] if self.path else Node()
        self.path.append(self.node(fixed, relaxed, at_least))
        if self.level:
            option, value = self.path[-1].branch
            decided = f"{self.words.option(option)} = {value}{self.ruled(before, option)}"
            say = f"Level {self.level}: {decided}. {self.says()}."
            self.add("try", self.level, say, before, option=option, sign=bool(value))
        else:
            hints = "nothing is decided yet"
            if self.given:
                hints = f"{many(len(self.given), 'hint')} given{self.ruled(before)}"
            self.add("start", self.level, f"Start: {hints}. {self.says()}.", before)

    def node(self, fixed: dict[str, int], relaxed: Relaxed, at_least: float) -> Node:
        """What is decided, what follows from it, and what the relaxation makes of the rest."""
        decided = {self.number[name]: value for name, value in fixed.items()}
        relaxed_to = {self.number[name]: value for name, value in relaxed.values.items()}
        ones = {option for option, value in (decided | relaxed_to).items() if value > 1 - NEAR}
        zeros = {option for option, value in decided.items() if not value}
        zeros.update(self.number[name] for name in ruled_out(self.model, fixed))
        fractions = {option: value for option, value in relaxed_to.items() if is_fraction(value)}
        branch = list(decided.items())[len(self.given) :][-1:]
        off = frozenset(zeros - ones - fractions.keys())
        return Node(*branch or [None], frozenset(ones), off, fractions, relaxed, at_least)

    def says(self) -> str:
        node = self.path[-1]
        if not node.relaxed.feasible:
            return "The relaxation has no solution"
        costs = f"costs {self.rounded()}" if self.costly else "has a solution"
        fractions = many(len(node.fractions), "fraction") if node.fractions else "no fraction"
        return f"The relaxation {costs} with {fractions}"

    def ruled(self, before: Node, option: int | None = None) -> str:
        """How many options are newly ruled out, the option of the branch apart."""
        count = len(self.path[-1].off - before.off - {option})
        return f", {many(count, 'option')} ruled out" if count else ""

    def rounded(self) -> str:
        """The bound of the present node, and what it is worth where all costs are whole numbers."""
        worth = self.path[-1].at_least
        if worth <= self.bound + NEAR:
            return amount(self.bound)
        return f"{amount(self.bound)} (a solution at least {amount(worth)}, as all costs are whole)"

    def add_choose(self, name: str, value: float) -> None:
        what, others = self.words.option(self.number[name]), len(self.path[-1].fractions) - 1
        nearest = f", nearest to 1/2 of {many(others + 1, 'fraction')}" if others else ""
        fraction = f"which is {share(value)}{nearest}"
        say = f"Level {self.level}: branch on {what}, {fraction}: it must be 1 or 0, first 1."
        item = self.words.plain.option(self.number[name])
        self.add("choose", self.level, say, option=self.number[name], item=item, count=2)

    def add_conflict(self, cause: str) -> None:
        more = ", so no node below can have one"
        if cause == "bound":
            more = f": the relaxation costs {self.rounded()}, the incumbent {amount(self.incumbent)}"
        say = f"Dead end at level {self.level}: {self.words.kind(cause)}{more}."
        self.add("conflict", self.level, say, cause=cause)

    def add_undo(self, level: int) -> None:
        before, (option, _) = self.path[-1], self.path[level + 1].branch
        del self.path[level + 1 :]
        say = f"Back to level {level}, where {self.words.option(option)} = 0 is still to be tried."
        self.add("undo", self.level, say, before, option=option)

    def add_answer(self, values: dict[str, int], cost: float) -> None:
        self.solutions += 1
        self.incumbent = cost if self.costly else None
        costs = f" It costs {amount(cost)}, less than any before: the new incumbent." if self.costly else ""
        say = f"Solution {self.solutions}: no fraction is left, {self.words.answer()}.{costs}"
        self.add("answer", self.level, say)

    def outcome(self) -> str:
        if not self.solutions:
            return ", there is no solution"
        if self.costly:
            return f", no solution costs less than {amount(self.incumbent)}"
        return ", and any other solution is as good as this one"


def cells_text(cells: Iterable[tuple[int, ...]]) -> str:
    """The cells of a placement; the box once, since all of them lie in it.

    >>> cells_text([(0, 0, 0), (0, 1, 0)]), cells_text([(0, 0, 0, 1), (0, 1, 0, 1)])
    ('(0,0,0) (0,1,0)', '(0,0,0) (0,1,0) in box 2')
    """
    *others, last = cells
    return " ".join([*(place(cell[:3]) for cell in others), place(last)])


def is_fraction(value: float) -> bool:
    """Neither 0 nor 1, as exactly as a solver keeps them."""
    return NEAR < value < 1 - NEAR


def has_cost(model: Model) -> bool:
    """Does anything cost something?"""
    return any(model.cost.values())


def changed(before: Node, now: Node) -> dict[str, tuple[int, ...]]:
    """The options that became true, became false, became open again between two nodes."""
    back = before.on - now.on | before.off - now.off
    changes = {"on": now.on - before.on, "off": now.off - before.off, "back": back}
    return {name: tuple(sorted(options)) for name, options in changes.items()}


def ruled_out(model: Model, fixed: Mapping[str, int]) -> set[str]:
    """The variables that cannot be 1 together with those that are fixed to 1, by one row alone.

    >>> model = Model()
    >>> a, b, c = model.variables("a", "b", "c")
    >>> row = model.row("room", 3 * a + 2 * b + c <= 4)
    >>> ruled_out(model, {"a": 1})
    {'b'}
    """
    ones, gone = {name for name, value in fixed.items() if value}, set()
    for row in model.rows.values():
        if row.sense != ">=" and not ones.isdisjoint(row.terms) and min(row.terms.values()) >= 0:
            room = row.right - sum(row.terms.get(name, 0) for name in ones)
            gone |= {name for name, times in row.terms.items() if times > room + NEAR}
    return gone - ones


def ways_back(steps: Iterable[tuple]) -> Iterator[tuple]:
    """The same steps, and ("undo", level) before the search goes on elsewhere; level 0 is where it begins."""
    root = deep = None
    for step in steps:
        if step[0] == "node":
            root = len(step[1]) if root is None else root
            if deep is not None and len(step[1]) <= deep:
                yield "undo", len(step[1]) - root - 1
            deep = len(step[1])
        yield step


def share(value: float) -> str:
    """A fraction as it is written, if it is a simple one.

    >>> share(0.5), share(0.333333333), share(0.1234), share(0.9999)
    ('1/2', '1/3', '0.123', 'more than 0.999')
    """
    simple = Fraction(value).limit_denominator(30)
    if abs(value - simple) < NEAR:
        return str(simple)
    if not 0.0005 <= value < 0.9995:
        return "less than 0.001" if value < 0.5 else "more than 0.999"
    return f"{value:.3f}"


def amount(cost: float) -> str:
    """A cost, without digits that say nothing.

    >>> amount(37.333333333), amount(38.0)
    ('37.333', '38')
    """
    return number(round(cost, 3))
