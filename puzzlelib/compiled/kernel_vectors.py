"""The passes of numba over the kernels of the IcoSoKu rooms."""

from numba import njit
from numba.core import compiler


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
    """A part of a kernel, which has one door for all (`kernel.act`)."""
    return njit(**INSIDE)(function)


def inlined_part(function):
    """Compile a part into whatever calls it."""
    return njit(forceinline=True, **INSIDE)(function)
