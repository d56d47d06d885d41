"""Running a student's function: on copies of its arguments, on several inputs, smallest first."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set, ValuesView
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from types import NoneType
from typing import Any

from .counterexample import NOTHING, Args, Counterexample, parameter_names
from .time_limit import Nowhere
from .values import is_number, is_several, is_truth, is_whole, numpy, plain, run_iterator


class Runner:
    """A student's function that can be run without harm: it gets copies, and its last call is
    known, with the beginning of what it printed."""

    def __init__(self, function: Callable):
        self.function = function
        self.args: Args | None = None
        self.got: Any = NOTHING
        self.printed = ""
        self.given: Args | None = None
        self.spoilt: tuple[Args, Args] | None = None  # the first arguments that a call has changed
        self.__wrapped__ = function  # for inspect.signature
        self.__name__ = getattr(function, "__name__", "your function")

    def __call__(self, *args, **named):
        self.look_at_given()
        self.args, self.got = fresh(Args(*args)), NOTHING
        self.given = fresh(self.args)
        with redirect_stdout(Nowhere()) as nowhere:
            got = self.function(*self.given, **fresh(named))
        self.got, self.printed = got, nowhere.begun
        return plain(got)

    def look_at_given(self) -> None:
        """Note whether the last call, a generator's included, has left its arguments as they were."""
        if self.spoilt is None and self.given is not None and not equal(self.given, self.args):
            self.spoilt = self.args, self.given

    def __repr__(self) -> str:
        return repr(self.function)

    @property
    def example(self) -> Any:
        """The arguments of the last call; the argument itself if it was one."""
        if not self.args:
            return NOTHING
        return self.args[0] if len(self.args) == 1 else self.args

    def names_in(self, example: Any) -> tuple[str, ...]:
        """Return the parameters whose values an example is: those of a whole call, or the one of the last
        call that had this value.
        """
        if isinstance(example, Args):
            return parameter_names(self, example)
        names = zip(parameter_names(self, self.args or ()), self.args or ())
        same = [name for name, value in names if type(value) is type(example) and equal(value, example)]
        return tuple(same) if len(same) == 1 else ()


class Changed(Exception):
    """A result that a function yielded has changed since."""


def keep_results(results: Iterable, most: int) -> list:
    """Return the first results, at most `most`; raise `Changed` if one is another by the end.

    >>> keep_results(([k] for k in range(9)), 2)
    [[0], [1]]
    """
    pairs = [(one, list(one) if is_several(one) else one) for one in islice(results, most)]
    if any(is_several(one) and list(one) != first for one, first in pairs):
        raise Changed
    return [one for one, _ in pairs]


ATOMS = {int, str, bool, float, NoneType}
RUNS = {Runner.__call__.__code__, run_iterator.__code__}


def fresh(value: Any) -> Any:
    """Return a copy that can be changed without harm; the value itself if it cannot be changed.

    >>> rows = [[1], [2]]
    >>> fresh(rows) == rows, fresh(rows)[0] is rows[0]
    (True, False)
    """
    if isinstance(value, Args):
        return Args(*map(fresh, value))
    if type(value) is list and all(map(is_atom, value)):
        return value.copy()  # several times as fast as deepcopy
    try:
        hash(value)
        return value
    except TypeError:
        pass
    try:
        return deepcopy(value)
    except Exception:
        return value


def is_atom(value: Any) -> bool:
    """Return whether nothing in a value can be changed: a number, a text, a tuple of these."""
    return type(value) in ATOMS or (type(value) is tuple and all(map(is_atom, value)))


def equal(got: Any, expected: Any) -> bool:
    """Are they equal? An array of NumPy compares entry by entry, and is no list.

    >>> equal([1, 2], [1, 2]), equal(numpy.array([1, 2]), [1, 2]), equal((numpy.array([1, 2]),), ((1, 2),))
    (True, False, False)
    """
    try:
        return bool(got == expected)
    except (TypeError, ValueError):  # an array of several entries; items of a dictionary that holds lists
        return False


def try_on(
    answer: Callable,
    inputs: Iterable[Any],
    oracle: Callable | None = None,
    *,
    fault: Callable[..., str | None] | None = None,
    say: str | Callable[..., str] = "That is not the right answer for this example.",
    same: Callable[[Any, Any], bool] = equal,
    size: Callable[[Any], Any] | None = None,
    picture: Callable[..., Any] | None = None,
) -> Iterator[Counterexample]:
    """Run a student's function on several inputs, smallest first, and on one of them again; yield
    the first that fails.

    Parameters
    ----------
    inputs : each the one argument, or `Args(a, b)` for several.
    oracle : gives the expected result for the same arguments.
    fault : instead of an oracle, where more than one result is right: `fault(got, *args)` gives
        a sentence about what is wrong with the result, or None.
    say : the sentence about a wrong result of the right kind, or a function (got, expected, *args)
        that makes it.
    same : compares the result with the expected one. A generator, an array or a view is a list by then.
    size : by what to sort the inputs; if not given, few things first, then small numbers.
    picture : a function (got, expected, *args) that makes something to display.

    >>> found = next(try_on(sorted, [[1], [2, 1, 2]], oracle=lambda row: sorted(set(row))))
    >>> found.example, found.got, found.expected
    ([2, 1, 2], [1, 2, 2], [1, 2])
    """
    trial = AnswerTrial(answer, oracle, fault, say, same, picture)
    calls = [value if isinstance(value, Args) else Args(value) for value in inputs]
    if not calls:
        raise ValueError("there is no input to try an answer on")
    calls.sort(key=(lambda args: size(*args)) if size else weight)
    found = next(filter(None, map(trial.run, calls)), None)
    if found is None and len(calls) > 1:
        found = trial.run(calls[len(calls) // 2])
        found = found and replace(found, say=SECOND_TIME)
    if found is not None:
        yield found


SECOND_TIME = (
    "Your function was right about this example. Asked about it a second time, after others, it is "
    "not: it must keep nothing that changes its next answer."
)


def weight(value: Any) -> tuple[int, float]:
    """Return how many things a value holds, itself included, and the sum of its numbers' sizes.

    >>> weight(7), weight([(0, 0), (0, -1)])
    ((1, 7), (7, 1))
    """
    things = [*things_in(value)]
    return len(things), sum(abs(thing) for thing in things if isinstance(thing, (int, float)))


def things_in(value: Any) -> Iterator[Any]:
    """Yield a value, all that it holds, and what that holds."""
    yield value
    if isinstance(value, Mapping):
        value = list(value.items())
    if isinstance(value, (list, tuple, set, frozenset)):
        for part in value:
            yield from things_in(part)


@dataclass(frozen=True)
class AnswerTrial:
    """One function to be tried, and how to judge a result (see `try_on`)."""

    answer: Callable
    oracle: Callable | None
    fault: Callable[..., str | None] | None
    say: str | Callable[..., str]
    same: Callable[[Any, Any], bool]
    picture: Callable[..., Any] | None

    def run(self, args: Args) -> Counterexample | None:
        got = list_if_iterator(self.answer(*fresh(args)))
        expected = list_if_iterator(self.oracle(*fresh(args))) if self.oracle else NOTHING
        words = self.complaint(got, expected, args)
        if words is None:
            return None
        picture = self.picture and partial(self.picture, got, expected, *args)
        example = args[0] if len(args) == 1 else args
        return Counterexample(words, example, got, expected, picture)

    def complaint(self, got, expected, args: Args) -> str | None:
        if self.fault:
            return self.fault(got, *args)
        if self.same(got, expected):
            return None
        other_kind = kind_asked_for(got, expected)
        return other_kind or (self.say(got, expected, *args) if callable(self.say) else self.say)


def kind_asked_for(got: Any, expected: Any) -> str:
    """Return which kind of value is asked for, if a result is no truth value or no whole number.

    >>> kind_asked_for("yes", True), kind_asked_for(2.5, 3), kind_asked_for(4, 3)
    ('True or False is asked for.', 'A whole number is asked for. Did you divide?', '')
    """
    if is_truth(expected):
        return "" if is_truth(got) else "True or False is asked for."
    if not is_whole(expected) or is_whole(got):
        return ""
    if is_number(got):
        right = f"Your number is right, but as a {type(got).__name__}: `{expected}` and not `{got!r}`."
        return f"A whole number is asked for. {right if got == expected else 'Did you divide?'}"
    return "A whole number is asked for."


def same_kind_and_value(got: Any, expected: Any) -> bool:
    """Are they equal, and neither is a truth value or a decimal number where the other is none?"""
    return not kind_asked_for(got, expected) and equal(got, expected)


def list_if_iterator(value: Any) -> Any:
    """Return the values of an iterator, an array or `dict.values()` as a list; anything else as it is.

    >>> list_if_iterator(iter("ab")), list_if_iterator({"a": 1}.values()), list_if_iterator((1, 2))
    (['a', 'b'], [1], (1, 2))
    """
    if isinstance(value, numpy.ndarray):
        return value.tolist()
    return list(value) if isinstance(value, (Iterator, ValuesView)) else value


def list_of_lists(value: Any) -> Any:
    """Return several things as a list, lists in lists, whatever holds them; sets in it stay sets.

    >>> list_of_lists({(1, 2): 9}.keys()), list_of_lists(iter([(numpy.ones(2), {3})]))
    ([[1, 2]], [[[1.0, 1.0], {3}]])
    """
    things = list_if_iterator(value)
    if not is_several(things):
        return things
    return [thing if isinstance(thing, Set) else list_of_lists(thing) for thing in things]
