"""What MiniZinc says about a model, a JSON object a line (its option --json-stream), as one result or as one
complaint.

Reference: www.minizinc.org, the MiniZinc Handbook, chapter on machine-readable JSON output.
"""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain

from ..common.ending import Ending
from ..common.errors import PuzzleError
from ..common.words import many

SOLVERS = {"gecode": "Gecode", "chuffed": "Chuffed"}
SPELLED = {"peak_depth": "peakDepth"}  # names that one version writes in another way
DONE = ("ALL_SOLUTIONS", "OPTIMAL_SOLUTION", "UNSATISFIABLE")
HARMLESS = "overrides a global constraint file"  # Debian's own files, at every include
ENDED = {
    Ending.TIME_LIMIT: "; then the time was up",
    Ending.INTERRUPT: "; then it was interrupted",
    Ending.STOPPED: "; then it was stopped",
}


@dataclass
class Ran:
    """What a solver made of a model. Each solution maps the model's variables to their values; `texts` are
    its own `output`.

    `complete`: there are no more solutions, or no better one. `statistics` and `warnings` are MiniZinc's.
    """

    solutions: list[dict] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    complete: bool = False
    stopped: Ending = Ending.DONE
    seconds: float = 0.0
    statistics: dict = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    solver: str = "gecode"

    @property
    def nodes(self) -> int | None:
        """Of the search tree, where the solver tells."""
        return self.statistics.get("nodes")

    @property
    def failures(self) -> int | None:
        """Dead ends, where the solver tells."""
        return self.statistics.get("failures")

    @property
    def size(self) -> tuple[int, int]:
        """The variables and the constraints that the solver got, of FlatZinc."""
        flat = {name: number for name, number in self.statistics.items() if name.startswith("flat")}
        return tuple(
            sum(number for name, number in flat.items() if name.endswith(kind))
            for kind in ("Vars", "Constraints")
        )

    @property
    def said(self) -> str:
        """What happened, in one sentence.

        >>> statistics = {"flatIntVars": 2, "flatIntConstraints": 1, "failures": 3}
        >>> Ran([{"x": 1}], stopped="limit", statistics=statistics, seconds=0.5).said
        'Gecode found a solution in 0.50 s, with 3 dead ends, for 2 variables and 1 constraint.'
        """
        number, size = len(self.solutions), self.size
        none = "that there is no solution" if self.complete else "no solution"
        found = "a solution" if number == 1 else f"{number:,} solutions" if number else none
        ends = "" if self.failures is None else f", with {many(self.failures, 'dead end')}"
        model = f", for {many(size[0], 'variable')} and {many(size[1], 'constraint')}" if any(size) else ""
        sentence = f"{SOLVERS[self.solver]} found {found} in {self.seconds:.2f} s{ends}{model}"
        return " ".join([f"{sentence}{ENDED.get(self.stopped, '')}.", *self.warnings])


def read(output: str, files: dict[str, str], solver: str) -> Ran:
    """The messages of MiniZinc as a result. Errors: `PuzzleError` with the first complaint."""
    ran = Ran(solver=solver)
    for message in heard(output):
        kind = message["type"]
        if kind == "error":
            raise PuzzleError(complaint(message, files))
        if kind == "solution":
            ran.solutions.append(plain(message["output"].get("json", {})))
            ran.texts.append(message["output"].get("default", ""))
        elif kind == "statistics":
            ran.statistics |= {
                SPELLED.get(name, name): value for name, value in message["statistics"].items()
            }
        elif kind == "status":
            ran.complete = message["status"] in DONE
        elif kind == "warning" and HARMLESS not in message["message"]:
            ran.warnings.append(complaint(message, files))
    return ran


def heard(output: str) -> Iterator[dict]:
    """The messages; the last line may have been cut off."""
    for line in output.splitlines():
        with suppress(json.JSONDecodeError):
            message = json.loads(line)
            if isinstance(message, dict) and "type" in message:
                yield message


def plain(value):
    """A value as Python has it: a name of an enum as a text, a set as a set, an array as a list (of lists).

    >>> plain({"x": {"e": "ABC"}, "s": {"set": [1, [3, 5]]}, "a": [[1, 2], [3, 4]]})
    {'x': 'ABC', 's': {1, 3, 4, 5}, 'a': [[1, 2], [3, 4]]}
    """
    if isinstance(value, list):
        return [plain(one) for one in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"e"}:
        return value["e"]
    if set(value) == {"set"}:
        parts = [range(one[0], one[1] + 1) if isinstance(one, list) else [plain(one)] for one in value["set"]]
        return set(chain(*parts))
    return {name: plain(one) for name, one in value.items()}


def complaint(message: dict, files: dict[str, str]) -> str:
    """An error or a warning in one line: where, what, and the line itself.

    >>> place = {"filename": "/tmp/x/model.mzn", "firstLine": 2}
    >>> message = {"what": "type error", "message": "undefined identifier `y'", "location": place}
    >>> complaint(message, {"model.mzn": "var 1..3: x;\\nconstraint y > 1;"})
    "line 2: type error: undefined identifier `y': constraint y > 1;"
    """
    what, said = message.get("what", "error"), message.get("message", "").strip().split("\n")[0].strip(" .:")
    said = said or " includes ".join(map(file_name, message.get("cycle", [])))
    said = said if said.startswith(what) or message.get("type") == "warning" else f"{what}: {said}"
    for call in (message, *reversed(message.get("stack", []))):
        place = call.get("location")
        if place and (name := file_name(place["filename"])) in files:
            where, number = {"model.mzn": "", "data.dzn": "data, "}.get(name, f"{name}, "), place["firstLine"]
            return f"{where}line {number}: {said}: {files[name].splitlines()[number - 1].strip()}"
    return said


def file_name(path: str) -> str:
    return re.split(r"[/\\\\]", path)[-1]
