"""The toy: tiles laid on a net by hand, sums at once, the same in 3D, and help from a solver. For IcoSoKu and
any 3coSoKu."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import ipywidgets as w
import traitlets as t

from puzzlelib.common.errors import PuzzleError, check_int, short
from puzzlelib.common.words import many
from puzzlelib.icosoku.polyhedron import Polyhedron, icosahedron
from puzzlelib.icosoku.puzzle import (
    Arrangement,
    Cosoku,
    Placed,
    drawn_pegs,
    icosoku,
    instructions,
    spelled,
    why_impossible,
)
from puzzlelib.pictures import icosoku as cosoku_pictures

from ..kit.cards.card import Card, field, usable
from ..kit.cards.modules import javascript, styles
from ..puzzles.cards.asking import Asking
from ..puzzles.cards.stage import Stage
from ..puzzles.views.net import net, net_scene, net_size, vertex_places
from .completion import (
    SECONDS,
    checked_placed,
    finish,
    next_face,
    referee_verdict,
    still_completes,
    why_stuck,
)

MOST_SEED = 99  # of the slider
MOST_PAST = 200  # moves that can be taken back
SIDE = 100  # of a triangle of the net, in the units of the drawing
AT_WORK = "The solver is at work …"
NO_ANSWER = "No answer within {} seconds: perhaps it can be finished from here, perhaps not."
# Pixels that a net asks for; the picture stands beside it if there is room, else below.
LEAST, WIDEST = 460, 1000


class Hand(Asking):
    """The net and the tray in the browser. `placed` has a [type, turn] or None a face; `past` what each move
    replaced, as [face, before]."""

    _esm = javascript("cosoku_toy")
    _css = styles("steps", "cosoku_toy")
    shape = t.Dict().tag(sync=True)
    pegs = t.List().tag(sync=True)
    tiles = t.List().tag(sync=True)
    placed = t.List().tag(sync=True, echo_update=False)
    past = t.List().tag(sync=True, echo_update=False)
    verdict = t.List([False, ""]).tag(sync=True)

    @t.validate("placed")
    def on_each_face(self, proposal) -> list:
        return usable(
            proposal, lambda placed: [self.check(*pair) for pair in zip(self.faces, placed, strict=True)]
        )

    @t.validate("past")
    def moves(self, proposal) -> list:
        return usable(proposal, lambda past: [self.check(*one) for move in past for one in move])

    @property
    def faces(self) -> range:
        return range(len(self.shape["faces"]))

    def check(self, face, lies) -> None:
        """Raise an error unless this is a face with a [type, turn] or with None."""
        kind, turn = lies or (0, 0)
        for number, known in ((face, self.faces), (kind, self.tiles), (turn, range(3))):
            check_int("number", number, "must be known", most=len(known) - 1)


def shape_of(solid: Polyhedron) -> dict:
    """Return the net of a polyhedron as the browser draws it, with the places of its vertices.

    >>> from puzzlelib.icosoku import tetrahedron
    >>> shape = shape_of(tetrahedron())
    >>> shape["faces"], shape["points"][0], len(shape["places"][0])
    (['ABC', 'ACD', 'ADB', 'BDC'], [[100.0, 0.0], [150.0, 86.6], [50.0, 86.6]], 1)
    """

    def scale(points):
        return [[round(SIDE * value, 1) for value in point] for point in points]

    return {
        "name": solid.name,
        "vertices": list(solid.vertices),
        "faces": list(solid.face_names),
        "corners": [list(face) for face in solid.corners],
        "points": [scale(triangle) for triangle in net(solid)],
        "places": [scale(places) for places in vertex_places(solid)],
        "size": scale([net_size(solid)])[0],
    }


class Toy(Card):
    """A puzzle to play by hand. `placed` and `arrangement` say what lies there; `put`, `take_back`, `undo`,
    `clear`, `help` and `step` do from Python what the hand does in the browser."""

    def __init__(self, puzzle: Cosoku):
        self.puzzle, self.plan, self.numbered = puzzle, None, is_icosoku(puzzle)
        self.hand = Hand(
            shape=shape_of(puzzle.polyhedron),
            pegs=list(puzzle.capacities),
            placed=[None] * len(puzzle.polyhedron.faces),
            tiles=[[list(tile), copies] for tile, copies in puzzle.copies.items()],
        )
        self.stage = Stage(net_scene(puzzle), [self.frame()], label=self.label())
        self.make_controls()
        self.hand.observe(lambda _: self.update(), "placed")
        self.hand.obey({"help": self.help, "step": self.step})
        wide = min(WIDEST, max(LEAST, 0.8 * self.hand.shape["size"][0]))
        self.hand.layout = w.Layout(flex=f"1 1 {wide:.0f}px", min_width="0")
        right = w.VBox(
            [self.controls, self.line, self.stage], layout=w.Layout(min_width="0", padding="0 0 0 10px")
        ).add_class("eo-toysolid")
        super().__init__(w.HBox([self.hand, right]), words=f"{puzzle.name}, to play by hand")
        self.add_class("eo-toycard")

    # -- controls

    def make_controls(self) -> None:
        seeds, style = ["own", *range(MOST_SEED + 1)], {"description_width": "initial"}
        self.seed = w.SelectionSlider(
            description="seed",
            options=[(str(one), one) for one in seeds],
            value=self.puzzle.seed if self.puzzle.seed in seeds else "own",
            continuous_update=False,
            layout={"width": "210px"},
            style=style,
        )
        self.own = field("pegs", "auto", pegs_text(self.puzzle.capacities), style=style)
        self.own.layout.flex, self.own.layout.max_width = "1 1 250px", "420px"
        self.seed.observe(lambda change: self.set_seed(change.new), "value")
        self.own.observe(lambda change: self.set_own(change.new), "value")
        self.controls = w.HBox([self.seed, self.own] if self.numbered else [self.own])

    def set_seed(self, seed: int | str) -> None:
        """Set the pegs of a seed; "own" leaves them."""
        if seed != "own":
            self.set_pegs(drawn_pegs(seed), seed)

    def set_own(self, text: str) -> None:
        """Take the pegs that are written in the field; if they are none, say why."""
        try:
            pegs = read_pegs(text)
            pegs = icosoku(pegs).capacities if self.numbered else pegs
            self.tell("")
            if pegs != self.puzzle.capacities:
                self.seed.value = "own"
                self.set_pegs(pegs)
        except PuzzleError as problem:
            self.tell(str(problem), wrong=True)

    def set_pegs(self, pegs: tuple[int, ...], seed: int | None = None) -> None:
        """Set other pegs on the same polyhedron; the tiles stay. Errors: `PuzzleError`."""
        self.puzzle = replace(self.puzzle, capacities=pegs, seed=seed)
        self.own.value = pegs_text(self.puzzle.capacities)
        self.hand.pegs = list(self.puzzle.capacities)
        self.update()
        if wrong := why_impossible(self.puzzle):
            self.tell(f"These pegs cannot be met: {wrong}.")

    # -- what lies there

    @property
    def placed(self) -> dict[int, Placed]:
        """Face number -> tile and turn, for the faces on which a tile lies."""
        lying = ((face, lies) for face, lies in enumerate(self.hand.placed) if lies)
        return {face: Placed(self.puzzle.types[kind], turn) for face, (kind, turn) in lying}

    @property
    def arrangement(self) -> Arrangement | None:
        """The tiles of all faces, or None while a face is empty."""
        return tuple(self.placed.values()) if all(self.hand.placed) else None

    def put(self, face: str | int, tile, turn: int = 0) -> None:
        """Put a tile on a face, "ABC" or its number; what lay there goes back. Errors: `PuzzleError`.

        >>> from puzzlelib.icosoku import paper_tetrahedron
        >>> game = toy(paper_tetrahedron())
        >>> game.put("ABC", (0, 0, 1), 2)
        >>> game.placed
        {0: Placed(tile=(0, 0, 1), turn=2)}
        """
        number = self.face_number(face)
        laid = checked_placed(self.puzzle, tile, turn)
        others = Counter(lies.tile for at, lies in self.placed.items() if at != number)
        if others[laid.tile] == self.puzzle.copies[laid.tile]:
            many_lie = f"{others[laid.tile]} of it lie on other faces"
            raise PuzzleError(f"tile {spelled(laid.tile)}: none is left, {many_lie}")
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
        """Make one move: put this on these faces."""
        now, types = self.hand.placed, self.puzzle.types
        new = {face: lies and [types.index(lies.tile), lies.turn] for face, lies in changes.items()}
        self.write(new, [*self.hand.past[-MOST_PAST:], [[face, now[face]] for face in new]])

    def write(self, changes: Mapping[int, list | None], past: list) -> None:
        """Send faces, and what can be undone, as one message to the browser."""
        with self.hand.hold_sync():
            self.hand.past = past
            self.hand.placed = [changes.get(face, lies) for face, lies in enumerate(self.hand.placed)]

    def face_number(self, face: str | int) -> int:
        names = self.puzzle.polyhedron.face_names
        if isinstance(face, str):
            if face not in names:
                known = f"the faces are {' '.join(names)}"
                raise PuzzleError(f"face {short(face)}: there is none of this name; {known}")
            return names.index(face)
        last = len(names) - 1
        return check_int(
            "face", face, f"must be a name such as {names[0]}, or a number from 0 to {last}", 0, last
        )

    def update(self) -> None:
        """Show in 3D what lies there; when all faces are filled, ask the referee."""
        self.stage.show(net_scene(self.puzzle), [self.frame()], at_once=1, label=self.label())
        self.hand.verdict = (
            list(referee_verdict(self.puzzle, self.arrangement)) if self.arrangement else [False, ""]
        )
        self.tell("")

    def frame(self) -> dict:
        """Return the picture of what lies there; the face of the last move is marked."""
        last = self.hand.past[-1] if self.hand.past else []
        return cosoku_pictures.frame(self.puzzle, self.placed, face=last[0][0] if len(last) == 1 else None)

    def label(self) -> str:
        return f"{self.puzzle.name}, {len(self.placed)} of {len(self.hand.placed)} faces filled"

    # -- help

    def help(self) -> None:
        """Lay all tiles that are missing; or say that it cannot be done."""
        with self.working(AT_WORK):
            if self.find_plan():
                missing = {face: lies for face, lies in enumerate(self.plan) if face not in self.placed}
                self.edit(missing)
                self.tell(f"{many(len(missing), 'tile')} laid. “Undo” takes them back.")

    def step(self) -> None:
        """Lay one tile: on the face whose vertices wait for the fewest others."""
        with self.working(AT_WORK):
            if self.find_plan():
                face = next_face(self.puzzle, self.placed)
                self.edit({face: self.plan[face]})
                self.tell(instructions(self.puzzle, self.plan)[face])

    def find_plan(self) -> bool:
        """Is there a solution that has the tiles which lie there? It is kept for the next step."""
        if self.arrangement:
            self.tell("All faces are filled.")
        elif not (self.plan and still_completes(self.puzzle, self.plan, self.placed)):
            found = finish(self.puzzle, self.placed)
            self.plan = found.arrangement
            if not self.plan:
                self.tell(NO_ANSWER.format(SECONDS) if found.stopped else why_stuck(self.puzzle, self.placed))
        return bool(self.plan) and not self.arrangement


# -------- pegs


def is_icosoku(puzzle: Cosoku) -> bool:
    return puzzle.polyhedron == icosahedron() and sorted(puzzle.capacities) == list(range(1, 13))


def pegs_text(pegs: tuple[int, ...]) -> str:
    """Return pegs as one writes them.

    >>> pegs_text((1, 11, 5)), read_pegs("1, 11 5")
    ('1,11,5', (1, 11, 5))
    """
    return ",".join(map(str, pegs))


def read_pegs(text: str) -> tuple[int, ...]:
    """Return whole numbers with commas or blanks between; `PuzzleError` for anything else."""
    parts = text.replace(",", " ").split()
    for part in parts:
        if not (part.isascii() and part.isdecimal() and len(part) < 10):
            how = "write them as 1,11,5 in the order of the vertices"
            raise PuzzleError(f"pegs: {short(part)} is no whole number from 0 on; {how}")
    return tuple(map(int, parts))


# -------- the door


def toy(puzzle: Cosoku | None = None, seed: int | None = None) -> Toy:
    """Lay the tiles of a puzzle by hand: on its net, by mouse or by key, with all sums at once and the
    polyhedron in 3D beside.

    Parameters: puzzle, any `Cosoku`; or seed, for the pegs of IcoSoKu; without either, IcoSoKu with the pegs
    of the paper. Errors: `PuzzleError`.

    >>> toy(seed=1)
    <IcoSoKu, seed 1, to play by hand; open the notebook in JupyterLab to use it>
    """
    if puzzle is None:
        return Toy(icosoku(seed=seed))
    if not isinstance(puzzle, Cosoku):
        such = "such as icosoku(seed=1) or paper_tetrahedron()"
        raise PuzzleError(f"toy {short(puzzle)}: must be a puzzle, {such}")
    if seed is not None:
        raise PuzzleError("toy takes a puzzle or a seed, not both")
    return Toy(puzzle)
