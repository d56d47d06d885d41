"""The commands `icosoku` and `census`."""

import os
import sys
from time import perf_counter

from ..common.errors import PuzzleError, one_line, short
from ..common.words import many, number_in
from ..icosoku import engines as cosoku_engines
from ..icosoku import files as cosoku_files
from ..icosoku.puzzle import Arranged, Cosoku, dots, icosoku, instructions
from .packing import ending_of, print_answer
from .program import DONE, NO_SOLUTION, STOPPED

INSTANCES = 3_991_680
ENGINE = "asp"  # the default


# -------- icosoku


def run_icosoku(args) -> int:
    if args.engine is not None and args.count:
        raise PuzzleError("--engine is for solving an instance; counts are made by a method of their own")
    if args.file is not None:
        puzzle = cosoku_files.load(args.file)
    else:
        puzzle = icosoku(None if args.pegs is None else pegs_in(args.pegs), args.seed)
    return count_instance(puzzle, args) if args.count else solve_instance(puzzle, args)


def pegs_in(text: str) -> list[int]:
    """Return the numbers in a text such as "1,11,5"."""
    try:
        return [number_in(word) for word in text.split(",")]
    except ValueError:
        allowed = "must be whole numbers with commas between them, such as 1,11,5,10,6,7,9,2,3,8,4,12"
        raise PuzzleError(f"pegs {short(text)}: {allowed}") from None


def solve_instance(puzzle: Cosoku, args) -> int:
    found = cosoku_engines.solve(puzzle, args.engine or ENGINE, time_limit=args.time_limit)
    laid = zip(puzzle.polyhedron.face_names, found.arrangement or ())
    solutions = [{face: list(dots(*placed)) for face, placed in laid}] if found.arrangement else []
    out = instance_of(puzzle) | {"engine": found.engine} | ending_of(found) | {"solutions": solutions}
    out |= {"reason": found.said} if found.said and not found.arrangement else {}
    print_answer(args, out, *answer_in_words(puzzle, found), sep="\n")
    return STOPPED if found.stopped else DONE if found.arrangement else NO_SOLUTION


def instance_of(puzzle: Cosoku) -> dict:
    """Return the part of an answer's JSON that names the instance."""
    return {"polyhedron": puzzle.polyhedron.name, "pegs": list(puzzle.capacities)}


def answer_in_words(puzzle: Cosoku, found: Arranged) -> list[str]:
    if found.arrangement:
        last = f"Found by {found.engine} in {found.seconds:.2f} s."
        return [*instructions(puzzle, found.arrangement), last]
    if found.stopped:
        by = "the time limit" if found.stopped == "time limit" else "an interrupt"
        return [f"No solution so far; stopped by {by} after {found.seconds:.1f} s."]
    return [f"There is no solution{': ' + one_line(found.said) if found.said else ', says ' + found.engine}."]


def count_instance(puzzle: Cosoku, args) -> int:
    """Count the solutions exactly; a search that is stopped has no number."""
    from ..common.clock import Clock
    from ..icosoku.counting import exact

    clock, stopped, number = Clock(args.time_limit), "the time limit", None
    try:
        number = exact.count(puzzle, clock.stop, args.workers)
    except KeyboardInterrupt:
        stopped = "an interrupt"
    complete, seconds = number is not None, clock.seconds()
    out = instance_of(puzzle) | {"count": number, "complete": complete, "seconds": round(seconds, 3)}
    if complete:
        text = f"{many(number, 'solution')} ({seconds:.1f} s)"
    else:
        text = f"Stopped by {stopped} after {seconds:.1f} s; there is no number yet."
    print_answer(args, out, text)
    return STOPPED if not complete else DONE if number else NO_SOLUTION


# -------- census


def run_census(args) -> int:
    """Find a witness for each instance, or check those in a file."""
    from ..icosoku.census import search as census

    start = perf_counter()
    if args.check is not None:
        return print_census(census.check_witnesses(args.check), start, args)
    if args.witnesses is not None:
        check_writable(args.witnesses)
    found = census.run(progress=show_census if sys.stderr.isatty() and not args.json else None)
    if found.stopped:  # an incomplete file would only be refused
        return print_census(census.Checked(found.covered, 0, found.seconds, found.stopped), start, args)
    if args.witnesses is not None:
        census.save(args.witnesses, found.witnesses)
    witnesses = found.witnesses if args.witnesses is None else args.witnesses
    return print_census(census.check_witnesses(witnesses), start, args)


def check_writable(path: str) -> None:
    """Refuse a file that cannot be written before the work, not after it."""
    folder = os.path.dirname(path) or "."
    if not path.endswith(".npy"):
        raise PuzzleError(f"{path}: the file of witnesses must end in .npy")
    needed = (folder, path) if os.path.exists(path) else (folder,)  # it is written beside its place first
    if os.path.isdir(path) or not all(os.access(one, os.W_OK) for one in needed):
        raise PuzzleError(f"{path}: cannot be written")


def show_census(stage: str, covered: int, by_ring) -> None:
    """Write the progress over the line that the terminal shows."""
    end = "\n" if covered == INSTANCES else " "
    print(f"\r{stage}: {covered:,} of {INSTANCES:,}", end=end, file=sys.stderr, flush=True)


def print_census(checked, start: float, args) -> int:
    """Print how many witnesses were checked, and return the exit status."""
    seconds, stopped = perf_counter() - start, bool(checked.stopped)
    out = {"instances": INSTANCES, "witnesses": checked.instances, "verified": checked.verified}
    out |= {"complete": not stopped, "seconds": round(seconds, 3)}
    if stopped:
        witnesses = f"{checked.instances:,} witnesses, {checked.verified:,} of them checked"
        text = f"Stopped: {witnesses} ({seconds:.1f} s)."
    else:
        confirmed = f"{checked.verified:,} of {INSTANCES:,} instances"
        text = f"{confirmed} have a witness that was checked ({seconds:.1f} s)"
    print_answer(args, out, text)
    return STOPPED if stopped else DONE
