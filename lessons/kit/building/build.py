"""Build the notebooks from the lessons: `python lessons/build.py` (or `--check`: which are stale?).

One lesson is `lessons/lNN_topic/lesson.md`, MyST markdown as jupytext reads it. Its notebook is
`notebooks/NN-topic.ipynb`, its solutions are `lessons/lNN_topic/solutions.md`. The words of all
answers to its bets are `lessons/lNN_topic/answers.json`, and no notebook has them. The same command writes
the table of lessons and the Binder badge into README.md, between comments, and the list of exercises into
lessons/course.json.

The front matter (all keys but the last two are needed):

    ---
    title: Answer sets
    number: 6
    minutes: 75                         # in class, without what goes home
    alone: 110                          # for a student alone
    puzzle: the eight tetracubes        # for the table in README.md
    prerequisites: [2, "functions and lists in Python"]      # a number is a lesson
    goals: ["write, run and extend an ASP model", "tell grounding from solving"]
    sources: ["M. Gebser et al., *Answer Set Solving in Practice*, 2012."]
    ---

`sittings: [60, 50]` divides the minutes alone of a long lesson.

`more.md` beside it, for which a class has no time, becomes `notebooks/NNb-topic.ipynb`, linked from the
end of the first. It runs on its own; its front matter has `title`, `alone` and `goals`; its exercises are
numbered with the others, and their checks stand beside them.

No `#` heading: the build makes it from the title, with times, goals and links to the neighbours.
Links and pictures are written as seen from `notebooks/`; a `+++` line starts a new cell.

Code cells are ```{code-cell} blocks, with tags in a line `:tags: [predict]`:

    opening    two lines for the picture with which a lesson begins: it and the text before it stand above
               times and goals, and without such a text it is the first cell
    setup      imports; those of `check`, `predict`, `player`, `explorer`, `demo_switch` are added if missing
               (and again to each exercise and guess: they may come first after a restart of the kernel)
    predict    a bet: `guess = predict("a question", ...)`, what computes the answer, and `guess.reveal(...)`;
               source hidden
    hide       source hidden (plumbing)
    shown      beside `predict`: a bet of few short lines, which give nothing away and stay in sight
    exercise   the stub of an exercise; its last line is `check("6.2", answer)`

Blocks between `:::{name}` and `:::`

    :::{revealed}      right after a bet: the words of its answer, with Python between {{ and }}; after
                       `{revealed}` the answer itself, where no cell computes it
    :::{hint} 1        after an exercise; numbered; each opens inside the one before
    :::{solution}      a ```python block; replaces the stub, without the `check` line; below it, why it works;
                       after `{solution}` a file and a sentence, as `queens.py: Return all ways.`: right
                       answers are kept in this file (see parts.py), and the sentence stands at its head
    :::{wrong} why     a ```python block, as the solution; at least three for an exercise
    :::{inputs}        a ```python block, which makes an exercise a light one: each line holds the
                       arguments of a call, on which an answer is compared with the solution

An exercise is a heading `### Exercise 6.2: title`, text, the stub, hints, the solution, wrong
answers. In the notebook, hints are folded; the last one leads to the solution in
`solutions.md`. A light exercise needs a solution and its inputs, and nothing else.

What students wrote in `notebooks/` is carried along, and kept in `notebooks/.exactly-once/` as it was.
"""

import argparse
import ast
import json
import os.path
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import jupytext
from markdown_it import MarkdownIt
from mdit_py_plugins.colon_fence import colon_fence_plugin
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from ..cards.prediction import COMPUTED
from ..checks.light import with_variations
from ..ground.course import COURSE
from ..ground.errors import CourseError
from ..ground.folders import notebook_name, source_file
from ..notebooks import (
    carry,
    digest,
    fingerprint,
    name_cells,
    notebook_from,
    put_copy_away,
    set_aside,
    text_of,
    worked_in,
)
from .solutions import seen_from_lesson, solutions_text

ROOT = Path(__file__).resolve().parents[3]
KEYS = {
    "title": str,
    "number": int,
    "minutes": int,
    "alone": int,
    "puzzle": str,
    "prerequisites": list,
    "goals": list,
}
OF_MORE = {"minutes": 0, "puzzle": "-", "prerequisites": []}  # keys that more.md need not have
OPTIONAL_KEYS = {"sources": list, "sittings": list, "jupytext": dict, "kernelspec": dict}
TAGS = {"opening", "setup", "predict", "hide", "shown", "exercise"}
FOLDING = {"predict", "hide"}
PRESS = "Shift+Enter"  # said in the first cell of a notebook
WIDEST = 100  # columns of a bet that stays in sight: more are cut off at the right edge
OF_EXERCISES = dict(hint="hints", solution="solutions", wrong="wrong_blocks", inputs="inputs")
BLOCKS = {"revealed", *OF_EXERCISES}
WRONGS = 3
FOLDED = {  # the first line of a cell whose source is hidden
    "predict": "# Your guess, please.",
    "hide": "# Folded: open it if you want to read the code.",
}
CHECK = "from lessons import check\n"
PREDICT = "from lessons import predict\n"
KERNEL = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"},
}


class LessonError(ValueError):
    """One clear line: file, line and what is wrong."""


# -------- vocabulary


class LessonBlock(NamedTuple):
    """A piece of a lesson: kind is "text", "code" or the name of a ::: block; line counts from 1."""

    kind: str
    line: int
    text: str
    note: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True)
class ExerciseText:
    """An exercise: its number, title, stub, and the blocks that belong to it."""

    id: str
    title: str
    stub: LessonBlock
    hints: tuple[LessonBlock, ...] = ()
    solutions: tuple[LessonBlock, ...] = ()
    wrong_blocks: tuple[LessonBlock, ...] = ()
    inputs: tuple[LessonBlock, ...] = ()  # of a light exercise

    @property
    def blocks(self) -> tuple[LessonBlock, ...]:
        """All that belongs to it below its stub."""
        return tuple(block for name in OF_EXERCISES.values() for block in getattr(self, name))

    @property
    def solution(self) -> str:
        """The code that solves it, `check` line included."""
        return self.answered(self.solutions[0])

    @property
    def wrongs(self) -> list[tuple[str, str]]:
        """(description, code) of each wrong answer, `check` line included."""
        return [(block.note, self.answered(block)) for block in self.wrong_blocks]

    @property
    def kept(self) -> tuple[str, str] | None:
        """The file in which right answers are kept, and the sentence at its head."""
        file, _, words = (self.solutions[0].note if self.solutions else "").partition(": ")
        return (file, words) if file else None

    def answered(self, block: LessonBlock) -> str:
        return f"{python_of(block)}\n\n{check_line(self.stub.text)}"


@dataclass(frozen=True)
class Lesson:
    """A lesson as it was read; `before` and `after` are its neighbours, `binder` the address of its Binder
    link."""

    path: Path
    meta: Mapping[str, Any]
    blocks: tuple[LessonBlock, ...]
    before: "Lesson | None" = field(default=None, repr=False)
    after: "Lesson | None" = field(default=None, repr=False)
    binder: str = ""
    known: Mapping[int, str] = field(default_factory=dict)  # number -> link, of all lessons that are built
    more: "Lesson | None" = field(default=None, repr=False)  # its second notebook

    @property
    def name(self) -> str:
        return notebook_name(self.path)

    @property
    def parts(self) -> tuple["Lesson", ...]:
        """The lesson, and its second notebook if it has one."""
        return (self, self.more) if self.more else (self,)

    @property
    def is_more(self) -> bool:
        return self.path.name == "more.md"

    @property
    def number(self) -> int:
        return self.meta["number"]

    @property
    def title(self) -> str:
        return self.meta["title"]

    @property
    def own_exercises(self) -> tuple[ExerciseText, ...]:
        return tuple(find_exercises(self.blocks))

    @property
    def exercises(self) -> tuple[ExerciseText, ...]:
        """Those of its second notebook are among them."""
        return tuple(task for part in self.parts for task in part.own_exercises)


# -------- reading


def read_lesson(path: Path) -> Lesson:
    """Read one lesson.md, and the more.md beside it."""
    more = path.with_name("more.md")
    return with_more(replace(read_part(path), more=read_part(more) if more.exists() else None))


def read_part(path: Path) -> Lesson:
    """Read a lesson.md or a more.md."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        notebook = jupytext.myst.myst_to_notebook(text, add_source_map=True)
    except Exception as error:  # front matter or tags of a wrong type make the readers below fail in any way
        raise LessonError(
            f"{path}:1: cannot be read: {' '.join(f'{type(error).__name__}: {error}'.split())[:300]}"
        ) from None
    lines = notebook.metadata.pop("source_map")
    blocks = [
        block for cell, line in zip(notebook.cells, lines) for block in blocks_of(cell, line, text, path)
    ]
    return Lesson(path, read_meta(notebook.metadata, path), tuple(blocks))


def read_meta(meta: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """Return the front matter, checked."""
    if path.name == "more.md":
        meta = OF_MORE | {"number": int(path.parent.name[1:3])} | meta
    for key in KEYS:
        if key not in meta:
            raise LessonError(f"{path}:1: the front matter has no {key!r}")
    for key, value in meta.items():
        kind = (KEYS | OPTIONAL_KEYS).get(key)
        if kind is None:
            raise LessonError(f"{path}:1: unknown key {key!r}; allowed: {', '.join(KEYS | OPTIONAL_KEYS)}")
        if not isinstance(value, kind) or isinstance(value, bool):
            raise LessonError(
                f"{path}:1: {key!r} should be of type {kind.__name__}, not {type(value).__name__}"
            )
        if kind is not dict and not all(map(fits_on_a_line, value if kind is list else [value])):
            raise LessonError(f"{path}:1: {key!r} should hold texts of one line (or numbers below 1,000)")
    if not path.parent.name.startswith(f"l{meta['number']:02d}_"):
        raise LessonError(f"{path}:1: number {meta['number']} does not fit the folder {path.parent.name!r}")
    return dict(meta)


def fits_on_a_line(value: Any) -> bool:
    """Return whether a value is one line of text that is not empty, or a number of a few digits."""
    return (
        0 <= value < 1000
        if isinstance(value, int)
        else isinstance(value, str) and value.isprintable() and value != ""
    )


def blocks_of(cell: NotebookNode, line: int, text: str, path: Path) -> Iterator[LessonBlock]:
    """Yield the blocks of a cell: code as it is, text cut at its ::: blocks. `line` counts from 0."""
    if cell.cell_type == "code":
        yield LessonBlock("code", line, cell.source, tags=tuple(cell.metadata.get("tags", ())))
        return
    lines = text.splitlines()
    while not lines[line].strip():
        line += 1
    yield from split_blocks(cell.source, line + 1, path)


def split_blocks(text: str, line: int, path: Path) -> Iterator[LessonBlock]:
    """Cut text at its ::: blocks.

    >>> [block.kind for block in split_blocks("one\\n\\n:::{hint} 1\\ntwo\\n:::\\n\\nthree", 1, None)]
    ['text', 'hint', 'text']
    """
    lines, done = text.splitlines(), 0
    for token in MarkdownIt("commonmark").use(colon_fence_plugin).parse(text):
        if token.type == "colon_fence" and token.level == 0:
            start, end = token.map
            yield from text_block(lines[done:start], line + done)
            yield colon_block(token, lines[end - 1], line + start, path)
            done = end
    yield from text_block(lines[done:], line + done)


def text_block(lines: list[str], line: int) -> Iterator[LessonBlock]:
    skipped = next((number for number, text in enumerate(lines) if text.strip()), None)
    if skipped is not None:
        yield LessonBlock("text", line + skipped, "\n".join(lines[skipped:]).rstrip())


def colon_block(token, last: str, line: int, path: Path) -> LessonBlock:
    match = re.fullmatch(r"\{(\w+)\}\s*(.*)", token.info.strip())
    if not match or match[1] not in BLOCKS:
        allowed = ", ".join(sorted(BLOCKS))
        raise LessonError(f"{path}:{line}: ':::{token.info}' is not known; allowed in {{ }}: {allowed}")
    if not re.fullmatch(r"\s*:::+\s*", last):
        raise LessonError(
            f"{path}:{line}: ':::{token.info}' is not closed by ':::' (it cannot hold a code-cell)"
        )
    return LessonBlock(match[1], line, token.content.strip("\n"), match[2].strip())


HEADING = re.compile(r"(?m)^#+ +Exercise +(\d+\.\d+[a-z]?): *(.+)$")


def find_exercises(blocks: tuple[LessonBlock, ...]) -> Iterator[ExerciseText]:
    """Put the exercises together: heading, stub, and the blocks that follow."""
    heading, current = ("", ""), None
    for block in blocks:
        if block.kind == "text":
            heading = (HEADING.findall(block.text) or [heading])[-1]
        elif "exercise" in block.tags:
            if current:
                yield current
            current, heading = ExerciseText(*heading, block), ("", "")
        elif current and block.kind in OF_EXERCISES:
            current = with_block(current, block)
    if current:
        yield current


def with_block(exercise: ExerciseText, block: LessonBlock) -> ExerciseText:
    name = OF_EXERCISES[block.kind]
    return replace(exercise, **{name: (*getattr(exercise, name), block)})


@cache
def python_of(block: LessonBlock) -> str:
    """Return the code in ```python fences of a block."""
    tokens = MarkdownIt("commonmark").parse(block.text)
    return "\n".join(token.content for token in tokens if token.type == "fence").strip("\n")


def check_line(stub: str) -> str:
    """Return the last statement of a stub, if it is a call of check; else "".

    >>> check_line('def f(n):\\n    ...\\ncheck("1.1", f)')
    'check("1.1", f)'
    """
    last = (ast.parse(stub).body or [None])[-1]
    return ast.get_source_segment(stub, last) if checked_id(stub) else ""


def checked_id(stub: str) -> str:
    """Return the number in the `check` call that ends a stub, or ""."""
    match (ast.parse(stub).body or [None])[-1]:
        case ast.Expr(ast.Call(ast.Name("check"), [ast.Constant(str(id)), _])):
            return id
    return ""


# -------- what can be wrong in a lesson


def faults(lesson: Lesson, root: Path = ROOT) -> list[str]:
    """Return all mistakes in a lesson, or in its second notebook, one line each."""
    found = [
        *code_faults(lesson),
        *text_faults(lesson, root),
        *bet_faults(lesson),
        *exercise_faults(lesson),
        *stray_faults(lesson),
    ]
    return [f"{lesson.path}:{line}: {words}" for line, words in sorted(found)]


Faults = Iterator[tuple[int, str]]


def code_faults(lesson: Lesson) -> Faults:
    for block in lesson.blocks:
        if block.kind == "code":
            for tag in sorted(set(block.tags) - TAGS):
                yield block.line, f"unknown tag {tag!r}; allowed: {', '.join(sorted(TAGS))}"
            yield from syntax_faults(block, block.text, "code cell")
        elif block.kind in ("solution", "wrong", "inputs"):
            if block.kind != "inputs" and not python_of(block):
                yield block.line, f"the {block.kind} block has no ```python code"
            yield from syntax_faults(block, python_of(block), block.kind)


def syntax_faults(block: LessonBlock, code: str, what: str) -> Faults:
    if re.search(r"(?m)^\s*[%!]", code) and "exercise" not in block.tags:
        return  # IPython's own syntax
    try:
        ast.parse(code)
    except SyntaxError as error:
        yield block.line, f"line {error.lineno} of this {what} is not Python: {error.msg}"
    except (MemoryError, RecursionError):
        yield block.line, f"this {what} is nested too deeply for Python"


def text_faults(lesson: Lesson, root: Path) -> Faults:
    for block in lesson.blocks:
        if block.kind not in ("code", "solution", "wrong", "inputs"):
            if block.kind == "text" and re.search(r"(?m)^# ", without_code(block.text)):
                yield block.line, "a '#' heading: the title is in the front matter; start with '##'"
            if match := re.search(r"(?m)^```\{.*$", block.text):
                yield block.line, f"{match[0]!r} would not show in JupyterLab"
            for target in re.findall(r"\]\((?!\w+:|#)([^)#\s]+)", without_code(block.text)):
                if not os.path.exists(link_target(target, root)):
                    yield block.line, f"the link to {target!r} leads nowhere (seen from notebooks/)"


def without_code(text: str) -> str:
    return re.sub(r"(?ms)^```.*?^```|`[^`\n]*`", "", text)


def link_target(target: str, root: Path) -> Path:
    """Return the file behind a link in a notebook; for a notebook, the lesson it is built from."""
    if match := re.fullmatch(r"(\d\db?-[\w-]+)\.ipynb", target):
        return root / "lessons" / source_file(match[1])
    return (
        root / "notebooks" / ".." / target.removeprefix("../")
        if target.startswith("../")
        else root / "notebooks" / target
    )


def bet_faults(lesson: Lesson) -> Faults:
    for before, block in zip((LessonBlock("text", 0, ""), *lesson.blocks), lesson.blocks):
        if "predict" in block.tags and not (question_of(block) and ".reveal(" in block.text):
            yield block.line, 'a bet is guess = predict("a question in one string", …) … guess.reveal(…)'
        elif "shown" in block.tags and max(map(len, block.text.split("\n"))) > WIDEST:
            yield (
                block.line,
                f"a bet in sight has lines of at most {WIDEST} columns: fold this one, without 'shown'",
            )
        if block.kind == "revealed":
            if "predict" not in before.tags:
                yield (
                    block.line,
                    "a revealed block without a bet: it stands right after a cell tagged 'predict'",
                )
            for code in COMPUTED.findall(block.text):
                try:
                    ast.parse(f"f'''{{ {code}}}'''")
                except SyntaxError as error:
                    yield block.line, f"{code!r} is not Python: {error.msg}"


def question_of(block: LessonBlock) -> str:
    """Return the question of a bet; "" if its cell does not begin with one."""
    with suppress(SyntaxError):
        match ast.parse(block.text).body:
            case [ast.Assign(value=ast.Call(ast.Name("predict"), [ast.Constant(str(question))])), *_]:
                return question
    return ""


def exercise_faults(lesson: Lesson) -> Faults:
    twice = {id for id, times in Counter(task.id for task in lesson.exercises).items() if times > 1}
    for task in lesson.own_exercises:
        yield from stub_faults(task, lesson)
        if task.id in twice:
            yield task.stub.line, f"there is more than one exercise {task.id}"
        yield from answer_faults(task)


def stub_faults(task: ExerciseText, lesson: Lesson) -> Faults:
    line = task.stub.line
    if not task.id:
        yield line, f"an exercise without a heading '### Exercise {lesson.number}.1: title' before it"
    elif task.id.split(".")[0] != str(lesson.number):
        yield line, f"exercise {task.id} is not one of lesson {lesson.number}"
    try:
        id = checked_id(task.stub.text)
    except SyntaxError:
        return  # told by syntax_faults
    if not id:
        yield line, f'exercise {task.id}: the last line of the cell should be check("{task.id}", answer)'
    elif task.id and id != task.id:
        yield line, f'exercise {task.id}: the cell has check("{id}", …)'


def answer_faults(task: ExerciseText) -> Faults:
    line, name = task.stub.line, f"exercise {task.id}"
    if [hint.note for hint in task.hints] != [str(number + 1) for number in range(len(task.hints))]:
        yield line, f"{name}: the hints should be numbered 1, 2, …"
    if not task.hints and not task.inputs:
        yield line, f"{name} has no hints"
    if len(task.solutions) != 1:
        yield (
            line,
            f"{name} has {len(task.solutions) or 'no'} solution{'s' * (len(task.solutions) > 1)}; it "
            "needs one",
        )
    elif task.inputs:
        yield from light_faults(task, name)
    yield from wrong_faults(task, name)
    if task.kept and not task.kept[1].endswith("."):
        yield task.solutions[0].line, f"{name}: say after {task.kept[0]} in a sentence what it is"


def light_faults(task: ExerciseText, name: str) -> Faults:
    """Yield where the solution fails, or gives no answer to one of its inputs."""
    try:
        light_parts(task)
    except Exception as error:
        kind = "" if type(error) is ValueError else f"{type(error).__name__}: "
        words = " ".join(f"{kind}{error}".split())
        yield task.inputs[0].line, f"{name}: the solution does not run on its inputs: {words}"


@cache
def light_parts(task: ExerciseText) -> dict[str, Any]:
    """Return what lessons/kit/checks/light.py asks for."""
    code = python_of(task.solutions[0])
    answer = ast.unparse(ast.parse(check_line(task.stub.text), mode="eval").body.args[1])
    lines = "\n".join(map(python_of, task.inputs)).splitlines()
    return {"code": code, "answer": answer, "inputs": with_variations(code, answer, lines)}


def wrong_faults(task: ExerciseText, name: str) -> Faults:
    codes = {python_of(block) for block in task.wrong_blocks}
    if len(codes) < WRONGS and not task.inputs:
        yield task.stub.line, f"{name} has {len(codes)} different wrong answers; it needs at least {WRONGS}"
    if codes & {python_of(block) for block in task.solutions}:
        yield task.stub.line, f"{name}: a wrong answer is the same as the solution"
    for block in task.wrong_blocks:
        if not block.note:
            yield block.line, f"{name}: say after :::{{wrong}} in a few words what is wrong"


def stray_faults(lesson: Lesson) -> Faults:
    """Yield hints and answers before any exercise; exercise headings without a stub."""
    at_home = {block for task in lesson.own_exercises for block in task.blocks}
    for block in lesson.blocks:
        if block.kind in OF_EXERCISES and block not in at_home:
            yield block.line, f"a {block.kind} block without an exercise before it"
        if block.kind == "text":
            for id, _ in HEADING.findall(block.text):
                if id not in {task.id for task in lesson.own_exercises}:
                    yield block.line, f"exercise {id} has no code cell tagged 'exercise'"


# -------- making a notebook


def student_notebook(lesson: Lesson) -> NotebookNode:
    return make_notebook(lesson, {})


def solved_notebook(lesson: Lesson) -> NotebookNode:
    """Return the notebook of a lesson with all solutions in."""
    return make_notebook(lesson, {task.id: task.solution for task in lesson.exercises})


def make_notebook(lesson: Lesson, answers: Mapping[str, str]) -> NotebookNode:
    """Return the notebook with the given answers (exercise -> code) in place of stubs."""
    body = [*map(by_itself, with_imports([*body_cells(lesson, answers)]))]
    cells = [*with_opening(lesson, body), *end_cells(lesson)]
    name_cells(cells)
    digests = " ".join(dict.fromkeys(map(digest, cells)))
    built = {"lesson": lesson.name, "built": fingerprint(cells), "cells": digests}
    return new_notebook(cells=cells, metadata=KERNEL | {"exactly-once": built})


def body_cells(lesson: Lesson, answers: Mapping[str, str]) -> Iterator[NotebookNode]:
    """Yield the cells of the lesson itself, in order."""
    tasks = {task.stub: task for task in lesson.exercises}
    for block in lesson.blocks:
        if block.kind == "text":
            yield new_markdown_cell(block.text)
        elif block in tasks:
            yield code_cell(answers.get(tasks[block].id, block.text), block.tags)
            yield hints_cell(tasks[block], lesson)
        elif block.kind == "code":
            yield code_cell(block.text, block.tags, is_hidden(block))


def is_hidden(block: LessonBlock) -> bool:
    """Return whether the source of a cell would give something away, or is only plumbing."""
    return not FOLDING.isdisjoint(block.tags) and "shown" not in block.tags


def code_cell(source: str, tags: tuple[str, ...], hidden: bool = False) -> NotebookNode:
    metadata = {"tags": list(tags)} if tags else {}
    if hidden:  # JupyterLab shows the first line of a folded cell, so that line must give nothing away
        metadata["jupyter"] = {"source_hidden": True}
        source = f"{FOLDED[next(tag for tag in tags if tag in FOLDED)]}\n{source}"
    return new_code_cell(source, metadata=metadata)


def answers_text(lesson: Lesson) -> str:
    """Return the answers to all bets of a lesson, for lessons/kit/cards/prediction.py."""
    found = {}
    for part in lesson.parts:
        for bet, block in zip(part.blocks, part.blocks[1:]):
            if block.kind == "revealed":
                truth = {"truth": block.note} if block.note else {}
                found[question_of(bet)] = truth | {"words": words_html(block.text)}
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def words_html(text: str) -> str:
    """Return Markdown as HTML; the Python in it stays as it is.

    >>> words_html("So *{{ len(some) * 2 }}*.")
    '<p>So <em>{{ len(some) * 2 }}</em>.</p>'
    """
    codes = COMPUTED.findall(text)
    places = iter(range(len(codes)))
    shown = as_html(COMPUTED.sub(lambda _: f"\ue000{next(places)}\ue001", text))
    return re.sub("\ue000(\\d+)\ue001", lambda place: f"{{{{ {escape(codes[int(place[1])])} }}}}", shown)


def as_html(text: str) -> str:
    return MarkdownIt("commonmark").enable("table").render(text).strip()


def hints_cell(task: ExerciseText, lesson: Lesson) -> NotebookNode:
    """Return the hints, each folded inside the one before; last the way to the solution."""
    place = f"../lessons/{lesson.path.parent.name}/solutions.md{anchor(task)}"
    folded = f"You will find the solution in the [solutions of this lesson](<{place}>): *Exercise {task.id}*."
    for hint in reversed(task.hints):
        # The blank lines make JupyterLab read what is inside as markdown.
        folded = f"<details>\n<summary>Hint {hint.note}</summary>\n\n{hint.text}\n\n{folded}\n\n</details>"
    return new_markdown_cell(folded)


def anchor(task: ExerciseText) -> str:
    """Return the heading of an exercise as JupyterLab's preview of a page names it; "" if a link cannot spell
    it.

    >>> anchor(ExerciseText("1.1", "`f` twice", None))
    '#Exercise-1.1:-f-twice'
    """
    name = f"Exercise {task.id}: {re.sub('[`*]', '', task.title)}".replace(" ", "-")
    return f"#{name}" if re.fullmatch(r"(?a:[\w.:,;'!?()+/=&-]+)", name) else ""


def with_imports(cells: list[NotebookNode]) -> list[NotebookNode]:
    """Add the imports of our own words (check, predict, …) that the lesson uses but does not import."""
    lines = missing_imports([cell.source for cell in cells if cell.cell_type == "code"])
    if not lines:
        return cells
    place = next(number for number, cell in enumerate(cells) if follows_opening(cell))
    first = cells[place]
    if "setup" in first.metadata.get("tags", ()):
        old = first.source.split("\n")
        kept = int("jupyter" in first.metadata)  # the line that is seen of a folded cell stays the first
        first.source = "\n".join([*old[:kept], *lines, *old[kept:]])
        return cells
    return [*cells[:place], code_cell("\n".join(lines), ("setup",)), *cells[place:]]


def follows_opening(cell: NotebookNode) -> bool:
    return cell.cell_type == "code" and "opening" not in cell.metadata.get("tags", ())


def by_itself(cell: NotebookNode) -> NotebookNode:
    """Begin exercises and bets with their import: they may come first after a restart."""
    tags = cell.metadata.get("tags", ())
    if "exercise" in tags:
        cell.source = f"{CHECK}\n{cell.source}"
    elif "predict" in tags:
        cell.source = re.sub("(?m)^(?!#)", PREDICT, cell.source, count=1)
    return cell


def missing_imports(sources: list[str]) -> list[str]:
    """
    >>> missing_imports(["guess = predict('How many?')", "check('1.1', guess)"])
    ['from lessons import check, predict']
    """
    text = "\n".join(sources)
    used = [name for name in COURSE.imports if re.search(rf"\b{name}\(", text)]
    used = [name for name in used if not re.search(rf"(?m)^(from .*import.*|def )\b{name}\b", text)]
    return [f"from lessons import {', '.join(used)}"] if used else []


def with_opening(lesson: Lesson, body: list[NotebookNode]) -> list[NotebookNode]:
    """Return the title, what the lesson is about, and its cells; a picture with which it opens, and the text
    before it, are first. Its cell says with which keys it is run.
    """
    title, about = f"# {numbered_title(lesson, ' · ')}", (lesson_times(lesson), goals(lesson))
    tags = [cell.metadata.get("tags", ()) for cell in body]
    place = next((number for number, some in enumerate(tags) if "opening" in some), None)
    if place is None:
        return [markdown(title, navigation(lesson), *about), *body]
    opening, rest = body[place], body[place + 1 :]
    if PRESS not in opening.source:
        opening.source += f"  # press {PRESS}"
    if not place:
        first = [opening, markdown(title)]
    else:
        first = [markdown(title, *(cell.source for cell in body[:place])), opening]
    return [*first, markdown(navigation(lesson), *about), *rest]


def markdown(*parts: str) -> NotebookNode:
    return new_markdown_cell("\n\n".join(filter(None, parts)))


def lesson_times(lesson: Lesson) -> str:
    if lesson.is_more:
        return f"**Optional: about {lesson.meta['alone']} minutes alone.** You need: {link(lesson.before)}."
    needed = [
        lesson.known.get(entry, f"lesson {entry:02d}") if isinstance(entry, int) else str(entry)
        for entry in lesson.meta["prerequisites"]
    ]
    return f"**{lesson.meta['minutes']} minutes in class, about {alone(lesson)} alone.** " + (
        f"You need: {'; '.join(needed)}." if needed else "No lesson before it."
    )


def alone(lesson: Lesson) -> str:
    """Return the minutes for a student alone: of each sitting, if there are several."""
    sittings = lesson.meta.get("sittings", [lesson.meta["alone"]])
    return " + ".join(map(str, sittings))


def goals(lesson: Lesson) -> str:
    entries = "\n".join(f"- {goal}" for goal in lesson.meta["goals"])
    return f"**What you will learn**\n\n{entries}" if entries else ""


def navigation(lesson: Lesson) -> str:
    """Return links to the neighbours and to Binder, in one line. (No badge: a picture from outside would not
    load offline.)
    """
    links = [
        lesson.before and f"← {link(lesson.before)}",
        lesson.after and f"{link(lesson.after)} →",
        lesson.binder and f"[open on Binder]({lesson.binder})",
    ]
    return " · ".join(filter(None, links))


def link(lesson: Lesson) -> str:
    return f"[{numbered_title(lesson)}]({lesson.name}.ipynb)"


def numbered_title(lesson: Lesson, between: str = " ") -> str:
    """Return the title with the number before it, such as "04 Algorithm X" and "04 more: The printed run"."""
    number = f"{lesson.number:02d}"
    return f"{number} more: {lesson.title}" if lesson.is_more else f"{number}{between}{lesson.title}"


def end_cells(lesson: Lesson) -> Iterator[NotebookNode]:
    """Yield the sources, and the links once more."""
    if lesson.meta.get("sources"):
        yield new_markdown_cell(
            "## Sources\n\n" + "\n".join(f"- {source}" for source in lesson.meta["sources"])
        )
    if lesson.more:
        ids = ", ".join(task.id for task in lesson.more.own_exercises)
        has = f", with {'exercises' if ', ' in ids else 'exercise'} {ids}" if ids else ""
        yield new_markdown_cell(f"For those who want more: {link(lesson.more)}{has}.")
    if navigation(lesson):
        yield new_markdown_cell(navigation(lesson))


# -------- the course


HOSTS = {"github.com": "gh", "gitlab.com": "gl"}  # where Binder finds a project, and its name for it
ADDRESS = re.compile(rf"(?:(?:https?|ssh)://)?(?:[\w.-]+@)?({'|'.join(HOSTS)})[/:]([\w.-]+(?:/[\w.-]+)+)")


class Repository(NamedTuple):
    """The public address of a project: "gh" or "gl", and OWNER/NAME."""

    host: str
    name: str


def repository(root: Path = ROOT) -> Repository | None:
    """Return the public address of the project: `[tool.exactly-once] repository` in pyproject.toml, or
    git's origin while that is empty. None if neither is an address on GitHub or GitLab."""
    path = root / "pyproject.toml"
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        address = settings.get("tool", {}).get("exactly-once", {}).get("repository", "")
    except (OSError, ValueError, AttributeError) as error:
        raise LessonError(f"{path}: cannot be read: {error}") from None
    if not address:
        return public(origin(root))
    if found := public(f"github.com/{address}" if re.fullmatch(r"[\w-]+/[\w.-]+", address) else address):
        return found
    raise LessonError(f"{path}: repository = {address!r}; allowed: https://github.com/OWNER/NAME")


def public(address: str) -> Repository | None:
    """Return the project behind an address, if it is on GitHub or GitLab.

    >>> public("git@github.com:nobody/dummy.git")
    Repository(host='gh', name='nobody/dummy')
    >>> public("/home/nobody/dummy")
    """
    match = ADDRESS.fullmatch(str(address).removesuffix("/").removesuffix(".git"))
    return Repository(HOSTS[match[1]], match[2]) if match else None


def origin(root: Path) -> str:
    """Return the address of git's `origin`, or ""."""
    if not (root / ".git").exists():
        return ""
    command = ["git", "-C", str(root), "config", "--get", "remote.origin.url"]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):  # no git
        return ""


def binder_link(repo: Repository | None, notebook: str) -> str:
    """Return the address at which Binder opens a notebook, or "" without a repository."""
    if not repo:
        return ""
    name = repo.name if repo.host == "gh" else repo.name.replace("/", "%2F")
    return f"https://mybinder.org/v2/{repo.host}/{name}/HEAD?urlpath=lab/tree/notebooks/{notebook}.ipynb"


def read_course(root: Path = ROOT) -> tuple[list[Lesson], list[str]]:
    """Return all lessons, linked to each other and to Binder, and what could not be read."""
    lessons, errors = [], []
    for path in sorted((root / "lessons").glob("*/lesson.md")):
        try:
            lessons.append(read_lesson(path))
        except LessonError as error:
            errors.append(str(error))
    return link_lessons(lessons, repository(root)), errors


def link_lessons(lessons: list[Lesson], repo: Repository | None = None) -> list[Lesson]:
    """Return the lessons with their neighbours and Binder links."""
    known = {lesson.number: link(lesson) for lesson in lessons}
    neighbours = zip([None, *lessons], lessons, [*lessons[1:], None])
    return [
        with_more(
            replace(lesson, before=before, after=after, binder=binder_link(repo, lesson.name), known=known)
        )
        for before, lesson, after in neighbours
    ]


def with_more(lesson: Lesson) -> Lesson:
    """Return a lesson whose second notebook, if it has one, has links too."""
    more = lesson.more
    return lesson if more is None else replace(lesson, more=replace(more, before=lesson, known=lesson.known))


def course_table(lessons: list[Lesson]) -> list[dict]:
    """Return notebook, title and exercises of each lesson, for lessons/kit/checks/course.py."""
    return [
        {
            "notebook": one.name,
            "title": numbered_title(one)[3:],
            "exercises": [task.id for task in one.own_exercises],
            "kept": {task.id: list(task.kept) for task in one.own_exercises if task.kept},
        }
        for lesson in lessons
        for one in lesson.parts
    ]


def json_text(value: Any) -> str:
    """Return a value as a file's text."""
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def readme_text(text: str, lessons: list[Lesson], repo: Repository | None) -> str:
    """Return README.md with its generated blocks filled in."""
    text = replace_between("lessons", lessons_table(lessons), text)
    start = lessons[0].name if lessons else "00-start-here"
    badge = f"[![Binder](https://mybinder.org/badge_logo.svg)]({binder_link(repo, start)})"
    return replace_between("binder", badge if repo else "", text)


def replace_between(marker: str, content: str, text: str) -> str:
    """Put content between two markers.

    >>> replace_between("x", "new", "a <!-- x -->old<!-- /x --> b")
    'a <!-- x -->\\nnew\\n<!-- /x --> b'
    """
    start, end = f"<!-- {marker} -->", f"<!-- /{marker} -->"
    if text.count(start) != 1 or text.count(end) != 1 or text.index(start) > text.index(end):
        raise LessonError(f"README.md:1: needs one pair of markers {start} and {end}")
    before, rest = text.split(start)
    return f"{before}{start}\n{content}{chr(10) * bool(content)}{end}{rest.split(end)[1]}"


def lessons_table(lessons: list[Lesson]) -> str:
    binder = any(lesson.binder for lesson in lessons)
    head = ["lesson", "the puzzle", "minutes in class", "alone"] + ["on Binder"] * binder
    rows = [head, ["---"] * len(head), *(lesson_row(lesson) for lesson in lessons)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def lesson_row(lesson: Lesson) -> list[str]:
    link = f"[{numbered_title(lesson)}](notebooks/{lesson.name}.ipynb)"
    link += f", [more](notebooks/{lesson.more.name}.ipynb)" if lesson.more else ""
    row = [link, lesson.meta["puzzle"], str(lesson.meta["minutes"]), alone(lesson)]
    return row + ([f"[open]({lesson.binder})"] if lesson.binder else [])


# -------- writing


def products(lessons: list[Lesson], root: Path = ROOT, online: bool = True) -> Iterator[tuple[Path, str]]:
    """Yield all that the build writes: (file, text)."""
    for lesson in lessons:
        sound = [part for part in lesson.parts if not faults(part, root)]
        for part in sound:
            yield root / "notebooks" / f"{part.name}.ipynb", text_of(student_notebook(part))
        if len(sound) == len(lesson.parts):
            yield lesson.path.with_name("solutions.md"), seen_from_lesson(solutions_text(lesson))
            yield lesson.path.with_name("answers.json"), answers_text(lesson)
            if light := {task.id: light_parts(task) for task in lesson.exercises if task.inputs}:
                yield lesson.path.with_name("light.json"), json_text(light)
    yield root / "lessons/course.json", json_text(course_table(lessons))
    readme = root / "README.md"
    if not readme.exists():
        raise LessonError("README.md:1: there is no README.md to write the table of lessons into")
    repo = repository(root) if online else None
    yield readme, readme_text(readme.read_text(encoding="utf-8"), lessons, repo)


def stale_files(root: Path = ROOT) -> list[str]:
    """Return what is not as the build would write it, and all mistakes; empty when all is fresh.

    A fork that has written no links of its own yet is fresh as well.
    """
    lessons, errors = read_course(root)
    errors += [fault for lesson in lessons for part in lesson.parts for fault in faults(part, root)]
    try:
        old = [path for path, texts in wordings(lessons, root) if not holds_any(path, texts)]
    except LessonError as error:
        old, errors = [], [*errors, str(error)]
    return errors + [f"{path.relative_to(root)}: {why_stale(path)}" for path in old]


def why_stale(path: Path) -> str:
    """Return why a file is not as the build would write it."""
    with suppress(CourseError, OSError):
        if path.suffix == ".ipynb" and worked_in(notebook_from(path.read_bytes())):
            return "has work in it; run: make notebooks ARGS=--fresh"
    return "stale; run: make notebooks"


def wordings(lessons: list[Lesson], root: Path) -> Iterator[tuple[Path, list[str]]]:
    """Yield all that the build writes, with links to Binder and without them."""
    offline = products(link_lessons(lessons), root, online=False)
    for (path, text), (_, other) in zip(products(lessons, root), offline):
        yield path, [text, other]


def build(root: Path = ROOT, fresh: bool = False) -> tuple[list[str], list[str]]:
    """Write all notebooks and the blocks in README.md; return what was done and what was wrong.

    If they are to be `fresh`, no notebook gets the work that was in it.
    """
    lessons, errors = read_course(root)
    errors += [fault for lesson in lessons for part in lesson.parts for fault in faults(part, root)]
    done = []
    try:
        for path, text in products(lessons, root):
            done += write_file(path, text, root, fresh)
    except LessonError as error:
        errors.append(str(error))
    return done, errors


def write_file(path: Path, text: str, root: Path, fresh: bool = False) -> list[str]:
    """Write a file if it changes; carry the work over from a notebook that somebody has worked in."""
    if fresh and path.suffix == ".ipynb":
        put_copy_away(path)
    if holds(path, text):
        return []
    line = "written"
    if path.suffix == ".ipynb" and path.exists():
        text, line = over(path, text, root, fresh)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    return [f"{path.relative_to(root)}: {line}"] if line else []


def over(path: Path, text: str, root: Path, fresh: bool) -> tuple[str, str]:
    """Return what to write into a notebook that is there already, and a line that says so."""
    line = "written"
    try:
        old = notebook_from(path.read_bytes(), path.name)
        if not worked_in(old):
            return text, line
        if not fresh:
            text, line = text_of(carry(old, notebook_from(text))), "written, with the work that was in it"
    except CourseError as error:
        line = f"written; {error}"
    if holds(path, text):
        return text, ""
    return text, f"{line}; as it was, it is kept in {set_aside(path).relative_to(root)}"


def holds(path: Path, text: str) -> bool:
    """Return whether a file is there with just this text."""
    return path.exists() and path.read_bytes() == text.encode()


def holds_any(path: Path, texts: Iterable[str]) -> bool:
    return any(holds(path, text) for text in texts)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Build the notebooks and the table of lessons in README.md.")
    parser.add_argument(
        "--check", action="store_true", help="only say what is stale; status 1 if anything is"
    )
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="leave out the work in the notebooks; it is kept in notebooks/.exactly-once",
    )
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    try:
        done, errors = ([], stale_files(root)) if options.check else build(root, options.fresh)
    except (LessonError, CourseError, OSError, UnicodeDecodeError) as error:
        done, errors = [], [str(error)]
    for line in done:
        print(line)
    for line in errors:
        print(line.replace(f"{root}/", ""), file=sys.stderr)
    return 1 if errors else 0
