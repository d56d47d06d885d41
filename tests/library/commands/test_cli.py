"""The command line: what it prints, and the one line it says to bad input."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from quiet_clock import ending, ends_within, searching
from sizes import picked

from puzzlelib import __version__, catalogue, load, verify
from puzzlelib.__main__ import main
from puzzlelib.commands import options
from puzzlelib.commands.options import COMMANDS
from puzzlelib.common.words import print_once
from puzzlelib.engines import ENGINES
from puzzlelib.packing.puzzle import from_dict

ROOT = Path(__file__).parents[3]
CLINGO = [sys.executable, "-m", "clingo"]
BIG = "tetracubes-2x4x4"


def run(capsys, *args):
    """Exit status, stdout, stderr of a command."""
    status = main(list(args))
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize("called", ["exactly-once", "python -m puzzlelib"])
def test_an_error_names_the_program_as_it_was_called(capsys, monkeypatch, called):
    monkeypatch.setattr(sys, "argv", [f"/usr/bin/{called}" if "once" in called else "__main__.py"])
    status, out, err = run(capsys, "show", "soma")
    assert (status, out) == (2, "") and err.endswith(f": --html; see {called} show --help\n")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "name", [name for name in catalogue() if name.startswith("tetracubes")]
)  # all others: test_catalogue.py
def test_solve_and_the_referee(capsys, engine, name):
    status, out, err = run(capsys, "solve", name, "--engine", engine, "--limit", "2", "--json")
    data = json.loads(out)
    assert status == 0 and err == "" and data["engine"] == engine and data["complete"] is False
    assert len(data["solutions"]) == 2
    for solution in data["solutions"]:
        verify(load(name), from_dict(load(name), solution))


@pytest.mark.parametrize("symmetry, many", [("none", 1280), ("rotations", 10), ("reflections", 5)])
def test_one_solution_of_each_orbit(capsys, symmetry, many):
    words = "solve", "tetracubes-2x2x4+2x2x4", "--all", "--symmetry", symmetry
    status, out, _ = run(capsys, *words, "--json")
    assert status == 0 and json.loads(out)["complete"] and len(json.loads(out)["solutions"]) == many
    assert re.search(f"^{many:,} solutions{' up to rotation' * (many < 1280)}", run(capsys, *words)[1], re.M)


@pytest.mark.slow
def test_generate(capsys):
    status, out, _ = run(capsys, "generate", "--grid", "2x2x4+2x2x4", "--hints", "4", "--seed", "7", "--json")
    data = json.loads(out)
    assert status == 0 and set(data) == {"grid", "hints", "seed", "puzzle", "solution", "completions"}
    assert len(data["puzzle"]) == 4 and len(data["solution"]) == 8 and data["completions"] >= 1
    assert all(data["solution"][piece] == cells for piece, cells in data["puzzle"].items())
    assert all(len(cell) == 4 for cell in data["solution"]["I"])


@pytest.mark.parametrize(
    "symmetry, said",
    [
        ("none", "1,280 solutions.\n"),
        ("rotations", "10 solutions up to rotation.\n"),
        ("reflections", "5 solutions up to rotation and reflection.\n"),
    ],
)
def test_a_count_says_up_to_which_symmetry(capsys, symmetry, said):
    words = ("count", "tetracubes-2x2x4+2x2x4", "--symmetry", symmetry, "--engine", "backtracking")
    assert run(capsys, *words)[1] == said
    told = json.loads(run(capsys, *words, "--json")[1])
    assert (told["symmetry"], told["complete"], f"{told['count']:,}") == (symmetry, True, said.split()[0])


@pytest.mark.parametrize("hints, said", [("6", "\n1 completion\n"), ("0", "\n11,120 completions\n")])
def test_one_completion_is_one(capsys, hints, said):
    assert run(capsys, "generate", "--grid", "2x4x4", "--hints", hints, "--seed", "1")[1].endswith(said)


def test_no_line_ends_in_a_blank(capsys):
    solved = run(capsys, "solve", "tetracubes-2x2x8", "--engine", "backtracking")[1]
    assert solved.endswith("so there may be more.\n")
    assert not re.search(r"[ \t]$", solved, re.MULTILINE)


def test_each_folder_that_a_help_names_is_there(capsys):
    for command in ([], *([name] for name in COMMANDS)):
        with pytest.raises(SystemExit):
            main([*command, "--help"])
        named = re.findall(r"[\w.]+(?:/[\w.]+)+/?", re.sub(r"\n +", " ", capsys.readouterr().out))
        assert [name for name in named if not (ROOT / name).exists()] == []
        assert command != ["plates"] or "puzzlelib/plates/sets" in named


def test_show_says_what_it_wrote_and_how_large_it_is(capsys, tmp_path):
    out = tmp_path / "soma.html"
    status, said, err = run(capsys, "show", "soma", "--html", str(out))
    size = out.stat().st_size / 1e6
    assert (status, said) == (0, "")
    assert err == f"{out}: written, {size:.1f} MB; it opens in any browser, without the internet\n"


def test_no_solution_is_status_1_with_its_reason(capsys, tmp_path):
    file = tmp_path / "chess.yaml"
    file.write_text(
        "cells: [[0,0,0],[1,0,0],[2,0,0],[1,1,0]]\npieces: [{name: D, copies: 2, cells: [[0,0,0],[1,0,0]]}]"
    )
    for engine in ENGINES:
        status, out, err = run(capsys, "solve", str(file), "--json", "--engine", engine)
        assert status == 1 and json.loads(out)["solutions"] == []
        assert "chessboard" in json.loads(out)["reason"] and err == ""
        status, out, _ = run(capsys, "count", str(file), "--json", "--engine", engine)
        assert status == 1 and json.loads(out)["count"] == 0 and json.loads(out)["complete"] is True


BAD = [
    (["generate", "--grid", "2x4x4", "--hints", "9", "--seed", "1"], "from 0 to 8"),
    (["generate", "--grid", "2x4x4", "--hints", "abc", "--seed", "1"], "abc"),
    (["generate", "--grid", "3x3x3", "--hints", "1", "--seed", "1"], "choose one of"),
    (["generate", "--grid", "2x4x4", "--hints", "1", "--seed", "-3"], "seed"),
    (["generate", "--grid", "2x4x4", "--hints", "1"], "--seed"),
    (["solve", "nothing"], "no puzzle 'nothing'"),
    (["solve", BIG, "--engine", "magic"], "backtracking, x, dlx, compiled, asp"),
    (["solve", BIG, "--limit", "٣"], "invalid int value: '٣'"),
    (["count", BIG, "--time-limit", "٣"], "invalid float value: '٣'"),
    (["count", BIG, "--workers", "0"], "workers 0: must be a whole number from 1 to 256"),
    (["solve", BIG, "--workers", "tcp://a:1"], "--workers: invalid int value"),
    (["solve", BIG, "--all", "--limit", "0"], "--limit: not allowed with argument --all"),
    (["count", BIG, "--time-limit", "nan"], "time limit"),
    (["count", BIG, "--symmetry", "spin"], "none, rotations, reflections"),
    (["icosoku", "--pegs=--"], "--pegs: expected one argument"),
    (["icosoku", "--file="], "is a folder, not a file"),
    (["count"], "NAME|FILE"),
    ([], "command"),
    (["dance"], "dance"),
    (["show", "no.txt", "--html", "o.html"], "no.txt"),
    (["show", BIG, "--html", "/no/such/folder/o.html"], "cannot be written"),
]


@pytest.mark.parametrize("args, word", BAD)
def test_bad_input_is_one_line_and_status_2(capsys, args, word):
    status, out, err = run(capsys, *args)
    assert status == 2 and out == "" and err.count("\n") == 1 and word in err


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "{",
        "{}",
        "[1]",
        '{"puzzle": "tetracubes-2x4x4", "solutions": [{"I": 3}]}',
        '{"puzzle": "tetracubes-2x4x4", "solutions": [{"I": [[0,0,0]]}]}',
        '{"grid": "9"}',
        "UNSATISFIABLE",
        '{"puzzle": {}, "solutions": 3}',
        "Answer: 1\nfullPosition(1,3,0,0,1,1)",
    ],
)
def test_show_refuses_what_it_cannot_read(capsys, tmp_path, text):
    file = tmp_path / "x.txt"
    file.write_text(text)
    status, out, err = run(capsys, "show", str(file), "--html", str(tmp_path / "o.html"))
    assert status == 2 and out == "" and err.count("\n") == 1 and not (tmp_path / "o.html").exists()


@pytest.mark.slow
@pytest.mark.parametrize("model, grid_type", [("tetracubes.lp", 1), ("tetracubes-direct.lp", 3)])
def test_clingo_to_picture(capsys, tmp_path, grid_type, model):
    """The chain of the README: plain clingo to a text file, the text to a page."""
    out = subprocess.run(
        [*CLINGO, f"puzzlelib/asp/programs/{model}", "-c", f"grid_type={grid_type}", "-c", "num_hints=4"],
        capture_output=True,
        text=True,
    ).stdout
    assert "SATISFIABLE" in out and out.count("hintPosition(") == 4
    (tmp_path / "solution.txt").write_text(out)
    status, _, err = run(capsys, "show", str(tmp_path / "solution.txt"), "--html", str(tmp_path / "out.html"))
    page = (tmp_path / "out.html").read_text()
    assert status == 0 and err.startswith(f"{tmp_path}/out.html: written, ") and "mesh3d" in page
    assert 'id="plotly"' in page and 'src="http' not in page


def test_show_reads_what_powershell_writes(capsys, tmp_path):
    printed = run(capsys, "generate", "--grid", "2x2x8", "--hints", "3", "--seed", "5", "--json")[1]
    (tmp_path / "x.json").write_text(printed, encoding="utf-16")
    assert run(capsys, "show", str(tmp_path / "x.json"), "--html", str(tmp_path / "o.html"))[0] == 0


def test_show_reads_what_the_other_commands_print(capsys, tmp_path):
    for args in (
        ["solve", "tetracubes-2x2x8", "--json"],
        ["generate", "--grid", "2x4x4", "--hints", "3", "--seed", "5", "--json"],
    ):
        (tmp_path / "x.json").write_text(run(capsys, *args)[1])
        assert run(capsys, "show", str(tmp_path / "x.json"), "--html", str(tmp_path / "o.html"))[0] == 0
    assert run(capsys, "show", "tetracubes-2x2x4+2x2x4", "--html", str(tmp_path / "o.html"))[0] == 0


# A puzzle that no engine finishes in a test: eight copies of each of three forms.
ENDLESS = """box: [6, 4, 4]
pieces:
  - {name: T, copies: 8, cells: [[0,0,0],[1,0,0],[2,0,0],[1,1,0]]}
  - {name: L, copies: 8, cells: [[0,0,0],[1,0,0],[2,0,0],[2,1,0]]}
  - {name: N, copies: 8, cells: [[0,0,0],[1,0,0],[1,1,0],[2,1,0]]}
"""


@pytest.mark.slow
@pytest.mark.parametrize("engine", picked(ENGINES, ["compiled", "asp"]))
@pytest.mark.parametrize("command", ["count", "solve"])
def test_interrupt_is_status_3_within_a_second(tmp_path, engine, command):
    (tmp_path / "endless.yaml").write_text(ENDLESS)
    more = ["--all"] if command == "solve" else []

    def attempt():
        (tmp_path / "begun").unlink(missing_ok=True)
        words = (str(tmp_path / "endless.yaml"), "--engine", engine, "--json", *more)
        process = searching(tmp_path / "begun", command, *words)
        process.send_signal(signal.SIGINT)
        out, err, seconds = ending(process)
        assert process.returncode == 3 and json.loads(out)["complete"] is False and err == ""
        return seconds

    ends_within(2, attempt)  # one to stop, and one to write what was found and to end


@pytest.mark.parametrize(
    "atoms",
    [
        'fullPosition(a,1,1,1,1) assignType(1,"I")',
        'fullPosition(1,1,1,1,1) assignType(1,"I",3)',
        'fullPosition(1,1,0,0,0) assignType(1,"I") hint()',
        'fullPosition()',
        'fullPosition(1,1,' + "9" * 5000 + ',0,0) assignType(1,"I")',
        'error("\x1b[31m' + "x" * 9999 + '")',
        '{"grid":' + "9" * 5000 + "}",
        '{"puzzle": "' + "x" * 999 + '", "solutions": []}',
    ],
)
def test_show_refuses_damaged_text(capsys, tmp_path, atoms):
    (tmp_path / "x.txt").write_text(atoms if atoms[0] == "{" else f"Answer: 1\n{atoms}")
    status, out, err = run(capsys, "show", str(tmp_path / "x.txt"), "--html", str(tmp_path / "o.html"))
    assert status == 2 and out == "" and err.count("\n") == 1 and err.strip().isprintable() and len(err) < 450


def test_show_does_not_wait_for_a_pipe(capsys, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert run(capsys, "show", str(tmp_path / "pipe"), "--html", "o.html")[0] == 2


def test_script_in_a_name_stays_text(capsys, tmp_path):
    (tmp_path / "x.yaml").write_text(
        "box: [2,1,1]\npieces: [{name: '</script><script>alert(7)</script>', cells: [[0,0,0],[1,0,0]]}]"
    )
    assert run(capsys, "show", str(tmp_path / "x.yaml"), "--html", str(tmp_path / "o.html"))[0] == 0
    assert "<script>alert(7)" not in (tmp_path / "o.html").read_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    "command, status, line",
    [("list > /dev/full", 2, "cannot be written"), ("list | true; exit ${PIPESTATUS[0]}", 0, "")],
)
def test_output_that_nobody_takes(command, status, line):
    ran = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m puzzlelib {command}"], capture_output=True, text=True
    )
    assert ran.returncode == status and ran.stdout == "" and ran.stderr.count("\n") == bool(line)
    assert line in ran.stderr


def test_a_terminal_without_unicode(tmp_path):
    (tmp_path / "x.yaml").write_text("box: [1,1,1]\npieces: [{name: é, cells: [[0,0,0]]}]", encoding="utf-8")
    ascii_only = os.environ | {"PYTHONIOENCODING": "ascii"}
    for args in (["list"], ["solve", str(tmp_path / "x.yaml"), "--engine", "x", "--json"]):
        ran = subprocess.run(
            [sys.executable, "-m", "puzzlelib", *args], capture_output=True, text=True, env=ascii_only
        )
        assert ran.returncode == 0 and ran.stderr == ""
    assert json.loads(ran.stdout)["solutions"] == [{"é": [[0, 0, 0]]}]


@pytest.mark.slow
@pytest.mark.parametrize("stderr", ["2>&-", "2>/dev/full"])
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the shell and the full device of Linux")
def test_an_answer_stays_whole_where_nobody_takes_the_lines_beside_it(stderr):
    def ran(words):
        return subprocess.run(
            f"{sys.executable} -m puzzlelib {words} {stderr}", shell=True, capture_output=True, text=True
        )

    counted, refused = ran("count tetracubes-2x2x8 --json"), ran("count nothing --json")
    assert counted.returncode == 0 and json.loads(counted.stdout)["count"] == 1792
    assert (refused.returncode, refused.stdout) == (2, "")


def test_the_version_is_told(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr() == (f"Exactly Once {__version__}\n", "")


# -------- names that would tell a terminal what to do

HOSTILE = "\x1b]0;title\x07\x1b[2J\x9b31m\u202e\x7f"
LINES = {
    "c.cover": f"{HOSTILE}: a{HOSTILE} b\nc\n",
    "c.dlx": f"{HOSTILE} | x{HOSTILE}\n{HOSTILE} x{HOSTILE}:{HOSTILE}\n",
    "c.txt": f"a{HOSTILE}\na{HOSTILE}\n\n",
    "p.yaml": "box: [2, 1]\npieces: [{name: I, layers: ['##']}]\npuzzles: [{name: a}, {name: b}]\n",
    "clash.yaml": f'name: "{HOSTILE}"\nbox: [2, 1]\npieces: [{{name: "I{HOSTILE}", layers: [##]}}]\n',
    "s.json": '{"puzzle": "soma", "solutions": [{"' + HOSTILE + '": []}]}',
    "i.yaml": f'polyhedron: {{faces: ["{HOSTILE}"]}}\n',
}
CALLS = [  # * begins a name of a file
    *(f"{command} *c.{ending}" for command in ("solve --all", "count") for ending in ("cover", "dlx", "txt")),
    *(
        "solve *p.yaml",
        "count *p.yaml",
        "solve *clash.yaml",
        "count *p.yaml --problem 1",
        "show *s.json --html x",
    ),
    *("assemble *p.yaml", "count *p.yaml --assemblable", "convert *p.yaml", "convert *p.yaml -o *p.xmpuzzle"),
    *(
        "show *p.yaml --html *p.html",
        "print *p.yaml --out *printed",
        "fair .",
        "plates *p.yaml --target cube",
    ),
    *("icosoku --file *i.yaml --count", "generate --grid *p.yaml --hints 0 --seed 1", "solve *nothing"),
    *(
        "census --check *p.yaml",
        "count soma --engine *",
        "solve *p.yaml --engine",
        "count *p.yaml --time-limit *",
    ),
    "atlas --box 2x2x2 --pieces 2..3 --number 9 --seed 1 --out *atlas",
]


@pytest.mark.parametrize("call", CALLS)
def test_no_name_tells_a_terminal_what_to_do(capsys, monkeypatch, tmp_path, call):
    """Names in files, and names of files and folders, which may have a line feed as well."""
    folder = tmp_path / f"{HOSTILE}\nand a line"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for name, text in LINES.items():
        (folder / f"{HOSTILE}\n{name}").write_text(text, encoding="utf-8")
    print_once.cache_clear()
    _, out, err = run(capsys, *(word.replace("*", f"{HOSTILE}\n") for word in call.split()))
    assert out + err and (out + err).replace("\n", "").isprintable()
    assert "\nc." not in out + err


# -------- at the start

NOT_FOR_A_COUNT = {
    *("yaml", "tomllib", "shutil", "subprocess", "concurrent.futures", "numpy", "makers", "difflib"),
    *("puzzlelib.search.states", "puzzlelib.search.frontier", "puzzlelib.search.backtracking"),
    *("puzzlelib.common.workers", "puzzlelib.packing.strict_yaml"),
}


def test_a_short_count_imports_only_what_it_needs():
    code = "import sys; from puzzlelib.__main__ import main; main(['count', 'soma']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=240)
    answer, modules = done.stdout.splitlines()
    assert answer == "11,520 solutions." and NOT_FOR_A_COUNT.isdisjoint(modules.split())


def test_options_are_the_same_whichever_parser_reads_them(monkeypatch):
    """For a command only its own parser is made; for an option that it does not know, or help, all are."""
    made, parser = [], options.command_parser
    monkeypatch.setattr(options, "command_parser", lambda only="": made.append(only) or parser(only))
    for line, expected in {
        "count soma --sym rotations --json": ["count"],
        "solve soma --all --workers 2": ["solve"],
        "count soma --assemblable": ["count", ""],
        "count soma --assem": ["count", ""],
        "assemble soma": [""],
    }.items():
        words = line.split()
        made.clear()
        read = vars(options.parsed(words))
        assert (
            made == expected
            and read.items() <= {"run": None}.items() | vars(parser().parse_args(words)).items()
        )
    for words in ["count", "--help"], ["count", "-h"], ["--version"]:
        made.clear()
        with pytest.raises(SystemExit):
            options.parsed(words)
        assert made == [""]
