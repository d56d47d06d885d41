"""The code stays as small and as plain as it has become: `make figures` prints what is counted here."""

import pytest
from figures import RECORDED, ROOT, characters, measure, parse, to_mend

CEILINGS = {  # what adds to the workbook may make it larger, not less plain
    "characters of Python in puzzlelib": 845_800,
    "characters of Python in makers": 173_650,
    "characters of Python in lessons": 1_448_150,
    "characters of JavaScript and CSS in lessons": 465_250,
    "top-level names in two modules or more": 48,
    "functions named by a bare participle": 39,
    "docstrings that begin with What, Who, Where, How, The same": 0,
    "lines over 100 columns": 1_600,
    "functions of more than 40 lines": 13,
    "lines of a function, median": 7,
}
MOST_IN_TESTS = 1_833_300  # characters of Python


@pytest.mark.slow
def test_no_figure_is_worse_than_what_was_reached():
    figures = measure(ROOT)
    assert figures.keys() == RECORDED.keys()
    worse = {name: figures[name] for name, most in CEILINGS.items() if figures[name] > most}
    assert not worse, 'make figures ARGS="--list PATH" shows what to mend; new work may add characters'


def test_tests_are_no_longer_than_they_were():
    assert characters(ROOT / "tests", ".py") <= MOST_IN_TESTS, "tests of new work may raise it"


def test_what_is_to_be_mended_is_found(tmp_path):
    for name, text in {
        "puzzlelib/one.py": '"""What is here."""\n\n\ndef drawn():\n    """The same again."""\n',
        "lessons/two.py": f"def drawn(): ...\n\n\nclass Board:\n    def __len__(self): {'x' * 90}\n",
        "lessons/three.py": 'class Board:\n    """A board."""\n\n    def is_drawn(self): ...\n',
        "lessons/node_modules/four.py": "def drawn(): ...\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert list(to_mend(tmp_path, parse(tmp_path)).values()) == [
        ["Board: lessons/three.py lessons/two.py", "drawn: lessons/two.py puzzlelib/one.py"],
        ["puzzlelib/one.py:4 drawn", "lessons/two.py:1 drawn"],
        ["puzzlelib/one.py:1 What is here.", "puzzlelib/one.py:4 The same again."],
        ["lessons/two.py:5"],
    ]
