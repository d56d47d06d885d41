"""Notebooks in another language: French texts where there are some, the code and exercises of the English."""

import nbformat
import pytest
from test_build import LESSON, ROOT, build, make_course, rewrite, run

from lessons.kit.notebooks import carry, worked_in


@pytest.fixture
def root(tmp_path):
    return make_course(tmp_path, {"l01_doubles": LESSON})


def english(root):
    return build.student_notebook(build.read_course(root)[0][0])


def translate(root, *pairs):
    """Write a lesson.fr.md: pairs of the beginning of an English text and its translation."""
    ids = {cell.source: cell.id for cell in english(root).cells}
    found = [(next(ids[text] for text in ids if text.startswith(start)), text) for start, text in pairs]
    text = "\n\n".join(f"<!-- cell {name} -->\n{words}" for name, words in found)
    (root / "lessons/l01_doubles/lesson.fr.md").write_text(text, encoding="utf-8")


def french(root):
    return nbformat.read(root / "notebooks-fr/01-doubles.ipynb", as_version=4)


def in_french(root):
    return run(root, "--language", "fr", "--to", str(root / "notebooks-fr"))


def test_texts_are_french_and_what_is_missing_is_english(root):
    translate(root, ("## How much?", "## Combien ?\n\nÀ vous."))
    assert in_french(root) == 0
    before, after = english(root).cells, french(root).cells
    changed = [(a.source, b.source) for a, b in zip(before, after) if a.source != b.source]
    assert len(before) == len(after) and changed == [("## How much?", "## Combien ?\n\nÀ vous.")]
    assert french(root).metadata["exactly-once"]["language"] == "fr" and not worked_in(french(root))


def test_a_stale_translation_is_named_and_english_is_shown(root, capsys):
    translate(root, ("## How much?", "## Combien ?"))
    rewrite(root, LESSON.replace("## How much?", "## How many?"))
    assert in_french(root) == 1
    says = capsys.readouterr().err
    assert says.count("\n") == 1 and "lesson.fr.md: cell " in says
    assert "the English text has changed since: ## Combien ?" in says
    assert any(cell.source == "## How many?" for cell in french(root).cells)


def test_what_is_missing_is_printed_in_the_format_of_the_file(root, capsys):
    translate(root, ("## How much?", "## Combien ?"))
    assert run(root, "--language", "fr") == 0
    printed = capsys.readouterr().out
    assert "## How much?" not in printed and "You can double." in printed
    path = root / "lessons/l01_doubles/lesson.fr.md"
    path.write_text(path.read_text() + "\n\n" + printed.replace("You can double.", "Vous savez doubler."))
    assert in_french(root) == 0
    assert any("Vous savez doubler." in cell.source for cell in french(root).cells)
    assert run(root, "--language", "fr") == 0 and capsys.readouterr().out.split("written")[-1].strip() == ""


@pytest.mark.parametrize(
    "text, says",
    [
        ("Bonjour", "lesson.fr.md:1: a text needs a line above it"),
        ("<!-- cell 0af259a1 -->\na\n<!-- cell 0af259a1 -->\nb", "cell 0af259a1 is there twice"),
        ("<!-- cell 0af259a1 -->\na", "the English text has changed since: a"),
    ],
)
def test_a_mistake_is_one_line(root, text, says, capsys):
    (root / "lessons/l01_doubles/lesson.fr.md").write_text(text)
    assert in_french(root) == 1
    assert says in (error := capsys.readouterr().err) and error.count("\n") == 1


@pytest.mark.slow
def test_the_real_lesson_has_its_first_screen_in_french_and_the_same_code(tmp_path, capsys):
    build.main(["--language", "fr", "--to", str(tmp_path / "fr")])
    here = nbformat.read(ROOT / "notebooks/00-start-here.ipynb", as_version=4)
    there = nbformat.read(tmp_path / "fr/00-start-here.ipynb", as_version=4)
    assert there.cells[1].source == "# 00 · Pour commencer"
    assert [cell.cell_type for cell in here.cells] == [cell.cell_type for cell in there.cells]
    code = [[cell for cell in one.cells if cell.cell_type == "code"] for one in (here, there)]
    assert code[0] == code[1] and sum("check(" in cell.source for cell in code[0]) >= 3
    assert carry(there, here) == here  # nothing in it is a student's
