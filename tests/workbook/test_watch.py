"""The search that is driven by the student's own test (lesson 01)."""

from solved import fresh_shell, run_cell

from lessons.l01_backtracking.checks import wrong_line
from puzzlelib.search import magic_square

CARD = "from lessons.l01_backtracking import watch_test\ncard = watch_test()"


def line_of(shell) -> str:
    return shell.user_ns["card"].line.value


def defining(body: str) -> str:
    return f"def can_still_work(square):\n    {body}"


def test_a_test_of_full_lines_grows_the_tree_of_the_same_rule():
    """Equal trees by two ways: the student's function, and the library's own check of full lines."""
    own = magic_square.trace(3, prune=lambda square: wrong_line(square) is None)
    ours = magic_square.trace(3, prune="line")
    assert [(e.kind, e.item, e.option) for e in own.events] == [
        (e.kind, e.item, e.option) for e in ours.events
    ]
    assert own.solutions == ours.solutions == [(2, 7, 6, 9, 5, 1, 4, 3, 8)]


def test_each_cell_with_the_function_draws_the_tree_anew():
    shell = fresh_shell({})
    run_cell(shell, CARD)
    assert "Write can_still_work above" in line_of(shell)
    run_cell(shell, defining("return False"))
    assert "the test said no 9 times" in line_of(shell)
    assert "None" not in line_of(shell)
    run_cell(shell, defining("return None"))
    assert line_of(shell) == "Not answered yet: the test returned None 9 times, which counts as no."
    first = shell.user_ns["card"].children[-1]
    run_cell(shell, "1 + 1")
    assert shell.user_ns["card"].children[-1] is first
    rows = "return all(sum(r) == 15 for r in (square[0:3], square[3:6], square[6:9]) if 0 not in r)"
    run_cell(shell, defining(rows))
    tries = sum(event.kind == "try" for event in magic_square.trace(3, prune="row").events)
    assert f"{tries:,} numbers put until the first magic square" in line_of(shell)


def test_functions_that_fail_or_never_end(monkeypatch):
    shell = fresh_shell({})
    run_cell(shell, CARD)
    run_cell(shell, defining("return square[9]"))
    assert "stopped with IndexError" in line_of(shell)
    with monkeypatch.context() as impatient:  # only where nothing ends: all else may take its time
        impatient.setattr("lessons.l01_backtracking.watch.SECONDS", 0.2)
        run_cell(shell, defining("return [1 for _ in iter(int, 1)]"))
    assert "has not answered within 0.2 seconds" in line_of(shell)
    run_cell(shell, defining("square.clear(); return True"))
    assert "A lazy test lets a large tree grow" in line_of(shell)
    run_cell(shell, "can_still_work = 7")
    assert "A lazy test" in line_of(shell)
