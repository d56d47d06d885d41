"""clingo, HiGHS and the compiled search in the Python of a live page, without a network: a page of lesson 10
has them all."""

from __future__ import annotations

import pytest

from .live_answers import question_of, tasks, without_check
from .live_page import new_visit

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.usefixtures("pyodide")]

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
WRONG_LINE = 'from puzzlelib.asp import answers\nanswers("p(1..3).\\nq(X) p(X).")'
SOMA = 'from puzzlelib import compiled, load\ncompiled.count(load("soma")).number'


@pytest.fixture(scope="module")
def ask(browser, workshop_address):
    """A function that asks the Python of a notebook's page: one for all that it is asked at a time."""
    with new_visit(browser) as open_page:
        page = open_page(workshop_address, workshop_address)

        def answers(name: str, *sources: tuple[str, str, str]) -> list[dict]:
            known = {id: without_check(task.solution) for id, task in tasks(name).items()}
            requests = [
                {"action": action, "id": id, "source": source, "answers": known}
                for action, id, source in sources
            ]
            found = page.evaluate(question_of(name, requests))
            assert "failed" not in found, found
            return found["answers"]

        yield answers


def test_a_program_that_grounds_for_ever_gets_its_verdict_and_clingo_goes_on(ask):
    """The check's own clock ends it: clingo asks it whenever it wants more memory."""
    endless, right = ask(
        "06b-answer-sets",
        ("check", "6.1b", 'ONE_OF_THREE = "p(0). p(X+1) :- p(X)."'),
        ("check", "6.1b", without_check(tasks("06b-answer-sets")["6.1b"].solution)),
    )
    assert (endless["status"], right["status"]) == ("not yet", "correct")
    late = "took more than 10 seconds"  # where the machine is so busy that clingo asks too seldom
    assert "still grounding your program after 5 seconds" in endless["text"] or late in endless["text"]


def test_solvers_name_a_line_keep_a_time_limit_and_count(ask):
    """Twelve pigeons in eleven holes keep clasp for hours, and so do six markets to be split (Cornuéjols and
    Dawande, 1998) HiGHS. 11,520 packings of the Soma cube are published: 240 up to the 48 symmetries of the
    cube."""
    asp = f'from puzzlelib.asp import answers\nanswers("{PIGEONS}", time_limit=1).stopped'
    ilp = f"{ENDLESS_ILP}\nstr(solve_model(model, time_limit=1).status)"
    sources = (WRONG_LINE, asp, ilp, SOMA)
    wrong, packed, split, counted = ask("10-icosoku", *(("run", "10.4", one) for one in sources))
    assert "PuzzleError: line 2: syntax error, unexpected <IDENTIFIER>" in wrong["text"]
    assert packed["status"] == "ran" and "TIME_LIMIT" in packed["text"].upper().replace(" ", "_")
    assert split["status"] == "ran" and "time" in split["text"], split
    assert (counted["status"], counted["text"]) == ("ran", "11520")


def test_a_propagator_is_refused_in_one_line(ask):
    source = 'from puzzlelib import asp, load\nasp.trace(load("tetracubes-2x2x4+2x2x4"))'
    (answer,) = ask("06b-answer-sets", ("run", "6.1b", source))
    assert "in this page clingo has no propagators" in answer["text"].splitlines()[-1]
