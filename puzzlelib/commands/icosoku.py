"""The commands `icosoku` and `census`."""

import json
import os
import sys
from time import perf_counter

from . import cosoku_engines, cosoku_files
from .cosoku import Arranged, Cosoku, dots, icosoku, instructions
from .puzzles import PuzzleError, one_line, short

INSTANCES = 3_991_680


# ---------------------------------------------------------------- icosoku


def run_icosoku(args) -> int:
    """Solve or count; the exit status: 0 done, 1 no solution, 3 stopped. Bad input is a `PuzzleError`."""
    puzzle = (
        cosoku_files.load(args.file)
        if args.file
        else icosoku(pegs_in(args.pegs) if args.pegs is not None else None, args.seed)
    )
    return count(puzzle, args) if args.count else solve(puzzle, args)


def pegs_in(text: str) -> list[int]:
    """The numbers in a text such as "1,11,5".

    >>> pegs_in("1, 11,5")
    [1, 11, 5]
    """
    try:
        return [int(word) for word in text.split(",")]
    except ValueError:
        raise PuzzleError(
            f"pegs {short(text)}: must be whole numbers with commas between them, such as 1,11,5,10,6,7,9,2,3,8,4,12"
        ) from None


def solve(puzzle: Cosoku, args) -> int:
    found = cosoku_engines.solve(puzzle, args.engine, time_limit=args.time_limit)
    out = described(puzzle) | {
        "engine": found.engine,
        "complete": found.complete,
        "seconds": round(found.seconds, 3),
        "solutions": [as_dict(puzzle, found)] if found.arrangement else [],
    }
    out |= {"reason": found.said} if found.said and not found.arrangement else {}
    print(json.dumps(out)) if args.json else print(*told(puzzle, found), sep="\n")
    return 3 if found.stopped else 0 if found.arrangement else 1


def described(puzzle: Cosoku) -> dict:
    """Which instance it is."""
    return {"polyhedron": puzzle.polyhedron.name, "pegs": list(puzzle.capacities)}


def as_dict(puzzle: Cosoku, found: Arranged) -> dict[str, list[int]]:
    """The dots at the corners of each face, in the order in which its name has them."""
    return {
        name: list(dots(*placed)) for name, placed in zip(puzzle.polyhedron.face_names, found.arrangement)
    }


def told(puzzle: Cosoku, found: Arranged) -> list[str]:
    """The solution as instructions, or why there is none."""
    if found.arrangement:
        return [
            *instructions(puzzle, found.arrangement),
            f"Found by {found.engine} in {found.seconds:.2f} s.",
        ]
    if found.stopped:
        return [
            f"No solution so far; stopped by {'the time limit' if found.stopped == 'time limit' else 'an interrupt'} after {found.seconds:.1f} s."
        ]
    return [f"There is no solution{': ' + one_line(found.said) if found.said else ', says ' + found.engine}."]


def count(puzzle: Cosoku, args) -> int:
    """The exact number of solutions; none is known when the search is stopped."""
    from . import tile_counts
    from .engines import Clock

    clock, stopped, number = Clock(args.time_limit), "", None
    try:
        number = tile_counts.count(puzzle, stop=clock.stop)
    except KeyboardInterrupt:
        stopped = "an interrupt"
    stopped = stopped or ("the time limit" if number is None else "")
    out = described(puzzle) | {"count": number, "complete": not stopped, "seconds": round(clock.seconds(), 3)}
    print(
        json.dumps(out)
        if args.json
        else f"Stopped by {stopped} after {clock.seconds():.1f} s; there is no number yet."
        if stopped
        else f"{number:,} solutions ({clock.seconds():.1f} s)"
    )
    return 3 if stopped else 0 if number else 1


# ---------------------------------------------------------------- census


def run_census(args) -> int:
    """Find witnesses and check them, or check those of a file; the exit status: 0 all confirmed, 3 stopped."""
    from . import census_check

    start = perf_counter()
    if args.check is not None:
        return report(census_check.check(args.check), start, args)
    if args.witnesses is not None:
        check_writable(args.witnesses)
    from . import census

    found = census.run(progress=line_of_progress() if sys.stderr.isatty() and not args.json else None)
    if found.stopped:  # a file that has not all of them would only be refused
        return report(census_check.Checked(found.covered, 0, found.seconds, found.stopped), start, args)
    if args.witnesses is not None:
        census.save(args.witnesses, found.witnesses)
    return report(
        census_check.check(found.witnesses if args.witnesses is None else args.witnesses), start, args
    )


def check_writable(path: str) -> None:
    """A file that cannot be written is told before the work, not after it."""
    folder = os.path.dirname(path) or "."
    if not path.endswith(".npy"):
        raise PuzzleError(f"{path}: the file of witnesses must end in .npy")
    if (
        os.path.isdir(path)
        or not os.path.isdir(folder)
        or not os.access(path if os.path.exists(path) else folder, os.W_OK)
    ):
        raise PuzzleError(f"{path}: cannot be written")


def line_of_progress():
    """One line on the terminal that is written over and over."""

    def show(stage, covered, by_ring):
        print(
            f"\r{stage}: {covered:,} of {INSTANCES:,}",
            end="\n" if covered == INSTANCES else " ",
            file=sys.stderr,
            flush=True,
        )

    return show


def report(checked, start: float, args) -> int:
    """What there is; 3 if it was stopped before the end. A search that was stopped writes no file; a check that was stopped leaves it."""
    seconds, stopped = perf_counter() - start, bool(checked.stopped)
    out = {
        "instances": INSTANCES,
        "witnesses": checked.instances,
        "verified": checked.verified,
        "complete": not stopped,
        "seconds": round(seconds, 3),
    }
    print(
        json.dumps(out)
        if args.json
        else f"Stopped: {checked.instances:,} witnesses, {checked.verified:,} of them checked ({seconds:.1f} s)."
        if stopped
        else f"{checked.verified:,} of {INSTANCES:,} instances have a witness that was checked ({seconds:.1f} s)"
    )
    return 3 if stopped else 0
