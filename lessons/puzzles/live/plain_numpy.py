"""As much of numpy as pictures need, in plain Python: for a page that has no numpy.

An array here is a flat list with a shape. Names and results are numpy's, and numpy's pages describe
them; a name that is not here is a missing one. A part of an array is a copy, where numpy has a view,
so it cannot be changed; nor is there a change in place (`+=`). Arrays of more than `MOST_NUMBERS`
numbers would keep a page waiting: they are refused.
"""

import math
import operator
from array import array as typed_array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, reduce, wraps
from itertools import accumulate, chain, product
from statistics import median
from types import FunctionType

from puzzlelib.common.stand_ins import MissingPackage, StandIn

Lengths = tuple[int, ...]
MOST_NUMBERS = 300_000  # numbers in an array
CODES = {"b1": "b", "i1": "b", "u1": "B", "u2": "H", "i8": "q", "f4": "f", "f8": "d"}  # narrow to wide
KIND_NAMES = {bool: "b1", int: "i8", float: "f8"}


class Kind:
    """The kind of the numbers in an array, as `dtype`; two of one name are one."""

    def __init__(self, name):
        name = getattr(name, "name", KIND_NAMES.get(name, name))
        self.name = name.lstrip("<|")
        if self.name not in CODES:
            raise MissingPackage("numpy")
        self.rank = [*CODES].index(self.name)
        self.str = f"{'|' if self.name.endswith('1') else '<'}{self.name}"
        self.cast: Callable = {"b": bool, "f": float}.get(self.name[0], int)

    def __repr__(self) -> str:
        return f"dtype('{self.name}')"


BOOL, INT, FLOAT = map(Kind, KIND_NAMES)


def kind_of(values: Iterable) -> Kind:
    """Return the kind of some numbers."""
    types = set(map(type, values))
    if float in types or not types:
        return FLOAT
    return BOOL if types == {bool} else INT


def wider(*kinds: Kind) -> Kind:
    return max(kinds, key=lambda kind: kind.rank)


# -------- places in a flat list


def strides_of(shape: Lengths) -> list[int]:
    """Return the step from one entry to the next along each axis.

    >>> strides_of((2, 3, 4))
    [12, 4, 1]
    """
    return [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]


def places(steps: Iterable[Iterable[int]]) -> list[int]:
    """Return all sums of one step of each axis, the last axis first.

    >>> places([[0, 10], [1, 2, 3]])
    [1, 2, 3, 11, 12, 13]
    """
    found = [0]
    for some in steps:
        some = [*some]
        found = [start + step for start in found for step in some]
    return found


def common_shape(*shapes: Lengths) -> Lengths:
    """Return the shape that arrays have together: an axis of length 1 is as long as needed.

    >>> common_shape((4, 1), (3,), ())
    (4, 3)
    """
    count = max(map(len, shapes))
    padded = [(1,) * (count - len(shape)) + tuple(shape) for shape in shapes]
    for lengths in zip(*padded):
        if len({*lengths} - {1}) > 1:
            raise ValueError(f"operands could not be broadcast together with shapes {shapes}")
    return tuple(0 if 0 in lengths else max(lengths) for lengths in zip(*padded))


def numbers_for(made: "Array", shape: Lengths) -> list:
    """Return the numbers of an array in a larger shape."""
    if made.shape == shape:
        return made.data
    if len(made.data) == 1:
        return made.data * math.prod(shape)
    own = (1,) * (len(shape) - len(made.shape)) + made.shape
    strides = [0 if n == 1 else stride for n, stride in zip(own, strides_of(own))]
    found = places(range(0, n * s, s) if s else [0] * n for n, s in zip(shape, strides))
    return [made.data[k] for k in found]


def places_of(shape: Lengths, key) -> tuple[list[int], Lengths]:
    """Return the places that an index picks, and their shape."""
    strides, groups, axis = strides_of(shape), [], 0
    arrays, first = [], 0
    for one in full_key(shape, key):
        if one is None:
            groups.append(([0], (1,)))
            continue
        length, stride = shape[axis], strides[axis]
        axis += 1
        if isinstance(one, slice):
            steps = [k * stride for k in range(*one.indices(length))]
            groups.append((steps, (len(steps),)))
        elif isinstance(one, Array):
            first = first if arrays else len(groups)
            steps = [(k + length if k < 0 else k) * stride for k in one.data]
            arrays.append(Array(steps, one.shape, INT))
        elif -length <= one < length:
            groups.append(([one % length * stride], ()))
        else:
            raise IndexError(f"index {one} is out of bounds for an axis of length {length}")
    if arrays:
        together = reduce(operator.add, arrays)
        groups.insert(first, (together.data, together.shape))
    steps, shapes = zip(*groups)
    return places(steps), tuple(chain.from_iterable(shapes))


def full_key(shape: Lengths, key) -> list:
    """Return an index with an entry for each axis: whole numbers, slices, None, arrays."""
    keys = []
    for one in key if isinstance(key, tuple) else (key,):
        one = asarray(one) if isinstance(one, (list, Array)) else one
        keys += true_places(one) if isinstance(one, Array) and one.dtype.name == "b1" else [one]
    missing = len(shape) - sum(one is not None and one is not Ellipsis for one in keys)
    cut = next((k for k, one in enumerate(keys) if one is Ellipsis), len(keys))
    return keys[:cut] + [slice(None)] * missing + keys[cut + 1 :]


def picks_by_arrays(key) -> bool:
    """Return whether an index picks by arrays, and so makes a copy in numpy, too."""
    return any(isinstance(one, (list, Array)) for one in (key if isinstance(key, tuple) else (key,)))


def true_places(mask: "Array") -> list["Array"]:
    """Return the places of what is true, an array for each axis."""
    found = [k for k, one in enumerate(mask.data) if one]
    each = zip(mask.shape, strides_of(mask.shape))
    return [Array([k // stride % n for k in found], (len(found),), INT) for n, stride in each]


# -------- arrays


class Array:
    """Numbers in a flat list `data`, the last axis first, and their `shape`."""

    __hash__ = None  # type: ignore[assignment]
    is_view = False  # of another one, in numpy

    def __init__(self, data: list, shape: Lengths, dtype: Kind | None = None):
        if len(data) > MOST_NUMBERS:
            raise MissingPackage("numpy")
        self.data, self.shape, self.dtype = data, shape, dtype or kind_of(data)

    ndim = property(lambda self: len(self.shape))
    size = property(lambda self: len(self.data))
    T = property(lambda self: self.transpose())

    def __getattr__(self, name: str):
        if name.startswith("__"):
            raise AttributeError(name)
        raise MissingPackage("numpy")

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator:
        if self.ndim == 1:
            return iter(self.data)
        return (self[k] for k in range(len(self)))

    def __repr__(self) -> str:
        return f"array({self.tolist()})"

    def __bool__(self) -> bool:
        return bool(self.item())

    def __float__(self) -> float:
        return float(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def item(self):
        if self.size != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous")
        return self.data[0]

    def __getitem__(self, key):
        if type(key) is int and self.ndim == 1:
            return self.data[key]
        found, shape = places_of(self.shape, key)
        data = [self.data[k] for k in found]
        if not shape:
            return data[0]
        return Array(data, shape, self.dtype) if picks_by_arrays(key) else self.view(data, shape)

    def view(self, data: list, shape: Lengths) -> "Array":
        """Return what is a view of this array in numpy."""
        made = Array(data, shape, self.dtype)
        made.is_view = True
        return made

    def __setitem__(self, key, values) -> None:
        if self.is_view:
            raise MissingPackage("numpy")
        found, shape = places_of(self.shape, key)
        for k, value in zip(found, numbers_for(asarray(values), shape)):
            self.data[k] = self.dtype.cast(value) if value == value else value

    def each(self, function: Callable, dtype: Kind | None = None) -> "Array":
        """Return what a function makes of each number."""
        return Array([*map(function, self.data)], self.shape, dtype)

    # -------- as numpy's

    def astype(self, dtype) -> "Array":
        kind = Kind(dtype)
        same = kind.cast is self.dtype.cast
        return Array([*self.data] if same else [*map(kind.cast, self.data)], self.shape, kind)

    def copy(self) -> "Array":
        return Array([*self.data], self.shape, self.dtype)

    def tobytes(self) -> bytes:
        return typed_array(CODES[self.dtype.name], self.data).tobytes()

    def tolist(self) -> list:
        found = self.data
        for n in self.shape[:0:-1]:
            found = [found[k * n : k * n + n] for k in range(len(found) // n)] if n else [[]] * len(self)
        return [*found]

    def reshape(self, *shape) -> "Array":
        shape = shape if isinstance(shape[0], int) else tuple(shape[0])
        rest = self.size // max(1, -math.prod(shape))
        return self.view(self.data, tuple(rest if n < 0 else n for n in shape))

    def ravel(self) -> "Array":
        return self.reshape(-1)

    def transpose(self, *order) -> "Array":
        order = order[0] if order and not isinstance(order[0], int) else order
        order = [*order] or [*range(self.ndim)][::-1]
        strides = strides_of(self.shape)
        found = places([k * strides[axis] for k in range(self.shape[axis])] for axis in order)
        shape = tuple(self.shape[axis] for axis in order)
        return self.view([self.data[k] for k in found], shape)

    def swapaxes(self, one: int, other: int) -> "Array":
        order = [*range(self.ndim)]
        order[one], order[other] = order[other], order[one]
        return self.transpose(order)

    def fold(self, function: Callable, axis=None, keepdims: bool = False):
        """Return what a function makes of the numbers along some axes, by default of all."""
        if axis is None:
            return function(self.data)
        axes = {one % self.ndim for one in (axis if isinstance(axis, tuple) else (axis,))}
        rest = [one for one in range(self.ndim) if one not in axes]
        shape = tuple(self.shape[one] for one in rest)
        sorted_data = self.transpose(*rest, *sorted(axes)).data
        many = math.prod(self.shape[one] for one in axes)
        data = [function(sorted_data[k * many : k * many + many]) for k in range(math.prod(shape))]
        kept = tuple(1 if one in axes else n for one, n in enumerate(self.shape))
        return Array(data, kept if keepdims else shape) if shape or keepdims else data[0]

    def sum(self, axis=None, dtype=None, keepdims=False):
        return self.fold(sum, axis, keepdims)

    def prod(self, axis=None):
        return self.fold(math.prod, axis)

    def mean(self, axis=None, keepdims=False):
        return self.fold(lambda some: sum(some) / len(some), axis, keepdims)

    def min(self, axis=None, keepdims=False, initial=None):
        return self.fold(lambda some: min(some + [initial] * (initial is not None)), axis, keepdims)

    def max(self, axis=None, keepdims=False, initial=None):
        return self.fold(lambda some: max(some + [initial] * (initial is not None)), axis, keepdims)

    def ptp(self, axis=None):
        return self.max(axis) - self.min(axis)

    def all(self, axis=None):
        return self.fold(all, axis)

    def any(self, axis=None):
        return self.fold(any, axis)

    def argmin(self, axis=None):
        return self.fold(lambda some: some.index(min(some)), axis)

    def argmax(self, axis=None):
        return self.fold(lambda some: some.index(max(some)), axis)

    def cumsum(self) -> "Array":
        return Array([*accumulate(self.data)], (self.size,))

    def round(self, digits: int = 0) -> "Array":
        return self.each(lambda value: round(value, digits), self.dtype)

    def __matmul__(self, other) -> "Array":
        return Functions.matmul(self, other)

    def __rmatmul__(self, other) -> "Array":
        return Functions.matmul(other, self)

    def __neg__(self) -> "Array":
        return self.each(operator.neg, self.dtype)

    def __invert__(self) -> "Array":
        return self.each(operator.not_ if self.dtype.name == "b1" else operator.invert, self.dtype)


ARITHMETIC = "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor"
COMPARED = "eq", "ne", "lt", "le", "gt", "ge"


def pair_up(function: Callable, one, other, dtype: Kind | None = None) -> Array:
    """Return what a function makes of each pair of numbers of two arrays."""
    one, other = asarray(one), asarray(other)
    if one.shape == other.shape:
        return Array([*map(function, one.data, other.data)], one.shape, dtype)
    shape = common_shape(one.shape, other.shape)
    return Array([*map(function, numbers_for(one, shape), numbers_for(other, shape))], shape, dtype)


def refuse_change(*_):
    raise MissingPackage("numpy")


def add_operators() -> None:
    """Give arrays their operators."""
    for name in ARITHMETIC:
        function = getattr(operator, name + "_" * (name in ("and", "or")))
        kind = FLOAT if name == "truediv" else None
        setattr(Array, f"__{name}__", lambda a, b, f=function, k=kind: pair_up(f, a, b, k))
        setattr(Array, f"__r{name}__", lambda a, b, f=function, k=kind: pair_up(f, b, a, k))
        setattr(Array, f"__i{name}__", refuse_change)
    for name in COMPARED:
        function = getattr(operator, name)
        setattr(Array, f"__{name}__", lambda a, b, f=function: pair_up(f, a, b, BOOL))


add_operators()


def asarray(values, dtype=None) -> Array:
    """Return numbers, nested as they are, as an array."""
    if not isinstance(values, Array):
        values = array_of(values)
    return values if dtype is None else values.astype(dtype)


def array_of(values) -> Array:
    """Return an array of a number, or of a sequence of numbers or of such sequences."""
    if not isinstance(values, (list, tuple, range)):
        return Array([values], (), kind_of([values]))
    if not any(isinstance(one, (list, tuple, range, Array)) for one in values):
        return Array([*values], (len(values),))
    parts = [*map(asarray, values)]
    if len({part.shape for part in parts}) > 1:
        raise ValueError("the requested array has an inhomogeneous shape")
    data = [*chain.from_iterable(part.data for part in parts)]
    return Array(data, (len(parts), *parts[0].shape), wider(*(part.dtype for part in parts)))


def line_of(values) -> list:
    """Return the numbers of an array with one axis."""
    made = asarray(values)
    if made.ndim != 1:
        raise MissingPackage("numpy")
    return made.data


def over_numbers(function: Callable[[float], float]) -> Callable:
    """Let a function of a number take arrays as well."""

    def call(values):
        plain = isinstance(values, (int, float))
        return function(values) if plain else asarray(values).each(function)

    return staticmethod(call)


def over_pairs(function: Callable) -> Callable:
    """Let a function of two numbers take arrays as well."""

    def call(one, other):
        if isinstance(one, (int, float)) and isinstance(other, (int, float)):
            return function(one, other)
        return pair_up(function, one, other)

    return staticmethod(call)


def by_method(name: str) -> Callable:
    """Return the function that calls a method of an array."""

    def call(values, *more, **options):
        return getattr(asarray(values), name)(*more, **options)

    return staticmethod(call)


class Functions:
    """numpy's functions and constants, by its names."""

    ndarray, nan, inf, pi = Array, math.nan, math.inf, math.pi
    int8, uint8, uint16, int64 = map(Kind, ("i1", "u1", "u2", "i8"))
    asarray = staticmethod(asarray)
    abs, sqrt, sin, cos = map(over_numbers, (abs, math.sqrt, math.sin, math.cos))
    floor = over_numbers(lambda x: float(math.floor(x)))
    rint = over_numbers(lambda x: float(round(x)))
    radians = over_numbers(math.radians)
    sign = over_numbers(lambda x: type(x)((x > 0) - (x < 0)))
    add = over_pairs(operator.add)
    hypot, arctan2, maximum, minimum = map(over_pairs, (math.hypot, math.atan2, max, min))
    mean, max, min, ptp, prod, sum, argmin, argmax, cumsum, transpose, reshape, round = map(
        by_method, "mean max min ptp prod sum argmin argmax cumsum transpose reshape round".split()
    )

    @staticmethod
    def array(values, dtype=None) -> Array:
        return asarray(values, dtype).copy()

    @staticmethod
    def full(shape, value, dtype=None) -> Array:
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        if math.prod(shape) > MOST_NUMBERS:
            raise MissingPackage("numpy")
        return Array([value] * math.prod(shape), shape, dtype and Kind(dtype))

    @staticmethod
    def zeros(shape, dtype=float) -> Array:
        return Functions.full(shape, Kind(dtype).cast(0), dtype)

    empty = zeros

    @staticmethod
    def ones(shape, dtype=float) -> Array:
        return Functions.full(shape, Kind(dtype).cast(1), dtype)

    @staticmethod
    def zeros_like(values) -> Array:
        return Functions.zeros(values.shape, values.dtype)

    @staticmethod
    def ndindex(shape: Lengths) -> Iterator[Lengths]:
        return product(*map(range, shape))

    @staticmethod
    def rot90(values, turns: int = 1) -> Array:
        for _ in range(turns % 4):
            values = asarray(values).T[::-1]
        return asarray(values)

    @staticmethod
    def eye(count: int, dtype=float) -> Array:
        one = Kind(dtype).cast
        data = [one(row == column) for row in range(count) for column in range(count)]
        return Array(data, (count, count), Kind(dtype))

    @staticmethod
    def arange(*ends) -> Array:
        start, stop, step = (0, *ends, 1)[:3] if len(ends) == 1 else (*ends, 1)[:3]
        count = max(0, math.ceil((stop - start) / step))
        return Array([start + k * step for k in range(count)], (count,))

    @staticmethod
    def fromiter(values: Iterable, dtype) -> Array:
        data = [*values]
        return Array(data, (len(data),), Kind(dtype))

    @staticmethod
    def frombuffer(data: bytes, dtype) -> Array:
        values = typed_array(CODES[Kind(dtype).name], data).tolist()
        return Array(values, (len(values),), Kind(dtype))

    @staticmethod
    def concatenate(parts: Iterable, axis: int = 0) -> Array:
        parts = [*map(asarray, parts)]
        if axis % parts[0].ndim:
            turned = Functions.concatenate([part.swapaxes(0, axis) for part in parts])
            return turned.swapaxes(0, axis)
        data = [*chain.from_iterable(part.data for part in parts)]
        shape = (sum(map(len, parts)), *parts[0].shape[1:])
        return Array(data, shape, wider(*(part.dtype for part in parts)))

    @staticmethod
    def stack(parts: Iterable, axis: int = 0) -> Array:
        made = array_of([*map(asarray, parts)])
        return Functions.moveaxis(made, 0, axis)

    @staticmethod
    def column_stack(parts: Iterable) -> Array:
        return Functions.concatenate([asarray(part).reshape(len(part), -1) for part in parts], 1)

    @staticmethod
    def moveaxis(values: Array, source: int, target: int) -> Array:
        order = [axis for axis in range(values.ndim) if axis != source % values.ndim]
        order.insert(target % values.ndim, source % values.ndim)
        return values.transpose(order)

    @staticmethod
    def roll(values, shift, axis=None) -> Array:
        values = asarray(values)
        if axis is None:
            return Functions.roll(values.ravel(), shift, 0).reshape(values.shape)
        if isinstance(axis, tuple):
            pairs = zip(shift if isinstance(shift, tuple) else [shift] * len(axis), axis)
            return reduce(lambda made, pair: Functions.roll(made, *pair), pairs, values)
        length, inner = values.shape[axis], strides_of(values.shape)[axis]
        row, cut = length * inner, shift % length * inner
        data: list = []
        for start in range(0, values.size, row):
            one = values.data[start : start + row]
            data += one[row - cut :] + one[: row - cut]
        return Array(data, values.shape, values.dtype)

    @staticmethod
    def where(condition, one, other) -> Array:
        parts = [*map(asarray, (condition, one, other))]
        shape = common_shape(*(part.shape for part in parts))
        data = [a if yes else b for yes, a, b in zip(*(numbers_for(part, shape) for part in parts))]
        return Array(data, shape, wider(parts[1].dtype, parts[2].dtype))

    @staticmethod
    def argwhere(values) -> Array:
        return Functions.stack(true_places(asarray(values)), 1)

    @staticmethod
    def flatnonzero(values) -> Array:
        return true_places(asarray(values).ravel())[0]

    @staticmethod
    def isin(values, among: Iterable) -> Array:
        return asarray(values).each({*among}.__contains__, BOOL)

    @staticmethod
    def diff(values, axis: int = -1) -> Array:
        turned = asarray(values).swapaxes(0, axis)
        return (turned[1:] - turned[:-1]).swapaxes(0, axis)

    @staticmethod
    def split(values, cuts: Iterable[int]) -> list[Array]:
        values, ends = asarray(values), [0, *cuts, len(values)]
        return [values[start:stop] for start, stop in zip(ends, ends[1:])]

    @staticmethod
    def append(values, more) -> Array:
        return Functions.concatenate([asarray(part).ravel() for part in (values, more)])

    @staticmethod
    def insert(values, place: int, value, axis: int | None = None) -> Array:
        values, axis = (asarray(values).ravel(), 0) if axis is None else (asarray(values), axis)
        shape = tuple(1 if one == axis else n for one, n in enumerate(values.shape))
        key = (slice(None),) * axis
        before, after = values[(*key, slice(place))], values[(*key, slice(place, None))]
        return Functions.concatenate([before, Functions.full(shape, value), after], axis)

    @staticmethod
    def tile(values, count) -> Array:
        values, (times, *others) = asarray(values), (count,) if isinstance(count, int) else count
        if values.ndim != 1 + len(others) or {*others} - {1}:
            raise MissingPackage("numpy")
        return Functions.concatenate([values] * times)

    @staticmethod
    def repeat(values, count: int) -> Array:
        data = [one for one in asarray(values).data for _ in range(count)]
        return Array(data, (len(data),))

    @staticmethod
    def bincount(values, minlength: int = 0) -> Array:
        counts = [0] * max(minlength, 1 + max(line_of(values), default=-1))
        for one in line_of(values):
            counts[one] += 1
        return Array(counts, (len(counts),), INT)

    @staticmethod
    def interp(values, was: Sequence[float], now: Sequence[float]) -> Array:
        was, now = asarray(was).data, asarray(now).data

        def between(x: float) -> float:
            k = min(max(1, bisect_left(was, x)), len(was) - 1)
            share = (x - was[k - 1]) / (was[k] - was[k - 1])
            return now[k - 1] + min(1, max(0, share)) * (now[k] - now[k - 1])

        return asarray(values).each(between, FLOAT)

    @staticmethod
    def median(values) -> float:
        return median(asarray(values).data)

    @staticmethod
    def allclose(one, other) -> bool:
        near = partial(math.isclose, rel_tol=1e-5, abs_tol=1e-8)
        return pair_up(near, one, other).all()

    @staticmethod
    def outer(one, other) -> Array:
        return asarray(one)[:, None] * asarray(other)

    @staticmethod
    def cross(one, other) -> Array:
        a, b = (Functions.moveaxis(asarray(part), -1, 0) for part in (one, other))
        parts = (a[k - 2] * b[k - 1] - a[k - 1] * b[k - 2] for k in range(3))
        return Functions.stack([*parts], -1)

    @staticmethod
    def matmul(one, other):
        one, other = asarray(one), asarray(other)
        if other.ndim > 2:
            raise MissingPackage("numpy")
        columns = other.T
        length = one.shape[-1]
        rows = [one.data[k : k + length] for k in range(0, one.size, length)]
        others = [columns.data[k : k + length] for k in range(0, columns.size, length)]
        data = [sum(map(operator.mul, row, column)) for row in rows for column in others]
        shape = one.shape[:-1] + other.shape[1:]
        return Array(data, shape) if shape else data[0]

    @staticmethod
    def nanmin(values, axis=None):
        return asarray(values).fold(lambda some: min(x for x in some if x == x), axis)

    @staticmethod
    def nanmax(values, axis=None):
        return asarray(values).fold(lambda some: max(x for x in some if x == x), axis)

    @staticmethod
    def norm(values, axis=None, keepdims: bool = False):
        return asarray(values).fold(lambda some: math.hypot(*some), axis, keepdims)

    @staticmethod
    def det(matrix) -> float:
        a, b, c = asarray(matrix)
        return float(a @ Functions.cross(b, c))


def refusing(function: Callable) -> Callable:
    """Let a function say that numpy is missing where it cannot do what it is asked for."""

    @wraps(function)
    def call(*given, **options):
        try:
            return function(*given, **options)
        except TypeError:
            raise MissingPackage("numpy") from None

    return call


for name, function in [*vars(Functions).items()]:
    if isinstance(function, staticmethod):
        setattr(Functions, name, staticmethod(refusing(function.__func__)))
for name, function in [*vars(Array).items()]:
    if isinstance(function, FunctionType) and not name.startswith("_"):
        setattr(Array, name, refusing(function))

linalg = StandIn("numpy.linalg")
linalg.norm, linalg.det = Functions.norm, Functions.det
Functions.linalg = linalg
