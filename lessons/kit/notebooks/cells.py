"""Which cells of a notebook are as the build wrote them.

A cell that was built has a hash of its content as its id, and editors leave ids alone. So a cell with another
content than its id says was changed by a student, and no older version is needed to see it.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Set

from nbformat import NotebookNode

OURS = "exactly-once"  # the key of our own metadata
BUILT_ID = re.compile(r"([0-9a-f]{8})(-\d+)?")
CHECK = re.compile(r"""(?m)^[ \t]*check\(\s*["'](\d+\.\d+[a-z]?)["']""")


def digest(cell: NotebookNode) -> str:
    """Return the id of a cell with this type and source, when it is the first of its kind."""
    text = f"{cell.cell_type}\n{cell.source}"
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:8]


def name_cells(cells: list[NotebookNode]) -> None:
    """Give each cell an id that changes only when the cell does."""
    seen = Counter()
    for cell in cells:
        name = digest(cell)
        cell.id = name if not seen[name] else f"{name}-{seen[name]}"
        seen[name] += 1


def was_built(cell: NotebookNode) -> bool:
    """Return whether a cell began as one of a lesson, whatever it holds by now."""
    return bool(BUILT_ID.fullmatch(str(cell.get("id", ""))))


def is_built(cell: NotebookNode, built: Set[str] = frozenset()) -> bool:
    """Return whether a cell holds what the build wrote, by its id or by the digests of `built_cells`."""
    match, own = BUILT_ID.fullmatch(str(cell.get("id", ""))), digest(cell)
    return (own in built or bool(match) and match[1] == own) and not cell.get("attachments")


def built_cells(notebook: NotebookNode) -> frozenset[str]:
    """Return the digests of the cells that a notebook was built with: a tool may have changed all ids."""
    own = notebook.metadata.get(OURS)
    return frozenset(str(own.get("cells", "")).split()) if isinstance(own, dict) else frozenset()


def exercise_of(cell: NotebookNode) -> str:
    """Return the number of the exercise that a code cell answers, or "".

    >>> exercise_of(NotebookNode(cell_type="code", source='n = 7\\ncheck("1.2", n)'))
    '1.2'
    """
    found = CHECK.findall(cell.source) if cell.cell_type == "code" else []
    return found[-1] if found else ""


def fingerprint(cells: list[NotebookNode]) -> str:
    """Return a hash of what is in the cells, outputs apart."""
    content = [[cell.cell_type, cell.source, cell.get("attachments", {})] for cell in cells]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def version_of(notebook: NotebookNode | None) -> str:
    """Return the fingerprint with which a notebook was built; "" for one of somebody else."""
    own = notebook.metadata.get(OURS) if notebook else None
    return str(own.get("built", "")) if isinstance(own, dict) else ""


def worked_in(notebook: NotebookNode) -> bool:
    """Return whether a notebook holds anything that no build wrote, outputs included."""
    ran = any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells)
    return ran or fingerprint(notebook.cells) != version_of(notebook)
