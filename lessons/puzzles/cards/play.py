"""A packing puzzle to play by hand: pieces from a tray are turned, moved and laid in the layers of the box,
with the box in 3D beside them, unless it is flat; help from a search, and one that goes on from there."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from itertools import chain

import anywidget
import ipywidgets as w
import traitlets as t

from puzzlelib import pictures as draw
from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.errors import PuzzleError, check_int
from puzzlelib.common.words import join_words, many
from puzzlelib.engines import solve
from puzzlelib.packing.files import load, to_yaml
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, Placement, check_puzzle
from puzzlelib.packing.referee import Invalid, verify
from puzzlelib.packing.shapes import normal_form
from puzzlelib.pictures.colours import colours
from puzzlelib.pictures.traces import part_traces
from puzzlelib.search.colouring import Colouring
from puzzlelib.search.events import Trace

from ...kit.cards.card import Card
from ...kit.cards.modules import javascript, styles
from ..hands.answers import AT_WORK, Adviser
from ..hands.position import start
from ..views import loose
from ..views.search_view import Steps
from .asking import Asking
from .puzzle_explorer import TRACERS
from .stage import Stage

Playable = PackingPuzzle | Colouring | str
MOMENT = 5  # seconds, after which a box stays empty at first
HELPS = AT_WORK | {"go": "The search is at work …"}  # what a hand may ask -> what is said meanwhile


class HandBoard(Asking):
    """The layers and the tray in the browser. `game` has the moves that were made and those that were undone,
    each [kind, entries]; `held` is the piece in hand, if it fits where it is."""

    _esm = javascript("hand")
    _css = styles("steps", "hand")
    stage = anywidget.WidgetTrait().tag(sync=True)
    puzzle = t.Dict().tag(sync=True)
    given = t.List().tag(sync=True)
    game = t.Dict().tag(sync=True, echo_update=False)
    held = t.List().tag(sync=True, echo_update=False)
    taken = t.Int(0).tag(sync=True, echo_update=False)
    searching = t.Bool(False).tag(sync=True)
    helps = t.Dict(HELPS).tag(sync=True)
    advice = t.Dict().tag(sync=True)


class Play(Card):
    """A puzzle in the student's hands. `position` has the pieces in the box, `taken_back` how many came out
    again; `solvable`, `hint` and `go_on` do from Python what the hand does in the browser."""

    def __init__(
        self,
        puzzle: PackingPuzzle,
        given: Iterable[Placement] = (),
        proof: Colouring | None = None,
        laid: Iterable[Placement] = (),
    ):
        self.puzzle, self.start, self.proof = puzzle, start(puzzle, given), proof
        self.trace, self.adviser = None, Adviser(puzzle)
        moves = [["lay", [entry]] for entry in self.adviser.entries(laid)]
        game = {"past": moves, "future": []}
        self.position = self.adviser.position(self.start, game)
        scene = draw.scene(puzzle) | {"axes": True}
        flat = len(scene["layers"]) == 1 and not proof  # its one layer is the picture: the stage steps
        view = {"view": "layers"} if flat else {}
        self.stage = Stage(scene, [self.frame()], label=self.label(), **view)
        self.hand = HandBoard(
            stage=self.stage,
            puzzle=self.puzzle_message(),
            given=self.adviser.entries(self.start.given),
            game=game,
        )
        self.hand.for_book = lambda: {"looks": list(map(self.look_of, range(len(puzzle.pieces))))}
        self.listen()
        pair = w.HBox([self.hand, self.stage] if flat else [self.stage, self.hand]).add_class("eo-pair")
        pair.add_class("eo-tall").add_class("eo-flathand" if flat else "eo-solidhand")
        super().__init__(self.line, pair, words=f"{puzzle.name}, to play by hand")
        self.add_class("eo-handcard")

    def listen(self) -> None:
        self.hand.observe(lambda _: self.refresh(), "game")
        self.hand.observe(lambda _: self.tell(self.sums()), "held")
        acts = {"solvable": self.solvable, "hint": self.hint, "go": self.go_on}
        self.hand.obey({what: partial(self.at_work, HELPS[what], acts[what]) for what in acts})
        self.hand.on_msg(self._answer)

    # -- messages to the browser

    def puzzle_message(self) -> dict:
        """Return the puzzle, as the browser plays it."""
        pieces, marks = list(map(self.piece_message, self.puzzle.pieces)), loose.mark_parts()
        parts = (*(piece["cube"] for piece in pieces), *chain.from_iterable(marks.values()))
        return {
            "cells": [list(cell) for cell in self.puzzle.container],
            "pieces": pieces,
            "turns": self.puzzle.turns,
            "layers": self.stage.scene["layers"],
            "shifts": loose.box_shifts(self.puzzle),
            "marks": marks,
            "parts": part_traces(parts),
            "file": text_of_file(self.puzzle),
        }

    def piece_message(self, piece: Piece) -> dict:
        fill, ink = colours(self.puzzle)[piece.name]
        return {
            "name": piece.name,
            "letter": self.puzzle.labels[piece.name],
            "cells": [list(cell) for cell in normal_form(piece.cells)],
            "copies": piece.copies,
            "fill": fill,
            "ink": ink,
            "cube": loose.cube_part(self.puzzle, piece),
        }

    def _answer(self, _, message, buffers) -> None:
        """Send how a piece looks in all its orientations; anything else gets no answer."""
        match message:
            case {"kind": "looks", "piece": int(piece)} if 0 <= piece < len(self.puzzle.pieces):
                self.hand.send({"kind": "looks", **self.look_of(piece)})

    def look_of(self, piece: int) -> dict:
        """Return the parts of a piece in all its orientations."""
        found = loose.orientation_parts(self.puzzle, self.puzzle.pieces[piece])
        traces = part_traces(part for look in found.values() for part in look.values())
        return {"piece": piece, "looks": found, "parts": traces}

    # -- the game

    @property
    def taken_back(self) -> int:
        """Count the pieces that were taken out of the box since the card was made."""
        return self.hand.taken

    def refresh(self) -> None:
        """Show in 3D what lies there; when the box is full, ask the referee."""
        self.position = self.adviser.position(self.start, self.hand.game)
        self.show_position()
        self.tell(self.sums())
        if self.position.solved or not self.position.empty:
            try:
                verify(self.puzzle, self.puzzle.solution(self.position.placements), self.start.given)
            except Invalid as wrong:  # the pieces have more cells than the box
                return self.say(f"Every cell is filled, but this is no solution: {wrong}.")
            back = many(self.taken_back, "piece")
            self.say(f"Packed! The referee has checked it. You have taken back {back}.")

    def show_position(self) -> None:
        self.hand.searching = False
        self.stage.show(self.stage.scene, [self.frame()], at_once=1)
        self.stage.label = self.label()

    def frame(self) -> dict:
        """Return the picture of what lies there, and the pieces in the order of their blocks."""
        position = self.position
        how = dict.fromkeys(position.given, "given") | dict.fromkeys(position.laid, "solution")
        frame = draw.frame(self.puzzle, how) | {"lying": self.adviser.entries(how)}
        if self.proof:
            frame["blocks"] += draw.weight_blocks(self.puzzle, self.proof.weights, position.empty)
        return frame

    def sums(self) -> str:
        """Return the weights of each piece in a sentence, where a colouring is shown."""
        if not self.proof:
            return ""
        named = lambda one: f"{one.piece} {self.proof.sum_of(one)}"
        lying = join_words(map(named, self.position.placements))
        held = [f"In your hand: {named(self.piece_in_hand)}."] if self.piece_in_hand else []
        laid = [f"Laid: {lying}."] if lying else []
        return " ".join([*held, *laid, f"All cells and pieces together: {self.proof.total}."])

    def label(self) -> str:
        lying = len(self.position.placements)
        return f"{self.puzzle.name}, {many(lying, 'piece')} laid"

    # -- help

    def at_work(self, what: str, act: Callable[[], object]) -> None:
        """Do it, and say meanwhile what is going on."""
        with self.working(what):
            act()

    def advise(self, message: dict) -> None:
        """Let the hand say something, and mark cells and pieces."""
        self.hand.advice = message | {"number": self.hand.advice.get("number", 0) + 1}

    def say(self, words: str) -> None:
        """Let the hand say something."""
        self.advise(self.adviser.message(words))

    @property
    def piece_in_hand(self) -> Placement | None:
        """The piece in the student's hand, if it fits where it is."""
        return self.adviser.placement(self.hand.held) if self.hand.held else None

    def solvable(self) -> None:
        """Say how many completions there are; if a piece is in hand, how many there are with it."""
        self.advise(self.adviser.solvable(self.position, self.piece_in_hand))

    def hint(self) -> None:
        """Put a piece into the hand that belongs to a solution, and say what is wrong with the one that was
        there; or say what to take back."""
        self.advise(self.adviser.hint(self.position, self.piece_in_hand))

    def go_on(self) -> Trace:
        """Let Algorithm X search on from what lies here, in the same stage; return its trace."""
        self.trace = TRACERS["x"](self.puzzle, self.position.placements)
        steps = Steps(self.trace)
        self.hand.searching = True
        self.stage.show(self.stage.scene, steps, steps.track())
        self.stage.label = f"{self.puzzle.name}, a search that goes on from here"
        none = "no solution" if self.trace.complete else "no solution so far, and the search was not finished"
        finds = "a solution" if self.trace.solutions else none
        self.stage.send({"kind": "rush"})
        walk = f"{many(len(self.trace), 'step')}, {finds}. Watch it, or step through it below the picture"
        self.say(f"Algorithm X goes on from here: {walk}; your next move brings your position back.")
        return self.trace


def text_of_file(puzzle: PackingPuzzle) -> str:
    """Return the text of a puzzle's file, "" for a puzzle that no file can tell."""
    with suppress(PuzzleError):
        return to_yaml(puzzle)
    return ""


def first_pieces(puzzle: PackingPuzzle, count: int) -> list[Placement]:
    """Return so many pieces of a packing, the lowest ones; none where it is not found at once.

    >>> len(first_pieces(load("soma"), 2))
    2
    """
    found = raise_if_interrupted(solve(puzzle, time_limit=MOMENT)).solutions if count else ()
    height = lambda placement: (max(cell[2] for cell in placement.cells), placement.cells)
    return sorted(found[0], key=height)[:count] if found else []


def play(puzzle: Playable, given: Iterable[Placement] = (), laid: int = 0) -> Play:
    """Pack a box by hand.

    Parameters: puzzle, any `PackingPuzzle` of at most 125 cells, or the name of one or of its file,
    or a `Colouring`, whose weights are shown and added up for each piece; given, placements that
    stay; laid, how many pieces of a packing lie there at first and may be taken back. Errors:
    `PuzzleError`.

    >>> play("tetracubes-2x4x4")
    <Tetracubes, 2×4×4, to play by hand; open the notebook in JupyterLab to use it>
    >>> play(5)
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: 5 is not a puzzle; load("soma"), with the name of a puzzle ...
    """
    proof = puzzle if isinstance(puzzle, Colouring) else None
    puzzle = proof.puzzle if proof else puzzle
    puzzle = check_puzzle(load(puzzle) if isinstance(puzzle, str) else puzzle)
    check_int("laid", laid, least=0, most=sum(piece.copies for piece in puzzle.pieces))
    return Play(puzzle, given, proof, first_pieces(puzzle, laid))
