"""A new version of a notebook keeps what a student did in the old one: by example, and after random edits."""

import base64
import random
from collections import Counter
from copy import deepcopy

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, new_raw_cell
from sizes import size
from test_build import course

from lessons.kit.building.notebook import student_notebook
from lessons.kit.ground.errors import CourseError
from lessons.kit.notebooks import carry, fingerprint, name_cells, notebook_from, text_of, worked_in
from lessons.kit.notebooks.cells import digest, exercise_of
from lessons.kit.notebooks.new_version import HEADING

TEXT, CODE = new_markdown_cell, new_code_cell


def built(*cells):
    """A notebook as the build would write it: texts as they are, code that begins with a >."""
    made = [CODE(cell[1:]) if cell.startswith(">") else TEXT(cell) for cell in cells]
    name_cells(made)
    own = {"lesson": "01-x", "built": fingerprint(made), "cells": " ".join(map(digest, made))}
    return new_notebook(cells=made, metadata={"exactly-once": own})


def sources(notebook):
    return [cell.source for cell in notebook.cells]


def exercise(number, words=""):
    return f">def f(n):{words}\n    ...\n\ncheck('1.{number}', f)"


def answer(number, words="return n"):
    return f"def f(n):\n    {words}\n\ncheck('1.{number}', f)"


FIRST = built("# 1", "one", ">import math", exercise(1), "hint 1", exercise(2), "hint 2", "recap")


def worked(edit, version=FIRST):
    notebook = deepcopy(version)
    edit(notebook.cells)
    return notebook


# -------- by example


def test_an_answer_goes_to_its_exercise_wherever_that_is_now():
    old = worked(lambda cells: cells[3].update(source=answer(1), execution_count=4))
    new = built("# 1", exercise(2), "new text", exercise(1, " # new stub"), "recap")
    got = carry(old, new)
    assert sources(got) == ["# 1", exercise(2)[1:], "new text", answer(1), "recap"]
    assert got.cells[3].id == new.cells[3].id and got.cells[3].execution_count == 4


def test_a_bet_in_two_cells_becomes_one_and_what_stood_between_stays():
    asked, told = "guess = predict('How many?')", "from lessons import covered\ncovered()\nguess.reveal(6)"
    old = built("# 1", f">{asked}", f">{told}", exercise(1))
    old.cells[1].outputs, old.cells[2].outputs = (
        [new_output("stream", text="7")],
        [new_output("stream", text="6")],
    )
    old.cells.insert(2, CODE("mine = 3"))
    bet = f"from lessons import predict\n{asked}\nguess.reveal(6)"
    got = carry(old, built("# 1", f">{bet}", exercise(1)))
    assert sources(got) == ["# 1", bet, "mine = 3", exercise(1)[1:]]


def test_an_untouched_stub_gives_way_to_the_new_one():
    new = built("# 1", exercise(1, " # new stub"))
    assert sources(carry(FIRST, new)) == sources(new)


def test_an_answer_to_an_exercise_that_is_gone_stands_at_the_end_once():
    old = worked(lambda cells: cells[5].update(source=answer(2)))
    new = built("# 1", exercise(1))
    once = carry(old, new)
    assert sources(once)[:2] == sources(new) and "no longer part" in sources(once)[2]
    assert sources(once)[3:] == [answer(2)]
    assert carry(once, new) == once
    back = carry(once, FIRST)  # and if it comes back, so does its answer
    assert sources(back)[5] == answer(2) and len(back.cells) == len(FIRST.cells)


def test_a_changed_cell_keeps_its_place_if_the_lesson_has_not_changed_it():
    old = worked(lambda cells: cells[2].update(source="import math, cmath"))
    assert sources(carry(old, built("# 1", "new", ">import math"))) == ["# 1", "new", "import math, cmath"]


def test_a_changed_cell_stands_below_what_has_replaced_it():
    old = worked(lambda cells: cells[1].update(source="one, I think"))
    once = carry(old, built("# 1", "one, by now another", ">import math"))
    assert sources(once) == ["# 1", "one, by now another", "one, I think", "import math"]
    again = carry(once, built("# 1", "one, the third", ">import math"))
    assert sources(again) == ["# 1", "one, the third", "one, I think", "import math"]


def test_outputs_of_unchanged_cells_stay_and_others_go():
    def run(cells):
        for cell in cells:
            if cell.cell_type == "code":
                cell.outputs = [new_output("stream", text="seen")]

    got = carry(worked(run), built("# 1", ">import math", exercise(1, " # new stub")))
    assert [len(cell.outputs) for cell in got.cells if cell.cell_type == "code"] == [1, 0]


def test_outputs_stay_where_an_editor_has_lost_the_ids():
    def run(cells):
        for number, cell in enumerate(cells):
            cell.id = f"new-{number}"
            if cell.cell_type == "code":
                cell.outputs = [new_output("stream", text="seen")]

    got = carry(worked(run), built("# 1", ">import math", exercise(1), "and a word more"))
    assert [len(cell.outputs) for cell in got.cells if cell.cell_type == "code"] == [1, 1]


def test_other_versions_of_the_notebook_format_and_lost_ids():
    old = worked(lambda cells: cells[3].update(source=answer(1)))
    for cell in old.cells:
        del cell["id"]
    old.nbformat_minor = 4
    read = notebook_from(nbformat.writes(old))
    assert sources(carry(read, FIRST)) == sources(old)


def test_states_of_widgets_stay_and_our_own_metadata_are_new():
    old = worked(lambda cells: None)
    old.metadata.widgets = {"state": 1}
    new = built("# 1")
    assert carry(old, new).metadata == new.metadata | {"widgets": {"state": 1}}


def test_neither_notebook_is_changed():
    old, new = worked(lambda cells: cells[3].update(source=answer(1))), built("# 2", exercise(1))
    before = deepcopy((old, new))
    carry(old, new)
    assert (old, new) == before


DAMAGED = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe\x00",
    b'{"cells": 7, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}',
    b'{"cells": [{"cell_type": "code"}], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}',
    b'{"cells": [7], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}',
    b'{"cells": [], "nbformat": 99, "nbformat_minor": 5, "metadata": {}}',
    b"[" * 100_000,
    b'{"cells": ' + b"[" * 100_000,
    b'{"cells": [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "\\ud800"}],'
    b' "nbformat": 4, "nbformat_minor": 5, "metadata": {}}',
    b'{"worksheets": [{"cells": 1}], "nbformat": 3, "metadata": {}}',
]


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_notebook_is_one_line(text):
    with pytest.raises(CourseError, match=r"^a.ipynb: not a notebook: [^\n]+$"):
        notebook_from(text, "a.ipynb")


@pytest.mark.parametrize(
    "own", [7, [], {"built": [1]}, {"built": None}, "x", {"lesson": "../../etc"}], ids=str
)
def test_our_metadata_may_hold_anything(own):
    old = worked(lambda cells: cells[3].update(source=answer(1)))
    old.metadata["exactly-once"] = own
    assert worked_in(old) and sources(carry(old, FIRST))[3] == answer(1)


# -------- random edits


def version(rng, draft):
    """A version of a lesson: some cells are there, some in another wording."""
    cells = [f"{cell}{rng.choice(['', '', ' anew'])}" for cell in draft if rng.random() < 0.9]
    return built(*(cell.replace("...", "... # anew") if cell.endswith("anew") else cell for cell in cells))


DRAFT = [
    *("# 1", "text a", ">import math", "text b", ">x = 1", exercise(1), "hints", "text c", ">x = 1"),
    *(exercise(2), "hints", "text d", exercise(3), "hints", ">print(x)", exercise(4), "hints", "recap"),
]


def change_answer(rng, cells):
    tasks = [cell for cell in cells if exercise_of(cell)]
    if tasks:
        cell = rng.choice(tasks)
        cell.source = answer(exercise_of(cell)[2:], f"return n + {rng.random()}")


def change(rng, cells):
    rng.choice(cells).source += f"\nmine {rng.random()}"


def add(rng, cells):
    made = rng.choice([TEXT, CODE, new_raw_cell])(f"own {rng.random()}", id=f"{rng.getrandbits(128):032x}")
    if made.cell_type == "markdown":
        made.attachments = {"a.png": {"image/png": base64.b64encode(rng.randbytes(9)).decode()}}
    cells.insert(rng.randrange(len(cells) + 1), made)


def delete(rng, cells):
    cells.pop(rng.randrange(len(cells)))


def move(rng, cells):
    cell = cells.pop(rng.randrange(len(cells)))
    cells.insert(rng.randrange(len(cells) + 1), cell)


def split(rng, cells):
    place = rng.randrange(len(cells))
    cell = cells[place]
    cut = rng.randrange(len(cell.source) + 1)
    below = deepcopy(cell)
    below.update(id=f"{rng.getrandbits(128):032x}", source=cell.source[cut:])
    cell.source = cell.source[:cut]
    cells.insert(place + 1, below)


def join(rng, cells):
    if len(cells) > 1:
        place = rng.randrange(len(cells) - 1)
        cells[place].source += "\n" + cells.pop(place + 1).source


def copy(rng, cells):
    cell = deepcopy(rng.choice(cells))
    cell.id = f"{rng.getrandbits(32):08x}"
    cells.insert(rng.randrange(len(cells) + 1), cell)


def rename(rng, cells):
    """An editor that gives other ids."""
    rng.choice(cells).id = f"{rng.getrandbits(64):x}"


def to_text(rng, cells):
    place = rng.randrange(len(cells))
    cells[place] = TEXT(cells[place].source, id=cells[place].id)


def run(rng, cells):
    for cell in cells:
        if cell.cell_type == "code":
            cell.execution_count, cell.outputs = 3, [new_output("stream", text=f"{rng.random()}")]


def clear(rng, cells):
    for cell in cells:
        if cell.cell_type == "code":
            cell.execution_count, cell.outputs = None, []


def strip_ids(rng, cells):
    """A tool numbers all cells anew, such as nbstripout."""
    for number, cell in enumerate(cells):
        cell.id = str(number)


def write_into_the_heading(rng, cells):
    for cell in cells:
        if cell.source.startswith(HEADING):
            cell.source += f"\n\nmy notes {rng.random()}"


EDITS = [change_answer, change_answer, change, add, delete, move, split, join, copy, rename, to_text, run]
EDITS += [clear, strip_ids, write_into_the_heading]


def student(rng, notebook):
    """A notebook after some hours of work."""
    old = deepcopy(notebook)
    for _ in range(rng.randrange(1, 25)):
        if len(old.cells) > 1:
            rng.choice(EDITS)(rng, old.cells)
    return notebook_from(text_of(old))  # as it comes back from the disk


def own(notebook, *versions):
    """The cells with anything that no version of the lesson holds."""
    known = {digest(cell) for version in versions for cell in version.cells}
    return Counter(
        (cell.cell_type, cell.source, str(cell.get("attachments")))
        for cell in notebook.cells
        if cell.source and digest(cell) not in known
    )


@pytest.mark.parametrize("seed", range(size("edits")))
def test_nothing_is_lost_in_random_edits(seed):
    rng = random.Random(seed)
    before, after = version(rng, DRAFT), version(rng, DRAFT)
    old = student(rng, before)
    got = carry(old, after)
    nbformat.validate(got)
    assert not own(old, before, after) - own(got, before, after)
    assert notebook_from(text_of(got)) == got and carry(got, after) == got
    ids = {cell.id for cell in got.cells}
    assert len(ids) == len(got.cells) and {cell.id for cell in after.cells} <= ids
    for cell in after.cells:
        check_exercise(cell, old, got)


@pytest.mark.parametrize("seed", range(size("edits and updates")))
def test_after_many_edits_and_updates_nothing_is_lost_and_nothing_of_the_book_is_there_twice(seed):
    rng = random.Random(seed)
    versions = [version(rng, DRAFT)]
    notebook = versions[0]
    for _ in range(4):
        notebook = student(rng, notebook)
        versions.append(version(rng, DRAFT))
        written = texts_of_student(notebook, versions)
        notebook = carry(notebook, versions[-1])
        assert not written - texts_of_student(notebook, versions)
        book = Counter((cell.cell_type, cell.source) for cell in versions[-1].cells)
        built = Counter((cell.cell_type, cell.source) for cell in notebook.cells)
        assert all(built[text] <= book[text] for text in book)
    assert sum(cell.source == HEADING for cell in notebook.cells) <= 1


def texts_of_student(notebook, versions):
    """Count what no version holds, without our heading above it."""
    found = own(notebook, *versions)
    return Counter(
        {
            (kind, text.removeprefix(HEADING).strip("\n"), more): number
            for (kind, text, more), number in found.items()
            if text != HEADING
        }
    )


def test_notes_in_the_heading_above_answers_that_are_gone_stay():
    old = worked(lambda cells: cells[5].update(source=answer(2)))
    once = carry(old, built("# 1", exercise(1)))
    heading = next(cell for cell in once.cells if cell.source == HEADING)
    heading.source += "\n\nMY NOTES"
    again = carry(once, built("# 1", exercise(1)))
    assert sources(again)[2:] == [HEADING, "MY NOTES", answer(2)]
    assert sources(carry(again, built("# 1", exercise(1))))[2:] == [HEADING, "MY NOTES", answer(2)]


def test_after_a_tool_has_numbered_the_cells_anew_old_texts_do_not_stay():
    def edit(cells):
        cells[3].source = answer(1)
        strip_ids(None, cells)

    new = built("# 1", "another text", ">import cmath", exercise(1), "recap")
    assert sources(carry(worked(edit), new)) == ["# 1", "another text", "import cmath", answer(1), "recap"]


def check_exercise(stub, old, got):
    """If an exercise has one answer, it stands in the place of the stub."""
    task = exercise_of(stub)
    answers = [cell.source for cell in old.cells if task and exercise_of(cell) == task]
    if len(answers) == 1 and answers[0] != stub.source and "anew" not in answers[0]:
        place = next(cell for cell in got.cells if cell.id == stub.id)
        assert exercise_of(place) == task and place.source in (answers[0], stub.source)
        assert answers[0] in sources(got) or "..." in answers[0]


def test_a_note_stays_behind_its_cell_though_one_before_it_was_replaced():
    note = lambda cells: cells.insert(3, TEXT("my note", id="a-long-id"))
    new = built("# 1", "one, in other words", ">import math", "new", exercise(1))
    old = worked(note, built("# 1", "one", ">import math", exercise(1)))
    words = ["# 1", "one, in other words", "import math", "my note", "new"]
    assert sources(carry(old, new))[: len(words)] == words


def solved(lesson):
    """The notebook of a student who has solved all exercises."""
    notebook = student_notebook(lesson)
    answers = {task.id: task.solution for task in lesson.exercises}
    for cell in notebook.cells:
        if "exercise" in cell.metadata.get("tags", ()):
            cell.source = answers[exercise_of(cell)]
    return notebook


@pytest.mark.parametrize("lesson", course(), ids=lambda lesson: lesson.name)
def test_solved_lessons_are_carried_as_they_are(lesson):
    """All answers of a real lesson go into its notebook, and the notebook is as if solved there."""
    new, old = student_notebook(lesson), solved(lesson)
    assert carry(old, new) == old
    moved = deepcopy(old)
    moved.cells.reverse()
    assert sources(carry(moved, new)) == sources(old)
