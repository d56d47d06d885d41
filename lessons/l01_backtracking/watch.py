"""The search for a magic square, driven by a test that the student writes."""

from typing import Any

from IPython import get_ipython

from puzzlelib.common.words import many
from puzzlelib.search import magic_square

from ..kit.cards.card import Card
from ..kit.checks.judge import error_line
from ..kit.checks.time_limit import TooLong, quiet, stopped_after
from ..kit.live.following import CardState, Follows, shows_answer
from ..puzzles.cards.boards import views_traits
from ..puzzles.cards.step_player import Player, player

SECONDS = 5  # for a test that is asked some thousands of times
MOST_STEPS = 20_000  # recorded
INVITATION = "Change the test above: the tree follows."


class TestPlayer(Card):
    """The tree of a search up to its first magic square; its test is a function of the notebook. Each
    cell that defines the function anew draws the tree anew."""

    def __init__(self, name: str):
        self.name, self.test, self.shell = name, None, get_ipython()
        super().__init__(self.line, words=f"the search with {name}")
        self.tell(f"Write {name} above, and run its cell: the search below will use it.")
        self.shell.events.register("post_run_cell", self.look)
        self.look()

    def look(self, _=None) -> None:
        """Draw the tree if the function is another one than before."""
        test = self.shell.user_ns.get(self.name)
        if callable(test) and test is not self.test:
            self.test = test
            self.draw()

    def draw(self) -> None:
        trace, words = search_with(self.test, self.name)
        if trace:
            shown = player(trace, f"The search with {self.name}")
            shown.step.value = shown.views.step = shown.step.max
            self.put(self.line, shown)
        self.tell(words, wrong=not trace)

    @property
    def follows(self) -> Follows:
        """Say what the book has to know to draw the tree anew in its page."""
        shown = next((one for one in self.children if isinstance(one, Player)), None)
        tree = {"views": shown.views, "step": shown.step} if shown else {}
        return Follows(self.name, INVITATION, {"line": self.line, **tree})


@shows_answer("1.3")
def show_search(test: magic_square.Test, name: str) -> CardState:
    """Return what the card shows of a test, for a page of the book."""
    trace, words = search_with(test, name)
    if not trace:
        return CardState(words, wrong=True)
    frames, views = views_traits(trace, ["square", "tree"])
    last = len(frames) - 1
    parts = {"step": {"max": last, "value": last}, "views": views | {"step": last}}
    return CardState(words, parts=parts, blocks={"views": frames.block})


def search_with(test: magic_square.Test, name: str) -> tuple[magic_square.SquareTrace | None, str]:
    """Search with a student's test; return the trace, if the test has let the search end, and the
    words of the card."""
    silent = 0

    def ask_test(square: list[int]) -> Any:
        nonlocal silent
        found = test(square)
        silent += found is None
        return found

    try:
        with stopped_after(SECONDS), quiet():
            trace = magic_square.trace(3, prune=ask_test, max_events=MOST_STEPS)
    except TooLong:
        return None, f"{name} has not answered within {SECONDS} seconds."
    except Exception as error:
        return None, f"{name} stopped with {error_line(error)}."
    return trace, describe_search(trace, silent)


def describe_search(trace: magic_square.SquareTrace, silent: int = 0) -> str:
    """Say how large the tree of a search is, and whether it reached a magic square; `silent` counts
    the answers that were None.

    >>> describe_search(magic_square.trace(3, prune=lambda square: False))
    'No magic square: the test said no 9 times, and 9 numbers were put. It is too eager.'
    """
    kinds = [event.kind for event in trace.events]
    tries, ends = many(kinds.count("try"), "number"), kinds.count("conflict")
    said_no = many(sum(event.cause == "test" for event in trace.events), "time")
    if trace.solutions:
        return f"{tries} put until the first magic square, {many(ends, 'dead end')}."
    if trace.stopped:
        return f"No magic square after {many(len(kinds), 'step')}. A lazy test lets a large tree grow."
    if silent and silent == kinds.count("conflict"):
        return f"Not answered yet: the test returned None {said_no}, which counts as no."
    words = f"No magic square: the test said no {said_no}, and {tries} were put. It is too eager."
    if silent:
        words += f" It returned None {many(silent, 'time')}, which counts as no."
    return words


def watch_test(name: str = "can_still_work") -> TestPlayer:
    """Show the search for a magic square with the function of this name as its test."""
    return TestPlayer(name)
