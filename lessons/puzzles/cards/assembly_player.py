"""The assembly player: a solution comes apart, or is put together, move by move."""

from html import escape

from makers.apart import Disassembly, Separation, take_apart
from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.errors import PuzzleError, short
from puzzlelib.common.words import many
from puzzlelib.engines import solve
from puzzlelib.packing.files import load
from puzzlelib.packing.puzzle import Solution

from ...kit.cards.card import choice, html
from ..views.taken_apart import ApartSteps
from .stage import Stage
from .step_player import Player

WAYS = ("apart", "together")


class AssemblyPlayer(Player):
    """One step slider over the moves of a solution, both ways; `done` is what it plays."""

    def __init__(self, done: Disassembly):
        self.done, self.steps = done, {way: ApartSteps(done, way == "together") for way in WAYS}
        steps = self.steps["apart"]
        stage = Stage(steps.scene(), steps, label="The moves, step by step", track=steps.track())
        stage.add_class("eo-film")
        self.way = choice("play", WAYS, "apart")
        row = self.way if done.shifts else html(escape(headline(done)), "eo-message")
        super().__init__(stage, row, words=f"the moves of a solution, {headline(done)}")
        if done.shifts:
            self.children = [*self.children, html(tree_html(done))]
        self.way.observe(lambda _: self.update(), "value")

    @property
    def controls(self) -> dict:
        """The control that makes other frames."""
        return {"play": self.way} if self.done.shifts else {}

    def update(self) -> None:
        """Show the frames of the way that is chosen."""
        steps = self.steps[self.way.value]
        self.step.value = 0
        self.stage.show(steps.scene(), steps, steps.track())


def assembly_player(what: Solution | Disassembly | str) -> AssemblyPlayer:
    """Play how a solution comes apart, move by move, and how it is put together.

    Parameters
    ----------
    what
        a solution, which is taken apart, or the name of a puzzle, whose first one is; or the answer of
        `take_apart`; where that is a proof that it cannot be built, the steps are the positions that the
        pieces can reach

    Examples
    --------
    >>> assembly_player("burr")                               # doctest: +NORMALIZE_WHITESPACE
    <the moves of a solution, level 1.2: 6 moves take it apart;
     open the notebook in JupyterLab to use it>
    """
    if isinstance(what, str):
        what = raise_if_interrupted(solve(load(what)))[0]
    if not isinstance(what, (Solution, Disassembly)):
        made = "a solution, or the answer of take_apart"
        raise PuzzleError(f"assembly_player shows {made}, not {short(what)}")
    done = what if isinstance(what, Disassembly) else raise_if_interrupted(take_apart(what))
    if done.stopped:
        raise PuzzleError(f"assembly_player: taking apart was stopped by {done.stopped}")
    return AssemblyPlayer(done)


def headline(done: Disassembly) -> str:
    """Return the level and the number of moves, or that it cannot be built."""
    if done.stuck:
        number = many(len(done.stuck.positions), "position")
        return f"it cannot be built: {number}, none of them apart"
    if not done.shifts:
        return "nothing is to be taken apart"
    take = "takes" if len(done.shifts) == 1 else "take"
    return f"level {done.level}: {many(len(done.shifts), 'move')} {take} it apart"


def tree_html(done: Disassembly) -> str:
    """Return the tree of separations as a nested list that can be opened."""
    trees = "".join(f"<ul>{branch_html(done, tree)}</ul>" for tree in done.trees if tree)
    return f"<details><summary>Tree of separations</summary>{trees}</details>"


def branch_html(done: Disassembly, one: Separation) -> str:
    """Return a part with the moves that it takes, and the two parts it falls into."""
    below = "".join(
        branch_html(done, further) if further else f"<li>{names_html(done, part)}</li>"
        for part, further in zip(one.parts, one.further)
    )
    moves = many(len(one.shifts), "move")
    return f"<li>{names_html(done, one.pieces)}: {moves}<ul>{below}</ul></li>"


def names_html(done: Disassembly, part: tuple[int, ...]) -> str:
    return escape(" ".join(done.names[k] for k in part))
