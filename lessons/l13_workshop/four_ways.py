"""One puzzle without a solution, in four languages: how large each model is, and what it did."""

from collections.abc import Callable
from itertools import product
from time import process_time

from puzzlelib.asp import engine as asp
from puzzlelib.ilp import branch_and_bound, placement_model
from puzzlelib.packing.puzzle import PackingPuzzle
from puzzlelib.search import algorithm_x, backtracking
from puzzlelib.search.exact_cover import exact_cover

Row = tuple[str, str, str, str, int, float]


def blocks_without_solution() -> PackingPuzzle:
    """Return six blocks of 1×2×2 for a box of 3×3×3 whose middle cell must not stay empty."""
    loose = [cell for cell in map(list, product(range(3), repeat=3)) if cell != [1, 1, 1]]
    pieces, copies = {"block": "##/##"}, {"block": 6}
    more = {"optional": loose, "name": "Six blocks, and the middle filled"}
    return PackingPuzzle.from_pieces(pieces, copies=copies, box=[3, 3, 3], **more)


def four_ways_table() -> list[Row]:
    """Return a row for each way: name, words, size of its model, unit, number, processor seconds.

    >>> [row[0] for row in four_ways_table()]
    ['backtracking', 'Algorithm X', 'clasp', 'branch and bound']
    """
    puzzle = blocks_without_solution()
    ways = (solve_by_cells, solve_by_items, solve_by_rules, solve_by_rows)
    return [measured_row(way, puzzle) for way in ways]


def measured_row(way: Callable[[PackingPuzzle], tuple], puzzle: PackingPuzzle) -> Row:
    start = process_time()
    row = way(puzzle)
    return *row, round(process_time() - start, 3)


def solve_by_cells(puzzle: PackingPuzzle) -> tuple:
    size = f"{len(puzzle.container)} cells, {len(puzzle.placements)} placements"
    return "backtracking", "cells and pieces", size, "nodes", backtracking.run(puzzle).nodes


def solve_by_items(puzzle: PackingPuzzle) -> tuple:
    cover = exact_cover(puzzle)
    size = f"{len(cover.items)} items, {len(cover.options)} options"
    return "Algorithm X", "items and options", size, "nodes", algorithm_x.run(puzzle).nodes


def solve_by_rules(puzzle: PackingPuzzle) -> tuple:
    ground = asp.ground_size(puzzle)
    control = asp.ground(asp.facts(puzzle), asp.rules(puzzle))
    control.solve()
    conflicts = int(control.statistics["solving"]["solvers"]["conflicts"])
    return "clasp", "rules", f"{ground.atoms} atoms, {ground.rules} rules", "conflicts", conflicts


def solve_by_rows(puzzle: PackingPuzzle) -> tuple:
    model = placement_model(puzzle)
    size = f"{len(model.names)} variables, {len(model.rows)} rows"
    nodes = branch_and_bound.trace(model).relaxations
    return "branch and bound", "rows of numbers", size, "relaxations", nodes
