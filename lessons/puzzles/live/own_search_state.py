"""The states of the card that steps a student's own search, for a page of the book."""

from collections.abc import Callable

from puzzlelib.pictures.blocks import part_names
from puzzlelib.pictures.traces import part_traces

from ...kit.cards.packed import BLOCK, message_html, sheet_traits
from ...kit.checks.blanks import gap
from ...kit.live.following import CardState
from ..cards.boards import views_traits
from ..checks.own_cases import own_cases
from ..checks.own_search import OwnSearch, watch_own_search
from ..views.search_view import Steps

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
        steps = Steps(trace)

        def block(start: int, stop: int) -> dict:
            frames = [steps[k] for k in range(start, min(stop, len(steps)))]
            return {"frames": frames, "parts": part_traces(part_names(frames))}

        traits["stage"] = sheet_traits(block(0, BLOCK), len(steps), steps.track())
        blocks["stage"] = block
    return traits, blocks
