"""Which engine answers, and after how much work, is the same by any clock."""

import ast
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from loose_puzzles import box_of

from puzzlelib import count, cover_of, exact_cover, load, solve
from puzzlelib.common import clock
from puzzlelib.common.clock import TimeIsUp
from puzzlelib.common.rounds import Rounds, Work
from puzzlelib.engines import doors, forecast
from puzzlelib.search import frontier, states
from puzzlelib.search.all_solutions import AllSolutions
from puzzlelib.search.generate import generate

ROOT = Path(__file__).parent.parent.parent
TICK = 0.01  # seconds that pass between two looks at the clock


def dominoes(width: int, height: int):
    """Return an exact cover: a floor tiled with dominoes."""
    cells = {(x, y) for x in range(width) for y in range(height)}
    steps = [((x, y), (x + a, y + b)) for x, y in sorted(cells) for a, b in ((1, 0), (0, 1))]
    return cover_of([step for step in steps if step[1] in cells])


def rooks(number: int):
    return cover_of([(f"r{r}", f"c{c}") for r in range(number) for c in range(number)])


@pytest.fixture
def ticking(monkeypatch):
    """Return a function that sets a clock which no machine drives, at a speed."""

    def start(speed: float) -> None:
        seconds = Counter()

        def now() -> float:
            seconds["passed"] += TICK * speed
            return seconds["passed"]

        monkeypatch.setattr(clock, "perf_counter", now)

    return start


@pytest.fixture
def work_of(monkeypatch):
    """Return a function that does a job and returns its result with the steps of each search, and how often
    something was tried beside it."""
    made: Counter = Counter()
    add, try_others = Work.add, forecast.Beside.try_others

    def watch(work: Work, steps: int) -> None:
        made[work.each] += steps
        add(work, steps)

    def watch_others(self) -> None:
        made["tried"] += 1
        try_others(self)

    monkeypatch.setattr(Work, "add", watch)
    monkeypatch.setattr(forecast.Beside, "try_others", watch_others)

    def do(job):
        made.clear()
        found = job()
        return found.engine, found.complete, getattr(found, "count", None), dict(made)

    return do


JOBS = {
    "a cover that is counted by states": partial(count, dominoes(10, 10)),
    "one of which a share is done first": partial(count, rooks(9)),
    "one that is searched to its end": partial(count, exact_cover(load("soma"))),
    "a puzzle": partial(count, load("pentominoes-8x8-holes")),
    "a few solutions": partial(solve, load("tetris-cube"), limit=3),
    "a proof": partial(solve, box_of(27, "####/####", 6, 6, 6)),
    "pigeons": partial(solve, cover_of([(p, h) for p in range(11) for h in "abcdefghij"])),
}


@pytest.mark.parametrize("name", JOBS)
@pytest.mark.slow
def test_the_work_is_the_same_by_any_clock(ticking, work_of, monkeypatch, name):
    monkeypatch.setattr(forecast, "BEFORE", 1)
    seen = []
    for speed in 1, 10, 0.1:
        ticking(speed)
        seen.append(work_of(JOBS[name]))
    assert seen[0] == seen[1] == seen[2]
    if name == "a cover that is counted by states":
        assert seen[0][0] == "states" and seen[0][3]["tried"]


def watched_count(monkeypatch, problem, **more):
    """Count with `more`; return the result and what watched the search."""
    watches = []

    class Watched(forecast.Beside):
        def __init__(self, *args):
            super().__init__(*args)
            watches.append(self)

        def try_others(self):
            super().try_others()
            assert self.spent <= self.rounds

    monkeypatch.setattr(doors, "Beside", Watched)
    return count(problem, **more), watches[0]


@pytest.mark.slow
def test_what_is_tried_costs_no_more_than_the_search(monkeypatch):
    """By states, pentominoes come to no end; the share is put off, so that it is tried again and again."""
    monkeypatch.setattr(forecast, "BEFORE", 1)
    monkeypatch.setattr(forecast, "HARDLY", 1.1)
    found, watch = watched_count(monkeypatch, exact_cover(load("pentominoes-5x12")))
    assert (found.count, found.engine) == (4 * 1010, "compiled")  # published: 1010
    assert 0 < watch.spent <= watch.rounds and watch.due > forecast.AGAIN**2


def test_with_an_executor_it_is_tried_before_the_search_is_shared_out(monkeypatch):
    monkeypatch.setattr(forecast, "BEFORE", 8)
    with ThreadPoolExecutor(2) as executor:
        found, watch = watched_count(monkeypatch, dominoes(10, 10), executor=executor)
        assert (found.count, found.engine) == (258_584_046_368, "states")  # OEIS A004003
        assert watch.rounds == 8
        monkeypatch.setattr(forecast, "try_count", lambda *args, **more: None)
        assert count(dominoes(6, 6), executor=executor).count == 6728
    assert count(dominoes(6, 6)).count == 6728


def test_it_is_not_tried_where_a_part_is_done(monkeypatch):
    monkeypatch.setattr(forecast, "BEFORE", 1)
    found, watch = watched_count(monkeypatch, exact_cover(load("soma")))
    assert (found.count, found.engine, watch.spent) == (11520, "compiled", 0)  # 240 times 48


def test_no_time_is_named_where_no_share_is_known(monkeypatch):
    """Of 3×300 dominoes, after a search of any length, less is done than a float can tell."""
    monkeypatch.setattr(forecast, "BEFORE", 1)
    lines: list[str] = []
    assert count(dominoes(3, 300), tell=lines.append).engine == "states"
    assert lines[-1] == "engine states: a search had hardly begun"
    monkeypatch.setattr(forecast, "LATE", 0)
    monkeypatch.setattr(forecast, "ALIKE", 1000)
    lines.clear()

    def tell(line: str) -> None:
        lines.append(line)
        if "forecast" in line:
            raise KeyboardInterrupt

    assert not count(dominoes(3, 300), "compiled", tell=tell).complete
    assert lines == ["no forecast yet: too little of the search is done"]


def test_a_search_asks_once_a_round():
    """Twice the steps are twice the rounds, whatever the search."""
    for steps in 10, 100:
        rounds = Rounds()
        work = Work(rounds.stop, each=7)
        for _ in range(steps):
            work.add(7)
        assert rounds.made == steps
    with pytest.raises(TimeIsUp):
        Work(Rounds(2).stop, each=7).add(21)


# -------- memory and limits


def crowded(steps: int, kinds: int):
    """Return a cover whose states are the copies used of so many kinds, 0 to 2 of each."""
    options = [[f"c{k}", *([f"r{j}"] if j < kinds else [])] for k in range(steps) for j in range(kinds + 1)]
    items = {f"c{k}": 1 for k in range(steps)} | {f"r{j}": (0, 2) for j in range(kinds)}
    return cover_of(options, items=items)


def kept_cases(steps) -> int:
    return sum(len(step.settling or ()) for step in steps)


def test_a_count_by_states_forgets_what_is_behind(monkeypatch):
    """6 kinds have 3^6 states; the number is by the compiled search on fewer steps."""
    plan = states.plan_for(crowded(40, 6))
    most = 0
    for layer in states.state_layers(plan):
        assert kept_cases(plan.steps) == 0 < len(layer) <= 3**6
        most = max(most, len(layer))
    assert most == 3**6
    small = crowded(7, 4)
    monkeypatch.setattr(frontier, "MOST_SETTLED", 5)
    assert states.count(small).number == count(small, "compiled").count
    assert states.count(small).number == len(solve(small, "dlx", limit=None))


def test_all_solutions_keep_few_cases(monkeypatch):
    cover = crowded(7, 4)
    monkeypatch.setattr(frontier, "MOST_SETTLED", 5)
    packings = AllSolutions(cover)
    assert kept_cases(packings.steps) == 0
    assert len(set(packings)) == packings.number == count(cover, "compiled").count
    assert kept_cases(packings.steps) <= 5 * len(packings.steps)


def test_generate_and_all_solutions_have_a_time_limit(ticking):
    from puzzlelib.search import generate as rooms

    puzzle = load("nine-ls")
    ticking(1)
    rooms.kept_packings.cache_clear()
    rooms.kept_solutions.cache_clear()
    rooms.all_packings.cache_clear()
    for grid in puzzle, "2x2x8":
        with pytest.raises(TimeIsUp):
            generate(grid, 2, 7, time_limit=TICK / 10)
    with pytest.raises(TimeIsUp):
        AllSolutions(puzzle, time_limit=TICK / 10)
    for grid in puzzle, "2x2x8":
        assert generate(grid, 2, 7, time_limit=1e9) == generate(grid, 2, 7)
    assert AllSolutions(puzzle, time_limit=1e9).number == 5328


# -------- no clock decides

CLOCKS = {"perf_counter", "process_time", "thread_time", "monotonic", "time"}
MAY_LOOK = {  # module -> why it looks at a clock
    "puzzlelib/common/clock.py": "limits that a user gives",
    "puzzlelib/commands/program.py": "the seconds of an answer",
    "puzzlelib/commands/icosoku.py": "the seconds of an answer",
    "puzzlelib/cluster/chunks.py": "the seconds of an answer",
    "puzzlelib/icosoku/census/check.py": "the seconds of an answer",
    "puzzlelib/icosoku/census/search.py": "the seconds of a stage",
    "puzzlelib/icosoku/counting/exact.py": "how often progress is shown",
    "puzzlelib/common/interrupts.py": "whether Ctrl-C is pressed once more because nothing happens",
    "puzzlelib/ilp/solvers.py": "the limit of a user, which a solver may not keep",
    "puzzlelib/plates/generate.py": "the limit of a user",
    "puzzlelib/search/counters.py": "the limit of a user: how far a search gets in so many seconds",
}


def clocks_in(path: Path) -> set[str]:
    """Return the names of clocks that a module imports or takes from `time`."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            found |= {one.name for one in node.names} & CLOCKS
        if isinstance(node, ast.ImportFrom) and node.module and node.module.endswith("clock"):
            found |= {one.name for one in node.names} & CLOCKS
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "time":
            found |= {node.attr} & CLOCKS
    return found


def test_no_other_module_looks_at_a_clock():
    paths = [*(ROOT / "puzzlelib").rglob("*.py"), *(ROOT / "makers").rglob("*.py")]
    looking = {path.relative_to(ROOT).as_posix() for path in paths if clocks_in(path)}
    assert looking == MAY_LOOK.keys()
