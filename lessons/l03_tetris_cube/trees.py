"""The trees of the Tetris Cube, estimated by many probes and recorded: the same numbers on every
page."""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

TREES = Path(__file__).with_name("trees.csv")


class Tree(NamedTuple):
    """A tree as probes estimate it; `spread` is the standard error of the nodes, as a share of
    them."""

    nodes: float
    spread: float
    probes: int


@cache
def recorded_trees() -> dict[str, Tree]:
    """Return the trees by search; bench_links.py has measured them.

    >>> f"{recorded_trees()['by cell'].nodes:.2e}"
    '3.84e+10'
    """
    with TREES.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines))[1:]
    return {name: Tree(float(nodes), float(spread), int(probes)) for name, nodes, spread, probes in rows}
