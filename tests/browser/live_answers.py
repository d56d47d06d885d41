"""Questions of tests to the Python of a live page, and the notebook's verdicts on these answers."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import yaml
from sizes import ALL
from test_book import ROOT, book, course

from lessons.kit.building.notebook import student_notebook
from lessons.kit.checks.judge import EXERCISES
from lessons.kit.ground.folders import import_part
from lessons.kit.live import pages
from lessons.kit.live.session import Session
from lessons.kit.pages.book import pages_of

SOME = None if ALL else 1
EMPTY = '<!DOCTYPE html><title>empty</title><link rel="icon" href="data:,">'
ENDLESS = "def endless(*_):\n    while True:\n        pass"
# From then on the clock of each check rings after so many seconds, here as there.
CLOCK = """from dataclasses import replace
from lessons.kit.checks.judge import EXERCISES
EXERCISES.update({id: replace(one, seconds=%s) for id, one in EXERCISES.items()})"""
CHOSEN = "11.4e", "12.3"  # a solver chooses the example in their words: CP-SAT here, in a page another
PATIENT, USUAL, HURRIED = "100 * one.seconds", "one.seconds / 100", "2"
# Asks a worker one thing after the other; it is ended when the last answer is there.
ASK = """(content, requests) => new Promise((done) => {
  const worker = new Worker("/live/worker.js", { type: "module" }), answers = [];
  const ask = () => worker.postMessage({ request: requests[answers.length] });
  worker.onmessage = ({ data }) => {
    if (data.failed) done({ failed: data.failed });
    if (data.ready) ask();
    if (!data.answer) return;
    answers.push(JSON.parse(data.answer));
    if (answers.length < requests.length) return ask();
    worker.terminate();
    done({ answers });
  };
  worker.postMessage({ content });
})"""


def write_workshop(place: Path) -> Path:
    """Write the folder of a site with all that runs Python, and an empty page."""
    (place / "live").mkdir()
    for name, content in book.PuzzleSite(place, teacher=False, missing=set()).live_files():
        (place / "live" / name).write_bytes(content)
    (place / "index.html").write_text(EMPTY, encoding="utf-8")
    return place


def write_pages(place: Path) -> Path:
    """Write the live pages of all lessons without the pictures of their notebooks, none of which is run."""
    site = book.PuzzleSite(place, teacher=False, missing=set(), live=True)
    site.common()
    for part in pages_of(course()):
        site.lesson(part, student_notebook(part), {"models": {}, "scripts": {}, "styles": {}})
    return place


@cache
def notebooks() -> dict[str, pages.LiveCells]:
    """The notebooks that have live exercises, by name."""
    parts = [part for lesson in course() for part in lesson.parts]
    found = {part.name: pages.live_notebook(part.number, student_notebook(part).cells) for part in parts}
    return {name: cells for name, cells in found.items() if cells}


def content_of(cells: pages.LiveCells) -> dict:
    """Return what a page hands to its Python."""
    script = cells.script("name", student_notebook(course()[0]))
    return json.loads(script.removeprefix("Book.live = ").removesuffix(";\n"))["python"]


def without_check(source: str) -> str:
    """An answer as it stands in a page, which has no call of check."""
    lines = source.removeprefix(pages.IMPORT).splitlines()
    return "\n".join(line for line in lines if not line.startswith("check(")).strip()


def tasks(name: str) -> dict:
    lesson = next(lesson for lesson in course() if any(part.name == name for part in lesson.parts))
    return {task.id: task for task in lesson.exercises}


def other_ways(name: str, id: str) -> list[str]:
    """Right answers in an odd style."""
    folder = next(ROOT.glob(f"lessons/l{name[:2]}_*"))
    ways = yaml.safe_load((folder / "ways.yaml").read_text(encoding="utf-8")).get(id, ())
    return [way["code"] for way in ways if way["verdict"] == "right" and "numpy" not in way["code"]][:SOME]


def requests_of(name: str) -> list[dict]:
    """Return what the page of a notebook is asked: for each exercise all kinds of answers. Right ones come
    first, under a clock that does not ring on a busy machine, and endless ones last, under one that soon
    rings."""
    cells = notebooks()[name]
    solutions = {id: without_check(task.solution) for id, task in tasks(name).items()}

    def asked(id: str, source: str, action: str = "check") -> dict:
        return {"action": action, "id": id, "source": without_check(source), "answers": solutions}

    def clock(seconds: str) -> dict:
        return asked(next(iter(cells.stubs)), CLOCK % seconds, "run")

    right, others = [], []
    for id in cells.stubs:
        wrong = [code for _, code in tasks(name)[id].wrongs][:SOME]
        right += [asked(id, source) for source in (solutions[id], *other_ways(name, id))]
        others += [asked(id, source) for source in (cells.stubs[id], *wrong, "def (")]
    called = [id for id, call in cells.calls.items() if f"def {call}(" in solutions[id]]
    endless = [asked(id, f"{ENDLESS}\n{cells.calls[id]} = endless") for id in called[:SOME]]
    return [clock(PATIENT), *right, clock(USUAL), *others, clock(HURRIED), *endless]


def answers_here(name: str, requests: list[dict]) -> list[dict]:
    """Return what the Python that runs this test says to requests of this page, with the packages that it
    has."""
    cells = notebooks()[name]
    session = Session(cells.number, cells.statements, cells.calls)
    return [json.loads(session.perform(json.dumps(one))) for one in requests]


@cache
def expected_of(name: str) -> list[dict]:
    """Return what it says to all that the page is asked."""
    import_part(notebooks()[name].number, "checks")  # else its clocks would stay hurried
    usual = EXERCISES.copy()
    try:
        return answers_here(name, requests_of(name))
    finally:
        EXERCISES.update(usual)


def question_of(name: str, requests: list[dict]) -> str:
    """The expression by which an empty page asks all that, and waits for the answers."""
    return f"({ASK})({json.dumps(content_of(notebooks()[name]))}, {json.dumps(requests)})"


def plain_words(answer: dict) -> str:
    """The words of a verdict without addresses, and without the line of a loop at which its time ran out."""
    text = re.sub(r"0x[0-9a-f]+", "0x", answer["text"])
    return re.sub(r"(still running after \d+ seconds) \(line \d+: .*\)", r"\1", text)


def status_and_words(answer: dict) -> tuple[str, str]:
    return answer["status"], plain_words(answer)


def compare(name: str, found: dict) -> None:
    """Fail where what was found differs from the notebook's own verdicts."""
    assert "failed" not in found, found
    rows = [*zip(requests_of(name), found["answers"], expected_of(name), strict=True)]
    said = [(one, status_and_words(a), status_and_words(b)) for one, a, b in rows]
    alike = [a[:1] == b[:1] if one["id"] in CHOSEN else a == b for one, a, b in said]
    wrong = [(one["id"], one["source"], a, b) for (one, a, b), same in zip(said, alike) if not same]
    assert not wrong, "\n".join(map(repr, wrong))
    solved = {one["id"]: a["status"] for one, a, _ in rows if one["source"] == one["answers"][one["id"]]}
    assert solved == dict.fromkeys(notebooks()[name].stubs, "correct")
