"""The notebook of a lesson."""

import json
import re
from collections.abc import Iterator, Mapping
from html import escape

from markdown_it import MarkdownIt
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from ..cards.prediction import COMPUTED
from ..ground.course import COURSE
from ..notebooks import digest, fingerprint, name_cells
from .lesson import ExerciseText, Lesson, LessonBlock, question_of

FOLDING = {"predict", "hide"}
PRESS = "Shift+Enter"  # said in the first cell of a notebook
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
