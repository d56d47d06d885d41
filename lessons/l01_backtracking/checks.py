"""Lesson 01, backtracking: trees are counted, searches watched while they run, prune tests tried on
squares dead and alive."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import combinations, combinations_with_replacement, permutations

from puzzlelib.common.words import how_often, many
from puzzlelib.search import magic_square

from ..kit.checks import Text
from ..kit.checks.counterexample import NOTHING, show_value
from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.run_answer import list_of_lists
from ..kit.checks.time_limit import TooOften
from ..kit.checks.values import is_several, is_truth, is_whole
from .magic import Line, Search, line_name, magic_sum, search, square_lines, square_table, text, wrong_line

Square = tuple[int, ...]
EMPTY = (0,) * 9
MAGIC = (2, 7, 6, 9, 5, 1, 4, 3, 8)


@cache
def magic() -> tuple[Square, ...]:
    return tuple(magic_square.solutions(3, prune="partial"))


def magic_completions(square: Sequence[int]) -> list[Square]:
    """Return the magic squares that agree with all numbers of a square."""
    return [whole for whole in magic() if all(number in (0, other) for number, other in zip(square, whole))]


def make_empty(square: Square, *cells: int) -> Square:
    return tuple(0 if cell in cells else number for cell, number in enumerate(square))


def show_square(square: Sequence[int], line: Line = ()):
    """Return a square as a table; the cells of one line have a thick border."""
    from IPython.display import HTML

    return HTML(square_table(square, thick=line))


# ---- 1.1 how large is the tree? ----------------------------------------------------------------------------

CELLS_11 = (), (8,), (0, 4), (6, 7, 8), (1, 3, 5, 7), *(range(first, 9) for first in range(1, 5))
STARTS_11 = [make_empty(MAGIC, *cells) for cells in CELLS_11]


def tree_levels(empty: int) -> list[int]:
    """Return the number of nodes on each level of a square's tree: k, k·(k - 1), …

    >>> tree_levels(3)
    [3, 6, 6]
    """
    levels, width = [], 1
    for left in range(empty, 0, -1):
        width *= left
        levels.append(width)
    return levels


GROWTH = ", ".join(f"{sum(tree_levels(empty)):,}" for empty in range(1, 9))


@exercise(
    "1.1",
    keeps=True,
    correct=f"With 1 to 8 empty cells: {GROWTH} nodes. One more cell makes the tree several times as large.",
)
def tree_of_a_square(answer):
    return try_on(
        answer,
        map(list, STARTS_11),
        oracle=lambda square: sum(tree_levels(square.count(0))),
        say=explain_levels,
        size=lambda square: square.count(0),
        picture=lambda got, expected, square: show_square(square),
    )


def explain_levels(got, expected, square) -> str:
    levels = tree_levels(square.count(0))
    if not levels:
        return "This square is full, so no number is put."
    return f"Empty cells: {len(levels)}. Nodes, level by level: {' + '.join(map(str, levels))}."


# ---- 1.2 be the search -------------------------------------------------------------------------------------

BEFORE, HOW_MANY = [2, 4, 1], 8


@cache
def next_squares() -> tuple[tuple[int, ...], ...]:
    """Return the squares of the search that checks each row, from BEFORE on, without empty
    cells."""
    trace = magic_square.trace(3, "rows", "row")
    seen = [tuple(number for number in trace.square(k) if number) for k in trace.steps("try")]
    start = seen.index(tuple(BEFORE))
    return tuple(seen[start : start + HOW_MANY])


@exercise(
    "1.2", correct="Six rows died on level 3. The seventh sums to 15, and the search goes down to level 4."
)
def be_the_search(answer):
    return walk_fault(list_of_lists(answer))


def walk_fault(answer) -> str | None:
    """Return the first difference between a walk and the walk of the search."""
    if not isinstance(answer, list) or not all(isinstance(square, list) for square in answer):
        return "A list of squares is asked for, each a list of the numbers in it."
    real = [list(square) for square in next_squares()]
    for place, (mine, right) in enumerate(zip(answer, real)):
        if mine != right:
            return (
                f"Square {place + 1} of your list is `{mine}`. "
                f"{why_not_now(mine, right, real[place - 1] if place else None)}"
            )
    if len(answer) != HOW_MANY:
        return f"There are {len(answer)} squares in your list. {HOW_MANY} are asked for."
    return None


def why_not_now(mine: list, right: list, before: list | None) -> str:
    """Return why the search does not come to a square at this moment."""
    if 0 in mine:
        return "Write only the numbers that are in the square, no 0 for an empty cell."
    if len(set(map(str, mine))) < len(mine):
        return "It has a number twice."
    if before and mine == before[:-1]:
        return "Taking back puts no number. Write down a square only when a number has been put."
    if before and mine[:-1] == before and sum(before) != magic_sum(3):
        return (
            f"The row `{before}` has the sum {sum(before)}: a dead end. The search does not go on below it."
        )
    if before and len(mine) < len(right) and sum(before) == magic_sum(3):
        return (
            f"The row `{before}` has the sum {sum(before)}, so it is not a dead end. The search goes "
            "on below it and takes nothing back yet."
        )
    if before is None:
        return f"The first one is given: `{right}`. Write it down too."
    return "Another square comes first: the search tries the numbers in order and leaves none out."


# ---- 1.3 the prune test ------------------------------------------------------------------------------------


@cache
def squares_13() -> tuple[Square, ...]:
    """Return squares that can still work, and squares with a wrong full line; few numbers first."""
    some_cells = [hidden for many in range(10) for hidden in combinations(range(9), many)]
    working = {make_empty(square, *hidden) for square in magic() for hidden in some_cells}
    dead = {
        place_numbers(line, numbers)
        for line in square_lines(3)
        for numbers in permutations(range(1, 10), 3)
        if sum(numbers) != 15
    }
    full = {
        place_numbers(range(9), numbers)
        for numbers in ((1, 5, 9, 2, 6, 7, 3, 4, 8), (8, 1, 6, 7, 5, 3, 4, 9, 2))
    }
    more = {*two_full_lines(), *nearly_full()}
    return tuple(sorted(working | dead | full | more, key=few_first))


def nearly_full() -> Iterator[Square]:
    """Yield squares with seven or eight numbers and a wrong full line: two numbers of a magic one swapped."""
    for one, other in combinations(MAGIC, 2):
        swapped = tuple({one: other, other: one}.get(number, number) for number in MAGIC)
        for gaps in combinations_with_replacement(range(9), 2):
            if wrong_line(square := make_empty(swapped, *gaps)):
                yield square


def two_full_lines() -> Iterator[Square]:
    """Yield for each two lines squares in which the first is full and right, the second full and wrong: (too
    small, too large).
    """
    for right, wrong in permutations(square_lines(3), 2):
        cells = [*right, *(cell for cell in wrong if cell not in right)]
        for numbers in (range(1, 10), range(9, 0, -1)):
            tries = (
                place_numbers(cells, some)
                for some in permutations(numbers, len(cells))
                if sum(some[:3]) == 15
            )
            yield next(square for square in tries if sum(square[cell] for cell in wrong) != 15)


def place_numbers(cells, numbers) -> Square:
    at = dict(zip(cells, numbers))
    return tuple(at.get(cell, 0) for cell in range(9))


def few_first(square: Square) -> tuple:
    return 9 - square.count(0), square


@exercise(
    "1.3",
    keeps=True,
    correct="Of the squares that were tried it keeps all 3,986 that can still become magic, and cuts all "
    "5,280 with a wrong full line.",
)
def can_still_work(answer):
    return try_on(
        answer,
        map(list, squares_13()),
        fault=prune_fault,
        size=lambda square: -square.count(0),  # they are in order
        picture=lambda got, expected, square: show_square(square, wrong_line(square) or ()),
    )


def prune_fault(got, square) -> str | None:
    if not is_truth(got):
        return "Your function should return `True` or `False`, for every square."
    if not got and (alive := magic_completions(square)):
        example = " ".join(map(str, alive[0]))
        return (
            f"Too eager: you give up this square, but it can still become magic: `{example}`."
            if 0 in square
            else "Too eager: this square is magic."
        )
    if got and (line := wrong_line(square)):
        return (
            f"Too lazy: {line_name(line)} is full, its sum is {sum(square[cell] for cell in line)}, "
            "and you let the search go on."
        )
    return None


# ---- 1.4 the whole search ----------------------------------------------------------------------------------

STARTS_14 = [
    MAGIC,
    make_empty(MAGIC, 8),
    make_empty(MAGIC, 0),
    (2, 7, 6, 9, 5, 1, 3, 4, 8),
    (2, 7, 5, 0, 0, 0, 0, 0, 0),
    make_empty(MAGIC, 6, 7, 8),
    (2, 7, 6, 0, 0, 1, 0, 3, 8),
    make_empty(MAGIC, 1, 3, 5, 7),
    (0, 0, 0, 1, 5, 9, 0, 0, 0),
    (0, 0, 0, 0, 5, 0, 0, 0, 0),
    EMPTY,
]
OFTEN = 3  # a search may ask before and after it goes on, but not again and again
FEW = 6  # up to so many empty cells, every question is looked at


class Watcher:
    """The prune test that a search is given: it remembers what it was asked."""

    def __init__(self, start: Sequence[int], watch: bool):
        self.start, self.watch = tuple(start), watch
        self.asked, self.below, self.leap = 0, None, None
        self.times: Counter[Square] = Counter()

    def __call__(self, square) -> bool:
        self.asked += 1
        if self.watch:
            self.look_at(tuple(square))
        return wrong_line(square) is None

    def look_at(self, square: Square) -> None:
        """Note where a square comes from: from a dead one, or from one that was never asked
        about?"""
        self.below = self.below or self.dead_parent(square)
        if square != self.start and not any(
            make_empty(square, cell) in self.times for cell in self.new(square)
        ):
            self.leap = self.leap or square
        self.times[square] += 1

    def new(self, square: Square) -> list[int]:
        return [cell for cell, number in enumerate(square) if number and not self.start[cell]]

    def dead_parent(self, square: Square) -> Square | None:
        """Return the smallest dead square from which this one must have come, whichever of its numbers was
        put last.
        """
        new = self.new(square)
        if not new or not all(wrong_line(make_empty(square, cell)) for cell in new):
            return None
        for cell in reversed(new):
            square = make_empty(square, cell) if wrong_line(make_empty(square, cell)) else square
        return square


def run_watched(answer, start: Square) -> tuple[object, Watcher]:
    """Return what a student's search gives for a start, and the test that watched it."""
    test = Watcher(start, watch=start.count(0) <= FEW)
    return list_of_lists(answer(list(start), test)), test


def praise_of_completing(answer) -> str:
    questions = run_watched(answer, EMPTY)[1].asked
    return (
        f"From the empty square it finds all {len(magic())}, and asks the test {questions:,} times. "
        f"The whole tree has {sum(tree_levels(9)):,} nodes."
    )


@exercise("1.4", keeps=True, seconds=20, correct=praise_of_completing)
def complete(answer):
    for fault, starts in ((completions_fault, STARTS_14), (other_rule_fault, STARTS_14[:-1])):
        for start in starts:
            if wrong := fault(answer, start):
                words, *lists = wrong
                got, expected = lists or (NOTHING, NOTHING)
                yield Counterexample(words, list(start), got, expected, partial(show_square, start))


def rows_alone(square: Sequence[int]) -> bool:
    rows = (square[first : first + 3] for first in (0, 3, 6))
    return all(0 in row or sum(row) == magic_sum(3) for row in rows)


def other_rule_fault(answer, start: Square) -> tuple | None:
    """Return (sentence, got, expected) if a search does not obey another test, or None."""
    got = list_of_lists(answer(list(start), rows_alone))
    missing = [number for number in range(1, 10) if number not in start]
    full = (fill_gaps(start, numbers) for numbers in permutations(missing))
    expected = [square for square in full if rows_alone(square)]
    if sorted(got, key=str) == sorted(expected, key=str):
        return None
    return (
        "With `can_still_work` your function does well. Here `test` looks at the rows alone, so "
        "squares with wrong columns pass too. Rely on `test`, and on no rule of your own.",
        got,
        expected,
    )


def fill_gaps(square: Square, numbers: Iterable[int]) -> list[int]:
    rest = iter(numbers)
    return [number or next(rest) for number in square]


def completions_fault(answer, start: Square) -> tuple | None:
    """Return (sentence, got, expected), or a sentence alone, if a search from this start is wrong."""
    got, test = run_watched(answer, start)
    expected = [list(square) for square in magic_completions(start)]
    if got is None:
        return (
            "Your function returned nothing. If it finds no square, it should return an empty list.",
            got,
            expected,
        )
    if not isinstance(got, list) or not all(isinstance(square, list) for square in got):
        return "A list of squares is asked for, each a list of nine numbers.", got, expected
    if sorted(got, key=str) != sorted(expected, key=str):
        return explain_squares(got, expected), got, expected
    if not test.asked and 0 in start:
        return ("The squares are right, but your function never asks `test`. So it cuts nothing.",)
    if test.below:
        line = line_name(wrong_line(test.below))
        words = (
            "The squares are right, but your search goes on below a dead end. In "
            f"`{list(test.below)}`, {line} is wrong already."
        )
        if test.below == start:
            words = (
                "The squares are right, but the square at the beginning is a dead end already: "
                f"{line} is wrong. Ask `test` about it too."
            )
        return (words,)
    words = not_by_search(map(tuple, got), test) if test.watch and 0 in start else None
    return (words,) if words else None


def not_by_search(squares: Iterable[Square], test: Watcher) -> str | None:
    """Return right squares that were not found by asking at every square on the way, each about once."""
    ask = (
        "Ask `test` about every square, from the one at the beginning to the full one, before you go on "
        "from it."
    )
    if test.start not in test.times:
        return (
            "The squares are right, but you never ask about the square at the beginning. It may be a "
            "dead end already: ask `test` about it too."
        )
    if test.leap:
        if twice := next((number for number in range(1, 10) if test.leap.count(number) > 1), None):
            return (
                f"The squares are right, but you ask about `{list(test.leap)}`, which has {twice} twice. Is "
                "each number taken back?"
            )
        return (
            f"The squares are right, but you ask about `{list(test.leap)}` without having asked about any "
            f"of the squares from which it can come. {ask}"
        )
    if silent := next((square for square in squares if square not in test.times), None):
        return f"The squares are right, but you never ask about `{list(silent)}`. {ask}"
    square, number = max(test.times.items(), key=lambda pair: pair[1])
    if number > OFTEN:
        return (
            f"The squares are right, but you ask about `{list(square)}` {number} times. A search that "
            "tries and takes back comes to it once."
        )
    return None


def explain_squares(got, expected) -> str:
    squares = [tuple(square) for square in got]
    if any(isinstance(part, (list, tuple)) for square in squares for part in square):
        return (
            "Your list holds lists of squares. To add the squares of one list to another, write `found "
            "+= …`; `append` puts the list itself in."
        )
    if any(len(square) != 9 or not all(map(is_whole, square)) for square in squares):
        return "Each square is a list of nine numbers, row by row."
    if any(0 in square for square in squares):
        return (
            "Your list holds squares that are not full. If you kept the list `square` itself, it was "
            "emptied later, when the numbers were taken back."
        )
    if wrong := next((square for square in squares if wrong_line(square) or len(set(square)) < 9), None):
        return f"Your list holds a square that is not magic: `{list(wrong)}`."
    if len(set(squares)) < len(squares):
        return "Your list holds a square twice."
    missing = len(expected) - len(squares)
    if missing > 0:
        return f"{many(missing, 'magic square')} missing. Is each number tried, and taken back?"
    return "A square in your list does not agree with the start."


# ---- 1.5 all squares of 1514 -------------------------------------------------------------------------------

YEAR = (0,) * 13 + (15, 14, 0)
BUDGET = 25_000


class Wrong(Exception):
    """A plan did something that a search cannot follow: the sentence, where it was, and the magic
    square that is lost by it."""

    def __init__(self, fault: str, square: Sequence[int], lost: Square | None = None):
        super().__init__(fault)
        self.fault, self.square, self.lost = fault, tuple(square), lost


@cache
def squares_of_the_year() -> tuple[Square, ...]:
    """Return all squares of the year, by a search of our own: always the line with the fewest empty cells,
    whose last number is computed.
    """
    return tuple(completed(YEAR))


def completed(square: Square) -> Iterator[Square]:
    lines = [([square[cell] for cell in line], line) for line in square_lines(4)]
    missing = [(numbers.count(0), magic_sum(4) - sum(numbers), line) for numbers, line in lines]
    open_lines = [one for one in missing if one[0]]
    if any(sum_left and not empty for empty, sum_left, _ in missing):
        return
    if not open_lines:
        yield square
        return
    empty, sum_left, line = min(open_lines)
    cell = next(cell for cell in line if not square[cell])
    for number in [sum_left] if empty == 1 else range(1, 17):
        if 1 <= number <= 16 and number not in square:
            yield from completed((*square[:cell], number, *square[cell + 1 :]))


@lru_cache(1)  # the praise goes on from what its check has seen
def follow_plan(answer) -> Search:
    """Return the search with a student's plan; `Wrong` where the plan cannot be followed, or gives up what
    can still work.
    """

    def check_cell(square: list[int]) -> int | None:
        cell = answer(list(square))
        if cell is None:
            if lost := next(
                (whole for whole in squares_of_the_year() if all(a in (0, b) for a, b in zip(square, whole))),
                None,
            ):
                raise Wrong(
                    "Too eager: you give up this square, but it can still become magic.", square, lost
                )
        elif not is_whole(cell) or not 0 <= cell < 16:
            raise Wrong(
                "Your function should return a cell from 0 to 15, or `None`. For this square it returned "
                f"`{show_value(cell, 60)}`.",
                square,
            )
        elif square[cell]:
            raise Wrong(f"Your function chose cell {cell}, but {square[cell]} is there already.", square)
        return cell

    return search(YEAR, check_cell, BUDGET)


@exercise(
    "1.5",
    seconds=30,
    correct=lambda answer: (
        f"All {len(squares_of_the_year())} squares of 1514, with {follow_plan(answer).nodes:,} nodes."
    ),
)
def all_of_1514(answer):
    if wrong := fault_of_plan(answer):
        lost = Text(text(wrong.lost)) if wrong.lost else NOTHING
        yield Counterexample(wrong.fault, Text(text(wrong.square)), expected=lost)


def fault_of_plan(answer) -> Wrong | None:
    try:
        result = follow_plan(answer)
    except Wrong as wrong:
        return wrong
    if result.complete:
        return None
    found = f"{len(result.squares)} of {len(squares_of_the_year())}"
    return Wrong(
        f"The {BUDGET:,} nodes are used up, and {found} squares have been found. This is where the search "
        "stopped.",
        result.stopped_at,
    )


# ---- 1.6 queens, without help ------------------------------------------------------------------------------

Queen = tuple[int, int]  # row, column
Attack = Callable[[Queen, Queen], bool]


def by_rook(a: Queen, b: Queen) -> bool:
    return a[0] == b[0] or a[1] == b[1]


def by_queen(a: Queen, b: Queen) -> bool:
    return by_rook(a, b) or abs(a[0] - b[0]) == abs(a[1] - b[1])


def by_king(a: Queen, b: Queen) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1


def by_queen_and_knight(a: Queen, b: Queen) -> bool:
    return by_queen(a, b) or sorted((abs(a[0] - b[0]), abs(a[1] - b[1]))) == [1, 2]


def by_rook_and_edge(a: Queen, b: Queen) -> bool:
    """Attack as rooks, and with a square in the first column as queens: no mirror image keeps this
    rule, and the distance of two squares does not tell it."""
    return by_queen(a, b) if 0 in (a[1], b[1]) else by_rook(a, b)


def by_rook_and_front(a: Queen, b: Queen) -> bool:
    """Attack as rooks, and with a square in row 0 as queens: the rows between two squares do not
    tell this rule, nor does their order."""
    return by_queen(a, b) if 0 in (a[0], b[0]) else by_rook(a, b)


RULES = {
    "as queens do in chess": by_queen,
    "as rooks do, along rows and columns": by_rook,
    "as kings do, in the eight squares around": by_king,
    "as queens and as knights": by_queen_and_knight,
    "as rooks do, and those in the first column as queens": by_rook_and_edge,
    "as rooks do, and those in the first row as queens": by_rook_and_front,
}
BOARDS_16 = [(words, n) for n in range(1, 6) for words in RULES] + [("as queens do in chess", 6)]
LARGE = ("as queens and as knights", 8)
PATIENCE_16 = 5  # so many times the questions of a plain search are allowed


class Asked:
    """A rule of attack that counts how often it is asked, up to a limit."""

    def __init__(self, attack: Attack, limit: int = 10**6):
        self.attack, self.limit, self.times = attack, limit, 0

    def __call__(self, a: Queen, b: Queen) -> bool:
        self.times += 1
        if self.times > self.limit:
            raise TooOften
        return self.attack(tuple(a), tuple(b))


def peaceful_ways(n: int, attack: Attack) -> Iterator[list[int]]:
    """Return all ways to put n queens, one in each row: row by row, each new one compared with all before it.

    >>> list(peaceful_ways(4, by_queen))
    [[1, 3, 0, 2], [2, 0, 3, 1]]
    """

    def extend(columns):
        if len(columns) == n:
            yield columns
            return
        for column in range(n):
            if not sum(attack((row, other), (len(columns), column)) for row, other in enumerate(columns)):
                yield from extend([*columns, column])

    return extend([])


def plain_questions(words: str, n: int) -> int:
    rule = Asked(RULES[words])
    list(peaceful_ways(n, rule))
    return rule.times


def praise_of_queens(answer) -> str:
    rule = Asked(by_queen)
    found = answer(8, rule)
    return (
        f"{len(list(found))} ways to put eight queens, and your function asked {rule.times:,} times "
        f"whether two attack each other. With one queen in each row there are {8**8:,} boards."
    )


@exercise("1.6", seconds=20, correct=praise_of_queens)
def queens_by_rule(answer):
    for words, n in (*BOARDS_16, LARGE):
        limit = PATIENCE_16 * plain_questions(words, n) if (words, n) == LARGE else 10**6
        if wrong := queens_fault(answer, words, n, limit):
            say, *found = wrong
            yield Counterexample(say, Text(f"{many(n, 'queen')} that attack{'s' * (n == 1)} {words}"), *found)


def queens_fault(answer, words: str, n: int, limit: int) -> tuple | None:
    """Return a sentence, then perhaps what is wrong and what is missing, or None."""
    rule = Asked(RULES[words], limit)
    try:
        got = list_of_lists(answer(n, rule))
    except TooOften:
        return (
            f"Your function has asked `attack` {limit:,} times and is not done. A search that gives a row "
            f"up as soon as its queen is attacked asks {plain_questions(words, n):,} times.",
        )
    if not isinstance(got, list) or not all(isinstance(way, list) for way in got):
        return "A list of ways is asked for, each a list of columns, row by row.", got
    return wrong_ways(got, [*peaceful_ways(n, RULES[words])], words, n)


def wrong_ways(got: list[list], expected: list[list[int]], words: str, n: int) -> tuple | None:
    for way in got:
        if not all(map(is_whole, way)):
            return "Write only the columns, as whole numbers: they are in the order of the rows.", way
        if len(way) != n or not all(0 <= column < n for column in way):
            return f"Each way has {many(n, 'column')}, from 0 to {n - 1}, one for each row.", way
        if pair := attacking_rows(way, RULES[words]):
            return f"In one of your ways row {pair[0]} and row {pair[1]} attack each other.", way
        if got.count(way) > 1:
            return f"This way is in your list {how_often(got.count(way))}.", way
    if lost := next((way for way in expected if way not in got), None):
        return "A way is missing from your list.", got, lost
    return None


def attacking_rows(way: list[int], attack: Attack) -> tuple[int, int] | None:
    pairs = combinations(enumerate(way), 2)
    return next(((a[0], b[0]) for a, b in pairs if attack(a, b)), None)


# ---- 1.7 take or leave -------------------------------------------------------------------------------------

VANS = [
    ([], 0),
    ([], 3),
    ([3], 3),
    ([3], 2),
    ([3, 5], 0),
    ([3, 5], 8),
    ([5, 3, 2, 8], 10),
    ([1, 2, 3, 4, 5, 6], 21),
    ([6, 1, 5, 2, 4, 3], 10),
    ([10, 20, 30, 40, 50], 60),
    ([7, 14, 3, 22, 9, 31, 5], 40),
]
HEAVY = [41, 58, 37, 62, 49, 55, 40, 61, 38, 53, 47, 59, 43, 57, 39, 60, 45, 52]
HEAVY += [46, 54, 42, 56, 44, 51, 65, 36, 70, 48, 63, 35, 68, 50, 66, 34, 64, 67]
FEW_TAKEN, FEW_LEFT = sum(HEAVY[3:5]), sum(HEAVY) - sum(HEAVY[3:5])
PATIENCE_17 = 30  # times the work of the solution: an answer may add all that is to come at each parcel


def counted_weights(limit: int) -> type[int]:
    """Return a class of whole numbers that may be added, subtracted and compared so many times
    altogether; then `TooOften`. `times` counts them."""

    class Weight(int):
        times = 0

    def counting(name: str) -> Callable:
        plain = getattr(int, name)

        def act(self, other):
            Weight.times += 1
            if Weight.times > limit:
                raise TooOften
            got = plain(self, other)
            return got if got is NotImplemented or isinstance(got, bool) else Weight(got)

        return act

    for name in "add radd sub rsub lt le gt ge eq ne".split():
        setattr(Weight, f"__{name}__", counting(f"__{name}__"))
    Weight.__hash__ = int.__hash__
    return Weight


def loads(weights: Sequence[int], total: int) -> list[list[int]]:
    """Return all sets of weights with this sum.

    >>> loads([5, 3, 2, 8], 10)
    [[5, 3, 2], [2, 8]]
    """
    rest = [sum(weights[k:]) for k in range(len(weights) + 1)]

    def extend(taken: list[int], missing: int, k: int) -> Iterator[list[int]]:
        if missing == 0:
            yield taken
        elif 0 < missing <= rest[k]:
            yield from extend([*taken, weights[k]], missing - weights[k], k + 1)
            yield from extend(taken, missing, k + 1)

    return list(extend([], total, 0))


@cache
def work_of_loads(total: int) -> int:
    """Return how often the search above adds, subtracts or compares the heavy weights."""
    weight = counted_weights(10**9)
    loads([*map(weight, HEAVY)], weight(total))
    return weight.times


@exercise(
    "1.7",
    keeps=True,
    correct=lambda _: (
        f"Of 36 parcels it finds the {len(loads(HEAVY, FEW_TAKEN))} loads of {FEW_TAKEN} kilograms and "
        f"the {len(loads(HEAVY, FEW_LEFT))} of {FEW_LEFT:,}, without going through all {2**36:,} sets."
    ),
)
def take_or_leave(answer):
    for weights, total in (*VANS, (HEAVY, FEW_TAKEN), (HEAVY, FEW_LEFT)):
        if wrong := loads_fault(answer, weights, total):
            say, *found = wrong
            yield Counterexample(say, Args(weights, total), *found)


def loads_fault(answer, weights: list[int], total: int) -> tuple | None:
    """Return a sentence, then perhaps what is wrong and what is missing, or None."""
    limit = PATIENCE_17 * work_of_loads(total) if weights is HEAVY else 10**6
    weight = counted_weights(limit)
    try:
        got = list_of_lists(answer([*map(weight, weights)], weight(total)))
    except TooOften:
        why = "heavy" if total == FEW_TAKEN else "light, even with all that is to come"
        return (
            f"Your function has added, subtracted or compared weights {limit:,} times and is not done. "
            f"Give up a load as soon as it is too {why}.",
        )
    if not is_several(got) or not all(map(is_several, got)):
        return "A list of loads is asked for, each a list of weights.", got
    got = [*map(list, got)]
    for load in got:
        if not all(map(is_whole, load)) or any(one not in weights or load.count(one) > 1 for one in load):
            return "A load has some of the weights, each at most once.", load
        if sum(load) != total:
            return f"This load has {sum(load):,} kilograms.", load
        if sum(sorted(other) == sorted(load) for other in got) > 1:
            return "This load is in your list more than once.", load
    if lost := [load for load in loads(weights, total) if sorted(load) not in map(sorted, got)]:
        return "A load is missing from your list.", got, lost[0]
    return None
