"""A widget whose buttons in the browser ask Python to do something."""

from collections.abc import Callable, Mapping

import traitlets as t

from puzzlelib.common.errors import check_choice, check_int

from ...kit.cards.card import usable
from ...kit.cards.projector import Projected


class Asking(Projected):
    """A widget whose `ask` is an action and the number of the question; `answered`, the last one done."""

    ask = t.List(["", 0]).tag(sync=True, echo_update=False)
    answered = t.Int(0).tag(sync=True)

    def obey(self, acts: Mapping[str, Callable[[], object]]) -> None:
        """Do what is asked for from now on, by these names; a question is answered whatever happens.

        >>> hand = Asking()
        >>> hand.obey({"help": lambda: print("help is on its way")})
        >>> hand.ask = ["help", 1]
        help is on its way
        >>> hand.answered
        1
        """
        self.acts = {"": lambda: None} | dict(acts)  # nothing is asked for at first
        self.observe(lambda change: self._deal_with(*change.new), "ask")

    def _deal_with(self, what: str, number: int) -> None:
        try:
            self.acts[what]()
        finally:
            self.answered = number

    @t.validate("ask")
    def _question(self, proposal) -> list:
        return usable(proposal, lambda ask: self._check_ask(*ask))

    def _check_ask(self, what, number) -> None:
        check_choice("ask", what, self.acts)
        check_int("number", number)
