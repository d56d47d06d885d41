"""The checks of lesson 07, designing puzzles."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random

from .. import (
    GRIDS,
    PackingPuzzle,
    Piece,
    Placement,
    PuzzleError,
    all_packings,
    backtracking,
    draw,
    generate,
    load,
    verify,
)
from ..check import Counterexample, exercise
from ..puzzles import box_cells
from . import Text

BOXES = "2x2x4+2x2x4"
DOMINO = ((0, 0, 0), (1, 0, 0))


@cache
def dominoes(width: int) -> PackingPuzzle:
    """A box of width × 2 cells for as many dominoes, named A, B, C: small enough to be checked by eye.

    >>> len(packings_of(dominoes(2))), len(packings_of(dominoes(3)))
    (4, 18)
    """
    pieces = tuple(Piece(name, DOMINO) for name in "ABCD"[:width])
    return PackingPuzzle(f"{width} dominoes in a {width}×2 box", box_cells([(width, 2, 1)]), pieces)


@cache
def packings_of(puzzle: PackingPuzzle) -> tuple:
    """All packings of a puzzle, in canonical order."""
    for grid, name in GRIDS.items():
        if puzzle == load(name):
            return all_packings(grid)
    return tuple(sorted(backtracking.solutions(puzzle)))


# ---------------------------------------------------------------- counting and sparing hints


@dataclass(frozen=True)
class Case:
    """A puzzle and hints, to be shown as an example."""

    puzzle: PackingPuzzle
    given: tuple[Placement, ...]

    @property
    def packings(self) -> tuple:
        return packings_of(self.puzzle)

    def lists(self) -> tuple[list, list]:
        """Packings and hints as a student gets them."""
        return list(self.packings), list(self.given)

    def words(self) -> Text:
        """The example: names, and in a flat box the hints as letters."""
        names = ", ".join(p.piece for p in self.given) or "none"
        return Text(f"{self.puzzle.name}, {len(self.packings):,} packings; hints: {names}{self.plan()}")

    def plan(self) -> str:
        width = max(x for x, *_ in self.puzzle.container) + 1
        if len(self.puzzle.container) != 2 * width:
            return ""
        letter = {cell: p.piece for p in self.given for cell in p.cells}
        return "".join("\n" + " ".join(letter.get((x, y, 0), ".") for x in range(width)) for y in (1, 0))

    def picture(self):
        return draw.figure(self.puzzle, dict.fromkeys(self.given, "given"))


@cache
def cases() -> tuple[Case, ...]:
    """Puzzles with hints, small ones first; the one without hints is not the first, for it says less."""
    small, middle = dominoes(2), dominoes(3)
    flat = [
        (small, 0, "A"),
        (small, 0, "AB"),
        (small, 0, ""),
        (middle, 0, "A"),
        (middle, 0, "AB"),
        (middle, 0, "ABC"),
        (middle, 4, "BC"),
        (middle, 9, "C"),
    ]
    boxes = [
        (load(GRIDS[BOXES]), n, names)
        for n, names in ((0, "IT"), (200, "ITLO"), (700, "TLZ"), (900, "IOPyramidN"), (1279, "ITLON"))
    ]
    chosen = (
        Case(puzzle, tuple(p for p in packings_of(puzzle)[n] if p.piece in names))
        for puzzle, n, names in flat + boxes
    )
    return *chosen, Case(
        load(GRIDS[BOXES]), generate(BOXES, 4, 0).given
    )  # 24 completions, and yet a hint can go


def matching(packings, given) -> int:
    """How many packings hold all the hints."""
    return sum(set(given) <= set(packing) for packing in packings)


@exercise(
    "7.1",
    correct="A packing is a completion when it holds every hint. One more hint can only cross packings out, never bring one back.",
)
def completions(answer: Callable) -> Iterator[Counterexample]:
    for case in cases():
        got, expected = answer(*case.lists()), matching(case.packings, case.given)
        if got != expected or isinstance(got, bool):
            yield Counterexample(
                miscount(got, expected),
                case.words(),
                got,
                expected,
                case.picture,
                lambda: answer(*case.lists()) != expected,
            )


def miscount(got, expected: int) -> str:
    """What a wrong number of completions tells."""
    if type(got) is not int:
        return "Your function should return a whole number."
    return (
        "Your function counts a packing that does not hold all the hints, or counts one more than once."
        if got > expected
        else "Your function leaves out packings that hold all the hints."
    )


def can_go(packings, given) -> set[Placement]:
    """The hints without which, one at a time, there are no more completions."""
    now = matching(packings, given)
    return {hint for hint in given if matching(packings, [other for other in given if other != hint]) == now}


@exercise(
    "7.2",
    correct="Each of these hints can go by itself. Two of them together need not: take one out, then ask again.",
)
def spare_hints(answer: Callable) -> Iterator[Counterexample]:
    for case in cases():
        got, expected = answer(*case.lists()), can_go(case.packings, case.given)
        if not same_hints(got, expected):
            yield Counterexample(
                misjudged(got, expected, case),
                case.words(),
                names_of(got),
                names_of(expected),
                case.picture,
                lambda: not same_hints(answer(*case.lists()), expected),
            )


def same_hints(got, expected: set) -> bool:
    """The same hints in any order, none twice."""
    return (
        isinstance(got, (list, tuple, set, frozenset)) and len(got) == len(expected) and set(got) == expected
    )


def names_of(hints):
    """Hints by the names of their pieces, where they are hints."""
    if isinstance(hints, (list, tuple, set, frozenset)) and all(
        isinstance(hint, Placement) for hint in hints
    ):
        return Text(", ".join(sorted(hint.piece for hint in hints)) or "none")
    return hints


def misjudged(got, expected: set, case: Case) -> str:
    """One hint about which the answer is wrong, with the two numbers."""
    if isinstance(got, (list, tuple, set, frozenset)) and got and all(isinstance(hint, str) for hint in got):
        return "Your function returns names. The hints themselves are asked for, as they stand in `given`."
    if not isinstance(got, (list, tuple, set, frozenset)) or not set(got) <= set(case.given):
        return "Your function should return a list of some of the hints in `given`."
    wrong = sorted(set(got) ^ expected)
    if not wrong:
        return "Your function names a hint more than once."
    now = matching(case.packings, case.given)
    after = matching(case.packings, [other for other in case.given if other != wrong[0]])
    return (
        f"With all hints there {times(now)}. Without {wrong[0].piece} there {times(after)}: "
        f"{wrong[0].piece} {'can go' if after == now else 'cannot go'}."
    )


def times(number: int) -> str:
    """A number of completions in words.

    >>> times(1), times(2)
    ('is 1 completion', 'are 2 completions')
    """
    return "is 1 completion" if number == 1 else f"are {number:,} completions"


# ---------------------------------------------------------------- fair and biased


@dataclass(frozen=True)
class Generator:
    """Draws a number from 0 to 9 for each seed. The draws of 20,000 seeds stand in a table, which then repeats."""

    words: str
    biased: bool
    salt: str
    weights: tuple[int, ...] = (1,) * 10

    @property
    def table(self) -> list[int]:
        return drawn(self.salt, self.weights)

    def draw(self) -> Callable[[int], int]:
        """The generator as a student gets it: a plain function of the seed."""
        table = self.table
        return lambda seed: table[seed % len(table)]

    def example(self) -> Text:
        counts = Counter(self.table[:1000])
        return Text(
            f"{self.words}; how often 0 to 9 come in seeds 0 to 999:\n{[counts[k] for k in range(10)]}"
        )


@cache
def drawn(salt: str, weights: tuple[int, ...]) -> list[int]:
    return Random(salt).choices(range(10), weights, k=20_000)


# The salts of the fair ones are chosen so that no chi-square over seeds 0 to n is above 13.5, for n = 50, 100, … 20,000.
GENERATORS = (
    Generator("a fair generator", False, "fair 75"),
    Generator("another fair generator", False, "fair 153"),
    Generator("a third fair generator", False, "fair 221"),
    Generator(
        "a generator that draws orbit 3 twice as often as any other",
        True,
        "twice",
        (1, 1, 1, 2, 1, 1, 1, 1, 1, 1),
    ),
    Generator("a generator that never draws orbit 9", True, "never", (1, 1, 1, 1, 1, 1, 1, 1, 1, 0)),
    Generator(
        "a generator that draws some orbits three times as often as others",
        True,
        "clasp",
        (6, 3, 4, 8, 5, 9, 4, 5, 4, 3),
    ),
)


@exercise("7.3", correct="Your test finds three biased generators out and lets three fair ones pass.")
def biased(answer: Callable) -> Iterator[Counterexample]:
    for generator in GENERATORS:
        got = answer(generator.draw())
        if not isinstance(got, bool):
            yield Counterexample(
                "Your function should return `True` or `False`.",
                generator.example(),
                got,
                generator.biased,
                fails=lambda: not isinstance(answer(generator.draw()), bool),
            )
        if got != generator.biased:
            say = (
                "This generator is biased, and your test lets it pass."
                if generator.biased
                else "This generator is fair, and your test calls it biased."
            )
            yield Counterexample(
                say,
                generator.example(),
                got,
                generator.biased,
                fails=lambda: answer(generator.draw()) != generator.biased,
            )


MOST = 60  # for 18 packings and fair draws, chi-square is above 60 about once in a million


@exercise(
    "7.4",
    correct="The list is sorted before the seed draws: the same seed, the same packing, on every machine, and each packing is as likely as any other.",
    seconds=30,
)
def fair_draw(answer: Callable) -> Iterator[Counterexample]:
    packings = list(packings_of(dominoes(3)))
    example = "the 18 packings of 3 dominoes A, B, C in a 3×2 box"
    yield from strange_draw(answer, packings, example)
    yield from other_order(answer, packings, example)
    yield from uneven(answer, packings, example)
    yield from in_turn(answer, list(packings_of(dominoes(4))))


def strange_draw(answer: Callable, packings: list, example: str) -> Iterator[Counterexample]:
    """Something that is no packing, or another one at each call."""
    got = answer(packings, 7)
    if got not in packings:
        yield Counterexample(
            "Your function should return one of the packings.",
            Text(f"{example}, seed 7"),
            got,
            fails=lambda: answer(packings, 7) not in packings,
        )

    def several() -> set:
        return {answer(packings, 7) for _ in range(12)}

    if len(several()) > 1:
        yield Counterexample(
            "Called again with the same seed, your function draws another packing.",
            Text(f"{example}, seed 7, called 12 times"),
            Text(f"{len(several())} different packings"),
            Text("1 packing"),
            fails=lambda: len(several()) > 1,
        )


def other_order(answer: Callable, packings: list, example: str) -> Iterator[Counterexample]:
    """The same packings listed in another order."""
    for seed in (0, 1, 2, 7):
        orders = packings, packings[::-1], Random(1).sample(packings, len(packings))
        if len({answer(order, seed) for order in orders}) > 1:
            first, second = answer(packings, seed), answer(packings[::-1], seed)
            yield Counterexample(
                "The same packings, listed in another order, and the same seed: your function draws another packing.",
                Text(f"{example}, seed {seed}, listed forwards and backwards"),
                f"{flat(first)}\n\n{flat(second)}",
                Text("twice the same"),
                lambda: draw.figure_beside(
                    dominoes(3), *(dict.fromkeys(p, "solution") for p in (first, second))
                ),
                lambda: len({answer(order, seed) for order in orders}) > 1,
            )


def flat(packing) -> str:
    """A packing of dominoes as letters."""
    return Case(dominoes(3), packing).plan().strip("\n")


def uneven(answer: Callable, packings: list, example: str) -> Iterator[Counterexample]:
    """How often each packing is drawn in 1,800 seeds."""

    def counts() -> list[int]:
        found = Counter(answer(packings, seed) for seed in range(1800))
        return [found[packing] for packing in packings]

    def far_off(numbers: list[int]) -> bool:
        return sum((n - 100) ** 2 / 100 for n in numbers) > MOST

    got = counts()
    if far_off(got):
        yield Counterexample(
            "Your function does not draw every packing equally often.",
            Text(f"{example}, seeds 0 to 1,799"),
            got,
            Text("about 100 each"),
            fails=lambda: far_off(counts()),
        )


def in_turn(answer: Callable, packings: list) -> Iterator[Counterexample]:
    """A few seeds on many packings: do they all draw from one end of the list?"""
    half = set(packings[: len(packings) // 2])

    def early() -> int:
        return sum(answer(packings, seed) in half for seed in range(60))

    got = early()
    if abs(got - 30) > 24:  # fair draws come so far from 30 less than once in a hundred million
        yield Counterexample(
            "A few seeds, and your function draws from one half of the packings only. Each packing comes equally often only when all seeds have had their turn.",
            Text(f"the {len(packings)} packings of 4 dominoes in a 4×2 box, seeds 0 to 59"),
            Text(f"{got} of 60 draws are from the first half of the sorted list"),
            Text("about 30 of 60"),
            fails=lambda: abs(early() - 30) > 24,
        )


# ---------------------------------------------------------------- a puzzle of one's own


@cache
def packing_sets(grid: str) -> tuple[frozenset, ...]:
    """The packings of a grid as sets, for quick counting."""
    return tuple(map(frozenset, all_packings(grid)))


def fewest(grid: str, solution) -> int:
    """The least number of hints that leaves only this solution, by trying all sets of pieces."""
    packings = packing_sets(grid)
    return next(
        size
        for size in range(len(solution) + 1)
        for hints in combinations(solution, size)
        if only_one(packings, frozenset(hints))
    )


def only_one(packings, hints: frozenset) -> bool:
    """Whether exactly one packing holds the hints; stops at the second."""
    found = (packing for packing in packings if hints <= packing)
    return next(found, None) is not None and next(found, None) is None


def praise(answer) -> str:
    """How the puzzle compares with the best for its packing; "" for what is not a puzzle with one completion."""
    if malformed(answer) or len(held(answer["grid"], placements_of(answer["hints"]))) != 1:
        return ""
    grid, given = answer["grid"], placements_of(answer["hints"])
    least, used = fewest(grid, held(grid, given)[0]), len(given)
    hints = f"{used} hint{'' if used == 1 else 's'}"
    if used == least:
        return f"Exactly one completion with {hints}, and for this packing no fewer will do."
    return f"Exactly one completion with {hints}, and none of them can go. Other pieces of the same packing do it with {least}."


def placements_of(hints) -> tuple[Placement, ...]:
    """Hints as placements with sorted cells."""
    return tuple(Placement(piece, tuple(sorted(tuple(cell) for cell in cells))) for piece, cells in hints)


def held(grid: str, given) -> list:
    """The packings that hold all the hints."""
    return [packing for packing, known in zip(all_packings(grid), packing_sets(grid)) if known >= set(given)]


@exercise("7.5", correct=praise, seconds=40)
def my_puzzle(answer) -> Iterator[Counterexample]:
    if misfit := malformed(answer):
        yield Counterexample(
            misfit,
            got=answer if isinstance(answer, dict) else type(answer),
            fails=lambda: bool(malformed(answer)),
        )
        return
    grid, given = answer["grid"], placements_of(answer["hints"])
    yield from not_one(grid, given)
    solution = held(grid, given)[0]
    verify(load(GRIDS[grid]), solution, given)
    yield from too_many(grid, given, solution)


def malformed(answer) -> str:
    """What keeps an answer from being a puzzle; "" if nothing does."""
    if not isinstance(answer, dict) or set(answer) != {"grid", "hints"}:
        return 'A puzzle is asked for, as `{"grid": …, "hints": [placements]}`.'
    if answer["grid"] not in GRIDS:
        return f"The grid is one of {', '.join(GRIDS)}."
    try:
        given = placements_of(answer["hints"])
        backtracking.given_options(load(GRIDS[answer["grid"]]), given)
    except (TypeError, ValueError) as error:
        return (
            f"{str(error)[:1].upper()}{str(error)[1:]}."
            if isinstance(error, PuzzleError)
            else "`hints` is a list of placements, each a piece and its cells."
        )
    return (
        ""
        if len({p.piece for p in given}) == len(given)
        else "A piece is given twice, and there is only one of each."
    )


def not_one(grid: str, given) -> Iterator[Counterexample]:
    """No completion, or more than one: then two of them, side by side."""
    puzzle, found = load(GRIDS[grid]), held(grid, given)
    words = named(grid, given)
    if not found:
        yield Counterexample(
            "Your puzzle has no completion: no packing holds all these hints.",
            words,
            0,
            1,
            lambda: draw.figure(puzzle, dict.fromkeys(given, "given")),
            lambda: not held(grid, given),
        )
    if len(found) > 1:
        yield Counterexample(
            f"Your puzzle has {len(found):,} completions. The picture shows two of them.",
            words,
            len(found),
            1,
            lambda: draw.figure_beside(puzzle, *(draw.marked(packing, given) for packing in found[:2])),
            lambda: len(held(grid, given)) > 1,
        )


def named(grid: str, given) -> Text:
    """A puzzle in one line."""
    return Text(f"{grid}, hints: {', '.join(p.piece for p in given) or 'none'}")


def too_many(grid: str, given, solution) -> Iterator[Counterexample]:
    """A hint without which there is still one completion."""
    for hint in given:
        rest = frozenset(given) - {hint}
        if only_one(packing_sets(grid), rest):
            yield Counterexample(
                f"There is exactly one completion, but a hint can go: without {hint.piece} there is still only one.",
                named(grid, given),
                Text(f"{len(given)} hints"),
                Text(f"{len(given) - 1} or fewer"),
                lambda: draw.figure(load(GRIDS[grid]), dict.fromkeys(rest, "given")),
                lambda: only_one(packing_sets(grid), rest),
            )
