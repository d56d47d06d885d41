"""The kernel as machine code: compiled by numba once, kept in a file, and from then on loaded without numba,
which takes longer to be imported than most puzzles to be counted.

What is kept is an object file, which needs nothing from elsewhere; its name tells the kernel's text, the
processor, and the versions of what made it.
"""

import ctypes
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from .compiling import load_numba, tell
from .kernel_layout import Search, table

HERE = Path(__file__).parent
COMPILING = 7  # seconds that compiling takes, about
DIGEST = hashlib.sha256().digest_size
# What numba makes of a function: a status; the result's place, the place for an error, and the arguments.
KIND = ctypes.CFUNCTYPE(
    ctypes.c_int32,
    ctypes.POINTER(ctypes.c_int64),
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_int64,
    ctypes.c_int64,
)


def act(search: Search, what: int, amount: int = 0) -> int:
    """`kernel.act`, compiled. Other threads go on meanwhile."""
    arrays, answer, error = table(search), ctypes.c_int64(), ctypes.c_void_p()
    status = function()(answer, ctypes.addressof(error), arrays.ctypes.data, what, amount)
    assert status == 0, status
    return answer.value


@cache
def function() -> Callable:
    """The compiled function: from its file, or compiled now."""
    from llvmlite import binding

    engine, file = new_engine(binding), file_name(binding)
    code = kept(file)
    if not code:
        code = compiled()
        keep(file, code)
    name, _, machine_code = code.partition(b"\n")
    engine.add_object_file(binding.ObjectFileRef.from_data(machine_code))
    engine.finalize_object()
    made = KIND(engine.get_function_address(name.decode()))
    made.engine = engine  # lives as long
    return made


def is_kept() -> bool:
    """Would it be loaded without being compiled?"""
    try:
        from llvmlite import binding

        return bool(kept(file_name(binding)))
    except (ImportError, OSError, RuntimeError, ValueError):  # no numba, or it is hidden
        return False


def new_engine(binding):
    """What makes an object file run in this process."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    triple = binding.get_process_triple()
    machine = binding.Target.from_triple(triple).create_target_machine()
    return binding.create_mcjit_compiler(binding.parse_assembly(f'target triple = "{triple}"'), machine)


def compiled() -> bytes:
    """The function's name, and its object file."""
    tell(f"compiling, once: about {COMPILING} s")
    load_numba()
    from . import kernel
    from .kernel_search import machine_code

    name, code = machine_code(kernel.act)
    return name.encode() + b"\n" + code


# -------- the file


def file_name(binding) -> str:
    """Another one for each text of the kernel, kind of processor, version of numba and of its settings."""
    import llvmlite

    if not (numba := find_spec("numba")):
        raise ImportError("there is no numba")
    texts = [file.read_bytes() for file in sorted(HERE.glob("kernel*.py"))]
    texts.append(Path(numba.origin).with_name("_version.py").read_bytes())
    settings = [f"{key}={value}" for key, value in sorted(os.environ.items()) if key.startswith("NUMBA_")]
    host = [sys.platform, binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()]
    words = [llvmlite.__version__, *host, *(one for one in settings if "CACHE_DIR" not in one)]
    key = hashlib.sha256(b"\0".join([*texts, *map(str.encode, words)])).hexdigest()
    return f"kernel-{key[:16]}.code"


def folders() -> Iterator[Path]:
    """Where it may be kept: where numba keeps its own, if that is said, else beside the kernel or at home."""
    if said := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(said)
    else:
        yield HERE / "__pycache__"
        with suppress(RuntimeError):  # nobody's home
            yield Path.home() / ".cache" / "exactly-once"


def kept(name: str) -> bytes:
    """What is kept under a name; nothing, if nothing is."""
    return next(filter(None, (read(folder / name) for folder in folders())), b"")


def read(file: Path) -> bytes:
    """What `keep` has written; nothing, if it is not there or not as it was written."""
    try:
        text = file.read_bytes()
    except OSError:
        return b""
    code = text[DIGEST:]
    return code if hashlib.sha256(code).digest() == text[:DIGEST] else b""


def keep(name: str, code: bytes) -> None:
    """Write it into the first folder that can be written to, all at once; into none, if there is none."""
    for folder in folders():
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            part = folder / f"{name}.{os.getpid()}"
            part.write_bytes(hashlib.sha256(code).digest() + code)
            part.replace(folder / name)
            return
