"""The student's own search, stepped beside its tree."""

from IPython import get_ipython

from ..checks.blanks import gap
from ..checks.own_search import own_cases, watch_own_search
from .card import Card, choice
from .step_player import Player, player


class OwnSearchPlayer(Card):
    """The calls of a function of the notebook, shown anew when a cell defines it anew."""

    def __init__(self, name: str):
        self.name, self.function, self.shown = name, None, None
        self.cases, self.shell = own_cases(name), get_ipython()
        names = [case.name for case in self.cases]
        self.choice = choice("on", names, names[0])
        super().__init__(self.line, words=f"the search {name}, step by step")
        self.tell(f"Write {name} above, and run its cell: its search is shown here.")
        self.choice.observe(lambda _: self.draw(), "value")
        self.shell.events.register("post_run_cell", self.look)
        self.look()

    def look(self, _=None) -> None:
        """Show the calls if the function is another one than before, and not a stub."""
        function = self.shell.user_ns.get(self.name)
        if callable(function) and function is not self.function and gap(function) is None:
            self.function = function
            self.draw()

    def draw(self) -> None:
        case = self.cases[self.choice.index]
        found = watch_own_search(self.function, self.name, case)
        self.show(player(found.trace, f"{self.name} on the {case.name}"))
        first = found.trace.steps("conflict", "answer", "end")[0]
        self.shown.step.value = first
        self.tell(found.words, wrong=bool(found.calls.ended))

    def show(self, shown: Player) -> None:
        """Put a player in the place of the last one."""
        for old in (self.shown, *self.shown.sheets) if self.shown else ():
            old.close()
        self.shown = shown
        self.put(*[self.choice] * (len(self.cases) > 1), self.line, shown)


def watch_search(name: str) -> OwnSearchPlayer:
    """Show the search with the function of this name: "by_cell", "by_piece" or "algorithm_x"."""
    return OwnSearchPlayer(name)
