"""A tuple of arrays as an argument of compiled code: one pointer, to a table of their places and shapes.

A Search, as a tuple that numba knows, would be taken apart into some 150 numbers and put together again in
every call, and to compile that took twice as long as to compile all the rest.
"""

from collections.abc import Sequence
from contextlib import contextmanager

from llvmlite import ir
from numba import types
from numba.core import compiler
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.imputils import lower_getattr_generic
from numba.core.registry import cpu_target
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import models, register_model

from .kernel_layout import NUMBERS, layout
from .kernel_vectors import ShortPipeline

WORD = ir.IntType(64)


class TupleType(types.Type):
    """The type of a tuple of arrays in a kernel, as of `s` there."""

    def __init__(self, kind: type):
        fields = layout(kind).items()
        self.arrays = {name: types.Array(getattr(types, dtype), axes, "C") for name, (dtype, axes) in fields}
        super().__init__(kind.__qualname__)


@register_model(TupleType)
class TupleModel(models.OpaqueModel):
    """A pointer."""


@infer_getattr
class Attributes(AttributeTemplate):
    """The type of `s.pool` and the others."""

    key = TupleType

    def generic_resolve(self, given, name):
        return given.arrays.get(name)


@lower_getattr_generic(TupleType)
def array(context, builder, given, pointer, name):
    """`s.pool` and the others: an array made from its line in the table."""
    kind, line = given.arrays[name], NUMBERS * list(given.arrays).index(name)
    table = builder.bitcast(pointer, WORD.as_pointer())
    place, *shape = [fixed(builder, table, line + k) for k in range(1 + kind.ndim)]
    made = context.make_array(kind)(context, builder)
    strides = [bytes_each := context.get_constant(types.intp, kind.dtype.bitwidth // 8)]
    for size in shape[:0:-1]:
        strides.insert(0, builder.mul(size, strides[0]))
    data = builder.inttoptr(place, made.data.type)
    context.populate_array(made, data=data, shape=shape, strides=strides, itemsize=bytes_each, meminfo=None)
    return made._getvalue()


def fixed(builder, table, index):
    """A number of the table, which is the same as long as compiled code runs."""
    number = builder.load(builder.gep(table, [ir.Constant(WORD, index)]))
    number.set_metadata("invariant.load", builder.module.add_metadata([]))
    return number


class Draft(JITCodeLibrary):
    """Return numba's code of a function, before it is optimised: it will be, as a part of the whole.

    numba would optimise each function by itself and make machine code of it, then again with each function
    that calls it.
    """

    def _optimize_functions(self, module):
        module.data_layout = self._codegen._data_layout

    def finalize(self):
        """Leave out what it calls, which is linked once, into the whole."""
        self._raise_if_finalized()
        self._finalized = True

    def link_all(self):
        """Link in what it calls, and what that calls."""
        seen, waiting = {self}, list(self._linking_libraries)
        while waiting:
            if (library := waiting.pop()) not in seen:
                seen.add(library)
                waiting += library._linking_libraries
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)

    def get_pointer_to_function(self, name):
        self._ensure_finalized()
        return 0  # nobody calls it


@contextmanager
def drafts(codegen):
    """Meanwhile what is compiled is a Draft."""
    codegen._library_class, codegen.set_env = Draft, lambda name, env: None
    try:
        yield
    finally:
        del codegen._library_class, codegen.set_env


@global_compiler_lock
def machine_code(function, tuples: Sequence[type], numbers: int) -> tuple[str, bytes]:
    """A function of some tuples of arrays and some whole numbers, compiled to an object file; its name in
    there."""
    flags = compiler.Flags()
    flags.nrt, flags.error_model, flags.no_compile = False, "numpy", True
    flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    typing, target = cpu_target.typing_context, cpu_target.target_context
    types_given = *map(TupleType, tuples), *[types.int64] * numbers
    with drafts(target.codegen()):
        made = compiler.compile_extra(
            typing,
            target,
            function.py_func,
            types_given,
            types.int64,
            flags,
            {},
            pipeline_class=ShortPipeline,
        )
        made.library.link_all()
    JITCodeLibrary._optimize_final_module(made.library)
    module = made.library._final_module
    foreign = [
        one.name for one in module.functions if one.is_declaration and not one.name.startswith("llvm.")
    ]
    assert not foreign, foreign  # an object file that needs them could not be loaded by itself
    return made.fndesc.llvm_func_name, target.codegen()._tm.emit_object(module)
