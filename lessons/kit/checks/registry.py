"""The exercises and their checks, as checks.py of a lesson makes them known."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .counterexample import NOTHING

SECONDS = 10  # how long all runs of one answer may take together


@dataclass(frozen=True)
class Exercise:
    """One exercise: its number, the function that judges answers, and what a right one shows."""

    id: str
    judge: Callable[[Any], Any]
    correct: str | Callable[[Any], str]
    seconds: float = SECONDS
    stub: Any = NOTHING
    keeps: bool = False


EXERCISES: dict[str, Exercise] = {}


def exercise(
    id: str,
    *,
    correct: str | Callable[[Any], str],
    seconds: float = SECONDS,
    stub: Any = NOTHING,
    keeps: bool = False,
):
    """Make a function the check of an exercise: a decorator.

    Parameters
    ----------
    id : its number, "4.3".
    correct : the sentence for a right answer, or a function of the answer that gives it.
    seconds : of work, when to stop; all runs of the answer and the check's own work count.
    stub : the notebook's placeholder, if it is a value without `...` in it: as long as the
        answer equals it, it is not answered yet.
    keeps : whether others go on with the arguments of the function, so that they must be as before.
    """

    def register(judge):
        known = EXERCISES.get(id)
        if known and home(known.judge) != home(judge):
            raise ValueError(f"exercise {id} has two checks: {home(known.judge)} and {home(judge)}")
        EXERCISES[id] = Exercise(id, judge, correct, seconds, stub, keeps)
        return judge

    return register


def home(function) -> str:
    """Return the full name of a function: two exercises may not have the same number."""
    return f"{function.__module__}.{function.__qualname__}"
