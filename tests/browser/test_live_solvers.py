"""clingo, HiGHS and the compiled search in the Python of a live page: right, wrong, broken and endless,
without a network, and the end of what Python cannot end."""

from __future__ import annotations

import pytest

from .live_answers import content_of, notebooks, tasks, without_check

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("pyodide")]

# Asks one worker after the other: each is ended when its answer is there, or when `patience` ms are over.
ASK = """async ([content, requests, patience]) => {
  const answers = [];
  let worker = null, hear = null;
  const start = () => new Promise((done) => {
    worker = new Worker("/live/worker.js", { type: "module" });
    worker.onmessage = ({ data }) => (data.ready || data.failed ? done(data.failed) : hear?.(data));
    worker.postMessage({ content });
  });
  for (const request of requests) {
    const failed = worker ? null : await start();
    if (failed) return [{ status: "no start", text: failed }];
    const answer = new Promise((done) => { hear = done; });
    worker.postMessage({ request });
    const late = new Promise((done) => setTimeout(done, patience, null));
    const data = await Promise.race([answer, late]);
    answers.push(data ? JSON.parse(data.answer ?? JSON.stringify({ status: "failed", text: data.failed }))
      : { status: "ended" });
    if (data) continue;
    worker.terminate();
    worker = null;
  }
  worker?.terminate();
  return answers;
}"""
PATIENT = 120_000  # milliseconds
ENDLESS_ILP = """
from random import Random
from puzzlelib.ilp import Model, solve_model
model, random = Model("market split"), Random(1)
x = [model.variables(f"x{k}")[0] for k in range(50)]
for row in range(6):
    numbers = [random.randrange(100) for _ in x]
    model.row(f"market {row}", sum(n * one for n, one in zip(numbers, x)) == sum(numbers) // 2)
"""
PIGEONS = "p(1..12). h(1..11). 1 {in(P,H) : h(H)} 1 :- p(P). :- in(P,H), in(Q,H), P < Q."


@pytest.fixture
def ask(visit, workshop_address):
    """A function that asks the Python of a notebook's page."""
    page = visit(workshop_address, workshop_address)

    def answers(name: str, *sources: tuple[str, str, str], patience: int = PATIENT) -> list[dict]:
        solutions = {id: without_check(task.solution) for id, task in tasks(name).items()}
        requests = [
            {"action": action, "id": id, "source": source, "answers": solutions}
            for action, id, source in sources
        ]
        return page.evaluate(
            f"(given) => ({ASK})(given)", [content_of(notebooks()[name]), requests, patience]
        )

    return answers


FIRST = {  # of each notebook an exercise, and something endless in it
    "06-answer-sets": "6.1b",
    "07-designing-puzzles": "7.4b",
    "08-integer-programs": "8.2",
    "09-plates": "9.1",
    "10-icosoku": "10.4",
    "11-hard-in-general": "11.1",
    "12-every-instance": "12.1",
    "13-workshop": "13.3",
}
LONG = {
    "08-integer-programs",
    "07-designing-puzzles",
    "09-plates",
    "10-icosoku",
    "11-hard-in-general",
    "12-every-instance",
    "13-workshop",
}


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=pytest.mark.long) if name in LONG else name for name in FIRST
])  # fmt: skip
def test_right_wrong_broken_and_endless(ask, name):
    id = FIRST[name]
    task = tasks(name)[id]
    wrong = without_check(task.wrongs[0][1])
    sources = ("check", id, without_check(task.solution)), ("check", id, wrong), ("check", id, "def (")
    right, other, broken = ask(name, *sources)
    assert (right["status"], other["status"], broken["status"]) == ("correct", "not yet", "error"), (
        right,
        other,
    )
    deaf, after = ask(name, ("run", id, "sum(iter(int, 1))"), ("run", id, "6 * 7"), patience=6000)
    assert (deaf["status"], after["status"], after["text"]) == ("ended", "ran", "42")


@pytest.mark.long
def test_a_program_that_grounds_for_ever_gets_its_verdict_and_clingo_goes_on(ask):
    """The check's own clock ends it: clingo asks it whenever it wants more memory."""
    endless, right = ask(
        "06-answer-sets",
        ("check", "6.1b", 'ONE_OF_THREE = "p(0). p(X+1) :- p(X)."'),
        ("check", "6.1b", without_check(tasks("06-answer-sets")["6.1b"].solution)),
    )
    assert (endless["status"], right["status"]) == ("not yet", "correct")
    assert "still grounding your program after 5 seconds" in endless["text"]


def test_clingo_s_messages_name_the_line(ask):
    source = 'from puzzlelib.asp import answers\nanswers("p(1..3).\\nq(X) p(X).")'
    (answer,) = ask("06-answer-sets", ("run", "6.1b", source))
    assert "PuzzleError: line 2: syntax error, unexpected <IDENTIFIER>" in answer["text"]


def test_a_search_with_a_time_limit_ends(ask):
    """Twelve pigeons in eleven holes keep clasp for hours, and so do six markets to be split (Cornuéjols and
    Dawande, 1998) HiGHS."""
    asp = f'from puzzlelib.asp import answers\nanswers("{PIGEONS}", time_limit=1).stopped'
    (answer,) = ask("06-answer-sets", ("run", "6.1b", asp))
    assert answer["status"] == "ran" and "TIME_LIMIT" in answer["text"].upper().replace(" ", "_")
    ilp = f"{ENDLESS_ILP}\nstr(solve_model(model, time_limit=1).status)"
    (answer,) = ask("08-integer-programs", ("run", "8.2", ilp))
    assert answer["status"] == "ran" and "time" in answer["text"], answer


def test_the_compiled_search_counts_in_the_page(ask):
    """11,520 packings of the Soma cube are published: 240 up to the 48 symmetries of the cube."""
    source = 'from puzzlelib import compiled, load\ncompiled.count(load("soma")).number'
    (answer,) = ask("05-dancing-links", ("run", "5.1", source))
    assert (answer["status"], answer["text"]) == ("ran", "11520")


@pytest.mark.long
def test_a_propagator_is_refused_in_one_line(ask):
    source = 'from puzzlelib import asp, load\nasp.trace(load("tetracubes-2x2x4+2x2x4"))'
    (answer,) = ask("06-answer-sets", ("run", "6.1b", source))
    assert "in this page clingo has no propagators" in answer["text"].splitlines()[-1]
