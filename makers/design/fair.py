"""A fair: one page with the puzzles of a class, judged, and ranked by the rules it has chosen."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from puzzlelib.common.clock import Clock, TimeIsUp
from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.errors import PuzzleError, check_choice
from puzzlelib.common.pages import STILL_HEAD
from puzzlelib.common.words import join_words, many
from puzzlelib.engines import count, solve
from puzzlelib.packing.files import load
from puzzlelib.packing.puzzle import PackingPuzzle

from ..apart import take_apart
from ..printing.drawings import overview
from .effort import Difficulty, difficulty

ENDINGS = ".yaml", ".yml", ".xmpuzzle"
SECONDS = 10  # for the solutions of an entry, and for taking one apart
MOST_ENTRIES = 500
PAGE = Path(__file__).with_name("fair.html")


@dataclass(frozen=True)
class Entry:
    """A puzzle of the fair with its figures; `remark` says why it is not ranked."""

    file: str
    puzzle: PackingPuzzle | None = None
    solutions: int = 0
    level: str = ""
    hard: Difficulty | None = None
    remark: str = ""


# A rule: what it ranks by, in words, and its number of an entry.
RULES: dict[str, tuple[str, Callable[[Entry], int]]] = {
    "solutions": ("solutions", lambda one: one.solutions),
    "moves": ("moves of the longest separation", lambda one: most_moves(one.level)),
    "difficulty": ("nodes", lambda one: one.hard.median),
    "pieces": ("pieces", lambda one: sum(piece.copies for piece in one.puzzle.pieces)),
}
USUAL = ("-solutions", "moves", "difficulty")


def most_moves(level: str) -> int:
    """Return the largest number of a level.

    >>> most_moves("5.3.2 + 1.1"), most_moves("")
    (5, 0)
    """
    return max(map(int, level.replace(" + ", ".").split(".")), default=0) if level else 0


def judge_entry(path: Path, clock: Clock | None = None) -> Entry:
    """Return the entry in a puzzle file: how many solutions, which level, how difficult.

    A file that cannot be read, or a puzzle that has no solution or takes too long, gets a remark
    and is not ranked. `clock`: that of the whole fair.
    """
    clock = clock or Clock(None)
    if clock.stop():
        return Entry(path.name, remark="not judged: the time was up")
    try:
        puzzle = load(path)
        tally = raise_if_interrupted(count(puzzle, symmetry="rotations", time_limit=clock.left(SECONDS)))
        if not tally.complete:
            return Entry(path.name, puzzle, remark="not counted in time")
        if not tally.count:
            return Entry(path.name, puzzle, remark="no solution")
        first = raise_if_interrupted(solve(puzzle, time_limit=clock.left(SECONDS)))
        done = first and raise_if_interrupted(take_apart(first[0], time_limit=clock.left(SECONDS)))
    except PuzzleError as error:
        return Entry(path.name, remark=str(error))
    if not (done and done.possible):
        remark = "cannot be put together" if done and done.complete else "not taken apart in time"
        return Entry(path.name, puzzle, tally.count, remark=remark)
    try:
        hard = difficulty(puzzle, stop=clock.stop)
    except TimeIsUp:
        return Entry(path.name, puzzle, tally.count, done.level, remark="difficulty not measured in time")
    return Entry(path.name, puzzle, tally.count, done.level, hard)


def entry_files(folder: Path) -> list[Path]:
    """Return the puzzle files that lie in a folder itself. Errors: `PuzzleError`."""
    if not folder.is_dir():
        raise PuzzleError(f"{folder}: must be a folder with puzzle files")
    found = sorted(
        path
        for path in folder.iterdir()
        if path.suffix in ENDINGS and path.is_file() and not path.is_symlink()
    )
    if not found or len(found) > MOST_ENTRIES:
        have = f"{many(len(found), 'puzzle file')}; from 1 to {MOST_ENTRIES} are allowed"
        raise PuzzleError(f"{folder}: has {have}, named *{', *'.join(ENDINGS)}")
    return found


def ranking_rules(words: Iterable[str]) -> list[str]:
    """Return the rules of a ranking, the first decides; a minus puts the least first."""
    rules = list(words)
    for rule in rules:
        check_choice("rank", rule.removeprefix("-"), RULES)
    return rules


def rank_entries(entries: Iterable[Entry], rules: Sequence[str] = USUAL) -> list[Entry]:
    """Return the entries without a remark, the best first."""

    def key(one: Entry) -> tuple:
        figures = ((rule, RULES[rule.removeprefix("-")][1](one)) for rule in rules)
        return *(figure if rule.startswith("-") else -figure for rule, figure in figures), one.file

    return sorted((one for one in entries if not one.remark), key=key)


def rules_in_words(rules: Sequence[str]) -> str:
    """Return the rules as a sentence.

    >>> rules_in_words(["-solutions", "moves"])
    'Ranked by fewest solutions, then by most moves of the longest separation.'
    """
    words = ("fewest " if rule.startswith("-") else "most " for rule in rules)
    said = (word + RULES[rule.removeprefix("-")][0] for word, rule in zip(words, rules))
    return f"Ranked by {', then by '.join(said)}."


def fair_page(entries: Sequence[Entry], rules: Sequence[str] = USUAL) -> str:
    """Return the page of a fair as HTML; it needs no internet."""
    ranked = rank_entries(entries, rules)
    places = "".join(entry_html(one, f"{place}. ") for place, one in enumerate(ranked, 1))
    others = "".join(entry_html(one) for one in entries if one.remark)
    content = f"<ol>\n{places}</ol>\n" if places else ""
    content += f"<h2>Not ranked</h2>\n<ul>\n{others}</ul>\n" if others else ""
    return PAGE.read_text(encoding="utf-8").format(
        head=STILL_HEAD, rules=escape(rules_in_words(rules)), content=content
    )


def entry_html(one: Entry, place: str = "") -> str:
    """Return one entry: its name, its layers, its figures."""
    name = one.puzzle.name if one.puzzle else one.file
    picture = overview(one.puzzle) if one.puzzle else ""
    lines = ((escape(key), escape(text)) for key, text in figures_of(one))
    rows = "".join(f"<dt>{key}</dt><dd>{text}</dd>" for key, text in lines)
    return f"<li><h3>{place}{escape(name)}</h3>{picture}<dl>{rows}</dl></li>\n"


def figures_of(one: Entry) -> list[tuple[str, str]]:
    """Return what the page says of an entry: label, text."""
    found = [("file", one.file)]
    if one.puzzle:
        names = (f"{p.name} {p.copies}×" if p.copies > 1 else p.name for p in one.puzzle.pieces)
        found.append(("pieces", join_words(names)))
    if one.remark:
        return [*found, ("remark", one.remark)]
    spread = f"{one.hard.median:,}, half of the runs {one.hard.low:,} to {one.hard.high:,}"
    solutions = f"{one.solutions:,} up to rotation"
    return [*found, ("solutions", solutions), ("level", one.level), ("nodes", spread)]
