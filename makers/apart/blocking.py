"""Graphs: which piece stops which from moving."""

from operator import add

import networkx as nx

from puzzlelib.packing.puzzle import Solution
from puzzlelib.packing.shapes import Cell

from .plans import piece_names

STEPS: dict[str, Cell] = {
    "+x": (1, 0, 0),
    "+y": (0, 1, 0),
    "+z": (0, 0, 1),
    "-x": (-1, 0, 0),
    "-y": (0, -1, 0),
    "-z": (0, 0, -1),
}


def blocking_graphs(solution: Solution) -> dict[str, nx.DiGraph]:
    """Return, for each of the six directions, the graph of who stops whom.

    Its nodes are the places of the pieces in the solution, with the attribute `name`; an arrow goes
    from each piece to those that it would take along. A group that no arrow leaves can move.

    >>> from puzzlelib import load, solve
    >>> graphs = blocking_graphs(solve(load("tetracubes-2x4x4")).solutions[0])
    >>> list(graphs), sorted(graphs["+z"].successors(0))
    (['+x', '+y', '+z', '-x', '-y', '-z'], [1, 2])

    Reference: R. H. Wilson, J.-C. Latombe, Geometric Reasoning About Mechanical Assembly,
    Artificial Intelligence 71, 1994.
    """
    owner = {cell: k for k, one in enumerate(solution) for cell in one.cells}
    graphs = {}
    for direction, step in STEPS.items():
        graphs[direction] = graph = nx.DiGraph()
        graph.add_nodes_from((k, {"name": name}) for k, name in enumerate(piece_names(solution)))
        ahead = {cell: (*map(add, cell, step), *cell[3:]) for cell in owner}
        beside = ((k, owner.get(ahead[cell], k)) for cell, k in owner.items())
        graph.add_edges_from(sorted({(a, b) for a, b in beside if a != b}))
    return graphs
