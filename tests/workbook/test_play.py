"""Playing by hand without a browser: what the browser may send, help, and what is said to bad input."""

import pytest

from lessons import play
from lessons.puzzles.cards import play as play_card
from lessons.puzzles.hands import completions
from lessons.puzzles.hands.help import fitting_placements
from lessons.puzzles.views import loose
from puzzlelib import PuzzleError, all_packings, generate, load, solve
from puzzlelib.common.ending import Ending
from puzzlelib.engines import Result
from puzzlelib.packing.puzzle import PackingPuzzle, Piece
from puzzlelib.packing.shapes import orientations
from puzzlelib.search import colouring_of

PACKING = all_packings("2x4x4")[99]


@pytest.fixture
def card():
    return play("tetracubes-2x4x4")


def send(card, *moves, future=()):
    card.hand.game = {"past": list(moves), "future": list(future)}


def laying(card, *placements):
    return [["lay", [card.adviser.entry(placement)]] for placement in placements]


def lay(card, *placements):
    """Lay further pieces."""
    send(card, *card.hand.game["past"], *laying(card, *placements))


def said(card) -> str:
    return card.hand.advice["say"]


def test_the_moves_of_the_browser_are_played(card):
    send(card, *laying(card, *PACKING[:3]))
    assert card.position.laid == PACKING[:3]
    assert len(card.stage.frames[0]["lying"]) == 3 == len(card.stage.frames[0]["blocks"]) - 1
    send(card, *laying(card, *PACKING[:2]), future=laying(card, PACKING[2]))
    assert card.position.laid == PACKING[:2]


def test_the_looks_of_a_piece_are_sent_for_all_its_orientations(card, monkeypatch):
    sent = []
    monkeypatch.setattr(card.hand, "send", sent.append)
    for piece in (0, 99, "0", None):
        card._answer(None, {"kind": "looks", "piece": piece}, [])
    (answer,) = sent
    assert len(answer["looks"]) == len(orientations(card.puzzle.pieces[0].cells)) == 3
    named = {part for look in answer["looks"].values() for part in look.values()}
    assert named == set(answer["parts"])
    marks = {part for pair in loose.mark_parts().values() for part in pair}
    assert marks | {piece["cube"] for piece in card.hand.puzzle["pieces"]} == set(card.hand.puzzle["parts"])


def test_completions_are_told_exactly(card):
    made = generate("2x4x4", 3, 7)
    lay(card, *made.given)
    card.hand.ask = ["solvable", 1]
    assert f" {made.completions} completion" in said(card) and card.hand.answered == 1


def test_a_hopeless_position_is_told_with_its_reason(card):
    others = [p for p in card.puzzle.placements if (0, 0, 0) not in p.cells]
    walls = [p for p in others if {(1, 0, 0), (0, 1, 0)} <= set(p.cells)]
    above = [p for p in others if (0, 0, 1) in p.cells]
    pairs = ((a, b) for a in walls for b in above if a.piece != b.piece)
    first, second = next((a, b) for a, b in pairs if set(a.cells).isdisjoint(b.cells))
    lay(card, first, second)
    card.solvable()
    assert said(card) == "As it lies: 0 completions: cell (0,0,0) can no longer be filled."
    assert card.hand.advice["dead"] == [0]
    card.hint()
    taken = card.hand.advice["take"]
    assert taken and all(card.adviser.placement(entry) in card.position.laid for entry in taken)


def test_hints_pack_the_box(card):
    while not card.position.solved:
        card.hint()
        lay(card, card.adviser.placement(card.hand.advice["lay"]))
    assert said(card) == "Packed! The referee has checked it. You have taken back 0 pieces."


def test_a_hint_says_why_not_the_piece_in_hand(card):
    lay(card, *PACKING[:3])
    position, right = card.position, PACKING[3]
    wrong = next(one for one in fitting_placements(position) if completions(position.lay(one)).hopeless)
    for number, (tried, says) in enumerate(
        [(wrong, "Not there: with "), (right, "belongs to a solution")], 1
    ):
        card.hand.held = card.adviser.entry(tried)
        card.hand.ask = ["hint", number]
        assert says in said(card) and tried.piece in said(card)
        assert (card.adviser.placement(card.hand.advice["lay"]) == tried) == (tried == right)


def test_a_search_goes_on_from_exactly_the_position(card):
    lay(card, *PACKING[:5])
    trace = card.go_on()
    number = card.puzzle.option
    assert trace.given == {number[placement] for placement in PACKING[:5]}
    assert trace.given == {option for option, how in trace.state(0).on.items() if how == "given"}
    assert card.stage.count == len(trace) > 1 and card.hand.searching
    send(card, *laying(card, *PACKING[:4]))
    assert card.stage.count == 1 and not card.hand.searching


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("no-such",), "no puzzle 'no-such'"),
        ((load("tetracubes-2x4x4"), [("I", [(0, 0, 0)])]), "piece I: has another shape"),
        ((load("tetracubes-2x4x4"), generate("2x4x4", 1, 1).given * 2), "is laid already"),
        ((generate("2x4x4", 1, 1),), "is not a puzzle; its .puzzle is one"),
    ],
)
def test_bad_input_gets_one_line(given, says):
    with pytest.raises(PuzzleError) as error:
        play(*given)
    assert says in str(error.value) and "\n" not in str(error.value)


def test_a_box_that_is_full_while_pieces_are_left():
    domino = ((0, 0, 0), (1, 0, 0))
    puzzle = PackingPuzzle("too many", domino, (Piece("A", domino), Piece("B", domino)))
    card = play(puzzle)
    send(card, *laying(card, puzzle.placements[0]))
    assert said(card) == "Every cell is filled, but this is no solution: piece B is there 0 times, not 1."


def test_a_coloured_box_adds_up_each_piece():
    tray = PackingPuzzle.from_pieces({"L": "###/#.."}, copies={"L": 5}, box=[4, 5], turns="flip")
    card = play(proof := colouring_of(tray, seconds=60))
    first, other = tray.placements[0], tray.placements[-1]
    weighted = [cell for cell in tray.container if cell in proof.weights]
    for lying in ((), (first,)):
        looks = [block["part"].look for block in card.stage.frames[0]["blocks"]]
        drawn = [cell for look in looks if "1/2" in look for cell in look[0]]
        assert drawn == [cell for cell in weighted if not any(cell in one.cells for one in lying)]
        if not lying:
            lay(card, first)
    card.hand.held = card.adviser.entry(other)
    sums = [sum(proof.weights.get(item, 0) for item in (one.piece, *one.cells)) for one in (other, first)]
    pieces = f"In your hand: L {sums[0]}. Laid: L {sums[1]}."
    assert f"{pieces} All cells and pieces together: {proof.total}." in card.line.value
    assert not play("little-cube").sums()


def test_stop_while_pieces_are_looked_for_ends_the_cell(monkeypatch):
    stopped = Result(complete=False, stopped=Ending.INTERRUPT)
    monkeypatch.setattr(play_card, "solve", lambda *_, **__: stopped)
    with pytest.raises(KeyboardInterrupt):
        play("soma", laid=2)


@pytest.mark.parametrize("name", ["tetris-cube", "pentominoes-6x10", "tetracubes-2x2x4+2x2x4", "nine-ls"])
def test_a_box_that_opens_a_lesson_is_not_empty_and_can_be_filled(name):
    card = play(name, laid=2)
    assert len(card.position.laid) == 2 == len(card.hand.game["past"]) and not card.position.given
    assert sum(bool(text) for text in card.stage.frames[0]["cells"]) == sum(
        len(one.cells) for one in card.position.laid
    )
    packed = solve(card.puzzle, given=card.position.laid).solutions
    assert packed and set(card.position.laid) <= set(packed[0])
    with pytest.raises(PuzzleError, match="laid -1"):
        play(name, laid=-1)
