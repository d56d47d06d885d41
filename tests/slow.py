"""Write tests/slow.txt anew from what pytest measured:

    make test ARGS="--durations=0" | .venv/bin/python tests/slow.py

Tests that were not run, or failed, keep their line. A test whose parameters all take as long as the
slowest of them, give or take a half, is named once, without them.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

SLOW = Path(__file__).with_name("slow.txt")
SECONDS = 0.2
HEAD = f"# What takes {SECONDS} s of a quiet core or more: seconds, test. Written by tests/slow.py.\n"
MEASURED = re.compile(r"([0-9.]+)s (?:call|setup|teardown) +(\S.*)")


def measured(lines) -> dict[str, float]:
    """Seconds of each test in pytest's table of durations.

    >>> measured(["0.50s call     tests/test_a.py::test_b[1]", "0.25s setup    tests/test_a.py::test_b[1]"])
    {'tests/test_a.py::test_b[1]': 0.75}
    """
    seconds = defaultdict(float)
    for found in filter(None, map(MEASURED.match, lines)):
        seconds[found[2].strip()] += float(found[1])
    return dict(seconds)


def listed(seconds: dict[str, float]) -> dict[str, float]:
    """The slow ones, those that are alike in all parameters under one name."""
    groups = defaultdict(dict)
    for test, took in seconds.items():
        groups[test.partition("[")[0]][test] = took
    lines = {}
    for name, tests in groups.items():
        slowest = max(tests.values())
        if len(tests) > 1 and min(tests.values()) > max(SECONDS, slowest / 2):
            tests = {name: sum(tests.values()) / len(tests)}
        lines |= {test: took for test, took in tests.items() if took >= SECONDS}
    return lines


def known() -> dict[str, float]:
    """What the file says now."""
    lines = SLOW.read_text(encoding="utf-8").splitlines()
    return {test: float(took) for took, test in (line.split(maxsplit=1) for line in lines if line[0] != "#")}


def write(output) -> None:
    new = measured(output)
    names = {test.partition("[")[0] for test in new}
    kept = {test: took for test, took in known().items() if test not in new and test not in names}
    lines = sorted((kept | listed(new)).items())
    SLOW.write_text(HEAD + "".join(f"{took:5.1f}  {test}\n" for test, took in lines), encoding="utf-8")


if __name__ == "__main__":
    write(sys.stdin)
