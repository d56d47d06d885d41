"""A student's recursive search as a trace, for the step player.

From the arguments of a call and those of its caller follows the option that was taken. Nothing is
mended: pieces overlap in the trace if they overlap in the search.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from functools import cache, cached_property
from typing import Any

from puzzlelib.common.ending import Ending
from puzzlelib.common.words import join_words, many
from puzzlelib.packing.files import load
from puzzlelib.packing.puzzle import PackingPuzzle
from puzzlelib.search.events import Event, Trace
from puzzlelib.search.exact_cover import Item, Problem, cover_of, exact_cover, solution_from_options
from puzzlelib.search.recorder import Recorder
from puzzlelib.search.words import words_of

from .own_calls import CallWatch, OwnCall
from .values import is_several

WRONG_TIMES = {0: "is not {}", 1: "", 2: "is {} twice"}  # that an item is covered


class OwnCase:
    """A problem that a student's search is run on, and how its calls are read.

    `arguments` are handed to the search; `name` stands on the card.
    """

    how, noun, result, form = "", "option", "solution", "sets of names of options"
    shows_options = False

    def __init__(self, name: str, problem: Problem):
        self.name, self.problem, self.words = name, problem, words_of(problem)
        self.cover = exact_cover(problem) if isinstance(problem, PackingPuzzle) else problem

    @cached_property
    def options_of(self) -> dict[Hashable, int]:
        """Option numbers by the names or the cells that a search hands on."""
        raise NotImplementedError

    def open_items(self, call: OwnCall) -> frozenset:
        """Return the items that are not covered, as the arguments of a call say."""
        raise NotImplementedError

    def item_in(self, thing: Any) -> Item | None:
        """Return the item that a thing is, if it is one."""
        key = lookup_key(thing)
        return key if key in self.cover.items else None

    def next_item(self, call: OwnCall) -> Item | None:
        """Return the item that such a search would branch on."""
        raise NotImplementedError

    def gone_options(self, call: OwnCall) -> frozenset[int]:
        """Return the options that are not among the arguments any more."""
        return frozenset()

    def still_open(self, call: OwnCall, item: Item) -> int:
        """Count the options that an item has left."""
        items = self.open_items(call)
        return sum(items.issuperset(self.cover.options[o]) for o in self.cover.containing[item])

    def option_of(self, call: OwnCall) -> int | None:
        """Return the option that a call has taken, or None.

        It explains the arguments; if none does, or several do, the caller has it bound to a name.
        """
        before, after = self.open_items(call.caller), self.open_items(call)
        bound = set(self.options_in(call.bound))
        marks = [
            2 * (before.difference(items) == after) + (option in bound)
            for option, items in enumerate(self.cover.options)
        ]
        best = max(marks)
        return marks.index(best) if best else None

    def options_in(self, things: Any) -> Iterator[int]:
        """Yield the options among some things."""
        for thing in things:
            option = self.options_of.get(lookup_key(thing))
            if option is not None:
                yield option

    def is_readable(self, result: Any) -> bool:
        """Return whether a result has the form of a solution."""
        return is_several(result) and len([*self.options_in(result)]) == len(result)

    def fault(self, chosen: Iterable[int]) -> str:
        """Say what is wrong with some options as a solution, or ""."""
        times = Counter(item for option in chosen for item in self.cover.options[option])
        for item in self.cover.items:
            if often := WRONG_TIMES.get(times[item], f"is {{}} {times[item]} times"):
                return f"{self.words.item(item)} {often.format(self.verb(item))}"
        return ""

    def verb(self, item: Item) -> str:
        is_packing = isinstance(self.problem, PackingPuzzle)
        return "covered" if not is_packing else "used" if isinstance(item, str) else "filled"


def lookup_key(thing: Any) -> Hashable:
    """Return a thing that can be looked up; [piece, cells] is a pair of a piece and a set.

    >>> lookup_key(["V", [(0, 0, 0)]]), lookup_key("V"), lookup_key([1])
    (('V', frozenset({(0, 0, 0)})), 'V', None)
    """
    try:
        hash(thing)
        return thing
    except TypeError:
        return as_pair(thing)


def as_pair(thing: Any) -> Hashable:
    try:
        piece, cells = thing
        hash(piece)
        return piece, frozenset(cells)
    except (TypeError, ValueError):
        return None


class ByCell(OwnCase):
    """A search by cell: `by_cell(empty, left, placements)`."""

    how, noun, result = ", the first empty one", "placement", "packing"
    form = "lists of placements"

    @property
    def pairs(self) -> list[tuple[str, frozenset]]:
        return [(piece, frozenset(cells)) for piece, cells in self.problem.placements]

    @property
    def arguments(self) -> tuple:
        names = [piece.name for piece in self.problem.pieces]
        return frozenset(self.problem.container), self.kept(names), self.pairs

    kept = frozenset

    @cached_property
    def options_of(self) -> dict[Hashable, int]:
        cells = {cells: option for option, (_, cells) in enumerate(self.pairs)}
        return cells | {pair: option for option, pair in enumerate(self.pairs)}

    def open_items(self, call: OwnCall) -> frozenset:
        return frozenset(call.arguments[0]).union(call.arguments[1])

    def next_item(self, call: OwnCall) -> Item | None:
        return min(call.arguments[0], default=None)


class ByPiece(ByCell):
    """A search by piece: `by_piece(empty, left, placements)`."""

    how = ", the next one"
    kept = list

    def next_item(self, call: OwnCall) -> Item | None:
        return next(iter(call.arguments[1]), None)


class ByItem(OwnCase):
    """Algorithm X: `algorithm_x(items, options)`."""

    how, shows_options = ", which has the fewest options", True

    @cached_property
    def option_names(self) -> list[str]:
        return [*(self.cover.names or numbered_names(self.cover.options))]

    @cached_property
    def item_of(self) -> dict[str, Item]:
        """The items by their names: a cell is "000", so that a search can sort them."""
        return {self.words.heading(item): item for item in self.cover.items}

    @property
    def arguments(self) -> tuple:
        spelled = ({self.words.heading(item) for item in option} for option in self.cover.options)
        return [*self.item_of], dict(zip(self.option_names, spelled))

    def item_in(self, thing: Any) -> Item | None:
        return self.item_of.get(lookup_key(thing))

    def open_items(self, call: OwnCall) -> frozenset:
        return frozenset(filter(None, map(self.item_in, call.arguments[0])))

    @cached_property
    def options_of(self) -> dict[Hashable, int]:
        return {name: option for option, name in enumerate(self.option_names)}

    def next_item(self, call: OwnCall) -> Item | None:
        items = filter(None, map(self.item_in, call.arguments[0]))
        return min(items, key=lambda item: self.still_open(call, item), default=None)

    def still_open(self, call: OwnCall, item: Item) -> int:
        there = frozenset(self.options_in(call.arguments[1]))
        return len(there & self.cover.containing[item])

    def gone_options(self, call: OwnCall) -> frozenset[int]:
        there = self.options_in(call.arguments[1])
        return frozenset(range(len(self.option_names))).difference(there)


def numbered_names(options: Iterable[tuple]) -> Iterator[str]:
    """Yield a name for each option: its first item, numbered.

    >>> list(numbered_names([("V", 1), ("V", 2), ("Z", 3)]))
    ['V1', 'V2', 'Z1']
    """
    count = Counter()
    for first, *_ in options:
        count[first] += 1
        yield f"{first}{count[first]}"


# -------- from calls to events


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
        item = self.shared_item(caller)
        count = len(caller.calls)
        if item is not None:
            self.how = self.case.how if item == self.case.next_item(caller) else ""
            return self.add_choose(item, count, count)
        self.branch_on(None, count)
        say = f"Level {self.level}: {many(count, self.noun)} tried, of no one item."
        self.add("choose", self.level, say, count=count)

    def shared_item(self, caller: OwnCall) -> Item | None:
        """Return an item that all options tried by a caller cover, the expected one first."""
        taken = [self.case.option_of(call) for call in caller.calls]
        if None in taken:
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
        """Note what a call gives back that has made none: solutions, or a dead end."""
        for result in call.results:
            self.add_result(result)
        if not call.results and not call.failed:
            self.add_silence(call)

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

    def add_silence(self, call: OwnCall) -> None:
        """Note a call that makes none, and gives nothing back."""
        item = self.case.next_item(call)
        if item not in self.case.cover.items:
            return self.add_conflict(None, "missed", None)
        count = self.case.still_open(call, item)
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
        self.trace = self.trace_of(recorder)

    def trace_of(self, recorder: CallRecorder) -> Trace:
        problem, right = self.case.problem, recorder.right
        if isinstance(problem, PackingPuzzle):
            right = [solution_from_options(problem, chosen) for chosen in right]
        stopped = Ending.EVENTS if self.calls.ended else Ending.DONE
        more = {"stopped": stopped, "shows_options": self.case.shows_options}
        return Trace(problem, recorder.events, solutions=right, **more)

    def sum_up(self, events: Iterable[Event]) -> str:
        """Say what the search did, and how it ended."""
        kinds = Counter(event.kind for event in events if event.cause != "wrong")
        said = f"{many(kinds['try'], self.case.noun)} tried, {many(kinds['conflict'], 'dead end')}."
        if not self.calls.root.calls:
            said = "" if self.calls.ended else f"{self.calls.name} {NOT_CALLED}"
        return " ".join(filter(None, [self.calls.ended, said, self.words_of_results()]))

    def words_of_results(self) -> str:
        """Say how many results there are, how many differ, and how many are wrong."""
        found, case = self.calls.root.results, self.case
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


NOT_CALLED = "did not call itself by its name, so only what it gave back is shown."


def watch_own_search(function: Callable, name: str, case: OwnCase, **limits) -> OwnSearch:
    """Run a student's search on a case, and return what it did."""
    return OwnSearch(case, CallWatch(function, name, case.arguments, **limits))


# -------- the searches of lessons 03 and 04


@cache
def own_cases(name: str) -> tuple[OwnCase, ...]:
    """Return the problems on which the function of this name is shown."""
    little = load("little-cube")
    cards = cover_of({card: card for card in CARDS}, items="abcdefg")
    return {
        "by_cell": (ByCell("Little cube", little),),
        "by_piece": (ByPiece("Little cube", little),),
        "algorithm_x": (ByItem("Six cards", cards), ByItem("Little cube", little)),
    }[name]


CARDS = "ce", "adg", "bcf", "adf", "bg", "deg"
