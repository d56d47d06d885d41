"""The archipelago: all packings of the Tetris Cube up to rotation, and which are neighbours.

Two packings are neighbours if a few pieces of one can be packed again so that the other comes out,
or a rotation of it. The result is kept in archipelago.npz too, for machines without a compiler and
for the book's first page; `python -m lessons.l05_dancing_links.archipelago` writes it anew.
"""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
import traitlets as t

from puzzlelib import PackingPuzzle, load, solve
from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.packing import option_tables
from puzzlelib.packing.symmetry import container_symmetries
from puzzlelib.pictures.colours import colours

from ..kit.cards.card import Card
from ..kit.cards.modules import javascript, styles
from ..kit.cards.projector import Projected

CUBE_NAME = "tetris-cube"
MOST_MOVED = 4  # pieces that are packed again
KEPT_FILE = "archipelago.npz"
GOLDEN = np.pi * (3 - 5**0.5)  # the angle from one seed of a sunflower to the next
ROOM = 2.4  # a packing on an island takes so much more room than a hermit
SPRING_SEED = 5


class Archipelago(NamedTuple):
    """Packings and neighbours.

    rows : (packings, pieces) numbers of options, a column for each piece
    pairs : (pairs, 4) two packings, how many pieces are packed again, the rotation of the second
    """

    rows: np.ndarray
    pairs: np.ndarray

    def graph(self, pieces: int):
        """Return the packings as a graph, with an edge where up to so many pieces are packed again."""
        import networkx as nx

        graph = nx.Graph()
        graph.add_nodes_from(range(len(self.rows)))
        graph.add_edges_from(self.pairs[self.pairs[:, 2] <= pieces, :2].tolist())
        return graph

    def islands(self, pieces: int) -> list[set[int]]:
        """Return the islands if up to so many pieces are packed again, the largest first.

        A hermit is an island of its own.
        """
        import networkx as nx

        found = nx.connected_components(self.graph(pieces))
        return sorted(found, key=lambda island: (-len(island), min(island)))


# -------- found, or read


def packings_up_to_rotation(puzzle: PackingPuzzle) -> np.ndarray:
    """Return the least packing of each orbit, as (packings, pieces) numbers of options.

    >>> packings_up_to_rotation(load("tetracubes-2x2x8")).shape
    (224, 8)
    """
    found = raise_if_interrupted(solve(puzzle, limit=None, symmetry="rotations"))
    rows = np.array([[puzzle.option[place] for place in sorted(solution)] for solution in found])
    images = np.array(option_tables(puzzle, "rotations"))[:, rows]
    return np.array(sorted(min(orbit) for orbit in images.swapaxes(0, 1).tolist()))


def find_neighbours(puzzle: PackingPuzzle, rows: np.ndarray, most: int = MOST_MOVED) -> np.ndarray:
    """Return the pairs of packings that differ by at most so many pieces, as in `Archipelago`.

    The pieces are dealt into most + 1 blocks. In at least one of them no piece was moved, so two
    neighbours agree on a whole block, and only packings that do are compared, not all pairs in all
    rotations.
    """
    tables = np.array(option_tables(puzzle, "rotations"))
    images = tables[:, rows].reshape(-1, rows.shape[1])  # rotation * packings + packing
    least: dict[tuple[int, int], tuple[int, int]] = {}
    for block in np.array_split(np.arange(rows.shape[1]), most + 1):
        ones, places = agreeing_places(rows[:, block], images[:, block])
        moved = (rows[ones] != images[places]).sum(axis=1)
        near = np.column_stack([ones, places, moved])[moved <= most]
        for one, image, many in near.tolist():
            rotation, other = divmod(image, len(rows))
            how = many, rotation
            least[one, other] = min(how, least.get((one, other), how))
    return np.array([(*pair, *how) for pair, how in sorted(least.items())]).reshape(-1, 4)


def agreeing_places(rows: np.ndarray, images: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the places in `rows` and in `images` of equal rows, if the image is one of a later packing."""
    keys = number_rows(np.concatenate([rows, images]))
    wanted, there = keys[: len(rows)], keys[len(rows) :]
    order = np.argsort(there, kind="stable")
    first = np.searchsorted(there[order], wanted)
    many = np.searchsorted(there[order], wanted, "right") - first
    one = np.repeat(np.arange(len(rows)), many)
    within = np.arange(many.sum()) - np.repeat(np.cumsum(many) - many, many)
    image = order[np.repeat(first, many) + within]
    later = image % len(rows) > one
    return one[later], image[later]


def number_rows(rows: np.ndarray) -> np.ndarray:
    """Return a number for each row; equal rows have equal numbers.

    >>> number_rows(np.array([[7, 2], [3, 9], [7, 2]])).tolist()
    [1, 0, 1]
    """
    keys = rows[:, 0]
    for column in rows.T:  # np.unique(rows, axis=0) takes five times as long
        keys = np.unique(keys * (column.max() + 1) + column, return_inverse=True)[1]
    return keys


def find_archipelago() -> Archipelago:
    """Find all packings and their neighbours: some seconds with the compiled engine."""
    puzzle = load(CUBE_NAME)
    rows = packings_up_to_rotation(puzzle)
    return Archipelago(rows, find_neighbours(puzzle, rows))


@cache
def recorded_archipelago() -> Archipelago:
    with (files(__package__) / KEPT_FILE).open("rb") as file, np.load(file) as kept:
        return Archipelago(kept["rows"].astype(int), kept["pairs"].astype(int))


# -------- drawn


def positions(found: Archipelago) -> np.ndarray:
    """Return where each packing lies, (packings, 2) from -1 to 1.

    Islands lie like the seeds of a sunflower, the largest in the middle; the hermits are a ring
    round them.
    """
    sizes = found.islands(MOST_MOVED)
    settled = [sorted(island) for island in sizes if len(island) > 1]
    hermits = [min(island) for island in sizes if len(island) == 1]
    room = np.cumsum([0, *(ROOM * len(island) for island in settled)])
    places, graph = np.zeros((len(found.rows), 2)), found.graph(MOST_MOVED)
    for k, island in enumerate(settled):
        middle = np.sqrt((room[k] + room[k + 1]) / 2) * seed_direction(k)
        places[island] = middle + shape(graph, island) * np.sqrt(len(island))
    outer = np.sqrt(1.12 * room[-1] + np.arange(len(hermits)) / 2)
    places[hermits] = outer[:, None] * np.stack([seed_direction(k) for k in range(len(hermits))])
    return places / np.abs(places).max()


def seed_direction(k: int) -> np.ndarray:
    """Return the unit vector to the k-th seed of a sunflower."""
    return np.array([np.cos(k * GOLDEN), np.sin(k * GOLDEN)])


def shape(whole, island: list[int]) -> np.ndarray:
    """Return the places of an island's packings about its middle, within a disc of radius 0.75."""
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(island)
    graph.add_edges_from(whole.edges(island))
    spring = len(island) > 2
    laid = nx.spring_layout(graph, seed=SPRING_SEED) if spring else nx.circular_layout(graph)
    points = np.array([laid[one] for one in island])
    points -= points.mean(0)
    return 0.75 * points / np.linalg.norm(points, axis=1).max()


class PackingMap(Projected):
    """A dot for each packing, a line for each pair of neighbours, and the cube that is chosen."""

    _esm = javascript("archipelago")
    _css = styles("steps", "stage", "archipelago")
    points = t.Bytes().tag(sync=True)  # x, y as uint16
    pairs = t.Bytes().tag(sync=True)  # packing, packing, pieces, rotation as uint16
    cubes = t.Bytes().tag(sync=True)  # for each cell of each packing its piece, uint8
    turns = t.Bytes().tag(sync=True)  # for each rotation the image of each cell, uint8
    cells = t.List().tag(sync=True)
    colours = t.List().tag(sync=True)
    names = t.List().tag(sync=True)


def map_values(found: Archipelago) -> dict:
    puzzle = load(CUBE_NAME)
    cells = sorted(puzzle.container)
    place = {cell: k for k, cell in enumerate(cells)}
    covered = np.array([[cell in one.cells for cell in cells] for one in puzzle.placements])
    cubes = np.zeros((len(found.rows), len(cells)), np.uint8)
    for piece, options in enumerate(found.rows.T):
        cubes[covered[options]] = piece
    symmetries = container_symmetries(puzzle, "rotations")
    turns = [[place[turn[cell]] for cell in cells] for turn, _ in symmetries]
    points = np.rint((positions(found) + 1) / 2 * 65535).astype("<u2")
    return {
        "points": points.tobytes(),
        "pairs": found.pairs.astype("<u2").tobytes(),
        "cubes": cubes.tobytes(),
        "turns": np.array(turns, np.uint8).tobytes(),
        "cells": [list(cell) for cell in cells],
        "colours": [fill for fill, _ in colours(puzzle).values()],
        "names": sorted(piece.name for piece in puzzle.pieces),
    }


def map_of_packings(found: Archipelago | None = None) -> Card:
    """Return a card with the map of all packings of the Tetris Cube, found now or recorded."""
    found = found or recorded_archipelago()
    return Card(PackingMap(**map_values(found)), words="a map of all packings of the Tetris Cube")


if __name__ == "__main__":
    rows, pairs = find_archipelago()
    with open(str(files(__package__) / KEPT_FILE), "wb") as file:
        np.savez_compressed(file, rows=rows.astype(np.uint16), pairs=pairs.astype(np.uint16))
