"""Values of an answer are made plain: nothing strange equals what is asked for, and right
values of odd kinds are right."""

import array
import types
from collections import (
    ChainMap,
    Counter,
    OrderedDict,
    UserDict,
    UserList,
    UserString,
    defaultdict,
    deque,
    namedtuple,
)
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum, StrEnum
from fractions import Fraction
from unittest.mock import ANY, MagicMock

import numpy
import pytest
from sizes import ALL
from test_build import course

from lessons.kit.checks.judge import verdict
from lessons.kit.checks.run_answer import equal, list_if_iterator, list_of_lists
from lessons.kit.checks.values import is_truth, is_whole, plain
from puzzlelib.packing import Piece, load


class Equal:
    __eq__ = lambda self, other: True
    __hash__ = lambda self: 0


class Meta(type):
    __eq__ = lambda self, other: True
    __hash__ = lambda self: hash(int)


class Kind(metaclass=Meta):
    pass


class Getter(Equal):
    def __get__(self, *_):
        return self


class Endless(Equal):
    __iter__ = lambda self: self

    def __next__(self):
        raise StopIteration


class Int(int, Equal):
    __eq__ = Equal.__eq__
    __hash__ = int.__hash__


class List(list, Equal):
    __eq__ = Equal.__eq__


class Text(str, Equal):
    __eq__ = Equal.__eq__
    __hash__ = str.__hash__


@dataclass(eq=False)
class Record(Equal):
    n: int = 0


def odd_fraction() -> Fraction:
    made = Fraction(1)
    made._numerator = ANY
    return made


def odd_piece() -> Piece:
    return Piece(ANY, ((0, 0, 0),))


def odd_puzzle():
    """A puzzle of the library with a piece of the student's own kind."""
    puzzle = load("little-cube")
    made = object.__new__(type(puzzle))
    vars(made).update({name: ANY for name in vars(puzzle)})
    return made


class Library(Equal):
    """Says that it is a class of the library."""

    __module__ = "puzzlelib.packing.piece"


Library.__name__ = "Piece"
STRANGE = {
    "any": lambda: ANY,
    "object": Equal,
    "class": lambda: Kind,
    "instance of such a class": Kind,
    "getter": Getter,
    "record": Record,
    "mock": MagicMock,
    "library in name": Library,
    "0-d array": lambda: numpy.array(ANY, dtype=object),
    "array of objects": lambda: numpy.array([ANY], dtype=object),
    "record of an array": lambda: numpy.array([(ANY,)], dtype=[("a", object)])[0],
    "iterator": Endless,
    "int": lambda: Int(-5),
    "list": lambda: List([-5]),
    "text": lambda: Text("odd"),
    "fraction": odd_fraction,
    "proxy": lambda: types.MappingProxyType(UserDict({-5: ANY})),
}
WRAPPED = {
    "alone": lambda one: one,
    "list": lambda one: [one],
    "tuple": lambda one: (one,),
    "set": lambda one: {Equal()},
    "value": lambda one: {1: one},
    "key": lambda one: {Equal(): 1},
    "OrderedDict": lambda one: OrderedDict({1: one}),
    "defaultdict": lambda one: defaultdict(lambda: one),
    "Counter": lambda one: Counter({1: one}),
    "UserList": lambda one: UserList([one]),
    "UserDict": lambda one: UserDict({1: one}),
    "ChainMap": lambda one: ChainMap({1: one}),
    "deque": lambda one: deque([one]),
    "values": lambda one: {1: one}.values(),
    "items": lambda one: {1: one}.items(),
    "generator": lambda one: (each for each in [one]),
    "nested generator": lambda one: [(each for each in [one])],
    "named tuple": lambda one: namedtuple("Pair", "a")(one),
}
EXPECTED = (
    7,
    True,
    None,
    "a",
    1.5,
    (7,),
    [7],
    {7},
    frozenset({7}),
    {1: 7},
    {7: 1},
    [[7]],
    ((7,),),
    [True],
    int,
)


@pytest.mark.parametrize("wrap", WRAPPED)
@pytest.mark.parametrize("strange", STRANGE)
def test_what_equals_everything_equals_nothing_that_is_asked_for(strange, wrap):
    for expected in EXPECTED:
        got = list_if_iterator(plain(WRAPPED[wrap](STRANGE[strange]())))
        assert not equal(got, expected) and not equal(expected, got)
        assert not equal(list_of_lists(got), expected)


def test_fields_of_a_value_of_the_library_are_plain():
    assert plain(odd_piece()).name != "V" and plain(odd_puzzle()) != load("little-cube")
    piece = load("little-cube").pieces[0]
    assert plain(piece) is piece


IDS = [task.id for lesson in course() for task in lesson.exercises]
SOME = "0.1 1.1 2.1 3.3 6.4 7.1a 8.8 9.1a 9.2a".split()  # these were taken in without an answer once


@pytest.mark.parametrize("id", IDS if ALL else SOME)
def test_no_exercise_takes_what_equals_everything(id):
    for make in STRANGE.values():
        for answer in (make(), lambda *_, make=make, **__: make(), lambda *_, make=make, **__: [make()]):
            assert verdict(id, answer).status != "correct"


# -------- right values of odd kinds


class Colour(IntEnum):
    RED = 3


class Word(StrEnum):
    A = "a"


Point = namedtuple("Point", "x y")
ODD = [
    (Colour.RED, 3),
    (Word.A, "a"),
    (Point(1, 2), (1, 2)),
    ([Point(1, numpy.int64(2))], [(1, 2)]),
    (numpy.int64(3), 3),
    (numpy.float64(0.5), 0.5),
    (numpy.bool_(True), True),
    (numpy.str_("a"), "a"),
    (Decimal("0.5"), Decimal("0.5")),
    (Fraction(1, 3), Fraction(1, 3)),
    (deque([1, 2]), [1, 2]),
    (UserList([1]), [1]),
    (UserString("a"), "a"),
    (UserDict({1: 2}), {1: 2}),
    (defaultdict(int, {1: 2}), {1: 2}),
    (OrderedDict({1: 2}), {1: 2}),
    (Counter("aab"), {"a": 2, "b": 1}),
    (types.MappingProxyType({1: 2}), {1: 2}),
    (ChainMap({1: 2}), {1: 2}),
    ({1: 2}.keys(), {1}),
    ({1: 2}.items(), {(1, 2)}),
    ({1: 2}.values(), [2]),
    (array.array("i", [1, 2]), [1, 2]),
    (bytearray(b"a"), b"a"),
    (numpy.array([1, 2]), [1, 2]),
    (numpy.array([10**30, 2], dtype=object), [10**30, 2]),
    ([iter("ab"), map(int, "12")], [["a", "b"], [1, 2]]),
    ({1: (n for n in (2, 3))}, {1: [2, 3]}),
    (range(3), range(3)),
    (len, len),
    (int, int),
]


@pytest.mark.parametrize(("value", "expected"), ODD, ids=range(len(ODD)))  # a repr may hold an address
def test_right_values_of_odd_kinds_are_right(value, expected):
    assert equal(list_if_iterator(plain(value)), expected)


def test_numbers_of_odd_kinds_are_whole():
    assert is_whole(plain(Colour.RED)) and is_whole(plain(numpy.int8(3))) and is_truth(plain(numpy.bool_(0)))
    assert type(plain(Colour.RED)) is int and type(plain(Word.A)) is str


def test_a_list_that_holds_itself_equals_nothing():
    endless = []
    endless.append(endless)
    assert plain(endless) != endless


def test_an_iterator_is_followed_as_it_is_asked():
    asked = []

    def numbers():
        for n in range(5):
            asked.append(n)
            yield Colour.RED

    first = next(plain(numbers()))
    assert type(first) is int and asked == [0]
