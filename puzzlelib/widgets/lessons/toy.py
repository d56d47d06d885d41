"""The toy: tiles laid on a net by hand, sums at once, the same in 3D, and help from a solver. For IcoSoKu and any 3coSoKu."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import anywidget
import ipywidgets as w
import traitlets as t

from . import cosoku_pictures
from .card import DEMO, Card, message, tell, working
from .cosoku import Arrangement, Cosoku, Placed, drawn_pegs, icosoku, instructions, spelled, why_impossible
from .cosoku_finish import SECONDS, checked_placed, finish, fits, judged, next_face, why_not
from .cosoku_net import net, size, vertex_places
from .polyhedra import Polyhedron, icosahedron
from .puzzles import PuzzleError, short, whole
from .recorder import many
from .stage import STEPS, STEPS_CSS, Stage

HERE = Path(__file__).parent
MOST_SEED = 99  # of the slider
MOST_PAST = 200  # moves that can be taken back
SIDE = 100  # of a triangle of the net, in the units of the drawing
AT_WORK = "The solver is at work …"
NO_ANSWER = "No answer within {} seconds: perhaps it can be finished from here, perhaps not."
LEAST, WIDEST = (
    570,
    1000,
)  # pixels that a net asks for; the picture stands beside it if there is room, else below


class Hand(anywidget.AnyWidget):
    """The net and the tray in the browser. `placed` has a [type, turn] or None a face; `past` what each move replaced, as [face, before]."""

    _esm = STEPS + (HERE / "cosoku_toy.js").read_text(encoding="utf-8")
    _css = STEPS_CSS + (HERE / "cosoku_toy.css").read_text(encoding="utf-8")
    shape = t.Dict().tag(sync=True)
    pegs = t.List().tag(sync=True)
    tiles = t.List().tag(sync=True)
    placed = t.List().tag(sync=True, echo_update=False)
    past = t.List().tag(sync=True, echo_update=False)
    verdict = t.List([False, ""]).tag(sync=True)
    ask = t.List(["", 0]).tag(
        sync=True, echo_update=False
    )  # what the browser wants Python to do, and the number of the question
    answered = t.Int(0).tag(sync=True)  # the last question that has been dealt with
    contrast = t.Bool(False).tag(sync=True)


def shape_of(solid: Polyhedron) -> dict:
    """What the browser draws of a polyhedron: its net, and where its vertices are found there.

    >>> from puzzlelib.polyhedra import tetrahedron
    >>> shape = shape_of(tetrahedron())
    >>> shape["faces"], shape["points"][0], len(shape["places"][0])
    (['ABC', 'ACD', 'ADB', 'BDC'], [[100.0, 0.0], [150.0, 86.6], [50.0, 86.6]], 1)
    """

    def scaled(points):
        return [[round(SIDE * value, 1) for value in point] for point in points]

    return {
        "name": solid.name,
        "vertices": list(solid.vertices),
        "faces": list(solid.face_names),
        "corners": [list(face) for face in solid.corners],
        "points": [scaled(triangle) for triangle in net(solid)],
        "places": [scaled(places) for places in vertex_places(solid)],
        "size": scaled([size(solid)])[0],
    }


class Toy(Card):
    """A puzzle to play by hand. `placed` and `arrangement` say what lies there; `put`, `take_back`, `undo`, `clear`, `help` and `step` do
    from Python what the hand does in the browser."""

    def __init__(self, puzzle: Cosoku, seed: int | None = None):
        self.puzzle, self.plan, self.line = puzzle, None, message()
        self.hand = Hand(**self.hand_traits())
        self.stage = Stage(
            cosoku_pictures.scene(puzzle), [self.frame()], cosoku_pictures.parts, label=self.label()
        )
        self.make_controls(seed)
        for sheet in (self.hand, self.stage):
            t.dlink((DEMO, "on"), (sheet, "contrast"))
        self.hand.observe(lambda _: self.changed(), "placed")
        self.hand.observe(lambda change: self.asked(*change.new), "ask")
        wide = min(WIDEST, max(LEAST, self.hand.shape["size"][0] + 70))
        self.hand.layout = w.Layout(flex=f"1 1 {wide:.0f}px", min_width="0")
        right = w.VBox(
            [self.controls, self.line, self.stage],
            layout=w.Layout(flex="1 1 430px", min_width="0", padding="0 0 0 10px"),
        )
        super().__init__(w.HBox([self.hand, right]), words=f"{puzzle.name}, to play by hand")
        self.add_class("eo-toycard")

    def hand_traits(self) -> dict:
        """What the browser gets of a puzzle on which nothing lies."""
        return {
            "shape": shape_of(self.puzzle.polyhedron),
            "pegs": list(self.puzzle.capacities),
            "placed": [None] * len(self.puzzle.polyhedron.faces),
            "tiles": [[list(tile), copies] for tile, copies in self.puzzle.copies.items()],
        }

    # -- controls -------------------------------------------------------------------------------------------------------------

    def make_controls(self, seed: int | None) -> None:
        """The seed, where the puzzle is IcoSoKu, and own pegs."""
        seeds, style = (
            ["own", *range(MOST_SEED + 1)],
            {"style": {"description_width": "initial"}, "continuous_update": False},
        )
        self.seed = w.SelectionSlider(
            description="seed",
            options=[(str(one), one) for one in seeds],
            value=seed if seed in seeds else "own",
            layout=w.Layout(width="210px"),
            **style,
        )
        self.own = w.Text(
            description="pegs",
            value=listed(self.puzzle.capacities),
            layout=w.Layout(width="auto", flex="1 1 250px", max_width="420px"),
            **style,
        )
        self.seed.observe(lambda change: self.set_seed(change.new), "value")
        self.own.observe(lambda change: self.set_own(change.new), "value")
        self.controls = w.HBox([self.seed, self.own] if is_icosoku(self.puzzle) else [self.own])

    def set_seed(self, seed: int | str) -> None:
        """The pegs of a seed; "own" leaves them."""
        if seed != "own":
            self.set_pegs(drawn_pegs(seed), seed)

    def set_own(self, text: str) -> None:
        """Take the pegs that are written in the field; if they are none, say why, and leave all as it was."""
        try:
            pegs = read_pegs(text)
            pegs = icosoku(pegs).capacities if is_icosoku(self.puzzle) else pegs
            tell(self.line, "")
            if pegs != self.puzzle.capacities:
                self.seed.value = "own"
                self.set_pegs(pegs)
        except PuzzleError as problem:
            tell(self.line, str(problem), wrong=True)

    def set_pegs(self, pegs: tuple[int, ...], seed: int | None = None) -> None:
        """Other pegs on the same polyhedron; the tiles stay where they lie. Errors: `PuzzleError`."""
        name = self.puzzle.name.partition(", seed")[0]
        self.puzzle = replace(
            self.puzzle, capacities=pegs, name=name if seed is None else f"{name}, seed {seed}"
        )
        self.hand.pegs = list(self.puzzle.capacities)
        self.own.value = listed(self.puzzle.capacities)
        self.changed()
        if wrong := why_impossible(self.puzzle):
            tell(self.line, f"These pegs cannot be met: {wrong}.")

    # -- what lies there ------------------------------------------------------------------------------------------------------

    @property
    def placed(self) -> dict[int, Placed]:
        """Face number -> tile and turn, for the faces on which a tile lies."""
        return {
            face: Placed(self.puzzle.types[lies[0]], lies[1])
            for face, lies in enumerate(self.hand.placed)
            if lies
        }

    @property
    def arrangement(self) -> Arrangement | None:
        """The tiles of all faces, or None while a face is empty. Whether the sums are right is another question."""
        placed = self.placed
        return (
            tuple(placed[face] for face in range(len(self.hand.placed)))
            if len(placed) == len(self.hand.placed)
            else None
        )

    def put(self, face: str | int, tile, turn: int = 0) -> None:
        """Put a tile on a face, "ABC" or its number; what lay there goes back. Errors: `PuzzleError`.

        >>> from puzzlelib.cosoku import paper_tetrahedron
        >>> game = toy(paper_tetrahedron())
        >>> game.put("ABC", (0, 0, 1), 2)
        >>> game.placed
        {0: Placed(tile=(0, 0, 1), turn=2)}
        """
        number = self.face_number(face)
        laid = checked_placed(self.puzzle, tile, turn)
        others = Counter(lies.tile for at, lies in self.placed.items() if at != number)
        if others[laid.tile] == self.puzzle.copies[laid.tile]:
            raise PuzzleError(
                f"tile {spelled(laid.tile)}: none is left, {self.puzzle.copies[laid.tile]} of it lie on other faces"
            )
        self.edit({number: laid})

    def take_back(self, face: str | int) -> None:
        """Take the tile of a face back; nothing happens if there is none."""
        number = self.face_number(face)
        if number in self.placed:
            self.edit({number: None})

    def clear(self) -> None:
        """Take all tiles back, as one move."""
        if self.placed:
            self.edit(dict.fromkeys(self.placed))

    def undo(self) -> None:
        """Take the last move back, if there is one."""
        if self.hand.past:
            *past, last = self.hand.past
            self.write(dict(last), past)

    def edit(self, changes: Mapping[int, Placed | None]) -> None:
        """One move: what is to lie on these faces."""
        now = self.hand.placed
        new = {
            face: lies and [self.puzzle.types.index(lies.tile), lies.turn] for face, lies in changes.items()
        }
        self.write(new, [*self.hand.past[-MOST_PAST:], [[face, now[face]] for face in new]])

    def write(self, changes: Mapping[int, list | None], past: list) -> None:
        """Faces, and what can be undone, as one message to the browser."""
        with self.hand.hold_sync():
            self.hand.past = past
            self.hand.placed = [changes.get(face, lies) for face, lies in enumerate(self.hand.placed)]

    def face_number(self, face: str | int) -> int:
        """The number of a face from its name or number."""
        names = self.puzzle.polyhedron.face_names
        if isinstance(face, str):
            if face not in names:
                raise PuzzleError(
                    f"face {short(face)}: there is none of this name; the faces are {' '.join(names)}"
                )
            return names.index(face)
        return whole(
            "face",
            face,
            f"must be a name such as {names[0]}, or a number from 0 to {len(names) - 1}",
            most=len(names) - 1,
        )

    def changed(self) -> None:
        """Show in 3D what lies there; when all faces are filled, ask the referee."""
        self.stage.show(cosoku_pictures.scene(self.puzzle), [self.frame()], at_once=1)
        self.stage.label = self.label()
        self.hand.verdict = list(judged(self.puzzle, self.arrangement)) if self.arrangement else [False, ""]
        tell(self.line, "")

    def frame(self) -> dict:
        """The picture of what lies there; the face of the last move is marked."""
        last = self.hand.past[-1] if self.hand.past else []
        return cosoku_pictures.frame(self.puzzle, self.placed, face=last[0][0] if len(last) == 1 else None)

    def label(self) -> str:
        """The name of the picture."""
        return f"{self.puzzle.name}, {len(self.placed)} of {len(self.hand.placed)} faces filled"

    # -- help -----------------------------------------------------------------------------------------------------------------

    def asked(self, what: str, number: int) -> None:
        """A button of the browser: deal with it, and say so whatever happens."""
        try:
            {"help": self.help, "step": self.step}.get(what, lambda: None)()
        finally:
            self.hand.answered = number

    def help(self) -> None:
        """Lay all tiles that are missing; or say that it cannot be done."""
        with working(self.stage, self.line, AT_WORK):
            if self.find_plan():
                missing = {face: lies for face, lies in enumerate(self.plan) if face not in self.placed}
                self.edit(missing)
                tell(self.line, f"{many(len(missing), 'tile')} laid. “Undo” takes them back.")

    def step(self) -> None:
        """Lay one tile: on the face whose vertices wait for the fewest others."""
        with working(self.stage, self.line, AT_WORK):
            if self.find_plan():
                face = next_face(self.puzzle, self.placed)
                self.edit({face: self.plan[face]})
                tell(self.line, instructions(self.puzzle, self.plan)[face])

    def find_plan(self) -> bool:
        """Is there a solution that has the tiles which lie there? It is kept for the next step."""
        if self.arrangement:
            tell(self.line, "All faces are filled.")
        elif not (self.plan and fits(self.puzzle, self.plan, self.placed)):
            found = finish(self.puzzle, self.placed)
            self.plan = found.arrangement
            if not self.plan:
                tell(
                    self.line,
                    NO_ANSWER.format(SECONDS) if found.stopped else why_not(self.puzzle, self.placed),
                )
        return bool(self.plan) and not self.arrangement


# ---- pegs -------------------------------------------------------------------------------------------------------------------


def is_icosoku(puzzle: Cosoku) -> bool:
    """The icosahedron with the pegs 1 to 12, whatever the tiles?"""
    return puzzle.polyhedron == icosahedron() and sorted(puzzle.capacities) == list(range(1, 13))


def listed(pegs: tuple[int, ...]) -> str:
    """Pegs as one writes them.

    >>> listed((1, 11, 5)), read_pegs("1, 11 5")
    ('1,11,5', (1, 11, 5))
    """
    return ",".join(map(str, pegs))


def read_pegs(text: str) -> tuple[int, ...]:
    """Whole numbers with commas or blanks between; `PuzzleError` for anything else."""
    parts = text.replace(",", " ").split()
    for part in parts:
        if not (part.isascii() and part.isdecimal() and len(part) < 10):
            raise PuzzleError(
                f"pegs: {short(part)} is no whole number from 0 on; write them as 1,11,5 in the order of the vertices"
            )
    return tuple(map(int, parts))


# ---- the door ---------------------------------------------------------------------------------------------------------------


def toy(puzzle: Cosoku | None = None, seed: int | None = None) -> Toy:
    """Lay the tiles of a puzzle by hand: on its net, by mouse or by key, with all sums at once and the polyhedron in 3D beside.

    Parameters: puzzle, any `Cosoku`; or seed, for the pegs of IcoSoKu; without either, IcoSoKu with the pegs of the paper. Errors: `PuzzleError`.

    >>> toy(seed=1)
    <IcoSoKu, seed 1, to play by hand; open the notebook in JupyterLab to use it>
    """
    if puzzle is not None and not isinstance(puzzle, Cosoku):
        raise PuzzleError(
            f"toy {short(puzzle)}: must be a puzzle, such as icosoku(seed=1) or paper_tetrahedron()"
        )
    if puzzle is not None and seed is not None:
        raise PuzzleError("toy takes a puzzle or a seed, not both")
    return Toy(puzzle or icosoku(seed=seed), seed)
