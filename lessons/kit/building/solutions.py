"""The page of solutions of a lesson, in markdown: each task with its hints, its solution and answers that
are wrong.

`build.py` writes it as `lessons/lNN_topic/solutions.md`. JupyterLab opens a link to such a file as a page, at
the heading that the link names, in the reader's own look; a page of HTML it would show in a frame without
either. GitHub shows it too, and the book for teachers (book.py) makes a page of the same text.
"""

import re
from html import escape
from os.path import normpath

CODE = re.compile(r"(?ms)(^```.*?^```|`[^`\n]*`)")
LINK = re.compile(r"(?<=\]\()(<?)(?!\w+:|#)([^)>]+)")


def solutions_text(lesson) -> str:
    """Return all exercises of a lesson; links as seen from notebooks/."""
    return (
        "\n\n".join(
            [
                f"# {solutions_title(lesson)}",
                *(exercise_text(part, task) for part in lesson.parts for task in part.own_exercises),
            ]
        )
        + "\n"
    )


def solutions_title(lesson) -> str:
    return f"{lesson.number:02d} {lesson.title}: solutions"


def exercise_text(lesson, task) -> str:
    """Return an exercise: the task, the hints, the solution, and what is wrong with other answers."""
    parts = [f"## Exercise {task.id}: {task.title}", task_text(lesson, task), python(task.stub.text)]
    parts += [f"### Hint {hint.note} of {task.id}\n\n{hint.text}" for hint in task.hints]
    parts += [f"### Solution of {task.id}\n\n{solution.text}" for solution in task.solutions]
    if task.wrong_blocks:
        parts += [f"### Answers to {task.id} that are wrong", *map(fold_answer, task.wrong_blocks)]
    return "\n\n".join(parts)


def task_text(lesson, task) -> str:
    """Return the text between the heading of an exercise and its cell."""
    blocks = lesson.blocks[: lesson.blocks.index(task.stub)]
    text = "\n\n".join(one.text for one in blocks if one.kind == "text")
    return text.rpartition(f"Exercise {task.id}:")[2].partition("\n")[2].strip()


def python(code: str) -> str:
    return f"```python\n{code}\n```"


def fold_answer(answer) -> str:
    """Return a wrong answer, folded, below what is wrong with it. The blank lines make it markdown for
    JupyterLab.
    """
    return f"<details>\n<summary>{escape(answer.note)}</summary>\n\n{answer.text}\n\n</details>"


def seen_from_lesson(text: str) -> str:
    """Return a text with links as seen from notebooks/, for a file in lessons/lNN_topic/.

    >>> seen_from_lesson("[one](01-x.ipynb#a), [two](../lessons/two.py), `f[0](x)`, [web](https://a.org)")
    '[one](../../notebooks/01-x.ipynb#a), [two](../../lessons/two.py), `f[0](x)`, [web](https://a.org)'
    """
    parts = CODE.split(text)
    parts[::2] = [LINK.sub(move_link, part) for part in parts[::2]]
    return "".join(parts)


def move_link(link: re.Match) -> str:
    return link[1] + normpath(f"../../notebooks/{link[2]}").replace("\\", "/")
