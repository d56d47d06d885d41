"""Exact cover problems as arrays: an item that is covered once is a cell, one that may be covered several
times a piece with as many copies. Colours become such pieces."""

from collections import Counter

import numpy as np

from ..common.errors import PuzzleError
from ..search.exact_cover import ExactCover, Item

MOST_COPIES = 255  # that one option may use


def job_of(cover: ExactCover):
    """Return a search for all solutions of an exact cover problem; its options are called by their
    numbers, and those that stand for colours come behind them."""
    from .job import Job  # brings the compiler

    cover = without_colours(cover) if cover.colours else cover
    least = {item: times - cover.slack.get(item, 0) for item, times in cover.items.items()}
    once = [item for item, times in cover.items.items() if times == 1]
    cells = {item: k for k, item in enumerate(sorted(once, key=lambda item: not least[item]))}
    pieces = {item: k for k, item in enumerate(item for item in cover.items if item not in cells)}
    masks = np.zeros((len(cover.options), -(-len(cells) // 64)), np.uint64)
    spend = np.zeros((len(cover.options), len(pieces)), np.uint8)
    for number, option in enumerate(cover.options):
        for item in option:
            if item in cells:
                masks[number, cells[item] >> 6] |= np.uint64(1 << (cells[item] & 63))
            else:
                spend[number, pieces[item]] += 1
    copies, numbers = [cover.items[item] for item in pieces], np.arange(len(cover.options))
    optional = sum(not least[item] for item in once)
    return Job(masks, len(cells), spend, copies, 1, numbers, [least[item] for item in pieces], optional)


def without_colours(cover: ExactCover) -> ExactCover:
    """Return a problem with as many solutions, in which no item has a colour.

    For each item with colours one more option is chosen: it names the colour, or says that there
    is none. It takes the item away from options without a colour, and uses up what options with
    another colour need; one at least must have the colour that it names. An option may hold such
    an item several times.

    >>> from puzzlelib.search import cover_of
    >>> plain = without_colours(cover_of([["a", "x:A"], ["b", "x:A"], ["b", "x:B"]], secondary="x"))
    >>> plain.items["x", "A"], plain.options[2], plain.options[-1]
    (2, ('b', ('x', 'B')), ('x of one colour', 'x', ('x', 'A'), ('x', 'A')))
    """
    items, slack = dict(cover.items), dict(cover.slack)
    options = [
        tuple((item, colours[item]) if item in colours else item for item in option)
        for option, colours in zip(cover.options, cover.colours)
    ]
    painted: dict[Item, list] = {}
    for item, colour in cover.painting:
        painted.setdefault(item, []).append((item, colour))
    for item, pairs in painted.items():
        items[choice := f"{item} of one colour"] = 1
        for pair in pairs:
            items[pair] = most_together(cover, pair)
            if items[pair] > MOST_COPIES:
                why = f"more than {MOST_COPIES} options may give it one colour"
                raise PuzzleError(f"item {item}: {why}; dancing_links takes any number")
            slack[pair] = items[pair] - 1
        full = {pair: (pair,) * items[pair] for pair in pairs}
        options.append((choice, *sum(full.values(), ())))
        for pair in pairs:
            others = (full[other] for other in pairs if other != pair)
            options.append((choice, item, *sum(others, ())))
    return ExactCover(items, tuple(options), slack=slack)


def most_together(cover: ExactCover, pair: tuple) -> int:
    """Return a bound for the options of a solution that give an item one colour: so few items,
    covered once each, are in all of them."""
    left, most = set(cover.painting[pair]), 0
    while left:
        bare = (set(cover.options[option]) - cover.colours[option].keys() for option in left)
        often = Counter(item for items in bare for item in items if cover.items[item] == 1)
        if not often:
            return most + len(left)
        left -= cover.containing[max(often, key=often.__getitem__)]
        most += 1
    return most
