"""Watching branch and bound: events, and at each of them what the relaxation of the present node says."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf

from .exact_cover import ExactCover
from .ilp import NEAR, Model, number
from .puzzles import PackingPuzzle
from .recorder import SearchTrace, Step, Words, many, place
from .relaxation import Relaxed
from .trace import Event, State


@dataclass(frozen=True, slots=True)
class BranchEvent(Event):
    """An event, with what is known at its node.

    `fractions`: option -> its value in the relaxation, where that is neither 0 nor 1. `bound`: what the relaxation costs (None
    where it has no solution, or nothing has a cost). `incumbent`: the cost of the best solution so far. `why`, of a conflict:
    "infeasible" or "bound".
    """

    fractions: Mapping[int, float] = field(default_factory=dict)
    bound: float | None = None
    incumbent: float | None = None
    why: str = ""


@dataclass(frozen=True)
class Variables:
    """What the trace of a bare model is about: its variables, by name, are the options."""

    names: tuple[str, ...]


@dataclass
class BranchTrace(SearchTrace):
    """A trace of branch and bound.

    `model` is the program; `costs` has a number for each option (None: nothing has a cost). `solutions` are the incumbents, each
    better than the one before: of a packing puzzle as placements, of an exact cover problem as option numbers, of a model as its
    values. `cost` is that of the last one; where `stopped` is "", nothing better exists. For a bare model, `puzzle` is `Variables`.
    """

    model: Model = field(default_factory=Model, kw_only=True)
    costs: list[float] | None = field(default=None, kw_only=True)

    @property
    def options(self) -> int:
        """How many options there are: one for each variable."""
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
        """The state after event k: what is decided, and what the relaxation of the node says of the rest."""
        state, event = super().state(k), self.events[k]
        return replace(state, fractions=event.fractions, bound=event.bound, incumbent=event.incumbent)


class Names(Words):
    """Words for a trace; the options of a bare model are its variables."""

    @property
    def bare(self) -> bool:
        return isinstance(self.problem, Variables)

    def option(self, number: int) -> str:
        """A placement by all its cells: two of the same piece may share their first one, and the branch is on one of them alone."""
        if self.bare or isinstance(self.problem, ExactCover):
            return self.short(number)
        name, cells = self.problem.placements[number]
        return f"{self.piece(name)} at {cells_text(cells)}"

    def short(self, number: int) -> str:
        """An option in a few words, for a drawing; a placement by its piece and its first cell."""
        return self.problem.names[number] if self.bare else super().option(number)

    def answer(self) -> str:
        return "every variable is 0 or 1, and every row holds" if self.bare else super().answer()


@dataclass(frozen=True)
class Node:
    """A node on the present path. `on`: 1, by decision or in the relaxation; `off`: 0, by decision or because of what is decided.

    A variable that cannot be 1 any more, but is a fraction in the relaxation, is not off: that is what the relaxation does not see.
    """

    branch: tuple[int, int] | None = None  # the option decided last, and how
    on: frozenset[int] = frozenset()
    off: frozenset[int] = frozenset()
    fractions: Mapping[int, float] = field(default_factory=dict)
    relaxed: Relaxed = Relaxed(False)
    at_least: float = inf  # the bound, rounded up where it may be


class Recorder:
    """Turns the steps of the search into events; it knows nothing of how the search goes on."""

    def __init__(self, problem: PackingPuzzle | ExactCover | Variables, model: Model, given: Sequence[int]):
        self.words, self.model, self.given = Names(problem), model, given
        self.number = {name: i for i, name in enumerate(model.names)}
        self.costly = has_cost(model)
        self.events: list[BranchEvent] = []
        self.path: list[Node] = []
        self.answers, self.incumbent = 0, None

    def record(self, step: Step) -> None:
        """Append the event of a step."""
        kind, *rest = step
        getattr(self, f"add_{kind}")(*rest)

    @property
    def level(self) -> int:
        return len(self.path) - 1

    @property
    def bound(self) -> float | None:
        """What the relaxation of the present node costs, where that says anything."""
        relaxed = self.path[-1].relaxed
        return round(relaxed.bound, 6) if relaxed.feasible and self.costly else None

    def add(self, kind: str, say: str, before: Node | None = None, **more) -> None:
        """An event at the present node; `before` is the node that the search comes from."""
        changes = changed(before, self.path[-1]) if before else {}
        self.events.append(
            BranchEvent(
                kind,
                self.level,
                say=say,
                fractions=self.path[-1].fractions,
                bound=self.bound,
                incumbent=self.incumbent,
                **changes,
                **more,
            )
        )

    def add_node(self, fixed: dict[str, int], relaxed: Relaxed, at_least: float) -> None:
        before = self.path[-1] if self.path else Node()
        self.path.append(self.node(fixed, relaxed, at_least))
        if self.level:
            self.add_branch(before, *self.path[-1].branch)
        else:
            hints = (
                f"{many(len(self.given), 'hint')} given{self.ruled(before)}"
                if self.given
                else "nothing is decided yet"
            )
            self.add("start", f"Start: {hints}. {self.says()}.", before)

    def add_branch(self, before: Node, option: int, value: int) -> None:
        say = f"Level {self.level}: {self.words.option(option)} = {value}{self.ruled(before, option)}. {self.says()}."
        self.add("try", say, before, option=option, sign=bool(value))

    def node(self, fixed: dict[str, int], relaxed: Relaxed, at_least: float) -> Node:
        """What is decided, what follows from it, and what the relaxation makes of the rest."""
        decided = {self.number[name]: value for name, value in fixed.items()}
        relaxed_to = {self.number[name]: value for name, value in relaxed.values.items()}
        ones = {option for option, value in (decided | relaxed_to).items() if value > 1 - NEAR}
        zeros = {option for option, value in decided.items() if not value}.union(
            map(self.number.get, ruled_out(self.model, fixed))
        )
        fractions = {option: value for option, value in relaxed_to.items() if is_fraction(value)}
        branch = list(decided.items())[len(self.given) :][-1:]
        return Node(
            *branch or [None],
            frozenset(ones),
            frozenset(zeros - ones - fractions.keys()),
            fractions,
            relaxed,
            at_least,
        )

    def says(self) -> str:
        """What the relaxation of the present node says."""
        node = self.path[-1]
        if not node.relaxed.feasible:
            return "The relaxation has no solution"
        costs = f"costs {self.rounded()}" if self.costly else "has a solution"
        return f"The relaxation {costs} with {many(len(node.fractions), 'fraction') if node.fractions else 'no fraction'}"

    def ruled(self, before: Node, option: int | None = None) -> str:
        """How many options are ruled out now that were not before, the option of the branch apart."""
        count = len(self.path[-1].off - before.off - {option})
        return f", {many(count, 'option')} ruled out" if count else ""

    def rounded(self) -> str:
        """The bound of the present node, and what it is worth where all costs are whole numbers."""
        worth = self.path[-1].at_least
        up = (
            f" (a solution at least {amount(worth)}, as all costs are whole)"
            if worth > self.bound + NEAR
            else ""
        )
        return amount(self.bound) + up

    def add_choose(self, name: str, value: float) -> None:
        what, others = self.words.option(self.number[name]), len(self.path[-1].fractions) - 1
        nearest = f", nearest to 1/2 of {many(others + 1, 'fraction')}" if others else ""
        say = f"Level {self.level}: branch on {what}, which is {share(value)}{nearest}: it must be 1 or 0, first 1."
        self.add("choose", say, option=self.number[name], item=self.words.short(self.number[name]), count=2)

    def add_conflict(self, why: str) -> None:
        say = "the relaxation has no solution, so no node below can have one"
        if why == "bound":
            say = f"the bound is no better than the incumbent: the relaxation costs {self.rounded()}, the incumbent {amount(self.incumbent)}"
        self.add("conflict", f"Dead end at level {self.level}: {say}.", why=why)

    def add_undo(self, level: int) -> None:
        before, (option, _) = self.path[-1], self.path[level + 1].branch
        del self.path[level + 1 :]
        self.add(
            "undo",
            f"Back to level {level}, where {self.words.option(option)} = 0 is still to be tried.",
            before,
            option=option,
        )

    def add_answer(self, values: dict[str, int], cost: float) -> None:
        self.answers += 1
        self.incumbent = cost if self.costly else None
        costs = f" It costs {amount(cost)}, less than any before: the new incumbent." if self.costly else ""
        self.add("answer", f"Solution {self.answers}: no fraction is left, {self.words.answer()}.{costs}")

    def finish(self, stopped: str) -> str:
        """The last event says what was seen of the search. Gives what stopped it, in the end."""
        kinds = Counter(event.kind for event in self.events)
        seen = f"{many(self.answers, 'solution')}, {many(kinds['try'], 'node')}, {many(kinds['conflict'], 'dead end')}"
        best = (
            "there is no solution"
            if not self.answers
            else f"no solution costs less than {amount(self.incumbent)}"
            if self.costly
            else "and any other solution is as good as this one"
        )
        say = {
            "": f"End: the search is complete, {best}: {seen}.",
            "limit": f"End: stopped after {many(self.answers, 'solution')} as asked, there may be better ones: {seen}.",
            "events": f"End of the recording after {many(len(self.events), 'event')}; the search is not finished: {seen} so far.",
        }
        self.add("end", say[stopped])
        return stopped


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
    return {
        name: tuple(sorted(which))
        for name, which in {"on": now.on - before.on, "off": now.off - before.off, "back": back}.items()
    }


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


def ways_back(steps: Iterable[Step]) -> Iterator[Step]:
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

    >>> share(0.5), share(0.333333333), share(0.1234)
    ('1/2', '1/3', '0.123')
    """
    simple = Fraction(value).limit_denominator(30)
    return str(simple) if abs(value - simple) < NEAR else f"{value:.3f}"


def amount(cost: float) -> str:
    """A cost, without digits that say nothing.

    >>> amount(37.333333333), amount(38.0)
    ('37.333', '38')
    """
    return number(round(cost, 3))
