"""Sentences of lesson 11 and its teacher's page have to come out when the cells are run: groups, tiles,
conflicts, sums, edges."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations, product
from random import Random

import pytest
from sizes import size
from solved import solved_names
from test_build import ROOT

from lessons.kit.checks.judge import verdict
from lessons.l11_hard_in_general.checks import (
    FAULTY,
    LAID,
    LISTS,
    LONG,
    PROOF,
    WITNESSES,
    can_be_divided,
    can_fill,
    covers,
    heap_cases,
    letters_error,
    long_heaps,
    long_lists,
    meets_bounds,
    mutilated_board,
    packing,
    says_yes,
    schedule,
    small_covers,
    to_plan,
    ways_to_split,
)
from lessons.l11_hard_in_general.heaps import bipyramid_of_heaps, has_heaps, helix, helix_of_heaps
from lessons.l11_hard_in_general.partition import bipyramid_of, partition, why_unsplittable
from puzzlelib import cover_of
from puzzlelib import solve as solve_cover
from puzzlelib.icosoku import Cosoku, bipyramid, solve

FOLDER = ROOT / "lessons" / "l11_hard_in_general"
TEACHER, LESSON = ((FOLDER / name).read_text(encoding="utf-8") for name in ("teacher.md", "lesson.md"))


@pytest.fixture(scope="module")
def names():
    return solved_names("l11_hard_in_general")


@pytest.mark.notebook
def test_rounding_makes_a_wrong_yes(names):
    assert names["found"] is not None and partition([1, 2, 4]) is None
    assert names["in_words"](names["hurried"], names["found"]) in (
        "1 + 2 at N and 4 at S",
        "2 + 1 at N and 4 at S",
    )


@pytest.mark.notebook
def test_what_the_search_does(names):
    events = names["twos"].events
    assert sum(event.kind == "try" for event in events) == 20 and names["twos"].complete
    assert "It lays 20" in TEACHER and "more than fifty thousand" in TEACHER
    conflicts = names["conflicts"]
    assert 100 < conflicts[5] < 300 and conflicts[8] > 50_000
    drawn = [names["long_numbers"](n, 3) for n in range(3, 9)]
    assert all(partition(numbers) is None and not why_unsplittable(numbers) for numbers in drawn)


@pytest.mark.notebook
def test_sums_of_short_numbers_and_of_long_ones(names):
    sizes = [row[2] for row in names["sizes"][1:]]
    assert sizes[0] <= 20 * 9 + 1 and sizes[1] <= 20 * 99 + 1 == 1981 and sizes[-1] > 0.9 * 2**20
    assert all(later > earlier for earlier, later in zip(sizes, sizes[1:]))
    assert all(
        5 < later / earlier < 15 for earlier, later in zip(sizes[:4], sizes[1:4])
    )  # "with each digit ten times as many"
    assert names["keeps_pace"] == {"digits": False, "strokes": True}
    assert all(row[3] == 20 * row[0] for row in names["sizes"][1:])


def test_the_list_on_paper():
    numbers = (5, 4, 3, 3, 2, 1)
    groups = {tuple(sorted(group, reverse=True)) for group in ways_to_split(numbers)}
    assert groups == {(5, 4), (5, 3, 1)} and sum(numbers) == 18
    assert len(bipyramid_of(numbers).tiles) == 12 and partition([6, 6, 4, 2, 2, 2]) is None


# -------- the exercises


def test_the_examples_have_both_answers():
    verdicts = [a_witness(*args) for args in WITNESSES]
    assert min(verdicts.count(True), verdicts.count(False)) >= 6
    can = [partition(numbers) is not None for numbers in LISTS]
    assert min(can.count(True), can.count(False)) >= 5
    assert {len(numbers) for numbers in LISTS} >= {1, 2, 3, 4, 5}
    assert {face.index("N") for laid in LAID for face, _ in laid if "N" in face} == {0, 1, 2}


def a_witness(numbers, group):
    rest = list(numbers)
    for number in group:
        if number not in rest:
            return False
        rest.remove(number)
    return sum(group) == sum(rest)


def by_permutations(numbers):
    """Are there heaps of three? Another program than the one of the lesson: groups of three are taken out."""
    left = {tuple(sorted(numbers))}
    third, rest = divmod(3 * sum(numbers), len(numbers))
    for _ in range(len(numbers) // 3):
        left = {
            tuple(sorted((Counter(one) - Counter(three)).elements()))
            for one in left
            for three in set(combinations(one, 3))
            if sum(three) == third and rest == 0
        }
    return bool(left)


def lists_for_heaps(many, seed):
    """Lists of 9 and of 12 numbers between a quarter and a half of what a heap takes, some of them narrow."""
    draw, found = Random(seed), []
    while len(found) < many:
        heaps = draw.choice((3, 3, 4))
        most = draw.choice((11, 20, 60))
        numbers = [draw.randrange(most // 2 + 1, most) for _ in range(3 * heaps)]
        takes, rest = divmod(sum(numbers), heaps)
        if rest == 0 and takes < 4 * min(numbers) and 2 * max(numbers) < takes:
            found.append(numbers)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("made", [bipyramid_of_heaps, helix_of_heaps])
def test_heaps_of_three_are_tiles(made):
    """Many lists on each surface, both answers often: the tiles can be laid exactly when there are heaps."""
    lists = lists_for_heaps(size("lists with heaps"), seed=3)
    said = [by_permutations(numbers) for numbers in lists]
    assert min(said.count(True), said.count(False)) >= 0.3 * len(said)
    for numbers, expected in zip(lists, said):
        found = solve(made(numbers), "asp")
        assert found.complete and (found.arrangement is not None) == expected == has_heaps(numbers), numbers


def test_heaps_in_the_words_of_the_lesson():
    yes, no = [8, 7, 7, 6, 6, 5, 5, 5, 5], [7, 7, 7, 7, 6, 5, 5, 5, 5]
    assert f"nine = {yes}" in LESSON and f"{' '.join(map(str, no))} can be laid" in TEACHER
    assert all(sum(nine) == 3 * 18 and 18 / 4 < min(nine) and max(nine) < 18 / 2 for nine in (yes, no))
    assert has_heaps(yes) and not has_heaps(no)
    assert by_permutations(yes) and not by_permutations(no)


@pytest.mark.parametrize("heaps", [1, 2, 3, 10])
def test_corners_that_take_heaps_share_no_face(heaps):
    """Four faces around each on the bipyramid, six on the helix."""
    numbers = [6] * 3 * heaps
    for made, faces in ((bipyramid_of_heaps, 4), (helix_of_heaps, 6)):
        puzzle = made(numbers)
        around = [puzzle.polyhedron.around[v] for v, takes in enumerate(puzzle.capacities) if takes]
        touched = [face for there in around for face, _ in there]
        assert len(around) == heaps and {len(there) for there in around} == {faces}
        assert len(set(touched)) == len(touched)


@pytest.mark.parametrize("count", [4, 8, 12, 40])
def test_the_surface_of_the_helix_is_that_of_its_tetrahedra(count):
    """Each triangle that belongs to one tetrahedron only is a face, and no other is."""
    triangles = Counter(
        frozenset(f"V{corner}" for corner in three)
        for n in range(count)
        for three in combinations(range(n, n + 4), 3)
    )
    outside = {three for three, times in triangles.items() if times == 1}
    assert {frozenset(face) for face in helix(count).faces} == outside


def by_trying(numbers):
    splits = any(
        2 * sum(group) == sum(numbers)
        for size in range(len(numbers))
        for group in combinations(numbers, size)
    )
    return 3, (1, 1), [(0, 0, 1)] * (2 if splits else 3) + [(0, 0, 0)] * (4 if splits else 3)


@pytest.mark.slow
def test_a_reduction_is_quick():
    assert "not ready" in str(verdict("11.3", by_trying))


# -------- wrong reductions, heaps, jobs


def broken_by(reduction, numbers):
    return says_yes(reduction, numbers) != (partition(numbers) is not None)


def small_lists(most):
    return [list(one) for size in range(1, 6) for one in combinations_with_replacement(range(1, most), size)]


@pytest.mark.slow
def test_the_smallest_lists_that_break_a_reduction():
    """The solution's lists, and those of the praise; and each is right about most lists."""
    smallest = [next(one for one in small_lists(5) if broken_by(reduction, one)) for reduction in FAULTY]
    assert smallest == [[1], [1, 1, 1, 1, 4], [1, 1, 2]]
    for reduction, wrong_yes in zip(FAULTY, (True, False, False)):
        broken = [one for one in small_lists(5) if broken_by(reduction, one)]
        assert all(says_yes(reduction, one) == wrong_yes for one in broken)
        assert 0 < len(broken) < len(small_lists(5)) / 2


def test_the_lists_of_heaps():
    answers_for = [has_heaps(numbers) for numbers in heap_cases()]
    assert answers_for.count(True) >= 6 and answers_for.count(False) == 6
    assert {len(numbers) for numbers in heap_cases()} == {3, 6, 9, 12}
    few, moved, many, stubborn = long_heaps()
    assert [few[1], moved[1], many[1]] == [by_permutations(few[0]), by_permutations(moved[0]), True]
    assert all(meets_bounds(numbers) for numbers, _ in long_heaps()) and len(many[0]) == 45
    odd = [number for number in stubborn[0] if number // 10**18 % 2]
    assert not stubborn[1] and len(odd) == 2 and 102 * 10**18 - sum(odd) not in stubborn[0]


def test_rooms_are_filled_as_engines_fill_them():
    """The check's own judge of long numbers against clingo, on short ones."""
    draw, answers_for = Random(4), []
    for _ in range(60):
        numbers = [draw.randint(4, 9) for _ in range(6)]
        total = sum(numbers) // 2
        capacities = [0, 0, total, 0, sum(numbers) - total, 0]
        tiles = [(0, 0, number) for number in numbers] + [(0, 0, 0)] * 2
        answers_for.append(can_fill(capacities, tiles))
        found = solve(Cosoku(bipyramid(4), capacities, tiles), "asp").arrangement
        assert (found is not None) == answers_for[-1]
    assert min(answers_for.count(True), answers_for.count(False)) >= 5


PROOFS = [proof for proof in map("".join, permutations("DFAHB")) if letters_error(proof) == ""]


def test_proofs_in_every_order():
    """Right exactly if D comes before F, and F, A and H before B at the end."""
    assert len(PROOFS) == 12
    assert all(proof[-1] == "B" and proof.index("D") < proof.index("F") for proof in PROOFS)
    assert set(PROOF) == set("ABCDEFGHI")
    for letters in powerset_of_sentences():
        assert (letters_error(letters) == "") == (set(letters) == set("DFAHB")), letters


def powerset_of_sentences():
    """Each set of sentences in the order of the proof, with those that are no part of it first."""
    order = "CEGIDFAHB"
    return ["".join(three) for size in range(1, 10) for three in combinations(order, size)]


def test_long_lists_have_both_answers():
    """By a table of sums that forgets nothing, where there are 24 numbers; by pairs, and by parity, else."""
    can, cannot, pairs, odd, *two_kinds = (numbers for numbers, _ in long_lists())
    assert [splits for _, splits in long_lists()] == [True, False, True, False, True, False]
    assert [can_be_divided(one, sum(one) // 2, 44) for one in two_kinds] == [True, False]
    assert can_be_divided(can, sum(can) // 2, 24) and not can_be_divided(cannot, sum(cannot) // 2, 24)
    assert sum(cannot) % 2 == 0 and sorted(pairs[:20]) == sorted(pairs[20:])
    assert all(number % 2 == 0 for number in odd) and sum(odd) // 2 % 2 == 1


@pytest.mark.parametrize("seed", range(3))
def test_groups_by_halves_are_groups_by_trying(seed):
    draw, answers_for = Random(seed), []
    for _ in range(100):
        dots = [draw.randint(1, 9) for _ in range(draw.randint(0, 8))]
        most, north = draw.randint(3, 6), draw.choice([sum(dots) // 2, sum(dots)])
        sizes = range(max(0, len(dots) - most), min(most, len(dots)) + 1)
        expected = any(sum(group) == north for size in sizes for group in combinations(dots, size))
        answers_for.append(expected)
        assert can_be_divided(dots, north, most) == expected
    assert min(answers_for.count(True), answers_for.count(False)) >= 5


def by_all_orders(jobs):
    """Can all jobs be done? Every order, each job as early as it may begin."""

    def fits(order):
        time = -1000
        for length, first, last in order:
            time = max(time, first) + length
            if time > last:
                return False
        return True

    return any(fits(order) for order in permutations(jobs))


def test_plans_by_all_orders():
    """The check's own judge against every order, and every job within its times in the plan that it shows."""
    draw, answers_for = Random(9), []
    for _ in range(300):
        jobs = []
        for _ in range(draw.randint(1, 5)):
            length, first = draw.randint(1, 4), draw.randint(0, 5)
            jobs.append((length, first, first + length + draw.randint(0, 6)))
        plan = schedule(jobs)
        answers_for.append(plan is not None)
        assert by_all_orders(jobs) == answers_for[-1]
        if plan:
            assert sorted(job for _, job in plan) == sorted(jobs)
            ends = [(start, start + length) for start, (length, _, _) in plan]
            assert all(a[1] <= b[0] for a, b in zip(ends, ends[1:]))
            assert all(first <= start and start + length <= last for start, (length, first, last) in plan)
    assert min(answers_for.count(True), answers_for.count(False)) > 60


def jobs_for(numbers, shift=0, times=1):
    times *= 1 + sum(numbers) % 2
    half = times * sum(numbers) // 2
    return [(times * number, shift, shift + 2 * half + 1) for number in numbers] + [
        (1, shift + half, shift + half + 1)
    ]


def test_jobs_that_are_all_different_are_not_planned_for_long_lists():
    """Right, but of too many kinds for the check: it does not refuse what it cannot judge."""
    early = lambda numbers: [
        *jobs_for(numbers),
        *((1, -2 * k - 2, -2 * k - 1) for k in range(len(numbers) if len(numbers) > 12 else 0)),
    ]
    assert verdict("11.6", early).status == "correct"


def test_the_lists_that_are_planned():
    can = [partition(numbers) is not None for numbers in to_plan()]
    assert min(can.count(True), can.count(False)) >= 25 and len(LONG) == 40


# -------- covers and packings


def test_small_covers_have_both_answers():
    can = [next(covers(*args), None) is not None for args in small_covers()]
    assert min(can.count(True), can.count(False)) >= 50


def test_packings_by_the_library():
    """The check's own search against Algorithm X, with each piece in each place an option."""
    draw, answers_for = Random(7), []
    for _ in range(80):
        board = draw.sample([*product(range(4), range(2))], draw.randint(3, 8))
        pieces = {name: draw.sample([*product(range(3), range(2))], draw.randint(1, 3)) for name in "pqrst"}
        places = [
            (name, *sorted((x + a, y + b) for x, y in piece))
            for name, piece in pieces.items()
            for a, b in product(range(-3, 4), range(-2, 3))
            if {(x + a, y + b) for x, y in piece} <= {*board}
        ]
        used = sorted({name for name, *_ in places})
        found = solve_cover(cover_of(places, items=board, secondary=used)).solutions if places else ()
        answers_for.append(packing(board, pieces) is not None)
        assert answers_for[-1] == bool(found)
    assert min(answers_for.count(True), answers_for.count(False)) >= 15


def test_the_large_cover_cannot_be_covered():
    """A chessboard without two corners of one colour: each domino covers both."""
    squares, dominoes = mutilated_board(12)
    dark = sum((x + y) % 2 for x, y in squares)
    assert (dark, len(squares), len(dominoes)) == (72, 142, 260)
    assert all(sum((x + y) % 2 for x, y in one) == 1 for one in dominoes.values())
