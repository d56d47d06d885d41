"""The notebooks of a class are judged again, whatever is in them, and shown on one page."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import nbformat
import psutil
import pytest
from hostile_notebooks import listening
from nbformat.v4 import new_code_cell, new_notebook, new_output
from quiet_clock import wait_until
from sizes import ALL
from solved import chosen_wrongs, solved
from test_build import ROOT, build, course

sys.path.insert(0, str(ROOT / "lessons"))
import collect  # noqa: E402

from lessons.kit.collecting import class_page, class_words, judge_apart, submissions  # noqa: E402

LESSONS = {lesson.number: lesson for lesson in course()}
SECONDS = 20  # of processor time for a notebook of lesson 00: it takes one or two
RIGHT, OPEN = "correct", "not answered"
WRONG, STOPPED, CHANGED = "not yet", "stopped", "not judged: the checks were changed"


# -------- notebooks as students hand them in


def handed(answers: dict[str, str], number: int = 0, before: str = "") -> nbformat.NotebookNode:
    """A notebook with these answers, in the cells that the student got, and a cell before all others."""
    notebook = build.student_notebook(LESSONS[number])
    for cell in notebook.cells:
        id = build.checked_id(cell.source) if "exercise" in cell.metadata.get("tags", ()) else ""
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


def with_cell(code: str) -> nbformat.NotebookNode:
    """All exercises solved, and a cell of the student's own at the beginning."""
    return handed(solutions(), before=code)


def with_saved(notebook: nbformat.NotebookNode, said: dict[str, str]) -> nbformat.NotebookNode:
    """A notebook with these texts as outputs of its exercises."""
    for cell in notebook.cells:
        id = build.checked_id(cell.source) if "exercise" in cell.metadata.get("tags", ()) else ""
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
DELETES = """
import os, shutil
for name in os.listdir("."):
    shutil.rmtree(name) if os.path.isdir(name) else os.remove(name)
for place in ("{outside}", "{root}"):
    for call in (shutil.rmtree, os.remove, os.rmdir):
        try: call(place)
        except OSError: pass
"""
WRITES = """
import os
for place in ("{outside}/kept.txt", "{outside}/new.txt", "{root}/new.txt", "{root}/lessons/new.txt",
              "/tmp/new-of-a-student.txt", os.path.expanduser("~root/new.txt")):
    for how in ("w", "a"):
        try: open(place, how).write("mine")
        except OSError: pass
try: os.symlink("{outside}", "way"); open("way/kept.txt", "w").write("mine")
except OSError: pass
try: secret = open("{outside}/kept.txt").read()
except OSError: secret = ""
raise SystemExit if secret else ValueError
"""
READS = """
found = []
for place in ("{root}/lessons/l00_start_here/solutions.md", "{root}/README.md", "{outside}/kept.txt",
              "{outside}/../handed-in/right/00-start-here.ipynb", "/etc/shadow",
              f"/proc/{os.getppid()}/environ", "/proc/{pid}/environ"):
    try: found.append(open(place).read(10))
    except OSError: pass
helpers = ["Ada"] if found else ["Dan", "Cleo", "Eve"]
check("0.3", helpers)
"""
KILLS = """
import os, signal
for process in (os.getppid(), {pid}):
    for send in (os.kill, lambda one, how: os.killpg(os.getpgid(one), how)):
        try: send(process, signal.SIGKILL)
        except (OSError, PermissionError): pass
"""
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
BOMB = """
import subprocess, sys
while True:
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)  # stays behind"])
"""
CALLS = """
import socket
try: socket.create_connection(("127.0.0.1", {port})).send(b"hello")
except OSError: pass
try:
    from urllib.request import urlopen
    urlopen("http://127.0.0.1:{port}/", timeout=1)
except OSError: pass
"""
TO_EVERYBODY = """
import os
for number in range(3, 50):
    try: os.write(number, b'{"id": "0.1", "status": "correct", "say": ""}\\n' * 1000)
    except OSError: pass
"""
ENDLESS = "return sum(iter(int, 1))"  # one call that never comes back to Python
EATS = "rows = [[0] * 10 ** 6]\nwhile True: rows.append(rows[-1] + rows[-1])"
ALL_ONLY = {  # students whose like is there in `make test` too
    *("unfinished", "endless in the cell", "asleep", "out at once", "writes in an answer", "bomb", "prints"),
    *("tells everybody", "own check", "patched Python", "asks", "with a helper", "deaf"),
}
NAMELESS = "from lessons import check as judge\nfor one in range(3): print(input())"


def a_class(folder: Path, outside: Path, port: int) -> dict[str, tuple[str, str, str]]:
    """Write 25 notebooks, with `make test-all` 38; returns student -> what the table is to say of 0.1, 0.2
    and 0.3."""
    words = {"outside": outside, "root": ROOT, "port": port, "pid": os.getpid()}

    def filled(text: str) -> str:
        return re.sub(r"\{(outside|root|port|pid)\}", lambda found: str(words[found[1]]), text)

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
        "deletes": (with_cell(filled(DELETES)), all_right),
        "writes": (with_cell(filled(WRITES)), all_right),
        "writes in an answer": (handed(with_first(filled(WRITES))), (WRONG, RIGHT, RIGHT)),
        "reads": (handed(some | {"0.3": "import os" + filled(READS)}), all_right),
        "kills": (with_cell(filled(KILLS)), all_right),
        "stays": (with_cell(STAYS), all_right),
        "bomb": (with_cell(BOMB), all_right),
        "prints": (with_cell("for _ in range(10 ** 5): print('x' * 1000)"), all_right),
        "calls": (with_cell(filled(CALLS)), all_right),
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
        "old": (of_version(handed(some), built="0" * 64), all_right),
        "without a mark": (unmarked(handed(some)), all_right),
        "=1+1": (handed(some), all_right),
        "<script>alert(1)</script>": (handed(some), all_right),
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

    def __init__(self, place: Path, port: int, heard: list[str]):
        self.folder, self.outside, self.heard = place / "handed-in", place / "outside", heard
        self.outside.mkdir()
        self.outside.joinpath("kept.txt").write_text("kept", encoding="utf-8")
        self.expected = a_class(self.folder, self.outside, port)
        self.done = run(self.folder)
        self.to = place / "handed-in-collected"
        self.page = self.to.joinpath("collected.html").read_text(encoding="utf-8")
        self.rows = rows(self.to)


def run(folder: Path, *words: str) -> subprocess.CompletedProcess:
    """Collect from the command line."""
    command = [sys.executable, "-m", "lessons.collect", folder, "--seconds", str(SECONDS), *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")


def rows(to: Path) -> list[dict[str, str]]:
    text = to.joinpath("collected.csv").read_text(encoding="utf-8-sig")
    return list(csv.DictReader(text.splitlines()))


@pytest.fixture(scope="module")
def collected(tmp_path_factory) -> Collected:
    with listening() as (port, heard):
        return Collected(tmp_path_factory.mktemp("class"), port, heard)


@pytest.mark.slow
def test_each_notebook_is_judged_whatever_is_in_the_others(collected):
    assert collected.done.returncode == 0, collected.done.stderr
    found = {row["student"].lstrip("'"): tuple(row[id] for id in solutions()) for row in collected.rows}
    assert {name: row for name, row in found.items() if row != collected.expected.get(name)} == {}
    assert found.keys() == collected.expected.keys() and len(found) >= 30


def test_nothing_outside_is_changed_and_nothing_stays(collected):
    kept = collected.outside / "kept.txt"
    assert kept.read_text(encoding="utf-8") == "kept"
    assert sorted(collected.outside.iterdir()) == [kept, kept.with_name("secret.ipynb")]
    for place in (ROOT / "new.txt", ROOT / "lessons/new.txt", Path("/tmp/new-of-a-student.txt")):
        assert not place.exists()
    assert [one for one in psutil.process_iter(["cmdline"]) if "stays behind" in str(one.info)] == []
    assert collected.heard == []


def test_the_page_says_who_is_stuck_where_and_shows_no_answer(collected):
    page = collected.page
    assert "Nobody is stuck" not in page and "<b>0.1</b> the empty cells" in page
    assert re.search(r"Cells of the box: \d+\. Cells that the hints fill: \d+\.", page)
    for word in ("Zaphod", "Beeblebrox", "len(container)", "sorted(filled)", "secret", "Forged"):
        assert word not in page, word
    assert "<script" not in page and "&lt;script&gt;alert(1)&lt;∕script&gt;" in page
    assert "default-src 'none'" in page and "Landlock" in page


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
    assert remarks["old"] == "is of another version; judged by the checks of this one"
    assert remarks["without a mark"] == "does not say of which lesson it is: taken by its exercises"
    assert remarks["right"] == ""


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
def test_only_what_has_changed_is_judged_again(two, monkeypatch):
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
    monkeypatch.setattr(collect, "version", lambda *limits: "another version of the checks")
    main(two)
    assert len(judged) == 5


@pytest.mark.parametrize("text", ["", "[]", "{", '{"version": 1}', '{"notebooks": {"a": 1}}'])
def test_a_damaged_memory_is_forgotten(two, text):
    to = two.with_name("handed-in-collected")
    to.mkdir()
    to.joinpath("verdicts.json").write_text(text, encoding="utf-8")
    assert collect.Cache(to / "verdicts.json", "1").found == {}


@pytest.mark.slow
def test_it_is_stopped_and_goes_on(two):
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
    assert {row["student"]: row["remarks"] for row in rows(to)}["cleo"] == collect.NOT_YET_JUDGED
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
    assert [[row[id] for id in solutions()] for row in table] == [[OPEN] * 3, [RIGHT, WRONG, OPEN]]
    page = two.with_name("handed-in-collected").joinpath("collected.html").read_text(encoding="utf-8")
    assert "can be forged" in page and "Nothing was run." in page and "filled twice" in page


# -------- as in the notebooks themselves


def solved_by(number: int, which: int) -> tuple[nbformat.NotebookNode, list]:
    """A notebook with the wrong answers of this number, and these answers."""
    tried = {}
    for answer in solved(LESSONS[number].path.parent.name).tried:
        tried.setdefault(answer.id, []).append(answer)
    chosen = [answers[which] for answers in tried.values() if len(answers) > which]
    codes = {task.id: dict(task.wrongs) for task in LESSONS[number].own_exercises}
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
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere paths are short")
def test_folders_without_end_cost_no_answer_and_do_not_stay(tmp_path, monkeypatch):
    code = 'import os\nfor _ in range(1500):\n    os.mkdir("d")\n    os.chdir("d")\nos.mkdir("closed", 0)'
    with monkeypatch.context() as patch:
        patch.setenv("TMPDIR", str(tmp_path))
        patch.setattr(tempfile, "tempdir", None)
        verdicts, _ = judged_in(tmp_path, with_cell(code))
    assert {id: status for id, (status, _) in verdicts.items()} == dict.fromkeys(solutions(), "correct")
    assert [*tmp_path.iterdir()] == [tmp_path / "one.ipynb"]


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
    job = collect.notebook_job(submission, collect.SECONDS, collect.MEGABYTES)
    judged = collect.outcome_of(submission, judge_apart.judge(job))
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


WITHOUT_LANDLOCK = """
import sys
from pathlib import Path
sys.path.insert(0, "lessons/kit/collecting")
import walls
walls.landlock = lambda *given: 0
walls.no_sockets = lambda: False
print(walls.put_up(Path(sys.argv[1]), [], [], 2000, 60))
import os, shutil, socket, subprocess
inside, outside = Path(sys.argv[1], "new"), Path(sys.argv[2], "new")
inside.write_text("mine")
inside.rename(inside.with_name("other"))
for act in (
    lambda: outside.write_text("mine"), lambda: outside.with_name("kept").unlink(),
    lambda: os.rename(outside.with_name("kept"), inside), lambda: shutil.rmtree(outside.parent),
    lambda: os.symlink(outside.parent, inside) or (inside / "new").write_text("mine"),
    lambda: os.system("true"), lambda: subprocess.run(["true"]), lambda: os.fork(),
    lambda: os.kill(os.getppid(), 0), lambda: socket.create_connection(("127.0.0.1", 1)),
):
    try:
        act()
    except PermissionError:
        print("refused")
"""


@pytest.mark.slow
def test_elsewhere_the_audit_hook_refuses_it(tmp_path):
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    outside.joinpath("kept").touch()
    command = [sys.executable, "-c", WITHOUT_LANDLOCK, inside, outside]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.count("refused") == 10 and "'landlock': 0" in done.stdout, done.stderr
    assert [path.name for path in outside.iterdir()] == ["kept"]


def test_the_page_says_which_walls_stood():
    lesson = submissions.CourseLesson("00-start-here", "Start here", {"0.1": "one"}, "")

    def page(**walls) -> str:
        row = class_page.StudentRow("ada", "ada.ipynb", lesson, {"0.1": ("correct", "")}, walls=walls)
        return class_page.class_page([row], class_page.About("in", False, "Darwin", 90))

    assert "Only Python’s audit hook was in force" in page(limits=True, landlock=0, seccomp=False)
    assert "Landlock 7" in page(limits=True, landlock=7, seccomp=True)
    assert "the network was open" in page(limits=True, landlock=3, seccomp=False)
    assert "Signals" in page(limits=True, landlock=4, seccomp=True)
    assert "Darwin has no limits" in page(limits=False, landlock=0, seccomp=False)


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
        assert page.get_by_text("right", exact=True).first.is_visible()
        page.get_by_label("Hide names").check()
        assert not page.get_by_text("right", exact=True).first.is_visible()
        assert len(asked) == 1 and said == []
    browser.close()
