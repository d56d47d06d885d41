"""Lessons as they are written, and as they are read.

One lesson is `lessons/lNN_topic/lesson.md`, MyST markdown as jupytext reads it.

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
"""

import ast
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import jupytext
from markdown_it import MarkdownIt
from mdit_py_plugins.colon_fence import colon_fence_plugin
from nbformat import NotebookNode

from ..checks.light import with_variations
from ..ground.folders import notebook_name

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
OF_EXERCISES = dict(hint="hints", solution="solutions", wrong="wrong_blocks", inputs="inputs")
BLOCKS = {"revealed", *OF_EXERCISES}


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


def with_more(lesson: Lesson) -> Lesson:
    """Return a lesson whose second notebook, if it has one, has links too."""
    more = lesson.more
    return lesson if more is None else replace(lesson, more=replace(more, before=lesson, known=lesson.known))


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


def question_of(block: LessonBlock) -> str:
    """Return the question of a bet; "" if its cell does not begin with one."""
    with suppress(SyntaxError):
        match ast.parse(block.text).body:
            case [ast.Assign(value=ast.Call(ast.Name("predict"), [ast.Constant(str(question))])), *_]:
                return question
    return ""


@cache
def light_parts(task: ExerciseText) -> dict[str, Any]:
    """Return what lessons/kit/checks/light.py asks for."""
    code = python_of(task.solutions[0])
    answer = ast.unparse(ast.parse(check_line(task.stub.text), mode="eval").body.args[1])
    lines = "\n".join(map(python_of, task.inputs)).splitlines()
    return {"code": code, "answer": answer, "inputs": with_variations(code, answer, lines)}
