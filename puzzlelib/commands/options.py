"""All commands of `python -m puzzlelib`, and their options."""

import argparse
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from .. import __version__
from ..common.errors import PuzzleError
from ..engines import ENGINES
from ..search.generate import GRIDS

COMMANDS = {  # name -> module of this room and function; each imports much that the others do not
    "list": "packing.run_list",
    "solve": "packing.run_solve",
    "count": "packing.run_count",
    "generate": "packing.run_generate",
    "show": "export_html.run_show",
    "assemble": "assembly.run_assemble",
    "print": "printing.run_print",
    "convert": "convert.run_convert",
    "atlas": "design.run_atlas",
    "fair": "design.run_fair",
    "plates": "plates.run_plates",
    "icosoku": "icosoku.run_icosoku",
    "census": "icosoku.run_census",
}
WORKERS = "so many processes here, or those of a Dask scheduler at this address"


def command_of(args) -> Callable[[argparse.Namespace], int]:
    """Return the function that runs a command and returns its exit status."""
    module, function = COMMANDS[args.command].split(".")
    return getattr(import_module(f".{module}", __package__), function)


class Parser(argparse.ArgumentParser):
    """A parser that raises `PuzzleError`, one line, for wrong words."""

    def error(self, message):
        raise PuzzleError(f"{message}; see {self.prog} --help")

    def parse_args(self, words):
        for option, _, value in (word.partition("=") for word in words):
            # some versions of argparse make an empty list of it
            if option.startswith("--") and value == "--":
                self.error(f"argument {option}: expected one argument, and -- is none")
        return super().parse_args(words)


def name_called() -> str:
    """Return the name by which the program was called."""
    return "exactly-once" if Path(sys.argv[0]).stem == "exactly-once" else "python -m puzzlelib"


def command_parser() -> Parser:
    """Return the parser of all commands."""
    top = Parser(prog=name_called(), description="Puzzles solved by search.")
    top.add_argument("--version", action="version", version=f"Exactly Once {__version__}")
    commands = top.add_subparsers(dest="command", required=True, parser_class=Parser)
    new = commands.add_parser
    new("list", help="the puzzles in the catalogue")
    for name, text in (("solve", "find solutions"), ("count", "count all solutions")):
        add = new(name, help=text).add_argument
        add("puzzle", metavar="NAME|FILE")
        add("--engine", help=f"{', '.join(ENGINES)}; without it, one that ends is chosen, and told on stderr")
        add("--symmetry", default="none", help="none, rotations or reflections: one solution of each orbit")
        add_usual(add)
    add("--workers", "--processes", metavar="N|ADDRESS", help=f"{WORKERS} (engine compiled)")
    add("--assemblable", action="store_true", help="count only solutions that can be built")
    add_assembly(new)
    add = new("generate", help="make a tetracube puzzle").add_argument
    add("--grid", required=True, help=" | ".join(GRIDS))
    add("--hints", required=True, type=int, metavar="N", help="pieces given, 0 to 8")
    add("--seed", required=True, type=int, metavar="S")
    add("--json", action="store_true")
    add_outputs(new)
    plates = new("plates", help="solve a set of plates on the board or around the cube")
    add = plates.add_argument
    add("file", metavar="NAME|FILE", help="a plates file, or the name of one in puzzlelib/plates/sets")
    add("--target", required=True, help="board or cube")
    add("--engine", default="highs", help="highs, gurobi, cp-sat, exact-cover, or one of those of solve")
    where = "on the board as in the file: (0, 0) is the top left, y goes down, z is 0"
    add_usual(add, json=f"cells [x, y, z]; {where}")
    for command in commands.choices["solve"], plates:
        add = command.add_mutually_exclusive_group().add_argument
        add("--limit", type=int, default=1, metavar="N", help="how many solutions at the most (1)")
        add("--all", action="store_true", help="all solutions")
    add_design(new)
    add_icosoku(new)
    return top


def add_usual(add: Callable, json: str | None = None) -> None:
    """Add the options that most commands have."""
    add("--time-limit", type=float, metavar="S", help="seconds")
    add("--json", action="store_true", help=json)


def add_outputs(new: Callable) -> None:
    """Add the commands that write a puzzle as a page, and for printers."""
    add = new("show", help="draw a puzzle or a solution to an HTML file").add_argument
    add(
        "what",
        metavar="NAME|FILE",
        help="puzzle (solved first), JSON of solve or generate, or clingo's output",
    )
    add("--html", required=True, metavar="OUT.html")
    add = new("convert", help="write an .xmpuzzle file as YAML, or a puzzle as .xmpuzzle").add_argument
    add("puzzle", metavar="NAME|FILE")
    add("--problem", type=int, metavar="N", help="which one of an .xmpuzzle file (1)")
    help_ = "a file that ends in .yaml or .xmpuzzle; without it the text is printed"
    add("-o", "--output", metavar="FILE", help=help_)
    add("--replace", action="store_true", help="write over a file that is there")
    add = new("print", help="write a puzzle for a 3D printer, and on paper").add_argument
    add("puzzle", metavar="NAME|FILE")
    add("--out", required=True, metavar="FOLDER")
    add("--cell", type=float, metavar="MM", help="side of a cell (11.15)")
    add("--play", type=float, metavar="MM", help="how far each face is drawn in (0.07)")
    add("--bevel", type=float, metavar="MM", help="how far edges are cut off (0.4)")
    add("--wall", type=float, metavar="MM", help="walls and floor of the box (6)")
    add("--box-play", type=float, metavar="MM", help="between the pieces and the box (0.2)")
    add("--plate", default="180x180", metavar="WIDTHxDEPTH", help="the printer's plate in mm")
    add("--pdf", action="store_true", help="the sheets as PDF as well, where a Chromium is")
    add("--replace", action="store_true", help="write over files that are there")
    add("--time-limit", type=float, metavar="S", help="seconds to count solutions for the card (10)")
    add("--json", action="store_true")


def add_assembly(new: Callable) -> None:
    """Add the command that puts solutions together."""
    add = new("assemble", help="put a solution together by moves, or prove that none can be").add_argument
    add("puzzle", metavar="NAME|FILE")
    add("--engine", help="as for solve")
    add("--all", action="store_true", help="all solutions, not just the first that can be built")
    add("--fewest", action="store_true", help="the fewest moves in all, which may take long")
    joined = "pieces that may stay joined; may be given again for others"
    add("--joined", action="append", metavar="A,B,…", help=joined)
    add_usual(add)


def add_design(new: Callable) -> None:
    """Add the commands that look for puzzles, and judge those of a class."""
    add = new("atlas", help="look for puzzles with one solution that can be built").add_argument
    add("--box", required=True, metavar="4x4x4", help="the box")
    add("--pieces", required=True, metavar="5..7", help="how many pieces")
    add("--seed", required=True, type=int, metavar="S")
    add("--number", type=int, default=200, metavar="N", help="candidates (200)")
    add("--moves", type=int, default=1, metavar="N", help="of the longest separation, at least (1)")
    help_ = "where puzzles are written, and judged candidates kept: a call that is repeated goes on"
    add("--out", metavar="FOLDER", help=help_)
    add("--workers", metavar="N|ADDRESS", help=WORKERS)
    add_usual(add)
    add = new("fair", help="judge and rank the puzzle files in a folder: one page").add_argument
    add("folder", metavar="FOLDER")
    usual = "-solutions,moves,difficulty"
    add("--rank", default=usual, help=f"rules, the first decides; - puts the least first ({usual})")
    add_usual(add)


def add_icosoku(new: Callable) -> None:
    """Add the commands of lessons 10 to 12."""
    one = new("icosoku", help="solve an IcoSoKu, or count its solutions")
    add = one.add_mutually_exclusive_group().add_argument
    pegs = "the numbers 1 to 12 on the vertices A to L (those of the paper)"
    add("--pegs", metavar="1,11,5,…", help=pegs)
    add("--seed", type=int, metavar="S", help="pegs drawn by chance")
    add("--file", metavar="FILE", help="tiles on any polyhedron, from a YAML file")
    add("--count-all", metavar="FOLDER", help="count all instances; goes on with what is there")
    add("--report", metavar="FOLDER", help="what the chunks counted so far say")
    one.add_argument(
        "--save", metavar="FILE.npz", help="with --report: write all counts, in the census's order"
    )
    engines = "asp, gecode, gecode-restarts, chuffed, cp-sat, highs, backtracking"
    one.add_argument("--engine", help=f"{engines} (asp)")
    one.add_argument("--count", action="store_true", help="count all solutions, exactly")
    one.add_argument("--workers", metavar="N|ADDRESS", help=f"with --count-all: {WORKERS}")
    one.add_argument("--memory", type=int, metavar="GB", help="with --count-all: for each process (8)")
    add_usual(one.add_argument)
    all_of = "find a witness for each of the 3,991,680 instances of IcoSoKu, or check them"
    one = new("census", help=all_of)
    add = one.add_mutually_exclusive_group().add_argument
    add("--witnesses", metavar="FILE.npy", help="where to write them")
    add("--check", metavar="FILE.npy", help="check those in this file, with code of its own")
    one.add_argument("--json", action="store_true")
