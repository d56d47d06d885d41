"""Partition on a bipyramid, to be played both ways: a group becomes an arrangement, and an arrangement becomes two groups."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html import escape
from threading import RLock
from time import sleep

import ipywidgets as w
import traitlets as t

from . import cosoku_pictures
from .card import DEMO, Card, message, tell, working
from .cosoku import Arranged, Arrangement, Cosoku, dots, spelled, why_impossible
from .cosoku_engines import ENGINES, missing, solve
from .partition import (
    BLANK,
    Group,
    arrangement_of,
    at_apex,
    bipyramid_of,
    numbers_of,
    read_back,
    read_numbers,
    unit,
    why_unsplittable,
)
from .puzzles import PuzzleError, one_of
from .recorder import many
from .stage import Stage

SECONDS = 20  # for one answer of an engine
MOMENT = 0.1  # seconds
MOST_SHOWN = 14  # numbers on a bipyramid whose faces can still be told apart
HEIGHT = 0.5  # of the eye, above the middle
APEXES = {"N": ("▲", "the group at N"), "S": ("▼", "the rest, at S")}
DOUBLED = "The total {} is odd, so every number has been doubled: 2 dots stand for 1."
EVEN = " An apex collects an even number of dots, and takes {}."
STOPPED = {"interrupt": "Stopped", "time limit": f"Stopped after {SECONDS} s"}


# ---------------------------------------------------------------- the way back, face by face


def numbered_faces(puzzle: Cosoku, arrangement: Arrangement) -> Iterator[tuple[int, int, int]]:
    """The faces whose tiles are not blank: (face, number of dots, vertex where they are)."""
    for face, placed in enumerate(arrangement):
        if placed.tile != BLANK:
            number, vertex = max(zip(dots(*placed), puzzle.polyhedron.corners[face]))
            yield face, number, vertex


def frames(puzzle: Cosoku, arrangement: Arrangement) -> Iterator[dict]:
    """The empty solid, then tile after tile with the group that its number joins, then the blank tiles and the two groups.

    >>> puzzle = bipyramid_of([1, 2, 3])
    >>> [one["say"] for one in frames(puzzle, arrangement_of([1, 2, 3], [3]))][1]
    'Face N-Z1-Z2: tile 003 has its dots at N, so 3 belongs to the group at N: 3 of 3.'
    """
    yield opening(puzzle)
    placed, sums = {}, [0] * len(puzzle.capacities)
    for level, (face, number, vertex) in enumerate(numbered_faces(puzzle, arrangement), 1):
        placed[face], name = arrangement[face], puzzle.polyhedron.vertices[vertex]
        sums[vertex] += number
        say = (
            f"Face {puzzle.polyhedron.face_names[face]}: tile {spelled(arrangement[face].tile)} has its dots at {name}, "
            f"so {number:,} belongs to {APEXES[name][1]}: {sums[vertex]:,} of {puzzle.capacities[vertex]:,}."
        )
        yield cosoku_pictures.frame(puzzle, placed, focus=vertex, face=face, say=say, mark="try", level=level)
    rest = many(len(arrangement) - len(placed), "blank tile")
    say = f"{rest} fill the other faces. {groups_in_words(puzzle, arrangement)}"
    yield cosoku_pictures.frame(puzzle, arrangement, say=say, mark="answer", level=len(placed))


def scene(puzzle: Cosoku) -> dict:
    """As in `cosoku_pictures`, but seen from the side, so that faces at N and at S are in sight.

    >>> scene(bipyramid_of([1, 2, 3]))["layout"]["scene"]["camera"]["eye"]["z"]
    0.5
    """
    page = cosoku_pictures.scene(puzzle)
    space = page["layout"]["scene"]
    eye = space["camera"]["eye"] | {"z": HEIGHT}
    return page | {"layout": page["layout"] | {"scene": space | {"camera": space["camera"] | {"eye": eye}}}}


def opening(puzzle: Cosoku) -> dict:
    """The bipyramid before a tile lies on it."""
    return cosoku_pictures.frame(puzzle, {}, say=task(puzzle), mark="start")


def task(puzzle: Cosoku) -> str:
    """What there is to do.

    >>> task(bipyramid_of([1, 2, 3]))
    'N and S take 3 dots each, the 3 corners around the middle none. 3 tiles with dots, 3 blank ones.'
    """
    blank = puzzle.copies[BLANK]
    return (
        f"N and S take {many(puzzle.capacities[0], 'dot')} each, the {len(puzzle.capacities) - 2} corners around the middle none. "
        f"{many(len(puzzle.tiles) - blank, 'tile')} with dots, {blank} blank {'one' if blank == 1 else 'ones'}."
    )


def groups_in_words(puzzle: Cosoku, arrangement: Arrangement) -> str:
    """Both groups with their sums, as they are read from the picture.

    >>> groups_in_words(bipyramid_of([1, 2, 3]), arrangement_of([1, 2, 3], [3]))
    'At N: 3 = 3. At S: 2 + 1 = 3.'
    """
    return " ".join(f"At {apex}: {sum_of(at_apex(puzzle, arrangement, apex))}." for apex in APEXES)


def sum_of(group: Group) -> str:
    """A group as a sum, with what it comes to.

    >>> sum_of((4, 2)), sum_of(())
    ('4 + 2 = 6', 'nothing = 0')
    """
    return f"{' + '.join(f'{number:,}' for number in group) or 'nothing'} = {sum(group):,}"


def table(puzzle: Cosoku, arrangement: Arrangement) -> str:
    """Both groups as HTML: which apex, which numbers, their sum, and whether that is what the apex takes."""

    def row(apex: str, wanted: int) -> str:
        group = at_apex(puzzle, arrangement, apex)
        right = sum(group) == wanted
        return (
            f"<tr><th scope='row'>{APEXES[apex][0]} {APEXES[apex][1]}</th><td>{escape(sum_of(group))}</td>"
            f"<td>{'✓' if right else '✗'} {apex} takes {wanted:,}</td></tr>"
        )

    return f"<table>{''.join(map(row, APEXES, puzzle.capacities))}</table>"


# ---------------------------------------------------------------- the widget


class PartitionStage(Card):
    """Numbers to write, the puzzle that they become, a group to lay by hand, and engines that know nothing of groups."""

    def __init__(self, numbers: tuple[int, ...], engine: str):
        self.numbers, self.puzzle, self.arrangement, self.link = numbers, bipyramid_of(numbers), None, None
        self.lock = (
            RLock()
        )  # JupyterLab may run two of our handlers at once, such as leaving the field and pressing Solve
        self.line, self.groups, self.steps = message(), w.HTML(), w.HBox()
        self.stage = Stage(
            scene(self.puzzle), [opening(self.puzzle)], cosoku_pictures.parts, label="The bipyramid"
        )
        t.dlink((DEMO, "on"), (self.stage, "contrast"))
        self.make_controls(engine)
        super().__init__(
            *self.rows(),
            self.line,
            self.groups,
            self.steps,
            self.stage,
            words=f"{self.puzzle.name}, on a bipyramid",
        )
        self.show()

    def make_controls(self, engine: str) -> None:
        """What is written, chosen and pressed."""
        lacking = missing()
        names = [(f"{name} (not here)" if name in lacking else name, name) for name in ENGINES]
        self.field = w.Text(
            description="numbers",
            value=listed(self.numbers),
            continuous_update=False,
            layout=w.Layout(width="330px"),
        )
        self.group = w.Text(
            description="group at N",
            placeholder="some of the numbers",
            continuous_update=False,
            layout=w.Layout(width="330px"),
        )
        self.engine = w.Dropdown(
            description="engine", options=names, value=engine, layout=w.Layout(width="250px")
        )
        self.field.observe(lambda _: self.take(), "value")
        self.buttons = {
            name: self.button(name, act, style)
            for name, act, style in [
                ("Make the puzzle", self.take, ""),
                ("Lay it", self.lay, ""),
                ("Solve", self.solve, "primary"),
                ("Clear", self.clear, ""),
            ]
        }

    def button(self, name: str, act, style: str) -> w.Button:
        """A button that is as wide as its name; what goes wrong is told in the line."""
        made = w.Button(description=name, button_style=style, layout=w.Layout(width="auto"))
        made.on_click(lambda _: act())
        return made

    def rows(self) -> Iterator[w.Widget]:
        """The numbers; there; back."""
        make, lay, solve_it, clear = self.buttons.values()
        yield w.HBox([self.field, make])
        yield w.HBox([self.group, lay])
        yield w.HBox([self.engine, solve_it, clear])

    # -- what the buttons do --------------------------------------------------------------------------------------------------

    def take(self) -> None:
        """The numbers that are written become a puzzle. If they are none, this is said, and all stays as it was."""
        with self.working("Making the puzzle …"):
            if self.renewed() or "eo-wrong" in self.line.value:
                self.say("")

    def renewed(self) -> bool:
        """Does the field hold other numbers than before? Then they become the puzzle. Errors: `PuzzleError`."""
        numbers = shown(read_numbers(self.field.value))
        if numbers == self.numbers:
            return False
        self.numbers, self.puzzle, self.arrangement = numbers, bipyramid_of(numbers), None
        self.show()
        return True

    def catch_up(self) -> None:
        """What was written just before a button was pressed comes by another thread, perhaps after it: wait for it."""
        sleep(MOMENT)
        self.renewed()

    def lay(self) -> None:
        """There: the group that is written has its dots at N, the rest at S."""
        with self.working("Laying the tiles …"):
            self.catch_up()
            if not self.group.value.strip():
                raise PuzzleError(
                    "group: nothing is written there; write some of the numbers, with commas between them"
                )
            group = read_numbers(self.group.value)
            self.put(arrangement_of(self.numbers, group))
            self.say(self.judged(group))

    def judged(self, group: Group) -> str:
        """Is it half of the total?"""
        found, wanted = unit(self.numbers) * sum(group), self.puzzle.capacities[0]
        if found == wanted:
            return "Every vertex has its number: a group with half of the total has become a solution of the puzzle."
        return f"The tiles lie there, but N collects {found:,} dots and takes {wanted:,}. So this is no solution."

    def solve(self) -> None:
        """Back: an engine solves the puzzle, and the groups are read from what it found."""
        name = self.engine.value
        with self.working(f"{name} is at work …"):
            self.catch_up()
            found = solve(self.puzzle, name, time_limit=SECONDS)
            if found.complete:
                self.put(found.arrangement)
            self.say(self.reported(found))

    def reported(self, found: Arranged) -> str:
        """What came of it."""
        took = f"{found.seconds:.2f} s"
        if found.arrangement:
            first, rest = read_back(self.puzzle, found.arrangement)
            return f"{found.engine} found an arrangement in {took}. Read back: {sum_of(first)}, and {sum_of(rest)}. So the numbers can be split."
        if not found.complete:
            return f"{STOPPED[found.stopped]}: {found.engine} has found nothing so far, and proved nothing."
        if reason := why_impossible(self.puzzle):
            return f"No arrangement: {reason}. So the numbers cannot be split."
        return f"No arrangement: {found.engine} proved it in {took}. So the numbers cannot be split.{self.seen_at_a_glance()}"

    def seen_at_a_glance(self) -> str:
        """Why the numbers cannot be split, where that is known without a search."""
        if unit(self.numbers) == 2:
            return EVEN.format(f"{self.puzzle.capacities[0]:,}")
        reason = why_unsplittable(self.numbers)
        return f" The reason is seen at a glance: {reason}" if reason else ""

    def clear(self) -> None:
        """Take all tiles off."""
        with self.working("Taking the tiles off …"):
            self.put(None)
            self.say("")

    @contextmanager
    def working(self, what: str) -> Iterator[None]:
        """One at a time; what goes wrong is said, and numbers, group and tiles stay as they were."""
        with self.lock, working(self.stage, self.line, what):
            yield

    # -- what is seen ---------------------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """A message, with a word on doubled numbers where they are."""
        doubled = DOUBLED.format(f"{sum(self.numbers):,}") if unit(self.numbers) == 2 else ""
        tell(self.line, f"{text} {doubled}".strip())

    def put(self, arrangement: Arrangement | None) -> None:
        """Another arrangement, or none."""
        if arrangement != self.arrangement:
            self.arrangement = arrangement
            self.show()

    def show(self) -> None:
        """The picture with its steps, from the last one on, and the table of the groups."""
        self.unfit()
        shown = list(frames(self.puzzle, self.arrangement)) if self.arrangement else [opening(self.puzzle)]
        self.stage.show(scene(self.puzzle), shown, at_once=len(shown))
        self.groups.value = table(self.puzzle, self.arrangement) if self.arrangement else ""
        self.stage.label = f"The bipyramid. {groups_in_words(self.puzzle, self.arrangement) if self.arrangement else task(self.puzzle)}"
        self.fit(len(shown))

    def unfit(self) -> None:
        """Take the slider off; it goes before other frames come, for which it was not made."""
        if self.link:
            self.link.unlink()
            self.slider.close()
        self.link, self.steps.children = None, []

    def fit(self, count: int) -> None:
        """A slider for the steps there are, at the last of them; a new one each time, so that its ends are right."""
        if count > 1:
            self.stage.step = count - 1
            self.slider = w.IntSlider(
                description="step", value=count - 1, max=count - 1, layout=w.Layout(width="95%")
            )
            self.link = w.jslink((self.slider, "value"), (self.stage, "step"))
            self.steps.children = [self.slider]


def listed(numbers: Iterable[int]) -> str:
    """Numbers as one writes them into the field."""
    return ", ".join(map(str, numbers))


def partition_stage(numbers: Iterable[int] = (4, 1, 3, 2, 2), engine: str = "asp") -> PartitionStage:
    """Write numbers, see them as a puzzle of tiles on a bipyramid, lay a group by hand or let an engine solve it, and read the groups back.

    Parameters: numbers, 1 to 14 of them, each from 1 to 10,000; engine, one of `cosoku_engines.ENGINES`. Errors: `PuzzleError`.

    >>> partition_stage([1, 2, 3])
    <Partition of 1, 2, 3, on a bipyramid; open the notebook in JupyterLab to use it>
    """
    return PartitionStage(shown(numbers_of(numbers)), one_of("engine", engine, ENGINES))


def shown(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers, if there are not too many for a picture; else `PuzzleError`."""
    if len(numbers) > MOST_SHOWN:
        raise PuzzleError(
            f"numbers: there are {len(numbers)}, and around an apex nobody can read more than {MOST_SHOWN}"
        )
    return numbers
