"""Rows of a 0-1 program that cannot hold together, none of them superfluous.

Rows are set aside, half of them at a time, as long as the others still cannot hold together.
Reference: U. Junker, QuickXplain: preferred explanations and relaxations for over-constrained problems, 2004.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from threading import Event

from ..common.clock import Clock
from ..common.ending import Ending
from .model import Model, Row
from .relaxation import relax
from .solvers import Outcome, solve_model, watched

MOST_TRIED = 5  # of the conflicts at first sight


class Oracle:
    """Can these rows not hold together? It remembers what was proved and what was found.

    The relaxation is asked first, being fast. `sure` becomes False when the time is up before an answer; that
    counts as "they can".
    """

    def __init__(self, model: Model, solver: str, time_limit: float | None):
        self.model, self.solver, self.clock, self.sure = model, solver, Clock(time_limit), True
        self.impossible: list[frozenset] = []  # sets of rows
        self.broken: list[set] = []  # for values that were found, the rows they do not keep

    def __call__(self, names: Iterable[str]) -> bool:
        names = frozenset(names)
        return self.relaxed(names) or self.remembered(names, lambda: self.proved(self.model.part(names)))

    def relaxed(self, names: Iterable[str]) -> bool:
        """The same, asked of the relaxation alone: quick, and where it says no, nothing is known."""
        names = frozenset(names)
        infeasible = lambda: not heard(lambda _: relax(self.model.part(names))).feasible
        return self.remembered(names, lambda: self.in_time() and infeasible())

    def remembered(self, names: frozenset, impossible: Callable[[], bool]) -> bool:
        """What was proved of some of these rows holds for all, and values that were found may keep them; else
        it is asked now, and kept in mind."""
        if any(known <= names for known in self.impossible):
            return True
        if any(names.isdisjoint(broken) for broken in self.broken):
            return False
        if answer := impossible():
            self.impossible.append(names)
        return answer

    def proved(self, part: Model) -> bool:
        """Does the solver prove, in the time that is left, that there are no values for this part?"""
        left = None if self.clock.limit is None else max(0.001, self.clock.limit - self.clock.seconds())
        run = lambda over: solve_model(part, self.solver, time_limit=left, stop=over)
        outcome = heard(run) if self.in_time() else Outcome(Ending.TIME_LIMIT)
        if outcome.found:
            self.broken.append({row.name for row in self.model.broken(outcome.values)})
        self.sure &= outcome.found or outcome.status == "infeasible"
        return outcome.status == "infeasible"

    def in_time(self) -> bool:
        """Is there time left? If not, nothing is sure any more."""
        self.sure &= not self.clock.stop()
        return not self.clock.struck


def heard(job: Callable):
    """What a job gives; `KeyboardInterrupt` for an interrupt, also one that comes just with the answer."""
    over = Event()
    result, why = watched(lambda: job(over.is_set), over.set)
    if why:
        raise KeyboardInterrupt
    return result


def smallest(model: Model, oracle: Oracle) -> tuple[tuple[str, ...], bool]:
    """The smallest of some irreducible sets of rows, in the model's order; and whether it is surely
    irreducible. That the rows of the model cannot hold together is known before."""
    rows, found = tuple(model.rows), []
    few = sorted(rows, key=lambda name: len(model.rows[name].terms))
    plain = sorted((*at_first_sight(model), *demands(model, oracle)), key=len)
    for order in plain[:MOST_TRIED] or (few, few[::-1], rows):
        oracle.sure = True
        if oracle.relaxed(order):  # most of the rows go before whole numbers are asked for
            kept = irreducible(order, oracle.relaxed)
            order = [name for name in order if name in kept]
        found.append((irreducible(order, oracle), oracle.sure))
        if not oracle.sure or oracle.clock.limit and oracle.clock.seconds() > oracle.clock.limit / 4:
            break
    best, sure = min(found, key=lambda one: (not one[1], len(one[0])))
    return tuple(name for name in rows if name in best), sure


def irreducible(rows: Sequence[str], impossible: Callable[[Iterable[str]], bool]) -> set[str]:
    """Rows out of some that cannot hold together, none of them superfluous.

    >>> sorted(irreducible("abcdefgh", lambda rows: {"b", "g"} <= set(rows)))
    ['b', 'g']
    """

    def needed(base: set, some: Sequence[str], grown: bool) -> set:
        """What of `some` is needed, besides the base: that `some` and the base cannot hold together is
        known."""
        if grown and impossible(base):
            return set()
        if len(some) == 1:
            return set(some)
        first, second = some[: len(some) // 2], some[len(some) // 2 :]
        late = needed(base | set(first), second, True)
        return late | needed(base | late, first, bool(late))

    return needed(set(), rows, False) if rows else set()


def at_first_sight(model: Model) -> Iterator[list[str]]:
    """Conflicts that need no search: a row makes its only variable 1, others become 0, and a row has none
    left.

    >>> model = Model()
    >>> a, b, c = model.variables("a", "b", "c")
    >>> rows = [model.row("hint", a == 1), model.row("cell", a + b == 1)]
    >>> rows += [model.row("piece", b == 1), model.row("other", c <= 1)]
    >>> list(at_first_sight(model))
    [['hint', 'cell', 'piece']]
    """
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
    """Rows that want something of the same variables, all in one other row, and too much for that row."""
    for row in model.rows.values():
        within = [other.name for other in model.rows.values() if other.terms.keys() < row.terms.keys()]
        if within and oracle.relaxed([row.name, *within]):
            yield [row.name, *within]


def makes_one(row: Row) -> bool:
    """Has a row a single variable, which must be 1?"""
    return len(row.terms) == 1 and row.holds(dict.fromkeys(row.terms, 1)) and not row.holds({})


def at_most_one(row: Row) -> bool:
    """Does a row allow one of its variables at most?"""
    return row.sense in ("=", "<=") and row.right == 1 and all(times == 1 for times in row.terms.values())


def never_holds(row: Row) -> bool:
    """Is a row broken, whatever the variables are?

    >>> never_holds(Row("three of two", {"a": 1, "b": 1}, "=", 3))
    True
    """
    least, most = (sum(end(times, 0) for times in row.terms.values()) for end in (min, max))
    return row.sense != "<=" and most < row.right or row.sense != ">=" and least > row.right
