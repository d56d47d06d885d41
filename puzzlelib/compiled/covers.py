"""Exact cover problems as matrices.

An item that is covered once is a cell, one that may be covered several times is a piece with as
many copies, and one with colours is a kind of its own. Items and colours are known by their
numbers, whatever they are called.
"""

from ..search.exact_cover import ExactCover
from .job import Matrix


def matrix_of(cover: ExactCover, numbered: bool = True) -> Matrix:
    """Return an exact cover problem as a matrix; its options are called by their numbers."""
    least = {item: times - cover.slack.get(item, 0) for item, times in cover.items.items()}
    colours = colour_numbers(cover)
    once = [item for item, times in cover.items.items() if times == 1 and item not in colours]
    once.sort(key=lambda item: not least[item])
    bit = {item: 1 << k for k, item in enumerate(once)}
    kinds = {item: kind for kind, item in enumerate(item for item in cover.items if item not in bit)}
    masks, spend = [], []
    for number, option in enumerate(cover.options):
        painted = cover.colours[number] if cover.colours else {}
        masks.append(sum(bit.get(item, 0) for item in option))
        spend.append(
            tuple(
                (kinds[item], colours[item][painted[item]] if item in painted else 1)
                for item in option
                if item in kinds
            )
        )
    copies = [-len(colours[item]) - 1 if item in colours else cover.items[item] for item in kinds]
    return Matrix(
        masks,
        spend,
        cells=len(once),
        optional=sum(not least[item] for item in once),
        copies=copies,
        least=[least[item] for item in kinds],
        exact=False,
        numbers=list(range(len(masks))) if numbered else None,
    )


def colour_numbers(cover: ExactCover) -> dict:
    """Return the numbers of each coloured item's colours; 1 stands for no colour."""
    numbers: dict = {}
    for item, colour in cover.painting:
        numbers.setdefault(item, {})[colour] = len(numbers.get(item, ())) + 2
    return numbers
