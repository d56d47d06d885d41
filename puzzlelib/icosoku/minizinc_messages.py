"""What MiniZinc says about a model, a JSON object a line (its option --json-stream), as one result or as one complaint.

Reference: www.minizinc.org, the MiniZinc Handbook, chapter on machine-readable JSON output.
"""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from .puzzles import PuzzleError
from .recorder import many

SOLVERS = {"gecode": "Gecode", "chuffed": "Chuffed"}
SPELLED = {"peak_depth": "peakDepth"}  # names that one version writes in another way
DONE = ("ALL_SOLUTIONS", "OPTIMAL_SOLUTION", "UNSATISFIABLE")
HARMLESS = "overrides a global constraint file"  # Debian's own files, at every include
ENDED = {
    "time limit": "; then the time was up",
    "interrupt": "; then it was interrupted",
    "stopped": "; then it was stopped",
}


@dataclass
class Ran:
    """What a solver made of a model. Each solution maps the model's variables to their values; `texts` are its own `output`.

    `complete`: there are no more solutions, or no better one. `stopped`: "", "limit", "time limit" or "interrupt". `statistics` are
    MiniZinc's and the solver's, by their names there; `warnings` are MiniZinc's.
    """

    solutions: list[dict] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    complete: bool = False
    stopped: str = ""
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
        """The variables and the constraints that the solver got: of FlatZinc, into which MiniZinc translates the model."""
        return tuple(
            sum(number for name, number in self.statistics.items() if re.fullmatch(rf"flat\w+{kind}", name))
            for kind in ("Vars", "Constraints")
        )

    @property
    def said(self) -> str:
        """What happened, in one sentence."""
        return sentence(self)


def read(output: str, files: dict[str, str], solver: str) -> Ran:
    """The messages of MiniZinc, an object of JSON a line, as a result. Errors: `PuzzleError` with the first complaint."""
    ran, messages = Ran(solver=solver), list(heard(output))
    for message in messages:
        if message["type"] == "error":
            raise PuzzleError(complaint(message, files))
        if message["type"] == "solution":
            ran.solutions.append(plain(message["output"].get("json", {})))
            ran.texts.append(message["output"].get("default", ""))
        elif message["type"] == "statistics":
            ran.statistics |= {
                SPELLED.get(name, name): value for name, value in message["statistics"].items()
            }
        elif message["type"] == "status":
            ran.complete = message["status"] in DONE
        elif message["type"] == "warning" and HARMLESS not in message["message"]:
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
        return {
            one
            for part in value["set"]
            for one in (range(part[0], part[1] + 1) if isinstance(part, list) else [plain(part)])
        }
    return {name: plain(one) for name, one in value.items()}


def complaint(message: dict, files: dict[str, str]) -> str:
    """An error or a warning in one line: where, what, and the line itself.

    >>> place = {"filename": "/tmp/x/model.mzn", "firstLine": 2}
    >>> message = {"what": "type error", "message": "undefined identifier `y'", "location": place}
    >>> complaint(message, {"model.mzn": "var 1..3: x;\\nconstraint y > 1;"})
    "line 2: type error: undefined identifier `y': constraint y > 1;"
    """
    what, said = message.get("what", "error"), message.get("message", "").strip().split("\n")[0].strip(" .:")
    said = said or " includes ".join(re.split(r"[/\\\\]", name)[-1] for name in message.get("cycle", []))
    said = said if said.startswith(what) or message.get("type") == "warning" else f"{what}: {said}"
    places = [message.get("location"), *(call.get("location") for call in reversed(message.get("stack", [])))]
    for place in filter(None, places):
        name, number = re.split(r"[/\\\\]", place["filename"])[-1], place["firstLine"]
        if name in files:
            where = {"model.mzn": "", "data.dzn": "data, "}.get(name, f"{name}, ")
            return f"{where}line {number}: {said}: {files[name].splitlines()[number - 1].strip()}"
    return said


def sentence(ran: Ran) -> str:
    """What a run made of its model.

    >>> sentence(Ran([{"x": 1}], stopped="limit", statistics={"flatIntVars": 2, "flatIntConstraints": 1, "failures": 3}, seconds=0.5))
    'Gecode found a solution in 0.50 s, with 3 dead ends, for 2 variables and 1 constraint.'
    """
    number = len(ran.solutions)
    none = "that there is no solution" if ran.complete else "no solution"
    found = "a solution" if number == 1 else f"{number:,} solutions" if number else none
    ends = [f", with {many(ran.failures, 'dead end')}"] if ran.failures is not None else []
    size = (
        f", for {many(ran.size[0], 'variable')} and {many(ran.size[1], 'constraint')}"
        if any(ran.size)
        else ""
    )
    return "".join(
        [
            f"{SOLVERS[ran.solver]} found {found} in {ran.seconds:.2f} s",
            *ends,
            size,
            ENDED.get(ran.stopped, ""),
            ".",
            *(f" {warning}" for warning in ran.warnings),
        ]
    )
