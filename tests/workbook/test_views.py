"""The 2D views without a browser: the tree, the matrix, the links and the square say what the trace says, and
cost little."""

import json
from time import process_time

import numpy as np
import pytest
from quiet_clock import ends_within

from lessons import explorer, player
from lessons.kit.cards.packed import BLOCK
from lessons.puzzles.cards import puzzle_explorer as widgets
from lessons.puzzles.cards.boards import KIND_CODES, LinksBoard, MatrixBoard, TreeBoard, paint_of
from lessons.puzzles.cards.step_player import views_of
from lessons.puzzles.views.search_view import Steps
from puzzlelib import PuzzleError, asp, generate, load
from puzzlelib.ilp.branch_and_bound import trace as branch_and_bound
from puzzlelib.pictures.colours import colours
from puzzlelib.search import algorithm_x, backtracking, dancing_links, magic_square
from puzzlelib.search.exact_cover import cover_of
from puzzlelib.search.tree import NEVER, SearchTree
from puzzlelib.search.words import CoverWords, PuzzleWords

KNUTH = cover_of({"A": "ce", "B": "adg", "C": "bcf", "D": "adf", "E": "bg", "F": "deg"}, items="abcdefg")
MADE = generate("2x4x4", 2, 5)
TRACES = {
    "x": algorithm_x.trace(MADE.puzzle, MADE.given),
    "by hand": algorithm_x.trace(KNUTH, limit=None),
    "by piece": backtracking.trace(MADE.puzzle, MADE.given, by="piece", max_events=4000),
    "square": magic_square.trace(3, prune="line"),
    "links": dancing_links.link_trace(KNUTH, limit=None),
    "clasp": asp.trace(load("tetracubes-2x4x4")),
}


LINEAR = {
    "nine": branch_and_bound(load("nine-ls"), costs="random", seed=2),
    "hints": branch_and_bound(MADE.puzzle, MADE.given),
    "cover": branch_and_bound(KNUTH, costs=[3, 1, 4, 1, 5, 9]),
}
TRACES |= {f"branch and bound, {name}": trace for name, trace in LINEAR.items()}


@pytest.fixture(params=TRACES)
def trace(request):
    return TRACES[request.param]


def depth_by_replay(events):
    """The options on the path after each event, by a stack of our own."""
    stack = []
    for event in events:
        if event.kind in ("try", "decide"):
            del stack[event.level - 1 :]
            stack.append(event.option)
        elif event.kind in ("undo", "backjump", "restart"):
            del stack[event.level :]
        yield tuple(stack)


def test_the_path_is_that_of_the_search(trace):
    tree = SearchTree(trace)
    option = {branch.first: trace.events[branch.first].option for branch in tree.branches[1:]}
    for step, stack in enumerate(depth_by_replay(trace.events)):
        path = tree.path(step)
        assert tuple(option[tree.branches[number].first] for number in path[1:]) == stack


def test_every_try_is_a_node(trace):
    tree = SearchTree(trace)
    tries = sum(event.kind in ("try", "decide") for event in trace.events)
    assert len(tree.branches) == tree.sizes[0] == tries + 1
    assert all(-1 < branch.parent < number for number, branch in enumerate(tree.branches) if number)
    for kind in ("conflict", "answer"):
        ended = [event for event in trace.events if event.kind == kind]
        assert sum(branch.kind == kind for branch in tree.branches) <= len(ended)
        assert {branch.say for branch in tree.branches if branch.kind == kind} <= {
            event.say for event in ended
        }


@pytest.mark.parametrize("name", LINEAR)
def test_nodes_of_branch_and_bound_tell_bound_and_end(name):
    trace, tree = LINEAR[name], SearchTree(LINEAR[name])
    for branch in tree.branches:
        event = trace.events[branch.first]
        assert branch.bound == event.bound
        if branch.parent >= 0:
            assert branch.label == f"{tree.words.short(event.option)}={int(event.sign)}"
            assert branch.words.endswith(f" = {int(event.sign)}")
            assert (
                branch.bound is None or branch.bound >= tree.branches[branch.parent].bound - 1e-6
            )  # never better on the way down
        end = trace.events[branch.ended] if branch.ended >= 0 else None
        assert branch.kind == (("bound" if end.cause == "bound" else end.kind) if end else "open")
    ends = [event.cause or event.kind for event in trace.events if event.kind in ("conflict", "answer")]
    shown = [
        "infeasible" if branch.kind == "conflict" else branch.kind
        for branch in sorted(tree.branches, key=lambda b: b.ended)
        if branch.ended >= 0
    ]
    assert shown == ends
    still = TreeBoard(trace).still()
    kinds = np.frombuffer(still["kind"], "<i4")
    assert still["linear"] and [KIND_CODES[branch.kind] for branch in tree.branches] == kinds.tolist()
    if trace.costs:
        bounds = np.frombuffer(still["bound"], "<f8")
        assert [None if np.isnan(bound) else bound for bound in bounds.tolist()] == [
            branch.bound for branch in tree.branches
        ]


def test_the_packed_tree_is_the_tree():
    still, tree = TreeBoard(TRACES["x"]).still(), SearchTree(TRACES["x"])
    column = {name: np.frombuffer(data, "<i4") for name, data in still.items() if isinstance(data, bytes)}
    assert list(column["parent"]) == [branch.parent for branch in tree.branches]
    assert list(column["kind"]) == [KIND_CODES[branch.kind] for branch in tree.branches]
    assert [still["texts"][code] for code in column["say"]] == [branch.say for branch in tree.branches]
    assert column["last"][0] == NEVER


MIRROR = PuzzleWords(load("tetracubes-2x2x4+2x2x4"))


@pytest.mark.parametrize(
    "words, cause, item, detail, say, kind",
    [
        (
            MIRROR,
            "islands",
            None,
            2,
            "an island of 2 empty cells, and no set of the remaining pieces has so many",
            "an island of n empty cells",
        ),
        (MIRROR, "fit", "Z_mirror", 0, "no place left for piece Z_mirror (M)", "no place left for a piece"),
        (TRACES["square"].words, "row", (1, 2), 9, "a row has the sum 9, not 15", "a row has a wrong sum"),
        (CoverWords(KNUTH), "options", "f", 0, "item f has no option left", "an item has no option left"),
    ],
)
def test_reasons_are_told_by_kind(words, cause, item, detail, say, kind):
    assert words.why(cause, item, detail) == say and words.kind(cause, item) == kind


def test_a_small_matrix_is_the_state():
    board, trace = MatrixBoard(TRACES["by hand"]), TRACES["by hand"]
    assert board.small and board.still()["rows"] == list("ABCDEF")
    assert board.still()["items"] == list("abcdefg")
    for k, event in enumerate(trace.events):
        frame, state = board.frame(k), trace.state(k)
        assert frame["on"] == sorted(state.on) and frame["off"] == sorted(state.off)
        assert frame["tried"] == (event.option if event.kind == "try" else None)
        if event.kind == "choose":
            item = list(KNUTH.items)[frame["item"]]
            open_rows = [o for o, row in enumerate(KNUTH.options) if item in row and o not in state.off]
            assert item == event.item and len(open_rows) == event.count


@pytest.mark.parametrize("name", ["x", "by piece"])
def test_a_large_matrix_lists_the_options_of_the_item(name):
    trace, puzzle = TRACES[name], MADE.puzzle
    board = MatrixBoard(trace)
    assert not board.small
    for k in range(0, len(trace), max(1, len(trace) // 150)):
        event, frame, state = trace.events[k], board.frame(k), trace.state(k)
        filled = {cell for option in state.on for cell in puzzle.placements[option].cells}
        assert frame["columns"] == len(puzzle.container) - len(filled) + len(puzzle.pieces) - len(state.on)
        now = [option for option, _, _, fate in frame["options"] if fate == "now"]
        if event.kind == "try":
            assert now == [event.option]
        if event.kind == "choose" and frame["count"] <= 60:
            assert len(frame["options"]) == event.count and not now


def test_around_the_option_that_is_tried_as_many_are_listed_as_have_room():
    rows = [["a", f"s{k}"] for k in range(100)]
    trace = algorithm_x.trace(cover_of(rows, items="a", secondary=[row[1] for row in rows]), limit=None)
    board, listed = MatrixBoard(trace), []
    for k in trace.steps("try"):
        frame = board.frame(k)
        listed.append((frame["before"], len(frame["options"]), frame["more"]))
    assert not board.small and set(listed) == {(before, 60, 40 - before) for before in range(41)}


def test_links_are_replayed_exactly():
    trace = TRACES["links"]
    board = LinksBoard(trace)
    for k in range(len(trace)):
        frame = board.frame(k)
        assert {name: tuple(frame[name]) for name in trace.start} == trace.state(k)
        assert frame["changed"] == [[name, node] for name, node, _, _ in trace.events[k].changes]


def test_every_frame_can_be_sent(trace):
    show = player(trace, views=[name for name in views_of(trace, None) if name != "picture"] or "tree")
    json.dumps([show.views._all[k] for k in range(0, len(trace), 97)])
    assert show.views.count == len(trace.events) == len(show.views.track) == len(show.views.levels) // 2
    assert [show.views.kinds[code] for code in show.views.track] == [event.kind for event in trace.events]


@pytest.mark.parametrize(
    "name, shown",
    [
        ("x", ["picture", "tree"]),
        ("clasp", ["picture"]),
        ("by hand", ["matrix", "tree"]),
        ("square", ["picture", "tree"]),
        ("links", ["links"]),
    ],
)
def test_what_suits_the_trace(name, shown):
    assert views_of(TRACES[name], None) == shown
    show = player(TRACES[name])
    assert bool(show.stage) == (name in ("x", "clasp"))
    assert show.step.max == len(TRACES[name].events) - 1
    assert bool(show.views) == (shown != ["picture"])
    if show.stage and show.views:
        assert not show.views.controls and show.stage.count == show.views.count


def test_a_view_that_is_not_there_gets_one_line():
    with pytest.raises(PuzzleError, match="view 'links': this trace has the views matrix, tree, counters"):
        player(TRACES["by hand"], views=["links"])
    with pytest.raises(PuzzleError, match="name at least one of"):
        player(TRACES["by hand"], views=[])
    assert views_of(TRACES["x"], ["tree", "tree"]) == ["tree"]


def test_a_long_search_is_sent_in_small_parts():
    trace = backtracking.trace(load("tetris-cube"), by="piece", limit=None, max_events=30_000)
    shows = []

    def attempt():
        start = process_time()
        shows.append(player(trace, views=["tree", "matrix", "counters"]))
        return process_time() - start

    ends_within(3, attempt)
    show = shows[-1]
    assert len(show.views.frames) == BLOCK
    columns = [data for name, data in show.views.still["tree"].items() if name != "texts"]
    assert sum(map(len, columns)) < 30_000 * 44 and len(show.views.track) + len(show.views.levels) == 90_000
    sent = []
    show.views.send = sent.append
    show.views._answer(None, {"kind": "frames", "from": 29_990, "to": 29_994}, [])

    def jumps():
        start = process_time()
        for k in range(0, 30_000, 1500):
            show.views._answer(None, {"kind": "frames", "from": k, "to": k + 4}, [])
        return (process_time() - start) / 20

    ends_within(0.15, jumps)
    assert sent[0]["from"] == 29_990 and len(sent[0]["frames"]) == 4 and len(json.dumps(sent[1])) < 60_000


@pytest.mark.parametrize("engine", widgets.TRACERS)
def test_every_engine_steps_the_same_puzzle(engine):
    show = explorer("2x4x4", 3, 7, engine=engine)
    made = generate("2x4x4", 3, 7)
    assert show.engine.value == engine and show.made.puzzle == made.puzzle
    last = show.stage._all[show.stage.count - 1]
    assert sum(bool(how) for how in last["how"]) == 32 or engine == "asp"
    assert ("Ground program" in show.search_line.value) == (engine == "asp")
    assert "nodes" in show.search_line.value or engine in (
        "asp",
        "ilp",
    )  # a relaxation without fractions needs none


def test_the_colours_of_the_pieces_are_those_of_the_picture():
    puzzle = load("tetracubes-2x4x4")
    assert paint_of(asp.trace(puzzle)) == {
        puzzle.labels[name]: list(pair) for name, pair in colours(puzzle).items()
    }


def test_a_search_that_says_not_here_shows_each_placement():
    """Counted from the events alone: open are those that no event has ruled out or placed since."""
    trace = asp.trace(load("tetracubes-2x2x4+2x2x4"))
    names, steps, options = (
        [piece.name for piece in trace.puzzle.pieces],
        Steps(trace),
        trace.puzzle.placements,
    )
    known: dict[int, str] = {}
    for k, event in enumerate(trace.events):
        known = {
            option: "#" if sign == "#" else "." for option, sign in known.items() if option not in event.back
        }
        known |= dict.fromkeys(event.on, "#") | dict.fromkeys(event.off, "x")
        wanted = {
            name: [known.get(o, "o") for o, (piece, _) in enumerate(options) if piece == name]
            for name in names
        }
        assert {name: list(signs) for name, signs in steps[k]["each"].items()} == wanted
    assert "each" not in Steps(TRACES["x"])[1], "bars are enough where pieces are only placed"
