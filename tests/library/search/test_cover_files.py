"""Exact covers as text: read as `cover_of` takes them, and solved on the command line."""

import json
from pathlib import Path
from random import Random

import pytest

from puzzlelib import PuzzleError, count, cover_of, solve
from puzzlelib.__main__ import main
from puzzlelib.engines import FOR_COVERS
from puzzlelib.search.cover_files import load_cover, read_cover

TOY = (
    "c e f\na d g\nb c f\na d\nb g\nd e g\n"  # D. E. Knuth, Dancing Links (2000): one solution, rows 1, 4, 5
)
COLOURS = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"  # Knuth, 7.2.2.1, table 49: one solution


@pytest.mark.parametrize("engine", [None, *FOR_COVERS])
def test_knuths_problems_have_their_one_solution(engine):
    for text, rows in ((TOY, (1, 4, 5)), ("a b c d e f g\n" + TOY, (2, 5, 6)), (COLOURS, (3, 5))):
        for form in (text, "| a comment\n" + text.replace("\n", "\n\n")):
            found = solve(read_cover(form), engine, limit=None)
            numbers = [tuple(sorted(one)) for one in found]
            assert len(numbers) == 1 and (form != text or numbers == [rows])
            assert count(read_cover(form), engine).count == 1


def test_texts_are_read_as_cover_of_takes_them():
    """Random problems with names, ranges, secondary items and colours, written and read again."""
    draw = Random(41)
    for _ in range(300):
        primary, secondary = list("abcde")[: draw.randint(1, 5)], list("xyz")[: draw.randrange(4)]
        often = {item: (draw.choice([0, 1, 1]), draw.randint(1, 2)) for item in primary}
        options = {}
        for number in range(draw.randint(1, 9)):
            row = draw.sample(primary, draw.randint(1, len(primary)))
            row += [draw.choice([item, f"{item}:A", f"{item}:B"]) for item in secondary if draw.randrange(2)]
            options[f"r{number}" if draw.randrange(2) else number + 3] = row
        forms = [
            draw.choice([f"{a}..{b}*{i}", f"{a}:{b}|{i}"]) if (a, b) != (1, 1) else i
            for i, (a, b) in often.items()
        ]
        bar = ["|", *secondary] if secondary or draw.randrange(2) else []
        first = " ".join([*["items:"] * (not bar or draw.randrange(2)), *forms, *bar])
        lines = [
            f"{key}: {' '.join(row)}" if isinstance(key, str) else " ".join(row)
            for key, row in options.items()
        ]
        text, items = "\n".join(["# a comment", first, *lines]), often | dict.fromkeys(secondary, 1)
        assert read_cover(text) == cover_of(options, items, secondary)


def test_knuths_comments_begin_with_a_bar_and_nothing_is_dropped(tmp_path):
    """In a .dlx file # is a letter; elsewhere it begins a comment. A form feed ends no line."""
    text = "| a comment\n#1 a\n#1\na\n#1 a\n"
    for name, rows in (("f.dlx", (("#1",), ("a",), ("#1", "a"))), ("f.cover", (("a",),))):
        file = tmp_path / name
        file.write_text(text if name == "f.dlx" else "# a comment\n#1 a\na\n#1\n")
        assert load_cover(file).options == rows
    assert count(load_cover(tmp_path / "f.dlx")).count == 2
    assert read_cover("a b\x0cc\x85d\nd").options == (("a", "b", "c", "d"), ("d",))


@pytest.mark.parametrize(
    "text, number",
    [
        ("a b |x\na x\nb\na b\n", 2),  # blanks stand before the bar only
        ("a b\t|\tx y\r\na x\r\nb\r\ny\r\nx y\r\n", 1),  # nothing that must be covered: ignored
        ("a | x\nx\n", 0),
        ("| a comment, and then no option\na b\n", 0),
        ("2*a b\n2*a\nb\n", 1),  # a name; only a bar says how often
        ("1:2|a b\nb\na b\na\n", 3),
        ("a b c | x\na x:A\nb x:A\nc x:B\nc\n", 1),
    ],
)
def test_dlx_is_read_as_knuths_programs_read_it(capsys, tmp_path, text, number):
    """Counts by the rules of dlx2.w and dlx3.w, on paper; of all engines."""
    file = tmp_path / "f.dlx"
    file.write_text(text)
    assert {name: count(load_cover(file), name).count for name in FOR_COVERS} == dict.fromkeys(
        FOR_COVERS, number
    )
    assert ("and is ignored" in capsys.readouterr().err) == ("\ny" in text or "\nx\n" in text)


def test_plain_lines_are_plain_options(capsys):
    draw = Random(42)
    for _ in range(100):
        rows = [draw.sample("abcdef", draw.randint(1, 3)) for _ in range(draw.randint(2, 8))]
        if len(rows) > 2 and set(rows[0]) >= set().union(*rows):
            continue
        cover = read_cover("\n".join(map(" ".join, rows)))
        assert cover == cover_of({k: row for k, row in enumerate(rows, 1)})
        assert count(cover).count == count(cover_of(rows)).count


def test_a_first_line_that_has_all_items_lists_them(capsys, tmp_path):
    assert list(read_cover("b a\na\nb", "first.txt").items) == ["b", "a"]
    assert "first.txt: the first line has all items, so it lists them" in capsys.readouterr().err
    assert count(read_cover("all: b a\na\nb")).count == 2
    file = tmp_path / "two.dlx"
    file.write_text("a b c\na b\n")
    assert load_cover(file).options == (("a", "b"),) and count(load_cover(file)).count == 0


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "mine.txt: has no option"),
        ("items: a b", "mine.txt: has no option"),
        ("items: a b\na c", "mine.txt: line 2: 'c' is not an item that the first line lists"),
        (
            "a | room\na roam",
            "mine.txt: line 2: 'roam' is not an item that the first line lists; did you mean 'room'?",
        ),
        ("all: a b | x\na b", "mine.txt: line 1: lists the items, so 'all' cannot be its name"),
        ("a b\n\nb b", "mine.txt: line 3: 'b' appears twice"),
        ("R: a\nR: b", "mine.txt: line 2: the name 'R' appears twice"),
        ("a b\nR:", "mine.txt: line 2: has no items"),
        ("a b\na | b", "mine.txt: line 2: '|' may only be once, in the first line"),
        ("items: a a\na", "mine.txt: line 1: 'a' appears twice"),
        ("items: a | a\na", "mine.txt: line 1: 'a' appears twice"),
        *(
            (
                f"items: {word}\na",
                f"mine.txt: line 1: '{word}': must be a number from 1 to 999,999 or a range, 2..3*a",
            )
            for word in ("3..2*a", "0*a", "-1*a", "1000000*a", f"1..{10**12}*a")
        ),
        ("a | x | y\na x y", "mine.txt: line 1: '|' may only be once"),
        ("items: ٢*a\na", "mine.txt: line 2: 'a' is not an item"),
    ],
)
def test_wrong_texts_get_one_line_that_names_theirs(capsys, tmp_path, text, words):
    with pytest.raises(PuzzleError) as caught:
        read_cover(text, "mine.txt")
    assert str(caught.value).startswith(words)
    file = tmp_path / "mine.txt"
    file.write_text(text)
    assert main(["count", str(file)]) == 2
    assert capsys.readouterr().err.startswith(words)


def test_the_command_line_takes_them(capsys, tmp_path):
    file = tmp_path / "mine.cover"
    file.write_text("R: a b x:red\nS: c\nc d\nd\n")
    assert main(["solve", str(file), "--all"]) == 0
    assert capsys.readouterr().out == "R: a b x:red\nS: c\nd\n\nR: a b x:red\nc d\n\n2 solutions.\n"
    for engine in FOR_COVERS:
        assert main(["count", str(file), "--engine", engine, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["count"] == 2
    assert main(["solve", str(file), "--json", "--all"]) == 0
    assert json.loads(capsys.readouterr().out)["solutions"] == [["R", "S", 4], ["R", 3]]
    assert main(["count", str(file), "--engine", "backtracking"]) == 2
    assert main(["count", str(file), "--symmetry", "rotations"]) == 2
    assert main(["count", str(file), "--problem", "1"]) == 2


def test_the_example_of_the_page_has_the_solutions_that_it_says():
    page = Path("puzzlelib/commands/README.md").read_text(encoding="utf-8")
    text = page.partition("### Exact covers as text")[2].partition("\n    #")[2].partition("\n\n")[0]
    assert "3 solutions" in page and count(read_cover(f"#{text}"), "dlx").count == 3
