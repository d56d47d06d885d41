"""Mistakes in a lesson."""

import ast
import os.path
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ..cards.prediction import COMPUTED
from ..ground.folders import source_file
from .lesson import (
    HEADING,
    OF_EXERCISES,
    ROOT,
    ExerciseText,
    Lesson,
    LessonBlock,
    checked_id,
    light_parts,
    python_of,
    question_of,
)

TAGS = {"opening", "setup", "predict", "hide", "shown", "exercise"}
WIDEST = 100  # columns of a bet that stays in sight: more are cut off at the right edge
WRONGS = 3


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
