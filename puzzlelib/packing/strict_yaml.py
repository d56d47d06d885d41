"""YAML without what a puzzle file does not need, and the lines of its fields."""

import re

import yaml

from ..common.errors import PuzzleError

MOST_LEVELS = 20  # lists within lists: a puzzle has five levels, more are slow
WHOLE = re.compile("[-+]?(?:0|[1-9][0-9]{0,17}|0x[0-9a-fA-F]+)")
END = r"(?: \(.*\))?(?:\.|(?=\[)|$)"  # of a part of the path of a field, with the name of a piece


class StrictLoader(yaml.SafeLoader):
    """YAML's safe loader with texts as keys, each once, and without deep nesting and aliases. Numbers
    mean what one reads: 010 is 8 in one version of YAML and 10 in another, and 1:30 is 90."""

    level = 0

    def compose_node(self, parent, index):
        mark = self.peek_event().start_mark
        if self.check_event(yaml.AliasEvent):  # a few of them can make millions of cells
            refuse_yaml("aliases (*name) are not allowed", mark)
        if self.level > MOST_LEVELS:
            refuse_yaml(f"lists within lists, more than {MOST_LEVELS} levels deep", mark)
        self.level += 1
        node = super().compose_node(parent, index)
        self.level -= 1
        return node

    def construct_object(self, node, deep=False):
        if node.tag == "tag:yaml.org,2002:int" and not WHOLE.fullmatch(str(node.value)):
            refuse_yaml("write a whole number as 12, or with quotes if it is a text", node.start_mark)
        try:
            return super().construct_object(node, deep)
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:  # !!bool x, 2020-02-30
            refuse_yaml(f"{type(error).__name__}: {error}", node.start_mark)

    def construct_mapping(self, node, deep=False):
        seen = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                refuse_yaml("a key must be a text", key.start_mark)
            if key.value in seen:
                refuse_yaml(f"the key {key.value!r} appears twice", key.start_mark)
            seen.add(key.value)
            key.tag = "tag:yaml.org,2002:str"  # 1 and yes too
        return super().construct_mapping(node, deep)


def refuse_yaml(problem: str, mark):
    raise yaml.MarkedYAMLError(None, None, problem, mark)


def yaml_line(text: str, path: str) -> tuple[int, int]:
    """Return how much of the path of a field is not in a text in YAML, and the line of the rest.

    >>> yaml_line("box: [2, 1]\\npieces:\\n  - {name: I}", "pieces[0] (I).copies")
    (6, 3)
    """
    node, line = yaml.compose(text, StrictLoader) if text else None, 0
    while True:
        inside = {}
        if isinstance(node, yaml.MappingNode):
            inside = {key.value: (key, value) for key, value in node.value}
        elif isinstance(node, yaml.SequenceNode):
            inside = {f"[{k}]": (one, one) for k, one in enumerate(node.value)}
        near = (name for name in inside if path.startswith(name))
        begun = filter(None, (re.match(f"({re.escape(name)}){END}", path) for name in near))
        found = max(begun, key=lambda match: len(match[1]), default=None)
        if not found:
            return len(path), line
        key, node = inside[found[1]]
        line, path = key.start_mark.line + 1, path[found.end() :]


def parse(text: str, where: str):
    """Return the YAML in a text; raise a `PuzzleError` that names the line if it is broken."""
    try:
        return yaml.load(text, StrictLoader)
    except yaml.MarkedYAMLError as error:
        line = f" line {error.problem_mark.line + 1}" if error.problem_mark else ""
        problem = " ".join(str(error.problem).split())
        raise PuzzleError(f"{where}:{line} is not plain YAML: {problem}") from None
    except yaml.reader.ReaderError as error:
        number, sign = text.count("\n", 0, error.position) + 1, f"U+{error.character:04X}"
        raise PuzzleError(f"{where}: line {number} is not plain YAML: it has the character {sign}") from None
