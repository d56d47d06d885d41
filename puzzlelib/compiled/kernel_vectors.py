"""Eight options at a time: vectors in LLVM's own words, where numba's loops are too slow."""

from functools import partial

from llvmlite import ir
from numba import config, njit, types
from numba.core import cgutils, compiler
from numba.core.codegen import get_host_cpu_features
from numba.extending import intrinsic

from .kernel_layout import LANES, PLANES

INT, BITS = types.int64, types.uint64
WORD, FLAGS = ir.IntType(64), ir.IntType(LANES)
VECTOR, CHOSEN = ir.VectorType(WORD, LANES), ir.VectorType(ir.IntType(1), LANES)
NUMBER = partial(ir.Constant, WORD)
NOTHING, ANYTHING = ir.Constant(VECTOR, [0] * LANES), ir.Constant(VECTOR, ir.Undefined)


class ShortPipeline(compiler.CompilerBase):
    """numba's passes over a function without those for Python that no kernel uses, such as closures, `with`
    and expressions of whole arrays: a tenth of the time that compiling takes."""

    SKIPPED = {
        "dump_parfor_diagnostics",
        "find_literally",
        "inline_closure_likes",
        "inline_inlinables",
        "inline_overloads",
        "literal_unroll",
        "LiteralPropagation",
        "make_function_op_code_to_jit_function",
        "nopython_rewrites",
        "nopython_supported_feature_validation",
        "Rewrite dynamic raises",
        "with_lifting",
    }

    def define_pipelines(self):
        """Return the one pipeline."""
        found = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        found.passes = [one for one in found.passes if one[0].name() not in self.SKIPPED]
        found.finalize()
        return [found]


INSIDE = {
    "pipeline_class": ShortPipeline,
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
    """Compile a part into whatever calls it."""
    return njit(forceinline=True, **INSIDE)(function)


def lanes(numbers):
    """Lane numbers for a shuffle."""
    numbers = list(numbers)
    return ir.Constant(ir.VectorType(ir.IntType(32), len(numbers)), numbers)


def pointer(context, builder, kind, array, start):
    """The address of array[start]."""
    return builder.gep(context.make_array(kind)(context, builder, array).data, [start])


def as_vector(builder, place):
    return builder.bitcast(place, VECTOR.as_pointer())


def load(builder, start, index):
    return builder.load(as_vector(builder, builder.gep(start, [index])), align=8)


def splat(builder, value):
    """Return a vector with one value in every lane."""
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
    byte = builder.bitcast(flags, FLAGS)
    return builder.zext(llvm(builder, f"llvm.ctpop.i{LANES}", FLAGS, byte), WORD)


# -------- keeping the flagged options


def squeeze(builder, options, flags, place):
    """Store the flagged options side by side; up to LANES words from `place` on may be overwritten.

    LLVM has one instruction for this where the processor has AVX-512. Elsewhere LLVM would go
    through memory, lane by lane, and take three times as long as the ways below.
    """
    SQUEEZE[way_of(features())](builder, options, flags, place)


def features() -> str:
    """Return the processor's features for which numba compiles, as LLVM writes them: "+avx,-sse4a,…"."""
    return get_host_cpu_features() if config.CPU_FEATURES is None else config.CPU_FEATURES


def way_of(features: str) -> str:
    """Choose how to squeeze on a processor with these features.

    >>> way_of("+avx2,+avx512f"), way_of("+avx2,-avx512f"), way_of("+neon"), way_of("")
    ('compress', 'permute', 'store', 'store')
    """
    have = features.split(",")
    return "compress" if "+avx512f" in have else "permute" if "+avx2" in have else "store"


def by_compress(builder, options, flags, place):
    """Squeeze by one instruction of AVX-512."""
    packed = llvm(builder, f"llvm.experimental.vector.compress.v{LANES}i64", VECTOR, options, flags, ANYTHING)
    builder.store(packed, as_vector(builder, place), align=8)


def by_permute(builder, options, flags, place):
    """Squeeze four lanes at a time by a table of permutations and AVX2's `vpermd`."""
    byte, table = builder.zext(builder.bitcast(flags, FLAGS), WORD), permutations(builder)
    for lane in range(0, LANES, QUARTET):
        chosen = builder.and_(builder.lshr(byte, NUMBER(lane)), NUMBER(2**QUARTET - 1))
        four = builder.shuffle_vector(options, ANYTHING, lanes(range(lane, lane + QUARTET)))
        order = builder.load(builder.gep(table, [NUMBER(0), chosen]))
        packed = llvm(builder, "llvm.x86.avx2.permd", HALVES, builder.bitcast(four, HALVES), order)
        builder.store(packed, builder.bitcast(place, HALVES.as_pointer()), align=8)
        place = builder.gep(place, [llvm(builder, "llvm.ctpop.i64", WORD, chosen)])


def by_store(builder, options, flags, place):
    """Squeeze by a store for each lane, which the next one overwrites if its flag is not set."""
    for lane in range(LANES):
        number = ir.Constant(ir.IntType(32), lane)
        builder.store(builder.extract_element(options, number), place, align=8)
        place = builder.gep(place, [builder.zext(builder.extract_element(flags, number), WORD)])


SQUEEZE = {"compress": by_compress, "permute": by_permute, "store": by_store}
QUARTET = 4  # lanes of AVX2
HALVES = ir.VectorType(ir.IntType(32), 2 * QUARTET)  # as `vpermd` sees them


def permutations(builder):
    """The 16 permutations of `by_permute`, as a constant of the module: flagged lanes come first."""
    rows = []
    for chosen in range(2**QUARTET):
        first = [lane for lane in range(QUARTET) if chosen >> lane & 1]
        order = (first + [0] * QUARTET)[:QUARTET]
        rows.append(ir.Constant(HALVES, [2 * lane + half for lane in order for half in (0, 1)]))
    return cgutils.global_constant(
        builder, "permutations", ir.Constant(ir.ArrayType(HALVES, len(rows)), rows)
    )


def blocks(builder, size):
    """A loop over whole vectors."""
    return cgutils.for_range_slice(builder, NUMBER(0), size, NUMBER(LANES), inc=True)


def united(builder, size, kept):
    """The union of the options that `kept(index)` leaves of each whole vector."""
    total = cgutils.alloca_once_value(builder, NOTHING)
    with blocks(builder, size) as (index, _):
        builder.store(builder.or_(builder.load(total), kept(index)), total)
    return llvm(builder, f"llvm.vector.reduce.or.v{LANES}i64", WORD, builder.load(total))


def packed(builder, size, goals, looked_at):
    """Store the rows of `looked_at(index)`, of each whole vector its flags and its rows, side by side at the
    goals, and zeros behind the first; how many."""
    count = cgutils.alloca_once_value(builder, NUMBER(0))
    with blocks(builder, size) as (index, _):
        flags, rows = looked_at(index)
        at = builder.load(count)
        for row, goal in zip(rows, goals):
            squeeze(builder, row, flags, builder.gep(goal, [at]))
        builder.store(builder.add(at, how_many(builder, flags)), count)
    end = builder.gep(goals[0], [builder.load(count)])
    builder.store(NOTHING, as_vector(builder, end), align=8)
    return builder.load(count)


@intrinsic
def union(typing, data, start, size, mask):
    """The union of the options in data[start:start+size] that share no bit with `mask`."""

    def build(context, builder, signature, args):
        array, start, size, mask = args
        first, wide = pointer(context, builder, signature.args[0], array, start), splat(builder, mask)

        def kept(index):
            options = load(builder, first, index)
            return builder.select(apart(builder, options, wide), options, NOTHING)

        return united(builder, size, kept)

    return BITS(data, INT, INT, BITS), build


def keeping(context, builder, signature, args):
    """Build `keep` and `keep_numbered`; the second has two arguments more."""
    array, start, size, mask, to, *second = args
    first, goal = (pointer(context, builder, signature.args[0], array, at) for at in (start, to))
    wide, goals = splat(builder, mask), [goal, *(builder.gep(goal, [to_row]) for to_row in second[1:])]

    def looked_at(index):
        options = load(builder, first, index)
        numbers = [load(builder, first, builder.add(row, index)) for row in second[:1]]
        return apart(builder, options, wide), [options, *numbers]

    return packed(builder, size, goals, looked_at)


@intrinsic
def keep(typing, data, start, size, mask, to):
    """Copy the options of data[start:start+size] that share no bit with `mask` to data[to:], and zeros
    behind them; how many, zeros at the end of the list included."""
    return INT(data, INT, INT, BITS, INT), keeping


@intrinsic
def keep_numbered(typing, data, start, size, mask, to, row, to_row):
    """Keep a second row as well: from data[start+row] to data[to+to_row]."""
    return INT(data, INT, INT, BITS, INT, INT, INT), keeping


@intrinsic
def having(typing, data, start, bit):
    """A flag for each of the options data[start:start+LANES], as bits: has it the bit?"""

    def build(context, builder, signature, args):
        array, start, bit = args
        first = pointer(context, builder, signature.args[0], array, start)
        options = load(builder, first, NUMBER(0))
        flags = builder.not_(apart(builder, options, splat(builder, bit)))
        return builder.zext(builder.bitcast(flags, FLAGS), WORD)

    return BITS(data, INT, BITS), build


# -------- a bit for each option


def flags_of(context, builder, kind, marks):
    """Return the place of the flags of whole vectors."""
    first = pointer(context, builder, kind, marks, NUMBER(0))
    return lambda index: builder.gep(
        builder.bitcast(first, FLAGS.as_pointer()), [builder.lshr(index, NUMBER(LANES.bit_length() - 1))]
    )


@intrinsic
def mark(typing, data, start, size, bit, marks):
    """marks[:], as words of 64 bits, gets a bit for each of the options data[start:start+size]: has it the
    bit?"""

    def build(context, builder, signature, args):
        array, start, size, bit, marks = args
        first, wide = pointer(context, builder, signature.args[0], array, start), splat(builder, bit)
        last = pointer(context, builder, signature.args[4], marks, builder.lshr(size, NUMBER(6)))
        builder.store(NUMBER(0), last)
        place = flags_of(context, builder, signature.args[4], marks)
        with blocks(builder, size) as (index, _):
            flags = builder.not_(apart(builder, load(builder, first, index), wide))
            builder.store(builder.bitcast(flags, FLAGS), place(index))
        return context.get_dummy_value()

    return types.void(data, INT, INT, BITS, marks), build


@intrinsic
def mark_apart(typing, data, start, size, mask, marks, more):
    """marks[:] gets a bit for each of the options data[start:start+size]: does it share no bit with `mask`?
    With `more` it must have had the bit before, too."""

    def build(context, builder, signature, args):
        array, start, size, mask, marks, more = args
        first, wide = pointer(context, builder, signature.args[0], array, start), splat(builder, mask)
        place = flags_of(context, builder, signature.args[4], marks)
        before = builder.select(more, ir.Constant(FLAGS, 0), ir.Constant(FLAGS, -1))
        with blocks(builder, size) as (index, _):
            flags = builder.bitcast(apart(builder, load(builder, first, index), wide), FLAGS)
            old = builder.or_(builder.load(place(index)), before)
            builder.store(builder.and_(flags, old), place(index))
        return context.get_dummy_value()

    return types.void(data, INT, INT, BITS, marks, types.boolean), build


@intrinsic
def union_marked(typing, data, start, size, marks):
    """The union of those of the options data[start:start+size] that have a bit in `marks`."""

    def build(context, builder, signature, args):
        array, start, size, marks = args
        first = pointer(context, builder, signature.args[0], array, start)
        place = flags_of(context, builder, signature.args[3], marks)

        def kept(index):
            flags = builder.bitcast(builder.load(place(index)), CHOSEN)
            return builder.select(flags, load(builder, first, index), NOTHING)

        return united(builder, size, kept)

    return BITS(data, INT, INT, marks), build


@intrinsic
def keep_marked(typing, data, start, size, marks, to):
    """Copy those of data[start:start+size] that have a bit in `marks` to data[to:], and zeros behind them;
    how many."""

    def build(context, builder, signature, args):
        array, start, size, marks, to = args
        first, goal = (pointer(context, builder, signature.args[0], array, at) for at in (start, to))
        place = flags_of(context, builder, signature.args[3], marks)

        def looked_at(index):
            return builder.bitcast(builder.load(place(index)), CHOSEN), [load(builder, first, index)]

        return packed(builder, size, [goal], looked_at)

    return INT(data, INT, INT, marks, INT), build


# -------- counters


def add(builder, a, b, carry):
    """The sum of numbers whose binary digits are bits of a, b and carry, digit by digit; what is carried."""
    odd = builder.xor(a, b)
    return builder.xor(odd, carry), builder.or_(builder.and_(a, b), builder.and_(odd, carry))


@intrinsic
def count_each(typing, data, start, size, counted):
    """Count the options data[start:start+size] that have each bit: counted[j] gets the digits of 2^j, and
    counted[PLANES] the bits that 2^PLANES options have, or more."""

    def build(context, builder, signature, args):
        array, start, size, counted = args
        first = pointer(context, builder, signature.args[0], array, start)
        goal = pointer(context, builder, signature.args[3], counted, NUMBER(0))
        slots = [cgutils.alloca_once_value(builder, NOTHING) for _ in range(PLANES + 1)]
        with blocks(builder, size) as (index, _):
            carry = load(builder, first, index)
            for slot in slots[:-1]:
                digit = builder.load(slot)
                builder.store(builder.xor(digit, carry), slot)
                carry = builder.and_(digit, carry)
            builder.store(builder.or_(builder.load(slots[-1]), carry), slots[-1])
        *digits, many = [builder.load(slot) for slot in slots]
        for shift in halves():
            carry = NOTHING
            for j, digit in enumerate(digits):
                digits[j], carry = add(builder, digit, turned(builder, digit, shift), carry)
            many = builder.or_(builder.or_(many, turned(builder, many, shift)), carry)
        for j, digit in enumerate([*digits, many]):
            value = builder.extract_element(digit, ir.Constant(ir.IntType(32), 0))
            builder.store(value, builder.gep(goal, [NUMBER(j)]))
        return context.get_dummy_value()

    return types.void(data, INT, INT, counted), build


def halves():
    """By how many lanes to turn a vector, so that in the end each lane has met all others: 4, 2, 1."""
    return [LANES >> j for j in range(1, LANES.bit_length())]


def turned(builder, vector, shift):
    """Each lane gets what is so many lanes further on."""
    return builder.shuffle_vector(vector, vector, lanes((lane + shift) % LANES for lane in range(LANES)))


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
