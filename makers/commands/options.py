"""The options of the commands of this package, for the parser of `python -m puzzlelib`."""

from argparse import _SubParsersAction
from collections.abc import Callable

from puzzlelib.commands.options import THREADS, WORKERS, add_usual

HERE = "makers.commands"


def add_commands(commands: _SubParsersAction) -> None:
    """Add the commands of this package, and an option of `count`."""
    help_ = "count only solutions that can be built"
    run = f"{HERE}.assembly:count_assemblable"
    add = commands.choices["count"].add_argument
    add("--assemblable", action="store_const", dest="run", const=run, help=help_)
    for function in add_assemble, add_convert, add_print, add_atlas, add_fair:
        function(commands.add_parser)


def new_command(new: Callable, name: str, run: str, help: str) -> Callable:
    """Make a command that calls a function of this package; return what adds its options."""
    command = new(name, help=help)
    command.set_defaults(run=f"{HERE}.{run}")
    return command.add_argument


def add_assemble(new: Callable) -> None:
    says = "put a solution together by moves, or prove that none can be"
    add = new_command(new, "assemble", "assembly:run_assemble", says)
    add("puzzle", metavar="NAME|FILE")
    add("--engine", help="as for solve")
    add("--all", action="store_true", help="all solutions, not just the first that can be built")
    add("--fewest", action="store_true", help="the fewest moves in all, which may take long")
    joined = "pieces that may stay joined; may be given again for others"
    add("--joined", action="append", metavar="A,B,…", help=joined)
    add("--workers", metavar="N", type=int, help=THREADS)
    add_usual(add)


def add_convert(new: Callable) -> None:
    says = "write an .xmpuzzle file as YAML, or a puzzle as .xmpuzzle"
    add = new_command(new, "convert", "convert:run_convert", says)
    add("puzzle", metavar="NAME|FILE")
    add("--problem", type=int, metavar="N", help="which one of an .xmpuzzle file (1)")
    help_ = "a file that ends in .yaml or .xmpuzzle; without it the text is printed"
    add("-o", "--output", metavar="FILE", help=help_)
    add("--replace", action="store_true", help="write over a file that is there")


def add_print(new: Callable) -> None:
    add = new_command(new, "print", "printing:run_print", "write a puzzle for a 3D printer, and on paper")
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
    add("--time-limit", type=float, metavar="S", help="seconds; without it 10 for the card")
    add("--json", action="store_true")


def add_atlas(new: Callable) -> None:
    says = "look for puzzles with one solution that can be built"
    add = new_command(new, "atlas", "design:run_atlas", says)
    add("--box", required=True, metavar="4x4x4", help="the box")
    add("--pieces", required=True, metavar="5..7", help="how many pieces")
    add("--seed", required=True, type=int, metavar="S")
    add("--number", type=int, default=200, metavar="N", help="candidates (200)")
    add("--moves", type=int, default=1, metavar="N", help="of the longest separation, at least (1)")
    help_ = "where puzzles are written, and judged candidates kept: a call that is repeated goes on"
    add("--out", metavar="FOLDER", help=help_)
    add("--workers", metavar="N|ADDRESS", help=f"{WORKERS}; without it, one process for each core")
    add_usual(add)


def add_fair(new: Callable) -> None:
    says = "judge and rank the puzzle files in a folder: one page"
    add = new_command(new, "fair", "design:run_fair", says)
    add("folder", metavar="FOLDER")
    usual = "-solutions,moves,difficulty"
    add("--rank", default=usual, help=f"rules, the first decides; - puts the least first ({usual})")
    add_usual(add)
