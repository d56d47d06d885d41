"""A student's recursive search as a trace, for the step player.

From the arguments of a call and those of its caller follows the option that was taken. Nothing is
mended: pieces overlap in the trace if they overlap in the search.
"""

import inspect
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from puzzlelib.common.ending import Ending
from puzzlelib.common.words import join_words, many
from puzzlelib.packing.puzzle import PackingPuzzle
from puzzlelib.search.events import Event, Trace
from puzzlelib.search.exact_cover import Item, solution_from_options
from puzzlelib.search.recorder import Recorder

from ...kit.checks.blanks import gap
from ...kit.checks.own_calls import SECONDS, CallWatch, OwnCall
from ...kit.checks.values import is_several
from .own_cases import OwnCase


class CallRecorder(Recorder):
    """Turns calls into events; `case` reads them."""

    def __init__(self, case: OwnCase):
        super().__init__(case.words, case.how, case.noun)
        self.case = case
        self.extra: tuple[int, ...] = ()  # options that one solution alone has
        self.right: list[tuple[int, ...]] = []  # the solutions in which nothing is wrong

    def add(self, kind: str, level: int, say: str, **more) -> None:
        if self.extra and kind != "end":
            more["back"] = (*more.get("back", ()), *self.extra)
            self.extra = ()
        super().add(kind, level, say, **more)

    def amend(self, words: str = "", **more) -> None:
        """Add words to the last sentence, and change its event."""
        last = self.events.pop()
        self.events.append(replace(last, say=f"{last.say[:-1]}{words}.", **more))

    def begin(self, call: OwnCall) -> None:
        """Note that a call begins: its option is put."""
        if call.caller is None:
            return self.add_start((), ())
        if call is call.caller.calls[0]:
            self.branch(call.caller)
        option = self.case.option_of(call)
        if option is None:
            self.add_unread()
        else:
            again = self.covered_again(option)
            gone = self.case.gone_options(call) - self.case.gone_options(call.caller)
            self.add_try(option, gone)
            if again:
                self.amend(f"; taken again: {join_words(map(self.words.item, again))}")

    def branch(self, caller: OwnCall) -> None:
        """Note what the calls of a caller have in common."""
        taken = [self.case.option_of(call) for call in caller.calls]
        item, count = self.shared_item(caller, taken), len(taken)
        if item is None:
            self.branch_on(None, count)
            say = f"Level {self.level}: {self.words_without_item(taken)}."
            return self.add("choose", self.level, say, count=count)
        self.how = self.case.how if item == self.case.next_item(caller) else ""
        self.add_choose(item, count, count)
        self.amend(self.words_of_possible(count, self.case.options_left(caller, item)))

    def words_of_possible(self, count: int, possible: int) -> str:
        """Say how many options are possible, if not as many as are tried."""
        fit = self.case.fits[possible > 1]
        if count > possible:
            return f", though {f'only {possible}' if possible else 'none'} {fit}"
        return f", of {possible} that {fit}" if count < possible else ""

    def words_without_item(self, taken: list[int | None]) -> str:
        """Say what is tried where all that is tried is not one item's."""
        if None in taken:
            return many(len(taken), "call")
        said = f"{many(len(taken), self.noun)} tried"
        if len({*taken}) < len(taken):
            return f"{said}, only {len({*taken})} of them different"
        return said if len(taken) == 1 else f"{said}, with no {self.case.thing} in common"

    def shared_item(self, caller: OwnCall, taken: list[int | None]) -> Item | None:
        """Return an item that different options, tried by a caller, cover; the expected one first."""
        if None in taken or len({*taken}) < len(taken):
            return None
        shared = set.intersection(*(set(self.case.cover.options[option]) for option in taken))
        named = [*map(self.case.item_in, caller.calls[0].bound)]
        others = self.case.cover.items if len(taken) > 1 else ()
        likely = [self.case.next_item(caller), *named, *others]
        return next((item for item in likely if item in shared), None)

    def covered_again(self, option: int) -> list[Item]:
        """Return the items of an option that those on the path cover already."""
        options = self.case.cover.options
        covered = {item for one, _ in self.path if one is not None for item in options[one]}
        return [item for item in options[option] if item in covered]

    def add_unread(self) -> None:
        item, count, nth = self.next_child()
        self.path.append((None, ()))
        say = f"Level {self.level}: call {nth} of {count}; no {self.noun} explains its arguments."
        self.add("try", self.level, say, item=item, count=count)

    def end(self, call: OwnCall) -> None:
        """Note that a call ends, and that its option is taken back."""
        if not call.calls:
            self.end_leaf(call)
        if call.caller is None:
            return
        option = self.path[-1][0]
        if option is None:
            self.path.pop()
            return self.add("undo", self.level, f"Back to level {self.level}.")
        self.add_undo(option)
        if option in [one for one, _ in self.path]:  # a search may put it twice
            self.amend(back=tuple(other for other in self.events[-1].back if other != option))

    def end_leaf(self, call: OwnCall) -> None:
        """Note the solutions of a call that has made no call, or that it is a dead end."""
        for result in call.results:
            self.add_result(result)
        if not call.results and not call.failed:
            self.add_dead_end(call)

    def add_result(self, result: Any) -> None:
        """Note a solution that the search reports, as it is."""
        own = [one for one, _ in self.path if one is not None]
        found = self.case.options_in(result if is_several(result) else ())
        extra = tuple(dict.fromkeys(option for option in found if option not in own))
        self.solutions += 1
        fault = self.case.fault([*own, *extra])
        if fault:
            say = f"Your search reports {self.case.result} {self.solutions}, but {fault}."
            self.add("conflict", self.level, say, on=extra, cause="wrong")
        else:
            self.right.append((*own, *extra))
            say = f"Solution {self.solutions}: {self.words.answer()}."
            self.add("answer", self.level, say, on=extra)
        self.extra = extra

    def add_dead_end(self, call: OwnCall) -> None:
        """Note a call that makes no call and gives nothing back."""
        item = self.case.next_item(call)
        if item not in self.case.cover.items:
            return self.add_conflict(None, "missed", None)
        count = self.case.options_left(call, item)
        if count:
            return self.add_conflict(item, "untried", many(count, self.noun))
        self.add_conflict(item, "options" if self.case.shows_options else "fit", 0)


class OwnSearch:
    """A run of a student's search: the calls, their trace, and `words` about them."""

    def __init__(self, case: OwnCase, calls: CallWatch):
        self.case, self.calls = case, calls
        recorder = CallRecorder(case)
        for kind, call in calls.log:
            recorder.begin(call) if kind == "in" else recorder.end(call)
        self.words = self.sum_up(recorder.events)
        recorder.add("end", recorder.level, f"End. {self.words}")
        self.trace = self.make_trace(recorder)

    def make_trace(self, recorder: CallRecorder) -> Trace:
        problem, right = self.case.problem, recorder.right
        if isinstance(problem, PackingPuzzle):
            right = [solution_from_options(problem, chosen) for chosen in right]
        stopped = Ending.EVENTS if self.calls.ended else Ending.DONE
        how = {"stopped": stopped, "shows_options": self.case.shows_options}
        return Trace(problem, recorder.events, solutions=right, **how)

    def sum_up(self, events: Iterable[Event]) -> str:
        """Say what the search did, and how it ended."""
        kinds = Counter(event.kind for event in events if event.cause != "wrong")
        said = f"{many(kinds['try'], self.case.noun)} tried, {many(kinds['conflict'], 'dead end')}."
        missing = missing_helper(self.calls.function)
        if not self.calls.root.calls:
            said = "" if self.calls.ended or missing else f"{self.calls.name} {NOT_CALLED}"
        return " ".join(filter(None, [missing, self.calls.ended, said, self.words_of_results()]))

    def words_of_results(self) -> str:
        """Say how many results there are, how many differ, and how many are wrong."""
        found, case = self.calls.root.results, self.case
        if self.calls.ended and not found:
            return "The first call gave nothing back."
        if not isinstance(self.calls.given_back, Iterable):
            given = value_in_words(self.calls.given_back)
            return f"{many(0, case.result)}: {self.calls.name} gave back {given}."
        if not all(map(case.is_readable, found)):
            return f"{many(len(found), case.result)}, not all of them {case.form}."
        sets = [frozenset(case.options_in(one)) for one in found]
        wrong = sum(bool(case.fault(case.options_in(one))) for one in found)
        said = [many(len(found), case.result)]
        if len({*sets}) < len(sets):
            said.append(f"only {len({*sets})} of them different")
        if wrong:
            said.append(f"{wrong:,} of them wrong")
        return ", ".join(said) + "."


def value_in_words(value: Any) -> str:
    """Return words for a value that holds no results.

    >>> value_in_words(None), value_in_words(7)
    ('None', 'a value of type int')
    """
    return "None" if value is None else f"a value of type {type(value).__name__}"


HELPERS = {"fewest": "4.3"}  # functions that searches may use, and the exercises that ask for them


def missing_helper(function: Callable) -> str:
    """Say which other exercise a function needs that is still a stub, or ""."""
    own = inspect.unwrap(function)
    names, code = getattr(own, "__globals__", {}), getattr(own, "__code__", None)
    for name, id in HELPERS.items():
        if code and name in code.co_names and name in names and gap(names[name]) is not None:
            return f"Exercise {id}, {name}, is still missing."
    return ""


NOT_CALLED = "did not call itself by its name, so only what it gave back is shown."


def watch_own_search(search: Callable, name: str, case: OwnCase, seconds=SECONDS) -> OwnSearch:
    """Run a student's search on a case, and return what it did."""
    return OwnSearch(case, CallWatch(search, name, case.arguments, seconds))
