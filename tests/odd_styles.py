"""Variants of a solution that do the same by construction, written as somebody else might.

>>> print(odd_styles("def f(row):\\n    return sum([n for n in row])", "f")[0].code)
def f(the_row):
    return sum([the_n for the_n in the_row])
"""

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy

from mutations import Variant

EATERS = ("sum", "all", "any", "sorted", "min", "max", "set", "tuple", "list")  # what takes any iterable


def odd_styles(code: str, answer: str) -> list[Variant]:
    """Each odd style of a program, where it changes anything; `answer` is what is checked."""
    tree = ast.parse(code)
    plain = ast.unparse(tree)
    found = [Variant(f"odd: {name}", ast.unparse(written(tree, style))) for name, style in STYLES.items()]
    is_value = not any(function.name == answer for function in functions(tree))
    made = [
        Variant(f"odd: {name}", wrapped(code, answer, text))
        for name, text in RESULTS.items()
        if not (is_value and "generator" in name)
    ]
    return [variant for variant in found if variant.code != plain] + made


def written(tree: ast.Module, style: Callable[[ast.Module], ast.AST]) -> ast.AST:
    return ast.fix_missing_locations(style(deepcopy(tree)))


# ---------------------------------------------------------------- how it is written


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def other_names(tree: ast.Module) -> ast.AST:
    """Arguments and local variables have other names."""
    for function in functions(tree):
        nodes = [*ast.walk(function)]
        arguments = [node for node in nodes if isinstance(node, ast.arg)]
        local = {node.arg for node in arguments}
        local |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        for node in nodes:
            if isinstance(node, ast.Name) and node.id in local:
                node.id = f"the_{node.id}"
        for node in arguments:
            node.arg = f"the_{node.arg}"
    return tree


def talking(tree: ast.Module) -> ast.AST:
    """Each function prints."""
    for function in functions(tree):
        function.body.insert(0, ast.parse("print('here I am')").body[0])
    return tree


class Generators(ast.NodeTransformer):
    """sum([…]) becomes sum(…), and the other way round."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in EATERS and len(node.args) == 1:
            match node.args[0]:
                case ast.ListComp(elt, loops):
                    node.args = [ast.GeneratorExp(elt, loops)]
                case ast.GeneratorExp(elt, loops):
                    node.args = [ast.ListComp(elt, loops)]
        return node


class Whiles(ast.NodeTransformer):
    """for becomes while."""

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        self.generic_visit(node)
        self.number = getattr(self, "number", 0) + 1
        name = f"steps_{self.number}"
        start, loop = ast.parse(f"{name} = iter(0)\nwhile True:\n    try:\n        x = next({name})\n"
                                "    except StopIteration:\n        break").body  # fmt: skip
        start.value.args = [node.iter]
        loop.body[0].body[0].targets = [node.target]
        loop.body += node.body
        return [start, loop]


class Loops(ast.NodeTransformer):
    """return […] becomes a loop with append."""

    def visit_Return(self, node: ast.Return) -> ast.AST | list[ast.stmt]:
        if not isinstance(node.value, ast.ListComp):
            return node
        start, add, end = ast.parse("rows = []\nrows.append(0)\nreturn rows", mode="exec").body
        add.value.args = [node.value.elt]
        inner: list[ast.stmt] = [add]
        for loop in reversed(node.value.generators):
            for condition in reversed(loop.ifs):
                inner = [ast.If(condition, inner, [])]
            inner = [ast.For(loop.target, loop.iter, inner, [])]
        return [start, *inner, end]


class Longhand(ast.NodeTransformer):
    """a += b becomes a = a + b."""

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        read = deepcopy(node.target)
        for part in ast.walk(read):
            if hasattr(part, "ctx") and part is read:
                part.ctx = ast.Load()
        return ast.Assign([node.target], ast.BinOp(read, node.op, node.value))


STYLES = {
    "other names": other_names,
    "prints": talking,
    "generators and lists": Generators().visit,
    "while": lambda tree: Whiles().visit(tree),
    "append": Loops().visit,
    "longhand": Longhand().visit,
}


# ---------------------------------------------------------------- what it gives

RESULTS = {
    "NumPy's numbers": """
import numpy
def odd(value):
    if isinstance(value, bool):
        return numpy.bool_(value)
    if isinstance(value, int) and abs(value) < 2 ** 63:
        return numpy.int64(value)
    if type(value) in (list, tuple, set, frozenset):
        return type(value)(map(odd, value))
    return value
""",
    "tuples for lists": """
def odd(value):
    return tuple(map(odd, value)) if type(value) is list else value
""",
    "lists for tuples": """
def odd(value):
    return list(map(odd, value)) if type(value) in (list, tuple) else value
""",
    "a generator for a list": """
def odd(value):
    return (part for part in value) if type(value) is list else value
""",
    "a set for a frozenset": """
def odd(value):
    return set(value) if type(value) is frozenset else value
""",
}


def wrapped(code: str, answer: str, text: str) -> str:
    """A program whose answer, or what it returns at each call, goes through the function `odd`."""
    names = [node.id for node in ast.walk(ast.parse(answer)) if isinstance(node, ast.Name)]
    called = {function.name for function in ast.parse(code).body if isinstance(function, ast.FunctionDef)}
    lines = [
        f"{name} = (lambda function: lambda *args: odd(function(*args)))({name})"
        if name in called
        else f"{name} = odd({name})"
        for name in names
    ]
    return "\n".join([code, text.strip(), *lines])
