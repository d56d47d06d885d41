"""The states of the card that steps a student's own search, for a page of the book."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

from puzzlelib.packing.puzzle import PackingPuzzle

from ..cards.boards import views_traits
from ..cards.packed import BLOCK, message_html, sheet_traits
from ..checks.blanks import gap
from ..checks.own_cases import own_cases
from ..checks.own_search import OwnSearch, watch_own_search
from ..views.box_kit import box_kit
from .box_pictures import BoxFrames
from .following import CardState

BOXES = "boxes.json"  # stands beside this module in a page: name of a puzzle -> its kit
VIEWS_OF = {"packing": ("picture", "tree"), "cover": ("matrix", "tree")}  # by the form of a trace


def invite(name: str) -> str:
    return f"Write {name} above: its search is stepped here."


def first_stop(found: OwnSearch) -> int:
    """Return the step at which a search is shown first: its first wrong result, or else its first
    dead end or solution."""
    wrong = (step for step, event in enumerate(found.trace.events) if event.cause == "wrong")
    return next(wrong, found.trace.steps("conflict", "answer", "end")[0])


def message_of(found: OwnSearch, name: str) -> str:
    """Return the line above a search; it names the problem where the function has several."""
    several = len(own_cases(name)) > 1
    return f"{found.case.name}: {found.words}" if several else found.words


def show_own_search(search: Callable, name: str) -> CardState:
    """Return the state of the card after a student's search has run on each of its problems."""
    if gap(search) is not None:
        return CardState(invite(name))
    parts, blocks = {}, {}
    found = [watch_own_search(search, name, case) for case in own_cases(name)]
    for number, one in enumerate(found):
        first = first_stop(one)
        traits, more = player_traits(one)
        for part, values in traits.items():
            parts[part_name(part, number)] = values | {"step": first}
        last = len(one.trace) - 1
        parts[part_name("step", number)] = {"max": last, "value": first, "disabled": False}
        line = message_html(message_of(one, name), bool(one.calls.ended))
        parts[part_name("line", number)] = {"value": line}
        blocks |= {part_name(part, number): block for part, block in more.items()}
    return CardState(message_of(found[0], name), bool(found[0].calls.ended), parts, blocks)


def part_name(part: str, number: int) -> str:
    """Return the name of a widget of the first, the second problem.

    >>> part_name("stage", 0), part_name("stage", 1)
    ('stage', 'stage 2')
    """
    return f"{part} {number + 1}" if number else part


def player_traits(found: OwnSearch) -> tuple[dict[str, dict], dict[str, Callable]]:
    """Return the values of stage and views, and the functions that give further frames of them."""
    trace = found.trace
    names = [name for name in VIEWS_OF[trace.form] if name != "picture"]
    boards, values = views_traits(trace, names)
    traits, blocks = {"views": values}, {"views": boards.block}
    if trace.form == "packing":
        frames = BoxFrames(trace, kit_of(trace.puzzle))
        track = [(event.kind, event.level) for event in trace.events]
        traits["stage"] = sheet_traits(frames.block(0, BLOCK), len(frames), track)
        blocks["stage"] = frames.block
    return traits, blocks


@cache
def kit_of(puzzle: PackingPuzzle) -> dict:
    """Return the kit of a box: in a page from its file, as there is no numpy."""
    path = Path(__file__).with_name(BOXES)
    if path.exists():
        return json.loads(path.read_text(encoding="utf-8"))[puzzle.name]
    return box_kit(puzzle)
