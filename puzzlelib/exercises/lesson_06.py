"""Lesson 06, answer sets: programs are run on small cases and judged by the answers they have, not by their text."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import clingo

from .. import draw
from ..asp import FOLDER, answers, ground, models, tetracube_rotations
from ..check import Args, Counterexample, exercise, try_on
from ..engines import Clock, solve
from ..exact_cover import why_impossible
from ..generate import GRIDS, all_packings
from ..puzzles import PackingPuzzle, Piece, Placement, PuzzleError, Solution, box_cells, load
from ..shapes import normal_form, orientations
from ..verify import Invalid, verify
from . import Text

GROUNDING, SEARCH = 5, 2  # seconds for grounding a student's program, and for one search with it
NOT_A_TEXT = "Your answer should be the text of a program, between quotes."


# ---------------------------------------------------------------- running a student's program


@dataclass(frozen=True)
class Found:
    """The answers of a program, reduced to the atoms that count; `complete` is False when there may be more."""

    answers: frozenset[frozenset[str]]
    complete: bool


def unreadable(program, *others) -> str:
    """What stops clingo from grounding a program, as a sentence; "" when it grounds in time.

    Grounding is one long call that cannot always be interrupted, so it is tried in a process of its own first.
    """
    if not isinstance(program, str):
        return NOT_A_TEXT
    text = "\n".join(
        [program, *(f'#include "{other}".' if hasattr(other, "suffix") else other for other in others)]
    )
    try:
        subprocess.run(
            [sys.executable, "-m", "clingo", "--mode=gringo"],
            input=text,
            text=True,
            encoding="utf-8",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=GROUNDING,
        )
        ground(program, *others)
    except subprocess.TimeoutExpired:
        return f"clingo was still grounding your program after {GROUNDING} seconds: some rule makes new atoms without end."
    except PuzzleError as error:
        return f"clingo cannot read your program: `{error}`."
    return ""


def cannot_run(program, *others) -> Counterexample | None:
    """The counterexample for a program that clingo does not accept."""
    words = unreadable(program, *others)
    return Counterexample(words, fails=lambda: bool(unreadable(program, *others))) if words else None


def found(program: str, facts: str, names: Iterable[str], most: int = 2000) -> Found:
    """The answers of program and facts together, each as the set of its atoms with these names."""
    clock, seen, names = Clock(SEARCH), set(), set(names)
    for model in models(ground(facts, program, arguments=["--models=0"]), stop=clock.stop):
        seen.add(frozenset(str(atom) for atom in model.symbols(atoms=True) if atom.name in names))
        if len(seen) >= most:
            return Found(frozenset(seen), False)
    return Found(frozenset(seen), not clock.struck)


def least(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    """The smallest of some answers, always the same one."""
    return min(sets, key=lambda answer: (len(answer), sorted(answer)))


def listed(atoms: Iterable[str]) -> Text:
    """An answer in one line."""
    return Text(" ".join(sorted(atoms)) or "the empty answer")


def covered(times: int) -> str:
    """How often a cell is covered, when it is not once.

    >>> covered(0), covered(2), covered(3)
    ('not covered', 'covered twice', 'covered 3 times')
    """
    return {0: "not covered", 2: "covered twice"}.get(times, f"covered {times} times")


# ---------------------------------------------------------------- 6.1 facts for a shape


def facts_of(name: str, rotation: int, cells) -> set[str]:
    """The atoms that a shape's facts must make."""
    return {f'cube("{name}",{rotation},{",".join(map(str, cell))})' for cell in cells}


SHAPES_61 = [
    Args("S", 1, [(0, 0)]),
    Args("D", 2, [(0, 0), (0, 1)]),
    Args("V", 3, [(0, 0), (0, 1), (1, 1)]),
    Args("I", 1, [(0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3)]),
    Args("Z_mirror", 12, [(0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 1, 1)]),
]


def wrong_facts(got, name, rotation, cells) -> str | None:
    """What is wrong with the text that the student's function wrote."""
    if not isinstance(got, str):
        return "Your function should return a text."
    try:
        atoms = answers(got, limit=2, time_limit=SEARCH)
    except PuzzleError as error:
        why = (
            " A word with a capital letter and without quotes is a variable."
            if "unsafe" in str(error)
            else ""
        )
        return f"clingo cannot read what your function wrote: `{error}`.{why}"
    expected = facts_of(name, rotation, cells)
    if len(atoms) != 1:
        return f"clingo finds {len(atoms)} answers. Facts have exactly one."
    if lost := expected - set(atoms[0]):
        return f"clingo reads your text and finds no `{min(lost)}`."
    if extra := set(atoms[0]) - expected:
        return f"clingo reads your text and finds `{min(extra)}`, which is too much."
    return None


@exercise(
    "6.1",
    correct="All 86 orientations of the tetracubes could be written this way, and they are: the library's cubes.lp "
    "was made by a function like yours.",
)
def cube_facts(answer):
    picture = lambda got, expected, name, rotation, cells: draw.assembled(
        *draw.shape_frame([(*c, 0)[:3] for c in cells], name[0])
    )
    return try_on(answer, SHAPES_61, fault=wrong_facts, picture=picture)


# ---------------------------------------------------------------- 6.2 each cell exactly once

SHAPES = {"S": [(0, 0)], "D": [(0, 0), (1, 0)], "V": [(0, 0), (1, 0), (0, 1)]}


@dataclass(frozen=True)
class Board:
    """A board of width × depth cells, and pieces: name -> a key of SHAPES."""

    width: int
    depth: int
    pieces: Mapping[str, str]

    @property
    def cells(self) -> list[tuple[int, int]]:
        return [(x, y) for y in range(self.depth) for x in range(self.width)]

    def turned(self, name: str) -> list[tuple]:
        """The orientations of a piece in the plane; the first is rotation 1."""
        shape = [(*cell, 0) for cell in SHAPES[self.pieces[name]]]
        return [tuple(cell[:2] for cell in cells) for cells in orientations(shape, "plane")]

    def facts(self) -> str:
        cubes = [
            f'cube("{name}",{r},{x},{y}).'
            for name in self.pieces
            for r, cells in enumerate(self.turned(name), 1)
            for x, y in cells
        ]
        return " ".join([f"cell(0..{self.width - 1},0..{self.depth - 1}).", *cubes])

    def spots(self, name: str) -> Iterator[tuple[str, frozenset]]:
        """Every position of a piece on the board: its atom and its cells."""
        for r, shape in enumerate(self.turned(name), 1):
            for x, y in self.cells:
                covered = frozenset((x + dx, y + dy) for dx, dy in shape)
                if covered <= set(self.cells):
                    yield f'position("{name}",{r},{x},{y})', covered

    def fills(self, atoms: Iterable[str]) -> Counter:
        """How often each cell is covered."""
        known = {atom: cells for name in self.pieces for atom, cells in self.spots(name)}
        return Counter(cell for atom in atoms for cell in known.get(atom, ()))

    def packings(self) -> frozenset:
        """Brute force: all ways to choose a position for each piece, those kept that cover each cell once."""
        ways = product(*(list(self.spots(name)) for name in self.pieces))
        once = Counter(self.cells)
        return frozenset(
            frozenset(atom for atom, _ in way)
            for way in ways
            if Counter(cell for _, cells in way for cell in cells) == once
        )

    def picture(self, atoms: Iterable[str]) -> str:
        """Letters on the board, the back row first; `.` is an empty cell, + one that is covered more than once."""
        known = {atom: (name, cells) for name in self.pieces for atom, cells in self.spots(name)}
        on = {
            cell: [name for name, cells in map(known.get, sorted(set(atoms) & set(known))) if cell in cells]
            for cell in self.cells
        }
        sign = {
            cell: "." if not names else names[0] if len(names) == 1 else "+" for cell, names in on.items()
        }
        return Text(
            "\n".join(" ".join(sign[x, y] for x in range(self.width)) for y in reversed(range(self.depth)))
        )

    def __repr__(self) -> str:
        return f"a board of {self.width}×{self.depth} cells, pieces {', '.join(self.pieces)}"


BOARDS = [
    Board(1, 1, {"S": "S"}),
    Board(2, 1, {"S": "S"}),
    Board(2, 1, {"D": "D"}),
    Board(2, 1, {"D": "D", "S": "S"}),
    Board(2, 2, {"D": "D", "S": "S"}),
    Board(2, 2, {"V": "V", "D": "D"}),
    Board(2, 2, {"V": "V", "S": "S"}),
    Board(3, 2, {"V": "V", "D": "D", "S": "S"}),
    Board(3, 3, {"V": "V", "W": "V", "D": "D", "S": "S"}),
]


def difference(program: str, board: Board) -> Counterexample | None:
    """How the answers of a program differ from the packings of a board."""
    got, expected = found(program, board.facts(), ["position"]), board.packings()
    fails = lambda: difference(program, board) is not None
    if extra := got.answers - expected:
        return too_much(board, least(extra), fails)
    if not got.complete:
        return Counterexample("clasp did not finish in time on this board.", example=board, fails=fails)
    if lost := expected - got.answers:
        one = least(lost)
        return Counterexample(
            "Your program does not have this packing among its answers, though it covers each cell exactly once.",
            example=board,
            expected=board.picture(one),
            picture=lambda: in_3d(board, one),
            fails=fails,
        )
    return None


def too_much(board: Board, answer: frozenset, fails) -> Counterexample:
    """The counterexample for an answer that is no packing."""
    times = board.fills(answer)
    x, y = next((cell for cell in board.cells if times[cell] != 1), board.cells[0])
    words = (
        f"Your program has this answer, but the cell ({x},{y}) is {covered(times[x, y])}."
        if times[x, y] != 1
        else f"Your program has this answer, which does not hold one position for each piece: {listed(answer)}."
    )
    picture = (lambda: in_3d(board, answer)) if answer and max(times.values(), default=0) <= 1 else None
    return Counterexample(words, example=board, got=board.picture(answer), picture=picture, fails=fails)


def in_3d(board: Board, answer: frozenset):
    """A picture of an answer whose pieces do not overlap."""
    pieces = tuple(Piece(name, tuple((*cell, 0) for cell in board.turned(name)[0])) for name in board.pieces)
    puzzle = PackingPuzzle(
        repr(board),
        box_cells([(board.width, board.depth, 1)]),
        pieces,
        boxes=((board.width, board.depth, 1),),
    )
    lie = [
        Placement(name, tuple(sorted((*cell, 0) for cell in cells)))
        for name in board.pieces
        for atom, cells in board.spots(name)
        if atom in answer
    ]
    return draw.figure(puzzle, dict.fromkeys(lie, "solution"))


@exercise(
    "6.2",
    correct="On the board of six cells your model has 12 answers, the ones of the first model. One constraint with "
    "`#count` can forbid both overlap and gaps.",
    seconds=20,
)
def each_cell_once(program):
    if problem := cannot_run(program, BOARDS[-1].facts()):
        yield problem
        return
    for board in BOARDS:
        if wrong := difference(program, board):
            yield wrong


# ---------------------------------------------------------------- 6.3 a constraint of one's own


def position_atom(number: int, placement: Placement) -> clingo.Symbol:
    """The atom position(P,R,X,Y,Z,G) of the tetracube models for a placement."""
    rotation = (
        tetracube_rotations()[placement.piece].index(normal_form(cell[:3] for cell in placement.cells)) + 1
    )
    corner = [min(axis) for axis in list(zip(*placement.cells))[:3]]
    box = placement.cells[0][3] + 1 if len(placement.cells[0]) > 3 else 1
    return clingo.Function("position", [clingo.Number(n) for n in (number, rotation, *corner, box)])


def accepted(control: clingo.Control, packing: Solution) -> bool:
    """Is this packing an answer of the program that the control holds?"""
    atoms = [position_atom(number, placement) for number, placement in enumerate(packing, 1)]
    with control.solve(assumptions=[(atom, True) for atom in atoms], async_=True) as handle:
        return handle.wait(SEARCH) and bool(handle.get().satisfiable)


def on_the_bottom(packing: Solution) -> bool:
    return all(cell[2] == 0 for place in packing if place.piece == "I" for cell in place.cells)


def extended(program: str, grid: str) -> clingo.Control:
    """The placement model with the student's rule, ground."""
    return ground(
        FOLDER / "tetracubes.lp",
        program,
        arguments=["-c", f"grid_type={list(GRIDS).index(grid) + 1}", "-c", "num_hints=0"],
    )


def misjudged(program: str, grid: str, packing: Solution, control=None) -> Counterexample | None:
    """Does the program judge one packing as it should?"""
    says, should = accepted(control or extended(program, grid), packing), on_the_bottom(packing)
    if says == should:
        return None
    words = (
        "With your rule this packing is no longer an answer, although its I lies on the bottom."
        if should
        else "With your rule this packing is still an answer, although its I does not lie on the bottom."
    )
    puzzle = load(GRIDS[grid])
    return Counterexample(
        words,
        example=draw.layers_text(puzzle, dict.fromkeys(packing, "solution")),
        picture=lambda: draw.figure(
            puzzle, {p: "chosen" if p.piece == "I" else "solution" for p in packing}, explode=0.6
        ),
        fails=lambda: misjudged(program, grid, packing) is not None,
    )


@exercise(
    "6.3",
    correct="Judged on packings of all three grids: your rule keeps those with the I on the bottom and throws away the others.",
    seconds=30,
)
def bottom_rule(program):
    if problem := cannot_run(program, FOLDER / "tetracubes.lp"):
        yield problem
        return
    for grid in reversed(GRIDS):  # the one with the fewest packings first
        packings = all_packings(grid)
        control = extended(program, grid)
        for packing in packings[:: len(packings) // 40]:
            if wrong := misjudged(program, grid, packing, control):
                yield wrong


# ---------------------------------------------------------------- 6.4 reading an answer

ANSWERS_64 = [
    ['assignType(1,"I")', "hint(1)", "fullPosition(1,3,0,0,0)", "hintPosition(1,3,0,0,0)"],
    ['assignType(1,"I")', 'assignType(2,"T")', "hint(2)", "hintPosition(2,9,0,0,0)"],
    ['assignType(8,"Z_mirror")', 'assignType(7,"Z")', "hint(7)"],
    ["hint(4)", "hint(2)", 'assignType(4,"Pyramid")', 'assignType(2,"T")', 'assignType(5,"O")'],
    ['assignType(1,"I")', 'assignType(2,"T")', "fullPosition(1,3,0,0,0)"],
]


def hints_of(atoms: list[str]) -> set[str]:
    types = {
        atom.split("(")[1].split(",")[0]: atom.split('"')[1]
        for atom in atoms
        if atom.startswith("assignType(")
    }
    return {types[atom[5:-1]] for atom in atoms if atom.startswith("hint(")}


def say_hints(got, expected, atoms) -> str:
    if not isinstance(got, (set, frozenset)):
        return f"A set of names is asked for, not a {type(got).__name__}."
    return "These are not the names of the hint pieces in this answer."


@exercise(
    "6.4",
    correct="Your function looks each hint's number up among the `assignType` atoms, in whatever order they come.",
)
def hint_types(answer):
    return try_on(answer, ANSWERS_64, oracle=hints_of, say=say_hints)


# ---------------------------------------------------------------- 6.5 a program of one's own

STRIPS = [
    [(0, 0)],
    [(0, 0), (1, 0)],
    [(0, 0), (0, 1)],
    [(0, 0), (1, 0), (0, 1)],
    [(0, 0), (1, 0), (0, 1), (1, 1)],
    [(x, y) for x in range(3) for y in range(2)],
    [(0, 0), (1, 0), (2, 0), (2, 1)],
    [(x, y) for x in range(3) for y in range(3)],
    [(x, y) for x in range(4) for y in range(4)],
]


def tilings(cells) -> frozenset:
    """All ways to cover cells with dominoes, by recursion on the first free cell."""
    if not cells:
        return frozenset([frozenset()])
    x, y = min(cells)
    ways = []
    for atom, other in ((f"lies({x},{y})", (x + 1, y)), (f"stands({x},{y})", (x, y + 1))):
        if other in cells:
            ways += [way | {atom} for way in tilings(frozenset(cells) - {(x, y), other})]
    return frozenset(ways)


def domino_fault(program: str, cells) -> Counterexample | None:
    """How the answers of a program differ from the domino tilings of a board."""
    facts = Text(" ".join(f"cell({x},{y})." for x, y in cells))
    got, expected = found(program, facts, ["lies", "stands"]), tilings(frozenset(cells))
    fails = lambda: domino_fault(program, cells) is not None
    if extra := got.answers - expected:
        one = least(extra)
        return Counterexample(
            f"Your program has this answer, but {domino_words(one, cells)}.",
            example=facts,
            got=listed(one),
            fails=fails,
        )
    if not got.complete:
        return Counterexample("clasp did not finish in time on this board.", example=facts, fails=fails)
    if lost := expected - got.answers:
        return Counterexample(
            "Your program lacks this answer, which covers each cell exactly once.",
            example=facts,
            expected=listed(least(lost)),
            fails=fails,
        )
    return None


def domino_words(answer, cells) -> str:
    """What is wrong with an answer that is no tiling."""
    times = Counter()
    for atom in answer:
        name, _, rest = atom.rstrip(")").partition("(")
        try:
            x, y = map(int, rest.split(","))
        except ValueError:
            return f"`{atom}` is not of the form `{name}(X,Y)` with whole numbers"
        times.update([(x, y), (x + 1, y) if name == "lies" else (x, y + 1)])
    if outside := set(times) - set(cells):
        x, y = min(outside)
        return f"a domino covers ({x},{y}), which is not a cell of the board"
    x, y = next(cell for cell in sorted(cells) if times[cell] != 1)
    return f"the cell ({x},{y}) is {covered(times[x, y])}"


@exercise(
    "6.5",
    correct="Your program tiles boards of any form; the board of 4×4 cells it covers in 36 ways. You have written a whole "
    "answer set program.",
    seconds=20,
)
def dominoes(program):
    if problem := cannot_run(program, " ".join(f"cell({x},{y})." for x, y in STRIPS[-1])):
        yield problem
        return
    for cells in STRIPS:
        if wrong := domino_fault(program, cells):
            yield wrong


# ---------------------------------------------------------------- 6.6 a container of one's own


def container_cells(program: str) -> list[tuple[int, int, int]]:
    """The cells that a program makes: the arguments of cell/3 in its first answer."""
    control, cells = ground(program), []
    for model in models(control, stop=Clock(SEARCH).stop):
        cells = [
            atom.arguments
            for atom in model.symbols(atoms=True)
            if atom.name == "cell" and len(atom.arguments) == 3
        ]
        break
    return sorted(
        tuple(part.number for part in cell)
        for cell in cells
        if all(part.type == clingo.SymbolType.Number for part in cell)
    )


def connected(cells) -> bool:
    """Can one walk through faces from any cell to any other?"""
    cells = set(cells)
    new = [cells.pop()]
    while new:
        x, y, z = new.pop()
        near = {
            (x + 1, y, z),
            (x - 1, y, z),
            (x, y + 1, z),
            (x, y - 1, z),
            (x, y, z + 1),
            (x, y, z - 1),
        } & cells
        cells -= near
        new += near
    return not cells


def container_puzzle(cells) -> PackingPuzzle:
    """The eight tetracubes in a container of one's own."""
    ordered = tuple(sorted(cells, key=lambda cell: cell[::-1]))
    return PackingPuzzle("your container", ordered, load("tetracubes-2x4x4").pieces)


def container_fault(program: str) -> Counterexample | None:
    """What keeps a program's cells from being a fourth container."""
    cells = container_cells(program)
    fails = lambda: container_fault(program) is not None
    if not cells:
        return Counterexample(
            "Your program makes no atoms of the form `cell(X,Y,Z)` with whole numbers.", fails=fails
        )
    show = lambda: draw.figure(container_puzzle(cells), {})
    if len(cells) != 32:
        return Counterexample(
            "The eight tetracubes fill 32 cells.",
            got=f"{len(cells)} cells",
            expected="32 cells",
            picture=show if len(cells) <= 200 else None,
            fails=fails,
        )
    if not connected(cells):
        return Counterexample(
            "Your container falls apart: some cells do not touch the others face to face.",
            picture=show,
            fails=fails,
        )
    if any(normal_form(cells) in orientations(box_cells([size])) for size in ((4, 4, 2), (8, 2, 2))):
        return Counterexample(
            "This is a box that we know already, perhaps turned.", picture=show, fails=fails
        )
    return packing_fault(container_puzzle(cells), fails)


def packing_fault(puzzle: PackingPuzzle, fails) -> Counterexample | None:
    """Is there a packing that the referee accepts?"""
    picture = lambda: draw.figure(puzzle, {}, possible=range(len(puzzle.placements)))
    if why := why_impossible(puzzle):
        return Counterexample(f"There is no packing: {why}.", picture=picture, fails=fails)
    result = solve(puzzle, limit=1, time_limit=12)
    if result.solutions:
        try:
            return verify(puzzle, result.solutions[0])
        except Invalid as wrong:
            return Counterexample(f"The referee refuses the packing: {wrong}.", fails=fails)
    words = (
        "clasp has looked everywhere: there is no packing."
        if result.complete
        else "clasp found no packing in 12 seconds. There may be one; choose a container that is easier to fill."
    )
    return Counterexample(words, picture=picture, fails=fails)


@exercise(
    "6.6",
    correct="32 cells, a packing exists, and the referee accepts it. The next cell shows how clasp found it.",
    seconds=30,
)
def fourth_container(program):
    return cannot_run(program) or container_fault(program)
