"""Exact cover problems as arrays: an item that is covered once is a cell, one that may be covered several
times a piece with as many copies."""

import numpy as np

from ..common.errors import PuzzleError
from ..search.exact_cover import ExactCover


def job_of(cover: ExactCover):
    """Return a search for all solutions of an exact cover problem; its options are called by their
    numbers. Errors: `PuzzleError` for one with colours."""
    from .job import Job  # brings the compiler

    if cover.colours:
        remedy = "algorithm_x, dancing_links and asp take them"
        raise PuzzleError(f"the compiled search knows no colours of items; {remedy}")

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
                spend[number, pieces[item]] = 1
    copies, numbers = [cover.items[item] for item in pieces], np.arange(len(cover.options))
    optional = sum(not least[item] for item in once)
    return Job(masks, len(cells), spend, copies, 1, numbers, [least[item] for item in pieces], optional)
