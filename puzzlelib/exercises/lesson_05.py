"""Lesson 05, dancing links: relink, rings by hand, uncover, a fair comparison, packings up to turning, and a puzzle of one's own."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from ..check import Args, Counterexample, exercise, try_on
from ..dancing_links import ARRAYS, Links, search, steps
from ..engines import Result, solve
from ..exact_cover import ExactCover, cover_of, exact_cover
from ..puzzle_files import read_text
from ..puzzles import PackingPuzzle, PuzzleError, load
from ..verify import least_image, option_tables
from . import Text

Ring = tuple[list[int], list[int]]  # right, left


# ---------------------------------------------------------------- rings


def ring(size: int) -> Ring:
    """A whole ring of places 0 to size - 1.

    >>> ring(3)
    ([1, 2, 0], [2, 0, 1])
    """
    return [(x + 1) % size for x in range(size)], [(x - 1) % size for x in range(size)]


def unlink(right: list[int], left: list[int], x: int) -> None:
    left[right[x]] = left[x]
    right[left[x]] = right[x]


def relink(right: list[int], left: list[int], x: int) -> None:
    left[right[x]] = x
    right[left[x]] = x


def danced(size: int, moves: Iterable[tuple[Callable, int]]) -> Ring:
    """The ring after some moves."""
    right, left = ring(size)
    for move, x in moves:
        move(right, left, x)
    return right, left


# ---------------------------------------------------------------- 5.1 the missing line


def left_rings() -> Iterator[Args]:
    """Rings in which somebody has left, and who shall come back now."""
    for size, gone in ((2, [1]), (3, [1]), (3, [1, 2]), (3, [2, 1]), (4, [2]), (5, [3, 1]), (6, [3, 4, 2])):
        yield Args(*danced(size, [(unlink, x) for x in gone]), gone[-1])


def after_relink(right: list[int], left: list[int], x: int) -> Ring:
    relink(right, left, x)
    return right, left


def who_is_there(got, expected, right, left, x) -> str:
    """What the student's relink made of the ring."""
    if not two_rings(got, len(right)):
        return "`relink` should give back the lists `right` and `left`."
    wrong = next(
        (name, place)
        for name, one, other in zip(("right", "left"), got, expected)
        for place in range(len(other))
        if one[place] != other[place]
    )
    return f"{x} comes back. Afterwards `{wrong[0]}[{wrong[1]}]` is {got[wrong[0] == 'left'][wrong[1]]}."


def two_rings(got, size: int) -> bool:
    return (
        isinstance(got, (tuple, list))
        and len(got) == 2
        and all(isinstance(one, list) and len(one) == size for one in got)
    )


@exercise(
    "5.1",
    correct="Two lines, and nobody had to search for the place. Nothing was copied either: this is what undo costs now.",
)
def missing_line(answer):
    same = lambda got, expected: two_rings(got, len(expected[0])) and tuple(map(list, got)) == expected
    return try_on(answer, left_rings(), oracle=after_relink, say=who_is_there, same=same)


# ---------------------------------------------------------------- 5.2 by hand

BEFORE = 6
MOVES = (unlink, 3), (unlink, 4), (unlink, 2), (relink, 2)
STUB = [...] * BEFORE, [...] * BEFORE


def writers(size: int, moves: Sequence[tuple[Callable, int]], name: str, place: int) -> list[str]:
    """The moves that write a new value into a place of a list, as words."""
    states = [danced(size, moves[:k]) for k in range(len(moves) + 1)]
    values = [state[name == "left"][place] for state in states]
    return [f"{move.__name__} {x}" for (move, x), old, new in zip(moves, values, values[1:]) if old != new]


def why_not(name: str, place: int) -> str:
    """What to look at again, without the number itself."""
    who = writers(BEFORE, MOVES, name, place)
    if not who:
        return f"Look at `{name}[{place}]`. None of the four moves changes it: does it not stand as it was?"
    return f"Look at `{name}[{place}]`. " + (
        f"One move changes it: {who[0]}." if len(who) == 1 else f"Moves that change it: {', '.join(who)}."
    )


def first_wrong(answer) -> tuple[str, int] | None:
    """The first place that is not as it should be."""
    for name, got, expected in zip(("right", "left"), answer, danced(BEFORE, MOVES)):
        for place, value in enumerate(expected):
            if got[place] != value:
                return name, place
    return None


def two_lists(answer) -> bool:
    """Is it (right, left), six entries each?"""
    return (
        isinstance(answer, (tuple, list))
        and len(answer) == 2
        and all(isinstance(one, (list, tuple)) and len(one) == BEFORE for one in answer)
    )


@exercise(
    "5.2",
    stub=STUB,
    correct="3 and 4 stand outside, and their own entries still say where they stood when they left. 2 came back with nothing "
    "but its own two numbers. Note 3: its right neighbour is 4, who has left as well.",
)
def by_hand(answer):
    if not two_lists(answer):
        yield Counterexample(
            f"Two lists of {BEFORE} numbers are asked for, right and left.",
            got=answer,
            fails=lambda: not two_lists(answer),
        )
    elif wrong := first_wrong(answer):
        name, place = wrong
        got = answer[name == "left"][place]
        say = f"There is still a `...` in `{name}[{place}]`." if got is ... else why_not(name, place)
        yield Counterexample(
            say,
            example=Text(", ".join(f"{move.__name__} {x}" for move, x in MOVES)),
            got=Text(f"{name}[{place}] = {got}"),
            fails=lambda: first_wrong(answer) == wrong,
        )


# ---------------------------------------------------------------- 5.3 uncover


class SmallLinks(Links):
    """Links that are shown by the options they are made of."""

    def __repr__(self) -> str:
        return f"the links of {' '.join(''.join(map(str, option)) for option in self.problem.options)}"


SMALL = (
    ["a"],
    ["ab"],
    ["ab", "a"],
    ["ab", "ab"],
    ["abc", "bc"],
    ["ab", "bc", "ca"],
    ["ce", "adg", "bcf", "adf", "bg", "deg"],
)


def plans() -> Iterator[tuple[ExactCover, tuple[int, ...]]]:
    """Small covers, and which of their items are covered, one after the other."""
    for options in SMALL:
        cover = cover_of(options, items=sorted({item for option in options for item in option}))
        for many in (1, 2, 3):
            yield from ((cover, items) for items in permutations(range(1, len(cover.items) + 1), many))


def arrays(links: Links) -> dict[str, list[int]]:
    return {name: list(getattr(links, name)) for name in ARRAYS}


def not_as_before(answer, cover: ExactCover, items: tuple[int, ...]) -> tuple[str, int, int, int] | None:
    """Cover these items, uncover them in reverse order by the student's function: what is not as it was (array, node, before, after)."""
    links = SmallLinks(cover)
    before = arrays(links)
    for item in items:
        links.cover(item)
    for item in reversed(items):
        answer(links, item)
    after = arrays(links)
    wrong = (
        (name, node, was, after[name][node])
        for name in ("size", "down", "up", "right", "left")
        for node, was in enumerate(before[name])
        if after[name][node] != was
    )
    return next(wrong, None)


def node_name(cover: ExactCover, node: int) -> str:
    """A node as one would say it.

    >>> cover = cover_of(["ab", "b"])
    >>> [node_name(cover, node) for node in (0, 2, 4)]
    ['the root', 'the head of column b', 'b in row ab']
    """
    links = Links(cover)
    item = links.items[links.top[node]]
    if links.option[node] is None:
        return f"the head of column {item}" if node else "the root"
    return f"{item} in row {''.join(map(str, cover.options[links.option[node]]))}"


@exercise("5.3", correct=lambda answer: solved_with(answer), seconds=5)
def uncover(answer):
    for cover, items in plans():
        if wrong := not_as_before(answer, cover, items):
            name, node, was, now = wrong
            names = [list(cover.items)[item - 1] for item in items]
            order = f"cover {', cover '.join(names)}, uncover {', uncover '.join(reversed(names))}"
            yield Counterexample(
                f"Something is not as it was before: `{name}` of {node_name(cover, node)}.",
                example=Text(
                    f"the links of {' '.join(''.join(option) for option in cover.options)}: {order}"
                ),
                got=Text(f"{name}[{node}] = {now}"),
                expected=Text(f"{name}[{node}] = {was}"),
                fails=lambda: not_as_before(answer, cover, items) is not None,
            )
            return


def solved_with(answer) -> str:
    """Dancing links with the student's uncover, on the little cube."""
    cover, own = (
        exact_cover(load("little-cube")),
        type("Own", (Links,), {"uncover": lambda links, item: answer(links, item)}),
    )
    found = list(answers_of(own(cover)))
    same = (
        "the same ones in the same order as the library"
        if found == list(search(cover))
        else "but not those of the library"
    )
    return f"All arrays are as they were. With your uncover the whole search has found {len(found)} packings of the little cube, {same}."


def answers_of(links: Links) -> Iterator[tuple[int, ...]]:
    return (step[1] for step in steps(links) if step[0] == "answer")


# ---------------------------------------------------------------- 5.4 a fair comparison


@dataclass(frozen=True)
class Trial:
    """Two pretended programs: `cost(name, n, all_calls)` is how long the n-th call of "f" or "g" takes (n and all_calls from 0)."""

    words: str
    cost: Callable[[str, int, int], float]
    ratio: float
    why: str


BASE = {"f": 6.0, "g": 2.0}
TRIALS = (
    Trial(
        "f needs 6 seconds, g needs 2",
        lambda name, n, k: BASE[name],
        3.0,
        "f takes three times as long as g.",
    ),
    Trial(
        "f needs 2 seconds, g needs 6",
        lambda name, n, k: 8 - BASE[name],
        1 / 3,
        "f takes a third of the time of g.",
    ),
    Trial(
        "f needs 6 seconds, g needs 2, and 50 more when it is called for the first time, to get ready",
        lambda name, n, k: BASE[name] + 50 * (n == 0 and name == "g"),
        3.0,
        "The first call of g makes it ready for all later ones. It should not count.",
    ),
    Trial(
        "f needs 6 seconds, g needs 2; once, in its third call, f must wait 100 seconds for another program",
        lambda name, n, k: BASE[name] + 100 * (n == 2 and name == "f"),
        3.0,
        "A single disturbed run must not decide.",
    ),
    Trial(
        "f needs 6 seconds, g needs 2; in its third call f is lucky and needs only half a second",
        lambda name, n, k: 0.5 if (name, n) == ("f", 2) else BASE[name],
        3.0,
        "A single lucky run must not decide.",
    ),
    Trial(
        "f and g do the same, but the machine gets warmer: every call takes a fifth of a second longer than the one before",
        lambda name, n, k: 2 + 0.2 * k,
        1.0,
        "Whoever comes later is slower, whoever it is.",
    ),
)
RUNS_ASKED, TOLERANCE = 5, 0.12


def pretend(trial: Trial) -> tuple[Callable, Callable, Callable, dict]:
    """Two functions and a clock that they move, and how often each was called."""
    now, calls = [100.0], {"f": 0, "g": 0}

    def made(name: str) -> Callable[[], None]:
        def work() -> None:
            now[0] += trial.cost(name, calls[name], sum(calls.values()))
            calls[name] += 1

        return work

    return made("f"), made("g"), lambda: now[0], calls


def unfair(answer, trial: Trial) -> tuple[str, object] | None:
    """What is wrong with a comparison: a sentence, and what it gave."""
    f, g, clock, calls = pretend(trial)
    got = answer(f, g, clock, RUNS_ASKED)
    if not isinstance(got, (int, float)):
        return "A number is asked for: the time of f divided by that of g.", got
    if min(calls.values()) < RUNS_ASKED:
        return f"Asked for {RUNS_ASKED} runs of each, it ran f {calls['f']} and g {calls['g']} times.", got
    if abs(got / trial.ratio - 1) > TOLERANCE:
        return trial.why, round(float(got), 3)
    return None


@exercise(
    "5.4",
    correct="The pretended programs are slow to start, get in each other's way and are disturbed, and your ratio is right each time. "
    "With `time.process_time` for a clock it measures real ones.",
)
def compare(answer):
    for trial in TRIALS:
        if found := unfair(answer, trial):
            say, got = found
            yield Counterexample(
                say,
                example=Text(trial.words),
                got=got,
                expected=Text(f"about {trial.ratio:.2g}"),
                fails=lambda: unfair(answer, trial) is not None,
            )
            return


# ---------------------------------------------------------------- 5.5 up to turning

DOMINOES = "box: [2, 2, 2]\npieces: [{name: D, copies: 4, cells: [[0,0,0], [1,0,0]]}]"
BARS = "box: [3, 3, 1]\npieces: [{name: I, copies: 3, cells: [[0,0,0], [1,0,0], [2,0,0]]}]"
BARS_AND_DOMINOES = (
    "box: [3, 2, 2]\npieces: [{name: I, copies: 2, cells: [[0,0,0], [1,0,0], [2,0,0]]}, "
    "{name: D, copies: 3, cells: [[0,0,0], [1,0,0]]}]"
)


def packings_and_turns(puzzle: PackingPuzzle) -> Args:
    """All packings as sets of placement numbers, and where each turn takes each placement."""
    found = solve(puzzle, "dlx", limit=None).solutions
    return Args(
        [frozenset(puzzle.option[place] for place in packing) for packing in found],
        option_tables(puzzle, "rotations"),
    )


def boxes() -> list[Args]:
    """Made by hand, then small boxes."""
    few = (
        ([{0}], [[0]]),
        ([{0}, {1}], [[0, 1]]),
        ([{0}, {1}], [[0, 1], [1, 0]]),
        ([{0}, {1}, {2}], [[0, 1, 2], [1, 2, 0], [2, 0, 1]]),
        ([{0, 1}, {2, 3}], [[0, 1, 2, 3], [1, 0, 3, 2]]),
        ([{0, 1}, {2, 3}], [[0, 1, 2, 3], [3, 2, 1, 0]]),
    )
    return [Args(list(map(frozenset, packings)), turns) for packings, turns in few] + [
        packings_and_turns(puzzle)
        for puzzle in (
            read_text(BARS),
            read_text(DOMINOES),
            read_text(BARS_AND_DOMINOES),
            load("little-cube"),
        )
    ]


def kinds(packings: Iterable[frozenset], turns: list) -> int:
    return len({least_image(packing, turns) for packing in packings})


def miscounted(got, expected, packings, turns) -> str:
    """Why the number is wrong, where one can guess it."""
    whole = (
        f"{len(packings)} packing{'s' * (len(packings) != 1)}, {len(turns)} turn{'s' * (len(turns) != 1)}."
    )
    if not isinstance(got, int):
        return f"{whole} A whole number is asked for." + (
            " Did you divide? That is not always right." if isinstance(got, float) else ""
        )
    return f"{whole} " + (
        "Some of those that you count are the same box, turned."
        if got > expected
        else "Some packings that no turn makes of each other are taken for one."
    )


@exercise(
    "5.5",
    correct="Four dominoes fill the little box in 9 ways of 2 kinds: one kind comes in 3 pictures, the other in 6. No division could have told you.",
)
def count_kinds(answer):
    return try_on(
        answer,
        boxes(),
        oracle=kinds,
        say=miscounted,
        same=lambda got, expected: type(got) is int and got == expected,
    )


# ---------------------------------------------------------------- 5.6 a puzzle where it is no division

LEAST_PIECES, LEAST_SHAPES, LEAST_KINDS, MOST_CELLS, SEARCH = 3, 2, 2, 40, 4.0


@dataclass(frozen=True)
class Census:
    """A puzzle, its packings and what turning makes of them."""

    puzzle: PackingPuzzle
    found: Result
    sizes: tuple[int, ...]  # the pictures of each kind
    turns: int


def census(text: str) -> Census:
    """Read a puzzle and look at all its packings. `PuzzleError` for what is no puzzle.

    >>> one = census(DOMINOES)
    >>> len(one.found.solutions), one.sizes, one.turns
    (9, (3, 6), 24)
    """
    puzzle = read_text(text, "your puzzle")
    found, turns = solve(puzzle, "dlx", limit=None, time_limit=SEARCH), option_tables(puzzle, "rotations")
    pictures = {}
    for packing in found.solutions:
        numbers = [puzzle.option[place] for place in packing]
        pictures[least_image(numbers, turns)] = len(
            {tuple(sorted(turn[n] for n in numbers)) for turn in turns}
        )
    return Census(puzzle, found, tuple(sorted(pictures.values())), len(turns))


def puzzle_fault(text) -> tuple[str, object] | None:
    """What keeps a text from being a puzzle as it was asked for."""
    if not isinstance(text, str):
        return "The text of a puzzle is asked for.", text
    try:
        puzzle = read_text(text, "your puzzle")
        if len(puzzle.container) > MOST_CELLS:
            return f"At most {MOST_CELLS} cells, please, so that all packings can be counted here.", Text(
                f"{len(puzzle.container)} cells"
            )
        if sum(piece.copies for piece in puzzle.pieces) < LEAST_PIECES or len(puzzle.pieces) < LEAST_SHAPES:
            return f"At least {LEAST_PIECES} pieces of at least {LEAST_SHAPES} shapes are asked for.", Text(
                ", ".join(f"{piece.copies} {piece.name}" for piece in puzzle.pieces)
            )
        return census_fault(census(text))
    except PuzzleError as error:
        return f"The library cannot use this puzzle: `{error}`.", Text(text.strip())


def census_fault(one: Census) -> tuple[str, object] | None:
    """What keeps the packings from being as they were asked for."""
    many, kinds = len(one.found.solutions), len(one.sizes)
    words = Text(f"{many:,} packings of {kinds:,} kind{'s' * (kinds != 1)}; the box has {one.turns} turns")
    if not one.found.complete:
        return f"Not all packings were found in {SEARCH:g} seconds. Make it smaller.", words
    if not many:
        return "It has no packing at all.", words
    if kinds < LEAST_KINDS:
        return f"There is only one kind of packing; at least {LEAST_KINDS} are asked for.", words
    if many == kinds * one.turns:
        return (
            f"Here the division is right: {many:,} / {one.turns} = {kinds:,}. No packing comes back to itself.",
            words,
        )
    return None


def about(text: str) -> str:
    one = census(text)
    sizes = ", ".join(
        f"{one.sizes.count(size)} with {size} picture{'s' * (size > 1)}" for size in sorted(set(one.sizes))
    )
    many, kinds = len(one.found.solutions), len(one.sizes)
    return f"{many:,} packings, {one.turns} turns, and {kinds:,} kinds: {sizes}. {many:,} / {one.turns} would have been {many / one.turns:g}."


@exercise("5.6", correct=about, seconds=30)
def own_puzzle(answer):
    if found := puzzle_fault(answer):
        yield Counterexample(found[0], got=found[1], fails=lambda: puzzle_fault(answer) is not None)
