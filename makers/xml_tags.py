"""XML that may come from anybody, as a tree of tags.

Read forgivingly: free text between comment tags, control characters and a bare & are common. Not
read at all: a DOCTYPE, and so no entities of its own and nothing from elsewhere; text that is too
large, packed or unpacked; tags that are nested deeply.
"""

import re
import zlib
from gzip import GzipFile
from html import escape, unescape
from io import BytesIO
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.words import many

MOST_BYTES = 20_000_000  # unpacked: a file may hold some hundred thousand stored solutions
MOST_TAGS, MOST_DEPTH = 50_000, 40
SKIPPED = ("solutions", "assembler", "private")  # of each only the tag itself is read
CONTROL = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF, *range(0xD800, 0xE000)])
COMMENT = re.compile("<!--|<comment\\b[^<>]*>")
BARE = re.compile("&(?!(?:lt|gt|amp|quot|apos|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});)")

WHITE = str.maketrans({"\t": "&#9;", "\n": "&#10;", "\r": "&#13;"})


def quoted(text: str) -> str:
    """Return a text as the value of an attribute. The library's own `quoteattr` would import all that asks a
    network, which pages have not.

    >>> print(quoted('2" & more'))
    "2&quot; &amp; more"
    """
    return f'"{escape(text).translate(WHITE)}"'


def read_tags(data: bytes, where: str) -> tuple[Element, str, list[str]]:
    """Return the tree of an XML file, what stands in comment tags, and notes on what was mended.

    Raise `PuzzleError` for what is no XML, too large, or has a DOCTYPE.

    >>> tree, _, _ = read_tags(b"<a><b><c/><c/></b><b/></a>", "a file")
    >>> len(tree.findall("b/c"))
    2
    """
    notes: list[str] = []
    text = decode(unpack(data, where), notes)
    cleaned = text.translate(CONTROL)
    if lost := len(text) - len(cleaned):
        notes.append(f"{many(lost, 'control character')} skipped")
    body, comment = cut_comments(cleaned, notes)
    start = body.find("<")
    if body[: max(start, 0)].strip():
        notes.append("text before the first tag skipped")
    body, mended = BARE.subn("&amp;", body[max(start, 0) :])
    if mended:
        notes.append(f"{mended} times & read as a plain sign")
    return parse_tags(body, where), comment, notes


def unpack(data: bytes, where: str) -> bytes:
    """Return the content of a gzip file, or data that are not packed; never more than allowed."""
    if data[:2] == b"\x1f\x8b":
        try:
            data = GzipFile(fileobj=BytesIO(data)).read(MOST_BYTES + 1)
        except EOFError:
            raise PuzzleError(f"{where}: is packed as gzip, but cut off") from None
        except (OSError, zlib.error):
            raise PuzzleError(f"{where}: is packed as gzip, but broken") from None
    if len(data) > MOST_BYTES:
        raise PuzzleError(f"{where}: more than {MOST_BYTES:,} bytes, unpacked; no more are read")
    return data


def decode(data: bytes, notes: list[str]) -> str:
    """Return the text in bytes: UTF-8, UTF-16 with its mark, or else Latin-1."""
    try:
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        notes.append("not UTF-8, so read as Latin-1")
        return data.decode("latin-1")


def cut_comments(text: str, notes: list[str]) -> tuple[str, str]:
    """Return a text without comments, and what stands between comment tags.

    >>> cut_comments("<a><comment>1 < 2</comment></a>", [])
    ('<a></a>', '1 < 2')
    """
    kept, said, at = [], [], 0
    while found := COMMENT.search(text, at):
        opening = found.group()
        kept.append(text[at : found.start()])
        at = found.end()
        if opening.endswith("/>"):
            continue
        end = text.find("-->" if opening == "<!--" else "</comment>", at)
        if end < 0:
            notes.append("a comment has no end")
            at = found.start()
            break
        if opening != "<!--":
            said.append(unescape(text[at:end]))
        at = text.index(">", end) + 1
    return "".join([*kept, text[at:]]), " ".join(said)


def parse_tags(text: str, where: str) -> Element:
    """Return the tree of tags in a text; raise `PuzzleError` with the line of what is wrong."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    builder = SkippingBuilder(where)
    parser.StartDoctypeDeclHandler = builder.refuse_doctype
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        problem = expat.ErrorString(error.code)
        raise PuzzleError(f"{where}: line {error.lineno} is not XML: {problem}") from None
    return builder.close()


class SkippingBuilder(TreeBuilder):
    """The tree as it grows, of a size that is allowed."""

    def __init__(self, where: str):
        super().__init__()
        self.where, self.count, self.depth = where, 0, 0
        self.skipped = 0  # how deep it is in a tag whose content is not read

    def refuse_doctype(self, *_) -> None:
        raise PuzzleError(f"{self.where}: has a DOCTYPE, which may name entities; take it out")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self.skipped:
            self.skipped += 1
            return
        self.count += 1
        if self.count > MOST_TAGS or self.depth >= MOST_DEPTH:
            most = f"at most {MOST_TAGS:,}, {MOST_DEPTH} deep, are read"
            raise PuzzleError(f"{self.where}: too many tags; {most}")
        super().start(name, attributes)
        self.depth += 1
        self.skipped = int(name in SKIPPED)

    def end(self, name: str) -> None:
        self.skipped = max(0, self.skipped - 1)
        if not self.skipped:
            super().end(name)
            self.depth -= 1

    def data(self, words: str) -> None:
        if not self.skipped:
            super().data(words)
