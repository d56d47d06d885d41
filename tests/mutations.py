"""Variants of a piece of code, each with one small change: of Python on its syntax tree, of a model's text on
its lines.

>>> found = {variant.change for variant in mutations("def f(n):\\n    return n < 2")}
>>> found >= {'return n < 2 => return n <= 2', 'return n < 2 => return n > 2', 'return n < 2 => return 1 < 2'}
True
"""

import ast
import re
from collections.abc import Iterator
from copy import deepcopy
from typing import NamedTuple


class Variant(NamedTuple):
    """A changed program: the line before and after, and its whole code."""

    change: str
    code: str


def mutations(code: str) -> list[Variant]:
    """All variants of a program, each once, with names that tell them apart."""
    tree = ast.parse(code)
    plain = ast.unparse(tree)
    found = {}
    for changed in changed_trees(tree):
        text = ast.unparse(ast.fix_missing_locations(changed))
        if text != plain:
            found.setdefault(text, changed_lines(plain, text))
    return named(found)


def named(found: dict[str, str]) -> list[Variant]:
    """Equal changes of two equal lines are told apart by a number."""
    seen, variants = {}, []
    for code, change in found.items():
        seen[change] = seen.get(change, 0) + 1
        variants.append(Variant(change + (f" #{seen[change]}" if seen[change] > 1 else ""), code))
    return variants


def changed_lines(old: str, new: str) -> str:
    """`old line => new line`: the first of them, and the one above where nothing is lost; of long lines what
    differs, with some words around it."""
    before, after = (text.replace("\\n", "\n").splitlines() for text in (old, new))
    start = next((n for n in range(min(len(before), len(after))) if before[n] != after[n]), len(before))
    if len(after) > len(before):
        return f"{before[start - 1].strip()} => … {after[start].strip()}"
    lost = before[start].strip()
    kept = after[start].strip() if len(after) == len(before) or after[start:] == ["pass"] else "-"
    return " => ".join(shortened(lost, kept) if max(len(lost), len(kept)) > 90 else (lost, kept))


def shortened(old: str, new: str, around: int = 20) -> list[str]:
    """Two texts without what they share at both ends, but for some letters.

    >>> shortened("a" * 90 + "x" + "b" * 90, "a" * 90 + "b" * 90, 3)
    ['…aaaxbbb…', '…aaabbb…']
    """
    most = min(len(old), len(new))
    start = next((n for n in range(most) if old[n] != new[n]), most)
    end = next((n for n in range(most - start) if old[-1 - n] != new[-1 - n]), most - start)
    start, end = max(0, start - around), max(0, end - around)
    return [
        ("…" if start else "") + text[start : len(text) - end] + ("…" if end else "") for text in (old, new)
    ]


# ---------------------------------------------------------------- trees


def changed_trees(tree: ast.Module) -> Iterator[ast.Module]:
    """Each tree with one node changed."""
    for node, called in nodes(tree):
        for new in changes(node, called):
            copy, old = deepcopy((tree, node))
            yield Put(old, new).visit(copy)


def nodes(tree: ast.AST, called: bool = False) -> Iterator[tuple[ast.AST, bool]]:
    """All nodes but docstrings, imports and types; with each, whether it is what a call calls."""
    yield tree, called
    for name, value in ast.iter_fields(tree):
        if name not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not is_furniture(child):
                    yield from nodes(child, isinstance(tree, ast.Call) and name == "func")


def is_furniture(node: ast.AST) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Expr(ast.Constant()):
            return True
    return False


class Put(ast.NodeTransformer):
    """Puts a node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST):
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return deepcopy(self.new) if node is self.old else self.generic_visit(node)


def changes(node: ast.AST, called: bool) -> Iterator[ast.AST]:  # noqa: C901, PLR0912 (a table)
    """Yield what may stand in a node's place."""
    match node:
        case ast.Compare():
            yield from turned(node)
        case ast.BoolOp():
            yield from one_side(node)
        case ast.Constant():
            yield from other_constants(node)
        case ast.BinOp():
            yield from other_operators(node)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.Call():
            yield from other_calls(node)
        case ast.Tuple() | ast.List() | ast.Set():
            yield from fewer_and_swapped(node)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            yield from other_comprehensions(node)
        case ast.Slice():
            yield from wider(node)
        case ast.IfExp():
            yield from (node.body, node.orelse)
        case ast.Name(_, ast.Load()) if not called:
            yield ast.Constant(1)
        case ast.Attribute(value, name, ctx) if name in OPPOSITE:
            yield ast.Attribute(value, OPPOSITE[name], ctx)
        case ast.stmt():
            yield from other_statements(node)


LESS, MORE, SAME = (ast.LtE, ast.Gt), (ast.GtE, ast.Lt), (ast.NotEq,)
TURNED = {
    ast.Lt: LESS,
    ast.LtE: (ast.Lt, ast.GtE, ast.Eq),
    ast.Gt: MORE,
    ast.GtE: (ast.Gt, ast.LtE, ast.Eq),
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq, ast.Lt, ast.Gt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}


def turned(node: ast.Compare) -> Iterator[ast.expr]:
    """< becomes <= and >, and so on; of a < b < c one side is dropped."""
    for place, op in enumerate(node.ops):
        for other in TURNED[type(op)]:
            yield ast.Compare(
                node.left, [*node.ops[:place], other(), *node.ops[place + 1 :]], node.comparators
            )
    if len(node.ops) > 1:
        yield ast.Compare(node.left, node.ops[:-1], node.comparators[:-1])
        yield ast.Compare(node.comparators[0], node.ops[1:], node.comparators[1:])


def one_side(node: ast.BoolOp) -> Iterator[ast.expr]:
    """and becomes or; a condition is dropped."""
    yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    for place in range(len(node.values)):
        rest = [*node.values[:place], *node.values[place + 1 :]]
        yield ast.BoolOp(node.op, rest) if len(rest) > 1 else rest[0]


def other_constants(node: ast.Constant) -> Iterator[ast.expr]:
    """A number one more and one less; the other truth value; a text without its last letter, or a model's
    variants."""
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield from (ast.Constant(node.value + 1), ast.Constant(node.value - 1))
    elif isinstance(node.value, str) and "\n" in node.value:
        yield from map(ast.Constant, other_texts(node.value))
    elif isinstance(node.value, str) and node.value:
        yield from (ast.Constant(node.value[:-1]), ast.Constant(node.value[::-1]))


OPERATORS = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add, ast.BitOr),
    ast.Mult: (ast.Add, ast.Pow),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div, ast.Mod, ast.Mult),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.BitOr: (ast.BitAnd, ast.BitXor),
    ast.BitAnd: (ast.BitOr,),
}


def other_operators(node: ast.BinOp) -> Iterator[ast.expr]:
    """+ becomes - and so on; the operands change places, and each stands alone."""
    for other in OPERATORS.get(type(node.op), ()):
        yield ast.BinOp(node.left, other(), node.right)
    yield ast.BinOp(node.right, node.op, node.left)
    yield from (node.left, node.right)


NAMES = {
    "sorted": ("list", "set"),
    "set": ("list",),
    "list": ("set", "sorted"),
    "frozenset": ("tuple", "set"),
    "tuple": ("list", "frozenset"),
    "min": ("max",),
    "max": ("min",),
    "all": ("any",),
    "any": ("all",),
    "sum": ("len", "max"),
    "len": ("sum",),
    "combinations": ("permutations",),
    "product": ("combinations",),
    "isdisjoint": ("issubset",),
    "append": ("remove",),
}
OPPOSITE = {
    "left": "right",
    "right": "left",
    "up": "down",
    "down": "up",
    "append": "extend",
    "keys": "values",
}


def other_calls(node: ast.Call) -> Iterator[ast.expr]:
    """Another function for the same arguments, two arguments swapped, one left out, or no call at all."""
    if isinstance(node.func, ast.Name):
        for other in NAMES.get(node.func.id, ()):
            yield ast.Call(ast.Name(other, ast.Load()), node.args, node.keywords)
    first, *more = [*node.args, None]
    if len(node.args) > 1:
        yield ast.Call(node.func, [more[0], first, *node.args[2:]], node.keywords)
        for place in range(len(node.args)):
            yield ast.Call(node.func, [*node.args[:place], *node.args[place + 1 :]], node.keywords)
    if len(node.args) == 1 and not isinstance(first, (ast.GeneratorExp, ast.Starred)):
        yield first
    for place in range(len(node.keywords)):
        yield ast.Call(node.func, node.args, [*node.keywords[:place], *node.keywords[place + 1 :]])


def fewer_and_swapped(node: ast.Tuple | ast.List | ast.Set) -> Iterator[ast.expr]:
    """Each part left out; neighbours change places."""
    kind, parts = type(node), node.elts
    more = {} if isinstance(node, ast.Set) else {"ctx": node.ctx}
    for place in range(len(parts) - 1):
        swapped = [*parts[:place], parts[place + 1], parts[place], *parts[place + 2 :]]
        yield kind(swapped, **more)
    if isinstance(more.get("ctx"), ast.Store):
        return
    for place in range(len(parts)):
        yield kind([*parts[:place], *parts[place + 1 :]], **more)
    if parts and all(isinstance(part, ast.Constant) for part in parts):
        yield kind([*parts, parts[-1]], **more)


def other_comprehensions(node: ast.expr) -> Iterator[ast.expr]:
    """A condition or a loop is dropped; a list becomes a set, and a set a list."""
    for place, loop in enumerate(node.generators):
        before, after = node.generators[:place], node.generators[place + 1 :]
        for number in range(len(loop.ifs)):
            ifs = [*loop.ifs[:number], *loop.ifs[number + 1 :]]
            yield comprehension(node, [*before, ast.comprehension(loop.target, loop.iter, ifs, 0), *after])
    if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        yield ast.SetComp(node.elt, node.generators)
    elif isinstance(node, ast.SetComp):
        yield ast.ListComp(node.elt, node.generators)


def comprehension(node: ast.expr, generators: list[ast.comprehension]) -> ast.expr:
    """Return the comprehension over other loops."""
    if isinstance(node, ast.DictComp):
        return ast.DictComp(node.key, node.value, generators)
    return type(node)(node.elt, generators)


def wider(node: ast.Slice) -> Iterator[ast.Slice]:
    """One end of a slice is left open."""
    if node.lower:
        yield ast.Slice(None, node.upper, node.step)
    if node.upper:
        yield ast.Slice(node.lower, None, node.step)


RETURNED = [ast.Constant(0), ast.Constant(True), ast.Constant(False), ast.List([], ast.Load())]


def other_statements(node: ast.stmt) -> Iterator[ast.stmt]:
    """A statement is left out, a condition fixed, a loop left after its first round, a value fixed."""
    if not isinstance(node, (ast.FunctionDef, ast.Return)):
        yield ast.Pass()
    match node:
        case ast.If(test, body, orelse):
            yield from (ast.If(ast.Constant(fixed), body, orelse) for fixed in (True, False))
        case ast.For(target, iterable, body, orelse):
            yield ast.For(target, iterable, [*body, ast.Break()], orelse)
        case ast.While(test, body, orelse):
            yield ast.While(test, [*body, ast.Break()], orelse)
        case ast.AugAssign(target, op, value):
            for other in OPERATORS.get(type(op), ()):
                yield ast.AugAssign(target, other(), value)
            yield ast.Assign([target], value)
        case ast.Return(ast.expr()):
            yield from map(ast.Return, RETURNED)
        case ast.Expr(ast.Yield()):
            yield ast.Return(None)


# ---------------------------------------------------------------- texts: models, boards, plates

TURNS = {
    "!=": ["=", "<"],
    "<=": ["<", ">="],
    ">=": [">", "<="],
    "<": ["<=", ">"],
    ">": [">=", "<"],
    "=": ["!=", "<"],
}
PARTS = re.compile(
    r"(?P<comment>%.*)|(?P<turn>!=|<=|>=|(?<![-<])>|<(?![-=])|(?<![:!<>=])=)"
    r"|(?P<number>(?<![\w\"])\d+)|(?P<variable>\b[A-Z]\w*\b)|(?P<sign>[#.](?=[#. \n]|$))|(?P<not>\bnot )"
)


def other_texts(text: str) -> Iterator[str]:
    """A line or a part between commas left out, a comparison turned, a number shifted, a sign of a picture
    turned."""
    lines = text.splitlines(keepends=True)
    for place, line in enumerate(lines):
        if line.strip() and not line.lstrip().startswith("%"):
            yield "".join([*lines[:place], *lines[place + 1 :]])
            yield from ("".join([*lines[:place], new, *lines[place + 1 :]]) for new in other_lines(line))


def other_lines(line: str) -> Iterator[str]:
    picture = not re.search(r"\w", line)
    for part in PARTS.finditer(line):
        for new in other_parts(part, line, picture):
            yield line[: part.start()] + new + line[part.end() :]
    yield from without_one_literal(line)


def other_parts(part: re.Match, line: str, picture: bool) -> list[str]:
    """Return what may stand for one part of a line."""
    word = part[0]
    match part.lastgroup:
        case "turn":
            return TURNS[word]
        case "number":
            return [str(int(word) + 1), str(int(word) - 1)]
        case "variable":
            others = [other for other in re.findall(r"\b[A-Z]\w*\b", line) if other != word]
            return [*others[:1], "_"]
        case "sign" if picture:
            return ["." if word == "#" else "#"]
        case "not":
            return [""]
    return []


def without_one_literal(line: str) -> Iterator[str]:
    """A rule without one of the parts that commas part, outside all brackets; and a rule's head alone."""
    places = [place for place in range(len(line)) if line[place] in ",;" and depth(line[:place]) == 0]
    end = line.rfind(".")
    for start, stop in zip(places, [*places[1:], end]):
        yield line[:start] + line[stop:]
    if ":-" in line and places:
        yield line[: line.index(":-") + 2] + " " + line[places[0] + 1 :]


def depth(text: str) -> int:
    """How many brackets are open."""
    return sum(text.count(sign) for sign in "({[") - sum(text.count(sign) for sign in ")}]")
