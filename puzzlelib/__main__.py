"""The command line: list, solve, count, generate, show, plates, icosoku, census. `python -m puzzlelib --help`
tells the rest."""

from .commands.program import main, program

__all__ = ["main"]

if __name__ == "__main__":
    program()
