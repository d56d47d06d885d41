"""The student's own search, stepped beside its tree."""

from IPython import get_ipython

from puzzlelib.search.events import Event, Trace

from ...kit.cards.card import Card, message, tell
from ...kit.checks.blanks import gap
from ...kit.live.following import Follows
from ..checks.own_cases import OwnCase, own_cases
from ..checks.own_search import watch_own_search
from ..live.own_search_state import VIEWS_OF, first_stop, invite, message_of, part_name
from .step_player import Player, player

INVITATION = "The search follows what you write above."


class OwnSearchPlayer(Card):
    """The calls of a function of the notebook on each of its problems, shown anew when a cell
    defines the function anew."""

    def __init__(self, name: str):
        self.name, self.function, self.shell = name, None, get_ipython()
        self.cases = own_cases(name)
        self.lines = [self.line, *(message() for _ in self.cases[1:])]
        self.players = [self.player_of(case, start_of(case)) for case in self.cases]
        super().__init__(words=f"the search {name}, step by step")
        self.add_class("eo-own")
        self.stand()
        self.tell(invite(name))
        self.shell.events.register("post_run_cell", self.look)
        self.look()

    def player_of(self, case: OwnCase, trace: Trace) -> Player:
        return player(trace, f"{self.name}: {case.name}", views=VIEWS_OF[trace.form])

    def look(self, _=None) -> None:
        """Show the calls if the function is another one than before, and not a stub."""
        function = self.shell.user_ns.get(self.name)
        if callable(function) and function is not self.function and gap(function) is None:
            self.function = function
            self.draw()

    def draw(self) -> None:
        """Run the function on each problem, with new players in the place of the last ones."""
        old, self.players = self.players, []
        for case, line in zip(self.cases, self.lines):
            found = watch_own_search(self.function, self.name, case)
            shown = self.player_of(case, found.trace)
            shown.step.value = first_stop(found)
            self.players.append(shown)
            tell(line, message_of(found, self.name), wrong=bool(found.calls.ended))
        self.stand()
        for before in old:
            for sheet in (*before.sheets, before):
                sheet.close()

    def stand(self) -> None:
        """Put a line and a player for each problem into the card."""
        self.put(*(one for pair in zip(self.lines, self.players) for one in pair))

    @property
    def follows(self) -> Follows:
        """Say what the book has to know to step another search in its page."""
        parts = {}
        for number, (line, shown) in enumerate(zip(self.lines, self.players)):
            some = {"line": line, "step": shown.step, "stage": shown.stage, "views": shown.views}
            parts |= {part_name(part, number): one for part, one in some.items() if one}
        return Follows(self.name, INVITATION, parts)


def start_of(case: OwnCase) -> Trace:
    """Return the trace of a search that has not begun."""
    start = Event("start", say="Start: nothing is chosen yet.")
    return Trace(case.problem, [start], shows_options=case.shows_options)


def watch_search(name: str) -> OwnSearchPlayer:
    """Show the search with the function of this name: "by_cell", "by_piece" or "algorithm_x"."""
    return OwnSearchPlayer(name)
