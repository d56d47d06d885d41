"""The work of a student stays his: kept files, changed by hand, unreadable, in a zip, without a disk."""

import io
import json
import os
import subprocess
import sys
import tracemalloc
import zipfile
from collections import Counter

import pytest
from kept_answers import cell_of, kept_tasks
from sizes import picked
from test_build import ROOT

from lessons.kit.cards import parts
from lessons.kit.cards.memory import Memory
from lessons.kit.cards.parts import (
    Part,
    is_as_written,
    keep_part,
    pack_parts,
    read_part,
    set_parts_aside,
    sign_text,
    unpack_parts,
    write_part,
)
from lessons.kit.checks.course import kept_parts
from lessons.kit.checks.judge import fault_alone, find_exercise, verdict
from lessons.kit.checks.registry import EXERCISES
from lessons.kit.ground.errors import CourseError
from lessons.kit.ground.files import KEPT
from lessons.kit.ground.slicing import statements_of
from lessons.kit.live.session import Session
from lessons.kit.notebooks import again
from puzzlelib.icosoku import by_minizinc as minizinc

TWICE = Part("twice.py", "Return twice a number.")
CELL = "def twice(n):\n    return n + n\n\ncheck('0.0', twice)"
ALWAYS = lambda text, part: ""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of the parts, of a notebook that a server has opened."""
    monkeypatch.setattr(parts, "own_memory", lambda: Memory(tmp_path / KEPT / "01.json"))
    return tmp_path / parts.FOLDER


@pytest.fixture
def no_folder(monkeypatch):
    monkeypatch.setattr(parts, "own_memory", lambda: None)


def keep(source: str = CELL, before=()) -> str:
    return keep_part(TWICE, "0.0", None, source, before, ALWAYS)


# -------- what each file is


CALLS = {
    "complete.py": "print(len(complete([0] * 9, can_still_work)))",
    "queens.py": """
attack = lambda a, b: a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])
print(len(queens(8, attack)))
""",
    "by_piece.py": "print(len(list(by_piece({0, 1}, ['A', 'B'], [('A', {0}), ('B', {1}), ('B', {0})]))))",
    "timetable.py": "print(timetable({'a': [{1}], 'b': [{1}, {2}]}))",
    "algorithm_x.py": "print(len(algorithm_x(list('ab'), {1: {'a'}, 2: {'b'}, 3: {'a', 'b'}})))",
    "cards.py": "print([len(part) for part in cards(3)])",
    "loads.py": "print(len(loads(list(range(1, 9)), 12)))",
    "placements.py": "print(len(placements([(0, 0, 0), (1, 0, 0)], (3, 3, 3))))",
    "make_moves.py": "print(make_moves({'a': 1}, [('mark',), ('put', 'a', 2), ('back',)]))",
    "as_packing.py": "print([len(part) for part in as_packing(['a', 'b'], {'p': {'a', 'b'}})])",
    "count_all.py": "print(count_all(['a', 'b'], [('a',), ('b',), ('a', 'b'), ('b',)]))",
    "kings.py": "print([len(part) for part in kings(4)])",
    "roster.py": "print(len(roster({'Ann': ['Mon'], 'Bob': []}, {'Mon': 1}).names))",
    "chores.py": "print(chores({'Ann': {'a': 3, 'b': 1}, 'Bob': {'a': 1, 'b': 3}}))",
    "cover_cube.py": """
from puzzlelib.plates import load
found = cover_cube({plate.name: plate.border12 for plate in load("pinwheels").plates})
print(len({cell for cells in found.values() for cell in cells}))
""",
    "fewest_hints.py": """
from puzzlelib import all_packings, load
print(len(fewest_hints(load("tetracubes-2x2x8"), all_packings("2x2x8")[0])))
""",
    "fewest_moves.py": """
from puzzlelib import load, solve
packings = solve(load("burr-level-10"), limit=None, symmetry="rotations").solutions
ways = [fewest_moves({place.piece: place.cells for place in packing}) for packing in packings]
print(*(len(moves) for moves in ways if moves))
""",
    "at_most.py": """
from puzzlelib import load
from puzzlelib.search.exact_cover import exact_cover
from puzzlelib.search.links import Links
cover = exact_cover(load("tetracubes-2x2x8"))
print(len(list(at_most(Links(cover), len(cover.items)))))
""",
}
ANSWERS = {"complete.py": "8", "queens.py": "92", "by_piece.py": "1", "timetable.py": "{'a': {1}, 'b': {2}}"}
ANSWERS |= {"algorithm_x.py": "2", "cards.py": "[9, 9]", "at_most.py": "1792"}  # 1792: the compiled engine
ANSWERS |= {"roster.py": "2", "chores.py": "{'Ann': ['b'], 'Bob': ['a']}"}
ANSWERS |= {"cover_cube.py": "56"}  # 4³ − 2³
ANSWERS |= {"fewest_hints.py": "2"}  # by asp.fewest_hints, which lists all packings
ANSWERS["fewest_moves.py"] = "10"  # W. H. Cutler, 1994
# Subsets of 1 to 8 with the sum 12, edges of a 3×3×3 grid, and 8 lines, 16 squares and 9 windows: by hand.
ANSWERS |= {
    "count_all.py": "3",
    "as_packing.py": "[5, 2]",
}  # two items, a bar of three squares; with it or without
ANSWERS |= {"loads.py": "10", "placements.py": "54", "make_moves.py": "{'a': 1}", "kings.py": "[8, 16, 9]"}


def test_each_kept_exercise_has_a_file_of_its_own():
    files = Counter(part.file for part in kept_parts().values())
    assert set(files.values()) == {1} and set(files) == set(kept_tasks())


MINIZINC = minizinc.available()["gecode"] in minizinc.HERE
FILES = [file for file in kept_tasks() if MINIZINC or not file.endswith(".mzn")]


# The check of fewest_hints.py takes five seconds, and lesson 07 asks it, too.
@pytest.mark.parametrize("file", picked(FILES, {*FILES} - {"fewest_hints.py"}))
def test_each_file_is_right_alone_and_runs_with_puzzlelib_only(file, folder):
    task = kept_tasks()[file]
    judge = lambda text, part: fault_alone(find_exercise(task.id), text, part)
    names: dict = {"check": lambda *_: None}
    exec(cell_of(file), names)
    answer = names[parts.checked_expression(task.solution, task.id)]
    assert verdict(task.id, answer).status == "correct" and task.id in EXERCISES
    said = keep_part(kept_parts()[task.id], task.id, answer, cell_of(file), [], judge)
    assert said == f"Kept as my-solver/{file}." and is_as_written((folder / file).read_text("utf-8"))


@pytest.mark.parametrize("file", [file for file in kept_tasks() if file.endswith(".py")])
def test_each_file_counts_as_published_in_a_fresh_python(file, folder):
    task = kept_tasks()[file]
    above = "def can_still_work(square):\n    " + MAGIC
    keep_part(kept_parts()[task.id], task.id, None, cell_of(file), [], ALWAYS)
    alone = "import sys\nsys.modules['lessons'] = None"
    code = f"{alone}\n{above}\n{(folder / file).read_text('utf-8')}\n{CALLS[file]}"
    clean = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    said = subprocess.run([sys.executable, "-c", code], env=clean, capture_output=True, text=True, cwd=folder)
    assert said.stdout.strip() == ANSWERS[file], said.stderr


MAGIC = """
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    rows = [[square[cell] for cell in line] for line in lines]
    return all(0 in row or sum(row) == 15 for row in rows)
"""


# -------- the text of a file


def test_a_file_has_what_its_answer_needs_as_it_was_written(folder):
    before = ["from math import sqrt, pi\nROOT = 1", "# of two\nROOT = sqrt(4)\nprint(ROOT)", "x = = 1"]
    source = (
        "def twice(n):  # n + n\n    return same(ROOT * n)\n\ndef same(n): return n\n\ncheck('0.0', twice)"
    )
    assert keep(source, before) == "Kept as my-solver/twice.py."
    text = read_part("twice.py")
    assert "from math import sqrt, pi\n\n\n# of two\nROOT = sqrt(4)\n\n\ndef twice(n):  # n + n" in text
    assert "check" not in text.partition("exactly-once")[0] and "print" not in text and "ROOT = 1" not in text


def test_a_cell_above_that_cannot_run_is_passed_over(folder):
    assert keep(before=["def late():\n    x = 1\n    global x"]) == "Kept as my-solver/twice.py."


def test_a_letter_that_ends_a_line_elsewhere_ends_none_in_python(folder):
    keep("WORDS = 'one\u2028two'\nTWO = len(WORDS.split())\n\n" + CELL.replace("n + n", "TWO * n"))
    assert "TWO = len(WORDS.split())\n\n\ndef twice(n):\n    return TWO * n\n" in read_part("twice.py")


def test_statements_that_share_a_line_are_parted(folder):
    keep("a = 1; b = 2; print(a)\n@staticmethod\ndef twice(n): return b * n\n\ncheck('0.0', twice)")
    assert "b = 2\n\n\n@staticmethod\ndef twice(n):\n    return b * n" in read_part("twice.py")


def test_names_bound_by_a_loop_a_condition_or_an_entry_are_kept(folder):
    keep(
        "squares = {}\nfor k in range(9):\n    squares[k] = k * k\nif squares[2] == 4:\n    "
        "add = lambda n: n + n\nelse:\n    add = None\ntotal = 1\ntotal += 1\nfor n in squares: print(n)\n"
        "def twice(n): return add(n) + 0 * squares[2] * total\ncheck('0.0', twice)"
    )
    text = read_part("twice.py")
    assert "squares[k] = k * k" in text and "total += 1" in text and "print" not in text
    assert parts.run_part(text, "twice.py")(4) == 8


def test_a_name_has_the_value_that_it_had(folder):
    keep("a = 1\nb = a + 1\na = b\ndef twice(n): return b * n\ncheck('0.0', twice)")
    assert parts.run_part(read_part("twice.py"), "twice.py")(4) == 8


def test_what_sets_an_entry_does_not_take_the_place_of_the_name(folder):
    """Neither a function of the cell nor a cell in between."""
    cell = "def twice(n):\n    known[n] = n + known[0]\n    return n + known[n]\ncheck('0.0', twice)"
    keep(cell, ["known = {1: 2}", "known = {}", "known[0] = 0"])
    assert "{1: 2}" not in read_part("twice.py") and parts.run_part(read_part("twice.py"), "twice.py")(4) == 8


def test_a_counter_that_a_function_adds_to_is_kept(folder):
    keep("ASKED = 0\n\n" + CELL.replace("    return", "    global ASKED\n    ASKED += 1\n    return"))
    assert parts.run_part(read_part("twice.py"), "twice.py")(4) == 8


def test_a_file_needs_nothing_of_the_workbook(folder):
    before = ["from lessons import table"]
    said = keep("def twice(n):\n    table()\n    return n + n\n\ncheck('0.0', twice)", before)
    assert "`from lessons import table` needs the workbook" in said and not folder.exists()


@pytest.mark.parametrize(
    "line", ["import sys, lessons as course", "k = 1; from lessons.l01_backtracking import magic"]
)
def test_an_import_of_the_workbook_is_found_wherever_it_is(line, folder):
    said = keep(f"def twice(n):\n\t{line}\n\treturn n + n\n\ncheck('0.0', twice)")
    assert f"`{line.rpartition('; ')[2]}` needs the workbook" in said and not folder.exists()


def test_the_name_of_the_workbook_in_a_text_is_no_import(folder):
    keep(CELL.replace("    return", '    """Is seen by\n    import lessons\n    """\n    return'))
    assert parts.run_part(read_part("twice.py"), "twice.py")(4) == 8


def test_each_file_begins_with_one_line_on_what_it_is():
    assert all(part.words.endswith(".") and len(part.words) <= 98 for part in kept_parts().values())


def test_another_name_and_an_expression_are_called_by_the_name_of_the_part(folder):
    keep("double = lambda n: 2 * n\ncheck('0.0', double)")
    assert "double = lambda n: 2 * n\ntwice = double" in read_part("twice.py")


def test_of_several_checks_in_a_cell_each_keeps_its_own_answer(folder):
    keep(f"{CELL}\ncheck('0.1', lambda: 7)\nlessons.check('0.2', 7)")
    assert "7" not in read_part("twice.py").partition("exactly-once")[0]


@pytest.mark.parametrize(
    "cell",
    ["go()", "get_ipython().run_cell_magic('time', '', '…')", "check(*pair)", "check(id='0.0', answer=f)"],
)
def test_a_cell_without_the_call_of_check_is_no_trouble(cell, folder):
    words = 'Not kept in my-solver: write check("0.0", …) itself into a cell, without `%`, and run it again.'
    assert keep(cell) == words and not folder.exists()


def test_a_name_that_nothing_here_defines_is_named(folder):
    assert keep("def twice(n): return f(n)\ncheck('0.0', twice)") == (
        "Not kept in my-solver: copy the lines that define `f` into this cell, and run it again."
    )
    assert keep("def twice(n): return floor(n + n)\ncheck('0.0', twice)", ["from math import *"]) == (
        "Not kept in my-solver: copy the lines that define `floor` into this cell, and run it again. "
        "(A name that comes by `import *` needs an import of its own.)"
    )
    assert not folder.exists()


def test_what_is_wrong_alone_is_not_kept(folder):
    words = keep_part(TWICE, "0.0", None, CELL, [], lambda text, part: "Not yet. It is odd.")
    assert words == "Not kept in my-solver: without the rest of the notebook it fails. Not yet. It is odd."
    assert not folder.exists()


def test_a_program_in_a_text_is_a_file_of_its_own(folder):
    keep_part(Part("walk.lp", "Walk on."), "0.0", "\na. b :- a.\n", "", [], ALWAYS)
    assert read_part("walk.lp").startswith("% Walk on.\n\na. b :- a.\n\n% exactly-once: checked ")


# -------- nothing is lost


def test_a_new_answer_takes_the_place_of_ours_and_lies_beside_a_changed_one(folder):
    keep()
    assert keep(CELL.replace("n + n", "2 * n")) == "Kept as my-solver/twice.py."
    changed = (folder / "twice.py").read_text().replace("2 * n", "n * 2")
    (folder / "twice.py").write_text(changed)
    assert (
        keep() == "You have changed my-solver/twice.py, so it stays; this answer is my-solver/twice.new.py."
    )
    (folder / "twice.new.py").write_text("mine too")
    assert keep().endswith("this answer is my-solver/twice.new2.py.")
    assert (folder / "twice.py").read_text() == changed and (
        folder / "twice.new.py"
    ).read_text() == "mine too"


def test_an_editor_may_put_a_mark_in_front(folder):
    keep()
    (folder / "twice.py").write_bytes(b"\xef\xbb\xbf" + (folder / "twice.py").read_bytes())
    assert is_as_written(read_part("twice.py")) and keep() == "Kept as my-solver/twice.py."


@pytest.mark.parametrize("content", [b"\xff\xfe no text", b"x" * 200_000, b""])
def test_a_file_that_cannot_be_read_stays(folder, content):
    folder.mkdir()
    (folder / "twice.py").write_bytes(content)
    keep()
    assert (folder / "twice.py").read_bytes() == content and (folder / "twice.new.py").exists()


def test_a_deleted_file_comes_again_and_a_renamed_one_stays(folder):
    keep()
    (folder / "twice.py").rename(folder / "mine.py")
    assert keep() == "Kept as my-solver/twice.py." and (folder / "mine.py").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows asks for a right to make links")
def test_nothing_is_written_through_a_link(folder, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    folder.symlink_to(other)
    assert "as long as Python runs" in keep() and list(other.iterdir()) == [] and read_part("twice.py")


def test_a_folder_that_cannot_be_written_is_no_loss(folder):
    folder.write_text("a file is in its place")
    assert keep() == "`twice.py` is kept as long as Python runs: Your solver saves it."
    assert is_as_written(read_part("twice.py")) and pack_parts()


def test_the_folder_is_set_aside(folder, tmp_path):
    assert set_parts_aside() is None
    (tmp_path / KEPT).mkdir()
    keep()
    assert set_parts_aside() == tmp_path / KEPT / "my-solver.1" and not folder.exists()
    keep()
    assert set_parts_aside() == tmp_path / KEPT / "my-solver.2"


@pytest.mark.skipif(os.name == "nt", reason="Windows asks for a right to make links")
def test_a_link_is_not_set_aside_by_one_who_begins_again(folder, tmp_path, monkeypatch, capsys):
    folder.symlink_to(tmp_path)
    for name, value in {"ours": True, "has_running_cell": True, "start_over": (tmp_path / "a", True)}.items():
        monkeypatch.setattr(again, name, lambda *_, value=value: value)
    monkeypatch.setattr(again, "own_memory", lambda: Memory(tmp_path / KEPT / "01.json"))
    again.begin_again(parts.FOLDER)
    said = capsys.readouterr().out
    assert "Your programs in my-solver stay" in said and "None" not in said and folder.is_symlink()


# -------- the zip


def archive(**files: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return buffer.getvalue()


def test_a_zip_goes_from_a_browser_to_a_disk(no_folder, tmp_path, monkeypatch):
    keep()
    content = pack_parts()
    parts.unwritten.clear()
    monkeypatch.setattr(parts, "own_memory", lambda: Memory(tmp_path / KEPT / "01.json"))
    assert unpack_parts(content) == ["twice.py"]
    assert is_as_written((tmp_path / "my-solver/twice.py").read_text())
    assert unpack_parts(content) == ["twice.py"] and unpack_parts(archive()) == []


def test_a_zip_takes_no_place_of_a_changed_file(folder):
    folder.mkdir()
    (folder / "twice.py").write_text("mine")
    assert unpack_parts(archive(**{"twice.py": b"yours"})) == ["twice.new.py"]
    assert unpack_parts(archive(**{"twice.new.py": b"theirs"})) == ["twice.new2.py"]
    assert (folder / "twice.py").read_text() == "mine"


@pytest.mark.parametrize(
    "name", ["evil.sh", ".hidden.py", "a b.py", "con.py.exe", "evil.py/", "../.py", "/.evil.py", "..", "a/.."]
)
def test_a_zip_writes_nothing_else(folder, name):
    assert unpack_parts(archive(**{name: b"x", "good.py": b"x"})) == ["good.py"]
    assert [path.name for path in folder.iterdir()] == ["good.py"]


@pytest.mark.parametrize(
    "name", ["my-solver/a.py", "../a.py", "/a.py", "C:\\a.py", "..\\..\\a.py", "my-solver/old/a.py"]
)
def test_of_a_folder_that_was_packed_the_last_part_of_each_name_counts(folder, tmp_path, name):
    assert unpack_parts(archive(**{"my-solver/": b"", name: b"x = 1"})) == ["a.py"]
    assert [path.name for path in folder.iterdir()] == ["a.py"] and [*tmp_path.iterdir()] == [folder]


def test_a_zip_that_swells_or_is_none_is_refused(folder):
    assert unpack_parts(archive(**{"big.py": b" " * 10_000_000})) == []
    broken = bytearray(archive(**{"a.py": b"x" * 500}))
    broken[45] ^= 0xFF
    for content in (b"", b"PK", b"no zip", bytes(broken), archive(**{"a.py": b"\xff\xfe"})):
        with pytest.raises(CourseError, match="no zip of parts"):
            unpack_parts(content)
    assert not folder.exists()


def test_a_zip_is_read_no_further_than_a_part_may_be_long(folder):
    lying = bytearray(archive(**{"a.py": b" " * 50_000_000}))
    for sign, place in ((b"PK\3\4", 22), (b"PK\1\2", 24)):  # where a size is told
        at = lying.rfind(sign) + place
        lying[at : at + 4] = (500).to_bytes(4, "little")
    tracemalloc.start()
    with pytest.raises(CourseError, match="no zip of parts"):
        unpack_parts(bytes(lying))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 5_000_000


def test_a_zip_has_the_parts_among_many_other_files(folder):
    keep()
    for number in range(60):
        (folder / f"Untitled{number}.ipynb").write_text("")
    with zipfile.ZipFile(io.BytesIO(pack_parts())) as packed:
        assert packed.namelist() == ["twice.py"]


def test_what_a_page_keeps_is_there_as_long_as_python(no_folder):
    assert keep() == "`twice.py` is kept as long as Python runs: Your solver saves it."
    assert read_part("twice.py") == sign_text(read_part("twice.py").rpartition("\n# ")[0], "twice.py")
    assert write_part("b.py", "b") == "b.py" and read_part("b.py") == "b"


def test_a_page_of_the_book_judges_a_program_and_keeps_none(no_folder):
    """As CLASSROOM-MORE.md says: a page has no notebook whose cells could be kept."""
    source = kept_tasks()["queens.py"].solution.rpartition("check(")[0]
    page = Session(1, [*statements_of("def queens(n, attack): ...", "1.6")], {"1.6": "queens"})
    asked = {"action": "check", "id": "1.6", "source": source, "answers": {}}
    said = json.loads(page.perform(json.dumps(asked)))
    assert said["status"] == "correct" and said["printed"] == "" and parts.unwritten == {}


def test_what_a_page_keeps_changed_stays_beside_a_new_answer(no_folder):
    unpack_parts(archive(**{"twice.py": b"mine"}))
    assert keep() == "`twice.new.py` is kept as long as Python runs: Your solver saves it."
    assert read_part("twice.py") == "mine" and is_as_written(read_part("twice.new.py"))


def test_an_answer_that_cannot_be_written_is_newer_than_the_file(folder, tmp_path, monkeypatch):
    keep()
    monkeypatch.setattr(parts, "write_memory", lambda path, text: False)
    assert "as long as Python runs" in keep(CELL.replace("n + n", "2 * n"))
    with zipfile.ZipFile(io.BytesIO(pack_parts())) as packed:
        assert "2 * n" in read_part("twice.py") and b"2 * n" in packed.read("twice.py")
    monkeypatch.undo()
    monkeypatch.setattr(parts, "own_memory", lambda: Memory(tmp_path / KEPT / "01.json"))
    keep(CELL.replace("n + n", "n * 2"))
    assert "n * 2" in read_part("twice.py") == (folder / "twice.py").read_text()
