"""The pictures of a notebook as addresses that hold them: only pictures, and only from its own folder."""

import os
from base64 import b64decode, b64encode
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, unquote_to_bytes

import nh3

from .clean_html import ADDRESS, ATTRIBUTES, SVG_TAGS, UNSEEN, XML

MOST_BYTES = 100_000_000  # of all pictures of a page
BEGINS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
}
PASTED = "attachment:"


class Pictures:
    """The pictures that a page may show, from `folder` or from the notebook itself."""

    def __init__(self, folder: Path, most: int = MOST_BYTES):
        self.folder, self.left = Path(os.path.abspath(folder)), most

    def address(self, source: str, pasted: Mapping[str, Mapping] = {}) -> str | None:
        """Return a picture as a data URL; None for anything else, and when the page has enough of them.

        `source` is a path in the folder, a data URL, or the name of a picture pasted into the cell.
        """
        content = self.content(source.strip(), pasted)
        kind, content = recognize(content)
        self.left -= len(content)
        return data_url(kind, content) if kind and self.left >= 0 else None

    def content(self, source: str, pasted: Mapping[str, Mapping]) -> bytes:
        """Return the bytes behind an address, b"" where there are none."""
        if source.startswith(PASTED):
            name = source.removeprefix(PASTED)
            found = pasted.get(name) or pasted.get(unquote(name)) or {}
            return from_base64(next(iter(found.values()), ""))
        if source[:5].lower() == "data:":
            return from_data_url(source)
        return self.from_folder(unquote(source))

    def from_folder(self, name: str) -> bytes:
        """Return a file of the folder. A path that leads out of it is not even looked at: on Windows, to ask
        for one can be a request to another machine."""
        path = Path(os.path.normpath(self.folder / name))
        try:
            inside = path.is_relative_to(self.folder) and path.resolve().is_relative_to(self.folder.resolve())
            if inside and path.is_file() and path.stat().st_size <= self.left:
                return path.read_bytes()
        except (OSError, ValueError, RuntimeError):  # too long, with a zero byte, links in a circle
            pass
        return b""


def recognize(content: bytes) -> tuple[str, bytes]:
    """Return the kind of a picture, told by its first bytes, and the picture; ("", b"") for anything else.

    >>> recognize(b"GIF89a..."), recognize(b"root:x:0:0:root")
    (('image/gif', b'GIF89a...'), ('', b''))
    >>> kind, drawing = recognize(b"<svg><script>run()</script><path/></svg>")
    >>> kind, b"path" in drawing, b"script" in drawing
    ('image/svg+xml', True, False)
    """
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp", content
    kind = next((kind for begin, kind in BEGINS.items() if content.startswith(begin)), "")
    if not kind and (svg := clean_svg(content.decode(errors="replace"))):
        return "image/svg+xml", svg.encode()
    return (kind, content) if kind else ("", b"")


def clean_svg(text: str) -> str:
    """Return the text of a drawing without scripts and addresses; "" for what is no drawing."""
    if "<svg" not in text:
        return ""
    clean = nh3.clean(
        text,
        tags=SVG_TAGS,
        clean_content_tags=UNSEEN,
        attributes=ATTRIBUTES | {"a": set(), "img": set()},
        attribute_filter=in_drawing,
        set_tag_attribute_values=XML,
        url_schemes=set(),
    ).strip()
    whole = clean.startswith("<svg") and clean.endswith("</svg>")
    return clean.replace("&nbsp;", "&#160;") if whole else ""


def in_drawing(tag: str, name: str, value: str) -> str | None:
    """Return the value of an attribute that names nothing outside the drawing."""
    away = not value.startswith("#") if name == "href" else ADDRESS.search(value)
    return None if away else value


def data_url(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{b64encode(content).decode()}"


def from_data_url(source: str) -> bytes:
    """Return the bytes of a data URL.

    >>> from_data_url("data:text/plain;base64,aGk="), from_data_url("data:,a%20b"), from_data_url("data:")
    (b'hi', b'a b', b'')
    """
    head, _, body = source.partition(",")
    return from_base64(unquote(body)) if head.lower().endswith(";base64") else unquote_to_bytes(body)


def from_base64(text: str | list[str]) -> bytes:
    try:
        return b64decode("".join(text))
    except ValueError:
        return b""
