"""Rows of a 0-1 program that are infeasible together, none of them superfluous.

Rows are set aside, half of them at a time, as long as the others are still infeasible. Reference:
U. Junker, QuickXplain: preferred explanations and relaxations for over-constrained problems, 2004.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from ..common.clock import Clock
from ..common.ending import raise_if_interrupted
from .model import Model, Row
from .relaxation import relax
from .solvers import solve_model

MOST_TRIED = 5  # conflicts at first sight


class Oracle:
    """Tells whether rows are infeasible together, and remembers the answers.

    Out of time it says no, and `sure` becomes False. An interrupt is a `KeyboardInterrupt`.
    """

    def __init__(self, model: Model, time_limit: float | None):
        self.model, self.clock, self.sure = model, Clock(time_limit), True
        self.infeasible: list[frozenset] = []  # sets of rows
        self.broken: list[set] = []  # for each solution of some rows, the rows that it breaks

    def __call__(self, names: Iterable[str]) -> bool:
        names = frozenset(names)
        return self.by_relaxation(names) or self.recall(names, self.by_solver)

    def by_relaxation(self, names: Iterable[str]) -> bool:
        """Return whether the relaxation is infeasible; if not, nothing is known."""
        return self.recall(frozenset(names), lambda part: self.in_time() and not relax(part).feasible)

    def by_solver(self, part: Model) -> bool:
        """Return whether the solver proves in the time that is left that this part is infeasible."""
        if not self.in_time():
            return False
        outcome = raise_if_interrupted(solve_model(part, time_limit=self.clock.left()))
        if outcome.found:
            self.broken.append({row.name for row in self.model.broken(outcome.values)})
        self.sure &= outcome.found or outcome.status == "infeasible"
        return outcome.status == "infeasible"

    def recall(self, names: frozenset, ask: Callable[[Model], bool]) -> bool:
        """Return what is known about these rows from more or fewer of them; ask if nothing is."""
        if any(known <= names for known in self.infeasible):
            return True
        if any(names.isdisjoint(broken) for broken in self.broken):
            return False
        if answer := ask(self.model.part(names)):
            self.infeasible.append(names)
        return answer

    def in_time(self) -> bool:
        self.sure &= not self.clock.stop()
        return not self.clock.struck


def smallest(model: Model, oracle: Oracle) -> tuple[tuple[str, ...], bool]:
    """Return few rows of an infeasible model that are infeasible, and whether surely irreducible."""
    rows, found = tuple(model.rows), []
    few = sorted(rows, key=lambda name: len(model.rows[name].terms))
    plain = sorted((*at_first_sight(model), *demands(model, oracle)), key=len)
    for order in plain[:MOST_TRIED] or (few, few[::-1], rows):
        oracle.sure = True
        if oracle.by_relaxation(order):  # most of the rows go before whole numbers are asked for
            kept = irreducible_subset(order, oracle.by_relaxation)
            order = [name for name in order if name in kept]
        found.append((irreducible_subset(order, oracle), oracle.sure))
        if not oracle.sure or oracle.clock.limit and oracle.clock.seconds() > oracle.clock.limit / 4:
            break
    best, sure = min(found, key=lambda one: (not one[1], len(one[0])))
    return tuple(name for name in rows if name in best), sure


def irreducible_subset(rows: Sequence[str], infeasible: Callable[[Iterable[str]], bool]) -> set[str]:
    """Return rows that are infeasible together, but not without any one of them.

    >>> sorted(irreducible_subset("abcdefgh", lambda rows: {"b", "g"} <= set(rows)))
    ['b', 'g']
    """

    def core(base: set, some: Sequence[str], grown: bool) -> set:
        """Return the rows of `some` that the base needs to be infeasible."""
        if grown and infeasible(base):
            return set()
        if len(some) == 1:
            return set(some)
        first, second = some[: len(some) // 2], some[len(some) // 2 :]
        late = core(base | set(first), second, True)
        return late | core(base | late, first, bool(late))

    return core(set(), rows, False) if rows else set()


def at_first_sight(model: Model) -> Iterator[list[str]]:
    """Yield conflicts seen at once: a variable must be 1, others are 0, a row has none left."""
    hints = {next(iter(row.terms)): row.name for row in model.rows.values() if makes_one(row)}
    single = (row for row in model.rows.values() if at_most_one(row))
    filled = {row.name: held for row in single if (held := hints.keys() & row.terms.keys())}
    gone = {name for row in filled for name in model.rows[row].terms} - hints.keys()
    for row in model.rows.values():
        left = {name: times for name, times in row.terms.items() if name not in gone}
        if len(filled.get(row.name, ())) > 1 or never_holds(replace(row, terms=left)):
            near = {one for one in filled if row.terms.keys() & model.rows[one].terms.keys()} | {row.name}
            wanted = near | {hints[name] for other in near for name in filled.get(other, ())}
            yield [name for name in model.rows if name in wanted]


def demands(model: Model, oracle: Oracle) -> Iterator[list[str]]:
    """Yield a row with others whose variables it has all, and that together want too much of it."""
    for row in model.rows.values():
        within = [other.name for other in model.rows.values() if other.terms.keys() < row.terms.keys()]
        if within and oracle.by_relaxation([row.name, *within]):
            yield [row.name, *within]


def makes_one(row: Row) -> bool:
    """Return whether a row has a single variable, which must be 1."""
    return len(row.terms) == 1 and row.holds(dict.fromkeys(row.terms, 1)) and not row.holds({})


def at_most_one(row: Row) -> bool:
    """Return whether a row allows one of its variables at most."""
    return row.sense in ("=", "<=") and row.right == 1 and all(times == 1 for times in row.terms.values())


def never_holds(row: Row) -> bool:
    """Return whether a row is broken by all values."""
    least, most = (sum(end(times, 0) for times in row.terms.values()) for end in (min, max))
    return row.sense != "<=" and most < row.right or row.sense != ">=" and least > row.right
