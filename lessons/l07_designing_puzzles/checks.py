"""The checks of lesson 07, designing puzzles."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from inspect import unwrap
from itertools import combinations, permutations, product
from math import sqrt
from random import Random

from puzzlelib import (
    GRIDS,
    PackingPuzzle,
    Piece,
    Placement,
    PuzzleError,
    all_packings,
    generate,
    load,
    solve,
    verify,
)
from puzzlelib import pictures as draw
from puzzlelib.asp.engine import facts, ground, models, rules
from puzzlelib.common.clock import WorkClock
from puzzlelib.common.words import many
from puzzlelib.packing.puzzle import box_cells
from puzzlelib.packing.symmetry import least_image, option_tables
from puzzlelib.search import backtracking
from puzzlelib.search.hints import hint_options

from ..kit.checks import Text
from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.run_answer import kind_asked_for, list_if_iterator, same_kind_and_value
from ..kit.checks.values import is_pair, is_several, is_truth
from ..l06_answer_sets.checks import SEARCH, cannot_run, find_answers, gringo

BOXES = "2x2x4+2x2x4"
DOMINO = ((0, 0, 0), (1, 0, 0))


@cache
def domino_box(width: int) -> PackingPuzzle:
    """Return a box of width × 2 cells for as many dominoes, named A, B, C: small enough to be
    checked by eye.

    >>> len(packings_of(domino_box(2))), len(packings_of(domino_box(3)))
    (4, 18)
    """
    pieces = tuple(Piece(name, DOMINO) for name in "ABCD"[:width])
    return PackingPuzzle(
        f"{width} domino{'es' * (width > 1)} in a {width}×2 box", box_cells([(width, 2, 1)]), pieces
    )


@cache
def packings_of(puzzle: PackingPuzzle) -> tuple:
    for grid, name in GRIDS.items():
        if puzzle == load(name):
            return all_packings(grid)
    return tuple(sorted(backtracking.solutions(puzzle)))


# -------- counting and sparing hints


@dataclass(frozen=True)
class HintCase:
    """A puzzle and hints, to be shown as an example."""

    puzzle: PackingPuzzle
    given: tuple[Placement, ...]

    @property
    def packings(self) -> tuple:
        return packings_of(self.puzzle)

    def lists(self) -> tuple[list, list]:
        return list(self.packings), list(self.given)

    def words(self) -> Text:
        """Write the example: names, and in a flat box the hints as letters."""
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
def cases() -> tuple[HintCase, ...]:
    """Return puzzles with hints, small ones first; the one without hints is not the first, for it
    says less."""
    small, middle = domino_box(2), domino_box(3)
    boxes = load(GRIDS[BOXES])
    chosen = [(small, 0, "A"), (small, 0, "AB"), (small, 0, "")]
    chosen += [(middle, 0, "A"), (middle, 0, "AB"), (middle, 0, "ABC"), (middle, 4, "BC"), (middle, 9, "C")]
    chosen += [(boxes, 0, "IT"), (boxes, 200, "ITLO"), (boxes, 700, "TLZ")]
    chosen += [(boxes, 900, ("I", "O", "Pyramid", "N")), (boxes, 1279, "ITLON")]
    apart = Placement("A", DOMINO), Placement("B", ((1, 1, 0), (2, 1, 0)))
    return (
        *(some_of_packing(*one) for one in chosen),
        HintCase(middle, apart),  # no completion: the two cells that are left do not touch
        HintCase(boxes, generate(BOXES, 4, 0).given),  # 24, and yet a hint can go
        HintCase(boxes, last_decides()),
    )


def some_of_packing(puzzle: PackingPuzzle, number: int, names: Collection[str]) -> HintCase:
    """Return some pieces of a packing as hints."""
    return HintCase(puzzle, tuple(one for one in packings_of(puzzle)[number] if one.piece in names))


def last_decides() -> tuple[Placement, ...]:
    """Return seven hints of which the last one alone rules a second packing out."""
    one, other = map(frozenset, all_packings(BOXES)[1:3])
    return (*sorted(one & other), min(one - other))


def matching(packings, given) -> int:
    return sum(set(given) <= set(packing) for packing in packings)


@exercise(
    "7.1",
    correct="A packing is a completion when it holds every hint. One more hint can only cross "
    "packings out, never bring one back.",
)
def count_completions(answer: Callable) -> Iterator[Counterexample]:
    for case in cases():
        got, expected = answer(*case.lists()), matching(case.packings, case.given)
        if not same_kind_and_value(got, expected):
            say = kind_asked_for(got, expected) or miscount(got, expected)
            yield Counterexample(say, case.words(), got, expected, case.picture)


def miscount(got: int, expected: int) -> str:
    return (
        "Your function counts a packing that does not hold all the hints, or counts one more than once."
        if got > expected
        else "Your function leaves out packings that hold all the hints."
    )


def can_go(packings, given) -> set[Placement]:
    """Return the hints that can go, one at a time, without a further completion."""
    now = matching(packings, given)
    return {hint for hint in given if matching(packings, [other for other in given if other != hint]) == now}


@exercise(
    "7.2",
    correct="Each of these hints can go by itself. Two of them together need not: take one out, "
    "then ask again.",
)
def spare_hints(answer: Callable) -> Iterator[Counterexample]:
    for case in cases():
        got, expected = list_if_iterator(answer(*case.lists())), can_go(case.packings, case.given)
        if not same_hints(got, expected):
            yield Counterexample(
                spare_fault(got, expected, case),
                case.words(),
                hint_names(got),
                hint_names(expected),
                case.picture,
            )


def same_hints(got, expected: set) -> bool:
    """Return whether these are the expected hints in any order, none twice."""
    return are_hints(got) and len(got) == len(expected) and set(got) == expected


def are_hints(value) -> bool:
    return is_several(value) and all(isinstance(hint, Placement) for hint in value)


def hint_names(hints):
    if are_hints(hints):
        return Text(", ".join(sorted(hint.piece for hint in hints)) or "none")
    return hints


def spare_fault(got, expected: set, case: HintCase) -> str:
    if is_several(got) and len(got) and all(isinstance(hint, str) for hint in got):
        return "Your function returns names. The hints themselves are asked for, as you find them in `given`."
    if not are_hints(got) or not set(got) <= set(case.given):
        return "Your function should return a list of some of the hints in `given`."
    wrong = sorted(set(got) ^ expected)
    if not wrong:
        return "Your function names a hint more than once."
    now = matching(case.packings, case.given)
    after = matching(case.packings, [other for other in case.given if other != wrong[0]])
    return (
        f"With all hints there {completions_text(now)}. "
        f"Without {wrong[0].piece} there {completions_text(after)}: "
        f"{wrong[0].piece} {'can go' if after == now else 'cannot go'}."
    )


def completions_text(number: int) -> str:
    return f"{'is' if number == 1 else 'are'} {many(number, 'completion')}"


# -------- the test of a seed

SEEDS = [
    [["hint(1)"]],
    [["hint(1)"], ["hint(2)"]],
    [["hint(1)"], ["hint(1)"]],
    [["hint(1)", "hint(2)"], ["hint(2)", "hint(1)"]],
    [["hint(12)", "hint(3)"], ["hint(13)", "hint(2)"]],  # other atoms, of the same letters
    [["hint(1)"], ["hint(2)"], ["hint(2)"]],
    [["hint(1)"], ["hint(1)", "hint(2)"], []],
    [["hint(1)", "hint(4)"], ["hint(2)", "hint(3)"], ["hint(4)", "hint(1)"], ["hint(3)", "hint(4)"]],
    [[f"hint({1 + (seed + k) % 8})" for k in range(4)] for seed in range(16)],
    [],
]


def miscounted_answers(got, expected: int, answers: list) -> str:
    """Say which two answers are one, or which two are not."""
    if words := kind_asked_for(got, expected):
        return words
    first = {}
    for number, atoms in enumerate(answers, 1):
        first.setdefault(frozenset(atoms), []).append(number)
    twins = next((numbers for numbers in first.values() if len(numbers) > 1), None)
    if got > expected and twins:
        return f"Answers {twins[0]} and {twins[1]} have the same atoms: they are one."
    one, other = ([*numbers][0] for numbers in [*first.values()][:2]) if len(first) > 1 else (0, 0)
    if got < expected and other:
        return f"Answers {one} and {other} differ, and there are {many(expected, 'such answer')} in all."
    if not answers:
        return "Without any answer there is none."
    return f"There {'is' if expected == 1 else 'are'} {many(expected, 'different answer')} here."


@exercise(
    "7.1a",
    correct="Eight seeds and one answer: whoever had made this count would have seen it. More than one "
    "answer proves that the seed does something, and no more.",
)
def different_answers(answer: Callable):
    return try_on(answer, [Args(one) for one in SEEDS], oracle=count_different, say=miscounted_answers)


def count_different(answers: list) -> int:
    return len({frozenset(atoms) for atoms in answers})


# -------- fair and biased


@dataclass(frozen=True)
class Generator:
    """Draws a number from 0 to 9 for each seed. The draws of 20,000 seeds are in a table, which
    then repeats; or it deals out numbers in turn. A shift gives each orbit another number."""

    words: str
    biased: bool
    salt: str = ""
    weights: tuple[int, ...] = (1,) * 10
    in_turn: tuple[int, ...] = ()
    shift: int = 0

    @property
    def table(self) -> list[int]:
        drawn = self.in_turn or draw_table(self.salt, self.weights)
        return [(orbit + self.shift) % 10 for orbit in drawn]

    def draw(self) -> Callable[[int], int]:
        """Return the generator as a student gets it: a plain function of the seed."""
        table = self.table
        return lambda seed: table[seed % len(table)]

    def example(self) -> Text:
        counts = Counter(map(self.draw(), range(1000)))
        return Text(
            f"{self.words}; how often 0 to 9 come in seeds 0 to 999:\n{[counts[k] for k in range(10)]}"
        )


@cache
def draw_table(salt: str, weights: tuple[int, ...]) -> list[int]:
    return Random(salt).choices(range(10), weights, k=20_000)


# The salts of the fair ones are chosen so that no chi-square over seeds 0 to n is above 13.5, for n = 50,
# 100, … 20,000. That of "fair 2454" is above 9 for 500 to 4,000, so a limit that low calls it biased.
GENERATORS = (
    Generator("a fair generator", False, "fair 908"),
    Generator("another fair generator", False, "fair 2454"),
    Generator("a third fair generator", False, "fair 2044"),
    Generator(
        "a generator that draws one orbit twice as often as any other",
        True,
        "twice",
        (1, 1, 1, 2, 1, 1, 1, 1, 1, 1),
    ),
    Generator("a generator that never draws one of the orbits", True, "never", (1,) * 9 + (0,)),
    Generator(
        "a generator that draws some orbits three times as often as others",
        True,
        "clasp",
        (6, 3, 4, 8, 5, 9, 4, 5, 4, 3),
    ),
    Generator(  # of 1,000 draws, three orbits get 58 each, and seven 118: a set holds only two numbers
        "a generator that deals out the orbits in turn, seven of them twice as often as the others",
        True,
        in_turn=(*range(3, 10), *range(3, 10), 0, 1, 2),
    ),
)


SHIFTED = [replace(generator, shift=shift) for shift in (0, 1, 4) for generator in GENERATORS]
BIASED = sum(generator.biased for generator in SHIFTED)
FAIR = len(SHIFTED) - BIASED


@exercise("7.3", correct=f"It exposes {BIASED} biased generators and lets {FAIR} fair ones pass.")
def find_biased(answer: Callable) -> Iterator[Counterexample]:
    for generator in SHIFTED:
        got = answer(generator.draw())
        if not same_kind_and_value(got, generator.biased):
            fair = "This generator is fair, and your test calls it biased."
            say = "This generator is biased, and your test lets it pass." if generator.biased else fair
            say = kind_asked_for(got, generator.biased) or say
            yield Counterexample(say, generator.example(), got, generator.biased)


# -------- a neighbour's generator

FRESH, DRAWS = 1_000_000, 10_000  # the first seed of the check, and how many
FAR = 5  # standard deviations: fair draws come so far off less than once in a million


@cache
def heaps() -> tuple[tuple, ...]:
    """Return the packings of the two boxes by orbit."""
    box, found = load(GRIDS[BOXES]), {}
    turns = option_tables(box, "rotations")
    for packing in all_packings(BOXES):
        orbit = least_image([box.option[placement] for placement in packing], turns)
        found.setdefault(orbit, []).append(packing)
    return tuple(tuple(found[orbit]) for orbit in sorted(found))


def neighbour(seed: int):
    """Return a packing of two boxes of 2×2×4, drawn by a neighbour who has heard of the test with orbits."""
    dice = Random(f"neighbour {seed}")
    heap = dice.choice(heaps())
    return min(dice.choice(heap), dice.choice(heap))


@dataclass(frozen=True)
class Accusation:
    """A property: its share of all packings, and its number among the neighbour's fresh draws."""

    share: float
    met: int

    @property
    def off(self) -> float:
        """Distance of the draws from a fair generator's, in standard deviations."""
        spread = sqrt(DRAWS * self.share * (1 - self.share))
        return abs(self.met - DRAWS * self.share) / spread if spread else 0.0

    def __str__(self) -> str:
        return (
            f"{self.share:.1%} of all packings have it, and {self.met / DRAWS:.1%} of {DRAWS:,} fresh draws"
        )


@cache
def fresh_draws() -> Counter:
    """Count the neighbour's draws of each packing, with seeds that only the check uses."""
    return Counter(neighbour(seed) for seed in range(FRESH, FRESH + DRAWS))


def accuse(holds: Callable) -> Accusation:
    packings = all_packings(BOXES)
    have = {packing for packing in packings if holds(packing)}
    met = sum(times for packing, times in fresh_draws().items() if packing in have)
    return Accusation(len(have) / len(packings), met)


def no_property(holds: Callable) -> str:
    packings = all_packings(BOXES)
    first, again = ([holds(packing) for packing in packings] for _ in range(2))
    if not all(map(is_truth, first)):
        return "Your function should return `True` or `False` for each packing."
    if first != again:
        return "Asked again about the same packings, your function says something else."
    if not 0.01 <= sum(first) / len(packings) <= 0.99:
        return (
            f"{sum(first):,} of {len(packings):,} packings have your property. Take one that at "
            "least one in a hundred has, and at least one in a hundred lacks."
        )
    return ""


def not_accused(holds: Callable) -> str:
    """Say that a fair generator would show a property as well; "" for one that accuses."""
    shares = accuse(holds)
    words = f"{shares}: {shares.off:.1f} standard deviations off. To be sure, more than {FAR} are asked for."
    return "" if shares.off > FAR else words


def accusation_words(holds: Callable) -> str:
    shares = accuse(holds)
    return (
        f"{shares}: {shares.off:.0f} standard deviations off. The draws are not fair, though "
        "each orbit comes equally often."
    )


@exercise("7.3b", correct=accusation_words, seconds=30)
def accusing(answer: Callable) -> str:
    return no_property(answer) or not_accused(answer)


MOST = 60  # for 18 packings and fair draws, chi-square is above 60 about once in a million


@exercise(
    "7.4",
    correct="The same seed, the same packing, in each order that was tried and with other hashes; "
    "and in 2,700 draws of 18 packings none came too often.",
    seconds=30,
)
def fair_draw(answer: Callable) -> Iterator[Counterexample]:
    packings = list(packings_of(domino_box(3)))
    example = "the 18 packings of 3 dominoes A, B, C in a 3×2 box"
    yield from strange_draw(answer, packings, example)
    yield from other_order(answer, packings, example)
    yield from uneven_draws(answer, packings, example)
    yield from in_turn(answer, list(packings_of(domino_box(4))))
    yield from seeds_apart(answer, packings, example)
    yield from shuffled_hashes(answer, packings, example)


def strange_draw(answer: Callable, packings: list, example: str) -> Iterator[Counterexample]:
    got = list_if_iterator(answer(packings, 7))
    if got not in packings:
        yield Counterexample(
            "Your function should return one of the packings.", Text(f"{example}, seed 7"), got
        )

    several = {answer(packings, 7) for _ in range(12)}
    if len(several) > 1:
        yield Counterexample(
            "Called again with the same seed, your function draws another packing.",
            Text(f"{example}, seed 7, called 12 times"),
            Text(f"{len(several)} different packings"),
            Text("1 packing"),
        )


def other_order(answer: Callable, packings: list, example: str) -> Iterator[Counterexample]:
    for seed in (0, 1, 2, 7):
        orders = packings, packings[::-1], Random(1).sample(packings, len(packings))
        if len({answer(order, seed) for order in orders}) > 1:
            first, second = answer(packings, seed), answer(packings[::-1], seed)
            yield Counterexample(
                "The same packings, listed in another order, and the same seed: your function "
                f"draws another packing.{ordered_by_repr(answer, packings, seed)}",
                Text(f"{example}, seed {seed}, listed forwards and backwards"),
                f"{domino_letters(first)}\n\n{domino_letters(second)}",
                Text("twice the same"),
                lambda: draw.figure_beside(
                    domino_box(3), *(dict.fromkeys(p, "solution") for p in (first, second))
                ),
            )


def ordered_by_repr(answer: Callable, packings: list, seed: int) -> str:
    """Return a sentence for a function that would be right if each packing had a `repr` of its own."""
    plain = [tuple(packing) for packing in packings]
    if answer(plain, seed) != answer(plain[::-1], seed):
        return ""
    return (
        " The `repr` of all these packings is alike; their `str` is not, and they can be compared with `<`."
    )


def domino_letters(packing) -> str:
    return HintCase(domino_box(3), packing).plan().strip("\n")


def uneven_draws(answer: Callable, packings: list, example: str) -> Iterator[Counterexample]:
    got = draws_of(answer, packings, range(1800))
    if is_uneven(got, 100):
        yield Counterexample(
            "Your function does not draw every packing equally often.",
            Text(f"{example}, seeds 0 to 1,799"),
            got,
            Text("about 100 each"),
        )


def draws_of(answer: Callable, packings: list, seeds: Iterable[int]) -> list[int]:
    found = Counter(answer(packings, seed) for seed in seeds)
    return [found[packing] for packing in packings]


def is_uneven(counts: list[int], each: int) -> bool:
    return sum((n - each) ** 2 / each for n in counts) > MOST


def in_turn(answer: Callable, packings: list) -> Iterator[Counterexample]:
    """Yield a function that draws with a few seeds from one end of a long list only."""
    got = sum(draws_of(answer, packings, range(60))[: len(packings) // 2])
    if abs(got - 30) > 24:  # fair draws come so far from 30 less than once in a hundred million
        yield Counterexample(
            "A few seeds, and your function draws from one half of the packings only. Each "
            "packing comes equally often only when all seeds have had their turn.",
            Text(f"the {len(packings)} packings of 4 dominoes in a 4×2 box, seeds 0 to 59"),
            Text(f"{got} of 60 draws are from the first half of the sorted list"),
            Text("about 30 of 60"),
        )


def seeds_apart(answer: Callable, packings: list, example: str) -> Iterator[Counterexample]:
    """Yield a function that is not fair to seeds which lie as far apart as there are packings."""
    step = len(packings)
    got = draws_of(answer, packings, range(0, 900 * step, step))
    if is_uneven(got, 50):
        yield Counterexample(
            "Fair for all seeds in a row, but not for these: your function reckons with the number of "
            "packings and rolls no dice.",
            Text(f"{example}, the 900 seeds 0, {step}, {2 * step}, …"),
            got,
            Text("about 50 each"),
        )


def shuffled_hashes(answer: Callable, packings: list, example: str) -> Iterator[Counterexample]:
    """Yield a seed whose draw depends on the hashes of texts, which differ from Python to Python."""
    for seed in range(12):
        first, second = (packings.index(draw_elsewhere(answer, packings, seed, salt)) for salt in (1, 2))
        if first != second:
            yield Counterexample(
                "In another Python, where texts have other hashes, the same seed draws another "
                "packing. Your order depends on hashes.",
                Text(f"{example}, seed {seed}, with the hashes of two Pythons"),
                Text(f"packing {first} and packing {second}"),
                Text("twice the same"),
            )


def draw_elsewhere(answer: Callable, packings: list, seed: int, salt: int):
    """Return the packing that is drawn where names have other hashes, and `hash` says so."""
    name = type("Name", (str,), {"__hash__": lambda text: hash((salt, str(text)))})

    def with_salt(thing):
        if isinstance(thing, tuple):
            return tuple(map(with_salt, thing))
        return name(thing) if isinstance(thing, str) else thing

    names = getattr(unwrap(answer), "__globals__", {})
    before = names.get("hash", hash)
    names["hash"] = lambda thing: before(with_salt(thing))
    try:
        return answer([tuple(Placement(*with_salt(one)) for one in packing) for packing in packings], seed)
    finally:
        names.pop("hash", None)
        if before is not hash:
            names["hash"] = before


# -------- the cheapest hints, with #minimize


@dataclass(frozen=True)
class Prices:
    """The price of each piece, and for each other solution the pieces that lie elsewhere in it."""

    price: tuple[tuple[str, int], ...]
    others: tuple[str, ...] = ()

    def facts(self) -> str:
        lines = [" ".join(f"piece({name}). price({name},{coins})." for name, coins in self.price)]
        for number, pieces in enumerate(self.others, 1):
            lines.append(f"other({number}). " + " ".join(f"differs({number},{name})." for name in pieces))
        return "\n".join(lines)

    def total(self, hints: frozenset) -> int:
        return sum(coins for name, coins in self.price if name in hints)

    def agreeing_solution(self, hints: frozenset) -> int | None:
        return next((n for n, pieces in enumerate(self.others, 1) if hints.isdisjoint(pieces)), None)

    def best(self) -> set[frozenset]:
        """Return all cheapest choices of hints that leave no other solution, by brute force."""
        names = [name for name, _ in self.price]
        every = (frozenset(some) for size in range(len(names) + 1) for some in combinations(names, size))
        good = [hints for hints in every if self.agreeing_solution(hints) is None]
        least = min(map(self.total, good))
        return {hints for hints in good if self.total(hints) == least}


def price_lists() -> Iterator[Prices]:
    """Yield small lists, in which one price after the other matters, and random ones."""
    yield from (
        Prices((("a", 1),), ("a",)),
        Prices((("a", 2), ("b", 1)), ("ab",)),
        Prices((("a", 1), ("b", 1)), ("a", "b")),
        Prices((("a", 3), ("b", 3), ("c", 5)), ("ac", "bc")),
        Prices((("a", 2), ("b", 2), ("c", 5)), ("ac", "bc")),
        Prices((("a", 1), ("b", 2))),
    )
    dice = Random(7)
    for _ in range(20):
        names = "abcde"[: dice.randint(3, 5)]
        others = [dice.sample(names, dice.randint(1, 3)) for _ in range(dice.randint(2, 4))]
        yield Prices(tuple((name, dice.randint(1, 4)) for name in names), tuple(map("".join, others)))


def best_hints(program: str, prices: Prices) -> set[frozenset] | None:
    """Return the hints of all answers that clasp proves to be best; None where nothing is
    minimized. Where there is no other solution, a program need not even speak of a hint, and then
    clasp has nothing to add up: all answers are best."""
    control = ground(prices.facts(), program, arguments=["--opt-mode=optN", "--models=0"])
    found, minimized = set(), True
    for model in models(control, stop=WorkClock(SEARCH).stop):
        minimized = bool(model.cost) or not prices.others
        if model.optimality_proven or not model.cost:
            hints = (atom for atom in model.symbols(atoms=True) if atom.match("hint", 1))
            found.add(frozenset(str(hint.arguments[0]) for hint in hints))
    return found if minimized else None


def dear(program: str, prices: Prices) -> Counterexample | None:
    got, best = best_hints(program, prices), prices.best()
    if got == best:
        return None
    words, one, other = unequal(prices, got, best)
    words += ignored_tuple(program, prices) if got is None else ""
    return Counterexample(words, Text(prices.facts()), one, other)


def ignored_tuple(program: str, prices: Prices) -> str:
    """Quote clingo's remark on a weight that is no number; "" if there is none."""
    found = re.search(r"info: tuple ignored:\s+(\w+)@", gringo(program, prices.facts()))
    return (
        f" clingo remarks: tuple ignored, for `{found[1]}` is not a number. The price comes first."
        if found
        else ""
    )


def unequal(prices: Prices, got: set[frozenset] | None, best: set[frozenset]) -> tuple[str, Text, Text]:
    spell = lambda hints: Text(f"{' '.join(sorted(hints)) or 'no hint'}: {prices.total(hints)}")
    right = min(best, key=sorted)
    if not got:
        none = "Your program has no answer here."
        words = "Your program minimizes nothing: any answer is as good as any other." if got is None else none
        return words, Text("no best answer"), spell(right)
    if extra := got - best:
        one = min(extra, key=lambda hints: (len(hints), sorted(hints)))
        left = prices.agreeing_solution(one)
        words = (
            f"The other solution {left} agrees with all of these hints."
            if left
            else f"These hints are not the cheapest: they cost {prices.total(one)}."
        )
        return words, spell(one), spell(right)
    words, lost = "Your program leaves out hints that are as cheap as any.", best - got
    return words, spell(min(got, key=sorted)), spell(min(lost, key=sorted))


@exercise(
    "7.4b",
    correct="Judged on 26 lists of prices, by trying all choices of hints. Your program finds the "
    "cheapest, and clasp proves that none is cheaper.",
    seconds=30,
)
def cheapest_hints(program) -> Iterator[Counterexample]:
    lists = list(price_lists())
    yield cannot_run(program, lists[0].facts())
    yield from (dear(program, prices) for prices in lists)


# -------- one and no other, in ASP


def about_case(case: HintCase, known) -> str:
    number, both = case.puzzle.option, {"given": case.given, "known": known}
    more = [f"{name}({number[placement]})." for name, some in both.items() for placement in some]
    return " ".join([facts(case.puzzle), *more])


def place_atoms(case: HintCase, packing) -> frozenset[str]:
    return frozenset(f"place({case.puzzle.option[placement]})" for placement in packing)


def second(program: str, case: HintCase) -> Counterexample | None:
    held = [packing for packing in case.packings if set(case.given) <= set(packing)]
    got = find_answers(rules() + program, about_case(case, held[0]), ["place/1"])
    atoms = {place_atoms(case, packing): packing for packing in case.packings}
    expected = {place_atoms(case, packing) for packing in held[1:]}
    if extra := got.answers - expected:
        packing = atoms.get(min(extra, key=sorted), ())
        return Counterexample(about_extra(case, packing, held[0]), case.words(), packing_text(case, packing))
    if lost := expected - got.answers:
        words = "This is another completion, and your program does not have it among its answers."
        one = atoms[min(lost, key=sorted)]
        return Counterexample(words, case.words(), expected=packing_text(case, one))
    return None


def about_extra(case: HintCase, packing, known) -> str:
    if not packing:
        return "Your program has an answer that is no packing."
    if packing == known:
        return "Your program has the known solution among its answers."
    return "This answer does not hold all the hints."


def packing_text(case: HintCase, packing) -> Text:
    return Text(HintCase(case.puzzle, packing).plan().strip("\n") or "a packing of the two boxes")


def second_cases() -> list[HintCase]:
    """Return puzzles with hints: some have one completion, some two, some more.

    Two completions may share most of their placements. So there are four dominoes of which they
    share two, the printed puzzle, whose two completions share five placements of eight, and a
    puzzle with two that share six.
    """
    chosen = [(2, 0, "AB"), (2, 0, ""), (2, 0, "A"), (3, 0, "AB"), (3, 0, "A"), (3, 4, "BC"), (3, 9, "C")]
    chosen += [(3, 0, ""), (4, 7, "AB"), (4, 0, "A")]
    boxes = load(GRIDS[BOXES])
    return [
        *(some_of_packing(domino_box(width), number, names) for width, number, names in chosen),
        some_of_packing(boxes, 474, ("I", "T", "Pyramid", "N")),
        some_of_packing(boxes, 1, "ILOT"),
    ]


@exercise(
    "7.4c",
    correct="Judged on twelve puzzles. Where there is no second completion, no answer is left, and "
    "that is the proof; elsewhere exactly the others are.",
    seconds=20,
)
def one_and_no_other(program) -> Iterator[Counterexample]:
    cases = second_cases()
    yield cannot_run(program, rules() + about_case(cases[7], cases[7].packings[0]))
    yield from (second(program, case) for case in cases)


# -------- a puzzle of one's own


@cache
def packing_sets(grid: str) -> tuple[frozenset, ...]:
    """Return the packings of a grid as sets, for quick counting."""
    return tuple(map(frozenset, all_packings(grid)))


def least_hints(grid: str, solution) -> int:
    """Return the least number of hints that leaves only this solution, by trying all sets of
    pieces."""
    packings = packing_sets(grid)
    return next(
        size
        for size in range(len(solution) + 1)
        for hints in combinations(solution, size)
        if only_one(packings, frozenset(hints))
    )


def only_one(packings, hints: frozenset) -> bool:
    """Return whether exactly one packing holds the hints; stop at the second."""
    found = (packing for packing in packings if hints <= packing)
    return next(found, None) is not None and next(found, None) is None


def praise_puzzle(answer) -> str:
    """Compare the puzzle with the best for its packing; "" for what is not a puzzle with one
    completion."""
    if malformation(answer) or len(completions_of(answer["grid"], placements_of(answer["hints"]))) != 1:
        return ""
    grid, given = answer["grid"], placements_of(answer["hints"])
    least, used = least_hints(grid, completions_of(grid, given)[0]), len(given)
    hints = many(used, "hint")
    if used == least:
        return f"Exactly one completion with {hints}, and for this packing no fewer will do."
    return (
        f"Exactly one completion with {hints}, and none of them can go. Other pieces of the same "
        f"packing do it with {least}."
    )


def placements_of(hints) -> tuple[Placement, ...]:
    return tuple(Placement(piece, tuple(sorted(tuple(cell) for cell in cells))) for piece, cells in hints)


def completions_of(grid: str, given) -> list:
    return [packing for packing, known in zip(all_packings(grid), packing_sets(grid)) if known >= set(given)]


@exercise("7.5", correct=praise_puzzle, seconds=40)
def my_puzzle(answer) -> Iterator[Counterexample]:
    if misfit := malformation(answer):
        yield Counterexample(misfit, got=answer if isinstance(answer, dict) else type(answer))
    grid, given = answer["grid"], placements_of(answer["hints"])
    yield from not_unique(grid, given)
    solution = completions_of(grid, given)[0]
    verify(load(GRIDS[grid]), solution, given)
    yield from too_many(grid, given, solution)


def malformation(answer) -> str:
    """Say why an answer is no puzzle; "" if it is one."""
    if not isinstance(answer, dict) or set(answer) != {"grid", "hints"}:
        return 'A puzzle is asked for, as `{"grid": …, "hints": [placements]}`.'
    if answer["grid"] not in GRIDS:
        return f"The grid is one of {', '.join(GRIDS)}."
    if not is_several(answer["hints"]):
        return "`hints` is a list of placements, each a piece and its cells (and no generator)."
    try:
        given = placements_of(answer["hints"])
        hint_options(load(GRIDS[answer["grid"]]), given)
    except (TypeError, ValueError) as error:
        if isinstance(error, PuzzleError):
            return f"{str(error)[:1].upper()}{str(error)[1:]}."
        return "`hints` is a list of placements, each a piece and its cells."
    twice = len({p.piece for p in given}) < len(given)
    return "A piece is given twice, and there is only one of each." if twice else ""


def not_unique(grid: str, given) -> Iterator[Counterexample]:
    """Yield that there is no completion, or more than one: then two of them, side by side."""
    puzzle, found = load(GRIDS[grid]), completions_of(grid, given)
    words = puzzle_line(grid, given)
    if not found:
        none = "Your puzzle has no completion: no packing holds all these hints."
        picture = lambda: draw.figure(puzzle, dict.fromkeys(given, "given"))
        yield Counterexample(none, words, 0, 1, picture)
    if len(found) > 1:
        some = f"Your puzzle has {len(found):,} completions. The picture shows two of them."
        picture = lambda: draw.figure_beside(puzzle, *(draw.marked(one, given) for one in found[:2]))
        yield Counterexample(some, words, len(found), 1, picture)


def puzzle_line(grid: str, given) -> Text:
    return Text(f"{grid}, hints: {', '.join(p.piece for p in given) or 'none'}")


def too_many(grid: str, given, solution) -> Iterator[Counterexample]:
    """Yield a hint without which there is still one completion."""
    for hint in given:
        rest = frozenset(given) - {hint}
        if only_one(packing_sets(grid), rest):
            yield Counterexample(
                f"There is exactly one completion, but a hint can go: without {hint.piece} there "
                "is still only one.",
                puzzle_line(grid, given),
                Text(f"{len(given)} hints"),
                Text(f"{len(given) - 1} or fewer"),
                lambda: draw.figure(load(GRIDS[grid]), dict.fromkeys(rest, "given")),
            )


# -------- the fewest hints, by asking

TRAYS = "abcdefghij"


def trays(letters: str) -> PackingPuzzle:
    """Return trays of 2×2 cells, each with two dominoes of its own colour: 4 packings in each.

    One hint in each tray is needed, for its two dominoes may change places, and one is enough.

    >>> len(packings_of(trays("ab")))
    16
    """
    return PackingPuzzle.from_pieces(
        {f"{letter}{k}": letter * 2 for letter in letters for k in (1, 2)},
        layers=["/".join([".".join(letter * 2 for letter in letters)] * 2)],
        colours={letter: letter for letter in letters},
        name=f"{many(len(letters), 'tray')} of 2×2 cells, in each two dominoes",
    )


@dataclass(frozen=True)
class Known:
    """A puzzle, the solution that hints should leave, and how few hints can do it."""

    puzzle: PackingPuzzle
    solution: tuple[Placement, ...]
    least: int

    def words(self) -> Text:
        return Text(f"{self.puzzle.name}{HintCase(self.puzzle, self.solution).plan()}")


def known(puzzle: PackingPuzzle, number: int) -> Known:
    """Return a solution of a puzzle with few packings, and its fewest hints by trying all sets of pieces."""
    packings = [*map(frozenset, packings_of(puzzle))]
    solution = tuple(packings_of(puzzle)[number])
    sets = (hints for size in range(len(solution) + 1) for hints in combinations(solution, size))
    return Known(puzzle, solution, len(next(hints for hints in sets if only_one(packings, frozenset(hints)))))


@cache
def known_solutions() -> tuple[Known, ...]:
    small = [(1, 0), (2, 0), (2, 3), (3, 0), (3, 9), (3, 13), (4, 7), (4, 50)]
    many_trays = trays(TRAYS)
    return (
        *(known(domino_box(width), number) for width, number in small),
        *(known(trays("abc"), number) for number in (0, 40)),
        known(load(GRIDS["2x2x8"]), 900),  # not for those who take the piece that rules out most first
        known(load(GRIDS["2x4x4"]), 9120),  # nor for those who give up one hint after the other
        Known(many_trays, tuple(next(backtracking.solutions(many_trays))), len(TRAYS)),
    )


def not_the_fewest(got, case: Known) -> Counterexample | None:
    """Return what is wrong with hints: what they are, a second packing, or too many of them."""
    if not is_several(got):
        return Counterexample("A list of placements of `solution` is asked for.", case.words(), got)
    try:
        given = placements_of(got)
    except (TypeError, ValueError):
        given = ()
    if len(given) < len(got) or not set(given) <= set(case.solution) or len(set(given)) < len(given):
        return Counterexample(
            "A list of placements of `solution` is asked for, each once.", case.words(), got
        )
    shown = hint_names(given)
    completions = solve(case.puzzle, given=given, limit=2).solutions
    if len(completions) > 1:
        found = "Another packing holds these hints" if given else "Without a hint there is another packing"
        words = f"{found}: it is shown beside the known one."
        other = next(one for one in completions if set(one) != set(case.solution))
        beside = lambda: draw.figure_beside(
            case.puzzle, *(draw.marked(p, given) for p in (case.solution, other))
        )
        return Counterexample(words, case.words(), shown, Text(many(case.least, "hint")), beside)
    if len(given) > case.least:
        words = f"No other packing holds your {many(len(given), 'hint')}, but {case.least} can do it."
        return Counterexample(words, case.words(), shown, Text(many(case.least, "hint")))
    return None


@exercise(
    "7.7",
    correct="Judged on 13 packings. For 12 of them all sets of pieces were tried: none is smaller. The last "
    "has ten trays of 4 packings each: two dominoes of a tray change places unless one is a hint.",
    seconds=30,
)
def fewest_by_asking(answer: Callable) -> Iterator[Counterexample | None]:
    for case in known_solutions():
        yield not_the_fewest(list_if_iterator(answer(case.puzzle, list(case.solution))), case)


# -------- a Latin square

LATIN = (
    [[1]],
    [[1, 2], [2, 1]],
    [[1, 2, 3], [2, 3, 1], [3, 1, 2]],
    [[2, 1, 3], [1, 3, 2], [3, 2, 1]],
    # Not for those who take the best cell first; and no smallest set of cells is one of the square with rows
    # and columns exchanged.
    [[1, 2, 3, 4], [3, 4, 1, 2], [2, 3, 4, 1], [4, 1, 2, 3]],
)


@cache
def latin_squares(n: int) -> list[tuple]:
    """Return all Latin squares of n rows, as tuples of rows.

    >>> [len(latin_squares(n)) for n in (1, 2, 3, 4)]
    [1, 2, 12, 576]
    """
    found = [()]
    for _ in range(n):
        found = [
            (*rows, row) for rows in found for row in permutations(range(1, n + 1)) if row_fits(rows, row)
        ]
    return found


def row_fits(rows: tuple, row: tuple) -> bool:
    """Return whether a row can stand below others, no number twice in a column."""
    return all(number not in column for number, column in zip(row, zip(*rows)))


def agreeing(square: list, clues) -> list[tuple]:
    """Return the Latin squares that agree with a square in some of its cells."""
    return [one for one in latin_squares(len(square)) if all(one[r][c] == square[r][c] for r, c in clues)]


@cache
def fewest_of(square: tuple) -> tuple:
    """Return a smallest set of cells whose numbers leave only this square, by trying all sets."""
    n = len(square)
    cells = list(product(range(n), repeat=2))
    differ = [
        frozenset((r, c) for r, c in cells if one[r][c] != square[r][c])
        for one in latin_squares(n)
        if one != square
    ]
    short = [mask for mask in differ if not any(other < mask for other in differ)]
    sets = (some for size in range(n * n + 1) for some in combinations(cells, size))
    return next(some for some in sets if not any(mask.isdisjoint(some) for mask in short))


def clue_fault(got, square: list) -> str | None:
    n = len(square)
    if not is_several(got) or not all(map(is_pair, got)):
        return "A list of cells is asked for, each a pair (row, column)."
    if odd := [cell for cell in got if not all(0 <= part < n for part in cell)]:
        return f"There is no cell {tuple(odd[0])}: rows and columns go from 0 to {n - 1}."
    if len({tuple(cell) for cell in got}) < len(got):
        return "A cell is in your list twice."
    clues = f"your {many(len(got), 'clue')}"
    if len(left := agreeing(square, got)) > 1:
        other = next(one for one in left if one != tuple(map(tuple, square)))
        return f"{len(left)} Latin squares agree with {clues}, for example {[*map(list, other)]}."
    least = len(fewest_of(tuple(map(tuple, square))))
    if len(got) == least:
        return None
    return f"With {clues} there is one way, but {least} can do it."


def drawn_square() -> list[list[int]]:
    """Return a square of four rows that is not in LATIN, and of the kind that needs a clue more.

    >>> [len(fewest_of(tuple(map(tuple, square)))) for square in (LATIN[-1], drawn_square())]
    [4, 5]
    """
    others = [[*map(list, rows)] for rows in latin_squares(4)]
    return Random(72).choice([square for square in others if square not in LATIN])


@exercise(
    "7.6",
    correct="Judged on six squares of up to four rows, by trying all sets of cells. Pieces, packings and "
    "hints were cells, squares and clues: the question was the same.",
    seconds=60,
)
def fewest_clues(answer: Callable):
    yield from try_on(answer, LATIN, fault=clue_fault)
    yield from try_on(answer, [drawn_square()], fault=clue_fault)
