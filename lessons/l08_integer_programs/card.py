"""Nine L's and their rules: which are switched on, what a solver then gives, and what goes wrong,
as a picture and in words."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

import ipywidgets as w
import traitlets as t

from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.words import many
from puzzlelib.ilp.explain import Explanation
from puzzlelib.ilp.model import Model
from puzzlelib.ilp.solvers import solve_model
from puzzlelib.pictures.colours import WHITE, colour, mix

from ..kit.cards.card import Card, tick
from ..kit.cards.modules import javascript, styles
from ..kit.cards.projector import Projected
from ..puzzles.cards.stage import Picture
from ..puzzles.views import reasons
from .naive import MOST, RULES, SAYS, Elements, cells_of, check_rules, naive_model, what_goes_wrong

SECONDS, SEED = 20, 1
NO_ANSWER = "There is no answer to show."
AGAIN = " Change a rule to go on."
PALE = 0.65  # share of white in the colour of an element that is no L
ROWS = {"three": ": three cells", "together": ": two pairs", "bent": ": not straight", "once": ": once"}


class Flying(Projected):
    """Elements, apart or together in one cube, and for each rule how many of its rows are true."""

    _esm = javascript("flying")
    _css = styles("steps", "flying")
    elements = t.List([[]] * MOST).tag(sync=True)  # of each the cells
    apart = t.Bool().tag(sync=True)
    rows = t.List().tag(sync=True)  # [rule, rows that are true, all]
    say = t.Unicode().tag(sync=True)
    busy = t.Unicode().tag(sync=True)
    colours = t.List([[fill, mix(fill, WHITE, PALE)] for fill, _ in map(colour, range(MOST))]).tag(sync=True)

    def show(self, values: Mapping[str, float], cells: Elements, say: str, apart: bool) -> None:
        """Show these elements, and how many rows of the whole model their values make true."""
        with self.hold_sync():
            self.rows = [[rule, all_ - broken, all_] for rule, broken, all_ in rows_of(values)]
            self.say, self.apart = say, apart
            self.elements = [list(map(list, cells.get(k, ()))) for k in range(1, MOST + 1)]


@cache
def whole_model() -> Model:
    return naive_model()


def rows_of(values: Mapping[str, float]) -> list[tuple[str, int, int]]:
    """Return each rule with the number of its rows that these values break, and of all that it has.

    >>> rows_of(values_of({1: [(0, 0, 0), (1, 0, 0), (0, 1, 0)]}))
    [('three', 8, 9), ('together', 8, 9), ('bent', 0, 243), ('once', 24, 27)]
    """
    rule_of = lambda name: next((rule for rule, words in ROWS.items() if words in name), None)
    model = whole_model()
    every = Counter(map(rule_of, model.rows))
    broken = Counter(rule_of(row.name) for row in model.broken(values))
    return [(rule, broken[rule], every[rule]) for rule in RULES]


def values_of(cells: Elements) -> dict[str, int]:
    """Return the values that elements give the variables of the whole model, products included."""
    ones = {f"P[{k},{x},{y},{z}]" for k, own in cells.items() for x, y, z in own}
    return {name: int(ones.issuperset(name.split("*"))) for name in whole_model().names}


class Rules(Card):
    """Tick the rules, and see what HiGHS gives back. Every change is solved at once."""

    def __init__(self, rules: Iterable[str]):
        on, self.cells = check_rules(rules), {}
        self.ticks = {rule: tick(f"{rule}: {SAYS[rule]}", rule in on) for rule in RULES}
        self.stage = Flying()
        super().__init__(
            w.VBox(list(self.ticks.values())),
            self.line,
            self.stage,
            words=f"the rules of nine L's, {len(RULES)} boxes to tick, and what goes wrong without them",
        )
        self.add_class("eo-rules")
        self.follow(*self.ticks.values())

    @property
    def together(self) -> list[w.Checkbox]:
        """The boxes to tick, which the book records in all combinations."""
        return [*self.ticks.values()]

    @property
    def rules(self) -> list[str]:
        return [rule for rule, box in self.ticks.items() if box.value]

    def update(self) -> None:
        with self.working("HiGHS is searching …", stopped=f"Stopped.{AGAIN}"):
            self.show(naive_model(self.rules))

    def show(self, model: Model) -> None:
        outcome = solve_model(model, seed=SEED, time_limit=SECONDS)
        self.cells = cells_of(outcome.values)
        say = rules_verdict(self.cells, self.rules) if outcome.found else NO_ANSWER
        self.stage.show(values_of(self.cells), self.cells, say, bool(what_goes_wrong(self.cells)))
        size = f"{many(len(model.names), 'variable')}, {many(len(model.rows), 'row')}."
        again = AGAIN if outcome.status in ("time limit", "interrupt") else ""
        self.tell(f"{size} {outcome.said}{again}")


class Whole(Card):
    """Values of the whole model between 0 and 1; with the box ticked HiGHS gives whole ones."""

    def __init__(self, shares: Mapping[str, float]):
        self.shares, self.stage, self.box = shares, Flying(), tick("each variable is 0 or 1")
        super().__init__(self.box, self.line, self.stage, words="the same rows with fractions and without")
        self.add_class("eo-rules")
        self.follow(self.box)

    @property
    def together(self) -> list[w.Checkbox]:
        return [self.box]

    def update(self) -> None:
        with self.working("HiGHS is searching …"):
            model, whole, values = whole_model(), self.box.value, self.shares
            if whole:
                outcome = raise_if_interrupted(solve_model(model, seed=SEED, time_limit=SECONDS))
                values = outcome.values
            cells = cells_of({name: value > 0.5 * whole for name, value in values.items()})
            faults, every = what_goes_wrong(cells), len(model.rows)
            seen = "no L is to be seen" if faults else "nine L's fill the cube"
            say = f"{every - len(model.broken(values)):,} of {every:,} rows are true, and {seen}."
            self.stage.show(values, cells, say if values else NO_ANSWER, bool(faults))


def rules_verdict(cells: Elements, rules: Iterable[str]) -> str:
    """Say which faults an answer has; without any, whether all the rules were asked for.

    >>> rules_verdict({1: [(0, 0, 0), (1, 0, 0), (0, 1, 0)]}, RULES)
    '24 cells are empty.'
    """
    if faults := what_goes_wrong(cells):
        return " ".join(faults)
    left_out = [f"“{SAYS[rule]}”" for rule in RULES if rule not in rules]
    return "Nothing goes wrong: nine L's fill the cube" + (
        f", and nobody asked for {' or '.join(left_out)}." if left_out else "."
    )


def rules_widget(rules: Iterable[str] = ()) -> Rules:
    """Return four rules to tick, and what HiGHS makes of those that are ticked.

    Parameters: rules, of `RULES`, those ticked at first. Errors: `PuzzleError`.

    >>> rules_widget(["once"])  # doctest: +NORMALIZE_WHITESPACE
    <the rules of nine L's, 4 boxes to tick, and what goes wrong without them;
     open the notebook in JupyterLab to use it>
    """
    return Rules(rules)


def whole_widget(shares: Mapping[str, float]) -> Card:
    """Return values of the whole naive model, pale where they are fractions, and a box that makes them whole.

    >>> whole_widget(dict.fromkeys(whole_model().names, 0))
    <the same rows with fractions and without; open the notebook in JupyterLab to use it>
    """
    return Whole(shares)


def reason_widget(reason: Explanation) -> Card:
    """Return why a puzzle has no solution: the cells of the rows that cannot hold together, marked, and the
    sentence.

    >>> from puzzlelib import load
    >>> from puzzlelib.ilp import why_not
    >>> reason_widget(why_not(load("little-cube")))
    <There is a solution, so there is nothing to explain.; open the notebook in JupyterLab to use it>
    """
    scene, frame = reasons.picture(reason)
    stage = Picture(scene, [frame], label=f"The conditions that cannot be met together: {reason.say}")
    return Card(stage, words=reason.say).add_class("eo-rules")
