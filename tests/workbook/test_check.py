"""The checks of exercises: every kind of answer gets its verdict, and nothing gets out."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections import namedtuple
from itertools import count

import numpy
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from solved import fails_again

from lessons.kit.checks import judge as checks
from lessons.kit.checks import registry
from lessons.kit.checks.counterexample import show_value
from lessons.kit.checks.judge import Args, Counterexample, Verdict, check, exercise, try_on, verdict
from puzzlelib.common import machine


@pytest.fixture(autouse=True)
def own_registry(monkeypatch):
    """Exercises of these tests are forgotten afterwards."""
    monkeypatch.setattr(registry, "EXERCISES", {})


@pytest.fixture
def doubling():
    """Exercise 99.1: double every number of a list."""

    @exercise("99.1", correct="Twice as much.", seconds=0.5)
    def judge(answer):
        return try_on(answer, [[1, 2, 3], [5], []], oracle=lambda row: [2 * n for n in row])


def say(answer, id="99.1"):
    return str(verdict(id, answer))


# -------- not answered yet


def dots(row): ...


def passes(row):
    pass


def documented(row):
    """Double it."""


def documented_dots(row):
    """Double it."""
    ...


def returns_none(row):
    return None


def returns_dots(row):
    return ...


def not_implemented(row):
    raise NotImplementedError


@pytest.mark.parametrize(
    "answer",
    [
        ...,
        None,
        "",
        "  \n",
        "...",
        "% write here\n",
        dots,
        passes,
        documented,
        documented_dots,
        returns_none,
        returns_dots,
        not_implemented,
        lambda row: ...,
        lambda row: None,
    ],
)
def test_not_answered_yet(doubling, answer):
    assert say(answer) == "99.1: not answered yet."


def missing_line(row):
    result = []
    for _ in row:
        ...
    return result


def missing_value(row):
    factor = ...
    return [factor * n for n in row]


@pytest.mark.parametrize("answer", [missing_line, missing_value])
def test_a_line_that_is_still_missing(doubling, answer):
    line = answer.__code__.co_firstlineno + (3 if answer is missing_line else 1)
    assert say(answer) == f"99.1: not answered yet. There is still a ... to fill in (line {line})."


@pytest.mark.parametrize("answer", [[1, ...], {...}, {"I": ...}, (0, ...), "fact.\n... :- fact.\n"])
def test_dots_inside_a_value(doubling, answer):
    assert say(answer) == "99.1: not answered yet. There is still a ... to fill in."


def test_dots_in_a_subscript_or_a_range_are_code(doubling):
    def doubled(row: tuple[int, ...]):
        kind: tuple[int, ...] = row
        return [2 * n for n in kind]

    assert verdict("99.1", doubled).status == "correct"
    assert checks.gap("number(1..4). % ...") is None


def test_a_stub_that_is_a_whole_program():
    @exercise("99.2", correct="It is 2.", stub="a.\n  b.\n")
    def judge(answer):
        if answer.strip() != "b.":
            yield Counterexample("No.", got=answer)

    assert verdict("99.2", "a.\nb.").status == "open"
    assert verdict("99.2", "a.").status == "not yet"
    assert verdict("99.2", "b.").status == "correct"


def test_a_function_without_source_is_judged_by_running(doubling):
    space = {}
    exec("def f(row):\n    return [2 * n for n in row]\ndef g(row):\n    ...\n", space)
    assert verdict("99.1", space["f"]).status == "correct"
    assert verdict("99.1", space["g"]).status == "open"
    assert verdict("99.1", len).status == "not yet"


# -------- not yet, correct


def test_correct(doubling):
    result = verdict("99.1", lambda row: [n + n for n in row])
    assert (result.status, str(result), result.example) == ("correct", "99.1: Correct. Twice as much.", None)


def test_the_smallest_example_comes_first(doubling):
    result = verdict("99.1", lambda row: row)
    assert str(result) == (
        "99.1: Not yet. That is not the right answer for this example.\n"
        "  example: row = [5]\n  your answer: [5]\n  expected: [10]"
    )
    assert fails_again(result, lambda row: row)


def test_a_sentence_of_its_own_and_several_arguments():
    @exercise("99.2", correct=lambda answer: f"3 and 4 make {answer(3, 4)}.")
    def judge(answer):
        return try_on(
            answer,
            [Args(3, 4), Args(0, 1)],
            oracle=lambda a, b: a + b,
            say=lambda got, right, a, b: f"{a} + {b} is not {got}.",
        )

    assert say(lambda a, b: a * b, "99.2") == (
        "99.2: Not yet. 0 + 1 is not 0.\n  example: \n    a = 0\n    b = 1\n  your answer: 0\n  expected: 1"
    )
    assert say(lambda a, b: a + b, "99.2") == "99.2: Correct. 3 and 4 make 7."


def test_fault_where_many_results_are_right():
    @exercise("99.2", correct="Right.")
    def judge(answer):
        return try_on(answer, [4, 9], fault=lambda got, n: None if got > n else f"{got} is not above {n}.")

    assert verdict("99.2", lambda n: n + 3).status == "correct"
    result = verdict("99.2", lambda n: 5)
    assert str(result) == "99.2: Not yet. 5 is not above 9.\n  example: n = 9\n  your answer: 5"
    assert fails_again(result, lambda n: 5)


def test_what_an_answer_keeps_between_calls_is_noticed(doubling):
    kept = []

    def mixes(row):
        kept.extend(row)
        return [2 * n for n in row] if len(kept) < 5 else kept

    assert say(mixes).startswith("99.1: Not yet. Your function was right about this example. Asked")


def test_a_generator_is_an_answer(doubling):
    def doubled(row):
        for n in row:
            yield 2 * n

    def stops(row):
        yield 10
        raise ValueError("enough")

    assert verdict("99.1", doubled).status == "correct"
    result = verdict("99.1", stops)
    assert "Your code stops with ValueError: enough (line" in str(result) and fails_again(result, stops)


@pytest.mark.parametrize(
    "kind",
    [numpy.array, lambda values: dict(enumerate(values)).values(), iter, list],
    ids=["array", "view", "iterator", "list"],
)
def test_arrays_and_views_are_answers_if_their_values_are_right(doubling, kind):
    assert "Correct" in say(lambda row: kind([2 * n for n in row]))
    assert "Not yet" in say(lambda row: kind([3 * n for n in row]))
    assert "Not yet" in say(lambda row: kind([2 * n for n in row][:1]))


# -------- trouble


def test_an_exception_is_one_line_with_its_place(doubling):
    def broken(row):
        total = len(row)
        return total / 0

    line = broken.__code__.co_firstlineno + 2
    result = verdict("99.1", broken)
    assert str(result) == (
        f"99.1: Not yet. Your code stops with ZeroDivisionError: division by zero (line {line}: `return "
        "total / 0`).\n  example: row = []"
    )
    assert fails_again(result, broken)


def test_the_place_is_the_students_line_not_the_librarys(doubling):
    def broken(row):
        return sorted(row, key=helper)

    def helper(n):
        import statistics

        return statistics.mean([])

    assert "(line %d: `return statistics.mean([])`)" % (helper.__code__.co_firstlineno + 3) in say(broken)


def test_a_helper_that_is_not_written_yet_is_named(doubling):
    cells = {}
    exec("def double(n):\n    ...\ndef each(row): return [double(n) for n in row]", cells)
    exec("def answer(row): return [n + 0 for n in each(row)]", cells)
    assert "TypeError" in (said := say(cells["answer"]))
    assert said.startswith("99.1: Not yet. Your function calls `double`, which is not written yet. Your code")
    exec("def answer(row): return each(row)", cells)  # wrong, without an error
    assert "Your function calls `double`, which is not written yet." in say(cells["answer"])
    exec("def double(n): return 3 * n", cells)
    assert "not written" not in say(cells["answer"])


def test_wrong_number_of_arguments(doubling):
    def none_at_all():
        return 3

    assert (
        "takes 0 positional arguments but 1 was given (line %d: `def none_at_all():`)"
        % none_at_all.__code__.co_firstlineno
        in say(none_at_all)
    )


def test_endless_loop_in_a_thread(doubling):
    def loops(row):
        while True:
            pass

    said = []
    thread = threading.Thread(target=lambda: said.extend([say(loops), say(lambda row: [2 * n for n in row])]))
    thread.start()
    thread.join()
    assert "was still running after 0.5 seconds (line" in said[0] and "Correct" in said[1]


@pytest.mark.slow
def test_an_endless_generator_is_left_before_it_fills_the_memory():
    """Long before ten seconds: a million values, and no more."""
    exercise("99.96", correct="", seconds=60)(lambda answer: try_on(answer, [1], oracle=lambda n: [n]))
    took = []

    def goes_on(n):
        while True:
            took.append(None)
            yield n

    found = verdict("99.96", goes_on)
    assert found.status == "not yet" and "Your code goes on after 1,000,000 values" in found.say
    assert len(took) == 1_000_001


def test_endless_recursion(doubling):
    def again(row):
        return again(row)

    result = verdict("99.1", again)
    assert "99.1: Not yet. Your function calls itself without end (line" in str(result)
    assert fails_again(result, again)


def test_leaving_python_is_an_answer_too(doubling):
    assert "Your code stops with SystemExit" in say(lambda row: sys.exit())


def test_interrupt_is_one_line(doubling):
    def interrupted(row):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)

    assert say(interrupted) == "99.1: stopped, as you asked."


def test_changing_the_arguments_does_no_harm(doubling):
    def empties(row):
        result = [2 * n for n in row]
        row.clear()
        return result

    assert verdict("99.1", empties).status == "correct"


def test_changed_arguments_are_shown_as_they_were(doubling):
    def empties(row):
        row.clear()
        return row

    assert "example: row = [5]\n  your answer: []" in say(empties)


def test_named_tuples_and_named_arguments_survive_the_copy():
    Placement = namedtuple("Placement", "piece cells")

    @exercise("99.2", correct="Yes.")
    def judge(answer):
        given = [Placement("I", [(0, 0)])]
        if answer(given, piece="I") != 1 or given != [Placement("I", [(0, 0)])]:
            yield Counterexample("No.")

    assert verdict("99.2", lambda rows, piece: len([p for p in rows if p.piece == piece])).status == "correct"


def test_an_answer_of_the_wrong_kind_is_one_line(doubling):
    assert (
        say(7) == "99.1: Not yet. A function is asked for: write its name, without brackets after it.\n"
        "  your answer: 7"
    )
    assert verdict("99.1", 7).error is not None

    @exercise("99.2", correct="Yes.")
    def judge(answer):
        if len(answer(3)) != 3:
            yield Counterexample("No.")

    assert "cannot make sense of what your function returns (TypeError" in say(lambda n: n, "99.2")


@pytest.mark.parametrize(
    "read, value, words",
    [
        (list, 7, "Several things are asked for, as in a list."),
        (list, None, "Several things are asked for, as in a list."),
        (lambda got: [*map(list, got)], [7], "There is a single thing inside, where several are asked for"),
        (set, [[7]], "There is a list or the like where only a single thing or a tuple can be."),
        ({7: 7}.get, [7], "There is a list or the like where only a single thing or a tuple can be."),
    ],
)
def test_a_value_of_another_kind_is_described_as_it_is(doubling, read, value, words):
    @exercise("99.2", correct="Yes.")
    def judge(answer):
        read(answer(3))

    assert f"99.2: Not yet. {words}" in say(lambda n: value, "99.2")


# -------- which argument is which


@pytest.fixture
def counting():
    """Exercise 99.2: count the free cells of a box."""

    @exercise("99.2", correct="So many.")
    def judge(answer):
        calls = [Args([0, 1, 2], [1]), Args([0], ())]
        return try_on(answer, calls, oracle=lambda box, hints: len(box) - len(hints))


def test_each_argument_has_its_name(counting):
    def free(container, hints):
        return 7

    def others(*both):
        return 7

    assert verdict("99.2", free).rows[0] == ("example", "container = [0]\nhints = ()")
    assert verdict("99.2", lambda box, given=(): 7).rows[0] == ("example", "box = [0]\ngiven = ()")
    assert verdict("99.2", others).rows[0] == ("example", "[0], ()")


def test_an_example_of_a_check_of_its_own_has_the_name_of_its_argument():
    @exercise("99.2", correct="Yes.")
    def judge(answer):
        if answer([3, 1], max) != 3:
            return Counterexample("No.", example=[3, 1])

    @exercise("99.3", correct="Yes.")
    def judge_two(answer):
        if answer(2, 2) != 3:
            return Counterexample("No.", example=2)

    assert verdict("99.2", lambda row, test: 0).rows == [("example", "row = [3, 1]")]
    assert verdict("99.3", lambda a, b: 0).rows == [("example", "2")], "it could be either"


class Watching:
    def __call__(self): ...


def test_no_place_in_memory_is_shown():
    endless = iter(())
    for value in (
        Watching(),
        Watching,
        len,
        say,
        lambda: 0,
        object(),
        [Watching()],
        {1: Watching().__call__},
    ):
        assert "0x" not in show_value(value), value
    assert show_value([Watching(), object(), lambda: 0]) == "[a function, an object, a function]"
    assert "0x" not in checks.error_line(KeyError(object())) and "0x" not in show_value({endless})


# -------- print instead of return


def prints_it(row):
    print([2 * n for n in row])


def prints_much(row):
    print("=" * 1000)
    print("again")


def prints_on_the_way(row):
    print("here")
    return [3 * n for n in row]


def prints_nothing(row):
    print(end="")
    row.sort()


def test_printing_instead_of_returning_is_said(doubling):
    use = "but returns None: use `return`. That is not the right answer for this example.\n  example: row = ["
    assert say(prints_it).startswith(f"99.1: Not yet. Your function prints `[]` {use}")
    assert say(prints_much).startswith(f"99.1: Not yet. Your function prints `{'=' * 40} …` {use}")
    for other in (prints_on_the_way, prints_nothing, lambda row: row.sort()):
        assert "prints" not in say(other)


def test_printing_is_said_too_where_the_check_cannot_go_on():
    @exercise("99.2", correct="Yes.")
    def judge(answer):
        if len(answer(3)) != 3:
            yield Counterexample("No.")

    assert say(lambda n: print(n), "99.2").startswith(
        "99.2: Not yet. Your function prints `3` but returns None: use `return`. The check cannot"
    )


def test_prints_and_warnings_are_swallowed(doubling, capfd):
    def talks(row):
        print("here")
        print("there", file=sys.stderr)
        return [2 * n for n in row]

    assert verdict("99.1", talks).status == "correct"
    assert capfd.readouterr() == ("", "")


# -------- showing


def test_check_returns_nothing_and_keeps_the_verdict(doubling, capsys):
    assert check("99.1", ...) is None
    assert capsys.readouterr().out == "99.1: not answered yet.\n"
    assert check.last.status == "open"


def test_html(doubling):
    page = verdict("99.1", lambda row: ["<b>"])._repr_html_()
    assert "&lt;b&gt;" in page and "Not yet" in page and 'role="status"' in page
    assert "<code>" in Verdict("1.1", "not yet", "Use `set`.")._repr_html_()


def test_unknown_exercise():
    assert say(7, "98.1") == "98.1: there is no exercise with this number."
    assert say(7, "hello") == "hello: there is no exercise with this number."


def test_a_check_that_gives_something_else_is_found_out():
    @exercise("99.2", correct="Yes.")
    def judge(answer):
        return [True]

    assert isinstance(verdict("99.2", 7).error, TypeError)


# -------- in a notebook


@pytest.fixture
def shell():
    made = InteractiveShell.instance()
    yield made
    InteractiveShell.clear_instance()


def outputs(shell, cell):
    with capture_output() as captured:
        result = shell.run_cell(cell)
    assert result.success
    return captured


def test_in_a_notebook_cell(shell, doubling):
    captured = outputs(
        shell,
        "from lessons.kit.checks.judge import check\n\ndef f(row):\n    return row[0]\n\ncheck('99.1', f)",
    )
    (shown,) = captured.outputs
    assert shown.data["text/plain"].startswith(
        "99.1: Not yet. Your code stops with IndexError: list index out of range (line 4: `return row[0]`)."
    )
    assert "<strong>" in shown.data["text/html"]
    assert captured.stdout == captured.stderr == ""


def test_the_picture_is_made_only_to_be_shown_and_may_fail(shell):
    made = []

    @exercise("99.2", correct="Yes.")
    def judge(answer):
        yield Counterexample("No.", picture=lambda: made.append(answer) or {"answer": 1 / answer})

    assert verdict("99.2", 2).status == "not yet" and not made
    shell.push({"check": check})
    assert [shown.data["text/plain"] for shown in outputs(shell, "check('99.2', 2)").outputs] == [
        "99.2: Not yet. No.",
        "{'answer': 0.5}",
    ]
    assert [shown.data["text/plain"] for shown in outputs(shell, "check('99.2', 0)").outputs] == [
        "99.2: Not yet. No."
    ]


# -------- answers that fight back


class Unwritable:
    def __repr__(self):
        raise ValueError("no")


class Leaves:
    def __repr__(self):
        raise SystemExit


class Nameless:
    """A function that leaves when it is asked for its name."""

    __name__ = property(lambda self: sys.exit("no"))

    def __call__(self, row):
        return row


class Speechless(Exception):
    def __str__(self):
        raise ValueError("no")


def endless_list():
    row = []
    row.append(row)
    return row


def raises(error):
    def answer(row):
        raise error

    return answer


@pytest.mark.parametrize(
    "answer",
    [
        Unwritable(),
        endless_list(),
        lambda row: Unwritable(),
        lambda row: endless_list(),
        Leaves(),
        Nameless(),
        lambda row: Leaves(),
        raises(Speechless()),
        raises(GeneratorExit()),
        raises(BaseException("x")),
    ],
    ids=map(str, count()),  # nobody asks them for their name
)
def test_answers_that_cannot_be_written_down(doubling, answer):
    result = verdict("99.1", answer)
    assert result.status == "not yet" and repr(result) and result._repr_html_()
    assert fails_again(result, answer)


def test_what_an_error_says_is_safe_to_print(doubling):
    red = type("Red\x1b[31m", (Exception,), {})
    said = repr(verdict("99.1", raises(red("\x1b]0;title\x07 \ud800"))))
    assert "Red\N{REPLACEMENT CHARACTER}[31m: \N{REPLACEMENT CHARACTER}]0;title" in said
    assert all(line.isprintable() for line in said.split("\n"))


def test_a_clock_inside_a_clock_does_not_stop_it():
    with pytest.raises(checks.TooLong), checks.stopped_after(0.3):
        with checks.stopped_after(5):
            pass
        time.sleep(3)


def test_a_watch_that_is_over_leaves_nothing_to_look_for():
    """Python 3.11 stands still where it is traced while an exception is looked for at every step."""
    code = """
import sys
from lessons.kit.checks.time_limit import watcher
start, stop = watcher(60)
start()
stop()
def local(frame, event, argument):
    frame.f_trace_opcodes = True
    return local
sys.settrace(local)
(lambda: sum(range(10)))()
print("got on")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stdout == "got on\n", done.stderr


def test_an_answer_that_changes_what_it_is_given_is_told_so():
    """Where others go on with the arguments: also by a generator, and not where all is taken back."""

    def sorts(square):
        square.sort()
        return True

    def puts_back(square):
        square.append(7)
        square.pop()
        return True

    def empties(square):
        yield from list(square)
        square.clear()

    try:
        judge = lambda answer: try_on(answer, [[2, 1], [3, 1]], fault=lambda got, square: None)
        exercise("99.98", correct="Kept.", keeps=True)(judge)
        exercise("99.97", correct="Kept or not.")(lambda answer: judge(answer))
        for answer in (sorts, empties):
            assert "your function changes `square`" in verdict("99.98", answer).say
            assert verdict("99.97", answer).status == "correct"
        assert verdict("99.98", puts_back).status == "correct"
        assert verdict("99.98", sorts).rows == [
            ("example", "square = [2, 1]"),
            ("your answer", "square is now [1, 2]"),
        ]
    finally:
        for id in ("99.98", "99.97"):
            checks.EXERCISES.pop(id, None)


def test_an_answer_is_judged_on_one_core(doubling, monkeypatch):
    """Also one that counts with the compiled engine: a class shares a server."""
    monkeypatch.setenv(machine.CORES, "4")
    seen = []

    def doubled(row):
        seen.append(machine.cores())
        return [2 * n for n in row]

    assert say(doubled) == "99.1: Correct. Twice as much."
    assert set(seen) == {1} and machine.cores() == 4
