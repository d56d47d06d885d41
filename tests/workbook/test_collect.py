"""The notebooks of a class are judged again, whatever is in them, and shown on one page."""

import csv
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
import psutil
import pytest
from attempts import ANSWER, PLACE, SECRET, apart, attempts
from hostile_notebooks import listening
from nbformat.v4 import new_code_cell, new_notebook, new_output
from quiet_clock import wait_until
from sizes import ALL
from solved import chosen_wrongs, solved
from test_build import ROOT, course

from lessons.kit.building.lesson import checked_id
from lessons.kit.building.notebook import student_notebook

sys.path.insert(0, str(ROOT / "lessons"))
import collect  # noqa: E402

from lessons.kit.collecting import class_page, class_words, judge_apart, judging, submissions  # noqa: E402
from lessons.kit.collecting.sandbox import Sandbox, bubblewrap, copy_library  # noqa: E402
from lessons.kit.ground.errors import CourseError  # noqa: E402

LESSONS = {lesson.number: lesson for lesson in course()}
SECONDS = 20  # of processor time for a notebook of lesson 00: it takes one or two
RIGHT, OPEN = "correct", "not answered"
WRONG, STOPPED, CHANGED = "not yet", "stopped", "not judged: the checks were changed"


# -------- notebooks as students hand them in


def handed(answers: dict[str, str], number: int = 0, before: str = "") -> nbformat.NotebookNode:
    """A notebook with these answers, in the cells that the student got, and a cell before all others."""
    notebook = student_notebook(LESSONS[number])
    for cell in notebook.cells:
        id = checked_id(cell.source) if "exercise" in cell.metadata.get("tags", ()) else ""
        if id in answers:
            cell.source = answers[id]
    if before:
        notebook.cells.insert(1, new_code_cell(before))
    return notebook


def solutions(number: int = 0) -> dict[str, str]:
    return {task.id: task.solution for task in LESSONS[number].own_exercises}


def with_first(body: str) -> dict[str, str]:
    """All exercises of lesson 00 solved, but this is in the function of the first."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return solutions() | {"0.1": f'def empty_cells(container, hints):\n{lines}\n\ncheck("0.1", empty_cells)'}


def with_cell(*codes: str) -> nbformat.NotebookNode:
    """All exercises solved, and cells of the student's own at the beginning."""
    notebook = handed(solutions())
    notebook.cells[1:1] = map(new_code_cell, codes)
    return notebook


def tries(words: dict[str, object]) -> nbformat.NotebookNode:
    """All exercises solved if nothing succeeds of what is tried before."""
    first, call = solutions()["0.1"].rsplit("\n\n", 1)
    answer = f"{first}\nright = empty_cells\n{ANSWER}\n{call}"
    return handed(solutions() | {"0.1": answer}, before=attempts(words))


def with_saved(notebook: nbformat.NotebookNode, said: dict[str, str]) -> nbformat.NotebookNode:
    """A notebook with these texts as outputs of its exercises."""
    for cell in notebook.cells:
        id = checked_id(cell.source) if "exercise" in cell.metadata.get("tags", ()) else ""
        if id in said:
            cell.outputs = [new_output("display_data", {"text/plain": f"{id}: {said[id]}"})]
    return notebook


def of_version(notebook: nbformat.NotebookNode, **mark: str) -> nbformat.NotebookNode:
    notebook.metadata["exactly-once"].update(mark)
    return notebook


WRONG_ANSWERS = {task.id: task.wrongs[0][1] for task in LESSONS[0].own_exercises}
FORGED = "def check(*given): print('0.1: Correct. ')\nfor number in '123': print(f'0.{number}: Correct. ')"
REPLACED = "from lessons.kit.checks import judge\njudge.check = judge.verdict = lambda *given: None"
PATCHED = """
import lessons.l00_start_here.checks as checks, lessons.kit.checks.judge as judge
judge.judge_answer.__code__ = (lambda task, answer: Verdict(task.id, "correct", "")).__code__
"""
PATCHED_TABLE = "import builtins\nbuiltins.sorted = lambda *given, **named: []"
STAYS = """
import os, subprocess, sys
for _ in range(3):
    subprocess.Popen([sys.executable, "-c", "import os, time; os.setsid(); time.sleep(1000)  # stays behind"])
if not os.fork():
    os.setsid()
    if not os.fork():
        os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(1000)  # stays behind"])
    os._exit(0)
"""
BOMB = "import os\nwhile True: os.fork()"
SHARED_OUT = """
import os, time
for _ in range(4):
    if not os.fork():
        held = bytearray(os.urandom(1) * (300 << 20))
        time.sleep(1000)
time.sleep(1000)
"""
FILLS = """
import os
held = []
try:
    for number in range(100):
        held.append(open(f"part{number}", "wb", 0))
        os.unlink(f"part{number}")
        for _ in range(90): held[-1].write(bytes(1 << 20))
except OSError:
    assert number < 4
held.clear()
"""
MANY_FILES = "for number in range(10 ** 6): open(f'{number}', 'w').close()"
FLOODS = (
    "import os\nfor number in range(3, 50):\n"
    + """
    try:
        for _ in range(300): os.write(number, b"x" * 65536)
    except OSError: pass
"""
)
TO_EVERYBODY = """
import os
for number in range(3, 50):
    try: os.write(number, b'{"id": "0.1", "status": "correct", "say": ""}\\n' * 1000)
    except OSError: pass
"""
ENDLESS = "return sum(iter(int, 1))"  # one call that never comes back to Python
EATS = "rows = [[0] * 10 ** 6]\nwhile True: rows.append(rows[-1] + rows[-1])"
ALL_ONLY = {  # students whose like is there in `make test` too
    *("unfinished", "half", "endless in the cell", "asleep", "deaf", "out at once", "own check", "patched"),
    *("patched Python", "asks", "with a helper", "raises", "no Python", "prints", "tells everybody", "wrong"),
    *("hungry", "right"),
}
GREEDY = (
    *("it starts more than 20 processes", "it takes more than 1,000 MB of memory"),
    "it writes more than 20,000 files",
)
NAMELESS = "from lessons import check as judge\nfor one in range(3): print(input())"


def a_class(folder: Path, outside: Path, port: int) -> dict[str, tuple[str, str, str]]:
    """Write a class, with `make test-all` a larger one; return student -> the words of the table for 0.1, 0.2
    and 0.3."""
    words = {"port": port, "place": PLACE, "root": ROOT}
    all_right, nothing = (RIGHT,) * 3, ("",) * 3
    some = solutions()
    notebooks = {
        "right": (handed(some), all_right),
        "wrong": (handed(WRONG_ANSWERS), (WRONG,) * 3),
        "unfinished": (handed({}), (OPEN,) * 3),
        "half": (handed({"0.2": some["0.2"], "0.3": WRONG_ANSWERS["0.3"]}), (OPEN, RIGHT, WRONG)),
        "endless": (handed(with_first("while True: pass")), (WRONG, RIGHT, RIGHT)),
        "endless in the cell": (
            handed(some | {"0.2": "while True: pass\n" + some["0.2"]}),
            (RIGHT, WRONG, RIGHT),
        ),
        "asleep": (handed(with_first("import time\ntime.sleep(10 ** 6)")), (WRONG, RIGHT, RIGHT)),
        "deaf": (handed(with_first(ENDLESS)), (STOPPED, RIGHT, RIGHT)),
        "hungry": (handed(with_first(EATS)), (WRONG, RIGHT, RIGHT)),
        "out": (handed(with_first("import os\nos._exit(0)")), (STOPPED, RIGHT, RIGHT)),
        "out at once": (with_cell("import os; os._exit(0)"), all_right),
        "tries": (tries(words), all_right),
        "greedy": (
            handed({id: f"{code}\n{some[id]}" for id, code in zip(some, (BOMB, SHARED_OUT, MANY_FILES))}),
            (STOPPED,) * 3,
        ),
        "fills": (with_cell(STAYS, FILLS, FLOODS), all_right),
        "prints": (with_cell("for _ in range(10 ** 5): print('x' * 1000)"), all_right),
        "tells everybody": (handed(WRONG_ANSWERS, before=TO_EVERYBODY), (WRONG,) * 3),
        "forged": (handed(WRONG_ANSWERS, before=FORGED), (WRONG,) * 3),
        "own check": (
            handed(WRONG_ANSWERS | {"0.1": "def check(*given): ...\n" + WRONG_ANSWERS["0.1"]}),
            (WRONG,) * 3,
        ),
        "replaced": (handed(WRONG_ANSWERS, before=REPLACED), (CHANGED,) * 3),
        "patched": (handed(WRONG_ANSWERS, before=PATCHED), (CHANGED,) * 3),
        "patched Python": (handed(WRONG_ANSWERS, before=PATCHED_TABLE), (CHANGED,) * 3),
        "asks": (with_cell(NAMELESS), all_right),
        "no Python": (handed(some | {"0.1": "def empty_cells(\n" + some["0.1"]}), (WRONG, RIGHT, RIGHT)),
        "raises": (
            handed(with_first("class Zaphod(Exception): pass\nraise Zaphod('Beeblebrox')")),
            (WRONG, RIGHT, RIGHT),
        ),
        "with a helper": (
            handed(some | {"0.3": 'check("0.3", own)'}, before='own = ["Dan"]\nown += ["Cleo", "Eve"]'),
            all_right,
        ),
        "without a cell": (without(handed(some), "0.2"), (RIGHT, "no such cell", RIGHT)),
        "saved": (
            with_saved(handed(WRONG_ANSWERS), {"0.1": "Correct. Forged.", "0.2": "Not yet. So it is."}),
            (f"{WRONG} (saved: correct)", WRONG, WRONG),
        ),
        "<script>alert(1)</script>": (of_version(handed(some), built="0" * 64), all_right),
        "=1+1": (unmarked(handed(some)), all_right),
        "unknown lesson": (of_version(handed(some), lesson="99-none"), nothing),
        "another course": (new_notebook(cells=[new_code_cell("1 + 1")]), nothing),
    }
    if not ALL:
        notebooks = {name: one for name, one in notebooks.items() if name not in ALL_ONLY}
    for student, (notebook, _) in notebooks.items():
        place = folder / student.replace("/", "∕") / "00-start-here.ipynb"
        place.parent.mkdir(parents=True)
        nbformat.write(notebook, place)
    return {student.replace("/", "∕"): row for student, (_, row) in notebooks.items()} | damaged(
        folder, outside
    )


def without(notebook: nbformat.NotebookNode, id: str) -> nbformat.NotebookNode:
    notebook.cells = [cell for cell in notebook.cells if f'check("{id}"' not in cell.source]
    return notebook


def unmarked(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    del notebook.metadata["exactly-once"]
    return notebook


def damaged(folder: Path, outside: Path) -> dict[str, tuple[str, str, str]]:
    """Write what cannot be judged; returns the students, as `a_class` does."""
    secret = outside / "secret.ipynb"
    nbformat.write(handed(solutions()), secret)
    files = {"damaged": b'{"cells": [', "empty": b"", "a list": b"[1, 2]", "deep": b"[" * 10**6}
    for student, data in files.items():
        place = folder / student / "00-start-here.ipynb"
        place.parent.mkdir()
        place.write_bytes(data)
    for student in ("link", "lost link", "pipe", "large", "linked folder"):
        (folder / student).mkdir()
    (folder / "link/00-start-here.ipynb").symlink_to(secret)
    (folder / "lost link/00-start-here.ipynb").symlink_to(outside / "nothing")
    (folder / "linked folder/all").symlink_to(outside)
    os.mkfifo(folder / "pipe/00-start-here.ipynb")
    with open(folder / "large/00-start-here.ipynb", "wb") as file:
        file.truncate(10**9)
    return dict.fromkeys([*files, "link", "lost link", "pipe", "large", "linked folder"], ("",) * 3)


# -------- the class, collected once


class Collected:
    """A class, and what came out of it."""

    def __init__(self, place: Path, port: int, heard: list[str], *, plain: bool = False, only=None):
        self.folder, outside, self.heard = place / "handed-in", place / "outside", heard
        outside.mkdir()
        self.expected = a_class(self.folder, outside, port)
        if only:
            for student in self.expected.keys() - only:
                shutil.rmtree(self.folder / student)
            self.expected = {student: self.expected[student] for student in only}
        command = [*COMMAND, PLACE / "handed-in", "--seconds", str(SECONDS), "--memory", "1000"]
        self.status, _, self.said, self.untouched, self.left = apart(place, command, plain)
        self.to = place / "handed-in-collected"
        self.page = self.to.joinpath("collected.html").read_text(encoding="utf-8")
        self.rows = rows(self.to)
        kept = json.loads(self.to.joinpath("verdicts.json").read_bytes())["notebooks"].values()
        self.sentences = [say for one in kept for _, say in one["verdicts"].values()]


COMMAND = [sys.executable, ROOT / "lessons/collect.py"]


def run(folder: Path, *words: str) -> subprocess.CompletedProcess:
    command = [*COMMAND, folder, "--seconds", str(SECONDS), *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")


def rows(to: Path) -> list[dict[str, str]]:
    text = to.joinpath("collected.csv").read_text(encoding="utf-8-sig")
    return list(csv.DictReader(text.splitlines()))


@pytest.fixture(scope="module")
def collected(bwrap, tmp_path_factory) -> Collected:
    with listening() as (port, heard):
        return Collected(tmp_path_factory.mktemp("class"), port, heard)


def shown(collected: Collected) -> dict[str, tuple[str, ...]]:
    return {row["student"].lstrip("'"): tuple(row[id] for id in solutions()) for row in collected.rows}


@pytest.mark.slow
def test_each_notebook_is_judged_whatever_is_in_the_others(collected):
    assert collected.status == 0, collected.said
    found = shown(collected)
    wrong = {name: row for name, row in found.items() if row != collected.expected.get(name)}
    assert wrong == {}, collected.sentences
    assert found.keys() == collected.expected.keys() and len(found) >= 20
    assert {*GREEDY} <= {*collected.sentences}


def test_nothing_outside_is_changed_and_nothing_stays(collected):
    assert collected.untouched and collected.left == [] and collected.heard == []
    assert SECRET not in collected.page + str(collected.sentences)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="all tests run as a plain user")
def test_the_same_holds_for_a_plain_user(bwrap, tmp_path):
    with listening() as (port, heard):
        found = Collected(tmp_path, port, heard, plain=True, only={"=1+1", "tries", "greedy", "fills"})
    assert found.status == 0, found.said
    assert shown(found) == found.expected, found.sentences
    assert found.untouched and found.left == heard == []


def test_the_page_says_who_is_stuck_where_and_shows_no_answer(collected):
    page = collected.page
    assert "Nobody is stuck" not in page and "<b>0.1</b> the empty cells" in page
    assert re.search(r"Cells of the box: \d+\. Cells that the hints fill: \d+\.", page)
    for word in ("Zaphod", "Beeblebrox", "len(container)", "sorted(filled)", "secret", "Forged"):
        assert word not in page, word
    assert "<script" not in page and "&lt;script&gt;alert(1)&lt;∕script&gt;" in page
    assert "default-src 'none'" in page and "bubblewrap" in page


def test_each_notebook_that_is_not_judged_has_its_line(collected):
    remarks = {row["student"]: row["remarks"] for row in collected.rows}
    assert remarks["damaged"] == "is damaged: not a notebook of Jupyter" == remarks["deep"]
    assert remarks["empty"] == "is empty"
    assert remarks["a list"] == "is not a notebook of Jupyter, or one of an old format"
    assert (
        remarks["link"] == remarks["linked folder"] == "is a link that leads out of the folder: not followed"
    )
    assert "link" in remarks["lost link"] and remarks["pipe"] == "is not a file"
    assert remarks["large"] == "is too large: 1000 MB; at most 20 MB are read"
    assert remarks["unknown lesson"] == "is of a lesson that this version does not have: '99-none'"
    assert remarks["another course"].startswith("is not a notebook of this workbook")
    assert remarks["<script>alert(1)<∕script>"] == "is of another version; judged by the checks of this one"
    assert remarks["'=1+1"] == "does not say of which lesson it is: taken by its exercises"
    assert remarks["tries"] == remarks["greedy"] == ""


def test_a_spreadsheet_finds_no_formula(collected):
    cells = [cell for row in collected.rows for cell in row.values()]
    assert not [cell for cell in cells if cell.startswith(class_page.FORMULA)]
    assert "'=1+1" in cells


# -------- again, and stopped


@pytest.fixture
def two(tmp_path) -> Path:
    """A folder with the notebooks of two students."""
    for student, answers in (("ada", solutions()), ("ben", WRONG_ANSWERS)):
        place = tmp_path / "handed-in" / student / "00-start-here.ipynb"
        place.parent.mkdir(parents=True)
        nbformat.write(handed(answers), place)
    return tmp_path / "handed-in"


def main(folder: Path, *words: str) -> list[dict[str, str]]:
    """Collect in this process; returns the table."""
    assert collect.main([str(folder), *words]) == collect.DONE
    return rows(folder.with_name("handed-in-collected"))


def test_nobody_in_a_zip_vanishes_and_copies_that_jupyter_keeps_are_nobody(tmp_path, capsys):
    """A class as learning platforms hand it out, with a zip in it, and folders that were packed whole."""
    folder, empty = tmp_path / "handed-in", nbformat.writes(handed({}))
    files = {
        "Ada Berg_1_assignsubmission_file/00-start-here.ipynb": empty,
        "Ada Berg_1_assignsubmission_file/notes.txt": "mine",
        "Ben Ito_2_assignsubmission_file/answers.docx": "nothing",
        "Cleo Fox_3_assignsubmission_file/homework.zip": "PK",
        "Dan Ray_4_assignsubmission_file/00-start-here.ipynb": empty,
        "Dan Ray_4_assignsubmission_file/.ipynb_checkpoints/00-start-here-checkpoint.ipynb": empty,
        "Dan Ray_4_assignsubmission_file/.exactly-once/00-start-here.1.ipynb": empty,
        "__MACOSX/Dan Ray_4_assignsubmission_file/._00-start-here.ipynb": "",
    }
    folder.mkdir()
    with zipfile.ZipFile(folder / "all.zip", "w") as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    found = {row["student"]: row["remarks"] for row in main(folder, "--saved")}
    place = "all.zip/Ada Berg_1_assignsubmission_file/notes.txt"
    assert found == {
        "Ada Berg": f"{place} is not a notebook: not read",
        "Ben Ito": "is not a notebook: not read",
        "Cleo Fox": "is a zip in a zip: unpack it",
        "Dan Ray": "",
    }
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == (words := "2 notebooks, 2 not judged (see To look at)")
    page = tmp_path.joinpath("handed-in-collected/collected.html").read_text(encoding="utf-8")
    assert f"4 students, {words}" in page


@pytest.mark.slow
def test_only_what_has_changed_is_judged_again(bwrap, two, monkeypatch):
    judged, judge = [], judge_apart.judge

    def counted(job, started):
        judged.append(job)
        return judge(job, started)

    monkeypatch.setattr(judge_apart, "judge", counted)
    first = main(two)
    assert len(judged) == 2 and [row["solved"] for row in first] == ["3", "0"]
    assert main(two) == first and len(judged) == 2
    nbformat.write(handed(solutions()), two / "ben/00-start-here.ipynb")
    assert [row["solved"] for row in main(two)] == ["3", "3"] and len(judged) == 2  # as ada's
    nbformat.write(handed(solutions() | {"0.3": WRONG_ANSWERS["0.3"]}), two / "ben/00-start-here.ipynb")
    assert [row["solved"] for row in main(two)] == ["3", "2"] and len(judged) == 3
    monkeypatch.setattr(judging, "version", lambda *limits: "another version of the checks")
    main(two)
    assert len(judged) == 5


@pytest.mark.parametrize("text", ["", "[]", "{", '{"version": 1}', '{"notebooks": {"a": 1}}'])
def test_a_damaged_memory_is_forgotten(two, text):
    to = two.with_name("handed-in-collected")
    to.mkdir()
    to.joinpath("verdicts.json").write_text(text, encoding="utf-8")
    assert judging.Cache(to / "verdicts.json", "1").found == {}


@pytest.mark.slow
def test_it_is_stopped_and_goes_on(bwrap, two):
    nbformat.write(handed(with_first(ENDLESS)), two / "cleo.ipynb")
    to = two.with_name("handed-in-collected")
    command = [sys.executable, "-m", "lessons.collect", two, "--workers", "2", "--seconds", "600"]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: kept(to) == 2)
    wait_until(lambda: len(psutil.Process(process.pid).children(recursive=True)) > 1)
    below = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGINT)
    said = process.communicate()[1]
    assert process.returncode == collect.STOPPED and "Stopped: 1 of 3 notebooks" in said
    assert "Traceback" not in said
    assert psutil.wait_procs(below, timeout=60)[1] == []
    assert {row["student"]: row["remarks"] for row in rows(to)}["cleo"] == judging.NOT_YET_JUDGED
    assert kept(to) == 2


def kept(to: Path) -> int:
    """How many verdicts the cache has."""
    path = to / "verdicts.json"
    return len(json.loads(path.read_bytes())["notebooks"]) if path.exists() else 0


# -------- saved verdicts


@pytest.mark.slow
def test_saved_verdicts_are_read_without_running_anything(two, monkeypatch):
    monkeypatch.setattr(judge_apart, "judge", None)
    said = {"0.1": "Correct. Yes.", "0.2": "Not yet. The cell (0, 0, 0) is filled twice."}
    notebook = with_saved(handed(WRONG_ANSWERS), said)
    nbformat.write(notebook, two / "ben/00-start-here.ipynb")
    table = main(two, "--saved")
    found = [[row[id] for id in solutions()] for row in table]
    expected = [OPEN] * 3, [RIGHT, WRONG, OPEN]
    assert found == [[f"{words}, as saved, not run again" for words in row] for row in expected]
    page = two.with_name("handed-in-collected").joinpath("collected.html").read_text(encoding="utf-8")
    assert "can forge them" in page and "No notebook was run." in page and "filled twice" in page
    assert page.count("<sup>s</sup>") == 6 and "s as saved, not run again" in page


# -------- as in the notebooks themselves


def solved_by(number: int, which: int) -> tuple[nbformat.NotebookNode, list]:
    """A notebook with the wrong answers of this number, and these answers."""
    codes = {task.id: dict(task.wrongs) for task in LESSONS[number].own_exercises}
    tried = {id: [] for id in codes}
    for answer in solved(LESSONS[number].path.parent.name).tried:
        if answer.id in codes:  # and not in its second notebook
            tried[answer.id].append(answer)
    chosen = [answers[which] for answers in tried.values() if len(answers) > which]
    return handed({one.id: codes[one.id][one.why] for one in chosen}, number), chosen


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.long)])
def test_a_wrong_answer_gets_the_verdict_of_the_notebook(number, tmp_path):
    for which in range(max(len(chosen_wrongs(task)) for task in LESSONS[number].own_exercises)):
        notebook, answers = solved_by(number, which)
        verdicts, _ = judged_in(tmp_path, notebook)
        for answer in answers:
            status, say = verdicts[answer.id]
            assert status == answer.status, answer
            assert "running after" in say or answer.say.startswith(f"{answer.id}: {say}"), answer


@pytest.mark.slow
def test_what_a_notebook_knows_and_python_does_not_is_known_here_too(tmp_path):
    """The last value as `_`, commands of the system, and a call of check in other words."""
    answers = solutions()
    answers["0.1"] = "!echo hello\nlines = !echo hello\n" + answers["0.1"]
    answers["0.2"] = "assert last == 7\n" + answers["0.2"].replace('check("0.2", ', 'check("0.2", answer=')
    notebook = handed(answers)
    notebook.cells[1:1] = [new_code_cell("3 + 4"), new_code_cell("last = _")]
    verdicts, _ = judged_in(tmp_path, notebook)
    assert {id: status for id, (status, _) in verdicts.items()} == dict.fromkeys(answers, "correct")


@pytest.mark.slow
def test_what_hears_no_limit_is_stopped_and_the_other_answers_are_judged(tmp_path, monkeypatch):
    hasty, beside = tmp_path / "hasty.py", str(Path(judge_apart.__file__).parent)
    hasty.write_text(
        f"import sys\nsys.path.append({beside!r})\nimport judge_apart as a\na.GRACE = -8\na.main()"
    )
    monkeypatch.setattr(judge_apart, "__file__", str(hasty))
    verdicts, _ = judged_in(tmp_path, handed(with_first(ENDLESS)))
    assert [status for status, _ in verdicts.values()] == ["stopped", "correct", "correct"]


@pytest.mark.long
@pytest.mark.parametrize("number", LESSONS)
def test_a_right_answer_gets_the_verdict_of_the_notebook(number, tmp_path):
    verdicts, _ = judged_in(tmp_path, handed(solutions(number), number))
    assert {id: status for id, (status, _) in verdicts.items()} == dict.fromkeys(solutions(number), "correct")


@pytest.mark.long
def test_a_notebook_of_lesson_01_takes_at_most_90_seconds(tmp_path, record_property):
    endless = {
        task.id: f"def endless(*given):\n    while True: pass\n\ncheck('{task.id}', endless)"
        for task in LESSONS[1].own_exercises
    }
    verdicts, seconds = judged_in(tmp_path, handed(endless, 1))
    record_property("seconds", seconds)
    assert {status for status, _ in verdicts.values()} <= {"not yet", "stopped"} and seconds <= 90
    last = {"1.6": solutions(1)["1.6"]}
    verdicts, seconds = judged_in(tmp_path, handed(endless | last, 1))
    assert verdicts["1.6"][0] == "correct" and seconds <= 90


def judged_in(folder: Path, notebook: nbformat.NotebookNode) -> tuple[dict, float]:
    """The verdicts on a notebook, and the processor time that they took."""
    nbformat.write(notebook, folder / "one.ipynb")
    submission = submissions.read_submission(folder, "one.ipynb", submissions.read_lessons(ROOT))
    with TemporaryDirectory() as place:
        copy_library(ROOT, Path(place, "library"))
        try:
            sandbox = bubblewrap(Path(place), [ROOT, Path.home(), folder])
        except CourseError:  # these notebooks are our own
            sandbox = Sandbox("none", "", [], f"{place}/library")
        job = judging.notebook_job(submission, sandbox, collect.SECONDS, collect.MEGABYTES)
        judged = judging.outcome_of(submission, judge_apart.judge(job))
    return judged.verdicts, judged.seconds


# -------- parts


def test_of_a_wrong_answer_no_code_is_shown():
    """The wrong answers that students plausibly give, in lessons 00 and 01, and their solutions."""
    for number in (0, 1):
        for task in LESSONS[number].own_exercises:
            for _, code in [("", task.solution), *task.wrongs]:
                lines = [line.strip() for line in code.splitlines() if re.search(r"[=(\[]", line)]
                shown = class_words.harmless(f"Not yet. For `{code}` it stops: {code}")
                assert not [line for line in lines if line in shown]


def test_a_folder_that_cannot_be_read_gets_its_line_and_all_spellings_of_ipynb_are_read(two, monkeypatch):
    (two / "ada/00-start-here.ipynb").rename(two / "ada/00-start-here.IPYNB")
    scandir = os.scandir

    def closed(path="."):
        if str(path).endswith("ben"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", closed)
    table = main(two, "--saved")
    assert [row["student"] for row in table] == ["ada", "ben"]
    assert [row["remarks"] for row in table] == ["", "cannot be read: Permission denied"]


def test_so_much_code_and_no_more(tmp_path):
    def read(code: str) -> submissions.Submission:
        nbformat.write(with_cell(code), tmp_path / "one.ipynb")
        return submissions.read_submission(tmp_path, "one.ipynb", submissions.read_lessons(ROOT))

    assert read("x=1;" * 1000).trouble == ""
    assert read("x=1;" * 200_000).trouble.startswith("holds too much code: 80")


def test_wrong_input_gets_one_line(tmp_path, capsys):
    file = tmp_path / "file"
    file.touch()
    for words, said in (
        ([], collect.USAGE),
        ([str(tmp_path / "none")], "is not a folder"),
        ([str(file)], "is not a folder"),
        ([str(tmp_path)], "there are no notebooks"),
        ([str(tmp_path), "--seconds", "1"], "--seconds 1: must be a whole number from 20 to 3,600"),
    ):
        assert collect.main(words) == collect.BAD_INPUT
        line = capsys.readouterr().err
        assert said in line and line.count("\n") == 1


def test_links_in_folders_and_in_zips_are_named_and_not_followed(tmp_path):
    tmp_path.joinpath("ada").mkdir()
    tmp_path.joinpath("ada/linked").symlink_to(tmp_path.parent)
    link = zipfile.ZipInfo("00-start-here.ipynb")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "ben.zip", "w") as packed:
        packed.writestr(link, "/etc/passwd")
    places = submissions.find_notebooks(tmp_path)
    assert places == ["ada/linked", "ben.zip/00-start-here.ipynb"]
    for place in places:
        assert "leads out of" in submissions.read_submission(tmp_path, place, {}).trouble


def test_names_come_from_folders_or_files():
    def names(*places: str) -> list[str]:
        lessons = [re.search(r"\d\d-[a-z]", place + " 01-x")[0] for place in places]
        return submissions.whose(places, lessons, ["00-y", "01-x"])

    assert names("ada/00-y.ipynb", "ada/01-x.ipynb", "ben/hw/01-x.ipynb") == ["ada", "ada", "ben"]
    assert names("a/ada/01-x.ipynb", "a/ben/01-x.ipynb", "b/cleo/01-x.ipynb") == ["ada", "ben", "cleo"]
    assert names("01-x_ada.ipynb", "Ben 01-x-Copy1.ipynb", "Cleo.ipynb") == ["ada", "Ben", "Cleo"]
    assert names("lesson01-ada.ipynb", "Lesson_01_Ben.ipynb") == ["ada", "Ben"]
    assert names("ada/01-x.ipynb", "ada/01-x-Copy1.ipynb", "ben/01-x.ipynb") == ["ada", "ada (2)", "ben"]
    assert names("Ada L_12_assignsubmission_file/01-x.ipynb") == ["Ada L"]


@pytest.mark.long
@pytest.mark.browser
def test_it_fits_on_a_projector_and_on_a_telephone(collected, chromium, playwright):
    browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
    for width, height in ((1280, 720), (390, 800)):
        page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="dark")
        asked, said = [], []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(message.text))
        page.goto((collected.to / "collected.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.get_by_text("tries", exact=True).first.is_visible()
        page.get_by_label("Hide names").check()
        assert not page.get_by_text("tries", exact=True).first.is_visible()
        assert len(asked) == 1 and said == []
    browser.close()
