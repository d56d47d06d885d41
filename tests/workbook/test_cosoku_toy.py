"""The toy without a browser: moves, sums, help, pegs. The tetrahedron is checked against all its
arrangements, added up here."""

import json
from itertools import permutations, product

import pytest

from lessons.l10_icosoku import card as module
from lessons.l10_icosoku import completion as cosoku_finish
from lessons.l10_icosoku.card import read_pegs, toy
from lessons.l10_icosoku.completion import finish, in_the_way, next_face, referee_verdict, why_stuck
from puzzlelib import PuzzleError
from puzzlelib.icosoku.polyhedron import icosahedron, tetrahedron
from puzzlelib.icosoku.puzzle import (
    ALL_TILES,
    PAPER_PEGS,
    Cosoku,
    Placed,
    icosoku,
    paper_tetrahedron,
    sums,
    turns,
)

PAPER = paper_tetrahedron()
FACES = PAPER.polyhedron.faces
WRONG = {0: Placed((0, 0, 3), 1)}  # three dots at A, which asks for one


def added_up(arrangement) -> dict:
    """The dots at each vertex, from the rule alone: corner i of a face gets t[(i - turn) % 3]."""
    found = dict.fromkeys("ABCD", 0)
    for face, (tile, turn) in zip(FACES, arrangement):
        for i, vertex in enumerate(face):
            found[vertex] += tile[(i - turn) % 3]
    return found


ALL = [
    tuple(map(Placed, tiles, turn))
    for tiles in permutations(PAPER.tiles)
    for turn in product(range(3), repeat=4)
]
SOLVED = {arrangement for arrangement in ALL if added_up(arrangement) == dict(zip("ABCD", (1, 2, 3, 4)))}


@pytest.fixture
def game():
    return toy(PAPER)


def press(game, face: int, lies) -> None:
    """Send what the browser sends after a move."""
    past, placed = json.loads(json.dumps([game.hand.past, game.hand.placed]))
    with game.hand.hold_trait_notifications():
        game.hand.past = [*past, [[face, placed[face]]]]
        game.hand.placed = [lies if at == face else there for at, there in enumerate(placed)]


def test_what_only_a_tampered_page_sends_is_not_taken(game):
    press(game, 1, [3, 2])
    lies, answered = game.placed, game.hand.answered
    for placed in (
        [],
        [None],
        [[9, 0], None, None, None],
        [[0, 3], None, None, None],
        [[-1, 0]] * 4,
        ["ab"] * 4,
        [[0]] * 4,
        [{}, 1, 2, 3],
        [[0.5, 0], None, None, None],
        [None] * 5,
    ):
        game.hand.set_state({"placed": placed})
        assert game.placed == lies
    for past in ([1], [[1]], [[[9, None]]], [[["A", None]]], [[[0, [7, 7]]]], [[[0]]], ["ab"]):
        game.hand.set_state({"past": past})
        game.undo()
        game.edit({1: lies[1]})
        assert game.placed == lies
    for ask in ([], ["help"], [[], 1], ["help", "1"], ["help", 1, 2], [None, None]):
        game.hand.set_state({"ask": ask})
        assert game.hand.answered == answered and game.placed == lies
    game.hand.set_state({"ask": ["step", 1]})
    assert game.hand.answered == 1 and len(game.placed) == 2


def said(game) -> str:
    return game.line.value


# -------- moves


def test_what_is_pressed_is_known_in_python(game):
    assert game.placed == {} and game.arrangement is None
    press(game, 1, [3, 2])
    assert game.placed == {1: Placed((1, 1, 2), 2)} and game.arrangement is None
    press(game, 1, [3, 0])
    assert game.placed == {1: Placed((1, 1, 2), 0)}
    game.undo()
    assert game.placed == {1: Placed((1, 1, 2), 2)}
    game.undo()
    assert game.placed == {} and game.hand.past == []
    game.undo()
    assert game.placed == {}


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("XYZ", (0, 0, 1)), "face 'XYZ'"),
        ((4, (0, 0, 1)), "face 4"),
        ((1.5, (0, 0, 1)), "face 1.5"),
        (("ABC", (0, 1, 2)), "001 002 003 112"),
        (("ABC", (0, 1, 0)), r"write it as \(0, 0, 1\)"),
        (("ABC", "001"), "tile '001'"),
        (("ABC", (0, 0, 1), 3), "0, 1 or 2"),
        (("ABC", None), "tile None"),
        (("ABC", (0, 0, 2)), "none is left"),
        (("ABC", [[0], 0, 1]), "tile"),
    ],
)
def test_what_cannot_be_put_is_told_in_a_line(game, arguments, words):
    game.put("BDC", (0, 0, 2))
    with pytest.raises(PuzzleError, match=words):
        game.put(*arguments)
    assert game.placed == {3: Placed((0, 0, 2), 0)}


# -------- the referee


def test_the_verdict_is_that_of_the_sums():
    assert len(SOLVED) == 19  # as clingo finds, in the example of cosoku_asp.solutions
    for arrangement in ALL:
        assert referee_verdict(PAPER, arrangement)[0] == (arrangement in SOLVED)


def test_a_full_net_is_judged(game):
    solution = min(SOLVED)
    for face, lies in enumerate(solution):
        assert game.hand.verdict == [False, ""]
        game.put(face, *lies)
    assert game.arrangement == solution and game.hand.verdict[0] and "Solved" in game.hand.verdict[1]
    game.put(0, solution[0].tile, (solution[0].turn + 1) % 3)
    wrong = not any(game.arrangement == other for other in SOLVED)
    assert game.hand.verdict[0] != wrong and (not wrong or "vertex" in game.hand.verdict[1])
    game.take_back(2)
    assert game.hand.verdict == [False, ""]


# -------- help

POSITIONS = [{face: Placed(tile, turn)} for face in range(4) for tile in PAPER.tiles for turn in turns(tile)]


def possible(placed) -> bool:
    """Is there one among all arrangements?"""
    return any(all(solution[face] == lies for face, lies in placed.items()) for solution in SOLVED)


def test_finish_finds_a_solution_exactly_where_there_is_one():
    answers = [possible(placed) for placed in POSITIONS]
    assert len(POSITIONS) == 48 and 0 < sum(answers) < 48
    for placed, answer in zip(POSITIONS, answers):
        found = finish(PAPER, placed)
        assert found.complete and bool(found.arrangement) == answer
        assert (
            not answer
            or found.arrangement in SOLVED
            and all(found.arrangement[face] == lies for face, lies in placed.items())
        )


def test_the_tiles_in_the_way():
    pairs = [
        first | second
        for first, second in product(POSITIONS[:12], POSITIONS[12:24])
        if first[0].tile != second[1].tile
    ]
    dead = [placed for placed in pairs if not possible(placed)][:30]
    for placed in dead:
        assert in_the_way(PAPER, placed) == [
            face for face in placed if possible({other: placed[other] for other in placed if other != face})
        ]


def test_the_reason_why_not():
    assert (
        why_stuck(PAPER, WRONG)
        == "It cannot be finished from here: A has 3 dots already, and its peg asks for 1."
    )
    for placed in (placed for placed in POSITIONS if not possible(placed)):
        over = [
            vertex for vertex, has, peg in zip("ABCD", sums(PAPER, placed), PAPER.capacities) if has > peg
        ]
        assert (f"{over[0]} has" if over else "without the tile on") in why_stuck(PAPER, placed)
    too_much = Cosoku(tetrahedron(), (2, 2, 3, 4), PAPER.tiles)
    assert "10 dots" in why_stuck(too_much, WRONG)


def test_help_lays_all_that_is_missing_as_one_move(game):
    solution = min(SOLVED)
    game.put(1, *solution[1])
    game.help()
    assert game.arrangement in SOLVED and game.arrangement[1] == solution[1] and "3 tiles laid" in said(game)
    assert game.hand.verdict[0]
    game.help()
    assert said(game) == "All faces are filled."
    game.undo()
    assert game.placed == {1: solution[1]} and said(game) == ""


def test_one_step_after_the_other_solves(monkeypatch):
    game, asked = toy(seed=5), []
    monkeypatch.setattr(module, "finish", lambda *arguments: asked.append(1) or finish(*arguments))
    for filled in range(20):
        assert len(game.placed) == filled
        face = next_face(game.puzzle, game.placed)
        game.step()
        assert face in game.placed and f"Face {game.puzzle.polyhedron.face_names[face]}," in said(game)
    assert len(asked) == 1 and sums(game.puzzle, game.arrangement) == game.puzzle.capacities
    assert game.hand.verdict[0]
    assert all(turn in turns(tile) for tile, turn in game.arrangement)


def test_a_dead_end_is_told_and_nothing_changes(game):
    game.put(0, *WRONG[0])
    for act in (game.help, game.step):
        act()
        assert game.placed == WRONG and "A has 3 dots" in said(game) and game.stage.busy == ""


def interrupted(*_):
    raise KeyboardInterrupt


def too_late(*_):
    return cosoku_finish.Arranged(None, "asp", 10.0, "time limit")


@pytest.mark.parametrize("act, words", [(interrupted, "Stopped."), (too_late, "No answer within 10 seconds")])
def test_a_search_without_an_answer(game, monkeypatch, act, words):
    monkeypatch.setattr(module, "finish", act)
    game.put(0, *min(SOLVED)[0])
    game.hand.ask = ["help", 7]
    assert words in said(game) and len(game.placed) == 1 and game.stage.busy == "" and game.hand.answered == 7


def test_tiles_that_stay_unused():
    game = toy(Cosoku(icosahedron(), PAPER_PEGS, ALL_TILES, "24 tiles"))
    game.help()
    assert len(set(lies.tile for lies in game.arrangement)) == 20 and game.hand.verdict[0]
    assert len(game.hand.tiles) == 24
    game.seed.value = 4
    assert game.puzzle.tiles == tuple(sorted(ALL_TILES)) and game.puzzle.name == "24 tiles, seed 4"


# -------- pegs


def test_a_seed_gives_its_pegs_and_the_tiles_stay():
    game = toy()
    assert game.puzzle.capacities == PAPER_PEGS and game.seed.value == "own"
    game.put("ABC", (0, 1, 2))
    game.seed.value = 7
    assert game.puzzle == icosoku(seed=7) and tuple(game.hand.pegs) == icosoku(seed=7).capacities
    assert len(game.placed) == 1
    assert read_pegs(game.own.value) == game.puzzle.capacities
    assert toy(seed=7).puzzle == icosoku(seed=7) and toy(seed=7).seed.value == 7
    assert toy(seed=12345).puzzle == icosoku(seed=12345)


@pytest.mark.parametrize(
    "text, words",
    [
        ("1,2", "there are 2"),
        ("", "there are 0"),
        ("1,1,2,3,4,5,6,7,8,9,10,11", "1 is there 2 times"),
        ("a,b", "&#x27;a&#x27;"),
        ("-1,2", "-1"),
        ("1,2,3,4,5,6,7,8,9,10,11,13", "peg 13"),
        ("1;2\n3", "no whole number"),
        ("٣", "no whole number"),
        (",".join(["9" * 40] * 12), "no whole number"),
    ],
)
def test_bad_pegs_are_told_and_nothing_is_lost(text, words):
    game = toy()
    game.put("ABC", (0, 1, 2))
    game.own.value = text
    assert words in said(game) and "eo-wrong" in said(game) and "\n" not in said(game)
    assert game.own.value == text and game.puzzle.capacities == PAPER_PEGS and len(game.placed) == 1
    game.own.value = module.pegs_text(PAPER_PEGS)
    assert said(game) == ""


def test_pegs_that_cannot_be_met(game):
    assert len(game.controls.children) == 1
    game.own.value = "1,2,3,5"
    assert game.puzzle.capacities == (1, 2, 3, 5)
    assert "the tiles have 10 dots, but the vertices ask for 11" in said(game)
    game.help()
    assert "There is no solution: the tiles have 10 dots" in said(game)
    game.own.value = "1,2,3"
    assert "has 4 vertices" in said(game) and game.puzzle.capacities == (1, 2, 3, 5)
