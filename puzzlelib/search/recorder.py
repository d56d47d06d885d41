"""From the steps of a search to its trace and its counters.

The searches of this library are generators of *steps*: where one would put a `print` to see what happens, there is a
`yield` of a plain tuple. Who wants the solutions keeps the answers; who wants a trace or a count looks at every step:

    ("start", given, gone)             the hints, and the options that they rule out
    ("choose", item, count, seen)      branch on an item with `count` options; `seen` were looked at to find them
    ("try", option, gone)              an option is put; it rules out the options in `gone`
    ("conflict", item, cut, detail)    a dead end: which check found it, and one number or word about it
    ("undo", option)                   the option is taken back
    ("answer", chosen)                 a solution: the options in the order of choice
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from numbers import Real
from time import perf_counter

from .exact_cover import ExactCover
from .puzzles import PackingPuzzle, PuzzleError, Solution, short, whole
from .trace import Event, Trace

Step = tuple  # as in the table above
MOST_EVENTS = 100_000  # in a trace, unless one asks for more


def every_one(choices: Iterable[int]) -> Iterable[int]:
    """Which of its choices a search tries: all. The estimator takes one by chance instead."""
    return choices


@dataclass
class Counters:
    """What a search did, in numbers.

    A node is one option put (in a magic square: one number put); the root, where nothing is put yet, is not counted. So `nodes` is
    the number of "try" events in a trace. `per_level` maps the level 1, 2, … to its nodes. `tries` counts every option that was
    looked at, also those that were not put because they overlap. `cuts` says how often each check cut a branch off, `dead_ends`
    how often an item had no option left. `complete` is False when the time was up first; `share` is the share of the tree
    that was searched (see `share_done`).
    """

    nodes: int = 0
    tries: int = 0
    solutions: int = 0
    dead_ends: int = 0
    cuts: dict[str, int] = field(default_factory=dict)
    per_level: dict[int, int] = field(default_factory=dict)
    complete: bool = False
    seconds: float = 0.0
    share: float = 0.0

    @property
    def deepest(self) -> int:
        """The deepest level that was reached."""
        return max(self.per_level, default=0)

    @property
    def per_second(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds if self.seconds else 0.0


def counted(steps: Iterable[Step], seconds: float | None = None, cuts: Iterable[str] = ()) -> Counters:
    """Run a search to its end, or until `seconds` are over, and count. `cuts` are the checks to be listed even if they never cut.

    >>> from puzzlelib.magic_square import steps
    >>> counted(steps(3, prune="line")).solutions
    8
    """
    start = perf_counter()
    end, complete = start + time_for("seconds", seconds), True
    cut, levels, path, level, tries, answers = Counter(dict.fromkeys(cuts, 0)), Counter(), [], 0, 0, 0
    for k, (kind, *rest) in enumerate(steps):
        if kind == "try":
            level += 1
            levels[level] += 1
        elif kind == "undo":
            level -= 1
            del path[level + 1 :]
            path[level][0] += 1
        elif kind == "choose":
            _, count, seen = rest
            path.append([0, count])
            tries += seen
            if seen > count:
                cut["overlap"] += seen - count
        elif kind == "conflict":
            cut[rest[1]] += 1
        elif kind == "answer":
            answers += 1
        if not k & 63 and perf_counter() > end:
            complete = False
            break
    dead_ends = cut.pop("options", 0) + cut.pop("fit", 0)
    return Counters(
        levels.total(),
        tries,
        answers,
        dead_ends,
        dict(cut),
        dict(levels),
        complete,
        perf_counter() - start,
        1.0 if complete else share_done(path),
    )


def time_for(field: str, seconds: float | None) -> float:
    """A number of seconds, None: without end; `PuzzleError` for anything else."""
    if seconds is None:
        return float("inf")
    if not (isinstance(seconds, Real) and seconds >= 0):
        raise PuzzleError(f"{field} {short(seconds)}: must be a number of seconds, or None")
    return seconds


def share_done(path: Iterable[tuple[int, int]]) -> float:
    """The share of a tree that is searched, if all children of a node have equally large trees (they have not; see `estimate`).

    `path`: from the root to the present node, how many children are done, and how many there are.

    >>> share_done([(1, 4), (1, 2)])       # a quarter, and half of the next quarter
    0.375
    """
    share, whole_share = 0.0, 1.0
    for done, children in path:
        whole_share /= children
        share += done * whole_share
    return share


@dataclass
class SearchTrace(Trace):
    """A trace of one of the searches of this library.

    `solutions` are those found on the way: of a packing puzzle as placements, of an exact cover problem as option numbers in order
    of choice. `stopped`: "" (the search came to its end), "limit" (enough solutions) or "events" (enough events).
    """

    shows_options: bool = field(default=True, kw_only=True)
    solutions: list = field(default_factory=list, kw_only=True)
    stopped: str = field(default="", kw_only=True)

    @property
    def complete(self) -> bool:
        """Did the search come to its end?"""
        return not self.stopped


WHY = {  # the sentence for each check that finds a dead end; `detail` is what the search says about it
    "options": "{item} has no option left",
    "too few": "{item} has only {detail} left, fewer than the copies that are still needed",
    "fit": "nothing that is left fits on {item}",
    "islands": "an island of {detail} empty cells, and no set of the remaining pieces has so many",
    "parity": "coloured like a chessboard, {detail}, and the remaining pieces cannot give that",
    "hints": "the hints exclude each other",
    "volume": "the pieces together do not have as many cells as the container",
}


class Words:
    """Names for options and items in the sentences of a trace."""

    def __init__(self, problem: PackingPuzzle | ExactCover):
        self.problem = problem

    def piece(self, name: str) -> str:
        """A piece by its name, and its letter where that is another one."""
        label = self.problem.labels[name]
        return name if name.upper() == label else f"{name} ({label})"

    def item(self, item) -> str:
        """What the search branches on."""
        if isinstance(self.problem, ExactCover):
            return f"item {item}"
        return f"piece {self.piece(item)}" if isinstance(item, str) else f"cell {place(item)}"

    def option(self, number: int) -> str:
        """An option; a placement by its piece and its first cell."""
        if isinstance(self.problem, ExactCover):
            return f"option {self.problem.name(number)}"
        name, cells = self.problem.placements[number]
        return f"{self.piece(name)} at {place(cells[0])}"

    def put(self, option: int, item) -> str:
        """What is put when the search has branched on an item."""
        return self.option(option)

    def why(self, item, cut: str, detail) -> str:
        """Why there is a dead end."""
        if cut == "options" and detail:
            cut, detail = "too few", many(detail, "option")
        return WHY[cut].format(item="" if item is None else self.item(item), detail=detail)

    def answer(self) -> str:
        """What a solution is."""
        if isinstance(self.problem, ExactCover):
            copies = set(self.problem.items.values()) - {1}
            return f"every item is covered exactly {'as often as it must be' if copies else 'once'}"
        return "every piece is placed, every cell is filled exactly once"

    def options(self, numbers: Iterable[int]) -> str:
        """Several options."""
        return " and ".join(self.option(n) for n in sorted(numbers))


def place(cell: tuple[int, ...]) -> str:
    """A cell by its coordinates.

    >>> place((0, 1, 2)), place((0, 1, 2, 1))
    ('(0,1,2)', '(0,1,2) in box 2')
    """
    box = f" in box {cell[3] + 1}" if len(cell) > 3 else ""
    return f"({','.join(map(str, cell[:3]))}){box}"


def many(n: int, what: str) -> str:
    """A number with its noun.

    >>> many(1, "placement"), many(2, "placement")
    ('1 placement', '2 placements')
    """
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def listed(words: Iterable) -> str:
    """Words or numbers in a row, "and" before the last.

    >>> listed(["L", "T", "V"]), listed([5]), listed([])
    ('L, T and V', '5', '')
    """
    *first, last = [*map(str, words)] or [""]
    return f"{', '.join(first)} and {last}" if first else last


class Recorder:
    """Turns steps into events. Reads only what the search yields; it knows nothing of how the search goes on."""

    def __init__(self, words: Words, how: str = "", noun: str = "option"):
        self.words, self.how, self.noun = words, how, noun
        self.events: list[Event] = []
        self.path: list[
            tuple[int, tuple]
        ] = []  # the tries that are not taken back, each with what it ruled out
        self.choices: list[list] = []  # for each level the item, its count, and how many were tried
        self.answers = 0

    def record(self, step: Step) -> None:
        """Append the event of a step."""
        kind, *rest = step
        getattr(self, f"add_{kind}")(*rest)

    def add(self, kind: str, level: int, say: str, **more) -> None:
        self.events.append(Event(kind, level, say=say, **more))

    @property
    def level(self) -> int:
        return len(self.path)

    def add_start(self, given, gone) -> None:
        off = tuple(sorted(set(gone).difference(given)))
        hints = f"{many(len(given), 'hint')} given" if given else "nothing is put yet"
        ruled = f", {many(len(off), self.noun)} ruled out by them" if off else ""
        self.add("start", 0, f"Start: {hints}{ruled}.", on=tuple(given), off=off)

    def add_choose(self, item, count, seen) -> None:
        del self.choices[self.level :]
        self.choices.append([item, count, 0])
        of = (
            f"{count:,} of {many(seen, self.noun)} fit{'s' * (count == 1)}"
            if seen > count
            else many(count, self.noun)
        )
        self.add(
            "choose",
            self.level,
            f"Level {self.level}: branch on {self.words.item(item)}{self.how}: {of}.",
            item=item,
            count=count,
        )

    def add_try(self, option, gone) -> None:
        item, count, before = self.choices[self.level]
        self.choices[self.level][2] += 1
        off = tuple(sorted(number for number in gone if number != option))
        ruled = f"; it rules out {many(len(off), self.noun)}" if off else ""
        say = f"Level {self.level + 1}: put {self.words.put(option, item)}, {before + 1} of {count}{ruled}."
        self.path.append((option, off))
        self.add("try", self.level, say, option=option, on=(option,), off=off, item=item, count=count)

    def add_conflict(self, item, cut, detail) -> None:
        self.add(
            "conflict",
            self.level,
            f"Dead end at level {self.level}: {self.words.why(item, cut, detail)}.",
            item=item,
            count=detail if cut == "options" else None,
        )

    def add_undo(self, option) -> None:
        option, off = self.path.pop()
        again = f"; {many(len(off) + 1, self.noun)} open again" if off else ""
        say = f"Back to level {self.level}: take {self.words.option(option)} out{again}."
        self.add("undo", self.level, say, option=option, back=(option, *off))

    def add_answer(self, chosen) -> None:
        self.answers += 1
        self.add("answer", self.level, f"Solution {self.answers}: {self.words.answer()}.")

    def finish(self, stopped: str) -> str:
        """The last event says what was seen of the search. Gives what stopped it, in the end."""
        kinds = Counter(event.kind for event in self.events)
        seen = f"{many(self.answers, 'solution')}, {many(kinds['try'], 'node')}, {many(kinds['conflict'], 'dead end')}"
        say = {
            "": f"End: the search is complete: {seen}.",
            "limit": f"End: stopped after {many(self.answers, 'solution')} as asked, there may be more: {seen}.",
            "events": f"End of the recording after {many(len(self.events), 'event')}; the search is not finished: {seen} so far.",
        }
        self.add("end", self.level, say[stopped])
        return stopped


def recorded(
    steps: Iterator[Step], recorder: Recorder, limit: int | None, most: int
) -> tuple[list[tuple], str]:
    """Feed steps to a recorder until `limit` solutions or `most` events; gives the solutions, and why it stopped."""
    limit = None if limit is None else whole("limit", limit, "must be a whole number above 0", least=1)
    most = whole("most", most, "must be a whole number above 1", least=2)
    answers, stopped = [], ""
    for step in steps:
        if len(recorder.events) >= most - 1:
            stopped = "events"
            break
        recorder.record(step)
        if step[0] == "answer":
            answers.append(step[1])
            if len(answers) == limit:
                stopped = "limit"
                break
    steps.close()
    return answers, recorder.finish(stopped)


def solution_of(puzzle: PackingPuzzle, given: Iterable[int], chosen: Iterable[int]) -> Solution:
    """A solution from the numbers of its placements, the hints among them."""
    return tuple(puzzle.placements[i] for i in sorted((*given, *chosen)))


def search_trace(
    problem: PackingPuzzle | ExactCover,
    steps: Iterator[Step],
    given: Iterable[int] = (),
    how: str = "",
    noun: str = "option",
    shows_options: bool = True,
    limit: int | None = 1,
    most: int = MOST_EVENTS,
) -> SearchTrace:
    """The trace of a search, until `limit` solutions (None: all) or `most` events, the last one included."""
    recorder = Recorder(Words(problem), how, noun)
    answers, stopped = recorded(steps, recorder, limit, most)
    if isinstance(problem, PackingPuzzle):
        answers = [solution_of(problem, given, chosen) for chosen in answers]
    trace = SearchTrace(
        problem,
        recorder.events,
        frozenset(given),
        shows_options=shows_options,
        solutions=answers,
        stopped=stopped,
    )
    trace.snapshots  # made now, so that no step has to wait for it later
    return trace
