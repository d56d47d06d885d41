"""Types of the library, as a program sees them that has it installed."""

import subprocess
import sys

import pytest
from test_setup import ROOT

import puzzlelib

RIGHT = """\
from puzzlelib import Result, Solution, count, cover_of, load, solve

result: Result[Solution] = solve(load("soma"), engine="dlx", limit=2)
pieces: list[str] = [placement.piece for solution in result for placement in solution]
number: int = count(load("soma"), symmetry="rotations").count
cover = cover_of({(0, 1): ["a"], (1, 0): ["b"]})
rows: list[int] = [row for solution in solve(cover, given=[(0, 1)]) for row, _ in solution]
sizes: list[int] = solve(cover, form=len).solutions
more: int = len(result) + count(cover).count
"""
PLANTED = {
    'solve(load("soma"), engine=5)\n': 'No overload variant of "solve"',
    'solve(load("soma")).solutions[0].piece\n': '"Solution" has no attribute "piece"',
}


@pytest.fixture
def complaints(tmp_path):
    """A function: what mypy says of a program, outside of this project and with none of its settings."""
    program = tmp_path / "program.py"

    def look(text: str) -> list[str]:
        program.write_text(text)
        (tmp_path / "puzzlelib").symlink_to(ROOT / "puzzlelib")
        words = ["--strict", "--follow-imports=silent", "--ignore-missing-imports", "--config-file="]
        words += ["--no-error-summary", "--hide-error-context", "--cache-dir", str(tmp_path / "cache")]
        command = [sys.executable, "-m", "mypy", *words, str(program)]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        return [*dict.fromkeys(line for line in done.stdout.splitlines() if " error: " in line)]

    return look


@pytest.mark.slow
def test_mypy_finds_two_mistakes_and_no_third(complaints):
    found = complaints(RIGHT + "".join(PLANTED))
    assert {line.split(":")[1] for line in found} == {str(RIGHT.count("\n") + k) for k in (1, 2)}, found
    assert all(any(what in line for line in found) for what in PLANTED.values()), found


def test_the_types_have_the_names_of_the_package():
    stub = (ROOT / "puzzlelib/__init__.pyi").read_text(encoding="utf-8")
    names = {word for line in stub.splitlines() if " as " in line for word in line.replace(",", " ").split()}
    assert names >= set(puzzlelib.__all__) and (ROOT / "puzzlelib/py.typed").exists()
