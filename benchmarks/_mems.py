"""Count the memory operations of lesson 05's four searches: gcc compiles their source to call a counter."""

import ctypes
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from shutil import which

import numpy as np

from lessons.l05_dancing_links import kernels

HERE = Path(__file__).parent
SOURCE = HERE.parent / "lessons/l05_dancing_links/links.c"


def can_count() -> bool:
    return which("gcc") is not None


@cache
def counted() -> ctypes.CDLL:
    """Compile without optimisation, so that each access of the source is one, on every machine."""
    with tempfile.TemporaryDirectory() as folder:
        searches, library = Path(folder, "links.o"), Path(folder, "links.so")
        flags = ["gcc", "-O0", "-fPIC"]
        subprocess.run([*flags, "-fsanitize=thread", "-c", SOURCE, "-o", searches], check=True)
        subprocess.run([*flags, "-shared", searches, HERE / "mems.c", "-o", library], check=True)
        return ctypes.CDLL(str(library))


def mems(matrix: kernels.Matrix, way: str, most: int = kernels.EVERY) -> tuple[kernels.Walk, int]:
    """Search for at most so many nodes, as `kernels.run` does; return also the memory operations."""
    fields_of, name = kernels.WAYS[way]
    fields, walk = fields_of(matrix), np.zeros(4, np.int64)
    struct = np.array([one if isinstance(one, int) else one.ctypes.data for one in fields], np.int64)
    library, word = counted(), ctypes.c_int64
    library.mems_so_far.restype = word
    for number, spared in enumerate((struct, walk)):
        library.spare(word(number), word(spared.ctypes.data), word(spared.nbytes))
    before = library.mems_so_far()
    getattr(library, name)(word(struct.ctypes.data), word(matrix.main), word(most), word(walk.ctypes.data))
    return kernels.Walk(*walk[:3].tolist()), library.mems_so_far() - before
