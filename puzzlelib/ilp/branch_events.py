"""The events of branch and bound, each with what the relaxation of its node says."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf

from ..common.words import many, place
from ..search.events import Event, Trace, TraceState
from ..search.exact_cover import Problem
from ..search.recorder import Recorder
from ..search.words import PuzzleWords, Words, words_of
from .model import NEAR, Model, number_text
from .relaxation import Relaxed


@dataclass(frozen=True, slots=True)
class BranchEvent(Event):
    """An event. The `cause` of a conflict is "infeasible" or "bound".

    `bound`: the cost of the relaxation (None where it has no solution, or nothing has a cost).
    `fractions`: option -> its value in the relaxation, where that is neither 0 nor 1. `incumbent`:
    the cost of the best solution so far.
    """

    bound: float | None = None
    fractions: Mapping[int, float] = field(default_factory=dict)
    incumbent: float | None = None


@dataclass(frozen=True)
class BranchState(TraceState):
    """The state after an event, with its `fractions`, `bound` and `incumbent`."""

    fractions: Mapping[int, float] = field(default_factory=dict, repr=False)
    bound: float | None = field(default=None, repr=False)
    incumbent: float | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Variables:
    """The puzzle in the trace of a bare model, whose variables are the options."""

    names: tuple[str, ...]


@dataclass
class BranchTrace(Trace[BranchEvent]):
    """A trace of branch and bound on `model`, with a cost for each option (None: no costs).

    `solutions` are the incumbents, each better than the one before: of a packing puzzle as
    placements, of an exact cover problem as option numbers, of a model as its values. For a bare
    model, `puzzle` is `Variables`.
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
        """The number of relaxations that were solved: one for each node, the root included."""
        return 1 + len(self.steps("try"))

    @property
    def cost(self) -> float | None:
        """The cost of the best solution, None where there is none."""
        return self.events[-1].incumbent

    def state(self, k: int) -> BranchState:
        state, event = super().state(k), self.events[k]
        return BranchState(
            **vars(state), fractions=event.fractions, bound=event.bound, incumbent=event.incumbent
        )


class ModelWords(Words):
    form = "program"

    def answer(self) -> str:
        return "every variable is 0 or 1, and every row holds"


class BranchWords(Words):
    """Words for branch and bound: a placement has all its cells, a decision is a value, 0 or 1."""

    kinds = {
        "infeasible": "the relaxation has no solution",
        "bound": "the bound is no better than the incumbent",
    }

    def __init__(self, problem: Problem | Variables):
        self.plain = ModelWords(problem.names) if isinstance(problem, Variables) else words_of(problem)
        self.form, self.answer = self.plain.form, self.plain.answer
        self.short, self.label = self.plain.short, self.plain.label

    def option(self, option: int) -> str:
        """Name an option, a placement by all its cells: two may share the first one."""
        if not isinstance(self.plain, PuzzleWords):
            return self.plain.option(option)
        piece, (*others, last) = self.plain.puzzle.placements[option]
        where = " ".join([*(place(cell[:3]) for cell in others), place(last)])  # their box once
        return f"{self.plain.piece(piece)} at {where}"

    def choice(self, option: int, sign: bool) -> tuple[str, str]:
        return f"{self.short(option)}={int(sign)}", f"{self.label(option)} = {int(sign)}"


@dataclass(frozen=True)
class Node:
    """A node: options `on`, 1 by decision or relaxation, and `off`, 0 by decision or ruled out.

    A variable that is a fraction in the relaxation is not off, even if it can be 1 no more.
    """

    branch: tuple[int, int] | None = None  # the option decided last, and its value
    on: frozenset[int] = frozenset()
    off: frozenset[int] = frozenset()
    fractions: Mapping[int, float] = field(default_factory=dict)
    relaxed: Relaxed = Relaxed(False)
    at_least: float = inf  # the bound, rounded up where it may be


class BranchRecorder(Recorder):
    """Turns steps into events; `path` leads from the root to the present node."""

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
        """The cost of the present node's relaxation, None where it has none."""
        relaxed = self.path[-1].relaxed
        return round(relaxed.bound, 6) if relaxed.feasible and self.costly else None

    def add(self, kind: str, level: int, say: str, before: Node | None = None, **more) -> None:
        """Add an event at the present node; `before` is the node that the search comes from."""
        node = self.path[-1]
        if before:
            back = before.on - node.on | before.off - node.off
            changes = {"on": node.on - before.on, "off": node.off - before.off, "back": back}
            more |= {name: tuple(sorted(options)) for name, options in changes.items()}
        more |= {"fractions": node.fractions, "bound": self.bound, "incumbent": self.incumbent}
        self.events.append(BranchEvent(kind, level, say=say, **more))

    def add_node(self, fixed: dict[str, int], relaxed: Relaxed, at_least: float) -> None:
        before = self.path[-1] if self.path else Node()
        self.path.append(self.node(fixed, relaxed, at_least))
        if self.level:
            option, value = self.path[-1].branch
            decided = f"{self.words.option(option)} = {value}{self.newly_off(before, option)}"
            say = f"Level {self.level}: {decided}. {self.says()}."
            self.add("try", self.level, say, before, option=option, sign=bool(value))
        else:
            hints = "nothing is decided yet"
            if self.given:
                hints = f"{many(len(self.given), 'hint')} given{self.newly_off(before)}"
            self.add("start", self.level, f"Start: {hints}. {self.says()}.", before)

    def node(self, fixed: dict[str, int], relaxed: Relaxed, at_least: float) -> Node:
        """Return the node of these decisions, with what follows, and its relaxation."""
        decided = {self.number[name]: value for name, value in fixed.items()}
        relaxed_to = {self.number[name]: value for name, value in relaxed.values.items()}
        ones = {option for option, value in (decided | relaxed_to).items() if value > 1 - NEAR}
        zeros = {option for option, value in decided.items() if not value}
        zeros.update(self.number[name] for name in zeros_beside(self.model, fixed))
        fractions = {option: value for option, value in relaxed_to.items() if is_fraction(value)}
        branch = list(decided.items())[len(self.given) :][-1:]
        off = frozenset(zeros - ones - fractions.keys())
        return Node(*branch or [None], frozenset(ones), off, fractions, relaxed, at_least)

    def says(self) -> str:
        """Say in a sentence what the relaxation of the present node says."""
        node = self.path[-1]
        if not node.relaxed.feasible:
            return "The relaxation has no solution"
        costs = f"costs {self.bound_text()}" if self.costly else "has a solution"
        fractions = many(len(node.fractions), "fraction") if node.fractions else "no fraction"
        return f"The relaxation {costs} with {fractions}"

    def newly_off(self, before: Node, option: int | None = None) -> str:
        """Count the options that are newly ruled out, the option of the branch apart."""
        count = len(self.path[-1].off - before.off - {option})
        return f", {many(count, 'option')} ruled out" if count else ""

    def bound_text(self) -> str:
        """Write the bound of the present node, rounded up too where all costs are whole numbers."""
        bound, least = cost_text(self.bound), self.path[-1].at_least
        if least <= self.bound + NEAR:
            return bound
        return f"{bound} (a solution at least {cost_text(least)}, as all costs are whole)"

    def add_choose(self, name: str, value: float) -> None:
        option, fractions = self.number[name], len(self.path[-1].fractions)
        nearest = f", nearest to 1/2 of {many(fractions, 'fraction')}" if fractions > 1 else ""
        what = f"{self.words.option(option)}, which is {fraction_text(value)}{nearest}"
        say = f"Level {self.level}: branch on {what}: it must be 1 or 0, first 1."
        self.add("choose", self.level, say, option=option, item=self.words.plain.option(option), count=2)

    def add_conflict(self, cause: str) -> None:
        more = ", so no node below can have one"
        if cause == "bound":
            more = f": the relaxation costs {self.bound_text()}, the incumbent {cost_text(self.incumbent)}"
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
        costs = ""
        if self.costly:
            costs = f" It costs {cost_text(cost)}, less than any before: the new incumbent."
        say = f"Solution {self.solutions}: no fraction is left, {self.words.answer()}.{costs}"
        self.add("answer", self.level, say)

    def outcome(self) -> str:
        if not self.solutions:
            return ", there is no solution"
        if self.costly:
            return f", no solution costs less than {cost_text(self.incumbent)}"
        return ", and any other solution is as good as this one"


def is_fraction(value: float) -> bool:
    """Return whether a value is neither 0 nor 1, up to a solver's tolerance."""
    return NEAR < value < 1 - NEAR


def has_cost(model: Model) -> bool:
    return any(model.cost.values())


def zeros_beside(model: Model, fixed: Mapping[str, int]) -> set[str]:
    """Return the variables that cannot be 1 beside those that are fixed to 1, by one row alone.

    >>> model = Model()
    >>> a, b, c = model.variables("a", "b", "c")
    >>> row = model.row("room", 3 * a + 2 * b + c <= 4)
    >>> zeros_beside(model, {"a": 1})
    {'b'}
    """
    ones, gone = {name for name, value in fixed.items() if value}, set()
    for row in model.rows.values():
        if row.sense != ">=" and not ones.isdisjoint(row.terms) and min(row.terms.values()) >= 0:
            room = row.right - sum(row.terms.get(name, 0) for name in ones)
            gone |= {name for name, times in row.terms.items() if times > room + NEAR}
    return gone - ones


def with_undo(steps: Iterable[tuple]) -> Iterator[tuple]:
    """Yield the steps, and ("undo", level) before a node elsewhere; the first node has level 0."""
    root = deep = None
    for step in steps:
        if step[0] == "node":
            root = len(step[1]) if root is None else root
            if deep is not None and len(step[1]) <= deep:
                yield "undo", len(step[1]) - root - 1
            deep = len(step[1])
        yield step


def fraction_text(value: float) -> str:
    """Write a fraction, as 1/3 if it is a simple one.

    >>> fraction_text(0.5), fraction_text(0.333333333), fraction_text(0.1234), fraction_text(0.9999)
    ('1/2', '1/3', '0.123', 'more than 0.999')
    """
    simple = Fraction(value).limit_denominator(30)
    if abs(value - simple) < NEAR:
        return str(simple)
    if not 0.0005 <= value < 0.9995:
        return "less than 0.001" if value < 0.5 else "more than 0.999"
    return f"{value:.3f}"


def cost_text(cost: float) -> str:
    """Write a cost with three digits at most."""
    return number_text(round(cost, 3))
