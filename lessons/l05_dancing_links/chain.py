"""The search chain as a picture: what each idea of lessons 03 to 05 does to the time, on one scale."""

import traitlets as t

from puzzlelib.common.errors import check_choice

from ..kit.cards.card import Card
from ..kit.cards.modules import javascript, styles
from ..kit.cards.projector import Projected
from .costs import recorded_chain


class SearchChain(Projected):
    """The searches of a puzzle below each other, with arrows from the time of each to that of the next."""

    _esm = javascript("search_chain")
    _css = styles("steps", "search_chain")
    links = t.List().tag(sync=True)


def search_chain(puzzle: str) -> Card:
    """Return the recorded searches of a puzzle, each an arrow as long as its factor.

    Errors: `PuzzleError` for a puzzle that was not recorded.

    >>> search_chain("tetris-cube")
    <the search chain of tetris-cube, 9 searches; open the notebook in JupyterLab to use it>
    """
    check_choice("puzzle", puzzle, {link.puzzle for link in recorded_chain()})
    links = [link._asdict() for link in recorded_chain() if link.puzzle == puzzle]
    return Card(SearchChain(links=links), words=f"the search chain of {puzzle}, {len(links)} searches")
