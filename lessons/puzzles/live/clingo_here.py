"""As much of clingo's Python interface as lessons and library use, by clingo in WebAssembly.

A page has npm's `clingo-wasm`: it takes the text of a program and options, and gives back what the
command clingo would print. So a `Control` collects texts, grounds them to a ground program, and
lets clasp search that for as many answers as are asked for: first for a few, with a limit of
conflicts, then for more, with a higher one. In between Python hears its clock. Anything that needs to be
called while clasp searches, a propagator, is not here.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from itertools import accumulate
from pathlib import Path
from types import SimpleNamespace

from puzzlelib.common.stand_ins import NotHere

# (program, options, stop) -> status, text, errors. The page has it: `take_solvers` in stand_ins.py.
solver: Callable = None  # type: ignore[assignment]

FEW, EASY, TIMES = 100, 10_000, 3  # answers and conflicts of the first search; then more
MOST = 1_500_000  # characters of a program that fit on clingo's stack
PAGE = "in this page clingo has"
PropagateInit = Observer = object
SymbolType = SimpleNamespace(Number="Number", String="String", Function="Function")
WITH_VALUE = "-c", "--const"
COUNTED = "Choices", "Conflicts", "Restarts"
ESCAPED = {"n": "\n"}
STRING = r'"(?:\\.|[^"\\])*"'
COMMENT = r"%\*.*?\*%|%[^\n]*"
SHOW = re.compile(rf'({STRING}|{COMMENT})|#show\b(?:{STRING}|{COMMENT}|\.\.|[^.%"])*\.', re.DOTALL)
INCLUDE = re.compile(r'#include\s*"([^"]*)"\s*\.')
PLACE = re.compile(r"^-:(\d+):(?=\d)", re.M)
TERM = re.compile(rf"\s*({STRING}|-?\d+|-?[_']*[a-zA-Z][\w']*|#inf|#sup|[(),-])")


# -------- symbols


class Symbol(str):
    """A term, as clingo writes it."""

    @cached_property
    def parts(self) -> tuple:
        """Its name, its arguments, and whether it has a minus sign."""
        tokens = TERM.findall(self)
        tokens.reverse()
        return read_term(tokens)

    name = property(lambda self: self.parts[0])
    negative = property(lambda self: self.parts[2])
    positive = property(lambda self: not self.parts[2])
    number = property(lambda self: int(self))

    @property
    def string(self) -> str:
        return re.sub(r"\\(.)", lambda one: ESCAPED.get(one[1], one[1]), self[1:-1])

    @property
    def arguments(self) -> list["Symbol"]:
        return [Symbol(text) for text in self.parts[1]]

    @property
    def type(self) -> str:
        if re.fullmatch(r"-?\d+", self):
            return SymbolType.Number
        return SymbolType.String if self.startswith('"') else SymbolType.Function

    def match(self, name: str, arity: int, positive: bool = True) -> bool:
        return (self.name, len(self.parts[1]), self.positive) == (name, arity, positive)

    __str__ = __repr__ = lambda self: self[:]


def read_term(tokens: list[str]) -> tuple[str, list[str], bool]:
    """Take a term from reversed tokens: its name, its arguments as texts, and its sign.

    >>> read_term(TERM.findall('f(-1,"a",g(x))')[::-1])
    ('f', ['-1', '"a"', 'g(x)'], False)
    """
    name = "" if tokens[-1] == "(" else tokens.pop()
    minus, arguments = name.startswith("-") and not name[1:].isdecimal(), []
    if minus:
        name = name[1:] or (tokens.pop() if tokens[-1] != "(" else "")
    if tokens and tokens[-1] == "(":
        tokens.pop()
        while tokens[-1] != ")":
            arguments.append(term_text(*read_term(tokens)))
            if tokens[-1] == ",":
                tokens.pop()
        tokens.pop()
    return name, arguments, minus


def term_text(name: str, arguments: list[str], minus: bool) -> str:
    inner = f"({','.join(arguments)}{',' * (not name and len(arguments) == 1)})"
    return f"{'-' * minus}{name}{inner if arguments or not name else ''}"


@cache
def symbol(text: str) -> Symbol:
    return Symbol(text)


def Number(number: int) -> Symbol:
    return Symbol(str(number))


def String(text: str) -> Symbol:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return Symbol(f'"{escaped}"')


def Function(name: str, arguments: Iterable[Symbol] = (), positive: bool = True) -> Symbol:
    return Symbol(term_text(name, [*arguments], not positive))


# -------- programs


def ends_with_rule(text: str) -> bool:
    """Return whether a program is empty or ends with a full stop, comments left out."""
    bare = re.sub(COMMENT, "", text, flags=re.DOTALL).rstrip()
    return not bare or bare.endswith(".")


class Control:
    """A program that is grounded, then searched."""

    def __init__(
        self, arguments: Iterable[str] = (), logger: Callable | None = None, message_limit: int = 20
    ):
        self.arguments, self.logger = list(arguments), logger or (lambda code, message: None)
        self.blocks: list[tuple[str, str]] = []  # where each text comes from, and the text
        self.observer, self.stop, self.result = None, lambda: False, {}
        self.interrupted = False
        self.configuration = SimpleNamespace(solver=SimpleNamespace(seed=None))

    def add(self, name: str, parameters=None, program: str | None = None) -> None:
        self.add_block("<block>", name if program is None else program)

    def load(self, path: str) -> None:
        try:
            self.add_block(str(path), Path(path).read_text(encoding="utf-8"))
        except OSError:
            raise RuntimeError(f"<cmd>: error: file could not be opened:\n  {path}") from None

    def add_block(self, place: str, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError("a program is a text")
        text.encode()
        for name in INCLUDE.findall(text):
            beside = Path(place).parent / name
            path = str(beside if beside.exists() else name)
            if path not in dict(self.blocks):  # a file is included once
                self.load(path)
        self.blocks.append((place, INCLUDE.sub("", text)))

    def register_observer(self, observer) -> None:
        self.observer, self.stop = observer, getattr(observer, "stop", self.stop)

    def register_propagator(self, observer) -> None:
        if not hasattr(observer, "stop"):
            raise NotHere(f"{PAGE} no propagators: this search is shown recorded", "propagators")
        self.stop = observer.stop

    def interrupt(self) -> None:
        self.interrupted = True

    def options(self, of_gringo: bool) -> str:
        """Return the options for grounding, or for the search, without the number of models."""
        words, mine = iter(self.arguments), []
        for word in words:
            grounds = word in WITH_VALUE or word.startswith(("--const=", "--warn", "-W"))
            pair = [word, next(words)] if word in WITH_VALUE else [word]
            if grounds == of_gringo and not re.fullmatch(r"-?\d+|--models=-?\d+|-n=?\d*", word):
                mine += pair
        return " ".join(mine)

    @property
    def most(self) -> int:
        """The number of models asked for, 0 for all, or for all up to the best."""
        found = (re.fullmatch(r"(?:--models=|-n=?)?(\d+)", word) for word in self.arguments)
        if asked := [int(one[1]) for one in found if one]:
            return asked[0]
        return 0 if re.search("^2 ", self.aspif, re.M) else 1  # a line of #minimize begins so

    def ground(self, parts=()) -> None:
        """Ground all that was added. Errors: `RuntimeError`, as clingo raises it."""
        for block in self.blocks:
            if not ends_with_rule(block[1]):  # it would go on in the next one
                self.ground_blocks([block])
        self.aspif = self.ground_blocks(self.blocks, self.logger)
        for known in ("literals", "all_atoms"):  # of what was ground before
            vars(self).pop(known, None)
        if hasattr(self.observer, "output_atom"):
            self.tell_observer()

    def tell_observer(self) -> None:
        """Tell the observer of each rule and of each name of an atom."""
        for line in self.aspif.splitlines():
            if line.startswith("1 "):
                choice, size, *numbers = map(int, line.split()[1:])
                head, (kind, _, *body) = numbers[:size], numbers[size:]
                if kind == 0:
                    self.observer.rule(bool(choice), head, body)
        for name, literals in self.literals.items():
            self.observer.output_atom(Symbol(name), literals[0] if literals else 0)

    @cached_property
    def literals(self) -> dict[str, list[int]]:
        """The atoms that are shown, and the literals that make each of them true."""
        found = {}
        for line in self.aspif.splitlines():
            if line.startswith("4 "):
                _, length, rest = line.split(" ", 2)
                found[rest[: int(length)]] = [*map(int, rest[int(length) + 1 :].split()[1:])]
        return found

    def ground_blocks(self, blocks: list[tuple[str, str]], logger: Callable | None = None) -> str:
        """Return some texts as a ground program."""
        text = "\n".join(text for _, text in blocks)
        if len(text) > MOST:
            raise RuntimeError(
                f"error: {PAGE} room for {MOST:,} characters, and this program has {len(text):,}"
            )
        status, out, errors = solver(text, f"--mode=gringo {self.options(True)}", self.stop)
        starts = [*accumulate((text.count("\n") + 1 for _, text in blocks), initial=1)]

        def place(found: re.Match) -> str:
            line = int(found[1])
            at = next(k for k in reversed(range(len(blocks))) if starts[k] <= line)
            return f"{blocks[at][0]}:{line - starts[at] + 1}:"

        *messages, last = [PLACE.sub(place, one) for one in errors.strip().split("\n\n")]
        if status and "bad_alloc" in last and self.observer:
            self.observer.rule(False, (), ())  # it says that the time is up
        if not status:
            messages.append(last)
        for message in filter(None, messages):
            if logger or status:
                self.logger(0, message)
        if status:
            raise RuntimeError(re.sub(r"^.*ERROR: (\(clingo\): )?", "", last))
        return out

    @cached_property
    def all_atoms(self) -> "Control":
        """This program without #show: its models have all atoms."""
        control = Control(self.arguments)
        control.blocks = [
            (place, SHOW.sub(lambda found: found[1] or " ", text)) for place, text in self.blocks
        ]
        control.stop = self.stop
        control.ground()
        return control

    def solve(self, assumptions=(), yield_=False, async_=False, on_model=None, **_):
        """Search; return a handle, or the result. `on_model` may return False to end the search."""
        handle = Handle(self, [*assumptions])
        if yield_:
            return handle
        for model in handle:
            if on_model and on_model(model) is False:
                break
        return handle.get()

    def program_with(self, assumptions) -> str:
        """Return the ground program with a rule for each assumption."""
        body, rules = self.aspif.rstrip().removesuffix("0").rstrip(), []
        for atom, truth in assumptions:
            name = str(atom)
            literals = (self if name in self.literals else self.all_atoms).literals.get(name)
            if literals is None:  # nothing makes it true
                rules += ["1 0 0 0 0"] * truth
            elif truth:
                rules += [f"1 0 0 0 1 {-literal}" for literal in literals]
            else:
                rules.append(" ".join(map(str, ["1 0 0 0", len(literals), *literals])))
        return "\n".join([body, *rules, "0\n"])

    def search(self, program: str, models: int, conflicts: int) -> dict:
        """Search for so many models with so many conflicts, and return what clasp tells."""
        seed, options = self.configuration.solver.seed, self.options(False)
        options += "" if seed is None else f" --seed={seed}"
        limit = "" if "--solve-limit" in options else f"--solve-limit={conflicts}"
        status, out, errors = solver(
            program, f"--mode=clasp --outf=2 --stats=2 {options} {limit} {models}", self.stop
        )
        if status in (33, 65, 128):
            raise RuntimeError(errors.strip() or "clasp has no more memory")
        self.result = json.loads(out)
        return self.result

    @property
    def is_exhausted(self) -> bool:
        return self.result["Models"]["More"] == "no"

    @property
    def statistics(self) -> dict:
        """clasp's statistics of the last search, under the names of clingo's interface."""
        stats = self.result["Stats"]
        core, size, made = stats["Core"], stats["LP"], stats["Problem"]
        sums = made["Constraints"]
        return {
            "summary": {
                "exhausted": float(self.is_exhausted),
                "models": {"enumerated": self.result["Models"]["Number"]},
            },
            "solving": {"solvers": {name.lower(): core[name] for name in COUNTED}},
            "problem": {
                "lp": {"atoms": size["Atoms"], "rules": size["Rules"]["Original"]},
                "generator": {
                    "vars": made["Variables"],
                    "constraints": sums["Sum"] - sums["Binary"] - sums["Ternary"],
                    "constraints_binary": sums["Binary"],
                    "constraints_ternary": sums["Ternary"],
                },
            },
        }


# -------- answers


class Witness:
    """An answer: `symbols(shown=True)`, `symbols(atoms=True)`, `contains(atom)`, and its `cost`."""

    def __init__(self, handle: "Handle", number: int, witness: dict, proven: bool):
        self.handle, self.number = handle, number
        self.shown, self.cost = [*map(symbol, witness["Value"])], witness.get("Costs", [])
        self.optimality_proven = proven and "Costs" in witness

    def symbols(self, atoms: bool = False, shown: bool = False, **_) -> list[Symbol]:
        return self.handle.model_with_all_atoms(self.number) if atoms else self.shown

    def contains(self, atom: Symbol) -> bool:
        return atom in self.symbols(atoms=True)

    def __str__(self) -> str:
        return " ".join(self.shown)


Model = Witness  # its name in clingo


class Handle:
    """A search that has not come to its end: models, one after the other."""

    def __init__(self, control: Control, assumptions: list):
        self.control, self.assumptions = control, assumptions
        control.interrupted = False
        self.models, self.others = self.search(), None
        self.resumed, self.current = False, None

    def search(self) -> Iterator[Witness]:
        control, program = self.control, self.control.program_with(self.assumptions)
        models, conflicts, found, asked = FEW, EASY, 0, control.most
        while True:
            at_once = min(models, asked) if asked else models
            result = control.search(program, at_once, conflicts)
            witnesses = [one for call in result["Call"] for one in call.get("Witnesses", ())]
            ends = (
                control.is_exhausted
                or 0 < asked <= len(witnesses)
                or "--solve-limit" in control.options(False)
            )
            ends = ends or control.stop() or control.interrupted
            optimal = len(witnesses) - result["Models"].get("Optimal", len(witnesses))
            if ends or not any("Costs" in one for one in witnesses):  # the best comes last
                for witness in witnesses[found:]:
                    found += 1
                    yield Witness(self, found, witness, found > optimal)
            control.result = result
            if ends:
                return
            models, conflicts = models * TIMES, conflicts * TIMES

    def model_with_all_atoms(self, number: int) -> list[Symbol]:
        """Return all atoms of a model; if asked of each from the first on, in one order."""
        if self.others is None:
            self.others = iter(Handle(self.control.all_atoms, self.assumptions)), [None]
        models, seen = self.others
        while len(seen) <= number:
            seen.append(next(models).shown)
        return seen[number]

    def __iter__(self) -> Iterator[Witness]:
        return self.models

    def __enter__(self) -> "Handle":
        return self

    def __exit__(self, *_) -> None:
        self.models.close()

    def resume(self) -> None:
        self.resumed, self.current = True, next(self.models, None)

    def model(self) -> Witness | None:
        if not self.resumed:
            self.resume()
        return self.current

    def wait(self, timeout: float | None = None) -> bool:
        return True

    def get(self) -> SimpleNamespace:
        """Return the result of the search, as far as it went."""
        for _ in self.models:
            pass
        found = self.control.result["Models"]["Number"] > 0
        exhausted = self.control.is_exhausted
        return SimpleNamespace(
            satisfiable=found or (False if exhausted else None),
            unsatisfiable=exhausted and not found,
            exhausted=exhausted,
            interrupted=not exhausted,
        )
