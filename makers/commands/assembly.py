"""The command `assemble`, and `count --assemblable`: which solutions can be put together."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from puzzlelib import engines
from puzzlelib.commands.packing import ending_of, exit_status, number_of_threads, print_answer, text_writer
from puzzlelib.commands.program import note, within_limit
from puzzlelib.common.clock import Clock
from puzzlelib.common.ending import Ending
from puzzlelib.common.words import join_words, many
from puzzlelib.engines import Result
from puzzlelib.packing.files import load
from puzzlelib.packing.puzzle import PackingPuzzle, Solution, to_dict

from ..apart import Disassembly, check_joined, take_each_apart

FIRST_LIMITS = (1, 100)  # so many solutions are looked for first: one that can be built may do


def run_assemble(args) -> int:
    """Take solutions apart: until one comes apart, or all of them."""
    with within_limit(args.time_limit) as clock:
        puzzle = load(args.puzzle)
        check_joined(puzzle, joined_sets(args))
        result, done = (all_answers if args.all else until_possible)(puzzle, args, clock)
    found = [one for one in done if one.possible]
    out = {"puzzle": args.puzzle, "engine": result.engine} | ending_of(result)
    out |= {"solutions": len(done), "assemblable": len(found)}
    if args.json:
        solutions = (to_dict(one.solution.puzzle, one.solution) for one in done)
        out["assemblies"] = [{"solution": s} | one.to_dict() for s, one in zip(solutions, done)]
    texts = [] if args.json else map(assembly_text, done if args.all else found)
    proof = [f"The first one {stuck_line(done[0])}."] if done and not found else []
    last = buildable_line(found, done, result, *proof)
    print_answer(args, out, *texts, last, sep="\n")
    return exit_status(result, found)


def count_assemblable(args) -> int:
    with within_limit(args.time_limit) as clock:
        puzzle = load(args.puzzle)
        result, done = all_answers(puzzle, args, clock)
    found = [one for one in done if one.possible]
    names = {name: getattr(args, name) for name in ("puzzle", "symmetry")}
    out = names | {"engine": result.engine, "count": len(found), "solutions": len(done)}
    text = buildable_line(found, done, result)
    print_answer(args, out | ending_of(result), text)
    return exit_status(result, found)


# -------- the work


def all_answers(puzzle: PackingPuzzle, args, clock: Clock) -> tuple[Result, list[Disassembly]]:
    """Return how the search for solutions ended, and the answer for each; none if it was cut short."""
    result = solve_within(puzzle, args, None, clock)
    found = () if result.stopped in engines.CUT else result.solutions
    return with_ending(result, list(assemblies_within(found, args, clock)), clock)


def until_possible(puzzle: PackingPuzzle, args, clock: Clock) -> tuple[Result, list[Disassembly]]:
    """Return the same for the solutions up to the first that can be built."""
    done: list[Disassembly] = []
    for limit in (*FIRST_LIMITS, None):
        result = solve_within(puzzle, args, limit, clock)
        if result.stopped in engines.CUT:
            break
        tried = {one.solution for one in done}
        new = [one for one in result.solutions if one not in tried]
        for one in assemblies_within(new, args, clock):
            done.append(one)
            if one.possible or one.stopped:
                return with_ending(result, done, clock)
        if result.stopped != Ending.LIMIT:
            break
    return with_ending(result, done, clock)


def solve_within(puzzle: PackingPuzzle, args, limit: int | None, clock: Clock) -> Result:
    """Return solutions, one of each orbit unless all are asked for, in the time that is left."""
    symmetry, workers = getattr(args, "symmetry", "rotations"), number_of_threads(args.workers)
    more = {"symmetry": symmetry, "tell": note, "workers": workers}
    return engines.solve(puzzle, args.engine, limit, clock.left(), **more)


def assemblies_within(solutions: Iterable[Solution], args, clock: Clock) -> Iterator[Disassembly]:
    """Yield how each solution comes apart, until the time is up."""
    return take_each_apart(solutions, joined_sets(args), getattr(args, "fewest", False), stop=clock.stop)


def joined_sets(args) -> list[list[str]]:
    """Return the names of pieces that may stay joined, as --joined says them."""
    return [names.split(",") for names in getattr(args, "joined", None) or ()]


def with_ending(result: Result, done: list[Disassembly], clock: Clock) -> tuple[Result, list]:
    """Return a result that says how the whole work ended, and the answers that are complete."""
    result = replace(result, seconds=clock.seconds())
    if not (done and done[-1].stopped):
        return result, done
    return replace(result, complete=False, stopped=clock.cause), done[:-1]


# -------- the words


def assembly_text(done: Disassembly) -> str:
    """Return layers of letters, and the level with the moves that put it together, or why not."""
    drawn = text_writer(done.solution.puzzle)(done.solution).rstrip("\n")
    if done.stuck:
        return f"{drawn}\n\n{stuck_line(done)}\n"
    head = f"level {done.level or 0}, {many(len(done.assembly), 'move')}; to put it together:"
    steps = (f"{k:3}. {done.sentence(shift)}" for k, shift in enumerate(done.assembly, 1))
    return "\n".join((drawn, "", head, *steps, ""))


def stuck_line(done: Disassembly) -> str:
    names = join_words(done.names[k] for k in done.stuck.pieces)
    number = many(len(done.stuck.positions), "position")
    proof = f"they reach {number}, and in none of them are they clear of each other"
    return f"cannot be built: {names} do not come apart; {proof}"


def buildable_line(found: list, done: list, result: Result, *proof: str) -> str:
    rest = f" so far; stopped by {result.stopped}" if result.stopped else ""
    rest = "; --all takes the others as well" if result.stopped == Ending.LIMIT else rest
    said = f"{len(found):,} of {many(len(done), 'solution')} can be built{rest}."
    return " ".join(filter(None, (said, *proof, result.reason)))
