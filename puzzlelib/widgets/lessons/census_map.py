"""The census live: a map of what is covered while the search runs, and a look-up of any instance in its witnesses."""

from collections import Counter
from collections.abc import Sequence

import anywidget
import ipywidgets as w
import numpy as np
import traitlets as t

from . import census, cosoku_pictures
from .card import DEMO, Card, message, tell
from .census_rows import BELOW, INSTANCES, RINGS, index_of, rings, witness_for
from .cosoku import Cosoku, Placed, icosoku
from .cosoku_referee import verify
from .polyhedra import Symmetry
from .puzzles import PuzzleError
from .race import told
from .stage import HERE, PATIENCE, Stage

SHADES = ("none", "up to half", "up to nine tenths", "almost all", "all")  # of a ring's 720 instances
COLUMNS = RINGS // 12  # choices of the five pegs; each has twelve orders
MOST_SEED = 999
WORDS = {
    "start": "Ready",
    "compile": "Compiling, once for this machine",
    "combine": "Combining parts",
    "pull": "Pulling",
    "shake": "Shaking",
}


def shades(by_ring: np.ndarray) -> np.ndarray:
    """For each ring the place in SHADES, uint8 (5544,), from how many of its 720 instances are covered.

    >>> shades(np.array([0, 1, 360, 361, 648, 649, 719, 720])).tolist()
    [0, 1, 1, 2, 2, 3, 3, 4]
    """
    bounds = [0, BELOW // 2, 9 * BELOW // 10, BELOW - 1]
    return np.searchsorted(bounds, by_ring, side="left").astype(np.uint8)


def places() -> np.ndarray:
    """Where each ring stands on the map: column * 12 + row. A column is a choice of the pegs of B to F, a row an order of them."""
    chosen = np.sort(rings(), axis=1)
    _, column = np.unique(chosen, axis=0, return_inverse=True)
    seen, row = Counter(), []
    for one in column.ravel().tolist():
        row.append(seen[one])
        seen[one] += 1
    return column.ravel() * 12 + np.array(row)


class Map(anywidget.AnyWidget):
    """One little rectangle a ring, in the shade of what is covered of it."""

    _esm = PATIENCE + (HERE / "census_map.js").read_text(encoding="utf-8")
    _css = HERE / "census_map.css"
    cells = t.Bytes(b"").tag(sync=True)  # a shade for each place
    columns = t.Int(COLUMNS).tag(sync=True)
    names = t.List(list(SHADES)).tag(sync=True)
    groups = t.List().tag(sync=True)  # [words, columns] from left to right
    contrast = t.Bool(False).tag(sync=True)


class CensusMap(Card):
    """The map, a bar and a line of words; `run()` does the census and keeps them up to date. `found` is what came out."""

    def __init__(self, seed: int = 0):
        self.seed, self.found, self.place = seed, None, places()
        least = np.sort(rings(), axis=1)[np.argsort(self.place)[::12], 0]
        groups = [[f"B = {b}", int(many)] for b, many in zip(*np.unique(least, return_counts=True))]
        self.map, self.line = Map(groups=groups), message()
        self.bar = w.IntProgress(max=INSTANCES, description="covered", layout=w.Layout(width="95%"))
        t.dlink((DEMO, "on"), (self.map, "contrast"))
        super().__init__(self.bar, self.line, self.map, words="the census: a map of what is covered")
        self.tell("start", 0, np.zeros(RINGS, np.int64))

    def tell(self, stage: str, covered: int, by_ring: np.ndarray) -> None:
        """Show how far it is."""
        cells = np.empty(RINGS, np.uint8)
        cells[self.place] = shades(by_ring)
        self.map.cells, self.bar.value = cells.tobytes(), covered
        full = int((by_ring == BELOW).sum())
        tell(
            self.line,
            f"{WORDS[stage] if covered < INSTANCES else 'Done'}: {covered:,} of {INSTANCES:,} instances have a witness, {INSTANCES - covered:,} have none yet. "
            f"{full:,} of {RINGS:,} rings are complete.",
        )

    def run(self) -> census.Census:
        """The census; an interrupt of the kernel ends it within a second and keeps what there is."""
        with told():
            self.found = census.run(self.seed, progress=self.tell)
        if self.found.stopped:
            tell(
                self.line,
                f"Stopped: {self.found.covered:,} of {INSTANCES:,} instances have a witness. Run the cell again for all of them.",
                wrong=True,
            )
        return self.found


def live_census(seed: int = 0) -> census.Census:
    """Show the map and do the census on it; the result is that of `census.run`."""
    from IPython.display import display

    card = CensusMap(seed)
    display(card)
    return card.run()


class LookUp(Card):
    """A slider draws pegs; their witness comes from the rows of a census, turned or mirrored as it must be."""

    def __init__(self, witnesses: np.ndarray, seed: int = 1):
        self.witnesses = witnesses
        self.slider = w.IntSlider(
            description="seed",
            value=seed,
            max=MOST_SEED,
            continuous_update=False,
            layout=w.Layout(width="95%"),
        )
        self.line, puzzle = message(), icosoku(seed=seed)
        self.stage = Stage(
            cosoku_pictures.scene(puzzle),
            [cosoku_pictures.frame(puzzle, {})],
            cosoku_pictures.parts,
            label="The witness of an instance",
        )
        t.dlink((DEMO, "on"), (self.stage, "contrast"))
        super().__init__(self.slider, self.line, self.stage, words="any instance, looked up in the census")
        self.slider.observe(lambda _: self.update(), "value")
        self.update()

    def update(self) -> None:
        """Find the row, carry its witness to these pegs, let the referee judge it, draw it; say so where the census has none."""
        puzzle = icosoku(seed=self.slider.value)
        try:
            laid = witness_for(self.witnesses, puzzle.capacities)
        except PuzzleError as problem:
            return self.draw(puzzle, (), f"{problem}.", wrong=True)
        verify(puzzle, laid)
        row, symmetry = index_of(puzzle.capacities)
        self.draw(
            puzzle,
            laid,
            f"Pegs {' '.join(map(str, puzzle.capacities))}: row {row:,} of the file, {moved(symmetry)}. The referee agrees.",
        )

    def draw(self, puzzle: Cosoku, laid: Sequence[Placed], said: str, wrong: bool = False) -> None:
        """Show these tiles, and this line."""
        on_it = "Each vertex has as many dots as its peg says." if laid else "No tiles."
        self.stage.show(
            cosoku_pictures.scene(puzzle), [cosoku_pictures.frame(puzzle, dict(enumerate(laid)), say=on_it)]
        )
        tell(self.line, said, wrong)


def moved(symmetry: Symmetry) -> str:
    """How a witness comes from its row to the pegs."""
    if symmetry.mirrored:
        return "mirrored"
    return "as it stands there" if symmetry.vertices == tuple(range(12)) else "turned"


def look_up(witnesses: np.ndarray, seed: int = 1) -> LookUp:
    """A slider that solves any instance without searching. `witnesses`: the rows of a complete census."""
    return LookUp(witnesses, seed)
