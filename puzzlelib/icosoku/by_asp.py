"""3coSoKu as an answer set program: the facts of a puzzle, the rules in programs/cosoku*.lp, the
answers.

Reference: Rizzo and Dovier, 3coSoKu and its Logic Programming Modeling, CILC 2020, section 5.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import clingo

from ..asp.engine import Answers, TimeIsUp, answers, atoms, ground, models
from ..common.clock import Clock, Stop, never
from ..common.errors import PuzzleError, check_choice
from .puzzle import Arranged, Arrangement, Cosoku, Placed, a_puzzle

FOLDER = Path(__file__).parent / "programs"
ENCODINGS = {
    "tiles": ("cosoku.lp",),  # every tile has a number of its own, as in the paper
    "ordered": ("cosoku.lp", "cosoku-order.lp"),  # with the paper's two symmetry breakings
    "types": ("cosoku-types.lp",),  # types with copies: the quickest (benchmarks/bench_icosoku.py)
}
NEEDED = "it must show one put(Face,Tile) and one turn(Face,Turn) a face"
LARGE = 2000  # faces times tiles: from here on, grounding needs an eye on the clock


def facts(puzzle: Cosoku) -> str:
    """Return the puzzle as facts: corner(F,I,V) a corner of a face, capacity(V,C), and dots(T,I,D),
    the tiles numbered from 1 in their order.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> for line in facts(paper_tetrahedron()).splitlines()[::4]:
    ...     print(line)
    corner("ABC",0,"A"). corner("ABC",1,"B"). corner("ABC",2,"C").
    capacity("A",1). capacity("B",2). capacity("C",3). capacity("D",4).
    dots(4,0,1). dots(4,1,1). dots(4,2,2).
    """
    solid, vertices = a_puzzle(puzzle).polyhedron, asp_strings(puzzle.polyhedron.vertices)
    lines = [
        *(
            [f"corner({face},{i},{vertices[corner]})." for i, corner in enumerate(corners)]
            for face, corners in zip(asp_strings(solid.face_names), solid.corners)
        ),
        [f"capacity({vertex},{number})." for vertex, number in zip(vertices, puzzle.capacities)],
        *(
            [f"dots({number},{i},{dots})." for i, dots in enumerate(tile)]
            for number, tile in enumerate(puzzle.tiles, 1)
        ),
    ]
    return "\n".join(map(" ".join, lines)) + "\n"


def asp_strings(texts: Iterable[str]) -> list[str]:
    """Return texts as terms of a program, quoted."""
    return [str(clingo.String(text)) for text in texts]


def rules(encoding: str = "types") -> list[Path]:
    """Return the .lp files of an encoding: "tiles", "ordered" or "types".

    >>> [path.name for path in rules("ordered")]
    ['cosoku.lp', 'cosoku-order.lp']
    """
    return [FOLDER / name for name in ENCODINGS[check_choice("encoding", encoding, ENCODINGS)]]


# -------- answers


def arrangement_of(puzzle: Cosoku, answer: Iterable[str]) -> Arrangement:
    """Return the arrangement in an answer's atoms, not verified: put(F,T) and turn(F,R), or
    put(F,T,R). Errors: `PuzzleError`.
    """
    laid = {face: ([], []) for face in puzzle.polyhedron.face_names}
    text = " ".join(answer)
    for first, name in enumerate(("put", "turn")):
        for face, *numbers in atoms(text, name):
            if face not in laid or len(numbers) not in (1, 2) or not all(map(str.isdecimal, numbers)):
                raise PuzzleError(
                    f"the answer's atom {name}({','.join([face, *numbers])}) names no face of the "
                    f"{puzzle.polyhedron.name}, or its other arguments are not the numbers of a tile and a "
                    "turn"
                )
            for number, found in zip(numbers, laid[face][first:]):
                found.append(int(number))
    return tuple(checked_tile_on(puzzle, face, *numbers) for face, numbers in laid.items())


def checked_tile_on(puzzle: Cosoku, face: str, numbers: list[int], turned: list[int]) -> Placed:
    """Return the one tile and turn that an answer has for a face. Errors: `PuzzleError`."""
    for verb, what, found, allowed in (
        ("puts", "tile", numbers, range(1, len(puzzle.tiles) + 1)),
        ("has", "turn", turned, range(3)),
    ):
        if len(found) != 1:
            raise PuzzleError(f"the answer {verb} {len(found)} {what}s on face {face}: {NEEDED}")
        if found[0] not in allowed:
            raise PuzzleError(
                f"the answer has the {what} {found[0]} on face {face}: they are {allowed[0]} to {allowed[-1]}"
            )
    return puzzle.placed(numbers[0], turned[0])


def arrangements(
    puzzle: Cosoku, *programs: str | Path, limit: int | None = 1, time_limit: float | None = None
) -> Answers:
    """Return at most `limit` (None: all) arrangements that a program of your own (texts, or paths
    of .lp files; default: cosoku.lp) makes of the puzzle's facts, not verified.

    `complete` and `stopped` of the list say whether there are more. Errors: `PuzzleError` with the
    line that clingo does not understand.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> found = arrangements(paper_tetrahedron(), *rules("tiles"), ':- turn(_,R), R > 0.', limit=None)
    >>> len(found), found.complete
    (2, True)
    """
    found = answers(facts(puzzle), *(programs or rules("tiles")), limit=limit, time_limit=time_limit)
    found[:] = [arrangement_of(puzzle, answer) for answer in found]
    return found


# -------- the engine


def solve_encoding(
    puzzle: Cosoku, encoding: str, flags: Iterable[str], stop: Stop
) -> tuple[clingo.Control, Iterator[Arrangement]]:
    """Ground an encoding; return the control object, and the arrangements that clasp finds."""
    program = facts(puzzle)
    large = len(puzzle.polyhedron.faces) * len(puzzle.tiles) > LARGE
    control = ground(program, *rules(encoding), arguments=flags, stop=stop if large else None)
    found = models(control, stop=stop)
    return control, (arrangement_of(puzzle, map(str, model.symbols(shown=True))) for model in found)


def solutions(puzzle: Cosoku, stop: Stop = never, encoding: str = "types") -> Iterator[Arrangement]:
    """Yield all arrangements that solve the puzzle, each once; with "tiles", each as often as equal
    tiles can be numbered and turned.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> sum(1 for _ in solutions(paper_tetrahedron()))
    19
    """
    with suppress(TimeIsUp):
        yield from solve_encoding(puzzle, encoding, ["--models=0"], stop)[1]


def arrange(
    puzzle: Cosoku,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    stop: Stop = never,
    encoding: str = "types",
) -> Arranged:
    """Find one arrangement by clingo.

    `nodes` are clasp's choices; `seed` decides which truth values clasp tries first. Errors:
    `PuzzleError`.

    >>> from puzzlelib.icosoku import icosoku, sums
    >>> puzzle = icosoku(seed=1)
    >>> sums(puzzle, arrange(puzzle).arrangement) == puzzle.capacities
    True
    """
    clock, arrangement = Clock(time_limit), None
    flags = ["--models=1", *([f"--seed={seed}", "--sign-def=rnd"] if seed else [])]
    try:
        control, found = solve_encoding(puzzle, encoding, flags, lambda: clock.stop() or stop())
        for one in found:
            arrangement = one
    except TimeIsUp:
        return Arranged(None, "asp", clock.seconds(), clock.cause)
    statistics = control.statistics
    stopped = "" if arrangement or statistics["summary"]["exhausted"] else clock.cause
    nodes = int(statistics["solving"]["solvers"]["choices"])
    return Arranged(arrangement, "asp", clock.seconds(), stopped, nodes)
