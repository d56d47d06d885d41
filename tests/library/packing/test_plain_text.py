"""Puzzle files that are read without a parser of YAML say what they say in YAML."""

import random

import pytest
from sizes import size

from puzzlelib import catalogue, load
from puzzlelib.common.errors import PuzzleError
from puzzlelib.packing.files import CATALOGUE, to_yaml
from puzzlelib.packing.plain_text import plain_data
from puzzlelib.packing.strict_yaml import parse

TEXTS = {name: (CATALOGUE / f"{name}.yaml").read_text(encoding="utf-8") for name in catalogue()}
PLAIN = [name for name in TEXTS if plain_data(TEXTS[name])]
WORDS = (
    *("no", "Yes", "NULL", "~", "true", "0x1", "1e3", "010", "1_0", "-1", "y", "é", "½", "٣", "a b"),
    *(
        ":",
        ": ",
        " #",
        "#",
        "- ",
        "  ",
        " ",
        "\t",
        "\r",
        "\n",
        "\n\n",
        "\u2028",
        "\x85",
        "\ufeff",
        "---",
        "...",
    ),
    *("'", '"', "[", "]", "{", "}", ",", ", ", "*a", "&a ", "!!str ", "|", ">", "%", "@", "\\", "<<: "),
    *("name: ", "pieces:", "box: [1, 1]", "copies: 2", "source: A: b", "turns: plane", "cells: [[0]]"),
)


@pytest.mark.parametrize("name", PLAIN)
def test_the_catalogue_is_read_as_yaml_says(name):
    assert plain_data(TEXTS[name]) == parse(TEXTS[name], name)


def test_half_of_the_catalogue_is_plain():
    assert len(PLAIN) >= 13 and "soma" in PLAIN
    assert plain_data(to_yaml(load("soma-chequered"))) is None


def in_yaml(text: str):
    try:
        return parse(text, "text")
    except PuzzleError:
        return None


def test_changed_files_are_read_as_yaml_says_or_by_yaml():
    """Words are put in, lines moved, letters lost."""
    draw, plain = random.Random(1), 0
    for _ in range(size("texts changed")):
        text = TEXTS[draw.choice(["soma", "little-cube", "tetracubes-2x2x8", "nine-ls"])]
        for _ in range(draw.randrange(1, 4)):
            at, end = draw.randrange(len(text)), draw.randrange(3)
            lines = text.split("\n")
            text = draw.choice(
                [
                    text[:at] + draw.choice(WORDS) + text[at:],
                    text[:at] + text[at + end :],
                    "\n".join(draw.sample(lines, len(lines))),
                    "\n".join(lines[: at % len(lines)] + [draw.choice(WORDS)] + lines[at % len(lines) :]),
                    text.replace(
                        draw.choice(["V", "L", "Cube", "3", "0", "[", "name"]), draw.choice(WORDS), 1
                    ),
                ]
            )
        found = plain_data(text)
        plain += found is not None
        assert found is None or found == in_yaml(text), text
    assert plain > size("texts changed") / 20
