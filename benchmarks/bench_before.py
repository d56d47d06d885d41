"""Is anything slower than it was? Each puzzle of the catalogue, counted and solved by two versions in turn.

    python benchmarks/bench_before.py [REVISION] [--rounds N] [--only WORD]

Processor seconds of a whole command, its start included; of several rounds the least counts. Both versions
must say the same.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from _measure import table, work

from puzzlelib import catalogue

ROOT = Path(__file__).parent.parent
BEFORE = "f2d413c"  # the last one without counts by states and proofs by colouring
COMMANDS = ["count"], ["count", "--symmetry", "rotations"], ["solve"]
SLOWER = 1.1, 0.02  # a tenth, and 20 ms: below that the start of Python varies by more


def run(folder: Path, words: list[str]) -> tuple[str, float]:
    """Return the answer of a command of the version in a folder, and the processor seconds that it took."""
    before = work()
    env = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-m", "puzzlelib", *words], cwd=folder, env=env, capture_output=True, text=True
    )
    return done.stdout if words[0] == "count" else str(done.returncode), work() - before


def compare(folders: list[Path], words: list[str], rounds: int) -> list[float]:
    """Return the least processor seconds of a command in each folder."""
    seconds: list[list[float]] = [[] for _ in folders]
    for _ in range(rounds):
        answers = set()
        for folder, taken in zip(folders, seconds):
            answer, spent = run(folder, words)
            answers.add(answer)
            taken.append(spent)
        assert len(answers) == 1, (words, answers)
    return list(map(min, seconds))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("revision", nargs="?", default=BEFORE, help="the version before, as git names it")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="puzzles whose name has this word")
    args = parser.parse_args()
    rows, slower = [], 0
    with tempfile.TemporaryDirectory() as name:
        old = Path(name) / "before"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", old, args.revision], cwd=ROOT, check=True)
        try:
            for puzzle in filter(lambda one: args.only in one, catalogue()):
                for command, *more in COMMANDS:
                    before, now = compare([old, ROOT], [command, puzzle, *more], args.rounds)
                    is_slower = now > before * SLOWER[0] and now > before + SLOWER[1]
                    slower += is_slower
                    rows.append(
                        [" ".join([command, *more]), puzzle, before, now, "slower" if is_slower else ""]
                    )
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", old], cwd=ROOT, check=True)
    table(f"processor seconds at {args.revision} and now", ["command", "puzzle", "before", "now", ""], rows)
    print(f"{slower} of {len(rows)} are slower by more than a tenth")


if __name__ == "__main__":
    main()
