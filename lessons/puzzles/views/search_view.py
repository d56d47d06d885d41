"""Pictures of searches: placements that are ruled out, relaxations, dead ends; steps of tiles.

A ruled-out placement is a crossed wire; a fractional one is as faint as its value says, and has it
as a number beside it (see fractions.py).
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from puzzlelib.packing.layers import Filled
from puzzlelib.packing.puzzle import Placement
from puzzlelib.pictures import traces
from puzzlelib.pictures.blocks import Block, Frame, block_of
from puzzlelib.pictures.icosoku import CosokuView
from puzzlelib.pictures.layout import box_of, shape_at
from puzzlelib.pictures.packing import PuzzleView, pair_frames
from puzzlelib.search.events import Trace, TraceState
from puzzlelib.search.steps import Event

from .dead_ends import dead_end
from .fractions import FractionalPieces, Fractions

MOST_SIGNS = 400  # placements that are told of one by one


class SearchView(PuzzleView):
    """Pictures of the steps of a search on a packing puzzle; `each` says whether they tell of each
    placement by itself."""

    each = False

    def step(self, state, event=None) -> Frame:
        """Return the picture of a search after an event (see search.events)."""
        options = self.puzzle.placements
        fractions = getattr(state, "fractions", {})  # of branch and bound
        possible = (o for o in range(len(options)) if o not in state.off)
        shown = {
            "filled": {options[o]: how for o, how in state.on.items()},
            "possible": list(possible) if state.shows_options else None,
            "fractions": {options[o]: value for o, value in fractions.items()},
            "level": state.level,
        }
        if event:
            shown |= {"say": event.say, "mark": event.kind}
            if self.each:
                shown["each"] = self.signs_of_each(state, event)
            shown["dead"] = event.item
            if event.option is not None and not event.sign:
                shown["tried"] = options[event.option]
            if event.kind == "choose" and event.option in fractions:
                shown["focus"] = options[event.option]
        return self.frame(**shown)

    def frame(
        self,
        filled: Filled,
        possible: Iterable[int] | None = None,
        say: str = "",
        *,
        tried: Placement | None = None,
        fractions: Fractions | None = None,
        focus: Placement | None = None,
        dead: tuple | str | None = None,
        mark: str = "",
        **more,
    ) -> Frame:
        """Return the picture of a step; what `PuzzleView.frame` does not name:

        Parameters
        ----------
        tried
            a placement that is being ruled out
        fractions
            placements of a relaxation with their values between 0 and 1; they may share cells
        focus
            the one of them that is branched on
        dead
            the cell or the piece that a conflict is about, if it is about one
        """
        fractions = {Placement(*p): value for p, value in (fractions or {}).items()}
        one = self.state(filled, possible, fractions)
        one |= self.clashes([Placement(*p) for p in filled], one)
        if tried:
            one["blocks"].append(self.ruled_out(tried))
        if fractions:
            one = FractionalPieces(self.puzzle, fractions, focus, self.ways(filled)).add_to(one)
        if mark == "conflict":
            one |= dead_end(self.puzzle, one, [Placement(*p) for p in filled], dead)
        return self.place(one | {"say": say, "mark": mark} | more)

    def signs_of_each(self, state: TraceState, event: Event) -> dict[str, str]:
        """Return for each piece a sign for each of its placements: "#" placed, "x" ruled out by this event,
        "." ruled out before, "o" open."""
        signs = dict.fromkeys(state.off, ".") | dict.fromkeys(event.off, "x") | dict.fromkeys(state.on, "#")
        found = dict.fromkeys((piece.name for piece in self.puzzle.pieces), "")
        for option, placement in enumerate(self.puzzle.placements):
            found[placement.piece] += signs.get(option, "o")
        return found

    def clashes(self, filled: Sequence[Placement], frame: Frame) -> dict:
        """Return the changes for pieces that overlap: red cubes, and the letters of all.

        Only the search of a student puts such pieces.
        """
        owners = defaultdict(list)
        for placement in filled:
            for cell in placement.cells:
                owners[cell].append(placement)
        twice = [cell for cell, pieces in owners.items() if len(pieces) > 1]
        if not twice:
            return {}
        texts = dict(zip(self.puzzle.container, frame["cells"]))
        for cell in twice:
            texts[cell] = "".join(self.puzzle.labels[one.piece] for one in owners[cell])
        blocks = [self.clash(cell) for cell in twice]
        return {"blocks": [*frame["blocks"], *blocks], "cells": [*texts.values()]}

    def clash(self, cell: tuple) -> Block:
        """Return a red cube with an X where pieces overlap."""
        here = (cell[:3],)
        return block_of(
            traces.clash_part(here), self.room.shift[box_of(cell)], outline=traces.rims_part(here)
        )

    def ruled_out(self, tried: Placement) -> Block:
        """Return an X in the crossed wires of a placement."""
        shape, at, box = shape_at(tried.cells)
        cross, wires = traces.cross_part(shape), traces.struck_part(shape)
        return block_of(cross, at + self.room.shift[box], outline=wires)


class Steps(Sequence):
    """The frames of a trace, drawn when they are asked for.

    Parameters: plan, a solution that steadies the exploded picture (None: the first that is found);
    before, frames to show first; beside, a frame to the right of each.
    """

    def __init__(
        self,
        trace: Trace,
        plan: Iterable[Placement] | None = None,
        before: Sequence[Frame] = (),
        beside: Frame | None = None,
    ):
        self.trace, self.before, self.beside = trace, before, beside
        self.view = SearchView(trace.puzzle, next(iter(trace.solutions), ()) if plan is None else plan)
        says_no = not trace.linear and any(not event.sign for event in trace.events)
        self.view.each = says_no and trace.options <= MOST_SIGNS

    def __len__(self) -> int:
        return len(self.before) + len(self.trace)

    def __getitem__(self, k: int) -> Frame:
        if k < len(self.before):
            return self.before[k]
        k -= len(self.before)
        frame = self.view.step(self.trace.state(k), self.trace.events[k])
        return pair_frames(self.trace.puzzle, frame, self.beside) if self.beside else frame

    def track(self) -> list[tuple[str, int]]:
        """Return kind and level of every event: the whole search at a glance."""
        return [("", 0) for _ in self.before] + [(event.kind, event.level) for event in self.trace.events]


class TileSteps(Sequence):
    """The frames of a TileTrace, drawn when they are asked for."""

    def __init__(self, trace):
        self.trace, self.view = trace, CosokuView(trace.puzzle)

    def __len__(self) -> int:
        return len(self.trace.events)

    def __getitem__(self, k: int) -> Frame:
        event, state = self.trace.events[k], self.trace.state(k)
        seen = {"focus": state.focus, "face": state.face, "counting": True}
        said = {"say": event.say, "mark": event.kind, "level": event.level, "dead": event.cause}
        return self.view.frame(state.placed, **seen, **said)

    def track(self) -> list[tuple[str, int]]:
        return [(event.kind, event.level) for event in self.trace.events]
