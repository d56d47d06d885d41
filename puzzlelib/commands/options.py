"""All commands of `python -m puzzlelib`, and their options."""

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from .. import __version__
from ..common.errors import PuzzleError
from ..common.extensions import extensions, load_entry
from ..common.extras import lacking
from ..common.words import number_in
from ..engines import ENGINES

COMMANDS = {  # name -> module of this room and function; each imports much that the others do not
    "list": "packing:run_list",
    "solve": "packing:run_solve",
    "count": "packing:run_count",
    "generate": "packing:run_generate",
    "show": "export_html:run_show",
    "plates": "plates:run_plates",
    "icosoku": "icosoku:run_icosoku",
    "census": "icosoku:run_census",
}
OF_MAKERS = {"assemble", "print", "convert", "atlas", "fair", "--assemblable"}
JSON = "one object, for scripts"
STATUS = "Exit status: 0 done, 1 no solution, 2 bad input, 3 stopped."
WORKERS = "so many processes here, or those of a Dask scheduler at this address"
THREADS = "so many threads of the engine compiled; without it, one for each core"


def command_of(args) -> Callable[[argparse.Namespace], int]:
    """Return the function that runs a command and returns its exit status.

    A command of another package, and an option that makes another command of one, set `args.run`.
    """
    place = getattr(args, "run", None) or f"{__package__}.{COMMANDS[args.command]}"
    return load_entry(place, args.command)


class Help(argparse.HelpFormatter):
    """argparse's, which would import shutil at each option to ask how wide the terminal is."""

    def __init__(self, prog: str, **more):
        from_user = os.environ.get("COLUMNS", "")
        wide = int(from_user) if from_user.isdecimal() and int(from_user) else terminal_width()
        super().__init__(prog, width=wide - 2, **more)


def terminal_width() -> int:
    """Return the number of letters in a line of the terminal, 80 without one."""
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80
    except (AttributeError, ValueError, OSError):
        return 80


class Parser(argparse.ArgumentParser):
    """A parser that raises `PuzzleError`, one line, for wrong words and for `missing` commands."""

    missing: set[str] = set()

    def __init__(self, *args, **more):
        super().__init__(*args, formatter_class=Help, **more)
        for kind in int, float:
            self.register("type", kind, partial(number_in, kind=kind))

    def error(self, message):
        raise PuzzleError(f"{message}; see {self.prog} --help")

    def parse_known_args(self, *words):
        found, rest = super().parse_known_args(*words)
        return found, rest and self.error(f"unrecognized arguments: {' '.join(rest)}")

    def parse_args(self, words):
        """Return the options in the words of a command line."""
        asked = {*words[:1], *(word for word in words if word == "--assemblable")} & self.missing
        if asked:
            raise PuzzleError(f"{asked.pop()} needs {lacking('makers')}")
        for option, _, value in (word.partition("=") for word in words):
            # some versions of argparse make an empty list of it
            if option.startswith("--") and value == "--":
                self.error(f"argument {option}: expected one argument, and -- is none")
        return super().parse_args(words)


def parsed(words: list[str]) -> argparse.Namespace:
    """Return the options in the words of a command line.

    Only the command that they begin with gets its parser, as all of them take a while; but for an
    option that this one does not know, which another package may have added, and for help.
    """
    own = words and words[0] in COMMANDS and not any(word[:3] in ("-h", "--h") for word in words)
    if own:
        with suppress(PuzzleError):
            return command_parser(words[0]).parse_args(words)
    return command_parser().parse_args(words)


def command_parser(only: str = "") -> Parser:
    """Return the parser of all commands, or of one of this room."""
    name = "exactly-once" if Path(sys.argv[0]).stem == "exactly-once" else "python -m puzzlelib"
    top = Parser(prog=name, description="Puzzles solved by search.", epilog=STATUS)
    top.add_argument("--version", action="version", version=f"Exactly Once {__version__}")
    commands = top.add_subparsers(dest="command", required=True, parser_class=Parser)
    for command in [only] if only else COMMANDS:
        OPTIONS[command](commands.add_parser)
    if only:
        return top
    for place in extensions("commands").values():
        with suppress(PuzzleError):  # its package is not installed
            load_entry(place, "a command")(commands)
    top.missing = set() if "print" in commands.choices else OF_MAKERS
    return top


def add_list(new: Callable) -> None:
    new("list", help="the puzzles in the catalogue")


def add_solve(new: Callable) -> None:
    one = new("solve", help="find solutions")
    add_search(one.add_argument)
    one.add_argument("--workers", metavar="N", type=int, help=THREADS)
    add_limit(one)


def add_count(new: Callable) -> None:
    add = new("count", help="count all solutions").add_argument
    add_search(add)
    add("--workers", metavar="N|ADDRESS", help=f"{THREADS}; or the workers of a Dask scheduler")


def add_search(add: Callable) -> None:
    add("puzzle", metavar="NAME|FILE", help="a puzzle, or a .cover, .txt or .dlx: exact cover")
    add("--problem", type=int, metavar="N", help="which puzzle of a file; without it, all")
    add("--engine", help=f"{', '.join(ENGINES)}; without it, one is chosen and named on stderr")
    add("--symmetry", default="none", help="none, rotations or reflections: one solution of each orbit")
    add_usual(add)


def add_generate(new: Callable) -> None:
    add = new("generate", help="draw a puzzle with hints").add_argument
    add("--grid", required=True, help="2x4x4 | 2x2x8 | 2x2x4+2x2x4 | NAME | FILE")
    add("--hints", required=True, type=int, metavar="N", help="pieces given, 0 to all")
    add("--seed", required=True, type=int, metavar="S")
    add_usual(add)


def add_show(new: Callable) -> None:
    add = new("show", help="draw a puzzle or a solution to an HTML file").add_argument
    what = "puzzle (solved first), JSON of solve or generate, or clingo's output"
    add("what", metavar="NAME|FILE", help=what)
    add("--html", required=True, metavar="OUT.html")


def add_plates(new: Callable) -> None:
    one = new("plates", help="solve a set of plates on the board or around the cube")
    add = one.add_argument
    add("file", metavar="NAME|FILE", help="a plates file, or the name of one in puzzlelib/plates/sets")
    add("--target", required=True, help="board or cube")
    add("--engine", default="highs", help="highs, gurobi, cp-sat, exact-cover, or one of those of solve")
    where = "on the board as in the file: (0, 0) is the top left, y goes down, z is 0"
    add_usual(add, json=f"cells [x, y, z]; {where}")
    add_limit(one)


def add_limit(command: argparse.ArgumentParser) -> None:
    add = command.add_mutually_exclusive_group().add_argument
    add("--limit", type=int, default=1, metavar="N", help="how many solutions at the most (1)")
    add("--all", action="store_true", help="all solutions")


def add_usual(add: Callable, json: str = JSON) -> None:
    """Add the options that most commands have."""
    add("--time-limit", type=float, metavar="S", help="seconds")
    add("--json", action="store_true", help=json)


def add_icosoku(new: Callable) -> None:
    one = new("icosoku", help="solve an IcoSoKu, or count its solutions")
    add = one.add_mutually_exclusive_group().add_argument
    pegs = "the numbers 1 to 12 on the vertices A to L (those of the paper)"
    add("--pegs", metavar="1,11,5,…", help=pegs)
    add("--seed", type=int, metavar="S", help="pegs drawn by chance")
    add("--file", metavar="FILE", help="tiles on any polyhedron, from a YAML file")
    engines = "asp, gecode, gecode-restarts, chuffed, cp-sat, highs, backtracking"
    one.add_argument("--engine", help=f"{engines} (asp)")
    one.add_argument("--count", action="store_true", help="count all solutions, exactly")
    one.add_argument("--workers", metavar="N", type=int, help="so many threads of a count; one for each core")
    add_usual(one.add_argument)


def add_census(new: Callable) -> None:
    all_of = "find a witness for each of the 3,991,680 instances of IcoSoKu, or check them"
    one = new("census", help=all_of)
    add = one.add_mutually_exclusive_group().add_argument
    add("--witnesses", metavar="FILE.npy", help="where to write them")
    add("--check", metavar="FILE.npy", help="check those in this file, with code of its own")
    one.add_argument("--json", action="store_true", help=JSON)


OPTIONS = {
    "list": add_list,
    "solve": add_solve,
    "count": add_count,
    "generate": add_generate,
    "show": add_show,
    "plates": add_plates,
    "icosoku": add_icosoku,
    "census": add_census,
}
