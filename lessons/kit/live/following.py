"""Cards of a page whose picture follows the code of an exercise.

Lesson 01 is the example (l01_backtracking/watch.py):

1. The card has a property `follows`, a `Follows`: the name of the function in the `check(…)` of its
   exercise, a sentence that invites, and the widgets that change, each under a short name.
2. `watch.py` of the lesson has a function with `@shows_answer("1.3")`. It gets the student's function
   and its name, ends by itself (`stopped_after`), and returns a `CardState`: the values that changed.
3. Of a widget with frames (`Views`, `Stage`) the first are among its values; a function in `blocks`
   gives the others: (start, stop) -> {"frames": […]}.

The page asks as soon as the student pauses (browser/following.js):

    {"action": "watch", "id": "1.3", "source": "def …", "answers": {"1.2": "…"}}
    {"status": "watched", "text": "…", "models": [{"part": "step", "traits": {"value": 30}}, …],
     "uses": ["1.2"]}

If the answer to one of `uses` changes, it asks again. At the status "unchanged" the picture stays,
and `text` says why. For frames it asks:

    {"action": "frames", "id": …, "source": …, "answers": …, "part": "views", "start": 20, "stop": 32}
    {"status": "frames", "block": {"frames": […]}}
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ..cards.packed import message_html

NOTHING_MORE: Mapping = MappingProxyType({})


class Follows(NamedTuple):
    """The function that a card follows, an invitation to change it, and its parts by name."""

    function: str
    invitation: str
    parts: Mapping[str, Any]


class CardState(NamedTuple):
    """The look of a card after a student's code: its sentence, for the part "line", and the values
    of other parts; `blocks` gives further frames of a part."""

    text: str
    wrong: bool = False
    parts: Mapping[str, dict] = NOTHING_MORE
    blocks: Mapping[str, Callable[[int, int], dict]] = NOTHING_MORE

    def models(self) -> list[dict]:
        """Return the values of all parts as the page takes them.

        >>> CardState("Done.", parts={"step": {"value": 3}}).models()[0]
        {'part': 'step', 'traits': {'value': 3}}
        """
        every = {**self.parts, "line": {"value": message_html(self.text, self.wrong)}}
        return [{"part": part, "traits": traits} for part, traits in every.items()]


StateMaker = Callable[[Any, str], CardState]
makers: dict[str, StateMaker] = {}  # of the states of cards, by exercise


def shows_answer(id: str) -> Callable[[StateMaker], StateMaker]:
    """Make a function known that shows the answer to this exercise: (answer, name) -> state."""

    def keep(maker: StateMaker) -> StateMaker:
        makers[id] = maker
        return maker

    return keep
