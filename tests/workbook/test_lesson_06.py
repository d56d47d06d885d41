"""Lesson 06: the line of a program that grows, packings by two engines, protocols of clasp, and what the text
says of the language."""

import re
from random import Random

import pytest

from lessons.kit.checks.judge import verdict
from lessons.l06_answer_sets.checks import CONTAINERS, PLACES, Protocol, domino_covers, rules_by_line
from puzzlelib.asp import answers
from puzzlelib.search.backtracking import solutions


@pytest.mark.slow
def test_the_line_that_grows_is_named():
    rows = "{ queen(X,1..n) } = 1 :- X = 1..n.  :- queen(X,Y), queen(Z,Y), X < Z."  # n * n(n-1)/2 pairs
    diagonals = (
        ":- D = 2..2*n, #count { X : queen(X,D-X) } > 1.  :- D = -n..n, #count { X : queen(X,X+D) } > 1."
    )
    said = verdict("6.2d", f"{rows} % pairs\n{diagonals}").say
    assert (
        "`:- queen(X,Y), queen(Z,Y), X < Z.` makes the most, 13,050: 8.3 times as many as at n = 15" in said
    )
    assert 30 * 30 * 29 // 2 == 13_050 and round(13_050 / (15 * 15 * 14 // 2), 1) == 8.3


def test_lines_of_a_program_are_counted_one_by_one():
    program = "a(1..n). % 4 facts, 4·3/2 pairs, 4 choices\n b(X,Y) :- a(X), a(Y), X < Y.  { c(X) : a(X) }."
    lines = "a(1..n)", "b(X,Y) :- a(X), a(Y), X < Y", "{ c(X) : a(X) }"
    assert rules_by_line(program, 4) == dict(zip(lines, (4, 6, 4)))


def test_packings_of_the_check_are_those_of_the_library():
    """By another engine: each orientation of a piece is one rotation, and each placement one position."""
    for container in CONTAINERS:
        found = {frozenset(packing) for packing in solutions(container.puzzle)}
        assert {frozenset(container.placed(answer)) for answer in container.packings()} == found


@pytest.mark.parametrize(
    "exercise, program, says",
    [
        ("6.1a", "\n:- cell(X,Y), not occupied(_,X,Y)", "breaks off in its last line: is the full stop"),
        ("6.1a", "\n:- cell(X,Y) and not occupied(_,X,Y).", "On line 2, clingo did not expect `and`."),
        ("6.1a", 'p("ä") and q.', "On line 1, clingo did not expect `and`."),
        ("6.1a", "p(X) :- cell(X,Y)\n:- not p(0).", "On line 2, clingo did not expect `:-`."),
        ("6.1a", "occupied(_,X,Y) :- cell(X,Y).", "On line 1, `_` means anything"),
        (
            "6.1a",
            ":- not occupied(_,X,Y).",
            "X and Y have no value to try: name an atom with them that is not negated, such as `cell(X,Y)`.",
        ),
        (
            "6.1a",
            "f(P) :- cell(X,Y) : cube(P,1,X,Y), piece(P).",
            "`cell(X,Y)`, before the colon, or after a semicolon.",
        ),
        (
            "6.1c",
            "1 { paint(C,K) : colour(K) } 1.",
            "C has no value to try: name an atom with it that is not negated, such as `cell(X,Y)`.",
        ),
        ("6.1c", "{ paint(Länd,K) : colour(K) } = 1 :- country(Länd).", "can have the sign 'ä'"),
        ("6.1", lambda *_: "cube(S,1,0,0).", "Without double quotes a word with a capital letter"),
        ("6.1", lambda *_: "cube('S',1,0,0).", "texts in double quotes only"),
        ("6.1", lambda *_: 'cube("S",1,0,0)', "is the full stop missing"),
        ("6.2d", "#show queen/2.", "the board has 0 queens, and 1 should be there"),
    ],
)
def test_what_clingo_says_is_said_in_the_words_of_the_lesson(exercise, program, says):
    said = verdict(exercise, program).say
    assert says in said and not re.search("#Anon|IDENTIFIER|EOF|error|cannot make sense", said)


def test_an_example_shows_the_cells_and_not_the_choice_that_tries_them():
    said = verdict("6.1a", ':- cell(X,Y), not occupied("S",X,Y).')
    assert str(said.example.example) == "cell(0,0)." and "lacks this answer" in said.say


def test_what_the_text_says_of_the_language():
    assert [list(answer) for answer in answers("a :- b.  b :- a.", limit=None)] == [[]]
    assert len(answers('{ a; b }.')) == 1 and len(answers('{ a; b }.', limit=None)) == 4
    assert set(answers("free(X) :- not taken(X), X = 0..2.")[0]) == {"free(0)", "free(1)", "free(2)"}
    board = "cell(0..2,0).  cube(p,1,0,0).  cube(p,1,1,0).  rotation(p,1).  #show fits/4. "
    ways = (
        "rotation(P,R), cell(X,Y), cell(X+DX,Y+DY) : cube(P,R,DX,DY).",
        "cell(X,Y), cell(X+DX,Y+DY) : cube(P,R,DX,DY); rotation(P,R).",
    )
    assert [len(answers(board + "fits(P,R,X,Y) :- " + body)[0]) for body in ways] == [2, 2]


FIRST, LAST = ["decide not b1", "decide t1"], ["learn b1 or not t1", "back", "so not t1"]
LEFT = ["so not t0", "so not v1", "so v0", "so not b0", "conflict bottom 1"]
RIGHT = ["so not t2", "so not v2", "so v3", "so not b2", "conflict bottom 2"]


@pytest.mark.parametrize(
    "lines, right",
    [
        (FIRST + LEFT + LAST, True),
        (FIRST + RIGHT + LAST, True),
        (FIRST + RIGHT[:4] + LEFT + LAST, True),
        (FIRST + ["so  not v1", "so not t0", "so v0", "so not b0", " conflict bottom 1"] + LAST, True),
        (FIRST + LEFT + ["learn not t1 or b1", "back", "so not t1"], True),
        (FIRST + LEFT + ["learn b1 or not v0 or not t1 ", "back", "so not t1"], False),  # v0 is undone too
        (FIRST + LEFT + LAST[:2], False),
        (FIRST + LEFT, False),
        (FIRST + ["so not v1", "so not v1"], False),
        (FIRST + ["so x9"], False),
        (FIRST + LEFT[:4] + ["conflict middle"], False),
        (["decide t1", "decide not b1"] + LEFT + LAST, False),
        (FIRST + LEFT[:4] + ["so b1"], False),
        ("decide not b1", False),
    ],
)
def test_protocols(lines, right):
    said = verdict("6.4b", lines)
    assert (said.status == "correct") == right and said.error is None


def test_whatever_follows_in_a_protocol_follows_from_the_coverings():
    """All that unit propagation forces holds in each covering that keeps what was known."""
    dice, forced = Random(3), 0
    for _ in range(200):
        played, some = Protocol(), sorted(dice.choice(domino_covers()))
        for name in dice.sample(PLACES, 3):
            played.known[name] = name in some
        fits = [cover for cover in domino_covers() if all((n in cover) == v for n, v in played.known.items())]
        for name in set(PLACES) - set(played.known):
            for value in (True, False):
                if played.forced_by_cell(name, value):
                    forced += 1
                    assert all((name in cover) == value for cover in fits)
    assert forced > 100
