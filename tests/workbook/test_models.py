"""Programs that students write whole, as the solutions write them, on random puzzles: what each finds against
another engine of the library, or brute force."""

from functools import cache, partial
from itertools import chain, combinations, permutations, product
from random import Random

import brute_force
import pytest
from kept_answers import exercise
from random_apart import random_assembly
from sizes import size

from lessons.kit.cards import parts
from lessons.l10_icosoku.checks import Board, board_data
from lessons.l11_hard_in_general.boards import packing as fill_board
from lessons.l13_workshop.checks import pieces_of
from lessons.solver.programs import from_packing
from lessons.solver.runs import answer_sets
from lessons.solver.tasks import CoverPuzzle
from puzzlelib import PackingPuzzle, count, cover_of, exact_cover, solve
from puzzlelib.icosoku import by_minizinc as minizinc
from puzzlelib.ilp import all_solutions
from puzzlelib.plates import Plate, PlateSet, cube_puzzle, generate_plates

FORMS = "#", "##", "###", "##/#.", "##/.#", "##/##"


@cache
def answer_to(id: str):
    """Return what the solution of an exercise hands in."""
    task, names = exercise(id), {"check": lambda *_: None}
    exec("from puzzlelib.ilp import Model, total\n" + task.solution, names)
    return names[parts.checked_expression(task.solution, id)]


# -------- puzzles by chance


def a_box(draw: Random) -> PackingPuzzle:
    """Draw pieces, each with a name of its own, whose volume is that of a box."""
    wide, deep = draw.choice([(3, 2), (4, 2), (3, 3), (5, 2)])
    pieces, left = {}, wide * deep
    while left:
        form = draw.choice([form for form in FORMS if form.count("#") <= left])
        pieces[f"p{len(pieces)}"] = form
        left -= form.count("#")
    return PackingPuzzle.from_pieces(pieces, box=[wide, deep])


def a_cover(draw: Random) -> tuple[list, dict]:
    """Draw items and options; half of the covers have a solution that was put in."""
    items, options = [*"abcdefgh"[: draw.randint(2, 8)]], []
    if draw.randrange(2):
        left = draw.sample(items, len(items))
        while left:
            options.append({left.pop() for _ in range(min(len(left), draw.randint(1, 3)))})
    while len(options) < 9:
        options.append({*draw.sample(items, draw.randint(1, min(4, len(items))))})
    return items, {f"o{k}": one for k, one in enumerate(draw.sample(options, 9))}


def some_plates(draw: Random) -> PlateSet:
    """Draw plates that cover a cube; of half of them two border cells are exchanged."""
    plates = [[*one.border12] for one in generate_plates(draw.randrange(10**6)).plates]
    if draw.randrange(2):
        one, other = draw.choice(plates), draw.choice(plates)
        here, there = one.index(True), other.index(False)
        one[here], other[there] = False, True
    return PlateSet("drawn", tuple(Plate(name, tuple(border)) for name, border in zip("ABCDEF", plates)))


# -------- what a program finds, and what is right


def packing_by_asp(draw: Random) -> tuple:
    """All packings by clingo; by the library's plan for counting."""
    puzzle = a_box(draw)
    cover = exact_cover(puzzle)
    task = CoverPuzzle("a box", cover, 1, puzzle)
    found = {frozenset(one) for one in from_packing(partial(answer_sets, answer_to("6.2c")), task)}
    return len(found), count(puzzle, "compiled").count


def hints(draw: Random) -> tuple:
    """The fewest hints; by trying all on a list of all packings, by dancing links."""
    puzzle = a_box(draw)
    packings = [frozenset(one) for one in solve(puzzle, "dlx", limit=None)]
    if not packings:
        return None, None
    packing = draw.choice([sorted(one) for one in packings])
    alone = lambda some: sum(one.issuperset(some) for one in packings) == 1
    fewest = next(n for n in range(9) if any(map(alone, combinations(packing, n))))
    found = answer_to("7.7")(puzzle, packing)
    return alone(found) and len(found), fewest


def covers_by_rows(draw: Random) -> tuple:
    """All exact covers as an integer program, by HiGHS; by dancing links."""
    _, options = a_cover(draw)
    model = answer_to("8.4")({name: sorted(option) for name, option in options.items()})
    return sum(1 for _ in all_solutions(model)), count(cover_of(map(sorted, options.values())), "dlx").count


def chores(draw: Random) -> tuple:
    """The longest work, by HiGHS; by all ways to share."""
    names = [f"chore {k}" for k in range(draw.randint(1, 6))]
    minutes = {one: {name: draw.randint(1, 40) for name in names} for one in "ABC"[: draw.randint(1, 3)]}
    longest = lambda done: max(sum(minutes[one][name] for name in done[one]) for one in minutes)
    share = lambda way: {one: [name for name, by in zip(names, way) if by == one] for one in minutes}
    done = answer_to("8.9")(minutes)
    each_once = sorted(chain(*done.values())) == sorted(names)
    return each_once and longest(done), min(map(longest, map(share, product(minutes, repeat=len(names)))))


def roster(draw: Random) -> tuple:
    """All rosters, by HiGHS; by trying every set of days for each."""
    days = ["Mon", "Tue", "Wed", "Thu"][: draw.randint(2, 4)]
    people = {name: draw.sample(days, draw.randint(1, len(days))) for name in "ABCD"[: draw.randint(2, 4)]}
    needs = {day: draw.randint(0, 2) for day in days}
    rested = lambda some: not any({*two} <= {*some} for two in zip(days, days[1:]))
    sets = lambda free: [some for n in range(5) for some in combinations(free, n) if rested(some)]
    ways = ([*chain(*way)] for way in product(*map(sets, people.values())))
    right = sum(all(way.count(day) == needs[day] for day in days) for way in ways)
    return sum(1 for _ in all_solutions(answer_to("8.7")(people, needs))), right


def plates(draw: Random) -> tuple:
    """Six plates on a cube, by HiGHS; by dancing links."""
    given = some_plates(draw)
    cells = answer_to("9.7")({plate.name: plate.border12 for plate in given.plates})
    covers_it = cells and sorted(chain(*cells.values())) == sorted(cube_puzzle(given).container)
    return bool(covers_it), bool(solve(cube_puzzle(given), "dlx").solutions)


def boards(draw: Random) -> tuple:
    """All ways to fill a board, by MiniZinc; by all orders of the numbers."""
    points = "abcdef"[: draw.randint(4, 6)]
    board = Board(
        "drawn", lines_of(draw, points), draw.sample(range(1, 9), len(points)), draw.randint(7, 13), 1
    )
    orders = (dict(zip(points, order)) for order in permutations(board.numbers))
    right = sum(all(sum(at[p] for p in line) == board.total for line in board.lines) for at in orders)
    found = minizinc.run(answer_to("10.7"), board_data(board), limit=None)
    return len(found.solutions), right


def lines_of(draw: Random, points: str) -> list:
    """Draw two or three lines through all points."""
    mixed = draw.sample(points, len(points))
    half = len(points) // 2
    return [mixed[:half], mixed[half:], *([draw.sample(points, 3)] * draw.randrange(2))]


def reduction(draw: Random) -> tuple:
    """A cover as a packing puzzle, by Algorithm X on its places; the cover itself."""
    items, options = a_cover(draw)
    board, pieces = answer_to("11.7")(items, options)
    return bool(fill_board(board, pieces)), bool(solve(cover_of(options.values(), items=items)).solutions)


def states(draw: Random) -> tuple:
    """The covers by states; by dancing links, one after the other."""
    items, options = a_cover(draw)
    cover = cover_of(map(sorted, options.values()), items=items)
    return answer_to("12.7")(items, [*map(tuple, options.values())]), count(cover, "dlx").count


def moves(draw: Random) -> tuple:
    """The fewest moves to the first separation; by all sequences of moves."""
    solution = random_assembly(draw.randrange(10**6))
    found = answer_to("13.4d")(pieces_of(solution))
    first, _ = brute_force.separate([frozenset(one.cells) for one in solution])
    return found and len(found), first


MODELS = packing_by_asp, hints, covers_by_rows, chores, roster, plates, reduction, states, moves
if minizinc.available()["gecode"] in minizinc.HERE:
    MODELS += (boards,)


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
def test_a_whole_program_finds_what_another_method_finds(model):
    found = {seed: model(Random(seed)) for seed in range(size("whole programs"))}
    assert {seed: pair for seed, pair in found.items() if pair[0] != pair[1]} == {}
    assert len({right for _, right in found.values()}) > 1
