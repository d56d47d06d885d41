"""Many instances by every engine, the time of each a mark in a plot, as in figures 6 and 7 of the paper.

A batch runs in a thread of its own, or in the cell that asks. Engines work one after the other.
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

from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.errors import check_choice, check_int
from puzzlelib.common.interrupts import hold_interrupts
from puzzlelib.common.machine import has_threads
from puzzlelib.common.words import many
from puzzlelib.icosoku.engines import ENGINES, missing, solve
from puzzlelib.icosoku.puzzle import Arranged, Cosoku, icosoku, paper_tetrahedron
from puzzlelib.ilp.solvers import never
from puzzlelib.pictures.colours import PALETTE

from ..kit.cards.card import DEMO, Card, button, slider, tick
from ..puzzles.views.svg import svg_level, svg_plot, svg_text

MOST, MOST_SEED, SIZE = 100, 999, 6
LIMIT = 20  # seconds for one instance
OFTEN = 0.3  # seconds from one drawing to the next
SLOW = "chuffed", "highs"  # not ticked at first: Chuffed may need seconds to start, HiGHS to answer
SIGNS = dict(zip(ENGINES, "●■▲◆▼★✚"))
COLOURS = {engine: PALETTE[place][0] for engine, place in zip(ENGINES, (0, 1, 10, 6, 11, 7, 4))}
WARM: set[str] = set()  # modules that have solved something in this process
RUNNING: list["Batch"] = []  # at most one: a second one would spoil the times


# -------- measuring


class Row(NamedTuple):
    """Result of one engine on one instance."""

    instance: Cosoku
    engine: str
    found: Arranged


def seconds_of(puzzle: Cosoku, engine: str, stop: Callable[[], bool] = never) -> Arranged:
    """Solve an instance with one engine, and return the result with its seconds on the wall.

    The clock runs from the puzzle to the judged answer; `stop` ends it early.

    >>> seconds_of(paper_tetrahedron(), "asp").complete
    True
    """
    module = ENGINES[check_choice("engine", engine, ENGINES)].module
    if module not in WARM and module != "by_minizinc":  # loading a solver is not its search
        raise_if_interrupted(solve(paper_tetrahedron(), engine))
        WARM.add(module)
    return solve(puzzle, engine, time_limit=LIMIT, stop=stop)


def measure_batch(
    seeds: Iterable[int], engines: Sequence[str], stop: Callable[[], bool] = never
) -> Iterator[Row]:
    """Yield the rows of a batch, instance by instance, until `stop()` is true.

    >>> [(row.instance.name, row.engine) for row in measure_batch([7], ["asp", "backtracking"])]
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


@dataclass(frozen=True)
class Summary:
    """One engine's times in seconds. An instance that was not solved counts with the time after which it was
    given up."""

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
        typical = f"mean {in_seconds(self.mean)}, median {in_seconds(self.median)}"
        return f"{self.engine}: {lost}{typical}, worst {in_seconds(self.worst)} (seed {self.worst_seed})"


def summaries(rows: Sequence[Row]) -> dict[str, Summary]:
    """Return the summary of each engine that has at least one row, in the order of ENGINES."""
    own = {engine: [row for row in rows if row.engine == engine] for engine in ENGINES}
    return {engine: summary(engine, some) for engine, some in own.items() if some}


def summary(engine: str, rows: Sequence[Row]) -> Summary:
    found = [row.found for row in rows]
    times, solved = [one.seconds for one in found], sum(one.arrangement is not None for one in found)
    worst = rows[times.index(max(times))].instance.seed
    nodes = tuple(one.nodes or 0 for one in found)
    return Summary(engine, solved, len(rows), mean(times), median(times), max(times), worst, nodes)


def in_seconds(seconds: float) -> str:
    """Return a time in few signs.

    >>> in_seconds(0.00312), in_seconds(0.0712), in_seconds(15.14)
    ('0.0031 s', '0.071 s', '15 s')
    """
    return f"{seconds:.{max(0, 1 - floor(log10(max(seconds, 1e-4))))}f} s"


# -------- drawing

# A panel in units of its own: the marks are between LEFT and WIDE, TOP and FLOOR.
WIDE, HIGH, LEFT, TOP, FLOOR = 300, 230, 66, 66, 204


def decades(rows: Iterable[Row]) -> tuple[int, int]:
    """Return the powers of ten between which all times lie, at least two of them apart."""
    logs = [log10(max(row.found.seconds, 1e-4)) for row in rows] or [-2, 0]
    low, high = floor(min(logs)), ceil(max(logs))
    return low, max(high, low + 2)


def panel(
    rows: Sequence[Row], engine: str, seeds: Sequence[int], scale: tuple[int, int], wide: int = WIDE
) -> str:
    """Return one engine's plot as SVG, with seconds on a logarithmic axis."""
    low, high = scale
    one = summaries(rows)[engine]

    def height(seconds):
        return round(FLOOR - (log10(max(seconds, 1e-4)) - low) / (high - low) * (FLOOR - TOP), 1)

    def across(seed):
        return round(LEFT + 12 + (seed - seeds[0]) / max(1, len(seeds) - 1) * (WIDE - LEFT - 26), 1)

    parts = [
        svg_text(LEFT, 16, f"{SIGNS[engine]} {engine}", more=' font-size="16" font-weight="600"'),
        svg_text(LEFT, 34, f"– – mean {in_seconds(one.mean)}"),
        svg_text(LEFT, 51, f"◯ worst {in_seconds(one.worst)}, seed {one.worst_seed}"),
    ]
    for k in range(low, high + 1):
        y = height(10**k)
        parts += [svg_level(LEFT, WIDE, y), svg_text(LEFT - 6, y + 4, f"{10.0**k:g} s", "end")]
    dashes = f'stroke="{COLOURS[engine]}" stroke-width="3" stroke-dasharray="9 4"'
    parts += [f'<path d="M{LEFT} {height(one.mean)}H{WIDE}" {dashes}/>']
    own = (row for row in rows if row.engine == engine)
    parts += [plot_mark(across(row.instance.seed), height(row.found.seconds), engine, row) for row in own]
    parts += [
        f'<circle cx="{across(one.worst_seed)}" cy="{height(one.worst)}" r="10" fill="none" '
        'stroke="currentColor" stroke-width="1.5"/>'
    ]
    last = seeds[-1] if len(seeds) > 1 else ""
    feet = (LEFT + 12, seeds[0]), ((LEFT + WIDE) / 2, "seed"), (across(seeds[-1]), last)
    parts += [svg_text(x, HIGH - 6, words, "middle") for x, words in feet]
    return svg_plot(parts, (WIDE, HIGH), str(one), wide)


def plot_mark(x: float, y: float, engine: str, row: Row) -> str:
    """Return the engine's sign, or a cross where an instance was given up."""
    sign, size = (SIGNS[engine], 13) if row.found.complete else ("✗", 17)
    return (
        f'<text x="{x}" y="{y + 0.36 * size:.1f}" text-anchor="middle" font-size="{size}" '
        f'fill="{COLOURS[engine]}" stroke="currentColor" stroke-width=".6">'
        f'{sign}<title>seed {row.instance.seed}: {in_seconds(row.found.seconds)}</title></text>'
    )


def batch_plot(rows: Sequence[Row], seeds: Sequence[int], wide: int = WIDE) -> str:
    scale = decades(rows)
    panels = "".join(panel(rows, engine, seeds, scale, wide) for engine in summaries(rows))
    style = "display:flex;flex-wrap:wrap;gap:6px 18px;color:var(--jp-ui-font-color1,#222)"
    return f'<div style="{style}">{panels}</div>'


CELL = 'style="text-align:right;padding:1px 10px"'


def summary_table(rows: Sequence[Row]) -> str:
    names = ("engine", "solved", "mean", "median", "worst", "seed of it") if rows else ()
    head = "".join(f'<th scope="col" {CELL}>{name}</th>' for name in names)
    body = "".join(map(summary_row, summaries(rows).values()))
    return f'<table class="eo-open"><tr>{head}</tr>{body}</table>'


def summary_row(one: Summary) -> str:
    times = map(in_seconds, (one.mean, one.median, one.worst))
    cells = "".join(
        f"<td {CELL}>{cell}</td>" for cell in (f"{one.solved} of {one.tried}", *times, one.worst_seed)
    )
    return f'<tr><th scope="row" {CELL}>{SIGNS[one.engine]} {one.engine}</th>{cells}</tr>'


# -------- the widget


class Batch(Card):
    """Sliders, ticks and a plot. `start()` measures beside the notebook, `stop()` ends that, `run()` measures
    here and now.

    `rows` are those of `icosoku.engines`, `summaries` what they come to, by engine.
    """

    def __init__(self, size: int, seed: int, engines: Sequence[str]):
        self.rows, self.plan, self.halt, self.thread, self.drawn = [], (), Event(), None, 0.0
        self.lacking = missing()
        self.make_controls(size, seed, engines)
        self.bar, self.picture = w.IntProgress(layout={"width": "95%"}), w.HTML()
        ways = [f"<b>{name}</b> is not here. {escape(how)}" for name, how in self.lacking.items()]
        super().__init__(
            w.HBox([self.size, self.seed]),
            w.HBox(list(self.ticks.values())),
            w.HTML("<br>".join(ways)),
            w.HBox([self.go, self.no]),
            self.bar,
            self.line,
            self.picture,
        )
        DEMO.observe(lambda _: self.draw(), "on")

    def make_controls(self, size: int, seed: int, engines: Sequence[str]) -> None:
        named = {"style": {"description_width": "initial"}}
        self.size = slider("instances", MOST, size, "340px", min=1, **named)
        self.seed = slider("first seed", MOST_SEED, seed, "340px", **named)
        self.ticks = {
            name: tick(
                f"{SIGNS[name]} {name}{' (not here)' if name in self.lacking else ''}",
                name in engines and name not in self.lacking,
                disabled=name in self.lacking,
                margin="0 14px 0 0",
            )
            for name in ENGINES
        }
        self.go, self.no = button("Start", self.start, style="primary"), button("Stop", self.stop)
        self.no.disabled = True

    @property
    def summaries(self) -> dict[str, Summary]:
        return summaries(self.rows)

    def __repr__(self) -> str:
        found = "; ".join(map(str, self.summaries.values()))
        self.words = f"a batch of instances, timed{': ' + found if found else ''}"
        return super().__repr__()

    # -- to run it

    def start(self) -> None:
        """Measure in a thread of its own; the notebook stays free. Without threads it is busy."""
        if not has_threads():
            self.run()
        elif self.begin():
            self.thread = Thread(target=self.work, daemon=True)
            with hold_interrupts():
                self.thread.start()

    def stop(self) -> None:
        """Stop the solver that is at work."""
        self.halt.set()

    def run(self) -> "Batch":
        """Measure here and now; an interrupt of the kernel keeps what there is."""
        if self.begin():
            self.work()
        return self

    def begin(self) -> bool:
        """Get ready; False, where no engine is ticked."""
        engines = [name for name, tick in self.ticks.items() if tick.value and not tick.disabled]
        if not engines:
            self.tell("Tick at least one engine.", wrong=True)
            return False
        for other in RUNNING[:]:
            other.end()
        RUNNING.append(self)
        self.halt.clear()
        self.rows, self.plan = [], (range(self.seed.value, self.seed.value + self.size.value), engines)
        self.go.disabled, self.no.disabled = True, False
        self.bar.max, self.bar.value = self.size.value * len(engines), 0
        self.tell("The first solver gets ready …")
        return True

    def work(self) -> None:
        said = ""
        try:
            for row in measure_batch(*self.plan, self.halt.is_set):
                self.take(row)
        except KeyboardInterrupt:
            self.halt.set()
        except Exception as problem:  # in a thread nobody else would see it
            said = f"{type(problem).__name__}: {problem}"
        finally:
            self.finish(said)

    def take(self, row: Row) -> None:
        self.rows = [*self.rows, row]
        if monotonic() - self.drawn > OFTEN:
            self.draw()
            took = f"{row.engine} took {in_seconds(row.found.seconds)} for seed {row.instance.seed}."
            self.tell(f"{len(self.rows)} of {self.bar.max}: {took}")

    def finish(self, said: str) -> None:
        self.draw()
        ended = "Stopped" if len(self.rows) < self.bar.max else "Done"
        judged = f"{len(self.rows)} of {many(self.bar.max, 'answer')}, each judged by the referee."
        self.tell(said or f"{ended}: {judged}", wrong=bool(said))
        self.go.disabled, self.no.disabled = False, True
        if self in RUNNING:
            RUNNING.remove(self)

    def end(self) -> None:
        self.stop()
        if self.thread:
            self.thread.join(2)

    def draw(self) -> None:
        self.drawn, self.bar.value = monotonic(), len(self.rows)
        if self.rows:
            wide = WIDE * 3 // 2 if DEMO.on else WIDE
            self.picture.value = batch_plot(self.rows, self.plan[0], wide) + summary_table(self.rows)


@atexit.register
def end_all() -> None:
    for one in RUNNING[:]:
        one.end()


def batch(size: int = SIZE, seed: int = 0, engines: Iterable[str] | None = None) -> Batch:
    """Return a batch to be started with a button: so many instances, icosoku(seed=seed) and those after it,
    by the ticked engines.

    Parameters: size, 1 to 100; seed, 0 to 999; engines, names in `icosoku.engines.ENGINES`, at first those
    that are here and quick. Errors: `PuzzleError`.

    >>> batch(engines=["asp"])
    <a batch of instances, timed; open the notebook in JupyterLab to use it>
    """
    size = check_int("size", size, least=1, most=MOST)
    seed = check_int("seed", seed, most=MOST_SEED)
    chosen = set(ENGINES).difference(SLOW) if engines is None else engines
    return Batch(size, seed, [check_choice("engine", name, ENGINES) for name in chosen])
