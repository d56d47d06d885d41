"""Many instances by every engine, and the time of each as a mark in a plot, like figures 6 and 7 of the paper: mean and worst case.

A batch runs in a thread of its own, so that the notebook stays free, or in the cell that asks for it. Each engine works on each
instance alone, one after the other: two at a time would slow each other down.
"""

import atexit
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from statistics import mean, median
from threading import Event, Thread
from time import monotonic
from typing import NamedTuple

import ipywidgets as w

from .card import DEMO, Card, message, tell
from .cosoku import Arranged, Cosoku, icosoku, paper_tetrahedron
from .cosoku_engines import ENGINES, missing, solve
from .palette import PALETTE
from .puzzles import one_of, whole
from .recorder import many
from .solvers import never

MOST, MOST_SEED, SIZE = 100, 999, 6
LIMIT = 20  # seconds for one instance
OFTEN = 0.3  # seconds from one drawing to the next
SLOW = (
    "chuffed",
    "highs",
)  # not ticked at first: MiniZinc's Chuffed may need seconds to start, HiGHS to answer
SIGNS = dict(zip(ENGINES, "●■▲◆▼★✚"))
COLOURS = {engine: PALETTE[place][0] for engine, place in zip(ENGINES, (0, 1, 10, 6, 11, 7, 4))}
WARM: set[str] = set()  # modules that have solved something in this process
RUNNING: list["Batch"] = []  # at most one: a second one would spoil the times


# ---------------------------------------------------------------- measuring


class Row(NamedTuple):
    """What one engine made of one instance."""

    instance: Cosoku
    engine: str
    found: Arranged


def seconds_of(
    puzzle: Cosoku, engine: str, stop: Callable[[], bool] = never, time_limit: float = LIMIT
) -> Arranged:
    """What an engine makes of an instance, with the seconds on the wall from the puzzle to the judged answer; `stop` ends it early.

    >>> seconds_of(paper_tetrahedron(), "asp").complete
    True
    """
    module = ENGINES[one_of("engine", engine, ENGINES)].module
    if module not in WARM and module != "minizinc":  # loading a solver is not its search
        solve(paper_tetrahedron(), engine)
        WARM.add(module)
    return solve(puzzle, engine, time_limit=time_limit, stop=stop)


def measured(seeds: Iterable[int], engines: Sequence[str], stop: Callable[[], bool] = never) -> Iterator[Row]:
    """The rows of a batch, instance by instance; none after `stop()` has said so.

    >>> [(row.instance.name, row.engine) for row in measured([7], ["asp", "backtracking"])]
    [('IcoSoKu, seed 7', 'asp'), ('IcoSoKu, seed 7', 'backtracking')]
    """
    for seed in seeds:
        for engine in engines:
            if stop():
                return
            row = Row(icosoku(seed=seed), engine, seconds_of(icosoku(seed=seed), engine, stop))
            if row.found.stopped == "interrupt":
                return
            yield row


def seed_of(row: Row) -> int:
    """The seed of a row's instance."""
    return int(row.instance.name.rpartition(" ")[2])


@dataclass(frozen=True)
class Summary:
    """One engine's times in seconds. An instance that was not solved counts with the time after which it was given up."""

    engine: str
    solved: int
    tried: int
    mean: float
    median: float
    worst: float
    worst_seed: int
    nodes: tuple[int, ...] = ()  # of each instance, as the engine counts them

    def __str__(self) -> str:
        lost = "" if self.solved == self.tried else f"{self.solved} of {self.tried} solved, "
        return f"{self.engine}: {lost}mean {told(self.mean)}, median {told(self.median)}, worst {told(self.worst)} (seed {self.worst_seed})"


def summaries(rows: Iterable[Row]) -> dict[str, Summary]:
    """The summary of each engine that has at least one row, in the order of ENGINES."""
    rows = list(rows)
    return {
        engine: summary(engine, own)
        for engine in ENGINES
        if (own := [row for row in rows if row.engine == engine])
    }


def summary(engine: str, rows: Sequence[Row]) -> Summary:
    """The summary of one engine's rows."""
    times, worst = [row.found.seconds for row in rows], max(rows, key=lambda row: row.found.seconds)
    solved = sum(row.found.arrangement is not None for row in rows)
    nodes = tuple(row.found.nodes or 0 for row in rows)
    return Summary(
        engine, solved, len(rows), mean(times), median(times), worst.found.seconds, seed_of(worst), nodes
    )


def told(seconds: float) -> str:
    """A time in few signs.

    >>> told(0.00312), told(0.0712), told(15.14)
    ('0.0031 s', '0.071 s', '15 s')
    """
    return f"{seconds:.{max(0, 1 - floor(log10(max(seconds, 1e-4))))}f} s"


# ---------------------------------------------------------------- drawing

WIDE, HIGH, LEFT, TOP, FLOOR = (
    300,
    230,
    66,
    66,
    204,
)  # a panel in units of its own: the marks are between LEFT and WIDE, TOP and FLOOR


def decades(rows: Iterable[Row]) -> tuple[int, int]:
    """The powers of ten between which all times lie, at least two of them apart."""
    logs = [log10(max(row.found.seconds, 1e-4)) for row in rows] or [-2, 0]
    low, high = floor(min(logs)), ceil(max(logs))
    return low, max(high, low + 2)


def panel(
    rows: Sequence[Row], engine: str, seeds: Sequence[int], scale: tuple[int, int], wide: int = WIDE
) -> str:
    """One engine's plot as SVG: a mark an instance, the mean as a line, the worst with a ring. The axis of seconds is logarithmic."""
    low, high = scale
    one = summaries(rows)[engine]

    def height(seconds):
        return round(FLOOR - (log10(max(seconds, 1e-4)) - low) / (high - low) * (FLOOR - TOP), 1)

    def across(seed):
        return round(LEFT + 12 + (seed - seeds[0]) / max(1, len(seeds) - 1) * (WIDE - LEFT - 26), 1)

    grid = "".join(
        f'<path d="M{LEFT} {height(10**k)}H{WIDE}" stroke="currentColor" opacity=".25"/>'
        f'<text x="{LEFT - 6}" y="{height(10**k) + 4}" text-anchor="end">{10.0**k:g} s</text>'
        for k in range(low, high + 1)
    )
    marks = "".join(
        mark(across(seed_of(row)), height(row.found.seconds), engine, row)
        for row in rows
        if row.engine == engine
    )
    ring = f'<circle cx="{across(one.worst_seed)}" cy="{height(one.worst)}" r="10" fill="none" stroke="currentColor" stroke-width="1.5"/>'
    line = f'<path d="M{LEFT} {height(one.mean)}H{WIDE}" stroke="{COLOURS[engine]}" stroke-width="3" stroke-dasharray="9 4"/>'
    return (
        f'<svg viewBox="0 0 {WIDE} {HIGH}" width="{wide}" style="max-width:100%" role="img" aria-label="{escape(str(one))}" '
        f'font-size="13" fill="currentColor">'
        f'<text x="{LEFT}" y="16" font-size="16" font-weight="600">{SIGNS[engine]} {engine}</text>'
        f'<text x="{LEFT}" y="34">– – mean {told(one.mean)}</text><text x="{LEFT}" y="51">◯ worst {told(one.worst)}, seed {one.worst_seed}</text>'
        f'{grid}{line}{marks}{ring}<text x="{LEFT + 12}" y="{HIGH - 6}" text-anchor="middle">{seeds[0]}</text>'
        f'<text x="{(LEFT + WIDE) / 2}" y="{HIGH - 6}" text-anchor="middle">seed</text>'
        f'<text x="{across(seeds[-1])}" y="{HIGH - 6}" text-anchor="middle">{seeds[-1] if len(seeds) > 1 else ""}</text></svg>'
    )


def mark(x: float, y: float, engine: str, row: Row) -> str:
    """One instance: the engine's sign, or a cross where it was given up."""
    sign, size = (SIGNS[engine], 13) if row.found.complete else ("✗", 17)
    return (
        f'<text x="{x}" y="{y + 0.36 * size:.1f}" text-anchor="middle" font-size="{size}" fill="{COLOURS[engine]}" stroke="currentColor" stroke-width=".6">'
        f'{sign}<title>seed {seed_of(row)}: {told(row.found.seconds)}</title></text>'
    )


def plot(rows: Sequence[Row], seeds: Sequence[int], wide: int = WIDE) -> str:
    """A panel for each engine, all with the same axes, as HTML."""
    scale = decades(rows)
    panels = "".join(panel(rows, engine, seeds, scale, wide) for engine in summaries(rows))
    return f'<div style="display:flex;flex-wrap:wrap;gap:6px 18px;color:var(--jp-ui-font-color1,#222)">{panels}</div>'


CELL = 'style="text-align:right;padding:1px 10px"'


def table(rows: Sequence[Row]) -> str:
    """Mean, median and maximum of each engine, as HTML."""
    names = ("engine", "solved", "mean", "median", "worst", "seed of it") if rows else ()
    head = "".join(f'<th scope="col" {CELL}>{name}</th>' for name in names)
    return (
        f'<table class="eo-open"><tr>{head}</tr>{"".join(map(table_row, summaries(rows).values()))}</table>'
    )


def table_row(one: Summary) -> str:
    cells = (
        f"{one.solved} of {one.tried}",
        told(one.mean),
        told(one.median),
        told(one.worst),
        one.worst_seed,
    )
    return f'<tr><th scope="row" {CELL}>{SIGNS[one.engine]} {one.engine}</th>{"".join(f"<td {CELL}>{cell}</td>" for cell in cells)}</tr>'


# ---------------------------------------------------------------- the widget


class Batch(Card):
    """Sliders, ticks and a plot. `start()` measures beside the notebook, `stop()` ends that, `run()` measures here and now.

    `rows` are those of `cosoku_engines`, `summaries` what they come to, by engine.
    """

    def __init__(self, size: int, seed: int, engines: Sequence[str]):
        self.rows, self.plan, self.halt, self.thread, self.drawn = [], (), Event(), None, 0.0
        self.lacking = missing()
        self.make_controls(size, seed, engines)
        self.line, self.bar, self.picture = message(), w.IntProgress(layout=w.Layout(width="95%")), w.HTML()
        ways = w.HTML(
            "<br>".join(f"<b>{name}</b> is not here. {escape(how)}" for name, how in self.lacking.items())
        )
        super().__init__(
            w.HBox([self.size, self.seed]),
            w.HBox(list(self.ticks.values())),
            ways,
            w.HBox([self.go, self.no]),
            self.bar,
            self.line,
            self.picture,
        )
        DEMO.observe(lambda _: self.draw(), "on")

    def make_controls(self, size: int, seed: int, engines: Sequence[str]) -> None:
        """Two sliders, a tick an engine, two buttons."""
        wide, named = w.Layout(width="340px"), {"description_width": "initial"}
        self.size = w.IntSlider(
            description="instances", value=size, min=1, max=MOST, layout=wide, style=named
        )
        self.seed = w.IntSlider(description="first seed", value=seed, max=MOST_SEED, layout=wide, style=named)
        self.ticks = {
            name: w.Checkbox(
                description=f"{SIGNS[name]} {name}{' (not here)' if name in self.lacking else ''}",
                value=name in engines,
                disabled=name in self.lacking,
                indent=False,
                layout=w.Layout(width="auto", margin="0 14px 0 0"),
            )
            for name in ENGINES
        }
        self.go = w.Button(description="Start", button_style="primary", layout=w.Layout(width="auto"))
        self.no = w.Button(description="Stop", disabled=True, layout=w.Layout(width="auto"))
        self.go.on_click(lambda _: self.start())
        self.no.on_click(lambda _: self.stop())

    @property
    def summaries(self) -> dict[str, Summary]:
        """Engine -> its summary."""
        return summaries(self.rows)

    def __repr__(self) -> str:
        found = "; ".join(map(str, self.summaries.values()))
        return f"<a batch of instances, timed{': ' + found if found else ''}; open the notebook in JupyterLab to use it>"

    # -- to run it ------------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Measure in a thread of its own; the notebook stays free."""
        if self.begin():
            self.thread = Thread(target=self.work, daemon=True)
            self.thread.start()

    def stop(self) -> None:
        """End it: the solver that is at work gives up at once."""
        self.halt.set()

    def run(self) -> "Batch":
        """Measure here and now. An interrupt of the kernel ends it and keeps what there is."""
        if self.begin():
            self.work()
        return self

    def begin(self) -> bool:
        """Get ready; False, where no engine is ticked."""
        engines = [name for name, tick in self.ticks.items() if tick.value and not tick.disabled]
        if not engines:
            tell(self.line, "Tick at least one engine.", wrong=True)
            return False
        for other in RUNNING[:]:
            other.end()
        RUNNING.append(self)
        self.halt.clear()
        self.rows, self.plan = [], (range(self.seed.value, self.seed.value + self.size.value), engines)
        self.go.disabled, self.no.disabled = True, False
        self.bar.max, self.bar.value = self.size.value * len(engines), 0
        tell(self.line, "The first solver gets ready …")
        return True

    def work(self) -> None:
        """Measure, and draw now and then."""
        said = ""
        try:
            for row in measured(*self.plan, self.halt.is_set):
                self.take(row)
        except KeyboardInterrupt:
            self.halt.set()
        except Exception as problem:  # in a thread nobody else would see it
            said = f"{type(problem).__name__}: {problem}"
        finally:
            self.finish(said)

    def take(self, row: Row) -> None:
        """One more row."""
        self.rows = [*self.rows, row]
        if monotonic() - self.drawn > OFTEN:
            self.draw()
            tell(
                self.line,
                f"{len(self.rows)} of {self.bar.max}: {row.engine} took {told(row.found.seconds)} for seed {seed_of(row)}.",
            )

    def finish(self, said: str) -> None:
        """Say how it ended."""
        self.draw()
        ended = "Stopped" if len(self.rows) < self.bar.max else "Done"
        tell(
            self.line,
            said
            or f"{ended}: {len(self.rows)} of {many(self.bar.max, 'answer')}, each judged by the referee.",
            wrong=bool(said),
        )
        self.go.disabled, self.no.disabled = False, True
        if self in RUNNING:
            RUNNING.remove(self)

    def end(self) -> None:
        """Stop, and wait until it is over."""
        self.stop()
        if self.thread:
            self.thread.join(2)

    def draw(self) -> None:
        """The plot and the table of what there is."""
        self.drawn, self.bar.value = monotonic(), len(self.rows)
        if self.rows:
            self.picture.value = plot(self.rows, self.plan[0], WIDE * 3 // 2 if DEMO.on else WIDE) + table(
                self.rows
            )


@atexit.register
def end_all() -> None:
    """When Python ends, no solver is left behind."""
    for one in RUNNING[:]:
        one.end()


def batch(size: int = SIZE, seed: int = 0, engines: Iterable[str] | None = None) -> Batch:
    """A batch to be started with a button: so many instances, icosoku(seed=seed) and those after it, by the ticked engines.

    Parameters: size, 1 to 100; seed, 0 to 999; engines, names in `cosoku_engines.ENGINES`, at first those that are here and quick.
    Errors: `PuzzleError`.

    >>> batch(engines=["asp"])
    <a batch of instances, timed; open the notebook in JupyterLab to use it>
    """
    size = whole("size", size, f"must be a whole number from 1 to {MOST}", least=1, most=MOST)
    seed = whole("seed", seed, f"must be a whole number from 0 to {MOST_SEED}", most=MOST_SEED)
    chosen = (
        [name for name in ENGINES if name not in SLOW]
        if engines is None
        else [one_of("engine", name, ENGINES) for name in engines]
    )
    return Batch(size, seed, [name for name in chosen if name not in missing()])
