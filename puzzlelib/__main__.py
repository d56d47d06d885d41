"""The command line: list, solve, count, generate, show, plates, icosoku, census. `python -m puzzlelib --help` tells the rest."""
import argparse
import json
import os
import sys
from pathlib import Path

from . import engines, puzzles
from .exact_cover import why_impossible
from .generate import GRIDS, generate
from .puzzles import PuzzleError, as_dict

DONE, NO_SOLUTION, BAD_INPUT, STOPPED = 0, 1, 2, 3


class Parser(argparse.ArgumentParser):
    """argparse that says what is wrong in one line, as everything here does."""

    def error(self, message):
        raise PuzzleError(f"{message}; see python -m puzzlelib --help")


def parser() -> Parser:
    """All commands and their options."""
    top = Parser(prog="python -m puzzlelib", description="Puzzles solved by search.")
    commands = top.add_subparsers(dest="command", required=True, parser_class=Parser)
    commands.add_parser("list", help="the puzzles in the catalogue")
    for name, text in (("solve", "find solutions"), ("count", "count all solutions")):
        one = commands.add_parser(name, help=text)
        one.add_argument("puzzle", metavar="NAME|FILE")
        one.add_argument("--engine", default="asp", help=", ".join(engines.ENGINES))
        one.add_argument("--time-limit", type=float, metavar="S", help="seconds")
        one.add_argument("--json", action="store_true")
    commands.choices["count"].add_argument("--symmetry", default="none", help="none, rotations or reflections")
    commands.choices["count"].add_argument("--processes", type=int, default=1, metavar="N", help="searches at the same time (engine compiled)")
    one = commands.add_parser("generate", help="make a tetracube puzzle")
    one.add_argument("--grid", required=True, help=" | ".join(GRIDS))
    one.add_argument("--hints", required=True, type=int, metavar="N", help="pieces given, 0 to 8")
    one.add_argument("--seed", required=True, type=int, metavar="S")
    one.add_argument("--json", action="store_true")
    one = commands.add_parser("show", help="draw a puzzle or a solution to an HTML file")
    one.add_argument("what", metavar="FILE|SOLUTION", help="puzzle, JSON of solve or generate, or clingo's output")
    one.add_argument("--html", required=True, metavar="OUT.html")
    one = commands.add_parser("plates", help="solve a set of plates on the board or around the cube")
    one.add_argument("file", metavar="NAME|FILE", help="a plates file, or the name of one in plate_sets/")
    one.add_argument("--target", required=True, help="board or cube")
    one.add_argument("--engine", default="highs", help="highs, gurobi, cp-sat, exact-cover, or one of those of solve")
    one.add_argument("--time-limit", type=float, metavar="S", help="seconds")
    one.add_argument("--json", action="store_true", help="cells [x, y, z]; on the board as in the file: (0, 0) is the top left, y goes down, z is 0")
    for one in commands.choices["solve"], one:
        add = one.add_mutually_exclusive_group().add_argument
        add("--limit", type=int, default=1, metavar="N", help="how many solutions at the most (1)")
        add("--all", action="store_true", help="all solutions")
    add_icosoku(commands)
    return top


def add_icosoku(commands) -> None:
    """The commands of lessons 10 to 12."""
    one = commands.add_parser("icosoku", help="solve an IcoSoKu, or count its solutions")
    which = one.add_mutually_exclusive_group()
    which.add_argument("--pegs", metavar="1,11,5,…", help="the numbers 1 to 12 on the vertices A to L (those of the paper)")
    which.add_argument("--seed", type=int, metavar="S", help="pegs drawn by chance")
    which.add_argument("--file", metavar="FILE", help="tiles on any polyhedron, from a YAML file")
    one.add_argument("--engine", default="asp", help="asp, gecode, gecode-restarts, chuffed, cp-sat, highs, backtracking")
    one.add_argument("--count", action="store_true", help="count all solutions, exactly")
    one.add_argument("--time-limit", type=float, metavar="S", help="seconds")
    one.add_argument("--json", action="store_true")
    one = commands.add_parser("census", help="find a witness for each of the 3,991,680 instances of IcoSoKu, or check them")
    what = one.add_mutually_exclusive_group()
    what.add_argument("--witnesses", metavar="FILE.npy", help="where to write them")
    what.add_argument("--check", metavar="FILE.npy", help="check those in this file, with code of its own")
    one.add_argument("--json", action="store_true")


def list_(args) -> int:
    for name in puzzles.catalogue():
        puzzle = puzzles.load(name)
        print(f"{name:30} {len(puzzle.pieces):3} pieces {len(puzzle.container):4} cells   {puzzle.name}")
    return DONE


def solve(args) -> int:
    puzzle = puzzles.load(args.puzzle)
    result = engines.solve(puzzle, args.engine, None if args.all else args.limit, args.time_limit)
    out = {"puzzle": args.puzzle, "engine": args.engine, "complete": result.complete, "seconds": round(result.seconds, 3),
           "solutions": [as_dict(puzzle, solution) for solution in result.solutions]}
    out |= reason(puzzle, result, result.solutions)
    report(args, out, lambda: print_solutions(puzzle, result, out))
    return status(result, result.solutions)


def count(args) -> int:
    puzzle = puzzles.load(args.puzzle)
    bar = True if sys.stderr and sys.stderr.isatty() and not args.json else None
    result = engines.count(puzzle, args.engine, args.symmetry, args.time_limit, processes=args.processes, progress=bar)
    out = {"puzzle": args.puzzle, "engine": args.engine, "symmetry": args.symmetry, "count": result.count,
           "complete": result.complete, "seconds": round(result.seconds, 3)} | reason(puzzle, result, result.count)
    report(args, out, lambda: print(told(result.count, result), out.get("reason", "")))
    return status(result, result.count)


def generate_(args) -> int:
    made = generate(args.grid, args.hints, args.seed)
    out = {"grid": made.grid, "hints": made.hints, "seed": made.seed, "puzzle": as_dict(made.puzzle, made.given),
           "solution": as_dict(made.puzzle, made.solution), "completions": made.completions}
    report(args, out, lambda: print_generated(made))
    return DONE


def show(args) -> int:
    from . import show as pictures
    pictures.write_html(args.what, Path(args.html))
    return DONE


def plates(args) -> int:
    from . import plates_command            # it brings much that the other commands do without
    return plates_command.run(args)


def icosoku(args) -> int:
    from . import cosoku_command
    return cosoku_command.run_icosoku(args)


def census(args) -> int:
    from . import cosoku_command
    return cosoku_command.run_census(args)


def report(args, out: dict, as_text) -> None:
    """The result as JSON, or for people."""
    print(json.dumps(out)) if args.json else as_text()


def print_solutions(puzzle, result, out) -> None:
    from .draw import layers_text
    for solution in result.solutions:
        print(layers_text(puzzle, dict.fromkeys(solution, "solution")), end="\n\n")
    print(told(len(result.solutions), result), out.get("reason", ""))


def print_generated(made) -> None:
    from .draw import layers_text
    for title, placements in (("Puzzle", made.given), ("Solution", made.solution)):
        print(title, layers_text(made.puzzle, dict.fromkeys(placements, "given")), sep="\n", end="\n\n")
    print(f"{made.completions:,} completions")


def told(number: int, result) -> str:
    """How many solutions, and whether that is all."""
    text = f"{number:,} solution{'s' * (number != 1)}"
    return f"{text}." if result.complete else f"{text} so far; stopped by {result.stopped}, so there may be more."


def reason(puzzle, result, found) -> dict:
    """For a puzzle without a solution: why, where that is known."""
    known = why_impossible(puzzle) if result.complete and not found else ""
    return {"reason": known} if known else {}


def status(result, found) -> int:
    """The exit status: see DONE, NO_SOLUTION, BAD_INPUT, STOPPED."""
    if result.stopped in ("time limit", "interrupt"):
        return STOPPED
    return DONE if found else NO_SOLUTION


COMMANDS = {"list": list_, "solve": solve, "count": count, "generate": generate_, "show": show,
            "plates": plates, "icosoku": icosoku, "census": census}


def main(argv=None) -> int:
    """Run one command; bad input gives one line on stderr and status 2.

    >>> main(["count", "tetracubes-2x2x8", "--engine", "backtracking"])
    1,792 solutions. 
    0
    """
    try:
        args = parser().parse_args(argv)
        done = COMMANDS[args.command](args)
        print(end="", flush=True)
        return done
    except PuzzleError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("stopped before there was anything to tell", file=sys.stderr)
        return STOPPED
    except OSError as error:
        if not isinstance(error, BrokenPipeError):          # who closed the pipe has read enough
            print(f"the output cannot be written: {error.strerror}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())       # else Python tries once more when it ends
        return DONE if isinstance(error, BrokenPipeError) else BAD_INPUT


if __name__ == "__main__":
    if sys.stdout:
        sys.stdout.reconfigure(errors="backslashreplace")   # a terminal that does not know × gets \xd7
    done = main()
    if done == STOPPED:                                     # Python, once interrupted within an exec(), would end by the signal
        os._exit(done)                                      # and not with this status; main has written everything
    sys.exit(done)
