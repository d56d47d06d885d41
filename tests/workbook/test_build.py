"""The lesson pipeline, tried on a tiny lesson; and the real notebooks are fresh."""

import json
import re
import subprocess
from functools import cache
from pathlib import Path

import nbformat
import pytest

from lessons.kit.building.build import main, stale_files
from lessons.kit.building.course import lesson_row, read_course
from lessons.kit.building.notebook import PREDICT, answers_text, navigation, student_notebook
from lessons.kit.notebooks import text_of

ROOT = Path(__file__).resolve().parents[2]


@cache
def course() -> list:
    """All lessons, read once; what could not be read is the matter of `test_every_lesson_can_be_built`."""
    return read_course()[0]


LESSON = '''---
title: Doubles
number: 1
minutes: 5
alone: 8
puzzle: two numbers
prerequisites: [0, "counting"]
goals: [double a number]
sources: ["A book about two."]
---

## How much?

```{code-cell}
import math
```

```{code-cell}
:tags: [predict]
guess = predict("Twice three?", choices=[5, 6])
guess.reveal(6)  # a comment
```
:::{revealed}
Because *three* and three make

| a | b |
|---|---|
| 3 | 6 |
:::

And on it goes.

### Exercise 1.1: twice

Write it.

```{code-cell}
:tags: [exercise]
def twice(n):
    ...
check("1.1", twice)
```
:::{hint} 1
Add it to *itself*:

- once
:::
:::{hint} 2
`n + n`
:::
:::{solution}
```python
def twice(n):
    return n + n
```
:::
:::{wrong} squares
```python
def twice(n):
    return n * n
```
:::
:::{wrong} a constant
```python
def twice(n):
    return 4
```
:::
:::{wrong} forgets to return
```python
def twice(n):
    n + n
```
:::

## Recap

You can double.
'''

README = "# Doubles\n<!-- binder -->\n<!-- /binder -->\n<!-- lessons -->\nold\n<!-- /lessons -->\nend\n"


@pytest.fixture
def root(tmp_path):
    return make_course(tmp_path, {"l01_doubles": LESSON})


def make_course(root, lessons):
    for name, text in lessons.items():
        (root / "lessons" / name).mkdir(parents=True)
        (root / "lessons" / name / "lesson.md").write_text(text)
    (root / "README.md").write_text(README)
    return root


def other(number, title):
    """A second lesson without exercises."""
    return (
        f"---\ntitle: {title}\nnumber: {number}\nminutes: 10\nalone: 15\n"
        "puzzle: none\nprerequisites: []\ngoals: []\n---\n\nText.\n"
    )


def rewrite(root, text):
    (root / "lessons/l01_doubles/lesson.md").write_text(text)


def lesson(root):
    return read_course(root)[0][0]


def notebook_path(root):
    return root / "notebooks" / "01-doubles.ipynb"


def sources(notebook, kind):
    return [cell.source for cell in notebook.cells if cell.cell_type == kind]


def run(root, *arguments):
    return main([*arguments, "--root", str(root)])


MORE = '''---
title: Halves
alone: 20
goals: [halve a number]
---

Back to [how much](01-doubles.ipynb).

### Exercise 1.2: half

```{code-cell}
:tags: [exercise]
half = ...
check("1.2", half)
```

:::{hint} 1
Divide.
:::

:::{solution}
```python
half = 2
```
:::

:::{wrong} all
```python
half = 4
```
:::

:::{wrong} none
```python
half = 0
```
:::

:::{wrong} less
```python
half = 1
```
:::
'''


def with_more(root, text=MORE):
    (root / "lessons/l01_doubles/more.md").write_text(text)
    return root


def test_a_lesson_may_have_a_second_notebook(root):
    assert run(with_more(root)) == 0
    first, second = (nbformat.read(root / f"notebooks/{name}-doubles.ipynb", 4) for name in ("01", "01b"))
    assert "(01b-doubles.ipynb)" in sources(first, "markdown")[-1]
    assert "1.2" not in "".join(sources(first, "code"))
    title = sources(second, "markdown")[0]
    assert (
        title.startswith("# 01 more: Halves")
        and "(01-doubles.ipynb)" in title
        and "about 20 minutes" in title
    )
    assert sources(second, "code")[0].startswith("from lessons import check")
    course = json.loads((root / "lessons/course.json").read_text())
    assert [(one["notebook"], one["exercises"]) for one in course] == [
        ("01-doubles", ["1.1"]),
        ("01b-doubles", ["1.2"]),
    ]
    assert "## Exercise 1.2: half" in (root / "lessons/l01_doubles/solutions.md").read_text()
    assert "[more](notebooks/01b-doubles.ipynb)" in (root / "README.md").read_text()
    assert run(root, "--check") == 0


def test_a_mistake_in_the_second_notebook_is_named(root, capsys):
    assert run(with_more(root, MORE.replace("1.2", "1.1"))) == 1
    assert "there is more than one exercise 1.1" in capsys.readouterr().err
    assert run(with_more(root, MORE.replace("alone: 20\n", ""))) == 1
    assert "more.md:1: the front matter has no 'alone'" in capsys.readouterr().err


# -------- the student's notebook


def test_student_gets_the_stub_and_no_solution(root):
    text = text_of(student_notebook(lesson(root)))
    assert "    ...\\n" in text
    for secret in ("return n + n", "return n * n", "return 4", "forgets to return", ":::"):
        assert secret not in text


def test_a_bet_is_hidden_and_the_words_of_its_answer_are_elsewhere(root):
    notebook = student_notebook(lesson(root))
    (hidden,) = [
        cell.source for cell in notebook.cells if cell.metadata.get("jupyter", {}).get("source_hidden")
    ]
    assert hidden.startswith(f"# Your guess, please.\n{PREDICT}guess = predict")
    assert "Because" not in text_of(notebook)
    said = json.loads(answers_text(lesson(root)))["Twice three?"]
    assert re.fullmatch(r"<p>Because <em>three</em>.*<table>.*", said["words"], re.S)
    compile(hidden, "cell", "exec")


def test_hints_open_one_inside_the_other(root):
    (hints,) = [
        source for source in sources(student_notebook(lesson(root)), "markdown") if "<details>" in source
    ]
    assert (
        hints.index("Hint 1")
        < hints.index("itself")
        < hints.index("Hint 2")
        < hints.index("`n + n`")
        < hints.index("solutions.md")
    )
    assert hints.count("<details>") == hints.count("</details>") == 2
    assert hints.index("</details>") > hints.index("solutions.md")
    assert "\n\nAdd it to *itself*:\n\n- once\n\n<details>" in hints


def test_title_cell_and_sources(root):
    first, *_, last = sources(student_notebook(lesson(root)), "markdown")
    assert (
        first.startswith("# 01 · Doubles")
        and "**5 minutes in class, about 8 alone.** You need: lesson 00; counting." in first
    )
    assert "- double a number" in first
    assert last == "## Sources\n\n- A book about two."


def test_a_long_lesson_has_sittings(root):
    rewrite(root, LESSON.replace("alone: 8", "alone: 90\nsittings: [40, 50]"))
    assert "about 40 + 50 alone" in student_notebook(lesson(root)).cells[0].source
    assert lesson_row(lesson(root))[-1] == "40 + 50"


def test_ids_stay_when_another_cell_changes(root):
    before = [cell.id for cell in student_notebook(lesson(root)).cells]
    rewrite(root, LESSON.replace("And on it goes.", "Onwards."))
    after = [cell.id for cell in student_notebook(lesson(root)).cells]
    assert sum(a != b for a, b in zip(before, after)) == 1


# -------- neighbours, Binder, README


def test_links_skip_lessons_that_are_not_built(tmp_path):
    make_course(
        tmp_path, {"l00_start": other(0, "Start"), "l01_doubles": LESSON, "l07_late": other(7, "Late")}
    )
    start, middle, late = map(navigation, read_course(tmp_path)[0])
    assert start == "[01 Doubles](01-doubles.ipynb) →"
    assert middle == "← [00 Start](00-start.ipynb) · [07 Late](07-late.ipynb) →"
    assert late == "← [01 Doubles](01-doubles.ipynb)"


@pytest.mark.parametrize(
    "address", ["https://github.com/nobody/dummy", "nobody/dummy", "https://github.com/nobody/dummy.git"]
)
def test_binder_links_only_with_a_repository(root, address):
    assert "mybinder" not in text_of(student_notebook(lesson(root)))
    (root / "pyproject.toml").write_text(f'[tool.exactly-once]\nrepository = "{address}"\n')
    assert run(root) == 0
    link = "https://mybinder.org/v2/gh/nobody/dummy/HEAD?urlpath=lab/tree/notebooks/01-doubles.ipynb"
    assert link in notebook_path(root).read_text()
    readme = (root / "README.md").read_text()
    assert f"| [01 Doubles](notebooks/01-doubles.ipynb) | two numbers | 5 | 8 | [open]({link}) |" in readme
    assert f"[![Binder](https://mybinder.org/badge_logo.svg)]({link})\n<!--" in readme


@pytest.mark.parametrize(
    "origin, link",
    [
        ("https://github.com/nobody/dummy.git", "gh/nobody/dummy"),
        ("git@github.com:nobody/dummy.git", "gh/nobody/dummy"),
        ("ssh://git@gitlab.com/some/group/dummy", "gl/some%2Fgroup%2Fdummy"),
        ("https://someone@gitlab.com/nobody/dummy.git", "gl/nobody%2Fdummy"),
        ("/home/nobody/dummy", ""),
        ("https://example.org/nobody/dummy", ""),
    ],
)
def test_a_fork_gets_links_of_its_own_from_the_origin(root, git, origin, link):
    assert run(root) == 0
    for command in (["init", "-q"], ["remote", "add", "origin", origin]):
        subprocess.run([git, "-C", str(root), *command], check=True)
    assert stale_files(root) == [], "a fork without links of its own is fresh"
    assert run(root) == 0 and stale_files(root) == []
    text = notebook_path(root).read_text()
    assert (f"https://mybinder.org/v2/{link}/HEAD?" in text) == bool(link)
    assert ("mybinder" in (root / "README.md").read_text()) == bool(link)


@pytest.mark.parametrize(
    "text", ["no markers", "<!-- /lessons --><!-- lessons --> <!-- binder --><!-- /binder -->"]
)
def test_readme_without_markers_is_an_error(root, text, capsys):
    (root / "README.md").write_text(text)
    assert run(root) == 1
    assert (
        capsys.readouterr().err
        == "README.md:1: needs one pair of markers <!-- lessons --> and <!-- /lessons -->\n"
    )
    assert (root / "README.md").read_text() == text and notebook_path(root).exists()


# -------- stale, and the student's work


def test_check_says_what_is_stale(root, capsys):
    assert run(root, "--check") == 1
    assert "notebooks/01-doubles.ipynb: stale; run: make notebooks" in capsys.readouterr().err
    assert not notebook_path(root).exists()
    assert run(root) == 0 and run(root, "--check") == 0
    rewrite(root, LESSON.replace("Recap", "In short"))
    assert run(root, "--check") == 1


def kept(root):
    return sorted(path.name for path in (root / "notebooks/.exactly-once").glob("*"))


def change(root, edit):
    """Work in the notebook as a student would."""
    content = json.loads(notebook_path(root).read_text())
    edit(content)
    notebook_path(root).write_text(json.dumps(content, indent=2))


def test_an_untouched_notebook_is_replaced_without_a_copy(root):
    run(root)
    rewrite(root, LESSON.replace("Recap", "In short"))
    run(root)
    assert kept(root) == [] and "In short" in notebook_path(root).read_text()


def test_opening_and_saving_is_not_work(root):
    run(root)
    change(root, lambda content: content["metadata"]["language_info"].update(version="3.12"))
    run(root)
    assert kept(root) == [] and run(root, "--check") == 0


def edited(content):
    content["cells"][-1]["source"] = ["my own words"]


def ran(content):
    cell = next(cell for cell in content["cells"] if cell["cell_type"] == "code")
    cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "hello"}]


def added(content):
    content["cells"].append({"cell_type": "markdown", "id": "new", "metadata": {}, "source": "note"})


def removed(content):
    del content["cells"][2]


def unmarked(content):
    del content["metadata"]["exactly-once"]


def text_anew(root):
    rewrite(root, LESSON.replace("Recap", "In short"))


@pytest.mark.parametrize("edit", [edited, ran, added, removed, unmarked])
def test_work_is_carried_into_the_new_version_and_kept_aside(root, edit, capsys):
    run(root)
    change(root, edit)
    work = notebook_path(root).read_bytes()
    text_anew(root)
    run(root)
    assert (
        "with the work that was in it; as it was, it is kept in notebooks/.exactly-once/01-doubles.1.ipynb"
        in (capsys.readouterr().out)
    )
    assert (root / "notebooks/.exactly-once/01-doubles.1.ipynb").read_bytes() == work
    assert "In short" in notebook_path(root).read_text()


def test_work_in_the_newest_version_stays_and_is_told(root, capsys):
    run(root)
    change(root, edited)
    run(root)
    work = notebook_path(root).read_bytes()
    assert "my own words" in work.decode()
    capsys.readouterr()
    assert run(root) == 0 and capsys.readouterr().out == "" and notebook_path(root).read_bytes() == work
    assert run(root, "--check") == 1
    assert "01-doubles.ipynb: has work in it; run: make notebooks ARGS=--fresh" in capsys.readouterr().err


def test_fresh_notebooks_have_no_work_in_them_and_it_is_kept(root):
    run(root)
    change(root, edited)
    work = notebook_path(root).read_bytes()
    copy = root / "notebooks/.exactly-once/01-doubles.ipynb"
    copy.parent.mkdir()
    copy.write_text("saved last")
    assert run(root, "--fresh") == 0 == run(root, "--check")
    texts = {path.read_bytes() for path in (root / "notebooks/.exactly-once").glob("*")}
    assert texts == {work, b"saved last"} and not copy.exists()


def test_older_copies_are_never_overwritten(root):
    for _ in range(3):
        run(root, "--fresh")
        change(root, lambda content: edited(content) or ran(content))
        change(root, lambda content: content["metadata"].update(count=len(kept(root))))
    (root / "notebooks/.exactly-once/01-doubles.3.ipynb").write_text("mine")
    run(root, "--fresh")
    assert kept(root) == [f"01-doubles.{n}.ipynb" for n in (1, 2, 3, 4)]
    assert (root / "notebooks/.exactly-once/01-doubles.3.ipynb").read_text() == "mine"


def test_a_file_that_is_no_notebook_is_kept(root, capsys):
    run(root)
    notebook_path(root).write_text("half a file {")
    assert run(root) == 0 == run(root, "--check")
    assert "01-doubles.ipynb: not a notebook" in capsys.readouterr().out
    assert (root / "notebooks/.exactly-once/01-doubles.1.ipynb").read_text() == "half a file {"


# -------- mistakes in a lesson


def without(block):
    return lambda text: re.sub(rf"(?s):::\{{{block}\}}.*?\n:::\n", "", text, count=1)


MISTAKES = {
    "exercise 1.1 has no hints": lambda text: without("hint")(without("hint")(text)),
    "the hints should be numbered 1, 2": without("hint"),
    "exercise 1.1 has 2 different wrong answers; it needs at least 3": without("wrong"),
    "a wrong answer is the same as the solution": lambda text: text.replace("n * n", "n + n"),
    "say after :::{wrong}": lambda text: text.replace("{wrong} squares", "{wrong}"),
    "exercise 1.1 has no solution": without("solution"),
    "say after twice.py in a sentence what it is": lambda text: text.replace(
        ":::{solution}", ":::{solution} twice.py: Return twice a number"
    ),
    'the cell has check("1.2", …)': lambda text: text.replace('check("1.1"', 'check("1.2"'),
    'the last line of the cell should be check("1.1", answer)': lambda text: text.replace(
        'check("1.1", twice)', "twice(3)"
    ),
    "exercise 2.1 is not one of lesson 1": lambda text: text.replace("1.1", "2.1"),
    "without a heading": lambda text: text.replace("### Exercise 1.1: twice", "### Twice"),
    "exercise 1.2 has no code cell": lambda text: text.replace("## Recap", "### Exercise 1.2: more"),
    "there is more than one exercise 1.1": lambda text: text + text[text.index("### Exercise") :],
    "a revealed block without a bet": lambda text: text.replace(":::{revealed}", "Words.\n\n:::{revealed}"),
    "a bet is guess = predict(": lambda text: text.replace("guess.reveal(6)", ""),
    "'6 +' is not Python": lambda text: text.replace("Because", "Because {{ 6 + }}"),
    "a hint block without an exercise": lambda text: text.replace("## How much?", ":::{hint} 1\nlook\n:::"),
    "':::{note}' is not known": lambda text: text.replace("{revealed}", "{note}"),
    "is not closed": lambda text: text.replace("| 3 | 6 |\n:::\n", "| 3 | 6 |\n"),
    "a bet in sight has lines of at most 100": lambda text: text.replace(
        ":tags: [predict]\n", f":tags: [predict, shown]\n# {'long ' * 20}\n"
    ),
    "unknown tag 'excercise'": lambda text: text.replace("[exercise]", "[excercise]"),
    "line 1 of this code cell is not Python": lambda text: text.replace("import math", "import"),
    "the solution block has no ```python code": lambda text: text.replace(
        "```python\ndef twice(n):\n    return n + n\n```", "n + n"
    ),
    "the front matter has no 'minutes'": lambda text: text.replace("minutes: 5\n", ""),
    "the front matter has no 'alone'": lambda text: text.replace("alone: 8\n", ""),
    "unknown key 'minuts'": lambda text: text.replace("sources:", "minuts:"),
    "'minutes' should be of type int": lambda text: text.replace("minutes: 5", "minutes: five"),
    "does not fit the folder 'l01_doubles'": lambda text: text.replace("number: 1", "number: 2"),
    "a '#' heading": lambda text: text.replace("## How", "# How"),
    "the link to 'nowhere.md' leads nowhere": lambda text: text + "\n[x](nowhere.md)\n",
    "the link to '02-other.ipynb' leads nowhere": lambda text: text + "\n[x](02-other.ipynb#part)\n",
    "would not show in JupyterLab": lambda text: text + "\n```{note}\nx\n```\n",
    "Notebook metadata": lambda text: text.replace("goals: [double a number]", "goals: [double"),
}


@pytest.mark.parametrize("words", MISTAKES)
def test_a_mistake_is_one_line_with_its_place(root, words, capsys):
    text = MISTAKES[words](LESSON)
    assert text != LESSON
    rewrite(root, text)
    assert run(root) == 1
    lines = [line for line in capsys.readouterr().err.splitlines() if words in line]
    assert lines and re.match(r"lessons/l01_doubles/lesson\.md:(\d+): ", lines[0])
    assert not notebook_path(root).exists()


BROKEN = [
    lambda text: "\udcff" + text,
    lambda text: "---\n- a\n---\n",
    lambda text: "---\n---\n",
    lambda text: text.replace(":tags: [predict]", ":tags: predict"),
    lambda text: text.replace("title: ", "title: !!bool "),
    lambda text: re.sub("title: .*", 'title: "\\\\ud800"', text),
    lambda text: re.sub("minutes: .*", "minutes: 0x" + "f" * 6000, text),
    lambda text: re.sub("goals: .*", "goals: [{a: b}]", text),
    lambda text: text + "\n[a](" + "x" * 999 + ")\n",
    lambda text: text.replace('guess = predict("', 'guess = predict(f"'),
]


@pytest.mark.parametrize("broken", BROKEN)
def test_a_lesson_that_cannot_be_read_is_one_line(root, broken, capsys):
    text = broken(LESSON)
    assert text != LESSON
    (root / "lessons/l01_doubles/lesson.md").write_text(text, encoding="utf-8", errors="surrogateescape")
    assert run(root) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1 and lines[0].startswith("lessons/l01_doubles/lesson.md:")


def test_the_line_is_the_right_one(root, capsys):
    rewrite(root, LESSON.replace(":::{revealed}", "Words.\n\n:::{revealed}"))
    run(root)
    line = int(re.search(r"lesson\.md:(\d+): a revealed", capsys.readouterr().err)[1])
    assert (root / "lessons/l01_doubles/lesson.md").read_text().splitlines()[line - 1] == ":::{revealed}"


def test_one_broken_lesson_does_not_hold_up_the_others(tmp_path):
    make_course(
        tmp_path, {"l00_start": other(0, "Start"), "l01_doubles": LESSON.replace("[exercise]", "[x]")}
    )
    assert run(tmp_path) == 1
    assert (tmp_path / "notebooks/00-start.ipynb").exists() and not notebook_path(tmp_path).exists()


# -------- the real ones


@pytest.mark.slow
def test_everything_that_is_built_is_fresh():
    assert stale_files(ROOT) == []


def test_the_first_cell_of_a_lesson_says_with_which_keys_it_is_run():
    for path in ROOT.glob("notebooks/[0-9][0-9]-*.ipynb"):
        if "-more" not in path.name:
            first = next(cell for cell in nbformat.read(path, 4).cells if cell.cell_type == "code")
            assert "# press Shift+Enter" in first.source, path.name


def test_no_heading_is_two_levels_below_the_one_before():
    """A screen reader goes through a page by them."""
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        cells = [cell for cell in nbformat.read(path, 4).cells if cell.cell_type == "markdown"]
        heads = [head for cell in cells for head in re.findall(r"^#+(?= )", cell.source, re.M)]
        steps = [len(now) - len(before) for before, now in zip(heads, heads[1:])]
        assert heads[0] == "#" and max(steps) <= 1, path.name
