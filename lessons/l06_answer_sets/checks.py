"""Lesson 06, answer sets: programs are run on small cases and judged by the answers they have, not
by their text."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import combinations, permutations, product
from random import Random

import clingo

from puzzlelib import pictures as draw
from puzzlelib.asp.engine import answers, ground, ground_size, models, refuse_other_signs
from puzzlelib.common.clock import TimeIsUp, WorkClock
from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.machine import package, start_process
from puzzlelib.common.words import covered_times, join_words, many
from puzzlelib.engines import solve
from puzzlelib.packing.files import load
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, Placement, box_cells
from puzzlelib.packing.referee import Invalid, verify
from puzzlelib.packing.shapes import is_connected, normal_form, orientations
from puzzlelib.search.proofs import why_impossible

from ..kit.checks import Text
from ..kit.checks.counterexample import NOTHING
from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.values import is_several

GROUNDING, SEARCH = 5, 2  # seconds of work for grounding a student's program, and for one search with it
MOST_ANSWERS = 2000  # are looked at
NOT_A_TEXT = "Your answer should be the text of a program, between quotes."


# -------- running a student's program


@dataclass(frozen=True)
class Found:
    """The answers of a program, reduced to the atoms that count; `complete` is False when there may
    be more. `twice` is one that came more than once, with other atoms that do not count."""

    answers: frozenset[frozenset[str]]
    complete: bool
    twice: frozenset[str] | None = None


def gringo(program: str, *others) -> str:
    """Ground a program in a process of its own, and return the remarks on stderr: grounding is one
    long call that cannot always be interrupted. Where no process can be started, it is grounded
    here. Errors: `TimeoutExpired` after GROUNDING seconds of work."""
    parts = [f'#include "{other}".' if hasattr(other, "suffix") else other for other in others]
    text = "\n".join([program, *parts])
    grounder = start_process(
        [sys.executable, "-m", "clingo", "--mode=gringo"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",  # clingo may name half a letter
    )
    if not grounder:
        return gringo_here(text)
    with grounder:
        try:
            return said_by(grounder, text)
        finally:
            grounder.kill()


def gringo_here(text: str) -> str:
    """Ground a program in this process, which hears the clock at each ground rule, and return the
    remarks."""
    remarks = []
    try:
        ground(text, stop=WorkClock(GROUNDING).stop, remarks=remarks)
    except TimeIsUp:
        raise subprocess.TimeoutExpired("gringo", GROUNDING) from None
    except PuzzleError:
        pass  # `cannot_run` says it
    return "\n".join(remarks).replace("<block>", "-")


def said_by(process: subprocess.Popen, text: str | None) -> str:
    """Give a process a text and return its stderr. Errors: `TimeoutExpired` when it has worked for
    GROUNDING seconds."""
    while True:
        try:
            return process.communicate(text, timeout=0.2)[1]
        except subprocess.TimeoutExpired:
            text = None  # it has been sent
            if seconds_worked(process.pid) > GROUNDING:
                raise


def seconds_worked(process: int) -> float:
    """Return the seconds that a process has worked; 0 for one that has just ended."""
    psutil = package("psutil")
    try:
        times = psutil.Process(process).cpu_times()
    except psutil.Error:
        return 0
    return times.user + times.system


def cannot_run(program, *others) -> str:
    """Say why clingo cannot ground a program; "" when it grounds in time."""
    if not isinstance(program, str):
        return NOT_A_TEXT
    remarks = ""
    try:
        refuse_other_signs(program)
        remarks = gringo(program, *others)
        ground(program, *others)
    except subprocess.TimeoutExpired:
        return (
            f"clingo was still grounding your program after {GROUNDING} seconds: some rule makes "
            "new atoms without end."
        )
    except PuzzleError as error:
        plain = unsafe_variables(remarks) or unexpected_words(remarks, program)
        return plain or f"clingo cannot read your program: `{error}`."
    return ""


def unsafe_variables(remarks: str) -> str:
    """Return in plain words which variables clingo calls unsafe first; "" if there are none.

    >>> unsafe_variables("-:2:1-24: error: unsafe variables in:\\n  a(X)\\n-:2:19-20: note: 'X' is unsafe")
    'On line 2, X has no value to try: name an atom with it that is not negated, such as `cell(X,Y)`.'
    """
    found = re.search(r"^-:(\d+):\S+ error: unsafe variables in:\n((?:.+\n?)*)", remarks, re.M)
    names = found and list(dict.fromkeys(re.findall(r"note: '(#?\w+)' is unsafe", found[2])))
    if not names:
        return ""
    if names[0].startswith("#Anon"):
        return f"On line {found[1]}, `_` means anything, so a head or a comparison cannot have it."
    has, it = ("has", "it") if len(names) == 1 else ("have", "them")
    condition = ":" in re.sub(r":-|\{.*?\}", "", found[2].partition("\n")[0])
    return (
        f"On line {found[1]}, {join_words(names)} {has} no value to try: name an atom with {it} that is not "
        f"negated, such as `cell(X,Y)`{', before the colon, or after a semicolon' * condition}."
    )


def unexpected_words(remarks: str, program: str) -> str:
    """Return in plain words what clingo did not expect; "" if it says nothing of the kind.

    >>> unexpected_words("-:2:1-2: error: syntax error, unexpected <IDENTIFIER>", "a(1)\\nb(1).")
    'On line 2, clingo did not expect `b`. Look before it: a full stop or a comma may be missing.'
    """
    found = re.search(r"^-:(\d+):(\d+)-(\d+): error: \w+ error, unexpected (\S+)", remarks, re.M)
    if not found:
        return ""
    line, start, end = map(int, found.group(1, 2, 3))
    if "EOF" in found[4] or line > len(program.split("\n")):
        return "Your program breaks off in its last line: is the full stop missing there?"
    word = program.split("\n")[line - 1].encode()[start - 1 : end - 1].decode()  # clingo counts bytes
    before = "Look before it: a full stop or a comma may be missing."
    return f"On line {line}, clingo did not expect `{word}`. {before}"


def find_answers(program: str, facts: str, names: Iterable[str]) -> Found:
    """Return the answers of program and facts together, each as the set of its atoms with these
    names and numbers of arguments, such as "position/4"."""
    clock, seen, names, twice = WorkClock(SEARCH), set(), set(names), None
    for model in models(ground(facts, program, arguments=["--models=0"]), stop=clock.stop):
        atoms = ((signature(atom), atom) for atom in model.symbols(atoms=True))
        answer = frozenset(str(atom) for name, atom in atoms if name in names)
        twice = answer if answer in seen else twice
        seen.add(answer)
        if len(seen) >= MOST_ANSWERS:
            return Found(frozenset(seen), False)
    return Found(frozenset(seen), not clock.struck, twice)


def signature(atom) -> str:
    """Return the name of an atom and its number of arguments; `-a` is another atom than `a`."""
    return f"{'-' * atom.negative}{atom.name}/{len(atom.arguments)}"


def answers_counterexample(
    program: str, facts: str, names: Iterable[str], expected: frozenset, wrong: Callable, lacks: str
) -> Counterexample | None:
    """Return a counterexample if the answers of a program are not those expected: `wrong` describes
    one too many, and `lacks` one too few."""
    got = find_answers(program, facts, names)
    example = Text(facts.replace(" [override]", "")) if facts else NOTHING  # a word of ours
    if extra := got.answers - expected:
        one = least(extra)
        return Counterexample(f"Your program has this answer, but {wrong(one)}.", example, answer_text(one))
    if not got.complete:
        return Counterexample("clasp did not finish in time on this example.", example)
    if lost := expected - got.answers:
        return Counterexample(lacks, example, expected=answer_text(least(lost)))
    if got.twice is not None:
        words = "Your program has this answer more than once. The copies differ in atoms of your own only."
        return Counterexample(words, example, answer_text(got.twice))
    return None


def least(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    """Return the smallest of some answers, always the same one."""
    return min(sets, key=lambda answer: (len(answer), sorted(answer)))


def answer_text(atoms: Iterable[str]) -> Text:
    return Text(" ".join(sorted(atoms)) or "the empty answer")


# -------- 6.1 facts for a shape


def facts_of(name: str, rotation: int, cells) -> set[str]:
    return {f'cube("{name}",{rotation},{",".join(map(str, cell))})' for cell in cells}


SHAPES_61 = [
    Args("S", 1, [(0, 0)]),
    Args("D", 2, [(0, 0), (0, 1)]),
    Args("V", 3, [(0, 0), (0, 1), (1, 1)]),
    Args("I", 1, [(0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3)]),
    Args("Z_mirror", 12, [(0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 1, 1)]),
    Args("X", 1, [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]),
    Args("R", 13, [(9, 0), (10, 0), (10, 1), (10, 11), (11, 11), (12, 11)]),
]


def wrong_facts(got, name, rotation, cells) -> str | None:
    if not isinstance(got, str):
        return "Your function should return a text."
    try:
        atoms = answers(got, limit=2, time_limit=SEARCH)
    except PuzzleError as error:
        if "'" in got:
            return "clingo knows texts in double quotes only."
        if "unsafe" in str(error):
            return "Without double quotes a word with a capital letter is a variable. A fact has none."
        return cannot_run(got)
    expected = facts_of(name, rotation, cells)
    if len(atoms) != 1:
        return f"clingo finds {len(atoms)} answers. Facts have exactly one."
    if lost := expected - set(atoms[0]):
        return f"clingo reads your text and finds no `{min(lost)}`."
    if extra := set(atoms[0]) - expected:
        return f"clingo reads your text and finds `{min(extra)}`, which is too much."
    return None


@exercise(
    "6.1",
    correct="A function like yours wrote the library's file cubes.lp, with all 86 orientations of "
    "the tetracubes.",
)
def write_cube_facts(answer):
    picture = lambda got, expected, name, rotation, cells: draw.build_figure(
        *draw.shape_frame([(*c, 0)[:3] for c in cells], name[0])
    )
    return try_on(answer, SHAPES_61, fault=wrong_facts, picture=picture)


# -------- 6.1a no cell stays empty

SPOTS = (0, 0), (1, 0), (1, 1)
OCCUPIED = {f'occupied("{piece}",{x},{y})': (x, y) for piece, (x, y) in product("SDV", SPOTS)}
BARE = 2, 1  # a cell that no piece can occupy


@exercise("6.1a", correct="On boards of up to three cells, just the answers with an empty cell are gone.")
def no_cell_empty(program):
    sets = [frozenset(some) for size in range(len(OCCUPIED) + 1) for some in combinations(OCCUPIED, size)]
    pieces, choice = 'piece("S"; "D"; "V"). cube(P,1,0,0) :- piece(P).', f"{{ {'; '.join(OCCUPIED)} }}."
    for cells in (SPOTS[:1], SPOTS[:2], SPOTS, (BARE,)):
        board = " ".join(f"cell({x},{y})." for x, y in cells)
        facts = board + choice + pieces * (BARE not in cells)
        empty = lambda answer, cells=cells: {*cells} - {OCCUPIED.get(atom) for atom in answer}

        def wrong(answer) -> str:
            if made := sorted(answer - OCCUPIED.keys()):
                return f"`{made[0]}` is in it, and no piece can be there"
            return next((f"cell ({x},{y}) is empty" for x, y in empty(answer)), "nobody chose it")

        full = frozenset(answer for answer in sets if not empty(answer))
        lacks = "Your program lacks this answer, in which each cell is occupied."
        yield cannot_run(program, facts)
        if found := answers_counterexample(program, facts, ["occupied/3"], full, wrong, lacks):
            yield replace(found, example=Text(board))


# -------- 6.1b a choice without braces

ONE_EACH = frozenset(map(frozenset, "abc"))


def braces(program: str) -> str:
    """Say why a program is not one of plain rules; "" if it is."""
    if not isinstance(program, str):
        return NOT_A_TEXT
    text = re.sub(r"(?s)%\*.*?\*%|%[^\n]*", "", program)
    if re.search(r"[{}]", text):
        return "Your program has braces. Here rules with `not` have to do their work."
    while text != (text := re.sub(r"\([^()]*\)", "", text)):
        pass  # arguments go, from the inside
    heads = (rule.partition(":-")[0] for rule in re.split(r"(?<!\.)\.(?!\.)", text))
    if any(re.search("[;|,]", head) for head in heads):
        return "One of your rules has several atoms in its head. One atom for each head, please."
    return ""


def one_of_three_fault(answer: frozenset) -> str:
    return f"{len(answer) or 'none'} of the three atoms {'is' if len(answer) == 1 else 'are'} in it"


@exercise(
    "6.1b",
    correct="Three answers, and no braces: each atom has a reason as long as the other two stay "
    "away. clingo has shown that there is no fourth.",
)
def one_of_three(program):
    lacks = "Your program lacks this answer."
    yield braces(program) or cannot_run(program)
    yield answers_counterexample(program, "", ["a/0", "b/0", "c/0"], ONE_EACH, one_of_three_fault, lacks)


# -------- 6.1c colour a map


@dataclass(frozen=True)
class Map:
    """Countries, pairs of them that have a border, and colours."""

    countries: tuple[str, ...]
    borders: tuple[tuple[str, str], ...]
    colours: tuple[str, ...]

    def facts(self) -> str:
        return " ".join(
            [
                *(f"country({name})." for name in self.countries),
                *(f"border({one},{other})." for one, other in self.borders),
                *(f"colour({name})." for name in self.colours),
            ]
        )

    def paintings(self) -> frozenset:
        """Return all ways to colour the map, by trying all."""
        ways = (dict(zip(self.countries, way)) for way in product(self.colours, repeat=len(self.countries)))
        return frozenset(
            frozenset(f"paint({country},{colour})" for country, colour in way.items())
            for way in ways
            if all(way[one] != way[other] for one, other in self.borders)
        )

    def fault(self, answer: frozenset) -> str:
        pairs = [tuple(atom[6:-1].split(",")) for atom in sorted(answer)]
        known = [
            pair for pair in pairs if len(pair) == 2 and pair[0] in self.countries and pair[1] in self.colours
        ]
        if len(known) < len(pairs):
            return "some `paint` is not about a country and a colour"
        for country in self.countries:
            if (times := sum(one == country for one, _ in known)) != 1:
                return f"{country} has {times} colours" if times else f"{country} has no colour"
        painted = dict(known)
        one, other = next(pair for pair in self.borders if painted[pair[0]] == painted[pair[1]])
        return f"{one} and {other} have a border and one colour"


RING = ("peru", "chile", "bolivia", "brazil", "ecuador")
MAPS = [
    Map(("peru",), (), ("red", "blue")),
    Map(("peru", "chile"), (("peru", "chile"),), ("red", "blue")),
    Map(("peru", "chile"), (("chile", "peru"),), ("red", "blue")),
    Map(("peru", "chile"), (("chile", "peru"),), ("red",)),
    Map(("peru", "chile", "cuba"), (("chile", "peru"),), ("red", "blue")),
    Map(RING[:3], tuple(combinations(RING[:3], 2)), ("red", "blue", "green")),
    Map(RING[:4], tuple(combinations(RING[:4], 2)), ("red", "blue", "green")),
    Map(RING[:4], tuple(combinations(RING[:4], 2)), ("red", "blue", "green", "white")),
    Map(RING, tuple(zip(RING, (*RING[1:], RING[0]))), ("red", "blue", "green")),
    Map(("1", "2", "3", "11"), (("3", "1"), ("2", "3"), ("11", "2")), ("7", "8", "12")),
]


@exercise(
    "6.1c",
    correct=f"Judged on {len(MAPS)} maps, by trying all colours for all countries. You have written a whole "
    "program; another map is other facts.",
    seconds=20,
)
def colour_map(program):
    yield cannot_run(program, MAPS[-1].facts())
    lacks = "Your program lacks this answer, in which no two neighbours have one colour."
    for one in MAPS:
        yield answers_counterexample(program, one.facts(), ["paint/2"], one.paintings(), one.fault, lacks)


# -------- 6.2c a packing from the first line to the last

SHAPES = {
    "S": [(0, 0, 0)],
    "D": [(0, 0, 0), (1, 0, 0)],
    "V": [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
    "I": [(x, 0, 0) for x in range(10)],
}


@dataclass(frozen=True)
class Container:
    """Cells to be filled, and pieces: name -> a key of SHAPES."""

    cells: tuple[tuple[int, int, int], ...]
    pieces: Mapping[str, str]

    @property
    def puzzle(self) -> PackingPuzzle:
        pieces = tuple(Piece(name, tuple(SHAPES[shape])) for name, shape in self.pieces.items())
        return PackingPuzzle("a container", tuple(sorted(self.cells, key=lambda c: c[::-1])), pieces)

    def rotations(self, name: str) -> list[tuple]:
        """Return the orientations of a piece, each from its first cube; the first is rotation 1."""
        turns = orientations(SHAPES[self.pieces[name]])
        return [tuple(tuple(a - b for a, b in zip(cube, min(cubes))) for cube in cubes) for cubes in turns]

    def facts(self) -> str:
        cubes = [
            f'cube("{name}",{r},{x},{y},{z}).'
            for name in self.pieces
            for r, cells in enumerate(self.rotations(name), 1)
            for x, y, z in cells
        ]
        return " ".join([*(f"cell({x},{y},{z})." for x, y, z in self.cells), *cubes])

    def spots(self, name: str) -> Iterator[tuple[str, frozenset]]:
        """Yield every position of a piece in the container: its atom and its cells."""
        for r, cubes in enumerate(self.rotations(name), 1):
            for x, y, z in self.cells:
                covered = frozenset((x + dx, y + dy, z + dz) for dx, dy, dz in cubes)
                if covered <= set(self.cells):
                    yield f'position("{name}",{r},{x},{y},{z})', covered

    @property
    def positions(self) -> dict[str, tuple[str, frozenset]]:
        return {atom: (name, cells) for name in self.pieces for atom, cells in self.spots(name)}

    def fills(self, atoms: Iterable[str]) -> Counter:
        known = self.positions
        return Counter(cell for atom in atoms if atom in known for cell in known[atom][1])

    def packings(self) -> frozenset:
        """Return all packings by brute force: the choices of a position for each piece that cover
        each cell once."""
        ways = product(*(list(self.spots(name)) for name in self.pieces))
        once = Counter(self.cells)
        return frozenset(
            frozenset(atom for atom, _ in way)
            for way in ways
            if Counter(cell for _, cells in way for cell in cells) == once
        )

    def placed(self, answer: Iterable[str]) -> list[Placement]:
        """Return the pieces that an answer puts into the container."""
        known = self.positions
        return [Placement(name, tuple(sorted(cells))) for name, cells in map(known.get, answer & set(known))]

    def fault(self, answer: frozenset) -> str:
        """Say why an answer is no packing."""
        times = self.fills(answer)
        wrong = [cell for cell in sorted(self.cells) if times[cell] != 1]
        if not wrong:
            return "it does not hold one position for each piece"
        return f"the cell {str(wrong[0]).replace(' ', '')} is {covered_times(times[wrong[0]])}"

    def __repr__(self) -> str:
        pieces = join_words(f"{name} ({many(len(SHAPES[key]), 'cell')})" for name, key in self.pieces.items())
        return f"{pieces}, given by these facts:\n{self.facts()}"


def box(*size: int) -> tuple[tuple[int, int, int], ...]:
    return tuple(product(*map(range, size)))


CONTAINERS = [
    Container(box(1, 1, 1), {"S": "S"}),
    Container(box(2, 1, 1), {"S": "S"}),
    Container(box(1, 2, 1), {"D": "D"}),
    Container(box(1, 1, 2), {"D": "D"}),
    Container(box(1, 1, 2), {"D": "D", "S": "S"}),
    Container(box(1, 2, 2), {"D": "D", "S": "S"}),
    Container(box(2, 1, 2), {"V": "V", "S": "S"}),
    Container(((0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)), {"D": "D", "E": "D"}),
    Container(((12, 0, 0),), {"S": "S"}),
    Container(((4, 0, 3), (5, 0, 3), (4, 0, 7), (5, 1, 3)), {"V": "V", "S": "S"}),
    Container(box(2, 2, 2), {"V": "V", "W": "V", "D": "D"}),
    Container(box(3, 2, 1), {"V": "V", "D": "D", "S": "S"}),
    *(Container(box(*size), {"I": "I"}) for size in ((11, 1, 1), (1, 11, 1), (1, 1, 11))),
]


def container_counterexample(program: str, container: Container) -> Counterexample | None:
    lacks = "Your program lacks this packing, though it covers each cell exactly once."
    facts, names = container.facts(), ["position/5"]
    found = answers_counterexample(program, facts, names, container.packings(), container.fault, lacks)
    if not found:
        return None
    shown = frozenset(str(found.expected if found.got is NOTHING else found.got).split())
    overlap = max(container.fills(shown).values(), default=0) > 1
    filled = dict.fromkeys(container.placed(shown), "solution")
    picture = None if overlap or not filled else lambda: draw.figure(container.puzzle, filled)
    return replace(found, example=container, picture=picture)


@exercise(
    "6.2c",
    correct=f"Judged in {len(CONTAINERS)} containers of 1 to 11 cells, by trying all positions. You have "
    "written a packing from the first line to the last; another puzzle is other facts.",
    seconds=30,
)
def pack_from_scratch(program):
    yield cannot_run(program, CONTAINERS[-1].facts())
    yield from (container_counterexample(program, container) for container in CONTAINERS)


# -------- 6.2d queens, with few ground rules

SIZES = 1, 2, 3, 4, 5, 6, 10  # of boards on which answers are compared
LARGE, MOST_RULES = 30, 6000  # a board of too many answers to compare, and its most ground rules

# The first and the last cell of each row, column and diagonal of the large board.
ENDS = [
    pair
    for k in range(1, LARGE + 1)
    for pair in (
        ((1, k), (LARGE, k)),
        ((k, 1), (k, LARGE)),
        ((1, k), (k, 1)),
        ((k, LARGE), (LARGE, k)),
        ((1, k), (LARGE + 1 - k, LARGE)),
        ((k, 1), (LARGE, LARGE + 1 - k)),
    )
    if pair[0] != pair[1]
]
# An answer for the large board.
PEACE = [(x, 2 * x if 2 * x <= LARGE else 2 * x - LARGE - 1) for x in range(1, LARGE + 1)]
# Queens on both ends of a line, or else those of PEACE.
CLASHES = f"1 {{ peace__; clash__(0..{len(ENDS) - 1}) }} 1. " + " ".join(
    [f":- clash__({k}), not queen({x},{y})." for k, pair in enumerate(ENDS) for x, y in pair]
    + [f":- peace__, not queen({x},{y})." for x, y in PEACE]
)


@cache
def queens_on(n: int) -> frozenset:
    """Return all ways to put n queens that do not attack each other, column by column.

    >>> len(queens_on(8)), len(queens_on(10))
    (92, 724)
    """

    def put(x: int, rows: set, sums: set, differences: set) -> Iterator[tuple]:
        if x > n:
            yield ()
            return
        for y in range(1, n + 1):
            if y not in rows and x + y not in sums and x - y not in differences:
                for others in put(x + 1, rows | {y}, sums | {x + y}, differences | {x - y}):
                    yield f"queen({x},{y})", *others

    return frozenset(map(frozenset, put(1, set(), set(), set())))


def queens_fault(n: int, answer: frozenset) -> str:
    found = (re.fullmatch(r"queen\((\d+),(\d+)\)", atom) for atom in sorted(answer))
    queens = [tuple(map(int, one.groups())) for one in found if one]
    if len(queens) < len(answer) or not all(1 <= part <= n for queen in queens for part in queen):
        return f"some `queen` is not on the board of {n}×{n} cells, whose first cell is (1,1)"
    for one, other in combinations(queens, 2):
        (x, y), (z, t) = one, other
        if x == z or y == t or abs(x - z) == abs(y - t):
            return f"the queens on {one} and {other} attack each other"
    return f"the board has {many(len(queens), 'queen')}, and {n} should be there"


def size_facts(n: int) -> str:
    return f"#const n = {n}. [override]"


def lines_of(program: str) -> list[str]:
    """Return the rules of a program without comments and directives, each without its full stop.

    >>> lines_of("a(1..3). % a fact\\n#show b/1.  b(X) :- a(X).")
    ['a(1..3)', 'b(X) :- a(X)']
    """
    text = re.sub(r"(?s)%\*.*?\*%|%[^\n]*", "", program)
    rules = (" ".join(rule.split()) for rule in re.split(r"(?<!\.)\.(?!\.)", text))
    return [rule for rule in rules if rule and not rule.startswith(("#show", "#const"))]


class RulesByMark:
    """Listens to the grounder: how many ground rules have an atom in the body, and how atoms are called."""

    def __init__(self):
        self.uses: Counter = Counter()
        self.names: dict[str, int] = {}

    def rule(self, choice, head, body) -> None:
        self.uses.update(body)

    def output_atom(self, symbol, atom) -> None:
        self.names[str(symbol)] = atom


def rules_by_line(program: str, n: int) -> dict[str, int]:
    """Count the ground rules of each line of a program: each line gets an atom of its own, which no
    rule derives and yet may be true, and the ground rules that have it are counted."""
    lines, seen = lines_of(program), RulesByMark()
    marked = (f"{line}{'; ' if ':-' in line else ' :- '}mark__({k})." for k, line in enumerate(lines))
    control = clingo.Control(logger=lambda *_: None)
    control.register_observer(seen)
    control.add("base", [], "\n".join([size_facts(n), f"#external mark__(0..{len(lines)}).", *marked]))
    control.ground([("base", [])])
    return {line: seen.uses[seen.names[f"mark__({k})"]] for k, line in enumerate(lines)}


def most_rules(program: str) -> str:
    """Say which line of a program makes most ground rules, and how it grows; "" if its lines cannot be
    marked."""
    try:
        half, whole = rules_by_line(program, LARGE // 2), rules_by_line(program, LARGE)
    except (RuntimeError, KeyError):
        return ""
    line = max(whole, key=whole.__getitem__)
    times = whole[line] / max(half[line], 1)
    return f" `{line}.` makes the most, {whole[line]:,}: {times:.1f} times as many as at n = {LARGE // 2}."


@exercise(
    "6.2d",
    correct=lambda program: (
        "Judged by all answers on boards up to 6×6 and on 10×10. And at n = 30 there are "
        f"{rules_at_30(program):,} ground rules, where pairs in the rows alone make 13,050."
    ),
    seconds=40,
)
def few_ground_rules(program):
    yield cannot_run(program, size_facts(SIZES[-1]))
    for n in SIZES:
        wrong = lambda answer, n=n: queens_fault(n, answer)
        lacks = "Your program lacks this answer, in which no queen attacks another."
        yield answers_counterexample(program, size_facts(n), ["queen/2"], queens_on(n), wrong, lacks)
    yield cannot_run(program, size_facts(LARGE))
    found = find_answers(program, f"{size_facts(LARGE)} {CLASHES}", ["queen/2"])
    peaceful = frozenset(f"queen({x},{y})" for x, y in PEACE)
    for answer in sorted(found.answers - {peaceful}, key=sorted)[:1]:
        yield f"At n = {LARGE} your program has an answer, but {queens_fault(LARGE, answer)}."
    if found.complete and peaceful not in found.answers:
        lacks = f"At n = {LARGE} your program lacks this answer, in which no queen attacks another."
        yield Counterexample(lacks, expected=answer_text(peaceful))
    if (number := rules_at_30(program)) > MOST_RULES:
        words = f"At n = {LARGE} your program has {number:,} ground rules, and {MOST_RULES:,} are enough."
        yield words + most_rules(program)


@lru_cache(1)
def rules_at_30(program: str) -> int:
    return ground_size(f"{size_facts(LARGE)}\n{program}").rules


# -------- 6.2b be the grounder

PIPES = """
{ closed(X) : node(X) }.
wet(X) :- source(X), not closed(X).
wet(Y) :- wet(X), pipe(X,Y), not closed(Y).
"""


def wet_lines(sources, pipes) -> set[tuple[int, int]]:
    """Return the pipes for which the last rule of PIPES gets a ground line, each as (X, Y)."""
    wet = list(sources)
    for node in wet:
        wet += {y for x, y in pipes if x == node}.difference(wet)
    return {(x, y) for x, y in pipes if x in wet}


def pipe_nets() -> Iterator[Args]:
    """Yield small nets of pipes, and random ones."""
    yield from (
        Args([1], []),
        Args([1], [(1, 2)]),
        Args([1], [(2, 1)]),
        Args([1], [(2, 3)]),
        Args([1], [(2, 3), (1, 2)]),
        Args([1], [(1, 2), (2, 1), (1, 1)]),
        Args([1, 2], [(1, 2)]),
        Args([1], [(node, node + 1) for node in range(30, 0, -1)]),
        Args([31], [(node + 1, node) for node in range(1, 31)]),
        Args([301], [(node + 1, node) for node in range(1, 301)]),  # more passes than anybody counts to
    )
    dice = Random(6)
    for _ in range(40):
        nodes = range(1, dice.randint(4, 7))
        every = [(x, y) for x in nodes for y in nodes if x != y]
        yield Args(
            dice.sample(nodes, dice.choice([1, 1, 2])), dice.sample(every, dice.randint(3, len(every) // 2))
        )


def same_lines(got, expected: set) -> bool:
    return is_several(got) and all(map(is_several, got)) and set(map(tuple, got)) == expected


def say_lines(got, expected, sources, pipes) -> str:
    if not is_several(got) or not all(is_several(pair) and len(pair) == 2 for pair in got):
        return "A set of pairs is asked for."
    got = set(map(tuple, got))
    if extra := got - expected:
        pair = min(extra, key=repr)
        if pair not in pipes:
            return f"There is no pipe {pair}, so there is no line for it."
        return f"The grounder makes no line for {pair}: no rule can make `wet({pair[0]})`."
    x, y = min(expected - got)
    return f"The grounder makes a line for {(x, y)}: there is a pipe, and `wet({x})` may come true."


@exercise(
    "6.2b",
    correct="Judged on small and on random nets of pipes. The grounder goes on until nothing new can "
    "come true, and so does your function.",
)
def ground_lines(answer):
    return try_on(answer, pipe_nets(), oracle=wet_lines, say=say_lines, same=same_lines)


# -------- 6.4 reading an answer

ANSWERS_64 = [
    [*atoms, *(f"hintPosition({n},3,0,0,{n % 2},1)" for n in hints)]
    for hints, atoms in [
        ([1], ['assignType(1,"I")', "hint(1)", "fullPosition(1,3,0,0,1,1)"]),
        ([2], ['assignType(1,"I")', 'assignType(2,"T")', "hint(2)"]),
        ([7], ['assignType(8,"Z_mirror")', 'assignType(7,"Z")', "hint(7)"]),
        ([4, 2], ["hint(4)", "hint(2)", 'assignType(4,"Pyramid")', 'assignType(2,"T")']),
        ([], ['assignType(1,"I")', 'assignType(2,"T")', "fullPosition(1,3,0,0,0,1)"]),
        ([2], ['assignType(1,"T")', 'assignType(2,"I")', "hint(2)"]),
        ([12], ["hint(12)", 'assignType(12,"L")', 'assignType(1,"O")', 'assignType(2,"N")']),
    ]
]


def hints_of(atoms: list[str]) -> set[str]:
    types = {
        atom.split("(")[1].split(",")[0]: atom.split('"')[1]
        for atom in atoms
        if atom.startswith("assignType(")
    }
    return {types[atom[5:-1]] for atom in atoms if atom.startswith("hint(")}


def say_hints(got, expected, atoms) -> str:
    if not isinstance(got, (set, frozenset)):
        return f"A set of names is asked for, not a {type(got).__name__}."
    return (
        "These are not the names of the hint pieces in this answer. Its `assignType` atoms say "
        "which piece has which number; another answer may number them otherwise."
    )


@exercise(
    "6.4",
    correct="Your function looks each hint's number up among the `assignType` atoms, in whatever "
    "order they come.",
)
def hint_types(answer):
    return try_on(answer, ANSWERS_64, oracle=hints_of, say=say_hints)


# -------- 6.4b a protocol of clasp

COLUMNS = range(4)
CELLS = {
    f"{row} {x}": {f"v{x}", *(f"{row[0]}{left}" for left in (x - 1, x) if 0 <= left < 3)}
    for row in ("top", "bottom")
    for x in COLUMNS
}
PLACES = sorted(set().union(*CELLS.values()))
BEGIN = ["decide not b1", "decide t1"]


@cache
def domino_covers() -> list[frozenset[str]]:
    """Return all ways to cover the board of 4×2 cells, by trying all sets of four places.

    >>> len(domino_covers())
    5
    """
    return [
        frozenset(some)
        for some in combinations(PLACES, 4)
        if all(len(places & set(some)) == 1 for places in CELLS.values())
    ]


class ProtocolError(ValueError):
    """A wrong line of a protocol."""


@dataclass
class Protocol:
    """A search as its lines tell it: what is known, how much of it was known before the last
    decision, what was learned, and how far it has come."""

    known: dict[str, bool] = field(default_factory=dict)
    before: dict[str, bool] = field(default_factory=dict)
    learned: list[tuple[str, bool]] = field(default_factory=list)
    stage: str = "search"

    def play(self, line: str) -> None:
        """Add a line. Errors: `ProtocolError`."""
        line = " ".join(line.lower().split())
        word, _, rest = line.partition(" ")
        act = {"decide": self.decide, "so": self.so, "conflict": self.conflict, "learn": self.learn}.get(word)
        if line == "back":
            return self.back()
        if act is None:
            raise ProtocolError("a line begins with `so`, `conflict` or `learn`, or it is `back`")
        act(rest)

    def decide(self, text: str) -> None:
        self.before = dict(self.known)
        name, value = literal(text)
        self.known[name] = value

    def so(self, text: str) -> None:
        name, value = literal(text)
        if self.stage in ("conflict", "learned"):
            raise ProtocolError("after a conflict comes `learn`, and then `back`")
        if name in self.known:
            raise ProtocolError(f"`{literal_text(name, self.known[name])}` is known already")
        if not (self.forced_by_cell(name, value) or self.forced_by_lesson(name, value)):
            raise ProtocolError(
                f"nothing that is known so far forces `{literal_text(name, value)}`"
                f"{self.still_open(name, value)}"
            )
        self.known[name] = value
        self.stage = "done" if self.stage == "back" else self.stage

    def forced_by_cell(self, name: str, value: bool) -> bool:
        """Return whether a place is out, since a cell of it is taken, or in, as the last for a
        cell."""
        cells = [places - {name} for places in CELLS.values() if name in places]
        if value:
            return any(all(self.known.get(one) is False for one in others) for others in cells)
        return any(self.known.get(one) for others in cells for one in others)

    def forced_by_lesson(self, name: str, value: bool) -> bool:
        """Return whether this is the last way to keep what was learned."""
        others = [(one, says) for one, says in self.learned if one != name]
        return (name, value) in self.learned and all(
            self.known.get(one) is (not says) for one, says in others
        )

    def still_open(self, name: str, value: bool) -> str:
        """Say why a place is not forced in."""
        if not value:
            return ": no place that shares a cell with it is used"
        cell, places = next((cell, places) for cell, places in CELLS.items() if name in places)
        left = sorted(one for one in places - {name} if self.known.get(one) is not False)
        return f": the cell {cell} could still be covered by `{left[0]}`" if left else ""

    def conflict(self, cell: str) -> None:
        if self.stage != "search":
            raise ProtocolError("there has been a conflict already")
        if cell not in CELLS:
            raise ProtocolError(f"`{cell}` is not one of the cells {', '.join(CELLS)}")
        left = sorted(one for one in CELLS[cell] if self.known.get(one) is not False)
        if left and sum(bool(self.known.get(one)) for one in CELLS[cell]) < 2:
            raise ProtocolError(f"the cell {cell} is no conflict yet: `{left[0]}` is not ruled out")
        self.stage = "conflict"

    def learn(self, text: str) -> None:
        if self.stage != "conflict":
            raise ProtocolError("clasp learns from a conflict, and there is none before this line")
        self.learned = [literal(part) for part in text.split(" or ")]
        for cover in domino_covers():
            if not any((name in cover) is value for name, value in self.learned):
                raise ProtocolError(
                    f"this is not always true: {', '.join(sorted(cover))} cover the board and break it"
                )
        if kept := [one for one in self.learned if self.known.get(one[0]) is not (not one[1])]:
            raise ProtocolError(
                f"clasp learns what the conflict breaks, and `{literal_text(*kept[0])}` is not broken there"
            )
        if len(open_again := [literal_text(*one) for one in self.learned if one[0] not in self.before]) > 1:
            raise ProtocolError(
                f"when the last decision is undone, {' and '.join(open_again)} are open again, so nothing "
                "would follow from this"
            )
        self.stage = "learned"

    def back(self) -> None:
        if self.stage != "learned":
            raise ProtocolError("clasp goes back when it has learned something from a conflict")
        self.known, self.stage = dict(self.before), "back"


def literal(text: str) -> tuple[str, bool]:
    """Return a place and whether it is used. Errors: `ProtocolError`.

    >>> literal("not b1")
    ('b1', False)
    """
    words = text.split()
    name = words[-1] if words else ""
    if name not in PLACES or words not in ([name], ["not", name]):
        raise ProtocolError(f"`{text}` is neither a place, such as `{PLACES[-1]}`, nor `not` and a place")
    return name, len(words) == 1


def literal_text(name: str, value: bool) -> str:
    return name if value else f"not {name}"


def slip(lines) -> tuple[str, int] | None:
    if not isinstance(lines, (list, tuple)) or not all(isinstance(line, str) for line in lines):
        return "A protocol is a list of texts.", 0
    if [" ".join(line.split()) for line in lines[:2]] != BEGIN:
        return "The first two lines are given: `decide not b1` and `decide t1`.", 0
    played = Protocol()
    for number, line in enumerate(lines):
        try:
            if number > 1 and line.split()[:1] == ["decide"]:
                raise ProtocolError("both decisions are given; the rest follows from them")
            played.play(line)
        except ProtocolError as problem:
            return f"Line {number + 1}: {problem}.", number
    return None if played.stage == "done" else (UNFINISHED[played.stage], len(lines) - 1)


UNFINISHED = {
    "search": "The protocol stops before the conflict.",
    "conflict": "The protocol stops at the conflict. What does clasp learn from it?",
    "learned": "The protocol stops before clasp goes back.",
    "back": "The protocol stops too soon: with what was learned, something follows at once.",
}


@exercise(
    "6.4b",
    correct="Each line follows from those above it. From now on clasp knows, before it decides "
    "anything, what you have learned. As long as it keeps this, it will not run into this dead "
    "end again.",
)
def clasp_protocol(lines):
    if found := slip(lines):
        words, number = found
        shown = Text("\n".join(lines[: number + 1])) if number else NOTHING
        return Counterexample(words, example=shown)


# -------- 6.5 a program of one's own

STRIPS = [
    [(0, 0)],
    [(0, 0), (1, 0)],
    [(0, 0), (0, 1)],
    [(4, 7), (5, 7)],
    [(0, 0), (1, 0), (0, 1)],
    [(0, 0), (1, 0), (2, 0)],
    [(0, 0), (0, 1), (0, 2)],
    [(0, 0), (1, 0), (0, 1), (1, 1)],
    [(x, y) for x in range(3) for y in range(2)],
    [(0, 0), (1, 0), (2, 0), (2, 1)],
    [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2)],
    [(x, y) for x in range(3) for y in range(3)],
    [(x, y) for x in range(4) for y in range(4)],
]


def cell_facts(cells) -> str:
    return " ".join(f"cell({x},{y})." for x, y in cells)


def tilings(cells) -> frozenset:
    """Return all ways to cover cells with dominoes, by recursion on the first free cell."""
    if not cells:
        return frozenset([frozenset()])
    x, y = min(cells)
    ways = []
    for atom, other in ((f"lies({x},{y})", (x + 1, y)), (f"stands({x},{y})", (x, y + 1))):
        if other in cells:
            ways += [way | {atom} for way in tilings(frozenset(cells) - {(x, y), other})]
    return frozenset(ways)


def domino_fault(program: str, cells) -> Counterexample | None:
    return answers_counterexample(
        program,
        cell_facts(cells),
        ["lies/2", "stands/2"],
        tilings(frozenset(cells)),
        lambda answer: domino_words(answer, cells),
        "Your program lacks this answer, which covers each cell exactly once.",
    )


def domino_words(answer, cells) -> str:
    times = Counter()
    for atom in answer:
        name, _, rest = atom.rstrip(")").partition("(")
        try:
            x, y = map(int, rest.split(","))
        except ValueError:
            return f"`{atom}` is not of the form `{name}(X,Y)` with whole numbers"
        times.update([(x, y), (x + 1, y) if name == "lies" else (x, y + 1)])
    if outside := set(times) - set(cells):
        x, y = min(outside)
        return f"a domino covers ({x},{y}), which is not a cell of the board"
    x, y = next(cell for cell in sorted(cells) if times[cell] != 1)
    return f"the cell ({x},{y}) is {covered_times(times[x, y])}"


@exercise(
    "6.5",
    correct=f"Judged on {len(STRIPS)} boards; that of 4×4 cells is covered in 36 ways. "
    "You have written a whole answer set program.",
    seconds=20,
)
def tile_by_dominoes(program):
    yield cannot_run(program, cell_facts(STRIPS[-1]))
    yield from (domino_fault(program, cells) for cells in STRIPS)


# -------- 6.8 what can be reached

RING_BOARD = [(x, y) for x in range(7) for y in range(7) if x in (0, 6) or y in (0, 6) or (x, y) == (3, 3)]
SNAKE = [(x, y) for x in range(9) for y in range(5) if y % 2 == 0 or x == (8 if y == 1 else 0)]
WALKS = [
    [(0, 0)],
    [(0, 0), (1, 0)],
    [(3, 2), (2, 2)],
    [(0, 0), (0, 1), (2, 0)],
    [(0, 0), (1, 1)],
    [(2, 5), (2, 4), (2, 3), (1, 3), (0, 3), (5, 5)],
    [(3, 3), *RING_BOARD],
    [(0, 6), *RING_BOARD],
    SNAKE,
    [(x, 0) for x in range(150)],
]


def cells_reached(cells) -> frozenset[str]:
    """Return the atoms of the cells that can be reached from the first one, by going through a
    list."""
    todo = [cells[0]]
    for x, y in todo:
        near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & set(cells)
        todo += near.difference(todo)
    return frozenset(f"reach({x},{y})" for x, y in todo)


def walk_facts(cells) -> str:
    return "start({},{}). ".format(*cells[0]) + cell_facts(cells)


def reach_fault(program: str, cells) -> Counterexample | None:
    right = cells_reached(cells)

    def wrong(answer) -> str:
        if extra := sorted(answer - right):
            return f"`{extra[0]}` is in it, and no walk from the start leads there"
        return f"`{min(right - answer)}` is not in it, and a walk from the start leads there"

    lacks = "Your program lacks this answer, which has all cells that can be reached."
    return answers_counterexample(program, walk_facts(cells), ["reach/2"], frozenset([right]), wrong, lacks)


@exercise(
    "6.8",
    correct="On each board that was tried, your rules derive every cell that can be reached, and no other. "
    "Nothing is guessed: there is one answer.",
    seconds=20,
)
def reach_by_rules(program):
    yield cannot_run(program, walk_facts(WALKS[0]))
    yield from (reach_fault(program, cells) for cells in WALKS)


# -------- 6.6 a container of one's own


def containers_of(program: str) -> list[list[tuple[int, int, int]]]:
    """Return the containers that a program makes, two at most: the arguments of cell/3 in its
    answers."""
    found = []
    for model in models(ground(program, arguments=["--models=0"]), stop=WorkClock(SEARCH).stop):
        cells = cells_in(model)
        found += [cells] if cells not in found else []
        if len(found) == 2:
            break
    return found


def cells_in(model: clingo.Model) -> list[tuple[int, int, int]]:
    cells = (atom.arguments for atom in model.symbols(atoms=True) if atom.match("cell", 3))
    whole = (cell for cell in cells if all(part.type == clingo.SymbolType.Number for part in cell))
    return sorted(tuple(part.number for part in cell) for cell in whole)


def container_puzzle(cells) -> PackingPuzzle:
    ordered = tuple(sorted(cells, key=lambda cell: cell[::-1]))
    return PackingPuzzle("your container", ordered, load("tetracubes-2x4x4").pieces)


def container_fault(program: str) -> Counterexample | str | None:
    containers = containers_of(program)
    if len(containers) > 1:
        return (
            "Your program leaves clasp a choice: two of its answers have other cells. Describe one container."
        )
    cells = containers[0] if containers else []
    if not cells:
        return "Your program makes no atoms of the form `cell(X,Y,Z)` with whole numbers."
    show = lambda: draw.figure(container_puzzle(cells), {})
    if len(cells) != 32:
        return Counterexample(
            "The eight tetracubes fill 32 cells.",
            got=f"{len(cells)} cells",
            expected="32 cells",
            picture=show if len(cells) <= 200 else None,
        )
    if not is_connected(cells):
        return Counterexample(
            "Your container falls apart: some cells do not touch the others face to face.", picture=show
        )
    if any(normal_form(cells) in orientations(box_cells([size])) for size in ((4, 4, 2), (8, 2, 2))):
        return Counterexample("This is a box that we know already, perhaps turned.", picture=show)
    return container_packing_fault(container_puzzle(cells))


def container_packing_fault(puzzle: PackingPuzzle) -> Counterexample | str | None:
    picture = lambda: draw.figure(puzzle, {}, possible=range(len(puzzle.placements)))
    if why := why_impossible(puzzle):
        return Counterexample(f"There is no packing: {why}.", picture=picture)
    result = raise_if_interrupted(solve(puzzle, "asp", time_limit=12))
    if result.solutions:
        try:
            return verify(puzzle, result.solutions[0])
        except Invalid as wrong:
            return f"The referee refuses the packing: {wrong}."
    words = (
        "clasp has looked everywhere: there is no packing."
        if result.complete
        else "clasp found no packing in 12 seconds. There may be one; choose a container that is "
        "easier to fill."
    )
    return Counterexample(words, picture=picture)


@exercise(
    "6.6",
    correct="32 cells, a packing exists, and the referee accepts it. The next cell shows how clasp found it.",
    seconds=30,
)
def own_container(program):
    return cannot_run(program) or container_fault(program)


# -------- 6.7 guests at a round table


@dataclass(frozen=True)
class Party:
    """Guests, the number of seats round the table, and pairs of guests who must not sit side by
    side."""

    guests: tuple[str, ...]
    seats: int
    apart: tuple[tuple[str, str], ...] = ()
    order: tuple[int, ...] = ()  # of the seats, round the table; 1, 2, … if empty

    @property
    def round(self) -> tuple[int, ...]:
        return self.order or tuple(range(1, self.seats + 1))

    def facts(self) -> str:
        ring = zip(self.round, (*self.round[1:], self.round[0]))
        return " ".join(
            [
                *(f"guest({guest})." for guest in self.guests),
                f"seat(1..{self.seats}).",
                *(f"next({s},{t})." for s, t in ring),
                *(f"apart({one},{other})." for one, other in self.apart),
            ]
        )

    def beside(self, s: int, t: int) -> bool:
        return (self.round.index(s) - self.round.index(t)) % self.seats in (1, self.seats - 1)

    def plans(self) -> frozenset:
        """Return all ways to seat the guests, by trying every order."""
        ways = (
            dict(zip(self.guests, way)) for way in permutations(range(1, self.seats + 1), len(self.guests))
        )
        return frozenset(
            frozenset(f"sits({guest},{seat})" for guest, seat in way.items())
            for way in ways
            if not any(self.beside(way[one], way[other]) for one, other in self.apart)
        )

    def fault(self, answer: frozenset) -> str:
        places = [tuple(atom[5:-1].split(",")) for atom in sorted(answer)]
        known = [place for place in places if len(place) == 2 and place[0] in self.guests]
        if len(known) < len(places):
            return "some `sits` is not about a guest and a seat"
        if lost := next((place for place in known if place[1] not in map(str, self.round)), None):
            return f"{lost[0]} sits on {lost[1]}, which is no seat"
        for guest in self.guests:
            if (times := sum(one == guest for one, _ in known)) != 1:
                return f"{guest} has {times} seats" if times else f"{guest} has no seat"
        seat = dict(known)
        for one, other in combinations(self.guests, 2):
            if seat[one] == seat[other]:
                return f"{one} and {other} share a seat"
        one, other = next(pair for pair in self.apart if self.beside(*(int(seat[who]) for who in pair)))
        return f"{one} and {other} sit side by side"


PARTIES = [
    Party(("ann",), 2),
    Party(("ann", "bob"), 3),
    Party(("ann", "bob"), 4, (("ann", "bob"),)),
    Party(("ann", "bob"), 4, (("bob", "ann"),)),
    Party(("ann", "bob", "cem"), 4, (("bob", "ann"),)),
    Party(("dora", "eve", "finn", "gus"), 4, (("gus", "dora"),)),
    Party(("dora", "eve", "finn", "gus", "hana"), 5, (("gus", "dora"), ("eve", "hana"), ("finn", "gus"))),
    Party(("ann", "bob", "cem", "dora"), 4, (("ann", "bob"), ("ann", "cem"))),
    Party(("ann", "bob"), 5, (("ann", "bob"),), (1, 3, 5, 2, 4)),
]


@exercise(
    "6.7",
    correct="Judged on nine parties, by trying every order of the guests. Choose, derive, "
    "forbid: no packing in sight, and the idea is the same.",
    seconds=20,
)
def seating(program):
    yield cannot_run(program, PARTIES[-1].facts())
    lacks = "Your program lacks this answer, which breaks no rule."
    for party in PARTIES:
        yield answers_counterexample(program, party.facts(), ["sits/2"], party.plans(), party.fault, lacks)
