"""0-1 programs: named variables, rows, and a cost to minimise, to be read next to the formula.

    model = Model("two of three")
    a, b, c = model.variables("a", "b", "c")
    model.row("two of them", a + b + c == 2)
    model.minimise(3 * a + b + 2 * c)

Reference: L. A. Wolsey, Integer Programming, 2020.
"""

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain, count, product
from math import isclose
from textwrap import fill

from ..common.errors import PuzzleError, check_kind, is_number, short

NEAR = 1e-6  # a solver's tolerance
LP_WORDS = set(
    "bin binary binaries bound bounds end free gen general generals inf infin infinity int integer integers "
    "lazy max maximize maximise maximum min minimize minimise minimum nan ranges sec semi semis sos sos1 "
    "sos2 st subject such".split()
)


class Linear:
    """A constant and a sum of variables with coefficients (`terms`: name -> coefficient)."""

    def __init__(self, terms: Mapping[str, float], constant: float = 0):
        self.terms, self.constant = dict(terms), constant

    def __add__(self, other) -> "Linear":
        return total((self, other))

    def __sub__(self, other) -> "Linear":
        return total((self, -1 * linear(other)))

    def __rsub__(self, other) -> "Linear":
        return total((other, -1 * self))

    def __mul__(self, number) -> "Linear":
        if isinstance(number, Linear):
            remedy = "model.product(a, b) stands for the product"
            raise PuzzleError(f"({self}) times ({number}) is not linear; {remedy}")
        if not (isinstance(number, bool) or is_number(number)):
            raise PuzzleError(f"({self}) times {short(number)}: only a number is allowed")
        number = python_number(number)
        return Linear({name: number * times for name, times in self.terms.items()}, number * self.constant)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> "Linear":
        return -1 * self

    def __eq__(self, other):
        return Comparison(self - other, "=")

    def __le__(self, other) -> "Comparison":
        return Comparison(self - other, "<=")

    def __ge__(self, other) -> "Comparison":
        return Comparison(self - other, ">=")

    def __lt__(self, other):
        raise PuzzleError(f"{self} < {other}: a row is ==, <= or >=")

    def __gt__(self, other):
        raise PuzzleError(f"{self} > {other}: a row is ==, <= or >=")

    def __str__(self) -> str:
        parts = [signed_term(times, name) for name, times in self.terms.items()]
        if self.constant:
            parts.append(signed_term(self.constant))
        return " ".join(parts).removeprefix("+ ") or "0"

    __repr__ = __str__


class Variable(Linear):
    """A variable that is 0 or 1."""

    def __init__(self, name: str):
        super().__init__({name: 1})
        self.name = name


@dataclass
class Comparison:
    """`left` compared with 0, to make a row of."""

    left: Linear
    sense: str

    def __bool__(self) -> bool:
        is_what = "is a row for model.row(name, …), neither true nor false; give a <= b <= c as two rows"
        raise PuzzleError(f"{self.left} {self.sense} 0 {is_what}")


@dataclass(frozen=True)
class Row:
    """A named row: `terms` (variable -> coefficient), `sense` ("=", "<=", ">="), right side."""

    name: str
    terms: Mapping[str, float]
    sense: str
    right: float

    def __str__(self) -> str:
        return f"{self.name}: {Linear(self.terms)} {self.sense} {number_text(self.right)}"

    def holds(self, values: Mapping[str, float]) -> bool:
        """Return whether these values keep the row. Variables without a value are 0.

        >>> Row("one", {"a": 1, "b": 1}, "=", 1).holds({"a": 1})
        True
        """
        left = sum(times * values.get(name, 0) for name, times in self.terms.items())
        size = max(map(abs, (*self.terms.values(), self.right)))
        near = isclose(left, self.right, abs_tol=NEAR * min(1, size))  # small numbers, small errors
        return near or self.sense == "<=" and left < self.right or self.sense == ">=" and left > self.right


@dataclass
class Model:
    """A 0-1 program: ordered `names`, `rows` by name, and a `cost` (name -> number) to minimise.

    >>> model = Model("two of three")
    >>> a, b, c = model.variables("a", "b", "c")
    >>> model.row("two of them", a + b + c == 2)
    Row(name='two of them', terms={'a': 1, 'b': 1, 'c': 1}, sense='=', right=2)
    >>> [row.name for row in model.broken({"a": 1})]
    ['two of them']
    """

    name: str = "model"
    names: dict[str, None] = field(default_factory=dict)
    rows: dict[str, Row] = field(default_factory=dict)
    cost: dict[str, float] = field(default_factory=dict)

    def variable(self, name: str) -> Variable:
        """Add a variable of a new name."""
        check_new("variable", name, self.names)
        self.names[name] = None
        return Variable(name)

    def variables(self, *names: str) -> list[Variable]:
        return [self.variable(name) for name in names]

    def grid(self, letter: str, *ranges: Iterable) -> dict[tuple, Variable]:
        """Add a variable for each combination of indices, and return them by their indices.

        >>> Model().grid("P", range(2), range(3))[1, 2]
        P[1,2]
        """
        keys = list(product(*map(list, ranges)))
        return {key: self.variable(f"{letter}[{','.join(map(str, key))}]") for key in keys}

    def row(self, name: str, says: Comparison) -> Row:
        """Add a row of a new name, such as `model.row("once", a + b == 1)`."""
        if not isinstance(says, Comparison):
            is_not = "is not a comparison of a sum with ==, <= or >="
            raise PuzzleError(f"row {short(name)}: {short(says)} {is_not}")
        check_new("row", name, self.rows)
        left = self.check_sum(f"row {short(name)}", says.left)
        terms = {variable: times for variable, times in left.terms.items() if times}
        self.rows[name] = Row(name, terms, says.sense, -says.left.constant)
        return self.rows[name]

    def product(self, a: Variable, b: Variable) -> Variable:
        """Add a variable that is 1 exactly when a and b are, and the three rows that make it so.

        >>> model = Model()
        >>> both = model.product(*model.variables("a", "b"))
        >>> broken = [model.broken({"a": a, "b": b, both.name: a * b}) for a in (0, 1) for b in (0, 1)]
        >>> both, len(model.rows), broken
        (a*b, 3, [[], [], [], []])
        """
        if not (isinstance(a, Variable) and isinstance(b, Variable)):
            must = "each must be a variable of its own, not a sum or a number"
            raise PuzzleError(f"the product of {short(a)} and {short(b)}: {must}")
        if a.name == b.name:
            must = "must be of two variables, not the same one twice"
            raise PuzzleError(f"the product of {short(a)} and {short(b)}: {must}")
        self.check_sum("the product", a + b)
        both = self.variable(f"{a.name}*{b.name}")
        self.row(f"{both.name} at most {a.name}", both <= a)
        self.row(f"{both.name} at most {b.name}", both <= b)
        self.row(f"{both.name} if both", both >= a + b - 1)
        return both

    def minimise(self, cost: Linear | float) -> None:
        """Set the cost; without one, every solution is as good as any other."""
        says = self.check_sum("the cost", linear(cost))
        if says.constant:
            same = f"the number {number_text(says.constant)} is the same for all solutions; leave it out"
            raise PuzzleError(f"the cost {says}: {same}")
        self.cost = says.terms

    def check_sum(self, where: str, says: Linear) -> Linear:
        """Return the sum. Errors: `PuzzleError`, for strange variables and huge numbers."""
        if strangers := [name for name in says.terms if name not in self.names]:
            raise PuzzleError(f"{where}: there is no variable {strangers[0]} in the model {self.name}")
        if not all(map(is_number, (*says.terms.values(), says.constant))):
            raise PuzzleError(f"{where}: its numbers are too large")
        return says

    def without(self, *names: str) -> "Model":
        """Return a copy without the rows of these names."""
        rows = {name: row for name, row in self.rows.items() if name not in names}
        return Model(self.name, dict(self.names), rows, dict(self.cost))

    def part(self, names: Container[str]) -> "Model":
        """Return a model of the rows of these names alone, without a cost."""
        return Model(self.name, self.names, {name: row for name, row in self.rows.items() if name in names})

    def broken(self, values: Mapping[str, float]) -> list[Row]:
        """Return the rows that these values do not keep."""
        return [row for row in self.rows.values() if not row.holds(values)]

    def value(self, values: Mapping[str, float]) -> float:
        return sum(times * values.get(name, 0) for name, times in self.cost.items())

    def lp_text(self) -> str:
        """Return the model in the LP format, which most solvers read.

        >>> model = Model("small")
        >>> a, b = model.variables("a", "b")
        >>> row = model.row("one", a + b == 1)
        >>> print(model.lp_text())
        \\ small
        Minimize
         cost: 0 a
        Subject To
         one: a + b = 1
        Binary
         a b
        End
        """
        safe = safe_names(self.names)
        lines = [f"\\ {' '.join(self.name.split())}", "Minimize", f" cost: {lp_sum(self.cost, safe)}"]
        lines.append("Subject To")
        for row, name in zip(self.rows.values(), safe_names(self.rows).values()):
            lines.append(f" {name}: {lp_sum(row.terms, safe)} {row.sense} {number_text(row.right)}")
        return "\n".join([*lines, "Binary", lp_lines(safe.values()), "End"])


def check_new(what: str, name: str, taken: Iterable[str]) -> None:
    if not isinstance(name, str) or not name.strip():
        raise PuzzleError(f"{what} {short(name)}: its name must be a text")
    if name in taken:
        raise PuzzleError(f"{what} {short(name)}: there is one of this name already")


def check_model(value) -> Model:
    """Return the model. Errors: `PuzzleError`, for anything else.

    >>> check_model("soma")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: 'soma' is not a model; placement_model(puzzle) makes one of a puzzle
    """
    return check_kind(value, Model, "a model; placement_model(puzzle) makes one of a puzzle")


def linear(value) -> Linear:
    """Return a variable, a sum or a number, 1 for True, as a sum. Errors: `PuzzleError`."""
    if isinstance(value, Linear):
        return value
    if not (isinstance(value, bool) or is_number(value)):
        raise PuzzleError(f"{short(value)} is neither a variable, nor a sum of variables, nor a number")
    return Linear({}, int(value) if isinstance(value, bool) else python_number(value))


def python_number(number: float) -> float:
    """Return Python's number for one of numpy, whose int8 says that 100 + 100 is -56."""
    return number.item() if hasattr(number, "item") else number


def total(parts: Iterable) -> Linear:
    """Add up variables, sums and numbers, as sum() does, but fast for thousands of them.

    >>> a, b = Model().variables("a", "b")
    >>> total([a, 2 * b, a, 1])
    2 a + 2 b + 1
    """
    terms: dict[str, float] = {}
    constant: float = 0
    for part in map(linear, parts):
        constant += part.constant
        for name, times in part.terms.items():
            terms[name] = terms.get(name, 0) + times
    return Linear(terms, constant)


def number_text(value: float) -> str:
    """Write a number, a whole one without a point.

    >>> number_text(2.0), number_text(0.5)
    ('2', '0.5')
    """
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def signed_term(times: float, name: str = "") -> str:
    """Write a term of a sum with its sign.

    >>> signed_term(1, "a"), signed_term(-2, "b"), signed_term(1)
    ('+ a', '- 2 b', '+ 1')
    """
    size = "" if name and abs(times) == 1 else number_text(abs(times))
    return " ".join(filter(None, ("-" if times < 0 else "+", size, name)))


def safe_names(names: Iterable[str]) -> dict[str, str]:
    """Return a different name for each, of a kind that every reader of LP files takes.

    >>> safe_names(["P[1,0]", "P(1,0)", "2", "end"])
    {'P[1,0]': 'P_1_0', 'P(1,0)': 'P_1_0_2', '2': 'x_2', 'end': 'x_end'}
    """
    found, used = {}, set()
    for name in names:
        safe = re.sub(r"[^A-Za-z0-9_]+", "_", name).strip("_")
        if not re.match(r"(?![eE]\d*$)[A-Za-z]", safe) or safe.lower() in LP_WORDS:
            safe = f"x_{safe}"
        numbered = (f"{safe}_{k}" for k in count(2))
        found[name] = next(free for free in chain([safe], numbered) if free not in used)
        used.add(found[name])
    return found


def lp_sum(terms: Mapping[str, float], safe: Mapping[str, str]) -> str:
    """Write a sum with the `safe` names."""
    parts = [signed_term(times, safe[name]) for name, times in terms.items()]
    nothing = f"0 {next(iter(safe.values()), 'nothing')}"
    return lp_lines(parts or [nothing]).strip().removeprefix("+ ")


def lp_lines(words: Iterable[str]) -> str:
    """Put words on lines that are not too long for the format."""
    return fill(" ".join(words), 120, initial_indent=" ", subsequent_indent=" ", break_on_hyphens=False)
