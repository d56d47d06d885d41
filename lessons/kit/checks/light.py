"""Light exercises: an answer is compared with the solution in lesson.md, on the inputs beside it.

The builder writes both into the lesson's light.json, with small variations of the inputs.
"""

import ast
import json
from collections.abc import Iterable, Iterator, Set
from importlib.resources import files
from itertools import islice
from math import isclose
from typing import Any

from ..ground.folders import lesson_packages
from .counterexample import Args, Counterexample, ordered_repr
from .registry import exercise
from .run_answer import equal, fresh, list_if_iterator, try_on
from .time_limit import TooLong, quiet, stopped_after
from .values import is_number, is_several, is_truth, is_whole

MOST_CHANGED = 40  # variations of one input
SECONDS = 10  # for the solution on an input
SECONDS_A_CALL = 1  # of work for the solution on one of them


def register_light_exercises(number: int) -> None:
    """Make the light exercises of a lesson known to `check`."""
    for package in lesson_packages(number):
        path = files(package) / "light.json"
        if path.is_file():
            for id, parts in json.loads(path.read_text(encoding="utf-8")).items():
                register_light(id, **parts)


def register_light(id: str, code: str, answer: str, inputs: list[str]) -> None:
    """Make an exercise known to `check`: a solution, its answer, and calls.

    >>> from .judge import check
    >>> register_light("99.2", "def double(n):\\n    return 2 * n", "double", ["3", "0"])
    >>> check("99.2", lambda n: n + 3)
    99.2: Not yet. That is not the right answer for this example.
      example: n = 0
      your answer: 3
      expected: 0
    """
    solution, calls = run_solution(code, answer), [*map(read_call, inputs)]
    praise = f"It gives what the solution gives on all {len(calls)} examples that were tried."

    @exercise(id, correct=praise if calls else "The solution has the same value.")
    def judge(got):
        if calls:
            return try_on(got, calls, oracle=solution, same=as_good)
        value = list_if_iterator(got)
        return None if as_good(value, solution) else Counterexample("That is not right.", got=value)


def run_solution(code: str, answer: str) -> Any:
    """Return the answer that a solution gives: a function, or a value."""
    space: dict[str, Any] = {}
    exec(code, space)
    return eval(answer, space)


def read_call(line: str) -> Args:
    """Return the arguments of a call.

    >>> read_call("[1, 2], 'ab'")
    [1, 2], 'ab'
    """
    return Args(*ast.literal_eval(f"({line},)"))


def as_good(got: Any, expected: Any) -> bool:
    """Return whether an answer is as good as the solution's: any sequence, any order for a set, a
    float to nine digits, a whole number for its digits.

    >>> as_good([2, 1], {1, 2}), as_good((1, (2,)), [1, [2]]), as_good(0.1 + 0.2, 0.3), as_good(1, True)
    (True, True, True, False)
    >>> as_good(10, "10"), as_good("10", 10)
    (True, False)
    """
    if is_several(expected):
        if not is_several(got) or len(got) != len(expected):
            return False
        if isinstance(expected, Set):
            return all(any(as_good(one, other) for one in got) for other in expected)
        return not isinstance(got, Set) and all(map(as_good, got, expected))
    if isinstance(expected, float) and is_number(got):
        return isclose(got, expected, rel_tol=1e-9, abs_tol=1e-12)
    if type(got) is int and isinstance(expected, str):
        return expected.isdecimal() and got == int(expected)
    return is_truth(got) == is_truth(expected) and equal(got, expected)


# -------- variations


def with_variations(code: str, answer: str, inputs: Iterable[str]) -> list[str]:
    """Return inputs and small variations of them on which the solution does not fail.

    >>> with_variations("def last(row):\\n    return row[-1]", "last", ["[7, 8]"])
    ['[7, 8]', '[8]', '[7]', '[8, 7]', '[6, 8]', '[7, 9]']
    """
    solution, found = run_solution(code, answer), {}
    for line in inputs:
        try_input(solution, line)
    for call in map(read_call, inputs):
        changed = (Args(*parts) for parts in islice(vary_parts(call), MOST_CHANGED))
        calls = [call, *(one for one in changed if has_answer(solution, one))]
        found |= dict.fromkeys(map(write_call, calls))
    return [*found]


def try_input(solution: Any, line: str) -> None:
    """Raise `ValueError` if a line is no input, or the solution fails on it or does not end."""
    try:
        call = read_call(line)
    except (SyntaxError, ValueError):
        raise ValueError(f"`{line}`: write the arguments of one call in one line: [1, 2], 'ab'") from None
    try:
        with stopped_after(SECONDS):
            list_if_iterator(solution(*call))
    except TooLong:
        raise ValueError(f"`{line}`: no answer in {SECONDS} s") from None
    except Exception as error:
        words = f": {error}" if str(error) else ""
        raise ValueError(f"`{line}`: {type(error).__name__}{words}") from None


def write_call(call: Args) -> str:
    """Return the arguments of a call as text, sets in order."""
    return ", ".join(map(ordered_repr, call))


def has_answer(solution: Any, call: Args) -> bool:
    try:
        with quiet(), stopped_after(SECONDS_A_CALL):
            list_if_iterator(solution(*fresh(call)))
    except (Exception, TooLong):
        return False
    return True


def variations(value: Any) -> Iterator[Any]:
    """Yield values that differ a little: an entry less, the order reversed, a number one more. Entries that
    differ stay different, except the numbers of a tuple, as in a cell.

    >>> [*variations([2, 3])]
    [[3], [2], [3, 2], [1, 3], [2, 4]]

    """
    if is_whole(value):
        yield from ([value - 1] if value > 0 else [])
        yield value + 1
    elif isinstance(value, (str, list, tuple)):
        yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
        yield from ([value[::-1]] if len(value) > 1 else [])
        if not isinstance(value, str):
            free = has_twins(value) or (isinstance(value, tuple) and all(map(is_whole, value)))
            yield from (other for other in vary_parts(value) if free or not has_twins(other))
    elif isinstance(value, Set):
        yield from (value - {one} for one in sorted(value, key=repr))
    elif isinstance(value, dict):
        yield from ({key: value[key] for key in value if key != left_out} for left_out in value)


def has_twins(values: list | tuple) -> bool:
    """Return whether two entries are equal."""
    return any(one in values[:place] for place, one in enumerate(values))


def vary_parts(values: list | tuple) -> Iterator[list | tuple]:
    """Yield a sequence with one of its parts varied."""
    for place, part in enumerate(values):
        for other in variations(part):
            parts = *values[:place], other, *values[place + 1 :]
            yield list(parts) if isinstance(values, list) else parts
