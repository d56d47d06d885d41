"""The bench of lesson 06: what it calls an answer is what clingo answers, and its widget says what is
wrong."""

from random import Random

import pytest

from lessons.l06_answer_sets import read_rules, stable_bench, stable_models
from lessons.l06_answer_sets.card import PROGRAMS
from lessons.l06_answer_sets.stable import MOST_ATOMS, Rule
from puzzlelib import PuzzleError
from puzzlelib.asp import answers


def random_rule(dice: Random) -> Rule:
    """A rule over the atoms a to d: a fact, a rule, a constraint or a choice."""
    choice = dice.random() < 0.2
    heads = (
        dice.sample("abcd", dice.choice([1, 2])) if choice else dice.sample("abcd", dice.choice([0, 1, 1, 1]))
    )
    body = dice.sample("abcd", dice.choice([1, 1, 2, 3]) if not heads else dice.choice([0, 1, 1, 2]))
    cut = dice.randint(0, len(body))
    return Rule(tuple(heads), tuple(body[:cut]), tuple(body[cut:]), choice)


def random_program(seed: int) -> str:
    dice = Random(seed)
    return "\n".join(str(random_rule(dice)) for _ in range(dice.randint(1, 6)))


def by_clingo(program: str) -> set[frozenset[str]]:
    return set(map(frozenset, answers(program, limit=None)))


@pytest.mark.slow
def test_answers_are_clingos():
    numbers = []
    for seed in range(400):
        program = random_program(seed)
        found = stable_models(read_rules(program))
        assert set(found) == by_clingo(program) and len(found) == len(set(found)), program
        numbers.append(len(found))
    assert min(numbers.count(n) for n in (0, 1, 2)) > 40 and max(numbers) > 3


@pytest.mark.parametrize("program", PROGRAMS.values())
def test_the_examples_of_the_lesson(program):
    assert set(stable_models(read_rules(program))) == by_clingo(program)


@pytest.mark.parametrize(
    "program",
    [
        "1 { a; b; c } 1.",
        "{ a; b } 1.  c :- a; not b.",
        "2 { a; b; c }.  :- a, b.",
        "{ a; b } 2 :- not c.  c :- not d.",
        "2 { a; a; b } 2.",
        "3 { a; b }.",
    ],
)
def test_choices_with_numbers(program):
    assert set(stable_models(read_rules(program))) == by_clingo(program)


@pytest.mark.parametrize(
    "program",
    [
        "a :- b",
        "p(X) :- q(X).",
        "a :- .",
        "a; b.",
        "1 < { a; b }.",
        "a :- not not b.",
        "#show a/0.",
        "a :- #count { x : b } > 1.",
        "not a.",
        "".join(f"a{n}. " for n in range(MOST_ATOMS + 1)),
    ],
)
def test_what_the_bench_cannot_read_gets_one_line(program):
    with pytest.raises(PuzzleError) as told:
        read_rules(program)
    assert "\n" not in str(told.value)
    bench = stable_bench("a.")
    bench.program.value = program
    assert "cannot read this" in bench.line.value and bench.ticks == {}


def test_ticking_atoms():
    bench = stable_bench("a :- b. b :- a. { c }.")
    assert "The empty set is an answer" in bench.line.value
    bench.ticks["c"].value = True
    assert "{c} is an answer" in bench.line.value
    bench.ticks["a"].value = True
    assert "{a, c} is not an answer: 1 rule is violated, and a lacks a reason." in bench.line.value
    rules, atoms = (child.value for child in bench.tables.children)
    assert "violated: b must be in the set" in rules and "derived in step 1" in atoms


def test_a_program_typed_keeps_the_ticks_and_an_example_can_be_chosen():
    bench = stable_bench("a :- not b.")
    bench.ticks["a"].value = True
    bench.program.value = "a :- not b. b :- not a."
    assert bench.atoms == {"a"} and "{a} is an answer" in bench.line.value
    bench.choice.value = "one that denies itself"
    assert list(bench.ticks) == ["a"] and "lacks a reason" in bench.line.value
