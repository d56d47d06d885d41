"""A kernel as machine code: compiled by numba once, kept in a file, and from then on loaded without numba,
which takes longer to be imported than most puzzles to be counted.

What is kept is an object file, which needs nothing from elsewhere; its name tells the kernel's text, the
processor, and the versions of what made it.
"""

import ctypes
import gc
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from ..common.errors import PuzzleError
from ..common.files import whole_file
from .compiling import load_numba, tell
from .kernel_layout import table

HERE = Path(__file__).parent
DIGEST = hashlib.sha256().digest_size


@dataclass(frozen=True)
class Kernel:
    """The function `act` of a package's module `kernel`, compiled; `tuples` of arrays are handed to it, then
    whole numbers. Other threads go on meanwhile."""

    package: str
    tuples: tuple[type, ...]
    numbers: int  # how many
    seconds: int  # that compiling takes, about

    def __call__(self, *given) -> int:
        """Its answer. A tuple that it will not look at may be None."""
        tables, numbers = given[: len(self.tuples)], given[len(self.tuples) :]
        arrays = [None if one is None else table(one) for one in tables]
        places = [None if one is None else one.ctypes.data for one in arrays]
        answer, error = ctypes.c_int64(), ctypes.c_void_p()
        status = self.function(answer, ctypes.addressof(error), *places, *map(int, numbers))
        assert status == 0, status
        return answer.value

    @cached_property
    def function(self) -> Callable:
        """From its file, or compiled now."""
        from llvmlite import binding

        engine, file = new_engine(binding), self.file_name()
        code = kept(file)
        if not code:
            code = self.compiled()
            keep(file, code)
        name, _, machine_code = code.partition(b"\n")
        engine.add_object_file(binding.ObjectFileRef.from_data(machine_code))
        engine.finalize_object()
        made = self.kind(engine.get_function_address(name.decode()))
        made.engine = engine  # lives as long
        return made

    @property
    def kind(self):
        """The type of a compiled function: a status; the result's place, the place for an error, and the
        arguments."""
        given = [ctypes.c_void_p] * len(self.tuples) + [ctypes.c_int64] * self.numbers
        return ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.POINTER(ctypes.c_int64), ctypes.c_void_p, *given)

    def is_kept(self) -> bool:
        """Would it be loaded without being compiled?"""
        try:
            return bool(kept(self.file_name()))
        except (ImportError, OSError, RuntimeError, ValueError):  # no numba, or it is hidden
            return False

    def compiled(self) -> bytes:
        """The function's name, and its object file."""
        tell(f"compiling, once: about {self.seconds} s")
        with no_collection():
            load_numba()
            from .kernel_search import machine_code

            kernel = import_module(f"{self.package}.kernel")
            name, code = machine_code(kernel.act, self.tuples, self.numbers)
        return name.encode() + b"\n" + code

    def file_name(self) -> str:
        """Different for each text of a kernel, kind of processor, version of numba, and its settings."""
        numba = numba_file()
        import llvmlite
        from llvmlite import binding

        own = Path(import_module(self.package).__file__).parent
        files = [file for folder in (HERE, own) for file in sorted(folder.glob("kernel*.py"))]
        texts = [file.read_bytes() for file in [*files, numba.with_name("_version.py")]]
        settings = [f"{key}={value}" for key, value in sorted(os.environ.items()) if key.startswith("NUMBA_")]
        host = [sys.platform, binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()]
        words = [llvmlite.__version__, *host, *(one for one in settings if "CACHE_DIR" not in one)]
        key = hashlib.sha256(b"\0".join([*texts, *map(str.encode, words)])).hexdigest()
        return f"kernel-{key[:16]}.code"


def numba_file() -> Path:
    """Return numba. Errors: `ImportError`."""
    if not (numba := find_spec("numba")):
        raise ImportError("there is no numba")
    return Path(numba.origin)


def new_engine(binding):
    """Return the engine that runs an object file in this process."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    triple = binding.get_process_triple()
    machine = binding.Target.from_triple(triple).create_target_machine()
    return binding.create_mcjit_compiler(binding.parse_assembly(f'target triple = "{triple}"'), machine)


@contextmanager
def no_collection() -> Iterator[None]:
    """Meanwhile no garbage is collected: the compiler makes millions of objects, and to look through them
    again and again takes a sixth of its time."""
    wanted = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if wanted:
            gc.enable()


# -------- the file


def folders() -> Iterator[Path]:
    """Yield the folders in which it may be kept: numba's, if that is set, else one here or at home."""
    if said := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(said)
    else:
        yield HERE / "__pycache__"
        with suppress(RuntimeError):  # nobody's home
            yield Path.home() / ".cache" / "exactly-once"


def kept(name: str) -> bytes:
    """Return what is kept under a name, if anything is."""
    return next(filter(None, (read(folder / name) for folder in folders())), b"")


def read(file: Path) -> bytes:
    """Return what `keep` has written; nothing, if it is missing or damaged."""
    try:
        text = file.read_bytes()
    except OSError:
        return b""
    code = text[DIGEST:]
    return code if hashlib.sha256(code).digest() == text[:DIGEST] else b""


def keep(name: str, code: bytes) -> None:
    """Write it into the first folder where that can be done, all at once; say so, if there is none."""
    for folder in folders():
        with suppress(OSError, PuzzleError):
            folder.mkdir(parents=True, exist_ok=True)
            with suppress(OSError):
                (folder / name).rmdir()  # an empty folder in its place
            with whole_file(folder / name) as file:
                file.write(hashlib.sha256(code).digest() + code)
            return
    tell("it could not be kept in a file: the next start compiles it again")
