"""Values as they travel to the browser, in plain Python: the track of a search, bytes, a message."""

import base64
from array import array
from collections.abc import Sequence
from contextlib import suppress
from html import escape

BLOCK = 20  # frames that come at once; the browser asks for the others in smaller blocks


def message_html(text: str, wrong: bool = False) -> str:
    """Return plain text as HTML for the message line of a card.

    >>> message_html("1 < 2"), message_html("No.", wrong=True)
    ('1 &lt; 2', '<b class="eo-wrong">No.</b>')
    """
    return f'<b class="eo-wrong">{escape(text)}</b>' if wrong else escape(text)


def sheet_traits(block: dict, count: int, track: Sequence[tuple[str, int]] = ()) -> dict:
    """Return what a sheet holds of `count` frames before it is stepped: the first `block` of them,
    and the track, by default taken from these frames."""
    track = track or [(frame.get("mark", ""), frame.get("level", 0)) for frame in block["frames"]]
    return {"count": count, **packed_track(track), **block}


def packed_track(track: Sequence[tuple[str, int]]) -> dict:
    """Return kinds and levels of a search as bytes: 300 kB for 100,000 events.

    >>> packed_track([("start", 0), ("try", 1)])
    {'kinds': ['start', 'try'], 'track': b'\\x00\\x01', 'levels': b'\\x00\\x00\\x01\\x00'}
    """
    kinds = list(dict.fromkeys(kind for kind, _ in track))
    code = {kind: number for number, kind in enumerate(kinds)}
    levels = array("H", (min(level, 65535) for _, level in track))
    codes = bytes(code[kind] for kind, _ in track)
    return {"kinds": kinds, "track": codes, "levels": levels.tobytes()}


def plain_json(value):
    """Return bytes and numbers of numpy as something for JSON; the page reads them back (models.js).

    >>> plain_json(b"\\x00\\x01")
    {'$bytes': 'AAE='}
    """
    if isinstance(value, bytes | bytearray | memoryview):
        return {"$bytes": base64.b64encode(value).decode()}
    with suppress(AttributeError):
        return value.tolist()
    return str(value)
