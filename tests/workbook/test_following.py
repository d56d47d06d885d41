"""Pictures in a page that follow the code of an exercise, without a browser: they show what the card of the
notebook shows of the same function."""

import json

import pytest
from browser.live_answers import notebooks
from solved import fresh_shell, run_cell
from test_build import course

from lessons.kit.cards.packed import plain_json
from lessons.kit.ground.course import COURSE
from lessons.kit.ground.slicing import statements_of
from lessons.kit.live import session as live
from lessons.kit.live.session import Session

LINES = """LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]"""
CARD = "from lessons.l01_backtracking import watch_test\ncard = watch_test()"
TESTS = {
    "right": """def can_still_work(square):
    lines = [[square[cell] for cell in line] for line in LINES]
    return all(0 in line or sum(line) == 15 for line in lines)""",
    "eager": "def can_still_work(square):\n    return False",
    "lazy": "def can_still_work(square):\n    return True",
    "raising": "def can_still_work(square):\n    return square[9]",
}
STUB = "def can_still_work(square):\n    ..."
VALUES = "boards", "still", "count", "track", "levels", "kinds", "frames", "step"  # of the views


@pytest.fixture
def session() -> Session:
    return Session(1, [*statements_of(LINES), *statements_of(STUB, "1.3")], {"1.3": "can_still_work"})


def ask(session: Session, source: str, action: str = "watch", **more) -> dict:
    request = {"action": action, "id": "1.3", "source": source, "answers": {}} | more
    return json.loads(session.perform(json.dumps(request)))


def traits_of(answer: dict) -> dict[str, dict]:
    return {one["part"]: one["traits"] for one in answer["models"]}


def card_with(source: str):
    """The card of the notebook, after its cell has been run with this function."""
    shell = fresh_shell({})
    for cell in (LINES, source, CARD):
        run_cell(shell, cell)
    return shell.user_ns["card"]


@pytest.mark.parametrize("source", TESTS.values(), ids=TESTS)
def test_the_page_shows_what_the_card_of_the_notebook_shows(session, source):
    found, card = traits_of(ask(session, source)), card_with(source)
    assert found.pop("line") == {"value": card.line.value}
    parts = card.follows.parts
    assert found.keys() == parts.keys() - {"line"}
    for part, names in {"views": VALUES, "step": ("max", "value")}.items():
        if part in found:
            shown = {name: getattr(parts[part], name) for name in names}
            assert found[part] == json.loads(json.dumps(shown, default=plain_json))


def test_further_frames_are_those_of_the_card_also_from_a_new_python(session):
    card = card_with(TESTS["right"])
    frames = card.follows.parts["views"].everything
    last = len(frames) - 1
    for python in (session, Session(1, session.statements, session.calls)):
        answer = ask(python, TESTS["right"], "frames", part="views", start=last - 2, stop=last + 9)
        assert answer["block"]["frames"] == [frames[k] for k in range(last - 2, last + 1)]


@pytest.mark.parametrize(("source", "says"), [
    ("def can_st", "Line 1 is not finished"),
    ("can_still_work = LINE", "NameError: name 'LINE' is not defined"),
    ("def works(square):\n    return True", "NameError: name 'can_still_work' is not defined"),
    ("can_still_work = 7", "can_still_work is no function"),
    ("exit()", "SystemExit"),
])  # fmt: skip
def test_code_that_is_not_finished_leaves_the_picture_as_it_is(session, source, says):
    answer = ask(session, source)
    assert answer["status"] == "unchanged" and answer["text"].startswith(says)
    assert "models" not in answer


def test_what_never_ends_is_ended(session, monkeypatch):
    monkeypatch.setattr("lessons.l01_backtracking.watch.SECONDS", 0.2)
    monkeypatch.setattr(live, "SECONDS", 0.2)
    answer = ask(session, "def can_still_work(square):\n    while True:\n        pass")
    assert answer["text"] == "can_still_work has not answered within 0.2 seconds."
    assert "still running after 0.2 seconds" in ask(session, "while True:\n    pass")["text"]


def test_what_code_does_to_python_itself_is_mended(session):
    right = ask(session, TESTS["right"])
    broken = "import builtins, sys\nbuiltins.len = builtins.map = None\nsys.setrecursionlimit(200)"
    assert ask(session, f"{broken}\n{TESTS['eager']}")["text"].startswith("No magic square")
    assert ask(session, TESTS["right"]) == right


def test_the_page_hears_which_other_answers_the_code_needs(session):
    before = [*statements_of(LINES), *statements_of("def other():\n    ...", "1.1")]
    page = Session(1, [*before, *statements_of(STUB, "1.3")], session.calls)
    assert ask(page, TESTS["eager"])["uses"] == []
    source = "def can_still_work(square):\n    return other()"
    answers = {"1.1": "def other():\n    return False"}
    assert ask(page, source, answers=answers)["uses"] == ["1.1"]


def test_a_failing_function_leaves_the_tree_of_the_one_before(session):
    ask(session, TESTS["eager"])
    assert traits_of(ask(session, TESTS["raising"])).keys() == {"line"}
    assert ask(session, TESTS["raising"], "frames", part="views", start=0, stop=1)["block"]["frames"]


def test_a_pasted_line_of_check_is_left_to_the_page(session):
    pasted = f'from lessons import check\n{TESTS["right"]}\nprint("mine")\ncheck("1.3", can_still_work)'
    for action in ("run", "check"):
        answer = ask(session, pasted, action)
        assert (
            answer["printed"] == "mine\n" and answer["status"] == {"run": "ran", "check": "correct"}[action]
        )
        assert answer["text"].startswith("1.3") == (action == "check")


def test_all_exercises_are_live_but_those_with_a_reason():
    every = {task.id for lesson in course() for task in lesson.exercises}
    live = {id for cells in notebooks().values() for id in cells.stubs}
    assert every - live == COURSE.closed.keys() and len(live) >= 0.88 * len(every)


def test_the_marks_of_an_error_stand_below_the_name_that_is_wrong(session):
    answer = ask(session, "found = unknown_to_us", "run")
    *_, line, marks, words = answer["text"].splitlines()
    assert line.index("unknown") == marks.index("^") and words.startswith("NameError")
