"""The rooms of both libraries and of the kit, read from their imports, for tests of floors and for a picture.

python tests/structure.py       draws tests/structure.svg (`make pictures` does, too)
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path

import networkx as nx

ROOT = Path(__file__).parents[1]
LIBRARY, MAKERS, LESSONS = ROOT / "puzzlelib", ROOT / "makers", ROOT / "lessons"
KIT = LESSONS / "kit"
PICTURE = Path(__file__).with_suffix(".svg")
WIDTH, STOREY, BOX = 720, 62, (112, 30)  # in pixels

Floors = list[list[str]]  # the rooms of each floor, from the ground up


def floors(root: Path = ROOT, key: str = "floors") -> Floors:
    """Return the floors of puzzlelib (or "makers-floors", "kit-floors"), as pyproject.toml orders them."""
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["tool"]["exactly-once"][key]


def name_of(library: Path) -> str:
    """Return the name by which a library is imported; a test's own stands for puzzlelib."""
    return ".".join(library.relative_to(ROOT).parts) if library.is_relative_to(ROOT) else "puzzlelib"


def names_below(name: str, library: Path) -> list[str] | None:
    """Return the parts of a name within a library, [] for the library itself; None for another name."""
    own = name_of(library)
    return [*filter(None, name.removeprefix(own).split("."))] if f"{name}.".startswith(f"{own}.") else None


def modules(room: str, library: Path = LIBRARY) -> list[Path]:
    """The files of a room: those of a package, or the one module of that name on the top of the library."""
    return sorted(library.joinpath(room).rglob("*.py")) or [library / f"{room}.py"]


def named(path: Path) -> Iterator[str]:
    """Modules that a text names, as "puzzlelib.search.algorithm_x": they are imported later, by that name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and re.fullmatch(r"(puzzlelib|makers|lessons)(\.\w+)+(:\w+)?", node.value)
        ):
            yield node.value.partition(":")[0]


def imported(path: Path, library: Path = LIBRARY) -> Iterator[str]:
    """Yield what a file imports, on its top and inside functions: names such as
    "puzzlelib.search.tree.Tree"."""
    package = [*name_of(library).split("."), *path.relative_to(library).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            yield from (".".join([*base, *filter(None, [node.module]), alias.name]) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def needed(path: Path, library: Path = LIBRARY) -> set[str]:
    """The rooms that a file needs, in whatever way it imports them, its own one among them."""
    names = (names_below(name, library) for name in (*imported(path, library), *named(path)))
    return {parts[0] for parts in names if parts}


def arrows(order: Floors, library: Path = LIBRARY) -> nx.DiGraph:
    """Which room imports which. An edge has the `files` that do so."""
    graph, rooms = nx.DiGraph(), {room for floor in order for room in floor}
    graph.add_nodes_from(sorted(rooms))
    for room in rooms:
        for path in modules(room, library):
            for other in needed(path, library) & rooms - {room}:
                graph.add_edge(room, other)
                graph.edges[room, other].setdefault("files", []).append(str(path.relative_to(library)))
    return graph


def turned_round(order: Floors, library: Path = LIBRARY) -> list[str]:
    """The imports that do not point down: "search/tree.py needs widgets"."""
    height = {room: level for level, floor in enumerate(order) for room in floor}
    return sorted(
        f"{file} needs {other}"
        for room, other, files in arrows(order, library).edges(data="files")
        for file in files
        if height[other] >= height[room]
    )


def file_of(name: str, library: Path) -> Path | None:
    """Return the file of a module, or of the one that has such a name in it; None outside the library."""
    parts = names_below(name, library)
    for length in range(-1 if parts is None else len(parts), -1, -1):
        path = library.joinpath(*parts[:length])
        if (found := path / "__init__.py").is_file() or (found := path.with_suffix(".py")).is_file():
            return found
    return None


def attached(path: Path, library: Path) -> Iterator[str]:
    """Yield the modules whose names a package hands on when they are asked for (`common.lazy`)."""
    package = ".".join([name_of(library), *path.relative_to(library).parts[:-1]])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Dict) and path.name == "__init__.py":
            yield from (f"{package}.{key.value}" for key in node.keys if isinstance(key, ast.Constant))


def circles(library: Path = LIBRARY) -> list[list[str]]:
    """Return the sets of files that import each other in a circle, in whatever way they do."""
    graph: nx.DiGraph = nx.DiGraph()
    for path in library.rglob("*.py"):
        names = {*imported(path, library), *named(path), *attached(path, library)}
        graph.add_edges_from((path, other) for name in names if (other := file_of(name, library)))
    rounds = [part for part in nx.strongly_connected_components(graph) if len(part) > 1]
    return sorted(sorted(str(path.relative_to(library)) for path in part) for part in rounds)


# -------- the picture


def places(order: Floors) -> dict[str, tuple[float, float]]:
    """The middle of each room's box, the ground floor at the bottom."""
    return {
        room: (WIDTH * (i + 1) / (len(floor) + 1), STOREY * (len(order) - level - 0.5))
        for level, floor in enumerate(order)
        for i, room in enumerate(floor)
    }


def arrow(start: tuple[float, float], end: tuple[float, float], steps: int, style: str) -> str:
    """A line down from box to box; one that passes floors goes round them in a bow."""
    (x1, y1), (x2, y2), half = start, end, BOX[1] / 2
    bow = (20 + 55 * steps if steps > 1 else 0) * (1 if x1 + x2 >= WIDTH else -1)
    return (
        f'<path class="{style}" d="M{x1:.0f},{y1 + half:.0f} '
        f'Q{(x1 + x2) / 2 + bow:.0f},{(y1 + y2) / 2:.0f} {x2:.0f},{y2 - half - 6:.0f}"/>'
    )


def svg(order: Floors, graph: nx.DiGraph) -> str:
    """The picture as text. Pale lines follow from the arrows: who uses a room may use what it stands on."""
    at, short = places(order), nx.transitive_reduction(graph)
    height = {room: level for level, floor in enumerate(order) for room in floor}
    lines = sorted((short.has_edge(a, b), a, b) for a, b in graph.edges)
    drawn = [
        arrow(at[a], at[b], height[a] - height[b], "needed" if plain else "follows") for plain, a, b in lines
    ]
    w, h = BOX
    boxes = [
        f'<rect x="{x - w / 2:.0f}" y="{y - h / 2:.0f}" width="{w}" height="{h}" rx="6"/>'
        f'<text x="{x:.0f}" y="{y + 5:.0f}">{escape(room)}</text>'
        for room, (x, y) in at.items()
    ]
    return "\n".join([HEAD.format(width=WIDTH, height=STOREY * len(order)), *drawn, *boxes, "</svg>", ""])


HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">
<title>The rooms of puzzlelib on their floors; each arrow is an import, and all of them point down</title>
<style>
text {{ font: 15px sans-serif; text-anchor: middle; fill: #14213d }}
rect {{ fill: #eef3fb; stroke: #5b7db1 }}
path {{ fill: none; marker-end: url(#tip) }}
.needed {{ stroke: #333; stroke-width: 1.5 }}
.follows {{ stroke: #bbb; stroke-width: .6; marker-end: none }}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="2" refY="4" markerWidth="6" markerHeight="6" orient="auto">
<path d="M0,0 L8,4 L0,8 z" style="fill: #333; marker-end: none"/></marker></defs>
<rect width="100%" height="100%" style="fill: #fff; stroke: none"/>"""


def picture() -> str:
    """The picture of the library as it is now."""
    order = floors()
    return svg(order, arrows(order))


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
