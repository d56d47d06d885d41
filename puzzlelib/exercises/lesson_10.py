"""Lesson 10, IcoSoKu: an octahedron by hand, the sums in ASP and in MiniZinc, how often a model counts, tiles that stay unused."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path

from .. import cosoku_asp, cosoku_pictures, minizinc
from ..check import Counterexample, exercise
from ..cosoku import (
    ALL_TILES,
    PAPER_PEGS,
    Arrangement,
    Cosoku,
    Placed,
    Tile,
    dots,
    icosoku,
    spelled,
    sums,
    turns,
)
from ..cosoku_referee import verify
from ..polyhedra import octahedron, tetrahedron
from ..puzzles import PuzzleError
from ..recorder import many
from ..tile_search import solutions
from ..verify import Invalid
from . import Text

TIME, MOST = (
    20,
    4000,
)  # seconds for a student's model on a small puzzle, and how many of its answers are looked at
SUMS = "% The dots around a vertex"  # where the missing line of both models begins


# ---------------------------------------------------------------- 10.1 the octahedron by hand

EIGHT = ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3), (0, 1, 2), (0, 2, 1), (0, 3, 3), (1, 1, 1))


def small_toy() -> Cosoku:
    """Eight tiles, and the pegs 1 to 6 on an octahedron.

    >>> sum(small_toy().capacities) == sum(map(sum, EIGHT))
    True
    """
    return Cosoku(octahedron(), (4, 6, 1, 2, 3, 5), EIGHT, "an octahedron")


def misplaced(placed) -> str:
    """What is wrong with the tiles on the octahedron; "" if nothing."""
    puzzle = small_toy()
    if not isinstance(placed, Mapping):
        return "The tiles that lie there are asked for: `game_8.placed`."
    if extra := Counter(lies.tile for lies in placed.values() if isinstance(lies, Placed)) - puzzle.copies:
        return f"Tile {spelled(min(extra))} lies there more often than the box holds it."
    found = sums(puzzle, placed)
    for vertex, has, peg in zip(puzzle.polyhedron.vertices, found, puzzle.capacities):
        if has > peg:
            return f"{vertex} has {many(has, 'dot')}, and its peg says {peg}."
    if empty := [name for face, name in enumerate(puzzle.polyhedron.face_names) if face not in placed]:
        return f"{many(len(empty), 'face')} {'is' if len(empty) == 1 else 'are'} still empty: {', '.join(empty)}."
    wrong = next((v for v in range(6) if found[v] != puzzle.capacities[v]), None)
    return (
        ""
        if wrong is None
        else f"{puzzle.polyhedron.vertices[wrong]} has {many(found[wrong], 'dot')}, and its peg says {puzzle.capacities[wrong]}."
    )


@exercise(
    "10.1",
    stub={},
    correct="Every face has a tile and every vertex its number. This octahedron has more than two thousand solutions, "
    "and still the last tiles are the hard ones.",
)
def by_hand(placed):
    if say := misplaced(placed):
        laid = isinstance(placed, Mapping)
        yield Counterexample(
            say,
            got=in_words(small_toy(), placed) if laid else placed,
            fails=lambda: bool(misplaced(placed)),
            picture=(lambda: cosoku_pictures.figure(small_toy(), placed)) if laid else None,
        )


def in_words(puzzle: Cosoku, arrangement) -> Text:
    """What lies where, in one line."""
    pairs = arrangement.items() if isinstance(arrangement, Mapping) else enumerate(arrangement)
    return Text(
        ", ".join(
            f"{puzzle.polyhedron.face_names[face]}: {spelled(placed.tile)} turn {placed.turn}"
            for face, placed in pairs
        )
        or "no tile"
    )


# ---------------------------------------------------------------- 10.2 and 10.3 the sums, in two languages


def sentences(path: Path) -> dict[str, str]:
    """The comments of a model that stand alone, each with the lines below it."""
    parts = path.read_text(encoding="utf-8").split("\n\n")
    return {
        comment.lstrip("% "): lines
        for comment, lines in zip(parts, parts[1:])
        if comment.startswith("%") and not lines.startswith("%")
    }


def without_sums(path: Path) -> str:
    """A model of 3coSoKu without the rule for the vertices."""
    text = path.read_text(encoding="utf-8")
    start = text.index(SUMS)
    after = text.find("\n\n", text.index("\n\n", start) + 2)
    return text[:start] + text[after:].lstrip("\n")


ASP_SO_FAR, MZN_SO_FAR = without_sums(cosoku_asp.rules("tiles")[0]), without_sums(minizinc.MODEL)


def tiny_puzzles() -> list[Cosoku]:
    """Tetrahedra, the last two with a tile too many: there a model that says "at most", or "at least", is found out."""
    return [
        Cosoku(
            tetrahedron(), pegs, tiles, f"pegs {pegs} on a tetrahedron, tiles {' '.join(map(spelled, tiles))}"
        )
        for pegs, tiles in [
            ((1, 2, 3, 4), ((0, 0, 1), (0, 0, 2), (0, 0, 3), (1, 1, 2))),
            ((2, 2, 3, 3), ((0, 0, 1), (0, 0, 1), (1, 1, 1), (0, 2, 3))),
            ((1, 1, 1, 0), ((0, 0, 0), (0, 0, 0), (0, 0, 1), (0, 0, 1), (0, 0, 1))),
            ((1, 1, 0, 0), ((0, 0, 0), (0, 0, 0), (0, 0, 1), (0, 0, 1), (0, 0, 1))),
        ]
    ]


@cache
def solved(number: int) -> frozenset[Arrangement]:
    """All solutions of a tiny puzzle, by backtracking."""
    return frozenset(solutions(tiny_puzzles()[number]))


def difference(number: int, got: Iterable[Arrangement], complete: bool) -> tuple[str, Arrangement | None]:
    """How the answers of a model differ from the solutions: a sentence, and an arrangement to show."""
    puzzle, right, got = tiny_puzzles()[number], solved(number), frozenset(got)
    if extra := got - right:
        one = min(extra)
        found = sums(puzzle, one)
        v = next((v for v, (has, peg) in enumerate(zip(found, puzzle.capacities)) if has != peg), 0)
        name, peg = puzzle.polyhedron.vertices[v], puzzle.capacities[v]
        return (
            f"Your model allows this arrangement, but {name} has {many(found[v], 'dot')} and its peg says {peg}.",
            one,
        )
    if not complete:
        return "Your model was not ready in time on this puzzle.", None
    if lost := right - got:
        return "Your model forbids this arrangement, though every vertex has its number.", min(lost)
    return "", None


def judged(
    line, answers: Callable[[str, Cosoku], tuple[list[Arrangement], bool]], language: str
) -> Iterator[Counterexample]:
    """The first tiny puzzle on which a model with this line is wrong."""
    if not isinstance(line, str):
        yield Counterexample("A text is asked for, between quotes.", got=line)
        return

    def fault(number):
        try:
            return difference(number, *answers(line, tiny_puzzles()[number]))
        except PuzzleError as problem:
            return f"{language} does not take it: `{str(problem).replace('model-2.mzn, ', '')}`.", None

    for number, puzzle in enumerate(tiny_puzzles()):
        say, shown = fault(number)
        if say:
            where = (
                {"expected" if "forbids" in say else "got": in_words(puzzle, shown)}
                if shown
                else {"got": Text(line.strip())}
            )
            yield Counterexample(
                say,
                example=Text(puzzle.name),
                **where,
                fails=lambda: bool(fault(number)[0]),
                picture=(lambda: cosoku_pictures.figure(puzzle, shown)) if shown else None,
            )
            return


def asp_answers(line: str, puzzle: Cosoku) -> tuple[list[Arrangement], bool]:
    """What clingo makes of the model with this line."""
    found = cosoku_asp.arrangements(puzzle, ASP_SO_FAR, line, limit=MOST, time_limit=TIME)
    return list(found), found.complete


def mzn_answers(line: str, puzzle: Cosoku) -> tuple[list[Arrangement], bool]:
    """What Gecode makes of the model with this line."""
    ran = minizinc.run([MZN_SO_FAR, line], minizinc.data(puzzle), limit=MOST, time_limit=TIME)
    return [minizinc.arrangement_of(puzzle, one) for one in ran.solutions], ran.complete


@exercise(
    "10.2",
    seconds=60,
    correct="One constraint for all vertices: forbidden is a vertex whose faces bring another sum than its peg says.",
)
def sums_in_asp(line):
    return judged(line, asp_answers, "clingo")


@exercise(
    "10.3",
    seconds=90,
    correct="The same sentence in the other language. There it is an equation for each vertex, and `where` picks the corners "
    "that meet in it.",
)
def sums_in_minizinc(line):
    how = minizinc.available()["gecode"]
    if how not in minizinc.HERE:
        yield Counterexample(
            f"This exercise cannot be judged here. {how}. Everything else in this lesson works without it.",
            got=line,
        )
        return
    yield from judged(line, mzn_answers, "MiniZinc")


# ---------------------------------------------------------------- 10.4 how often a model counts

COUNTED = [
    ((0, 1, 1, 1), ((0, 0, 0), (0, 0, 1), (0, 0, 1), (0, 0, 1))),
    ((1, 2, 3, 4), ((0, 0, 1), (0, 0, 2), (0, 0, 3), (1, 1, 2))),
    ((2, 2, 3, 3), ((0, 0, 1), (0, 0, 1), (1, 1, 1), (0, 2, 3))),
    ((2, 2, 3, 3), ((0, 1, 1), (0, 1, 1), (1, 1, 1), (1, 1, 1))),
    ((3, 3, 3, 3), ((1, 1, 1),) * 4),
    ((1, 2, 3, 4), ((0, 0, 1), (0, 1, 2), (0, 1, 2), (0, 1, 2))),
    ((2, 3, 3, 4), ((0, 0, 2), (0, 1, 2), (0, 2, 1), (0, 2, 2))),
]


@cache
def counted() -> tuple[tuple[Cosoku, int, int], ...]:
    """Puzzles, with the answers of the model in which tiles have numbers, and of the one that knows only types."""

    def answers(puzzle, encoding):
        return sum(1 for _ in cosoku_asp.solutions(puzzle, encoding=encoding))

    puzzles = (Cosoku(tetrahedron(), pegs, tiles, "a tetrahedron") for pegs, tiles in COUNTED)
    return tuple((puzzle, answers(puzzle, "tiles"), answers(puzzle, "types")) for puzzle in puzzles)


@exercise(
    "10.4",
    seconds=30,
    correct="The factor is a product: k! for each type that is there k times, and 3 for each tile that looks the same in every "
    "turn. For the toy it is 3!·3!·2!·2!·3⁴ = 11,664.",
)
def how_often(answer):
    for puzzle, numbered, typed in counted():
        got = answer(puzzle)
        if type(got) is not int or got * typed != numbered:
            say = f"There {'is' if typed == 1 else 'are'} {many(typed, 'solution')}, and the model has {many(numbered, 'answer')}."
            pegs = " ".join(map(str, puzzle.capacities))
            yield Counterexample(
                say if type(got) is int else "A whole number is asked for.",
                got=got,
                expected=numbered // typed,
                example=Text(f"pegs {pegs} on a tetrahedron, tiles {' '.join(map(spelled, puzzle.tiles))}"),
                fails=lambda: answer(puzzle) != numbered // typed,
            )
            return


# ---------------------------------------------------------------- 10.5 twenty-four tiles


def leftovers() -> list[tuple[Tile, ...]]:
    """All choices of four of the 24 different tiles that may stay unused in IcoSoKu: the other twenty have 78 dots."""
    return [
        four
        for four in combinations(ALL_TILES, 4)
        if sum(map(sum, ALL_TILES)) - sum(map(sum, four)) == sum(PAPER_PEGS)
    ]


def variant() -> Cosoku:
    """The paper's pegs and the 24 different tiles."""
    return Cosoku(icosoku().polyhedron, PAPER_PEGS, ALL_TILES, "24 different tiles")


def as_arrangement(one) -> Arrangement | str:
    """An arrangement, or what is wrong with it as one."""
    try:
        laid = tuple(Placed(tuple(tile), turn) for tile, turn in one)
    except (TypeError, ValueError):
        return "An arrangement is asked for: a tile and a turn for each face, as `solve(...).arrangement` gives it."
    if len(laid) != 20 or any(
        placed.tile not in ALL_TILES or placed.turn not in turns(placed.tile) for placed in laid
    ):
        return "An arrangement of the variant has one of the 24 tiles and a turn on each of the twenty faces."
    return laid


def unproved(answer) -> tuple[str, Arrangement | None]:
    """Why the arrangements do not prove what is asked for; ("", None) if they do."""
    if not isinstance(answer, (list, tuple)):
        return "A list of arrangements is asked for.", None
    unused = set()
    for one in answer:
        if isinstance(laid := as_arrangement(one), str):
            return laid, None
        try:
            verify(variant(), laid)
        except Invalid as problem:
            return f"The referee does not accept one of them: {problem}.", laid
        unused.add(tuple(sorted((Counter(ALL_TILES) - Counter(placed.tile for placed in laid)).elements())))
    lost = next((four for four in leftovers() if four not in unused), None)
    say = f"Your arrangements leave {many(len(unused), 'choice')} of four tiles unused. For this one there is none: {' '.join(map(spelled, lost or ()))}."
    return say if lost else "", None


@exercise(
    "10.5",
    seconds=30,
    correct="Eight choices, eight witnesses, and the referee has looked at each. With the paper's pegs, whichever of the eight "
    "choices you take away, the other twenty tiles will do.",
)
def all_leftovers(answer):
    say, laid = unproved(answer)
    if say:
        got = Text(many(len(answer), "arrangement")) if isinstance(answer, (list, tuple)) else answer
        yield Counterexample(
            say,
            got=got,
            fails=lambda: bool(unproved(answer)[0]),
            picture=(lambda: cosoku_pictures.figure(variant(), laid)) if laid else None,
        )
