"""Printed parts in 3D: the triangles of their STL files, a part in each frame."""

import hashlib

import numpy as np

from makers.printing.parts import PrintedPart
from puzzlelib.pictures.blocks import Frame, Scene, block_of, frame_of, round_vector
from puzzlelib.pictures.colours import WHITE, mix
from puzzlelib.pictures.letters import normals
from puzzlelib.pictures.scenes import ROOM, empty_scene
from puzzlelib.pictures.traces import Part, mesh_trace

SCALE = 10.0  # mm: the unit of the scene
LIGHT = -0.45, -0.3, 0.85  # where it comes from
LEVELS = 8  # of light, and as many of shade
MOST_HUES = 256 // (2 * LEVELS + 1)  # a triangle has one byte for its paint and its light


def parts_scene(parts: list[PrintedPart]) -> tuple[Scene, list[Frame]]:
    """Return a scene and a frame for each part, as it lies on the printer.

    >>> from puzzlelib import load
    >>> from makers.printing import PrintOptions, printed_parts
    >>> scene, frames = parts_scene(printed_parts(load("soma"), PrintOptions()))
    >>> frames[0]["say"]
    'Part 1 of 8: piece V, 22.2 × 22.2 × 11.0 mm.'
    """
    places = (f"Part {k} of {len(parts)}" for k in range(1, len(parts) + 1))
    return empty_scene(), list(map(part_frame, parts, places))


def part_frame(part: PrintedPart, place: str) -> Frame:
    """Return the picture of a part, with its size in mm."""
    sides = [f"{length:.1f}" for length in part.size]
    name = "the box" if part.kind == "box" else f"piece {part.name}"
    copies = f", {part.copies} times" if part.copies > 1 else ""
    remark = f" It {part.remark}." if part.remark else ""
    return frame_of(
        [block_of(mesh_part(part))],
        f"{place}: {name}, {' × '.join(sides)} mm{copies}.{remark}",
        room=[[-ROOM] * 3, round_vector(np.divide(part.size, SCALE) + ROOM)],
        sizes=[f"{side} mm" for side in sides],
    )


def mesh_part(part: PrintedPart) -> Part:
    paint = b"" if part.paint is None else part.paint.tobytes()
    look = part.triangles.tobytes() + paint + f"{part.colour} {part.palette}".encode()
    name = Part(f"print {hashlib.sha1(look).hexdigest()}")
    name.make, name.look = mesh_of, (part,)
    return name


def mesh_of(part: PrintedPart) -> dict:
    """Return the trace of a mesh, each triangle in its paint, and lighter where it looks at the light."""
    corners, places = np.unique(part.triangles.reshape(-1, 3), axis=0, return_inverse=True)
    painted = part.paint is not None and len(part.palette) < MOST_HUES
    hues = [part.colour, *(part.palette if painted else ())]
    light = range(-LEVELS, LEVELS + 1)
    tones = [mix(hue, WHITE if n > 0 else "#000000", abs(n) / 20) for hue in hues for n in light]
    lit = np.rint(LEVELS * normals(part.triangles) @ LIGHT) + LEVELS
    paint = (part.paint + 1) * len(light) if painted else 0
    return mesh_trace(corners / SCALE, places.reshape(-1, 3), paint + lit, tones)
