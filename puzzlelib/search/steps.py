"""The steps of a search, and the events that a recording makes of them.

The searches of this library are generators of *steps*: where one would put a `print` to see what
happens, there is a `yield` of a plain tuple. Solutions are the answers among the steps; traces and
counts look at every step.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ..common.clock import Stop, never

Option = Any  # its number; in a magic square the number put, on an icosahedron the tile
Item = Any  # what a search branches on: a piece, a cell, an item, a face

# The hints, and the options that they rule out.
Start = tuple[Literal["start"], Collection[Option], Collection[Option]]
# Branch on an item: how many options it has, and how many were looked at to find them. None, after an
# answer: on the options that may be added to it.
Choose = tuple[Literal["choose"], Item, int, int]
# An option is put; it rules out others.
Try = tuple[Literal["try"], Option, Collection[Option]]
# A conflict: the item or None, the check that found it, and one number or word about it.
Conflict = tuple[Literal["conflict"], Item, str, Any]
# The option is taken back.
Undo = tuple[Literal["undo"], Option]
# A solution: the options in the order of choice.
Answer = tuple[Literal["answer"], tuple[Option, ...]]

Step = Start | Choose | Try | Conflict | Undo | Answer


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, and `say`, a sentence about it.

    `option` is the option that the search decided on, if any, and `sign` whether for or against it.
    `on`, `off`, `back` are the options that became true, became false, became open again. `item` is
    the one to branch on (a piece, a cell, an item), `count` the number of its options. `cause`
    names the cause of a conflict (see `words`).
    """

    kind: str
    level: int = 0
    option: Any = None
    sign: bool = True
    on: tuple[int, ...] = ()
    off: tuple[int, ...] = ()
    back: tuple[int, ...] = ()
    say: str = ""
    item: Any = None
    count: int | None = None
    cause: str = ""


Among = Callable[[Sequence], Iterable]  # from the choices that a search has to those that it tries


def every_one(choices: Sequence) -> Iterable:
    """Return all choices: the search tries each. The estimator keeps one at random instead."""
    return choices


def only_answers(steps: Iterable[Step], stop: Stop = never) -> Iterator[tuple[Option, ...]]:
    """Yield the answers among the steps of a search, until stop() says True."""
    for step in steps:
        if step[0] == "answer":
            yield step[1]
        elif stop():
            return
