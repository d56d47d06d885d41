"""Walls between the code of a class and the machine, and runs where there is none; no verdict is
forged by a name, and what is handed in as a zip is read."""

import io
import os
import sys
import zipfile
from pathlib import Path
from shlex import join
from textwrap import dedent

import nbformat
import pytest
from nbformat import writes
from sizes import sampled
from test_build import ROOT
from test_collect import (
    ENDLESS,
    RIGHT,
    WRONG,
    WRONG_ANSWERS,
    handed,
    rows,
    run,
    solutions,
    with_cell,
    with_first,
    with_saved,
)

from lessons.kit.checks.judge import verdict
from lessons.kit.collecting import class_page, sandbox, submissions
from lessons.kit.collecting.judge_apart import Run
from lessons.kit.ground.errors import CourseError

UBUNTU = "bwrap: setting up uid map: Permission denied"
OPEN_DOOR = """
for word do
  shift
  case $word in --unshare-*|--disable-userns) ;; *) set -- "$@" "$word";; esac
done
exec BWRAP "$@"
"""


@pytest.fixture
def programs(tmp_path, monkeypatch) -> Path:
    """A folder with what is on the PATH beside sh: none of the sandboxes."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("sh", "chmod", "rm", "setpriv", "cat"):
        if path := sandbox.shutil.which(name):
            folder.joinpath(name).symlink_to(os.path.realpath(path))
    monkeypatch.setenv("PATH", str(folder))
    return folder


def program(folder: Path, name: str, script: str) -> None:
    folder.joinpath(name).unlink(missing_ok=True)  # it may be a link to the system's
    folder.joinpath(name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    folder.joinpath(name).chmod(0o755)


def bwrap_that(script: str, version: str = "0.8.0") -> str:
    return f'if [ "$1" = --version ]; then echo bubblewrap {version}; exit; fi\n{script}'


@pytest.fixture
def class_of_two(tmp_path) -> Path:
    """A folder with two notebooks that were saved with verdicts; one that runs leaves a file beside them."""
    folder = tmp_path / "handed-in"
    said = {"0.1": "Correct. Yes.", "0.2": "Not yet. 3 is missing."}
    for student in ("ada", "ben"):
        place = folder / student / "00-start-here.ipynb"
        place.parent.mkdir(parents=True)
        nbformat.write(with_saved(with_cell(f"open({str(tmp_path / 'was-run')!r}, 'w')"), said), place)
    return folder


# -------- where there is no sandbox

linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no bubblewrap")


CAUSES = [
    ({}, [], "bubblewrap is not installed: sudo apt-get install bubblewrap"),
    ({"bwrap": bwrap_that(f"echo {UBUNTU} >&2; exit 1")}, [], "apparmor_parser -r /etc/apparmor.d/bwrap"),
    ({"bwrap": bwrap_that("", "0.7.0")}, [], "bubblewrap 0.7.0 is too old: 0.8.0 or newer is needed"),
    ({"bwrap": bwrap_that("exit 1")}, [], "bubblewrap does not start here (it says nothing)"),
    ({"bwrap": bwrap_that("echo [] >&1")}, [], "bubblewrap does not start here"),
    ({}, ["--container"], "--container needs podman or docker, and neither is installed"),
    ({"docker": "echo no daemon >&2; exit 1"}, ["--container"], "docker version fails: no daemon"),
    ({"podman": "test $1 = version"}, ["--container"], "podman build fails: it says nothing"),
]


@linux
@pytest.mark.slow
@pytest.mark.parametrize("fakes, words, cause", sampled(CAUSES, 3))
def test_nothing_is_run_and_verdicts_are_marked(programs, class_of_two, fakes, words, cause):
    for name, script in fakes.items():
        program(programs, name, script)
    done = run(class_of_two, *words)
    assert done.returncode == 0 and "Traceback" not in done.stderr
    said = [line for line in done.stderr.splitlines() if cause in line]
    assert len(said) == 1 and said[0].startswith("No notebook was run, the verdicts are as they were saved: ")
    to = class_of_two.with_name("handed-in-collected")
    table = [[row[id] for id in solutions()] for row in rows(to)]
    assert table == [[f"{word}, as saved, not run again" for word in (RIGHT, WRONG, "not answered")]] * 2
    page = to.joinpath("collected.html").read_text(encoding="utf-8")
    assert page.count("<sup>s</sup>") == 6 and cause.split("(")[0].strip() in page
    assert not class_of_two.with_name("was-run").exists() and not (to / "verdicts.json").exists()


def test_a_bubblewrap_that_shows_this_machine_counts_as_none(bwrap, programs, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)  # root's bubblewrap would look for this one inside
    program(programs, "bwrap", bwrap_that(OPEN_DOOR.replace("BWRAP", bwrap)))
    sandbox.copy_library(ROOT, tmp_path / "library")
    with pytest.raises(CourseError, match="hides too little"):
        sandbox.bubblewrap(tmp_path, [ROOT, Path.home()])


@pytest.mark.parametrize("system, cure", [("win32", "WSL2"), ("darwin", "--container")])
def test_on_other_systems_the_cure_is_named(monkeypatch, tmp_path, system, cure):
    monkeypatch.setattr(sys, "platform", system)
    with pytest.raises(CourseError, match=cure):
        sandbox.bubblewrap(tmp_path, [])


# -------- what a sandbox shows


def test_a_python_below_tmp_is_shown(tmp_path):
    """A folder that is bound first would be covered by the empty /tmp."""
    words = sandbox.walls(["--ro-bind", "/tmp/python", "/tmp/python"], tmp_path)
    assert words.index("--tmpfs") < words.index("/tmp/python")


def test_the_copy_of_the_library_has_no_solution(tmp_path):
    sandbox.copy_library(ROOT, tmp_path / "library")
    names = [path.name for path in tmp_path.rglob("*") if "puzzlelib" not in path.parts]
    assert "checks.py" in names and "judge_alone.py" in names
    assert [name for name in names if name.endswith((".md", ".yaml", ".ipynb"))] == []
    assert not {"light.json", "answers.json", "solutions.md", "ways.yaml"} & {*names}


def test_what_is_hidden_is_covered_where_the_system_would_show_it():
    words = sandbox.read_only_binds([Path("/usr/local/course"), Path("/home/teacher")])
    at = words.index("/usr/local/course")
    assert words[at - 3 : at] == ["--size", "4096", "--tmpfs"] and words.index("/usr") < at
    assert words[-2:] == ["--remount-ro", "/usr/local/course"] and "/home/teacher" not in words


@pytest.mark.parametrize("machine", sandbox.PROCESSORS)
def test_the_filter_refuses_its_calls_and_those_of_another_processor(machine):
    place = [*sandbox.PROCESSORS].index(machine)
    refused = {numbers[place] for numbers in sandbox.CALLS.values()}
    ours, other = sandbox.PROCESSORS[machine], 0x40000003
    for number in range(500):
        assert filtered(machine, ours, number) == (sandbox.REFUSED if number in refused else sandbox.ALLOWED)
        assert filtered(machine, other, number) == sandbox.REFUSED
    assert filtered(machine, ours, sandbox.SECOND_ABI + 39) == sandbox.REFUSED


def filtered(machine: str, processor: int, number: int) -> int:
    """Return what the filter gives, as the kernel's machine for such filters runs it."""
    code, at, value = sandbox.call_filter(machine), 0, 0
    steps = [*sandbox.struct.iter_unpack("=HBBI", code)]
    while True:
        kind, yes, no, word = steps[at]
        if kind == 0x06:
            return word
        if kind == 0x20:
            value, at = {0: number, 4: processor}[word], at + 1
        else:
            at += 1 + (yes if (value == word if kind == 0x15 else value >= word) else no)


# -------- without walls, and in a container


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="elsewhere paths are short")
def test_whoever_trusts_gets_limits_a_copy_and_a_page_that_says_so(class_of_two, tmp_path, monkeypatch):
    deep = 'import os\nfor _ in range(1500):\n    os.mkdir("d")\n    os.chdir("d")\nos.mkdir("closed", 0)'
    writes_here = """
        import os, lessons
        open(os.path.expanduser("~/mine"), "w")
        open(lessons.__file__, "a").write("broken")
    """
    nbformat.write(with_cell(dedent(writes_here), deep), class_of_two / "ben/00-start-here.ipynb")
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    done = run(class_of_two, "--trust")
    assert done.returncode == 0, done.stderr
    to = class_of_two.with_name("handed-in-collected")
    assert [[row[id] for id in solutions()] for row in rows(to)][1] == [RIGHT] * 3
    page = to.joinpath("collected.html").read_text(encoding="utf-8")
    assert page.count("No sandbox was in force") == 2 and "--trust" in page
    assert [*(tmp_path / "tmp").iterdir()] == [] and not Path.home().joinpath("mine").exists()


CONTAINER = """
echo "$*" >> {log}
case $1 in
  version) echo 4.3.1;;
  build) cp -r "$7/library" {image};;
  rm) kill -9 $(cat {log}.$3);;
  run)
    if [ "$2" = --name ]; then echo $$ > {log}.$3; fi
    while [ "$1" != -I ]; do shift; done
    exec {walls} "$@";;
esac
"""


@linux
@pytest.mark.slow
def test_a_container_judges_as_bubblewrap_does(bwrap, programs, tmp_path):
    """A script plays the engine: it shows the library that was built into the image, nothing handed in."""
    folder, log, image = tmp_path / "handed-in", tmp_path / "log", tmp_path / "image"
    for student, notebook in {"ada": handed(solutions()), "ben": handed(with_first(ENDLESS))}.items():
        place = folder / student / "00-start-here.ipynb"
        place.parent.mkdir(parents=True)
        nbformat.write(notebook, place)
    walls = [bwrap, *sandbox.walls(sandbox.read_only_binds([]), image), sys.executable]
    script = CONTAINER
    for name, value in {"log": str(log), "image": str(image), "walls": join(walls)}.items():
        script = script.replace(f"{{{name}}}", value)
    for name in ("cp", "echo", "kill"):
        programs.joinpath(name).symlink_to(os.path.realpath(sandbox.shutil.which(name, path="/usr/bin:/bin")))
    program(programs, "podman", script)
    done = run(folder, "--container", "--workers", "2", "--seconds", "300")  # by the clock
    assert done.returncode == 0, done.stderr
    found = {
        row["student"]: [row[id] for id in solutions()] for row in rows(tmp_path / "handed-in-collected")
    }
    assert found == {"ada": [RIGHT] * 3, "ben": ["stopped", RIGHT, RIGHT]}
    asked = [line for line in log.read_text(encoding="utf-8").splitlines() if line.startswith("run ")]
    for option in ("--network none", "--read-only", "--cap-drop ALL", "--pids-limit 80", "--memory 2000m"):
        assert all(option in line for line in asked), option
    assert not [line for line in asked if "--volume" in line or "--mount" in line or str(folder) in line]
    page = tmp_path.joinpath("handed-in-collected/collected.html").read_text(encoding="utf-8")
    assert "podman 4.3.1 ran each notebook in a container" in page and "time by the clock" in page


def test_the_page_says_what_held_and_within_which_bounds():
    lesson = submissions.CourseLesson("00-start-here", "Start here", {"0.1": "one"}, "")

    def page(kind: str, name: str = "", why: str = "") -> str:
        row = class_page.StudentRow("ada", "ada.ipynb", lesson, {"0.1": ("correct", "")})
        return class_page.class_page([row], class_page.About("in", kind, name, why, 90, 2000))

    bounds = (
        "90 seconds of processor time, shared by its exercises, 2,000 MB of memory, 20 processes and 300 MB"
    )
    assert "bubblewrap 0.8.0 ran" in (shown := page("bubblewrap", "bubblewrap 0.8.0")) and bounds in shown
    assert "No sandbox was in force" in (shown := page("none")) and bounds in shown
    assert "podman 4.3.1 ran" in page("container", "podman 4.3.1")
    assert "No notebook was run: &lt;cause&gt;." in page("saved", why="<cause>")


# -------- messages that a student's code has signed

JOB = {"sandbox": {"kind": "none", "command": []}, "ids": ["0.1"], "seconds": 90, "cell_seconds": 20}


@pytest.mark.parametrize(
    "message",
    [
        {"id": "0.1", "status": "correct", "say": 5},
        {"id": "0.1", "status": ["correct"], "say": ""},
        {"id": "9.9", "status": "correct", "say": ""},
        {"id": ["0.1"], "status": "correct", "say": ""},
        {"cell": [1], "error": "x"},
        {"cell": 1, "error": {"x": 1}},
        {"judging": "9.9", "seconds": 5},
        {"judging": "0.1", "seconds": "5"},
        ["end"],
        None,
        7,
    ],
)
def test_a_signed_message_that_is_none_of_ours_changes_nothing(message):
    taken = Run(JOB)
    taken.take(message)
    assert (taken.verdicts, taken.errors, taken.judging, taken.ended) == ({}, {}, "", False)
    taken.take({"judging": "0.1", "seconds": 10**9})
    assert taken.limit == 90


# -------- forged verdicts

FORGERIES = {
    "any": "from unittest.mock import ANY\nempty_cells = lambda *given: ANY",
    "an int": "class Yes(int):\n    __eq__ = lambda *given: True\n    __hash__ = int.__hash__\n"
    "empty_cells = lambda *given: Yes(1)",
    "told": "__check_of_the_class__.tell(id='0.1', status='correct', say='')",
    "judged": "__check_of_the_class__.judged = lambda *given: None",
    "frames": "import sys\nframe = sys._getframe()\nwhile frame:\n    names = frame.f_globals\n"
    "    if 'library_functions' in names: names['is_unchanged'] = lambda *given: True\n"
    "    frame = frame.f_back",
    "defaults": "import lessons.kit.checks.run_answer as r\n"
    "r.try_on.__kwdefaults__['same'] = lambda *given: True",
    "task": "import lessons.kit.checks.judge as j\n"
    "object.__setattr__(j.EXERCISES['0.1'], 'judge', lambda answer: None)",
}


@pytest.mark.slow
def test_no_verdict_is_forged_by_a_name_and_zips_are_read(tmp_path):
    folder = tmp_path / "handed-in"
    for name, code in FORGERIES.items():
        answers = WRONG_ANSWERS if "lambda *given: " not in code.split("\n")[-1] or name == "task" else {}
        answers = answers or WRONG_ANSWERS | {"0.1": f'{code}\ncheck("0.1", empty_cells)'}
        place = folder / name / "00-start-here.ipynb"
        place.parent.mkdir(parents=True)
        place.write_text(writes(handed(answers, before=code)), encoding="utf-8")
    right = writes(handed(solutions()))
    with zipfile.ZipFile(folder / "Zoe_123_assignsubmission_file.zip", "w") as packed:
        packed.writestr("work/00-start-here.ipynb", right)
        packed.writestr("../../outside.ipynb", right)
        packed.writestr("notes.txt", "nothing")
    folder.joinpath("bomb.zip").write_bytes(bomb())
    folder.joinpath("answers").mkdir()
    folder.joinpath("answers/answers.py").write_text("1 + 1", encoding="utf-8")
    done = run(folder)
    assert done.returncode == 0, done.stderr
    found = {row["student"].lstrip("'"): row for row in rows(tmp_path / "handed-in-collected")}
    forged = {name: found[name]["0.1"] for name in FORGERIES}
    assert {name for name, said in forged.items() if said.startswith(RIGHT)} == set(), forged
    zoe = next(row for name, row in found.items() if name.startswith("Zoe"))
    assert [zoe[id] for id in solutions()] == [RIGHT] * 3
    assert not list(tmp_path.glob("outside*")) and not list(folder.rglob("outside*"))
    page = tmp_path.joinpath("handed-in-collected/collected.html").read_text(encoding="utf-8")
    assert "answers/answers.py" in page and "is not a notebook" in page and "bomb.zip" in page
    assert WRONG in forged["an int"]


def bomb() -> bytes:
    """Return a small zip that would unpack to a gigabyte."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed, packed.open("a.ipynb", "w") as file:
        for _ in range(100):
            file.write(bytes(10**7))
    return data.getvalue()


class Yes(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


class YesList(list):
    def __eq__(self, other):
        return True


@pytest.mark.parametrize(
    "answer", [lambda *given: Yes(1), lambda *given: YesList([7]), lambda *given: {1: Yes(7)}]
)
def test_a_value_that_equals_everything_equals_nothing_more(answer):
    assert verdict("0.1", answer).status == "not yet"
