"""The census live: a map of what is covered while the search runs, and a look-up of any instance in
its witnesses."""

from collections.abc import Sequence
from pathlib import Path

import ipywidgets as w
import numpy as np
import traitlets as t

from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.errors import PuzzleError
from puzzlelib.icosoku.census import search as census
from puzzlelib.icosoku.census.instances import BELOW, INSTANCES, RINGS, index_of, rings, witness_for
from puzzlelib.icosoku.counting.exact import tally
from puzzlelib.icosoku.polyhedron import Symmetry
from puzzlelib.icosoku.puzzle import Cosoku, Placed, icosoku
from puzzlelib.icosoku.record import saved_counts
from puzzlelib.icosoku.referee import verify
from puzzlelib.pictures import icosoku as cosoku_pictures
from puzzlelib.pictures.blocks import Frame, Scene

from ..kit.cards.card import Card, button, slider
from ..kit.cards.modules import javascript, styles
from ..kit.cards.projector import Projected
from ..puzzles.cards.stage import Stage
from ..puzzles.views import net_scene

SHADES = ("none", "up to half", "up to nine tenths", "almost all", "all")  # of a ring's 720 instances
# how the instances of a ring were covered, told when all are
WAYS = ("all combined", "1 to 20 pulled", "21 to 100 pulled", "more than 100 pulled", "some shaken")
COLUMNS = RINGS // 12  # choices of the five pegs; each has twelve orders
HOW = "How the 720 instances of each ring were covered:"
MOST_SEED = 999
COUNTS = Path("counts.npz")  # beside the notebook, if `make counts` was called
WORDS = {"start": "Ready", "combine": "Combining parts", "pull": "Pulling", "shake": "Shaking"}


def shades(by_ring: np.ndarray) -> np.ndarray:
    """Return for each ring its place in SHADES, uint8 (5544,), from how many of its 720 instances are
    covered.

    >>> shades(np.array([0, 1, 360, 361, 648, 649, 719, 720])).tolist()
    [0, 1, 1, 2, 2, 3, 3, 4]
    """
    bounds = [0, BELOW // 2, 9 * BELOW // 10, BELOW - 1]
    return np.searchsorted(bounds, by_ring, side="left").astype(np.uint8)


def ways_of_rings(pulled: np.ndarray, shaken: np.ndarray) -> np.ndarray:
    """Return for each ring its place in WAYS, from how many of its instances were pulled and shaken.

    >>> ways_of_rings(np.array([0, 1, 20, 21, 101, 5]), np.array([0, 0, 0, 0, 0, 1])).tolist()
    [0, 1, 1, 2, 3, 4]
    """
    found = np.searchsorted([0, 20, 100], pulled, side="left")
    return np.where(shaken > 0, 4, found).astype(np.uint8)


def ring_places() -> np.ndarray:
    """Return the place of each ring on the map, column * 12 + row: a column is a choice of five
    pegs, a row an order of them."""
    chosen = np.sort(rings(), axis=1)
    return np.argsort(np.lexsort(chosen.T[::-1]))  # each choice has twelve orders


class Map(Projected):
    """One little rectangle a ring, in the shade of what is covered of it; when all is, of how it
    was."""

    _esm = javascript("census_map")
    _css = styles("census_map")
    cells = t.Bytes(b"").tag(sync=True)  # a shade for each place
    rings = t.Bytes().tag(sync=True)  # for each place the five pegs on B to F
    columns = t.Int(COLUMNS).tag(sync=True)
    names = t.List(list(SHADES)).tag(sync=True)
    title = t.Unicode("Covered of the 720 instances of each ring:").tag(sync=True)
    done = t.Bool(False).tag(sync=True)
    groups = t.List().tag(sync=True)  # [words, columns] from left to right


class CensusMap(Card):
    """The map, a bar and a line of words; `run()` does the census and keeps what it `found`."""

    def __init__(self, seed: int = 0):
        self.seed, self.found, self.place = seed, None, ring_places()
        pegs = rings()[np.argsort(self.place)].astype(np.uint8)  # of each place
        least = pegs[::12].min(1)
        groups = [[f"B = {b}", int(many)] for b, many in zip(*np.unique(least, return_counts=True))]
        self.map = Map(groups=groups, rings=pegs.tobytes())
        self.bar = w.IntProgress(max=INSTANCES, description="covered", layout={"width": "95%"})
        super().__init__(self.bar, self.line, self.map, words="the census: a map of what is covered")
        self.begin()

    def begin(self) -> None:
        """Begin with nothing covered, also where a run was before."""
        self.gained = {stage: np.zeros(RINGS, np.int64) for stage in WORDS}
        with self.map.hold_sync():
            for name in ("title", "names", "done"):
                setattr(self.map, name, getattr(Map, name).default(self.map))
        self.progress("start", 0, np.zeros(RINGS, np.int64))

    def progress(self, stage: str, covered: int, by_ring: np.ndarray) -> None:
        self.gained[stage] += by_ring - sum(self.gained.values())
        if covered == INSTANCES:
            self.tell_ways()
        else:
            self.map.cells = self.on_the_map(shades(by_ring))
        self.bar.value = covered
        full = int((by_ring == BELOW).sum())
        self.tell(
            f"{WORDS[stage] if covered < INSTANCES else 'Done'}: {covered_in_words(covered)}, "
            f"{INSTANCES - covered:,} have none yet. {full:,} of {RINGS:,} rings are complete."
        )

    def on_the_map(self, shades: np.ndarray) -> bytes:
        cells = np.empty(RINGS, np.uint8)
        cells[self.place] = shades
        return cells.tobytes()

    def tell_ways(self) -> None:
        """Say by what each ring is covered, once all are."""
        with self.map.hold_sync():
            self.map.title, self.map.names, self.map.done = HOW, list(WAYS), True
            self.map.cells = self.on_the_map(ways_of_rings(self.gained["pull"], self.gained["shake"]))

    def run(self) -> census.Census:
        """Return the census; an interrupt of the kernel ends it within a second and keeps what there is."""
        self.begin()
        self.found = census.run(self.seed, progress=self.progress)
        if self.found.stopped:
            again = "Run the cell again for all of them."
            self.tell(f"Stopped: {covered_in_words(self.found.covered)}. {again}", wrong=True)
        return self.found


def covered_in_words(covered: int) -> str:
    return f"{covered:,} of {INSTANCES:,} instances have a witness"


def live_census(seed: int = 0) -> census.Census:
    """Show the map and do the census on it; the result is that of `census.run`."""
    from IPython.display import display

    card = CensusMap(seed)
    display(card)
    return card.run()


class LookUp(Card):
    """A slider draws pegs; their witness comes from the rows of a census, turned or mirrored as it
    must be."""

    def __init__(self, witnesses: np.ndarray, seed: int = 1):
        self.witnesses = witnesses
        self.slider = slider("seed", MOST_SEED, seed, "70%")
        self.counter = button("Count its solutions", self.count)
        self.stage = Stage(*net_still(icosoku(seed=seed), (), ""), label="The witness of an instance")
        super().__init__(
            w.HBox([self.slider, self.counter]),
            self.line,
            self.stage,
            words="any instance, looked up in the census",
        )
        self.follow(self.slider)

    def update(self) -> None:
        """Find the row, carry its witness to these pegs, let the referee judge it, draw it."""
        puzzle = icosoku(seed=self.slider.value)
        try:
            laid = witness_for(self.witnesses, puzzle.capacities)
        except PuzzleError as problem:
            self.stage.show(*net_still(puzzle, (), "No tiles."))
            return self.tell(f"{problem}.", wrong=True)
        verify(puzzle, laid)
        row, symmetry = index_of(puzzle.capacities)
        self.stage.show(*net_still(puzzle, laid, "Each vertex has as many dots as its peg says."))
        pegs = " ".join(map(str, puzzle.capacities))
        self.tell(f"Pegs {pegs}: row {row:,} of the file, {motion_in_words(symmetry)}. The referee agrees.")

    def count(self) -> None:
        puzzle = icosoku(seed=self.slider.value)
        with self.working("Counting …"):
            number, source = count_of(puzzle)
            self.tell(f"Pegs {' '.join(map(str, puzzle.capacities))}: {number:,} solutions, {source}.")


def count_of(puzzle: Cosoku) -> tuple[int, str]:
    """Return the number of solutions of a position of the toy, and its source."""
    if COUNTS.exists():
        row, _ = index_of(puzzle.capacities)
        return int(saved_counts(COUNTS)[row]), f"as row {row:,} of all counts says"
    found = raise_if_interrupted(tally(puzzle))
    return found.number, f"counted in {found.seconds:.1f} s"


def net_still(puzzle: Cosoku, laid: Sequence[Placed], say: str) -> tuple[Scene, list[Frame]]:
    return net_scene(puzzle), [cosoku_pictures.frame(puzzle, laid, say=say)]


def motion_in_words(symmetry: Symmetry) -> str:
    if symmetry.mirrored:
        return "mirrored"
    return "as it stands there" if symmetry.vertices == tuple(range(12)) else "turned"


def look_up(witnesses: np.ndarray, seed: int = 1) -> LookUp:
    """Return a slider that solves any instance without searching. `witnesses`: rows of a complete census."""
    return LookUp(witnesses, seed)
