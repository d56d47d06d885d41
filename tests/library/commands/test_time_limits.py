"""Commands with a time limit, on files made to be slow: back within a second more, with little memory."""

import gzip
import json
import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
import yaml
from sizes import ALL

ROOT = Path(__file__).parents[3]
LIMIT = 2 if ALL else 1  # seconds
MOST_SECONDS, MOST_BYTES = LIMIT + 1, 1_000_000_000
DOT = [[0, 0, 0]]
Y = [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0], [1, 1, 0]]


def cage(rooms: int, length: int = 2) -> dict:
    """Return closed rooms with a dot in each: every dot can move, and none gets out."""
    space = product(range(length + 2), range(2 * rooms + 1), range(3))
    inside = [[x, y, 1] for y in range(1, 2 * rooms, 2) for x in range(1, length + 1)]
    whole = list(map(list, space))
    wall = [cell for cell in whole if cell not in inside]
    optional = [cell for cell in inside if cell[0] > 1]
    pieces = [{"name": "cage", "cells": wall}, {"name": "dot", "copies": rooms, "cells": DOT}]
    return {"cells": whole, "optional": optional, "pieces": pieces}


def far_apart(distance: int) -> dict:
    """Return two pieces of two cells each, which are that far from each other."""
    n = distance
    pieces = [
        {"name": "A", "loose": True, "cells": [[0, 0, 0], [n, n, n]]},
        {"name": "B", "loose": True, "cells": [[0, 0, 0], [n - 2, n, n]]},
    ]
    return {"cells": [[0, 0, 0], [1, 0, 0], [n, n, n], [n - 1, n, n]], "pieces": pieces}


def dots(width: int, height: int) -> dict:
    return {"box": [width, height, 1], "pieces": [{"name": "dot", "copies": width * height, "cells": DOT}]}


def dominoes(x: int, y: int, z: int) -> dict:
    piece = {"name": "I", "copies": x * y * z // 2, "cells": [[0, 0, 0], [1, 0, 0]]}
    return {"box": [x, y, z], "pieces": [piece]}


def bars(number: int) -> dict:
    """Return bars that are there once each: their orders are too many."""
    pieces = [{"name": f"p{k}", "cells": [[x, 0, 0] for x in range(3)]} for k in range(number)]
    return {"box": [3, number, 1], "turns": "plane", "pieces": pieces}


def many_rows(number: int) -> bytes:
    """Return a .xmpuzzle with one shape in many rows."""
    rows = '<shape id="0" min="0" max="1"/>' * number
    shape = '<voxel x="1" y="1" z="1" type="0">#</voxel>'
    problem = f"<problem><shapes>{rows}</shapes><result id=\"0\"/><bitmap/></problem>"
    text = f'<puzzle version="2"><gridType type="0"/><colors/><shapes>{shape}</shapes>'
    return gzip.compress(f"{text}<problems>{problem}</problems></puzzle>".encode())


FILES = {
    "cage-22": cage(22),
    "cage-24": cage(24),
    "cage-long": cage(8, 9),
    "cage-wide": cage(14, 4),
    "far-997": far_apart(997),
    "dots-30": dots(6, 5),
    "dots-400": dots(20, 20),
    "dots-4096": {"box": [16, 16, 16], "pieces": [{"name": "dot", "copies": 4096, "cells": DOT}]},
    "dominoes-6x6x6": dominoes(6, 6, 6),
    "dominoes-4x4x30": dominoes(4, 4, 30),
    "ys-5": {"box": [5, 5, 5], "pieces": [{"name": "Y", "copies": 25, "cells": Y}]},
    "ys-10": {"box": [10, 10, 10], "pieces": [{"name": "Y", "copies": 200, "cells": Y}]},
    "bars-14": bars(14),
    "loose": {"box": [9, 9, 3], "pieces": [{"name": "L", "copies": "0..60", "cells": Y[:3] + [[0, 1, 0]]}],
              "optional": list(map(list, product(range(9), range(9), range(3))))},
    "rows-24000": many_rows(24_000),
}  # fmt: skip
COMMANDS = {
    "assemble": ["assemble", "{file}"],
    "assemble all": ["assemble", "{file}", "--all"],
    "fewest": ["assemble", "{file}", "--fewest"],
    "count": ["count", "{file}", "--symmetry", "rotations"],
    "solve": ["solve", "{file}", "--all"],
    "print": ["print", "{file}", "--out", "{folder}/out", "--replace"],
    "fair": ["fair", "{folder}"],
}
SAMPLE = [
    ("assemble", "cage-24"),
    ("fewest", "dots-30"),
    ("count", "rows-24000"),
    ("solve", "bars-14"),
    ("print", "dots-4096"),
    ("fair", "cage-22"),
]
RUN = r"""
import json, resource, sys
sys.path.append("benchmarks")
from _measure import memory, work
from puzzlelib.__main__ import main
try: main(sys.argv[1:])
except SystemExit: pass
children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
print("\n" + json.dumps([work(), max(memory() + 1 << 20, children)]))
"""


def spent(tmp_path: Path, command: str, name: str) -> tuple[float, int]:
    """Return the processor seconds and the bytes that a command takes for a file, its children included."""
    data = FILES[name]
    file = tmp_path / (f"{name}.xmpuzzle" if isinstance(data, bytes) else f"{name}.yaml")
    file.write_bytes(data if isinstance(data, bytes) else yaml.safe_dump(data).encode())
    words = [word.format(file=file, folder=tmp_path) for word in COMMANDS[command]]
    ran = subprocess.run(
        [sys.executable, "-c", RUN, *words, "--time-limit", str(LIMIT), "--json"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": ""},
    )
    assert "Traceback" not in ran.stderr, ran.stderr[-1500:]
    return tuple(json.loads(ran.stdout.splitlines()[-1]))


@pytest.mark.slow
@pytest.mark.parametrize(
    "command, name",
    [
        pytest.param(command, name, marks=[] if (command, name) in SAMPLE else pytest.mark.long)
        for command, name in product(COMMANDS, FILES)
    ],
)
def test_a_command_is_back_in_time(tmp_path, command, name):
    seconds, size = spent(tmp_path, command, name)
    assert seconds < MOST_SECONDS and size < MOST_BYTES


@pytest.mark.slow
def test_an_atlas_is_back_in_time(tmp_path):
    COMMANDS["atlas"] = [
        "atlas",
        "--box",
        "6x6x6",
        "--pieces",
        "12..14",
        "--seed",
        "1",
        "--out",
        "{folder}/out",
    ]
    seconds, size = spent(tmp_path, "atlas", "dots-30")
    assert seconds < MOST_SECONDS and size < MOST_BYTES
