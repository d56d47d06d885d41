"""From the steps of a search to its trace."""

from collections import Counter
from collections.abc import Iterable

from ..common.ending import Ending
from ..common.errors import check_int, check_limit
from ..common.words import many
from ..packing.puzzle import PackingPuzzle
from .events import Event, Trace
from .exact_cover import Problem, solution_from_options
from .steps import Step
from .words import Words, words_of

MOST_EVENTS = 100_000  # in a trace, by default


class Recorder:
    """Turns the steps of a search into events.

    `how` says how the search chooses the item to branch on, `noun` is the word for its options,
    `more` the one for solutions after the last that was asked for.
    """

    more = "more"

    def __init__(self, words: Words, how: str = "", noun: str = "option"):
        self.words, self.how, self.noun = words, how, noun
        self.events, self.solutions = [], 0
        self.path: list = []  # the tries that are not taken back, each with what it ruled out
        self.choices: list[list] = []  # for each level the item, its count, and how many were tried

    def record(self, step: Step) -> None:
        kind, *rest = step
        getattr(self, f"add_{kind}")(*rest)

    def add(self, kind: str, level: int, say: str, **more) -> None:
        self.events.append(Event(kind, level, say=say, **more))

    @property
    def level(self) -> int:
        return len(self.path)

    def add_start(self, given, gone) -> None:
        off = tuple(sorted(set(gone).difference(given)))
        hints = f"{many(len(given), 'hint')} given" if given else "nothing is chosen yet"
        ruled = f", {many(len(off), self.noun)} ruled out by them" if off else ""
        self.add("start", 0, f"Start: {hints}{ruled}.", on=tuple(given), off=off)

    def add_choose(self, item, count, seen) -> None:
        self.branch_on(item, count)
        fit = many(count, self.noun)
        if seen > count:
            fit = f"{count:,} of {many(seen, self.noun)} fit{'s' * (count == 1)}"
        on = f"branch on {self.words.item(item)}{self.how}"
        say = f"Level {self.level}: {'more may be added' if item is None else on}: {fit}."
        self.add("choose", self.level, say, item=item, count=count)

    def branch_on(self, item, count: int) -> None:
        """Note the item to branch on at this level."""
        self.choices[self.level :] = [[item, count, 0]]

    def next_child(self) -> tuple:
        """Return the item of this level, the number of its options, and the number of this one."""
        self.choices[self.level][2] += 1
        return tuple(self.choices[self.level])

    def add_try(self, option, gone) -> None:
        item, count, nth = self.next_child()
        off = tuple(sorted(number for number in gone if number != option))
        ruled = f"; it rules out {many(len(off), self.noun)}" if off else ""
        self.path.append((option, off))
        say = f"Level {self.level}: try {self.words.put(option, item)}, {nth} of {count}{ruled}."
        self.add("try", self.level, say, option=option, on=(option,), off=off, item=item, count=count)

    def add_conflict(self, item, cause, detail) -> None:
        left = detail if cause == "options" else None
        if left:
            cause, detail = "too few", many(left, "option")
        say = f"Dead end at level {self.level}: {self.words.why(cause, item, detail)}."
        self.add("conflict", self.level, say, item=item, count=left, cause=cause)

    def add_undo(self, option) -> None:
        option, off = self.path.pop()
        again = f"; {many(len(off) + 1, self.noun)} open again" if off else ""
        say = f"Back to level {self.level}: take {self.words.option(option)} out{again}."
        self.add("undo", self.level, say, option=option, back=(option, *off))

    def add_answer(self, chosen) -> None:
        self.solutions += 1
        self.add("answer", self.level, f"Solution {self.solutions}: {self.words.answer()}.")

    def finish(self, stopped: Ending, max_events: int) -> Ending:
        """Add the last event, which sums the search up; return what stopped it."""
        level = self.level
        if len(self.events) >= max_events:  # the last step made more events than fit
            del self.events[max_events - 1 :]
            stopped, level = Ending.EVENTS, self.events[-1].level
        kinds = Counter(event.kind for event in self.events)
        found, events = many(self.solutions, "solution"), many(len(self.events), "event")
        seen = f"{found}, {many(kinds['try'], 'node')}, {many(kinds['conflict'], 'dead end')}"
        say = {
            Ending.DONE: f"End: the search is complete{self.outcome()}: {seen}.",
            Ending.LIMIT: f"End: stopped after {found} as asked, without looking for {self.more}: {seen}.",
            Ending.EVENTS: f"End of the recording after {events}; the search is not finished: {seen} so far.",
        }
        self.add("end", level, say[stopped])
        return stopped

    def outcome(self) -> str:
        """Return what a complete search has proved besides, for the last sentence."""
        return ""


def record_steps(
    steps: Iterable[Step], recorder: Recorder, limit: int | None, max_events: int
) -> tuple[list, Ending]:
    """Feed steps to a recorder; return the solutions, and what stopped it."""
    limit = check_limit(limit)
    max_events = check_int("max_events", max_events, least=2)
    solutions, stopped = [], Ending.DONE
    for step in steps:
        if len(recorder.events) >= max_events - 1:
            stopped = Ending.EVENTS
            break
        recorder.record(step)
        if step[0] == "answer":
            solutions.append(step[1])
            if len(solutions) == limit:
                stopped = Ending.LIMIT
                break
    return solutions, recorder.finish(stopped, max_events)


def search_trace(
    problem: Problem,
    steps: Iterable[Step],
    given: Iterable[int] = (),
    how: str = "",
    noun: str = "option",
    shows_options: bool = True,
    limit: int | None = 1,
    max_events: int = MOST_EVENTS,
) -> Trace:
    """Record a search, until `limit` solutions (None: all) or `max_events` events."""
    recorder = Recorder(words_of(problem), how, noun)
    solutions, stopped = record_steps(steps, recorder, limit, max_events)
    if isinstance(problem, PackingPuzzle):
        solutions = [solution_from_options(problem, (*given, *chosen)) for chosen in solutions]
    seen = problem, recorder.events, frozenset(given)
    trace = Trace(*seen, solutions=solutions, stopped=stopped, shows_options=shows_options)
    trace.snapshots  # made now, so that no step has to wait for it later
    return trace
