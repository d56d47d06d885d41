"""The searches that students write, watched call by call (lessons 03 and 04)."""

from collections import Counter

import pytest
import yaml
from sizes import thinned
from solved import fresh_shell, run_cell
from test_build import ROOT

from lessons.kit.building.lesson import read_lesson
from lessons.kit.checks import own_calls
from lessons.kit.checks.judge import verdict
from lessons.puzzles.checks.own_cases import own_cases
from lessons.puzzles.checks.own_search import OwnSearch, watch_own_search
from lessons.puzzles.live.own_search_state import first_stop
from lessons.puzzles.views.search_view import SearchView
from puzzlelib.common.words import place
from puzzlelib.search import algorithm_x, backtracking

PLACES = {
    "by_cell": ("l03_tetris_cube", "3.1"),
    "by_piece": ("l03_tetris_cube", "3.2"),
    "algorithm_x": ("l04_algorithm_x", "4.4"),
}
CASES = [(name, case) for name in PLACES for case in own_cases(name)]
IDS = [f"{name} on {case.name}" for name, case in CASES]
FEWEST = """
def fewest(items, options):
    return min(items, key=lambda item: sum(item in its for its in options.values()))
"""


def answers(name: str) -> dict[str, str]:
    """The solution of an exercise, its wrong answers, and its answers in other styles."""
    folder, id = PLACES[name]
    lesson = read_lesson(ROOT / "lessons" / folder / "lesson.md")
    task = next(task for task in lesson.exercises if task.id == id)
    ways = yaml.safe_load((ROOT / "lessons" / folder / "ways.yaml").read_text())[id]
    codes = {"solution": task.solution, **dict(task.wrongs)} | {way["way"]: way["code"] for way in ways}
    return {why: code.replace(f'check("{id}", {name})', "") for why, code in codes.items()}


def watch_code(name: str, code: str, case=None, seconds: float = 30) -> OwnSearch:
    names = {}
    exec(FEWEST + code, names)
    function = names[name]
    found = watch_own_search(function, name, case or own_cases(name)[0], seconds=seconds)
    assert names[name] is function  # nothing is left of the watch
    return found


def per_level(found: OwnSearch) -> dict[int, int]:
    return dict(Counter(event.level for event in found.trace.events if event.kind == "try"))


def library_counters(name: str, case):
    if name == "algorithm_x":
        return algorithm_x.run(case.problem, seconds=None)
    return backtracking.run(case.problem, by=name.removeprefix("by_"), seconds=None)


@pytest.mark.parametrize("name, case", CASES, ids=IDS)
def test_the_solution_has_the_tree_of_the_library(name, case):
    """Two ways: the calls of the lesson's solution, and the counts of the library's own search."""
    found, counted = watch_code(name, answers(name)["solution"], case), library_counters(name, case)
    assert per_level(found) == counted.per_level
    assert len(found.trace.steps("conflict")) == counted.dead_ends
    assert len(found.trace.steps("answer")) == counted.solutions == len(found.calls.root.results)
    assert found.words.startswith(f"{counted.nodes} ") and found.trace.complete


SAID = {  # what the card says of a wrong answer, from what its author says of it
    ("by_cell", "forgets the first empty cell"): "144 packings, only 24 of them different.",
    ("by_cell", "uses a piece twice"): "115 of them wrong.",
    ("by_cell", "the piece must begin at the last empty cell"): "1 placement tried, 1 dead end. 0 packings.",
    ("by_piece", "takes the first place and never comes back"): "2 placements tried, 1 dead end. 0 packings.",
    ("by_piece", "does not look whether the cells are empty"): "2,304 packings, 2,280 of them wrong.",
    ("by_piece", "by product, checked at the end"): "by_piece did not call itself by its name, so only what",
    ("by_piece", "the packings as dictionaries"): "24 packings, not all of them lists of placements.",
    ("algorithm_x", "branches on every item"): "72 solutions, only 1 of them different.",
    ("algorithm_x", 'takes "no option left" for a solution'): "2 solutions, 1 of them wrong.",
    ("algorithm_x", "all sets of options, by combinations"): "algorithm_x did not call itself by its name",
}


@pytest.mark.parametrize("name, why", SAID, ids=map(": ".join, SAID))
def test_the_card_says_what_a_wrong_answer_does(name, why):
    assert SAID[name, why] in watch_code(name, answers(name)[why]).words


def test_a_search_is_shown_at_its_first_wrong_result_or_else_at_its_first_end():
    name, case = "algorithm_x", own_cases("algorithm_x")[1]
    for why in ("solution", 'takes "no option left" for a solution'):
        events = watch_code(name, answers(name)[why], case).trace.events
        causes, kinds = [event.cause for event in events], [event.kind for event in events]
        first = causes.index("wrong") if why != "solution" else kinds.index("answer")
        assert first_stop(watch_code(name, answers(name)[why], case)) == first >= kinds.index("answer")


@pytest.mark.slow
@pytest.mark.parametrize("name", PLACES)
def test_every_style_can_be_stepped_or_is_said_to_call_nothing(name):
    for why, code in thinned(answers(name).items(), 3):
        found = watch_code(name, code, seconds=0.3)
        states = [found.trace.state(k) for k in range(0, len(found.trace), 50)]
        assert states and found.words and found.trace.events[-1].kind == "end"
        reads = "tried" in found.words
        assert reads or "by its name, so only" in found.words or "within" in found.words, why


def test_pieces_that_overlap_are_there_as_they_are():
    found = watch_code("by_cell", answers("by_cell")["lets pieces overlap"])
    little, trace = found.case.problem, found.trace
    step = next(k for k, event in enumerate(trace.events) if "taken again" in event.say)
    placed = [little.placements[o].cells for o in trace.state(step).on]
    twice = [cell for cell, often in Counter(sum(placed, ())).items() if often > 1]
    frame = SearchView(little).step(trace.state(step), trace.events[step])
    said = trace.events[step].say
    letters = dict(zip(little.container, frame["cells"]))
    assert twice and all(place(cell) in said for cell in twice)
    assert all(len(letters[cell]) > 1 for cell in twice)
    assert len([block for block in frame["blocks"] if block["part"].startswith('["clash"')]) == len(twice)


BRANCHES = {  # what is said where a wrong answer first tries other options than it should
    ("by_cell", "lets pieces overlap"): "first empty one: 7 placements, though only 2 fit.",
    ("by_cell", "forgets the first empty cell"): "with no cell or piece in common.",
    ("by_piece", "takes the first place and never comes back"): "1 placement, of 24 that fit.",
    ("algorithm_x", "only the first option: no way back"): "1 option, of 2 that are open.",
    ("algorithm_x", "branches on every item"): "16 options tried, only 6 of them different.",
}


@pytest.mark.parametrize("name, why", BRANCHES, ids=map(": ".join, BRANCHES))
def test_a_branch_says_whether_all_that_is_possible_is_tried(name, why):
    events = watch_code(name, answers(name)[why]).trace.events
    assert any(BRANCHES[name, why] in event.say for event in events if event.kind == "choose")


def test_algorithm_x_says_that_the_exercise_before_is_missing():
    names, missing = {}, "Exercise 4.3, fewest, is still missing."
    exec("def fewest(items, options):\n    ...\n" + answers("algorithm_x")["solution"], names)
    found = watch_own_search(names["algorithm_x"], "algorithm_x", own_cases("algorithm_x")[0])
    assert found.words == f"{missing} 0 solutions."
    assert missing in verdict("4.4", names["algorithm_x"]).say


@pytest.mark.parametrize(("gives", "says"), [
    ("None", "0 packings: by_cell gave back None."),
    ("7", "0 packings: by_cell gave back a value of type int."),
    ("range(10**9)", "by_cell was stopped: it gives back more than 3,000 results."),
    ("by_cell(*some)", "by_cell was stopped at level 40 after 41 calls, before its end."),
    ("by_cell([[]], {(): 1, 'V': 2}, {})", "by_cell was stopped at level 40"),
])  # fmt: skip
def test_what_is_given_back_is_told_whatever_it_is(gives, says):
    found = watch_code("by_cell", f"def by_cell(*some):\n    return {gives}")
    assert says in found.words and len(found.calls.root.results) <= 3001


ENDLESS = {
    "empties nothing": "for piece, cells in placements:\n        yield from by_cell(empty, left, placements)",
    "yields for ever": "while True:\n        yield []",
    "turns for ever": "while True:\n        pass\n    yield",
    "hides errors": """try:
        yield from by_cell(empty, left, placements)
    except Exception:
        yield from by_cell(empty, left, placements)""",
}


@pytest.mark.parametrize("why", ENDLESS)
def test_a_search_that_never_ends_is_stopped(why):
    found = watch_code("by_cell", f"def by_cell(empty, left, placements):\n    {ENDLESS[why]}", seconds=0.5)
    assert found.calls.ended and found.trace.stopped
    assert len(found.trace.events) <= 3 * own_calls.MOST_CALLS + 3


ODD = {
    "changes the set it was given, and mends it": """
def by_cell(empty, left, placements):
    empty = empty if isinstance(empty, set) else set(empty)
    if not empty:
        yield []
        return
    first = min(empty)
    for piece, cells in placements:
        if piece in left and first in cells and cells <= empty:
            empty -= cells
            for rest in by_cell(empty, left - {piece}, placements):
                yield [(piece, cells), *rest]
            empty |= cells
""",
    "by keywords, with one argument more": """
def by_cell(empty, left, placements, more=0):
    if not empty:
        return [()]
    return [((piece, cells), *rest) for piece, cells in placements
            if piece in left and min(empty) in cells and cells <= empty
            for rest in by_cell(left=left - {piece}, placements=placements, empty=empty - cells)]
""",
    "all calls are made before the first is asked": """
def by_cell(empty, left, placements):
    if not empty:
        yield []
        return
    first = min(empty)
    fitting = [one for one in placements if one[0] in left and first in one[1] and one[1] <= empty]
    calls = [by_cell(empty - one[1], left - {one[0]}, placements) for one in fitting]
    for one, call in zip(fitting, calls):
        for rest in call:
            yield [one, *rest]
""",
    "the last piece without a call": """
def by_cell(empty, left, placements):
    fitting = [one for one in placements if one[0] in left and min(empty) in one[1] and one[1] <= empty]
    for piece, cells in fitting:
        if cells == empty:
            yield [(piece, cells)]
        else:
            for rest in by_cell(empty - cells, left - {piece}, placements):
                yield [(piece, cells), *rest]
""",
}


@pytest.mark.parametrize("why", ODD)
def test_odd_styles_are_read_aright(why):
    found = watch_code("by_cell", ODD[why])
    levels = {1: 16, 2: 39, 3: 24}
    if "last piece" in why:
        del levels[3]
    assert per_level(found) == levels and len(found.trace.steps("answer")) == 24
    assert all(event.option is not None for event in found.trace.events if event.kind == "try")


CARD = 'from lessons import watch_search\ncard = watch_search("{}")'


@pytest.mark.slow
@pytest.mark.parametrize("name", PLACES)
def test_the_card_follows_the_cell(name):
    shell = fresh_shell({})
    run_cell(shell, CARD.format(name))
    card = shell.user_ns["card"]
    assert f"Write {name} above" in card.line.value
    empty = card.players
    run_cell(shell, f"def {name}(*some):\n    ...")
    assert card.players is empty and [one.step.disabled for one in empty] == [True] * len(empty)
    run_cell(shell, FEWEST + answers(name)["solution"])
    first = card.players
    assert "tried" in card.line.value and all(one.step.value > 1 for one in first)
    run_cell(shell, "1 + 1")
    assert card.players is first
    run_cell(shell, f"def {name}(*some):\n    return some[9]")
    assert "stopped with IndexError" in card.line.value and card.players is not first


def test_algorithm_x_is_shown_on_cards_and_on_the_cube():
    shell = fresh_shell({})
    run_cell(shell, FEWEST + answers("algorithm_x")["solution"])
    run_cell(shell, CARD.format("algorithm_x"))
    card = shell.user_ns["card"]
    said = ["Six cards: 5 options tried", "Little cube: 80 options tried"]
    assert [line.value.split(",")[0] for line in card.lines] == said
    assert [bool(one.stage) for one in card.players] == [False, True]
