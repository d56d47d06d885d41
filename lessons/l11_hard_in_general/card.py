"""Partition on a bipyramid, there and back; and heaps of three, step by step."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from time import sleep

import ipywidgets as w

from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.words import many
from puzzlelib.icosoku.engines import available, solve
from puzzlelib.icosoku.puzzle import Arranged, Arrangement, Cosoku, dots, spelled, why_impossible
from puzzlelib.pictures import icosoku as cosoku_pictures

from ..kit.cards.card import Card, button, field, tick
from ..kit.cards.modules import javascript, styles
from ..puzzles.cards.stage import Stage
from ..puzzles.cards.step_player import Player
from ..puzzles.views import net_scene
from .heaps import heap_tiles, lay_tiles
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

SECONDS = 20  # for one answer of an engine
MOMENT = 0.1  # seconds
MOST_SHOWN = 14  # numbers on a bipyramid whose faces can still be told apart
MOST_RECORDED = 5  # numbers of which the book shows all groups
HEIGHT = 0.5  # of the eye, above the middle
APEXES = {"N": "the group at N", "S": "the rest, at S"}
DOUBLED = "The total {} is odd, so every number has been doubled: 2 dots stand for 1."
EVEN = " An apex collects an even number of dots, and takes {}."
STOPPED = {"interrupt": "Stopped", "time limit": f"Stopped after {SECONDS} s"}


# -------- the way back, face by face


def numbered_faces(puzzle: Cosoku, arrangement: Arrangement) -> Iterator[tuple[int, int, int]]:
    """Yield the faces whose tiles are not blank: (face, number of dots, vertex where they are)."""
    for face, placed in enumerate(arrangement):
        if placed.tile != BLANK:
            number, vertex = max(zip(dots(*placed), puzzle.polyhedron.corners[face]))
            yield face, number, vertex


def frames(puzzle: Cosoku, arrangement: Arrangement) -> Iterator[dict]:
    """Yield the empty solid, then tile after tile with the group that its number joins, then the blank tiles
    and the two groups.

    >>> puzzle = bipyramid_of([1, 2, 3])
    >>> [one["say"] for one in frames(puzzle, arrangement_of([1, 2, 3], [3]))][1]
    'Face N-Z1-Z2: tile 003 has its dots at N, so 3 belongs to the group at N: 3 of 3.'
    """
    yield opening_frame(puzzle)
    placed, groups = {}, {apex: [] for apex in APEXES}
    for level, (face, number, vertex) in enumerate(numbered_faces(puzzle, arrangement), 1):
        placed[face], name = arrangement[face], puzzle.polyhedron.vertices[vertex]
        groups[name].append(number)
        lies = f"Face {puzzle.polyhedron.face_names[face]}: tile {spelled(placed[face].tile)}"
        joins = f"{APEXES[name]}: {sum(groups[name]):,} of {puzzle.capacities[vertex]:,}"
        say = f"{lies} has its dots at {name}, so {number:,} belongs to {joins}."
        shown = {"focus": vertex, "face": face, "mark": "try", "level": level}
        yield cosoku_pictures.frame(puzzle, placed, say=say, **shown) | weighed(groups)
    rest = many(len(arrangement) - len(placed), "blank tile")
    say = f"{rest} fill the other faces. {groups_in_words(puzzle, arrangement)}"
    last = cosoku_pictures.frame(puzzle, arrangement, say=say, mark="answer", level=len(placed))
    yield last | weighed(groups)


def weighed(groups: Mapping[str, list[int]]) -> dict:
    """Return for a frame what lies in the pans of the balance."""
    return {"groups": [list(groups[apex]) for apex in APEXES]}


def scene_from_the_side(puzzle: Cosoku) -> dict:
    """Return the scene of `pictures.icosoku` seen from the side, so that faces at N and at S are in sight.

    >>> scene_from_the_side(bipyramid_of([1, 2, 3]))["layout"]["scene"]["camera"]["eye"]["z"]
    0.5
    """
    page = net_scene(puzzle)
    space = page["layout"]["scene"]
    eye = space["camera"]["eye"] | {"z": HEIGHT}
    return page | {"layout": page["layout"] | {"scene": space | {"camera": space["camera"] | {"eye": eye}}}}


def opening_frame(puzzle: Cosoku) -> dict:
    start = cosoku_pictures.frame(puzzle, {}, say=task_in_words(puzzle), mark="start")
    return start | weighed({apex: [] for apex in APEXES})


def task_in_words(puzzle: Cosoku) -> str:
    """Return the task in words.

    >>> task_in_words(bipyramid_of([1, 2, 3]))
    'N and S take 3 dots each, the 3 corners around the middle none. 3 tiles with dots, 3 blank ones.'
    """
    blank = puzzle.copies[BLANK]
    middle = f"the {len(puzzle.capacities) - 2} corners around the middle none"
    tiles = f"{many(len(puzzle.tiles) - blank, 'tile')} with dots, {blank} blank one{'s' * (blank != 1)}"
    return f"N and S take {many(puzzle.capacities[0], 'dot')} each, {middle}. {tiles}."


def groups_in_words(puzzle: Cosoku, arrangement: Arrangement) -> str:
    """Return both groups with their sums, as they are read from the picture.

    >>> groups_in_words(bipyramid_of([1, 2, 3]), arrangement_of([1, 2, 3], [3]))
    'At N: 3 = 3. At S: 2 + 1 = 3.'
    """
    return " ".join(f"At {apex}: {group_sum(at_apex(puzzle, arrangement, apex))}." for apex in APEXES)


def group_sum(group: Group) -> str:
    """Return a group as a sum, with its value.

    >>> group_sum((4, 2)), group_sum(())
    ('4 + 2 = 6', 'nothing = 0')
    """
    return f"{' + '.join(f'{number:,}' for number in group) or 'nothing'} = {sum(group):,}"


# -------- the widget


class BalanceStage(Stage):
    """The bipyramid, with a balance beside it that weighs what lies at its apexes at each step."""

    _esm = javascript("balance")
    _css = Stage._css + styles("balance")


class PartitionStage(Card):
    """Numbers to write, their puzzle, a box to tick for each number at N, and an engine that knows nothing of
    groups."""

    def __init__(self, numbers: tuple[int, ...]):
        self.numbers, self.puzzle = numbers, bipyramid_of(numbers)
        # JupyterLab may run two of our handlers at once, such as leaving the field and pressing Solve.
        self.lock = RLock()
        self.stones = w.HBox().add_class("eo-stones")
        self.tick_group(())
        self.stage = BalanceStage(self.scene(), [opening_frame(self.puzzle)], label="The bipyramid")
        # A group that is laid by hand has no steps, but as much room.
        self.stage.add_class("eo-film").add_class("eo-tall")
        self.engine = available()[0]
        super().__init__(self.row(), self.line, self.stage, words=f"{self.puzzle.name}, on a bipyramid")
        self.lay()

    def row(self) -> w.Widget:
        self.field = field("numbers", "250px", numbers_text(self.numbers))
        self.field.observe(lambda _: self.take(), "value")
        acts = {"Make the puzzle": self.take, "Solve": self.solve}
        self.buttons = {name: button(name, act) for name, act in acts.items()}
        make, solve_it = self.buttons.values()
        return w.HBox([self.field, make, self.stones, solve_it])

    @property
    def together(self) -> list[w.Checkbox]:
        """The boxes to tick, which the book records in all combinations if there are few."""
        return self.boxes if len(self.boxes) <= MOST_RECORDED else []

    # -- what the buttons do

    def take(self) -> None:
        """Make the written numbers a puzzle; if they are none, leave all as it was."""
        with self.working("Making the puzzle …"):
            self.renew()
            self.tell("")

    def renew(self) -> None:
        """Make a puzzle of the field's numbers if they are others than before. Errors: `PuzzleError`."""
        numbers = check_few_numbers(read_numbers(self.field.value))
        if numbers != self.numbers:
            self.numbers, self.puzzle = numbers, bipyramid_of(numbers)
            self.tick_group(())
            self.lay()

    def catch_up(self) -> None:
        """Wait for what was written just before a button was pressed: it comes by another thread."""
        sleep(MOMENT)
        self.renew()

    def lay(self, said: str = "") -> None:
        """Go there: put the dots of the ticked numbers at N, the rest at S. `said` stands in place of what
        comes of it."""
        with self.lock:
            group = tuple(number for number, box in zip(self.numbers, self.boxes) if box.value)
            laid = arrangement_of(self.numbers, group)
            self.show(laid, list(frames(self.puzzle, laid))[-1:], said or self.verdict_on(group))

    def tick_group(self, group: Iterable[int]) -> None:
        """Show a box for each number, ticked if it is in the group."""
        left, self.boxes = Counter(group), []
        for number in self.numbers:
            self.boxes.append(tick(f"{number:,}", left[number] > 0))
            left[number] -= 1
            self.boxes[-1].observe(lambda _: self.lay(), "value")
        self.stones.children = [w.HTML("at N:"), *self.boxes]

    def verdict_on(self, group: Group) -> str:
        if not group:
            return f"{task_in_words(self.puzzle)} Now all dots are at S."
        found, wanted = unit(self.numbers) * sum(group), self.puzzle.capacities[0]
        if found == wanted:
            became = "a group with half of the total has become a solution of the puzzle."
            return f"Every vertex has its number: {became}"
        dots = f"N collects {found:,} dots and takes {wanted:,}"
        return f"The tiles lie there, but {dots}. So this is no solution."

    def solve(self) -> None:
        """Come back: an engine solves the puzzle, and the groups are read from its solution."""
        with self.working(f"{self.engine} is at work …"):
            self.catch_up()
            found = solve(self.puzzle, self.engine, time_limit=SECONDS)
            if laid := found.arrangement:
                self.tick_group([number // unit(self.numbers) for number in at_apex(self.puzzle, laid, "N")])
                self.show(laid, list(frames(self.puzzle, laid)), self.report(found))
            else:
                self.lay(self.report(found))

    def report(self, found: Arranged) -> str:
        took = f"{found.seconds:.2f} s"
        if found.arrangement:
            groups = ", and ".join(map(group_sum, read_back(self.puzzle, found.arrangement)))
            read = f"Read back: {groups}. So the numbers can be split."
            return f"{found.engine} found an arrangement in {took}. {read}"
        if not found.complete:
            return f"{STOPPED[found.stopped]}: {found.engine} has found nothing so far, and proved nothing."
        if reason := why_impossible(self.puzzle):
            return f"No arrangement: {reason}. So the numbers cannot be split."
        proved = f"{found.engine} proved it in {took}. So the numbers cannot be split."
        return f"No arrangement: {proved}{self.seen_at_a_glance()}"

    def seen_at_a_glance(self) -> str:
        """Return why the numbers cannot be split, where that is known without a search."""
        if unit(self.numbers) == 2:
            return EVEN.format(f"{self.puzzle.capacities[0]:,}")
        reason = why_unsplittable(self.numbers)
        return f" The reason is seen at a glance: {reason}" if reason else ""

    @contextmanager
    def working(self, what: str) -> Iterator[None]:
        """One at a time; what goes wrong is said, and numbers, group and tiles stay as they were."""
        with self.lock, super().working(what):
            yield

    # -- what is seen

    def scene(self) -> dict:
        """Return the bipyramid, and what the balance must know of the puzzle."""
        stones = [unit(self.numbers) * number for number in self.numbers]
        return scene_from_the_side(self.puzzle) | {"takes": self.puzzle.capacities[0], "stones": stones}

    def show(self, laid: Arrangement, steps: list[dict], said: str) -> None:
        """Show steps from the last one on, with `said` in place of its words."""
        self.arrangement, words = laid, groups_in_words(self.puzzle, laid)
        doubled = DOUBLED.format(f"{sum(self.numbers):,}") if unit(self.numbers) == 2 else ""
        steps[-1]["say"] = f"{said} {doubled}".strip()
        self.tell("")
        with self.stage.hold_sync():
            self.stage.show(self.scene(), steps, at_once=len(steps))
            self.stage.label, self.stage.step = f"The bipyramid. {words}", len(steps) - 1


def numbers_text(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def partition_stage(numbers: Iterable[int] = (4, 1, 3, 2, 2)) -> PartitionStage:
    """Write numbers, see them as tiles on a bipyramid, lay a group or let an engine do it, and weigh.

    Parameters: numbers, 1 to 14 of them, each from 1 to 10,000. Errors: `PuzzleError`.

    >>> partition_stage([1, 2, 3])
    <Partition of 1, 2, 3, on a bipyramid; open the notebook in JupyterLab to use it>
    """
    return PartitionStage(check_few_numbers(numbers_of(numbers)))


def check_few_numbers(numbers: tuple[int, ...]) -> tuple[int, ...]:
    if len(numbers) > MOST_SHOWN:
        raise PuzzleError(
            f"numbers: there are {len(numbers)}, and around an apex nobody can read more than {MOST_SHOWN}"
        )
    return numbers


# -------- heaps of three


def heap_player(puzzle: Cosoku) -> Player:
    """Lay the tiles by CP-SAT, and step through them heap by heap."""
    frames = list(heap_frames(puzzle, lay_tiles(puzzle)))
    stage = Stage(scene_from_the_side(puzzle), frames, label=f"{puzzle.name}, tile by tile")
    return Player(stage, words=f"{puzzle.name}, {len(frames)} steps")


def heap_frames(puzzle: Cosoku, arrangement: Arrangement) -> Iterator[dict]:
    """Yield the empty solid, then tile after tile, then all tiles.

    >>> from lessons.l11_hard_in_general import bipyramid_of_heaps
    >>> puzzle = bipyramid_of_heaps([8, 7, 7, 6, 6, 5, 5, 5, 5])
    >>> frames = list(heap_frames(puzzle, lay_tiles(puzzle)))
    >>> len(frames), frames[-1]["say"]
    (11, 'Blank tiles fill the other faces. Every heap has the sum 18.')
    """
    takes, placed = max(puzzle.capacities), {}
    say = f"{puzzle.capacities.count(takes)} vertices take {takes} dots each, the others none."
    yield cosoku_pictures.frame(puzzle, placed, say=say, mark="start")
    for vertex, face, number in heap_tiles(puzzle, arrangement):
        placed[face] = arrangement[face]
        say = f"{number} joins the heap at {puzzle.polyhedron.vertices[vertex]}."
        shown = {"focus": vertex, "face": face, "mark": "try", "level": len(placed)}
        yield cosoku_pictures.frame(puzzle, placed, say=say, **shown)
    say = f"Blank tiles fill the other faces. Every heap has the sum {takes}."
    yield cosoku_pictures.frame(puzzle, arrangement, say=say, mark="answer", level=len(placed))
