"""The facts of a course that the kit asks for. A course tells them in `lessons/course.py`."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass
class Course:
    """A course; a fact that it does not tell is as here. Functions are named as "module:function"."""

    title: str = "Course"
    name: str = "course"  # of its wheel
    version: str = "0"
    libraries: tuple[str, ...] = ()  # packages beside `lessons` that notebooks and checks import
    compared: tuple[str, ...] = ()  # other packages whose values compare as they should
    programs: tuple[str, ...] = ()  # that notebooks call where they are installed
    judged_in: str = ""  # a context in which answers are judged
    imports: tuple[str, ...] = ("check", "demo_switch", "predict")  # added to notebooks that use them
    cards: tuple[str, ...] = ()  # packages of cards: no check rests on them
    plain_cards: tuple[str, ...] = ()  # modules in them without a widget
    still_styles: tuple[str, ...] = ()  # of what its cards leave in a notebook

    # Python in a browser
    wheels: tuple[str, ...] = ()  # pure packages that its notebooks need
    compiled: tuple[str, ...] = ()  # packages of Pyodide's release that they need
    labextensions: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()  # folders that only build something
    archived: tuple[str, ...] = ()  # pure packages that checks need
    missing: tuple[str, ...] = ()  # modules that checks import without need
    stand_ins: Mapping[str, str] = field(default_factory=dict)  # package -> (package, name) -> an object
    solvers: Mapping[str, str] = field(default_factory=dict)  # name of a solver -> module that speaks to it
    solvers_of: Mapping[int, list[str]] = field(default_factory=dict)  # lesson -> solvers that its page needs
    closed: Mapping[str, str] = field(default_factory=dict)  # exercise -> why it does not run in a page
    actions: Mapping[str, str] = field(default_factory=dict)  # what a page asks besides -> its function


COURSE = Course()


def describe(**facts) -> None:
    """Tell the kit what this course is; `TypeError` for a fact that nobody asks for.

    >>> describe(titel="Sorting")
    Traceback (most recent call last):
    ...
    TypeError: Course.__init__() got an unexpected keyword argument 'titel'
    """
    vars(COURSE).update(vars(Course(**facts)))
