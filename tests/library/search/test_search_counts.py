"""The counters, the estimates, the traces of long searches, the links, and what the searches refuse."""

import gc
import sys
from itertools import permutations
from math import hypot, prod
from time import process_time
from types import ModuleType

import pytest
from quiet_clock import ends_within

import lessons
from puzzlelib import PuzzleError, count, exact_cover, load
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, box_cells
from puzzlelib.packing.shapes import orientations
from puzzlelib.search import algorithm_x, backtracking, dancing_links, magic_square
from puzzlelib.search import counters as counting
from puzzlelib.search.counters import count_steps
from puzzlelib.search.estimate import estimate, probe_counts, prober
from puzzlelib.search.exact_cover import cover_of
from puzzlelib.search.links import ARRAYS
from puzzlelib.search.tree import SearchTree

KNUTH = cover_of(["ce", "adg", "bcf", "adf", "bg", "deg"], items="abcdefg")
V, TWO, ONE = ((0, 0, 0), (1, 0, 0), (0, 1, 0)), ((0, 0, 0), (1, 0, 0)), ((0, 0, 0),)
COPIES = PackingPuzzle("copies", box_cells([(3, 2, 2)]), (Piece("V", V, 2), Piece("I", TWO, 3)))


# -------- counters


@pytest.mark.slow
@pytest.mark.parametrize(
    "run, trace, choices",
    [
        *(
            (backtracking.run, backtracking.trace, {"by": by, "prune": cut})
            for by in backtracking.WAYS
            for cut in ((), ["islands"], ["parity"])
        ),
        (dancing_links.run, dancing_links.trace, {}),
        *((algorithm_x.run, algorithm_x.trace, {"rule": rule}) for rule in ("fewest", "worst")),
    ],
)
def test_counters_count_what_the_trace_shows(run, trace, choices):
    counters, events = run(COPIES, seconds=None, **choices), trace(COPIES, limit=None, **choices).events
    tries = [event.level for event in events if event.kind == "try"]
    assert counters.nodes == len(tries) == sum(counters.per_level.values())
    assert counters.deepest == max(tries) == 5
    assert counters.per_level == {level: tries.count(level) for level in set(tries)}
    assert counters.solutions == sum(event.kind == "answer" for event in events) > 0
    cut = sum(counters.cuts.get(name, 0) for name in ("islands", "parity"))
    assert counters.dead_ends + cut == sum(event.kind == "conflict" for event in events)
    assert counters.complete and counters.share == 1.0


@pytest.mark.slow
def test_prunings_cut_and_what_they_cut_was_dead():
    puzzle = load("little-cube")
    for by in ("cell", "piece"):
        plain = backtracking.run(puzzle, by=by, seconds=None)
        for cuts in (("islands",), ("parity",)):
            pruned = backtracking.run(puzzle, by=by, prune=cuts, seconds=None)
            assert pruned.solutions == plain.solutions and pruned.nodes <= plain.nodes
    counters = backtracking.run(
        load("tetracubes-2x2x4+2x2x4"), by="piece", prune=("islands", "parity"), seconds=None
    )
    assert counters.solutions == 1280 and counters.cuts["islands"] > 1000 and counters.cuts["parity"] > 1000
    assert 0 < counters.cuts["overlap"] == counters.tries - counters.nodes


@pytest.mark.parametrize(
    "empty, sizes, expected",
    [
        ((2, 3, 4), (2, 2), 3),
        ((0, 1, 3, 4), (2, 2), None),
        ((0, 1, 2, 4), (2, 2), 3),
        ((0, 2, 4), (2, 1), None),
        ((0, 2, 4), (1, 1, 1), None),
    ],
)
def test_islands_by_hand(empty, sizes, expected):
    # A bar of five cells, some of them empty; the pieces that are left are bars of one and two. The first
    # wrong island is told.
    # Two and one cannot fill three islands of one cell, but each of these by itself looks right.
    puzzle = PackingPuzzle("bar", box_cells([(5, 1, 1)]), (Piece("two", TWO, 2), Piece("one", ONE)))
    check = backtracking.island_check(backtracking.BitBoard(puzzle))
    assert check(31 & ~sum(1 << i for i in empty), {"two": sizes.count(2), "one": sizes.count(1)}) == expected


@pytest.mark.slow
def test_a_budget_is_kept_and_told():
    for run in (backtracking.run, algorithm_x.run, dancing_links.run):

        def attempt():
            counters = run(load("tetris-cube"), seconds=0.2)
            speed = counters.nodes / counters.seconds
            assert not counters.complete and 0.2 <= counters.seconds and counters.nodes > 0
            assert 0 <= counters.share < 0.01 and counters.per_second == pytest.approx(speed)
            return counters.seconds - 0.2

        ends_within(1, attempt)


def shares(steps):
    """After each step, the share of the tree in the leaves that are taken back: a leaf has one part in so
    many as its node has children."""
    weights, level, before, done = [1.0], 0, "", 0.0
    for kind, *rest in steps:
        level += (kind == "try") - (kind == "undo")
        if kind == "choose":
            weights[level + 1 :] = [weights[level] / rest[1]]
        elif kind == "undo" and before in ("conflict", "answer"):
            done += weights[level + 1]
        before = kind
        yield done


def test_the_share_is_that_of_the_leaves(monkeypatch):
    expected = list(shares(magic_square.steps(3, prune="line")))
    assert expected[-1] == pytest.approx(1)
    for ticks in range(0, len(expected) // 64, 9):  # the clock is read at each 64th step
        time = iter(range(10**6))
        monkeypatch.setattr(counting, "thread_time", lambda: next(time))
        ran = count_steps(magic_square.steps(3, prune="line"), ticks)
        assert not ran.complete and ran.share == pytest.approx(expected[64 * ticks])


# -------- magic squares

MAGIC = {
    square
    for square in permutations(range(1, 10))
    if all(
        sum(square[i] for i in line) == 15
        for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
    )
}


@pytest.mark.slow
@pytest.mark.parametrize("order", magic_square.ORDERS)
@pytest.mark.parametrize("prune", magic_square.PRUNINGS[1:])
def test_magic_squares(order, prune):
    assert len(MAGIC) == 8 and set(magic_square.solutions(3, order, prune)) == MAGIC
    cells = magic_square.CELL_ORDERS[order](3)
    assert sorted(cells) == sorted(set(cells)) and len(cells) == 9


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_centre_comes_first_and_the_corners_last(n):
    middle = (n - 1) / 2
    for order, way in (("centre first", 1), ("corners first", -1)):
        far = [hypot(row - middle, column - middle) for row, column in magic_square.CELL_ORDERS[order](n)]
        assert far == sorted(far)[::way]


def test_magic_squares_of_other_sizes():
    assert [len(list(magic_square.solutions(n, prune="partial"))) for n in (1, 2)] == [1, 0]
    first = next(magic_square.solutions(4, "row and column", "partial"))
    grid = [first[i : i + 4] for i in range(0, 16, 4)]
    assert sorted(first) == list(range(1, 17)) and {*map(sum, grid), *map(sum, zip(*grid))} == {34}


def test_nodes_of_the_magic_square_without_pruning():
    counters = magic_square.count_nodes(2, prune="end")
    assert counters.per_level == {1: 4, 2: 12, 3: 24, 4: 24} and counters.solutions == 0
    assert sum(counters.cuts.values()) == 24
    assert next(magic_square.solutions(3, prune="end")) == min(MAGIC)


@pytest.mark.parametrize("order", ["rows", "centre first", "row and column"])
@pytest.mark.parametrize("prune", ("row", "line"))
def test_nodes_of_the_magic_square_by_their_definition(order, prune):
    # a node is there when no square above it had a full line (row) with a wrong sum
    lines = [[(i, j) for j in range(3)] for i in range(3)]
    if prune == "line":
        lines += [list(line) for line in zip(*lines)] + [
            [(i, i) for i in range(3)],
            [(i, 2 - i) for i in range(3)],
        ]
    cells, alive, per_level = magic_square.CELL_ORDERS[order](3), [{}], {}
    for level, cell in enumerate(cells, 1):
        nodes = [
            square | {cell: number}
            for square in alive
            for number in range(1, 10)
            if number not in square.values()
        ]
        per_level[level] = len(nodes)
        alive = [
            square
            for square in nodes
            if all(sum(square[c] for c in line) == 15 for line in lines if square.keys() >= set(line))
        ]
    assert magic_square.count_nodes(3, order, prune).per_level == per_level


# -------- estimates

CASES = [
    (COPIES, "backtracking", {}),
    (COPIES, "backtracking", {"by": "piece"}),
    (COPIES, "backtracking", {"by": "piece", "prune": ("islands", "parity")}),
    (COPIES, "x", {"rule": "fewest"}),
    (COPIES, "x", {"rule": "worst"}),
    (COPIES, "dlx", {}),
    (KNUTH, "x", {}),
    (3, "magic square", {"order": "row and column", "prune": "partial"}),
]


def counters_of(problem, engine, choices):
    if engine == "magic square":
        return magic_square.count_nodes(problem, **choices)
    return {"backtracking": backtracking, "x": algorithm_x, "dlx": dancing_links}[engine].run(
        problem, seconds=None, **choices
    )


class Script:
    """In the place of chance: follows a list of numbers, and takes the first choice after its end. Notes how
    many choices there were."""

    def __init__(self, wishes):
        self.wishes, self.counts = wishes, []

    def randrange(self, count):
        self.counts.append(count)
        return self.wishes[len(self.counts) - 1] if len(self.counts) <= len(self.wishes) else 0

    def random(self):
        return 0.0


def all_probes(problem, engine, choices):
    wishes = []
    while wishes is not None:
        script = Script(wishes)
        levels, answers = probe_counts(prober(problem, engine, script, dict(choices))())
        yield levels, answers, 1 / prod(script.counts)
        wishes += [0] * (len(script.counts) - len(wishes))
        while wishes and wishes[-1] == script.counts[len(wishes) - 1] - 1:
            wishes.pop()
        wishes = [*wishes[:-1], wishes[-1] + 1] if wishes else None


@pytest.mark.slow
@pytest.mark.parametrize("problem, engine, choices", CASES)
def test_the_mean_over_all_probes_is_the_truth(problem, engine, choices):
    per_level, solutions, whole = {}, 0.0, 0.0
    for levels, answers, probability in all_probes(problem, engine, choices):
        whole, solutions = whole + probability, solutions + answers * probability
        for level, nodes in enumerate(levels, 1):
            per_level[level] = per_level.get(level, 0.0) + nodes * probability
    truth = counters_of(problem, engine, choices)
    assert whole == pytest.approx(1) and per_level == pytest.approx(truth.per_level)
    assert solutions == pytest.approx(truth.solutions)


@pytest.mark.slow
@pytest.mark.parametrize(
    "problem, engine, choices",
    [*CASES[1::3], (load("little-cube"), "x", {}), (load("tetracubes-2x2x8"), "backtracking", {})],
)
def test_estimates(problem, engine, choices):
    guess, truth = (
        estimate(problem, 3000, seed=1, engine=engine, **choices),
        counters_of(problem, engine, choices).nodes,
    )
    assert abs(guess.nodes - truth) <= 4 * guess.spread and guess.spread < truth / 4
    assert guess.nodes == pytest.approx(sum(guess.per_level.values()))
    assert guess == estimate(problem, 3000, seed=1, engine=engine, **choices)


def test_estimates_with_hints():
    puzzle = load("tetracubes-2x2x8")
    given = next(backtracking.solutions(puzzle))[:3]
    for engine, module in (("x", algorithm_x), ("backtracking", backtracking)):
        assert (
            abs(
                estimate(puzzle, 500, engine=engine, given=given).nodes
                - module.run(puzzle, given, seconds=None).nodes
            )
            <= 30
        )


# -------- long traces


def megabytes(root, but) -> float:
    """The size of an object with all that it holds, without the objects in `but`."""
    seen, todo, total = set(map(id, but)), [root], 0
    while todo:
        one = todo.pop()
        if id(one) not in seen and not isinstance(one, (type, ModuleType)):
            seen.add(id(one))
            total += sys.getsizeof(one)
            todo += gc.get_referents(one)
    return total / 1e6


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    "trace, choices", [(algorithm_x.trace, {}), (backtracking.trace, {"by": "piece", "prune": ("islands",)})]
)  # dancing links: the events of Algorithm X
def test_a_hundred_thousand_events(monkeypatch, trace, choices):
    puzzle = load("tetris-cube")
    long = trace(puzzle, limit=None, **choices)
    assert len(long) == 100_000 and 10 < megabytes(long, [puzzle]) < 100
    assert long.stopped == "events" and not long.complete
    assert long.events[-1].kind == "end" and "not finished" in long.events[-1].say
    long.snapshots  # from which each state is a few events away
    applied, apply = [], type(long).apply
    monkeypatch.setattr(type(long), "apply", lambda *step: (applied.append(step), apply(*step))[1])
    for k in (0, 1, 63, 64, 50_000, *range(99_000, 99_256), 99_999):
        before = len(applied)
        long.state(k)
        assert 1 <= len(applied) - before <= 64


def test_what_stops_a_trace():
    cube = load("little-cube")
    for trace in (algorithm_x.trace, dancing_links.trace, backtracking.trace):
        everything = trace(cube, limit=None)
        assert everything.complete and "complete" in everything.events[-1].say
        assert len(everything.solutions) == count(cube, "backtracking").count
        some = trace(cube, limit=2)
        assert some.stopped == "limit" and len(some.solutions) == 2
        assert "without looking for more" in some.events[-1].say
        short = trace(cube, limit=None, max_events=10)
        assert short.stopped == "events" and len(short) == 10 and short.events[:9] == everything.events[:9]
        with pytest.raises(IndexError):
            short.state(10)


# -------- links


@pytest.mark.parametrize(
    "problem",
    [
        KNUTH,
        exact_cover(load("little-cube")),
        cover_of(["ab", "ab", "b", "a", "abc", "c"], items={"a": 2, "b": 2, "c": 1}),
    ],
)
def test_link_traces_replay_every_pointer(problem):
    trace = dancing_links.link_trace(problem, limit=None)
    now = {name: list(values) for name, values in trace.start.items()}
    for event in trace.events:
        if event.kind in ("cover", "uncover", "unlink", "relink"):
            assert [change[0] for change in event.changes] == (
                ["right", "left"] if "cover" in event.kind else ["down", "up", "size"]
            )
        else:
            assert not event.changes
        for name, node, old, new in event.changes:
            assert now[name][node] == old
            now[name][node] = new
            assert node < len(trace.top)
        if event.kind in ("cover", "unlink"):  # a node that goes still knows its neighbours, which forget it
            node = event.changes[0][2]
            back, forth = ("left", "right") if event.kind == "cover" else ("up", "down")
            assert now[forth][now[back][node]] == now[forth][node]
            assert now[back][now[forth][node]] == now[back][node]
            assert trace.items[trace.top[node]] == event.item and trace.option[node] == event.option
    last = len(trace) - 1
    assert trace.state(last) == trace.start == {name: tuple(values) for name, values in now.items()}
    assert trace.solutions == list(algorithm_x.search(problem)) and trace.steps("cover")
    assert trace.steps("relink")
    assert all(trace.state(k) != trace.state(k - 1) for k in trace.steps("unlink")[:40])


def test_link_traces_stop():
    whole = dancing_links.link_trace(KNUTH, limit=None)
    for most in range(2, len(whole) + 2):
        trace = dancing_links.link_trace(KNUTH, limit=None, max_events=most)
        assert trace.events[:-1] == whole.events[: len(trace) - 1] and len(trace) == min(most, len(whole))
        assert trace.stopped == ("events" if most < len(whole) else "")
        assert ("not finished" if trace.stopped else "complete") in trace.events[-1].say
        assert len(SearchTree(trace).path(len(trace) - 1)) - 1 == trace.events[-1].level


def test_links_are_as_knuth_draws_them():
    links = dancing_links.Links(KNUTH)
    assert links.size[1:] == [2, 2, 2, 3, 2, 2, 3] and len(links.top) == 1 + 7 + 16
    before = [list(getattr(links, name)) for name in ARRAYS]
    links.cover(1)
    assert links.ring(0, links.right) == [2, 3, 4, 5, 6, 7] and links.size[4] == 1 and links.size[7] == 2
    links.uncover(1)
    assert [getattr(links, name) for name in ARRAYS] == before


# -------- limits and bad input


@pytest.mark.slow
@pytest.mark.parametrize(
    "module, choices",
    [
        (backtracking, {"by": "piece", "prune": ("islands", "parity")}),
        (algorithm_x, {"rule": "worst"}),
        (dancing_links, {}),
    ],
)
def test_stop_is_asked_often(module, choices):
    def attempt():
        asked = []

        def stop():
            asked.append(process_time())
            return asked[-1] - asked[0] > 0.4

        assert len(list(module.solutions(load("tetris-cube"), stop=stop, **choices))) < 9
        return max(b - a for a, b in zip(asked, asked[1:]))

    ends_within(0.1, attempt)


@pytest.mark.slow
def test_many_pieces():
    bars = {
        pieces: PackingPuzzle("bar", box_cells([(pieces, 1, 1)]), (Piece("u", ONE, pieces),))
        for pieces in (400, 401)
    }
    for engine in ("backtracking", "x", "dlx"):
        assert count(bars[400], engine).count == 1
        with pytest.raises(PuzzleError, match="at most 400 pieces"):
            count(bars[401], engine)
    deep = cover_of([[i] for i in range(1000)])
    for module in (algorithm_x, dancing_links):
        for act in (module.search, module.trace):
            with pytest.raises(PuzzleError, match="at most 400 options"):
                act(deep)


CUBE = load("little-cube")
NUMBERED = PackingPuzzle("numbered", box_cells([(2, 1, 1)]), (Piece("1", ONE), Piece("2", ONE)))


@pytest.mark.parametrize(
    "act, words",
    [
        (
            lambda: next(algorithm_x.solutions(CUBE, rule="best")),
            "rule 'best': choose one of fewest, first, worst, random",
        ),
        (lambda: backtracking.trace(CUBE, by="piece", order=["nobody"]), "must name each of the pieces"),
        (lambda: backtracking.trace(CUBE, order=["A", "B", "C"]), "goes with by='piece'"),
        (lambda: backtracking.trace(CUBE, limit=0), "limit 0"),
        (lambda: algorithm_x.trace(CUBE, max_events=1), "max_events 1"),
        (lambda: algorithm_x.trace(CUBE, given=[("A", ((9, 9, 9),))]), "is not a placement"),
        (lambda: dancing_links.trace(CUBE, given=[5]), "not placements"),
        (lambda: algorithm_x.trace(KNUTH, given=[6]), "option 6: must be a whole number from 0 to 5"),
        (lambda: estimate(CUBE, 1), "probes 1"),
        (lambda: estimate(CUBE, engine="asp"), "engine 'asp'"),
        (lambda: cover_of(["ab", ""]), "option 1 {}: has no items"),
        (lambda: cover_of(["a"], items={"a": 0}), "item 'a': 0; must be a whole number above 0, or two"),
        (lambda: cover_of([5]), "must be lists of items"),
        (lambda: algorithm_x.trace("soma"), "'soma' is not a puzzle"),
        (lambda: dancing_links.trace(KNUTH, given=5), "given 5: must be a list"),
        (lambda: algorithm_x.run(KNUTH, seed=[1]), "seed [1]: must be a whole"),
        (lambda: backtracking.run(CUBE, seconds="2"), "seconds '2': must be a number"),
        (lambda: backtracking.run(CUBE, prune=5), "prune 5: must be a list"),
        (
            lambda: backtracking.run(NUMBERED, by="piece", order=[1, 2]),
            "order [1, 2]: must name each of the pieces 1, 2 once",
        ),
        (lambda: estimate(CUBE, by="cell"), "choice 'by': choose one of given, rule"),
        (lambda: estimate(13, engine="magic square", prune="end"), "too large for an estimate"),
        (lambda: lessons.player(algorithm_x.trace(KNUTH), views=5), "views 5"),
    ],
)
def test_bad_input_gets_one_line(act, words):
    with pytest.raises(PuzzleError) as caught:
        act()
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_the_printed_run_of_the_source():
    # Its 4,488 rows hold the placements of two pieces twice. It picks cell 0 (117 rows), then columns with
    # 22, 45 and 10 rows.
    puzzle = load("tetris-cube")
    times = {piece.name: 24 // len(orientations(piece.cells)) for piece in puzzle.pieces}
    rows = [
        (piece, *sorted(x + 4 * y + 16 * z for x, y, z in cells))
        for piece, cells in puzzle.placements
        for _ in range(times[piece])
    ]
    cover = cover_of(rows, items=[*"ABCDEFGHIJKL", *range(64)])
    path = [
        rows.index(("A", 0, 1, 2, 6, 7)),
        rows.index(("B", 3, 19, 21, 22, 23)),
        rows.index(("C", 5, 9, 13, 29, 30, 45)),
    ]
    seen, left = [], []
    for k in range(4):
        trace = algorithm_x.trace(cover, path[:k], max_events=4)
        seen.append((trace.events[1].item, trace.events[1].count))
        left.append(len(rows) - len(trace.state(0).off | set(trace.state(0).on)))
    assert len(rows) == 4488 and seen == [(0, 117), (3, 22), (5, 45), (14, 10)]
    assert left == [4488, 3414, 2025, 1156]
