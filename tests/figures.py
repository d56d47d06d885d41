"""Print the figures that tell how large and how plain the code is, before and after.

    make figures                        since the last commit
    make figures ARGS="--before REV"    since another git revision
    make figures ARGS="--list puzzlelib/search"    lists the lines to look at there

No test holds them; what a function may be, ruff says (pyproject.toml).
"""

import argparse
import ast
import io
import re
import subprocess
import sys
import tarfile
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import structure

ROOT = Path(__file__).parents[1]
PACKAGES = "puzzlelib", "makers", "lessons"
WIDTH = 100  # columns
LENGTHS = 5, 10, 20, 40  # lines of a function
QUESTION = re.compile(r"(What|Who|Whom|Whose|Where|How|Whatever|Whoever|Wherever|The same)\b")
IRREGULAR = frozenset(
    "become begun born bought bound brought built burnt caught dealt done drawn fed felt found gone "
    "grown heard held hung kept known laid led left lent lit lost made meant met paid said sent shown "
    "slept sold spelt spent stood struck stuck swept taught thought told torn understood won worn "
    "wound".split()
)
NO_PARTICIPLE = frozenset(  # a verb or a noun, though it ends as a participle does
    "between children embed even exceed feed flatten golden green heed len listen need open proceed queen "
    "red screen seed seven shed shorten speed ten then token when widen".split()
)
FUNCTION = ast.FunctionDef, ast.AsyncFunctionDef


def sources(root: Path, *suffixes: str) -> Iterator[Path]:
    """Yield the files of a package with these suffixes, those fetched by npm left out."""
    for path in sorted(root.rglob("*")):
        if path.suffix in suffixes and "node_modules" not in path.parts:
            yield path


def characters(root: Path, *suffixes: str) -> int:
    """Return the length of all these files together."""
    return sum(len(path.read_text(encoding="utf-8")) for path in sources(root, *suffixes))


def is_participle(name: str) -> bool:
    """Tell a function's name that is one participle and no verb.

    >>> [name for name in ("drawn", "is_drawn", "counted", "read", "__len__") if is_participle(name)]
    ['drawn', 'counted']
    """
    word = name.strip("_")
    ending = word.isalpha() and word.endswith(("ed", "en"))
    return word in IRREGULAR or (ending and word not in NO_PARTICIPLE)


def parse(root: Path) -> dict[str, ast.Module]:
    """Return the syntax trees of both packages by the paths of their files."""
    return {
        path.relative_to(root).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for name in PACKAGES
        for path in sources(root / name, ".py")
    }


def definitions(trees: dict[str, ast.Module], kinds: tuple[type, ...]) -> Iterator[tuple[str, ast.AST]]:
    """Yield each node of these kinds with its place, as "puzzlelib/engines.py:12"."""
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, kinds):
                yield f"{path}:{getattr(node, 'lineno', 1)}", node


def to_mend(root: Path, trees: dict[str, ast.Module]) -> dict[str, list[str]]:
    """Return what is to be fewer, each with its place, by what it is."""
    places = defaultdict(set)
    trees = {path: tree for path, tree in trees.items() if not path.endswith("_here.py")}  # names of others
    for path, tree in trees.items():
        for node in tree.body:
            if isinstance(node, (*FUNCTION, ast.ClassDef)) and not node.name.startswith("__"):
                places[node.name].add(path)
    return {
        "top-level names in two modules or more": [
            f"{name}: {' '.join(sorted(paths))}" for name, paths in sorted(places.items()) if len(paths) > 1
        ],
        "functions named by a bare participle": [
            f"{place} {node.name}" for place, node in definitions(trees, FUNCTION) if is_participle(node.name)
        ],
        "docstrings that begin with What, Who, Where, How, The same": [
            f"{place} {text.splitlines()[0]}"
            for place, node in definitions(trees, (*FUNCTION, ast.ClassDef, ast.Module))
            if (text := ast.get_docstring(node)) and QUESTION.match(text)
        ],
        f"lines over {WIDTH} columns": [
            f"{path}:{number}"
            for path in trees
            for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1)
            if len(line) > WIDTH
        ],
    }


def measure(root: Path) -> dict[str, float]:
    """Return the figures of the packages in a folder, by what they count."""
    trees, figures = parse(root), {}
    for name in PACKAGES:
        figures[f"characters of Python in {name}"] = characters(root / name, ".py")
        figures[f"characters of JavaScript and CSS in {name}"] = characters(root / name, ".js", ".css")
    figures["characters in both"] = sum(figures.values())
    figures |= {name: len(found) for name, found in to_mend(root, trees).items()}
    lengths = [node.end_lineno - node.lineno + 1 for _, node in definitions(trees, FUNCTION)]
    figures["lines of a function, median"] = median(lengths)
    for low, high in pairwise((0, *LENGTHS)):
        figures[f"functions of {low + 1} to {high} lines"] = sum(low < length <= high for length in lengths)
    figures[f"functions of more than {LENGTHS[-1]} lines"] = sum(length > LENGTHS[-1] for length in lengths)
    return figures | house(root)


def house(root: Path) -> dict[str, float]:
    """Return how many rooms and floors there are, and how many arrows join the rooms."""
    order = structure.floors(root)
    return {
        "rooms": sum(map(len, order)),
        "floors": len(order),
        "arrows": structure.arrows(order, root / "puzzlelib").number_of_edges(),
    }


def measure_revision(revision: str) -> dict[str, float]:
    """Return the figures at a revision, which git gives out into a temporary folder."""
    words = ["git", "archive", revision, *PACKAGES, "pyproject.toml"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True)
    if done.returncode:
        sys.exit(done.stderr.decode().strip())
    with TemporaryDirectory() as folder, tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")
        return measure(Path(folder))


def table(before: dict[str, float], after: dict[str, float]) -> str:
    """Return the two columns as text."""
    rows = [("", "before", "after")]
    rows += [(name, f"{before.get(name, 0):,}", f"{number:,}") for name, number in after.items()]
    width = max(len(name) for name, *_ in rows)
    return "\n".join(f"{name:{width}} {old:>12} {new:>12}" for name, old, new in rows)


def listing(part: str) -> str:
    """Return what is to be mended under a path, such as "puzzlelib/search"."""
    found = to_mend(ROOT, parse(ROOT))
    return "\n".join(
        f"{name}\n" + "".join(f"    {line}\n" for line in lines if part in line)
        for name, lines in found.items()
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--before", default="HEAD", metavar="REV", help="a git revision (HEAD)")
    parser.add_argument("--list", metavar="PATH", help="list the lines to look at there instead")
    words = parser.parse_args()
    print(listing(words.list) if words.list else table(measure_revision(words.before), measure(ROOT)))
