"""Puzzle files of the plainest kind, read without a parser of YAML, which takes longer to be imported
than a small puzzle to be counted.

Each line is a comment, a key with a text, the box, or a piece with its cells, as in catalogue/soma.yaml.
"""

import json
import re

WORD = r"[A-Za-z]\w*"
LIST = r"\[\d+(?:, ?\d+)*\]"
TOP = re.compile(rf"(name|source|turns): ([A-Za-z].*)|(box): ({LIST})|(pieces):", re.ASCII)
PIECE = re.compile(
    rf"  - {{name: ({WORD}), cells: (\[(?:{LIST}(?:, ?)?)+\])(?:, copies: ([1-9]\d{{0,8}}))?}}", re.ASCII
)
OTHER = {"true", "false", "yes", "no", "on", "off", "null"}  # words that are no texts in YAML


def plain_data(text: str) -> dict | None:
    """Return what YAML says in a text of this kind; None for any other.

    >>> plain_data("name: Two\\nbox: [2, 1]\\npieces:\\n  - {name: I, cells: [[0,0], [1,0]]}\\n")
    {'name': 'Two', 'box': [2, 1], 'pieces': [{'name': 'I', 'cells': [[0, 0], [1, 0]]}]}
    >>> plain_data("name: 'Two'")
    """
    data: dict = {}
    pieces: list[dict] | None = None  # that the next line may go on with
    for line in text.split("\n"):
        if not line or line.startswith("#") and line.isprintable():
            continue
        if pieces is not None and (found := PIECE.fullmatch(line)):
            name, cells, copies = found.groups()
            piece = {"name": name, "cells": numbers(cells)}
            pieces.append(piece | ({"copies": int(copies)} if copies else {}))
            if name.lower() in OTHER or piece["cells"] is None:
                return None
            continue
        found = TOP.fullmatch(line)
        if not found or line.partition(":")[0] in data:
            return None
        key, words, box, sizes, _ = found.groups()
        pieces = None
        if key:
            if not is_text(words):
                return None
            data[key] = words
        elif box:
            data[box] = numbers(sizes)
        else:
            data["pieces"] = pieces = []
    return data if data.get("pieces") and data.get("box") else None


def is_text(words: str) -> bool:
    """Return whether words that begin with a letter are a text in YAML, and all of it."""
    ends = words != words.strip() or words.endswith(":") or ": " in words or " #" in words
    return words.isprintable() and not ends and words.lower() not in OTHER


def numbers(words: str) -> list | None:
    """Return a list of whole numbers, or of such lists; None where one has a zero in front."""
    try:
        return json.loads(words)
    except ValueError:
        return None
