"""Sentences about wrong answers that may be shown to a class: in words of the checks, without anybody's code.

A verdict holds what a student wrote: a line of code, a value, the text of an error. Here a sentence keeps
only numbers and words of the checks themselves; everything else becomes "…".
"""

import ast
import builtins
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

LESSONS = Path(__file__).parents[2]
WORD = re.compile(r"[^\W\d_]+(?:['’][a-z]+)?")
PIECE = re.compile(r"[^\W\d_]+(?:['’][a-z]+)?|\d[\d,.]*\d|\d|[.,:;!?()×·–—/%'’-]|\s+|.", re.DOTALL)
CALL = re.compile(r"(?<=\w)\([^()]*\)?")  # no bracket of a sentence follows a word at once
PLACE = re.compile(r" \(line \d+(: …)?\)")
MESSAGE = re.compile(
    r"(?s)((?:Your code stops with |make sense of [\w ]+\()\w+).*"
)  # of an error: anybody's text
KEPT = set(".,:;!?()×·–—/%'’-")
OWN = set("the cell stops with before its check does not end ends itself was still running after".split())
OWN |= set("stopped it takes more than MB of memory starts processes writes files were used up".split())


class Group(NamedTuple):
    """Wrong answers of which a check says the same: the sentence, and how many students met it."""

    say: str
    number: int


@cache
def vocabulary() -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of the checks, and the text between backticks in them."""
    texts = [
        text
        for pattern in ("l*/*.py", "*/checks/*.py")
        for path in LESSONS.glob(pattern)
        for text in constants(path)
    ]
    errors = {name for name, one in vars(builtins).items() if is_error(one)}
    words = {word for text in texts for word in WORD.findall(text)} | errors | OWN
    return frozenset(map(str.casefold, words)), frozenset(
        found for text in texts for found in re.findall("`([^`]+)`", text)
    )


def is_error(one) -> bool:
    return isinstance(one, type) and issubclass(one, BaseException)


def constants(path: Path) -> Iterable[str]:
    """Return the texts in a module, those around the braces of f-strings too."""
    nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    alone = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}  # docstrings
    found = [one for one in nodes if isinstance(one, ast.Constant) and id(one) not in alone]
    return [one.value for one in found if isinstance(one.value, str)]


def harmless(say: str) -> str:
    """Return the sentence of a verdict without its beginning, and without what a student wrote.

    >>> harmless("Not yet. Your code stops with ValueError: xyz = 3 (line 3: `return solve(a)`).")
    'Your code stops with ValueError.'
    >>> harmless("Not yet. Ask `test` about `[my, code]` too: frob(3).")
    'Ask `test` about … too: …'
    """
    words, quoted = vocabulary()
    say = MESSAGE.sub(error_kind, say.removeprefix("Not yet. "))
    parts = say.split("`")
    parts[1::2] = [f"`{part}`" if part in quoted else "`…`" for part in parts[1::2]]
    parts[::2] = [in_our_words(part, words) for part in parts[::2]]
    text = PLACE.sub("", "".join(parts).replace("`…`", "…"))
    return re.sub(r"…(?:[\s,;:.'’()/-]*…)+", "…", text).replace("….", "…").strip()


def in_our_words(text: str, words: frozenset[str]) -> str:
    return "".join(word_or_dots(piece, words) for piece in PIECE.findall(CALL.sub("…", text)))


def error_kind(found: re.Match) -> str:
    """Return a sentence on an error with its kind alone."""
    return found[1] + (")." if "(" in found[1] else ".")


def word_or_dots(piece: str, words: frozenset[str]) -> str:
    is_kept = piece.casefold() in words or piece in KEPT or piece[0].isdigit()
    return " " if piece.isspace() else piece if is_kept else "…"


def group_sentences(sentences: Iterable[str]) -> list[Group]:
    """Put sentences together that differ in their numbers only, the most frequent first.

    >>> group_sentences(["Not yet. 3 is missing.", "Not yet. 4 is missing.", "Not yet. 4 is missing."])
    [Group(say='4 is missing.', number=3)]
    """
    alike: dict[str, Counter] = {}
    for text in map(harmless, sentences):
        alike.setdefault(re.sub(r"\d[\d,.]*\d|\d", "#", text), Counter())[text] += 1
    found = [Group(texts.most_common(1)[0][0], texts.total()) for texts in alike.values()]
    return sorted(found, key=lambda group: -group.number)
