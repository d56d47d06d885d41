"""The commands `icosoku` and `census`."""

import os
import sys
from time import perf_counter

from ..common.errors import PuzzleError, one_line, short
from ..icosoku import engines as cosoku_engines
from ..icosoku import files as cosoku_files
from ..icosoku.puzzle import Arranged, Cosoku, dots, icosoku, instructions
from . import packing
from .program import DONE, NO_SOLUTION, STOPPED

INSTANCES = 3_991_680


# -------- icosoku


def run_icosoku(args) -> int:
    """Solve or count; the exit status: 0 done, 1 no solution, 3 stopped. Bad input is a `PuzzleError`."""
    unused = [name for name in ("workers", "memory") if getattr(args, name) is not None]
    if unused and args.count_all is None:
        raise PuzzleError(f"--{unused[0]} goes with --count-all only")
    if args.count_all is not None or args.report is not None:
        if args.count:
            raise PuzzleError("--count is for one instance; --count-all and --report are for all of them")
        from . import all_counts

        return all_counts.run_report(args) if args.count_all is None else all_counts.run_count_all(args)
    if args.file is not None:
        puzzle = cosoku_files.load(args.file)
    else:
        puzzle = icosoku(None if args.pegs is None else pegs_in(args.pegs), args.seed)
    return count(puzzle, args) if args.count else solve(puzzle, args)


def pegs_in(text: str) -> list[int]:
    """The numbers in a text such as "1,11,5".

    >>> pegs_in("1, 11,5")
    [1, 11, 5]
    """
    try:
        return [int(word) for word in text.split(",")]
    except ValueError:
        allowed = "must be whole numbers with commas between them, such as 1,11,5,10,6,7,9,2,3,8,4,12"
        raise PuzzleError(f"pegs {short(text)}: {allowed}") from None


def solve(puzzle: Cosoku, args) -> int:
    found = cosoku_engines.solve(puzzle, args.engine, time_limit=args.time_limit)
    solutions = [as_dict(puzzle, found)] if found.arrangement else []
    out = described(puzzle) | {"engine": found.engine} | packing.ended(found) | {"solutions": solutions}
    out |= {"reason": found.said} if found.said and not found.arrangement else {}
    packing.report(args, out, *told(puzzle, found), sep="\n")
    return STOPPED if found.stopped else DONE if found.arrangement else NO_SOLUTION


def described(puzzle: Cosoku) -> dict:
    return {"polyhedron": puzzle.polyhedron.name, "pegs": list(puzzle.capacities)}


def as_dict(puzzle: Cosoku, found: Arranged) -> dict[str, list[int]]:
    """The dots at the corners of each face."""
    return dict(zip(puzzle.polyhedron.face_names, (list(dots(*placed)) for placed in found.arrangement)))


def told(puzzle: Cosoku, found: Arranged) -> list[str]:
    if found.arrangement:
        last = f"Found by {found.engine} in {found.seconds:.2f} s."
        return [*instructions(puzzle, found.arrangement), last]
    if found.stopped:
        by = "the time limit" if found.stopped == "time limit" else "an interrupt"
        return [f"No solution so far; stopped by {by} after {found.seconds:.1f} s."]
    return [f"There is no solution{': ' + one_line(found.said) if found.said else ', says ' + found.engine}."]


def count(puzzle: Cosoku, args) -> int:
    """The exact number of solutions; none is known when the search is stopped."""
    from ..common.clock import Clock
    from ..icosoku.counting import exact as tile_counts

    clock, stopped, number = Clock(args.time_limit), "", None
    try:
        number = tile_counts.count(puzzle, stop=clock.stop)
    except KeyboardInterrupt:
        stopped = "an interrupt"
    stopped = stopped or ("the time limit" if number is None else "")
    seconds = clock.seconds()
    out = described(puzzle) | {"count": number, "complete": not stopped, "seconds": round(seconds, 3)}
    if stopped:
        text = f"Stopped by {stopped} after {seconds:.1f} s; there is no number yet."
    else:
        text = f"{number:,} solutions ({seconds:.1f} s)"
    packing.report(args, out, text)
    return STOPPED if stopped else DONE if number else NO_SOLUTION


# -------- census


def run_census(args) -> int:
    from ..icosoku.census import search as census

    start = perf_counter()
    if args.check is not None:
        return report(census.check_witnesses(args.check), start, args)
    if args.witnesses is not None:
        check_writable(args.witnesses)
    found = census.run(progress=line_of_progress() if sys.stderr.isatty() and not args.json else None)
    if found.stopped:  # a file that has not all of them would only be refused
        return report(census.Checked(found.covered, 0, found.seconds, found.stopped), start, args)
    if args.witnesses is not None:
        census.save(args.witnesses, found.witnesses)
    written = found.witnesses if args.witnesses is None else args.witnesses
    return report(census.check_witnesses(written), start, args)


def check_writable(path: str) -> None:
    """A file that cannot be written is told before the work, not after it."""
    folder = os.path.dirname(path) or "."
    if not path.endswith(".npy"):
        raise PuzzleError(f"{path}: the file of witnesses must end in .npy")
    needed = (folder, path) if os.path.exists(path) else (folder,)  # it is written beside its place first
    if os.path.isdir(path) or not all(os.access(one, os.W_OK) for one in needed):
        raise PuzzleError(f"{path}: cannot be written")


def line_of_progress():
    """One line on the terminal that is written over and over."""

    def show(stage, covered, by_ring):
        end = "\n" if covered == INSTANCES else " "
        print(f"\r{stage}: {covered:,} of {INSTANCES:,}", end=end, file=sys.stderr, flush=True)

    return show


def report(checked, start: float, args) -> int:
    """What there is. A search that was stopped writes no file; a check that was stopped leaves it."""
    seconds, stopped = perf_counter() - start, bool(checked.stopped)
    out = {
        "instances": INSTANCES,
        "witnesses": checked.instances,
        "verified": checked.verified,
        "complete": not stopped,
        "seconds": round(seconds, 3),
    }
    if stopped:
        witnesses = f"{checked.instances:,} witnesses, {checked.verified:,} of them checked"
        text = f"Stopped: {witnesses} ({seconds:.1f} s)."
    else:
        confirmed = f"{checked.verified:,} of {INSTANCES:,} instances"
        text = f"{confirmed} have a witness that was checked ({seconds:.1f} s)"
    packing.report(args, out, text)
    return STOPPED if stopped else DONE
