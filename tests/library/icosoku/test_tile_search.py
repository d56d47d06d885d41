"""Backtracking on 3coSoKu: every solution and no other, whatever the choices; traces that replay, and
sentences that are true."""

import re
import signal
from collections import Counter
from functools import cache
from itertools import product
from random import Random
from time import perf_counter

import pytest
from brute_force import tilings
from quiet_clock import ends_within, now
from sizes import sampled, size

from lessons.l11_hard_in_general.partition import bipyramid_of
from puzzlelib.common.errors import PuzzleError
from puzzlelib.icosoku.by_search import CUTS, ORDERS, arrange, count_nodes, search_of, solutions
from puzzlelib.icosoku.events import trace
from puzzlelib.icosoku.polyhedron import bipyramid, octahedron, tetrahedron
from puzzlelib.icosoku.puzzle import (
    ALL_TILES,
    Cosoku,
    Placed,
    dots,
    icosoku,
    paper_tetrahedron,
    sums,
    why_impossible,
)
from puzzlelib.icosoku.referee import verify

CHOICES = [
    dict(order=order, bounds=bounds, restarts=restarts)
    for order, bounds, restarts in product(ORDERS, (True, False), (None, 1, 7))
]
TETRAHEDRON = [(0, 0, 1), (0, 0, 2), (0, 1, 2), (0, 2, 1), (1, 1, 1), (0, 1, 3), (2, 2, 2)]
TILES = {
    "tetrahedron": lambda draw: draw.sample(TETRAHEDRON, 4),
    "spare tiles": lambda draw: draw.sample(TETRAHEDRON, 6),
    "octahedron": lambda draw: (
        [(1, 1, 1)] * 5 + draw.choice([[(0, 1, 2)] * 3, [(0, 1, 2), (0, 2, 1), (0, 1, 2)], [(0, 0, 3)] * 3])
    ),
    "bipyramid": lambda draw: (
        [(0, 0, 0)] * 3 + [draw.choice([(0, 0, 1), (0, 0, 2)]) for _ in range(2)] + [(0, 1, 2)]
    ),
    "no blank": lambda draw: [draw.choice([(1, 1, 2), (1, 1, 1), (1, 2, 2)]) for _ in range(4)],
}
SOLIDS = {
    "tetrahedron": tetrahedron(),
    "spare tiles": tetrahedron(),
    "octahedron": octahedron(),
    "bipyramid": bipyramid(3),
    "no blank": tetrahedron(),
}


def small_puzzle(kind, seed):
    """Tiles drawn blindly and laid blindly; in every third puzzle dots are asked for at another vertex, which
    often leaves no solution."""
    draw, solid = Random(f"{kind} {seed}"), SOLIDS[kind]
    tiles = TILES[kind](draw)
    laid = [
        Placed(min(tile[i:] + tile[:i] for i in range(3)), draw.randrange(3))
        for tile in draw.sample(tiles, len(solid.faces))
    ]
    capacities = list(sums(Cosoku(solid, [0] * len(solid.vertices), tiles), laid))
    if seed % 3 == 2:
        most = capacities.index(max(capacities))
        moved = draw.randint(capacities[most] // 2, capacities[most])
        capacities[most] -= moved
        capacities[most - 1] += moved
    return Cosoku(solid, capacities, tiles)


CASES = [(kind, seed) for kind in SOLIDS for seed in range(3 if kind == "octahedron" else 6)]


@pytest.fixture(scope="module", params=sampled(range(len(CASES)), 9), ids=lambda n: "%s %d" % CASES[n])
def solved(request):
    """A small puzzle and its solutions by brute force."""
    puzzle = small_puzzle(*CASES[request.param])
    return puzzle, tilings(puzzle)


def test_the_small_puzzles_are_of_all_sorts():
    numbers = [len(tilings(small_puzzle(kind, seed))) for kind, seed in CASES if kind != "octahedron"]
    assert numbers.count(0) >= 3 and sum(number > 1 for number in numbers) >= 8


@pytest.mark.slow
def test_all_choices_find_all_solutions(solved):
    puzzle, expected = solved
    for choices in CHOICES:
        found = list(solutions(puzzle, seed=4, **choices))
        assert len(found) == len(set(found)) and set(found) == expected, choices
        for one in found:
            verify(puzzle, one)


def test_one_solution_or_the_proof_that_there_is_none(solved):
    puzzle, expected = solved
    for choices in CHOICES:
        one = arrange(puzzle, **choices)
        assert one.complete and one.engine == "backtracking"
        assert one.arrangement in expected if expected else one.arrangement is None


@pytest.mark.slow
def test_no_dead_end_cuts_a_solution_off(solved):
    puzzle, expected = solved
    for choices in CHOICES[::4]:
        one = trace(puzzle, limit=None, max_events=6000, **choices)
        for k in one.steps("conflict"):
            placed = one.state(k).placed
            assert not any(
                all(solution[face] == way for face, way in placed.items()) for solution in expected
            ), one.events[k].say


def test_the_paper_s_tetrahedron_has_the_solutions_of_brute_force():
    assert set(solutions(paper_tetrahedron())) == tilings(paper_tetrahedron()) != set()


# -------- the toy


@pytest.mark.slow
def test_toys_are_solved():
    for seed in range(size("instances")):
        puzzle = icosoku(seed=seed)
        verify(puzzle, arrange(puzzle, order="tightest", restarts=100, seed=seed, time_limit=60).arrangement)


@pytest.mark.slow
def test_toys_are_solved_at_the_fullest_vertex_and_face_by_face():
    for order, seeds in (("fullest", range(5)), ("faces", (0, 3))):
        for seed in seeds:
            one = arrange(icosoku(seed=seed), order=order, time_limit=100)
            verify(icosoku(seed=seed), one.arrangement)


def test_spare_tiles_of_the_toy():
    puzzle = Cosoku(icosoku(seed=1).polyhedron, icosoku(seed=1).capacities, ALL_TILES)
    one = arrange(puzzle, order="tightest", time_limit=60)
    verify(puzzle, one.arrangement)
    assert puzzle.spare == 4 and max(Counter(way.tile for way in one.arrangement).values()) == 1


@pytest.mark.slow
def test_bounds_save_nodes_and_never_cost_any():
    for kind, seed in CASES[::2]:
        puzzle = small_puzzle(kind, seed)
        for order in ("faces", "tightest"):
            assert (
                count_nodes(puzzle, order=order).nodes <= count_nodes(puzzle, order=order, bounds=False).nodes
            )
    assert not arrange(icosoku(seed=0), bounds=False, time_limit=0.5).complete


def test_unsolvable_puzzles_are_proved_so():
    for numbers in ([41, 17, 48, 23, 45], [3, 3, 3, 3, 3, 1], [5, 1, 1, 1]):
        assert not why_impossible(bipyramid_of(numbers))
        for restarts in (None, 20):
            one = arrange(bipyramid_of(numbers), order="tightest", restarts=restarts)
            assert one.arrangement is None and one.complete
    assert arrange(bipyramid_of([5, 1, 1, 3])).arrangement


def test_sums_that_show_it_at_once_need_no_search():
    puzzle = Cosoku(icosoku().polyhedron, [13] * 12, icosoku().tiles)
    one = arrange(puzzle)
    assert one.complete and one.nodes == 0 and one.said == why_impossible(puzzle) and "156" in one.said
    assert trace(puzzle).events[1].say.endswith(f"{one.said}.")


def test_a_large_surface_is_not_too_deep():
    puzzle = Cosoku(bipyramid(200), [0] * 202, [(0, 0, 0)] * 400)
    assert all(arrange(puzzle, order=order).nodes == 400 for order in ORDERS)
    assert len(trace(puzzle)) == 803


# -------- stop, limits, bad input

ENDLESS = bipyramid_of([2 * n + 2 for n in range(12)] + [10])


def test_time_limit_and_stop():
    end = 0
    for ways, stopped in (
        (dict(time_limit=0.3), "time limit"),
        (dict(stop=lambda: perf_counter() > end), "interrupt"),
    ):

        def attempt():
            nonlocal end
            began, end = now(), perf_counter() + 0.3
            one = arrange(icosoku(), bounds=False, **ways)
            assert (one.stopped, one.complete, one.arrangement) == (stopped, False, None) and one.nodes > 0
            return now() - began - 0.3

        ends_within(1, attempt)
    assert list(solutions(icosoku(), lambda: True)) == []


@pytest.mark.slow
def test_interrupt(monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        for choices in CHOICES[::3]:

            def attempt():
                signal.setitimer(signal.ITIMER_REAL, 0.2)
                start = now()
                one = arrange(ENDLESS, **choices)
                assert one.stopped == "interrupt" and not one.complete
                return now() - start - 0.2

            ends_within(1, attempt)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    "wrong", [dict(order="random"), dict(restarts=0), dict(restarts=2.5), dict(seed=-1), dict(restarts=True)]
)
def test_bad_choices(wrong):
    for function in (
        lambda: next(solutions(icosoku(), **wrong)),
        lambda: arrange(icosoku(), **wrong),
        lambda: trace(icosoku(), **wrong),
    ):
        with pytest.raises(PuzzleError, match=f"^{next(iter(wrong))} "):
            function()


def test_bad_puzzles_and_limits():
    with pytest.raises(PuzzleError, match="is not a puzzle of tiles on a polyhedron"):
        arrange("icosoku")
    with pytest.raises(PuzzleError, match="^limit 0"):
        trace(icosoku(), limit=0)
    with pytest.raises(PuzzleError, match="^order 'random'"):
        count_nodes(icosoku(), order="random")


# -------- traces

LONG = {
    "plain": lambda: trace(icosoku(), max_events=3000),
    "bare": lambda: trace(icosoku(), bounds=False, order="faces", max_events=3000),
    "tightest": lambda: trace(icosoku(seed=5), order="tightest", restarts=15),
    "restarts": lambda: trace(icosoku(seed=2), restarts=60, seed=1, max_events=5000),
    "all": lambda: trace(small_puzzle("no blank", 1), limit=None),
    "spare": lambda: trace(small_puzzle("spare tiles", 3), limit=None, order="tightest"),
    "halves": lambda: trace(bipyramid_of([41, 17, 48, 23, 45]), order="tightest"),
}


@cache
def long(name):
    return LONG[name]()


@pytest.fixture(params=LONG)
def long_trace(request):
    return long(request.param)


def replayed(one):
    """Every state, step by step from the start: what lies there and what is missing, from the definition."""
    placed, puzzle = {}, one.puzzle
    for event in one.events:
        if event.kind == "try":
            assert event.face not in placed
            placed[event.face] = event.placed
        elif event.kind == "undo":
            assert placed.pop(event.face) == event.placed
        elif event.kind == "restart":
            placed = {}
        missing = dict(zip(puzzle.polyhedron.vertices, puzzle.capacities))
        for face, way in placed.items():
            for vertex, number in zip(puzzle.polyhedron.faces[face], dots(*way)):
                missing[vertex] -= number
        yield dict(placed), tuple(missing.values())


def test_states_are_those_of_a_replay(long_trace):
    for k, (placed, missing) in enumerate(replayed(long_trace)):
        state, event = long_trace.state(k), long_trace.events[k]
        assert (state.placed, state.missing) == (placed, missing)
        assert (state.face, state.focus, state.level) == (event.face, event.vertex, event.level)
        assert event.level == len(placed)
        assert not Counter(way.tile for way in placed.values()) - Counter(long_trace.puzzle.tiles)
    with pytest.raises(IndexError):
        long_trace.state(len(long_trace))


def reach(puzzle, placed, faces):
    """Return what so many faces can get at the least and at the most from the tiles that are left."""
    left = list((Counter(puzzle.tiles) - Counter(way.tile for way in placed.values())).elements())
    return sum(sorted(map(min, left))[:faces]), sum(sorted(map(max, left))[len(left) - faces :])


def check_claim(puzzle, state, say):
    """Is what a dead end says true? Gives which cut it is."""
    cut, claim = say.removesuffix(".").split(": ", 2)[1:]
    if cut == "no way":
        assert claim.endswith(f"on face {puzzle.polyhedron.face_names[state.face]}")
        assert not fitting(puzzle, state.placed, state.face)
        return cut
    numbers = [*map(int, re.findall(r"(?<![A-Z])\d+", claim))]
    vertex, v = puzzle.polyhedron.vertices[state.focus], state.focus
    peg, missing = puzzle.capacities[v], state.missing[v]
    open_faces = sum(
        vertex in face for number, face in enumerate(puzzle.polyhedron.faces) if number not in state.placed
    )
    low, high = reach(puzzle, state.placed, open_faces)
    assert re.search(rf"\b{vertex} (has|needs|may)|of {vertex} have", claim)
    if cut == "wrong sum":
        assert open_faces == 0 and missing and numbers == [peg - missing, peg]
    elif cut == "too many dots":
        assert missing < 0 and numbers == [peg - missing, peg]
    elif cut == "out of reach":
        assert missing > high and numbers == [missing, high, open_faces]
    else:
        assert cut == "too much to come" and 0 <= missing < low and numbers == [missing, low, open_faces]
    return cut


def fitting(puzzle, placed, face):
    """Return what can lie on a face so that each of its vertices by itself can still get its number, by
    trying all tiles."""
    solid, left = puzzle.polyhedron, Counter(puzzle.tiles) - Counter(way.tile for way in placed.values())
    has, found = sums(puzzle, placed), []
    for way in puzzle.ways:
        rest = [
            (v, puzzle.capacities[v] - has[v] - number) for v, number in zip(solid.corners[face], dots(*way))
        ]
        others = [sum(other not in placed and other != face for other, _ in solid.around[v]) for v, _ in rest]
        ranges = [reach(puzzle, placed, n) for n in others]
        if left[way.tile] and all(low <= missing <= high for (_, missing), (low, high) in zip(rest, ranges)):
            found.append(way)
    return found


def test_what_dead_ends_say_is_true(long_trace):
    for k in long_trace.steps("conflict"):
        assert check_claim(long_trace.puzzle, long_trace.state(k), long_trace.events[k].say) in CUTS
        assert long_trace.events[k].say.startswith(f"Dead end at level {long_trace.events[k].level}: ")


def test_the_traces_show_every_cut():
    said = {
        event.say.split(": ")[1] for name in LONG for event in long(name).events if event.kind == "conflict"
    }
    assert said == set(CUTS)


def test_what_tries_say_is_true(long_trace):
    solid, states = long_trace.puzzle.polyhedron, list(replayed(long_trace))
    for k in long_trace.steps("try"):
        event, missing = long_trace.events[k], states[k][1]
        for v, number in zip(solid.corners[event.face], dots(*event.placed)):
            peg = long_trace.puzzle.capacities[v]
            assert f"{solid.vertices[v]} gets {number} and has {peg - missing[v]} of {peg}" in event.say
        between = "-" if max(event.placed.tile) > 9 else ""
        assert f"put tile {between.join(map(str, event.placed.tile))}" in event.say
        assert f"on face {solid.face_names[event.face]}" in event.say
        assert event.item == f"face {solid.face_names[event.face]}"


def test_fullest_is_a_vertex_with_the_fewest_open_faces():
    for one in (long("plain"), long("restarts")):
        for k in one.steps("choose"):
            state, solid = one.state(k), one.puzzle.polyhedron
            faces = [sum(face not in state.placed for face, _ in around) for around in solid.around]
            assert faces[state.focus] == min(filter(None, faces))
            assert solid.vertices[state.focus] in solid.faces[state.face]
            assert state.missing[state.focus] == max(
                m for m, n in zip(state.missing, faces) if n == faces[state.focus]
            )
            assert (
                f"the fewest open faces, {faces[state.focus]}, and needs {state.missing[state.focus]} more"
                in one.events[k].say
            )


def test_tightest_is_a_face_on_which_the_fewest_fit():
    one = long("tightest")
    for k in one.steps("choose")[:25]:
        placed = one.state(k).placed
        counts = {face: len(fitting(one.puzzle, placed, face)) for face in range(20) if face not in placed}
        assert one.events[k].count == counts[one.events[k].face] == min(counts.values())


@pytest.mark.slow
def test_nodes_are_the_tries():
    for choices in (
        dict(order="tightest", seed=3),
        dict(order="tightest", restarts=10, seed=3),
        dict(restarts=400, seed=2),
    ):
        puzzle = icosoku(seed=7)
        one = trace(puzzle, **choices)
        found = arrange(puzzle, **{"restarts": None, **choices})
        assert one.stopped == "limit" and one.solutions == [found.arrangement]
        assert len(one.steps("try")) == found.nodes
    for kind, seed in CASES[::3]:
        puzzle = small_puzzle(kind, seed)
        one, counters = trace(puzzle, limit=None), count_nodes(puzzle)
        assert one.complete and counters.complete and counters.share == 1
        cuts = Counter(event.say.split(": ")[1] for event in one.events if event.kind == "conflict")
        assert counters.cuts == {cut: cuts[cut] for cut in CUTS}
        assert (
            len(one.steps("try")),
            len(one.solutions),
            len(one.steps("choose")),
            len(one.steps("undo")),
        ) == (counters.nodes, counters.solutions, len(one.steps("choose")), counters.nodes)


def test_the_event_limit():
    one = trace(icosoku(), max_events=50)
    assert len(one) == 50 and one.stopped == "events" and not one.complete and one.events[-1].kind == "end"


def test_restarts_by_seed():
    first, again, other = (
        trace(icosoku(seed=2), order="tightest", restarts=10, seed=seed) for seed in (1, 1, 2)
    )
    assert first.events == again.events and first.solutions == again.solutions
    assert [event.placed for event in first.events] != [event.placed for event in other.events]


def test_a_restart_takes_everything_off():
    one = long("restarts")
    restarts = one.steps("restart")
    assert len(restarts) >= 3
    run = [sum(start < k < end for k in one.steps("try")) for start, end in zip([0, *restarts], restarts)]
    assert run[0] == 60 and all(a <= b <= 1.1 * a + 1 for a, b in zip(run, run[1:]))
    for number, k in enumerate(restarts, 1):
        assert one.state(k).placed == {} and one.state(k).missing == one.puzzle.capacities
        laid = len(one.state(k - 1).placed)
        assert one.events[k].say.startswith(
            f"Restart {number} after {run[number - 1]} tiles: all {laid} are taken off"
        )
        assert one.events[k + 1].kind == "choose" and one.events[k + 1].level == 0


def test_after_a_solution_there_is_no_restart():
    puzzle = small_puzzle("no blank", 0)
    assert len(tilings(puzzle)) > 1
    kinds = [step[0] for step in search_of(puzzle, "faces", False, 5, 1)]
    assert "restart" in kinds and "restart" not in kinds[kinds.index("answer") :]
