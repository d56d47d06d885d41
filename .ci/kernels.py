"""Build the libraries of the C files for all machines: `make kernels`, after a change of a C file.

One compiler makes all of them on any machine: zig, from the wheel `ziglang`, which only this script
needs. The bytes are the same each time, so the libraries lie beside their source; `sources.json`
says from which sources they were made, and tests/library/compiled/test_library.py compares.
"""

import hashlib
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
SOURCES = [
    "lessons/l03_tetris_cube/cells.c",
    "lessons/l05_dancing_links/links.c",
    "makers/apart/spread.c",
    "puzzlelib/compiled/level.c",
    "puzzlelib/compiled/search.c",
    "puzzlelib/icosoku/census/witnesses.c",
    "puzzlelib/icosoku/counting/count.c",
    "benchmarks/icosoku_record/discs.c",
]
HEADER = "puzzlelib/compiled/arrays.h"
LIBRARIES = ROOT / "puzzlelib/compiled/libraries"
RECORD = LIBRARIES / "sources.json"
FLAGS = "-std=c17 -O3 -fvisibility=hidden -fno-ident -Wall".split()
TARGETS = {  # a library, zig's name of its machine, and the levels of x86-64 that are in it
    "linux-x86_64.so": ("x86_64-linux-gnu.2.17", (2, 3, 4)),
    "linux-aarch64.so": ("aarch64-linux-gnu.2.17", ()),
    "macos-x86_64.dylib": ("x86_64-macos.11.0", (2, 3)),
    "macos-arm64.dylib": ("aarch64-macos.11.0", ()),
    "windows-amd64.dll": ("x86_64-windows-gnu", (2, 3, 4)),
    "emscripten-wasm32.so": ("wasm32-freestanding", ()),  # for Pyodide, which links it to itself
}


def zig(*arguments: str | Path, program: str = "cc") -> None:
    """Run zig's C compiler, or another program in it."""
    subprocess.run([sys.executable, "-m", "ziglang", program, *map(str, arguments)], check=True, cwd=ROOT)


def build(name: str, folder: Path) -> None:
    """Build one library into a folder."""
    target, levels = TARGETS[name]
    machine, objects = ["-target", target], []
    with TemporaryDirectory() as work:
        for source in SOURCES:
            many = levels if "KERNEL(" in (ROOT / source).read_text() else levels[:1]
            for level in many or (0,):
                objects.append(Path(work) / f"{Path(source).stem}{level}.o")
                variant = [f"-mcpu=x86_64_v{level}"] * bool(level)
                if level and many != levels[:1]:
                    variant.append(f"-DKERNEL(name)=name##_v{level}")
                if target.startswith("wasm"):
                    variant += ["-msimd128"]
                zig(
                    *FLAGS,
                    *machine,
                    *variant,
                    *["-fPIC"] * name.endswith("so"),
                    "-c",
                    source,
                    "-o",
                    objects[-1],
                )
        if target.startswith("wasm"):
            whole = [
                "-shared",
                "--experimental-pic",
                "--no-entry",
                "--unresolved-symbols=import-dynamic",
                "-s",
            ]
            zig(*whole, *objects, "-o", Path(work) / name, program="wasm-ld")
        else:
            own = [f"-Wl,-install_name,{name}"] * name.endswith("dylib")  # or it has the path of the build
            zig(*machine, "-shared", "-s", *own, *objects, "-o", Path(work) / name)
        made = bytearray((Path(work) / name).read_bytes())
        if name.endswith("dll"):
            time = int.from_bytes(made[60:64], "little") + 8  # of the build, in a header of Windows
            made[time : time + 4] = bytes(4)
        (folder / name).write_bytes(made)


def digest(path: Path) -> str:
    """Return the hash of a file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def record(folder: Path = LIBRARIES) -> dict[str, str]:
    """Return the hashes of the sources, and of the libraries in a folder."""
    return {source: digest(ROOT / source) for source in [*SOURCES, HEADER]} | {
        name: digest(folder / name) for name in TARGETS
    }


def main(folder: Path) -> None:
    """Build all libraries."""
    folder.mkdir(exist_ok=True)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda name: build(name, folder), TARGETS))
    (folder / RECORD.name).write_text(json.dumps(record(folder), indent=1) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else LIBRARIES)
