"""Eight options at a time: vectors in LLVM's own words, where numba's loops are too slow.

numba keeps what it compiled until the calling file changes: after a change here, delete `__pycache__`.
"""

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from .kernel_layout import LANES, LEVELS

INT, BITS = types.int64, types.uint64
WORD = ir.IntType(64)
VECTOR = ir.VectorType(WORD, LANES)
NOTHING, ANYTHING = ir.Constant(VECTOR, [0] * LANES), ir.Constant(VECTOR, ir.Undefined)


def fast(function):
    """Compiled, without Python's lock, and kept on disk where there is a folder for it."""
    try:
        return njit(nogil=True, cache=True)(function)
    except RuntimeError:  # no folder that can be written to
        return njit(nogil=True)(function)


def inlined(function):
    """Compiled into whatever calls it: for what is called ten million times a second."""
    return njit(nogil=True, forceinline=True)(function)


INSIDE = {
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,  # nothing is allocated, and no references are counted
    "no_cpython_wrapper": True,  # Python does not call it
    "no_cfunc_wrapper": True,
}


def part(function):
    """A part of the search's kernel, which has one door for all (`kernel.act`)."""
    return njit(**INSIDE)(function)


def inlined_part(function):
    """The same, compiled into whatever calls it."""
    return njit(forceinline=True, **INSIDE)(function)


def lanes(numbers):
    """Lane numbers for a shuffle."""
    return ir.Constant(ir.VectorType(ir.IntType(32), LANES), list(numbers))


def pointer(context, builder, kind, array, start):
    """The address of array[start]."""
    return builder.gep(context.make_array(kind)(context, builder, array).data, [start])


def as_vector(builder, place):
    return builder.bitcast(place, VECTOR.as_pointer())


def load(builder, start, index):
    return builder.load(as_vector(builder, builder.gep(start, [index])), align=8)


def splat(builder, value):
    """The same value in every lane."""
    first = builder.insert_element(ANYTHING, value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, ANYTHING, lanes([0] * LANES))


def apart(builder, options, mask):
    """A flag for each option: does it share no bit with the mask?"""
    return builder.icmp_unsigned("==", builder.and_(options, mask), NOTHING)


def llvm(builder, name, result, *args):
    """Call one of LLVM's own functions."""
    kind = ir.FunctionType(result, [arg.type for arg in args])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)


def how_many(builder, flags):
    byte = builder.bitcast(flags, ir.IntType(LANES))
    return builder.zext(llvm(builder, f"llvm.ctpop.i{LANES}", ir.IntType(LANES), byte), WORD)


def squeeze(builder, options, flags, place):
    """Store the flagged options side by side; what lies behind them is overwritten."""
    packed = llvm(builder, f"llvm.experimental.vector.compress.v{LANES}i64", VECTOR, options, flags, ANYTHING)
    builder.store(packed, as_vector(builder, place), align=8)


def blocks(builder, size):
    """A loop over whole vectors."""
    return cgutils.for_range_slice(builder, ir.Constant(WORD, 0), size, ir.Constant(WORD, LANES), inc=True)


@intrinsic
def union(typing, data, start, size, mask):
    """The union of the options in data[start:start+size] that share no bit with `mask`."""

    def build(context, builder, signature, args):
        array, start, size, mask = args
        first, wide = pointer(context, builder, signature.args[0], array, start), splat(builder, mask)
        total = cgutils.alloca_once_value(builder, NOTHING)
        with blocks(builder, size) as (index, _):
            options = load(builder, first, index)
            kept = builder.select(apart(builder, options, wide), options, NOTHING)
            builder.store(builder.or_(builder.load(total), kept), total)
        return llvm(builder, f"llvm.vector.reduce.or.v{LANES}i64", WORD, builder.load(total))

    return BITS(data, INT, INT, BITS), build


def keeping(context, builder, signature, args):
    """What `keep` and `keep_numbered` do; the second has two arguments more."""
    array, start, size, mask, to, *second = args
    first, goal = (pointer(context, builder, signature.args[0], array, at) for at in (start, to))
    wide, count = splat(builder, mask), cgutils.alloca_once_value(builder, ir.Constant(WORD, 0))
    with blocks(builder, size) as (index, _):
        options, at = load(builder, first, index), builder.load(count)
        flags = apart(builder, options, wide)
        squeeze(builder, options, flags, builder.gep(goal, [at]))
        if second:
            row, to_row = second
            numbers = load(builder, first, builder.add(row, index))
            squeeze(builder, numbers, flags, builder.gep(goal, [builder.add(to_row, at)]))
        builder.store(builder.add(at, how_many(builder, flags)), count)
    return builder.load(count)


@intrinsic
def keep(typing, data, start, size, mask, to):
    """Copy the options of data[start:start+size] that share no bit with `mask` to data[to:]; how many, zeros
    at the end included."""
    return INT(data, INT, INT, BITS, INT), keeping


@intrinsic
def keep_numbered(typing, data, start, size, mask, to, row, to_row):
    """The same, and a second row with it: from data[start+row] to data[to+to_row]."""
    return INT(data, INT, INT, BITS, INT, INT, INT), keeping


@intrinsic
def having(typing, data, start, bit):
    """A flag for each of the options data[start:start+LANES], as bits: has it the bit?"""

    def build(context, builder, signature, args):
        array, start, bit = args
        first = pointer(context, builder, signature.args[0], array, start)
        options = load(builder, first, ir.Constant(WORD, 0))
        flags = builder.not_(apart(builder, options, splat(builder, bit)))
        return builder.zext(builder.bitcast(flags, ir.IntType(LANES)), WORD)

    return BITS(data, INT, BITS), build


def merged(builder, a, b):
    """Counters of two groups of options become those of both: j or more in all are i or more here and j-i or
    more there."""
    result = []
    for j in range(LEVELS):
        total = builder.or_(a[j], b[j])
        for i in range(j):
            total = builder.or_(total, builder.and_(a[i], b[j - 1 - i]))
        result.append(total)
    return result


@intrinsic
def at_least(typing, data, start, size, levels, to):
    """levels[to+j-1] gets the bits that at least j of the options data[start:start+size] have, for j up to
    LEVELS."""

    def build(context, builder, signature, args):
        array, start, size, levels, to = args
        first = pointer(context, builder, signature.args[0], array, start)
        goal = pointer(context, builder, signature.args[3], levels, to)
        slots = [cgutils.alloca_once_value(builder, NOTHING) for _ in range(LEVELS)]
        with blocks(builder, size) as (index, _):
            options, old = load(builder, first, index), [builder.load(slot) for slot in slots]
            for j in range(LEVELS):
                more = builder.and_(old[j - 1], options) if j else options
                builder.store(builder.or_(old[j], more), slots[j])
        now, shift = [builder.load(slot) for slot in slots], LANES // 2
        while shift:
            order = lanes((lane + shift) % LANES for lane in range(LANES))
            now, shift = merged(builder, now, [builder.shuffle_vector(v, v, order) for v in now]), shift // 2
        for j in range(LEVELS):
            value = builder.extract_element(now[j], ir.Constant(ir.IntType(32), 0))
            builder.store(value, builder.gep(goal, [ir.Constant(WORD, j)]))
        return context.get_dummy_value()

    return types.void(data, INT, INT, levels, INT), build


@intrinsic
def lowest(typing, value):
    """The number of the lowest bit that is set."""

    def build(context, builder, signature, args):
        return llvm(builder, "llvm.cttz.i64", WORD, args[0], ir.Constant(ir.IntType(1), 0))

    return INT(BITS), build


@intrinsic
def ones(typing, value):
    """The number of bits that are set."""

    def build(context, builder, signature, args):
        return llvm(builder, "llvm.ctpop.i64", WORD, args[0])

    return INT(BITS), build
