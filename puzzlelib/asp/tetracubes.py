"""The tetracube models of lesson 06: pieces as facts, answers read back as packings."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import prod

import clingo

from ..common.errors import PuzzleError
from ..common.words import number_in
from ..packing import shapes
from ..packing.files import load
from ..packing.puzzle import PackingPuzzle, Placement, Solution, box_cells
from ..packing.referee import Invalid, verify
from ..search.generate import GRIDS
from .engine import atoms

AXES = tuple((axis, sign) for axis in range(3) for sign in (1, -1))  # x, -x, y, -y, z, -z


def rotation_order() -> Iterator[shapes.Turn]:
    """Yield the 24 rotations in the order of cubes.lp and the published listing.

    Each direction of the piece in turn comes to point right; then it makes quarter turns about
    that.
    """
    for right in AXES:
        front = (1, 1) if right[0] == 0 else (0, 1)
        up = next(axis for axis in AXES if is_rotation(right, front, axis))
        for _ in range(4):
            yield tuple(zip(right, front, up))
            front, up = up, (front[0], -front[1])


def is_rotation(*axes) -> bool:
    """Return whether three directions are at right angles and right-handed."""
    return len({axis for axis, _ in axes}) == 3 and shapes.determinant(tuple(zip(*axes))) == 1


def numbered_rotations(cells) -> list[tuple[shapes.Cell, ...]]:
    """Return the different orientations of a piece in the order of their numbers, from 1.

    >>> [shape[-1] for shape in numbered_rotations([(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0)])]
    [(0, 0, 3), (0, 3, 0), (3, 0, 0)]
    """
    first = shapes.orientations(cells)[0]
    turned = (shapes.normal_form(shapes.turned(c, turn) for c in first) for turn in rotation_order())
    return list(dict.fromkeys(turned))


def cube_facts(pieces) -> str:
    """Return the text of cubes.lp: facts cube(Type,Rotation,DX,DY,DZ) from the pieces' cells.

    >>> from puzzlelib import load
    >>> cube_facts(load("tetracubes-2x4x4").pieces).count("cube(")
    345
    """
    of_type = "a piece of this type in this rotation"
    lines = [
        f"% The shapes of the pieces: cube(Type,Rotation,DX,DY,DZ) says that {of_type}",
        "% has a cube DX to the right of, DY behind and DZ above its corner.",
        "% Made by puzzlelib.asp.tetracubes.cube_facts from one list of cells a piece; do not edit.",
    ]
    for name, cells, *_ in pieces:
        lines += ["", f"% {name}"]
        for number, shape in enumerate(numbered_rotations(cells), 1):
            lines.append(" ".join(f"cube({clingo.String(name)},{number},{x},{y},{z})." for x, y, z in shape))
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Answer:
    """An answer of the tetracube models: the puzzle, its solution and the hints."""

    puzzle: PackingPuzzle
    solution: Solution
    given: Solution


def parse_answer(text: str) -> Answer:
    """Read clingo's output of tetracubes.lp or tetracubes-direct.lp; of several answers the last.

    The pieces are rebuilt from the rotation numbers of cubes.lp and judged by the referee. Errors:
    `PuzzleError`.

    >>> parse_answer("UNSATISFIABLE")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: clingo's output has no answer: it says UNSATISFIABLE
    """
    last = text[text.rfind("Answer:") :] if "Answer:" in text else text
    if error := re.search(r'error\("([^"]*)"\)', last):
        raise PuzzleError(error[1])
    try:
        placed = {number_in(args[0]): args[1:] for args in atoms(last, "fullPosition")}
        types = {number_in(number): name for number, name in atoms(last, "assignType")}
        hints = {number_in(args[0]) for name in ("hint", "hintPosition") for args in atoms(last, name)}
        solution = {number: placement_of(number, types.get(number), args) for number, args in placed.items()}
        if solution:
            return verified_answer(solution, hints & set(solution))
    except PuzzleError:
        raise
    except ValueError:
        damage = "in some atom there are other arguments than the model shows"
        raise PuzzleError(f"clingo's output is damaged: {damage}") from None
    said = re.search(r"\b(UNSATISFIABLE|UNKNOWN)\b", text)
    why = f"it says {said[1]}" if said else "there is no fullPosition(…) in it"
    raise PuzzleError(f"clingo's output has no answer: {why}")


@cache
def grids() -> dict[tuple, PackingPuzzle]:
    """Return the three tetracube puzzles by the sizes of their boxes."""
    return {puzzle.boxes: puzzle for puzzle in map(load, GRIDS.values())}


@cache
def tetracube_rotations() -> dict[str, list[tuple[shapes.Cell, ...]]]:
    pieces = next(iter(grids().values())).pieces
    return {piece.name: numbered_rotations(piece.cells) for piece in pieces}


def placement_of(number: int, name: str | None, arguments: list[str]) -> Placement:
    """Return a fullPosition (rotation, x, y, z, and maybe the box) as a placement."""
    name, known = "O" if name == "0" else name, tetracube_rotations()  # some listings have 0 for O
    if name not in known:
        raise PuzzleError(f"piece {number}: its type is {name!r}; it must be one of {', '.join(known)}")
    whole = all(part.isascii() and part.isdecimal() for part in arguments)
    if len(arguments) not in (4, 5) or not whole:
        has = f"fullPosition has {', '.join(arguments)}"
        raise PuzzleError(f"piece {number}: {has}; it needs rotation, x, y, z and maybe the box")
    rotation, x, y, z, *box = map(int, arguments)
    if not 1 <= rotation <= len(known[name]):
        raise PuzzleError(f"piece {number}: {name} has no rotation {rotation}, only 1 to {len(known[name])}")
    cells = shapes.shifted(known[name][rotation - 1], (x, y, z, *(b - 1 for b in box)))
    return Placement(name, tuple(sorted(cells)))


def verified_answer(solution: dict[int, Placement], hints: set[int]) -> Answer:
    """Return the answer, if the referee accepts it; the boxes reach as far as the pieces."""
    cells = [cell for _, place in solution.values() for cell in place]
    boxes = shapes.split_boxes(cells)
    sizes = tuple(tuple(1 + max(cell[axis] for cell in box) for axis in range(3)) for box in boxes)
    name, volume = " and ".join("×".join(map(str, size)) for size in sizes), sum(map(prod, sizes))
    if sizes not in grids() and volume != len(cells):
        why = f"that has {volume} cells, and the pieces have {len(cells)}"
        raise PuzzleError(f"clingo's answer does not fill {name}: {why}")
    new = {"name": f"tetracubes in {name}", "container": box_cells(sizes), "boxes": sizes}
    puzzle = grids().get(sizes) or replace(grids()[((4, 4, 2),)], **new)
    try:
        placed = puzzle.solution(solution.values())
        verify(puzzle, placed)
    except Invalid as wrong:
        raise PuzzleError(f"clingo's answer does not fill {name}: {wrong}") from None
    return Answer(puzzle, placed, puzzle.solution(solution[number] for number in hints))
