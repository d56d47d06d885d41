"""The command `convert`: .xmpuzzle files to YAML, and puzzles to .xmpuzzle."""

from puzzlelib.commands.program import DONE, note
from puzzlelib.common.errors import PuzzleError, short
from puzzlelib.common.files import path_of, whole_file
from puzzlelib.packing.files import load, to_yaml

from ..xmpuzzle import SUFFIX, load_xmpuzzle, to_xmpuzzle

YAML = ".yaml", ".yml"


def run_convert(args) -> int:
    """Write a puzzle in the form that the output's name asks for, or else in the other one."""
    foreign = path_of(args.puzzle).suffix.lower() == SUFFIX
    out = path_of(args.output) if args.output else None
    form = out.suffix.lower() if out else YAML[0] if foreign else SUFFIX
    if form not in (*YAML, SUFFIX):
        raise PuzzleError(f"output {short(str(out))}: must end in {', '.join(YAML)} or {SUFFIX}")
    read = (lambda *names: load_xmpuzzle(*names, note)) if foreign else load
    puzzle = read(args.puzzle, args.problem)
    text = to_xmpuzzle(puzzle) if form == SUFFIX else to_yaml(puzzle)
    if form == SUFFIX and puzzle.turns != "space":
        note(f"turns: {puzzle.turns}: other programs turn pieces in space")
    if not out:
        print(text, end="")
        return DONE
    with whole_file(out, args.replace) as file:
        file.write(text.encode())
    note(f"{out}: written")
    return DONE
