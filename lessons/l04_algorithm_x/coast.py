"""Whole searches as discs: a ring a level, a segment a node, clockwise in the order of the search."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import traitlets as t

from puzzlelib import PackingPuzzle
from puzzlelib.search.steps import Step

from ..kit.cards.card import Card
from ..kit.cards.modules import javascript, styles
from ..puzzles.cards.box_of import BoxOf


def tree_of(steps: Iterable[Step]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the level, the option and the ending of each node, in the order of the search.

    The ending is 1 at a solution, 2 at a dead end, else 0. The root is left out.

    >>> steps = [("try", 4, ()), ("try", 7, ()), ("answer", ()), ("undo", 7)]
    >>> [part.tolist() for part in tree_of(steps)]
    [[1, 2], [4, 7], [0, 1]]
    """
    levels, options, endings, depth = [], [], [], 0
    for kind, *more in steps:
        if kind == "try":
            depth += 1
            levels.append(depth)
            options.append(more[0])
            endings.append(0)
        elif kind == "undo":
            depth -= 1
        elif kind in ("answer", "conflict") and endings:
            endings[-1] = 1 if kind == "answer" else 2
    return np.array(levels), np.array(options), np.array(endings)


def renumber(steps: Iterable[Step], numbers: Sequence[int]) -> Iterator[tuple]:
    """Yield the tries, endings and undos of a search among some options, by the numbers of all.

    `numbers` has for each of these options its number among all.

    >>> list(renumber([("choose", "a", 1, 1), ("try", 1, ()), ("answer", (1,))], [4, 7]))
    [('try', 7), ('answer',)]
    """
    for kind, *more in steps:
        if kind in ("try", "undo"):
            yield kind, numbers[more[0]]
        elif kind in ("answer", "conflict"):
            yield (kind,)


def packed_tree(tree: tuple[np.ndarray, np.ndarray, np.ndarray]) -> dict[str, bytes]:
    forms = {"levels": "u1", "options": "<u2", "endings": "u1"}
    return {name: part.astype(form).tobytes() for (name, form), part in zip(forms.items(), tree)}


class Discs(BoxOf):
    """A disc for each search, with one angle for a node in all of them, and the box at a node."""

    _esm = javascript("coast")
    _css = styles("steps", "stage", "coast")
    names = t.List().tag(sync=True)  # of the searches
    trees = t.List().tag(sync=True)  # of each search, as packed_tree returns it


def coast_card(puzzle: PackingPuzzle, given: Iterable[int], searches: dict[str, Iterable[Step]]) -> Card:
    """Return a card with the whole trees of some searches of a puzzle, by their names.

    `given` are the options that were laid before; `searches` are searches for the options of
    `exact_cover(puzzle)`.
    """
    trees = [packed_tree(tree_of(steps)) for steps in searches.values()]
    discs = Discs(puzzle, given, names=list(searches), trees=trees)
    return Card(discs, words="whole searches as discs")
