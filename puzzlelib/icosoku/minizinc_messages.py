"""The messages of MiniZinc about a model (--json-stream, a JSON object a line) as one result or one
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
SPELLINGS = {"peak_depth": "peakDepth"}  # names that one version writes in another way
DONE = ("ALL_SOLUTIONS", "OPTIMAL_SOLUTION", "UNSATISFIABLE")
HARMLESS = "overrides a global constraint file"  # Debian's own files, at every include
ENDED = {
    Ending.TIME_LIMIT: "; then the time was up",
    Ending.INTERRUPT: "; then it was interrupted",
    Ending.STOPPED: "; then it was stopped",
}


@dataclass
class Ran:
    """A solver's result. Each solution maps variables to values; `texts` are the model's own
    `output`.

    `complete`: there are no more solutions, or no better one. `statistics` and `warnings` are
    MiniZinc's.
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
        """The nodes of the search tree, where known."""
        return self.statistics.get("nodes")

    @property
    def failures(self) -> int | None:
        """The dead ends, where known."""
        return self.statistics.get("failures")

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of variables and constraints in FlatZinc."""
        flat = [(name, number) for name, number in self.statistics.items() if name.startswith("flat")]
        kinds = "Vars", "Constraints"
        return tuple(sum(number for name, number in flat if name.endswith(kind)) for kind in kinds)

    @property
    def said(self) -> str:
        """One sentence on the result.

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


def read_messages(output: str, files: dict[str, str], solver: str) -> Ran:
    """Return the result in MiniZinc's messages. Errors: `PuzzleError` with the first complaint."""
    ran = Ran(solver=solver)
    for message in messages(output):
        match message["type"]:
            case "error":
                raise PuzzleError(one_line_complaint(message, files))
            case "solution":
                values = message["output"].get("json", {})
                ran.solutions.append({name: python_value(value) for name, value in values.items()})
                ran.texts.append(message["output"].get("default", ""))
            case "statistics":
                named = message["statistics"].items()
                ran.statistics |= {SPELLINGS.get(name, name): value for name, value in named}
            case "status":
                ran.complete = message["status"] in DONE
            case "warning" if HARMLESS not in message["message"]:
                ran.warnings.append(one_line_complaint(message, files))
    return ran


def messages(output: str) -> Iterator[dict]:
    """Yield the messages; the last line may have been cut off."""
    for line in output.splitlines():
        with suppress(json.JSONDecodeError):
            message = json.loads(line)
            if isinstance(message, dict) and "type" in message:
                yield message


def python_value(value):
    """Return a value as Python has it: an enum as its name, a set as a set, an array as a list (of
    lists).

    >>> python_value([{"e": "ABC"}, {"set": [1, [3, 5]]}, [[1, 2], [3, 4]]])
    ['ABC', {1, 3, 4, 5}, [[1, 2], [3, 4]]]
    """
    match value:
        case list():
            return [python_value(one) for one in value]
        case {"e": name, **others} if not others:
            return name
        case {"set": members, **others} if not others:
            parts = [range(m[0], m[1] + 1) if isinstance(m, list) else [python_value(m)] for m in members]
            return set(chain(*parts))
        case dict():
            return {name: python_value(one) for name, one in value.items()}
    return value


def one_line_complaint(message: dict, files: dict[str, str]) -> str:
    """Return an error or a warning in one line: the place, the fault, and the line itself."""
    what, said = message.get("what", "error"), message.get("message", "").strip().split("\n")[0].strip(" .:")
    said = said or " includes ".join(map(base_name, message.get("cycle", [])))
    said = said if said.startswith(what) or message.get("type") == "warning" else f"{what}: {said}"
    for call in (message, *reversed(message.get("stack", []))):
        place = call.get("location")
        if place and (name := base_name(place["filename"])) in files:
            where, number = {"model.mzn": "", "data.dzn": "data, "}.get(name, f"{name}, "), place["firstLine"]
            return f"{where}line {number}: {said}: {files[name].splitlines()[number - 1].strip()}"
    return said


def base_name(path: str) -> str:
    return re.split(r"[/\\\\]", path)[-1]
