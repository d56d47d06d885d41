"""The pictures of a notebook as addresses that hold them: only pictures, and only from its own folder."""

import os
from base64 import b64encode
from pathlib import Path
from urllib.parse import unquote

BEGINS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"RIFF": "image/webp",
    b"<svg": "image/svg+xml",  # which does nothing in an <img>
    b"<?xml": "image/svg+xml",
}


def embed_picture(source: str, folder: Path) -> str:
    """Return a picture of the folder as a data URL, and a data URL as it is; "" for anything else."""
    if source.startswith("data:image/"):
        return source
    content = read_inside(folder, unquote(source))
    kind = next((kind for begin, kind in BEGINS.items() if content.startswith(begin)), "")
    return f"data:{kind};base64,{b64encode(content).decode()}" if kind else ""


def read_inside(folder: Path, name: str) -> bytes:
    """Return a file of the folder, b"" if there is none. A path that leads out of it is not even looked
    at: on Windows, to ask for one can be a request to another machine."""
    folder = Path(os.path.abspath(folder))
    path = Path(os.path.normpath(folder / name))
    try:
        inside = path.is_relative_to(folder) and path.resolve().is_relative_to(folder.resolve())
        return path.read_bytes() if inside and path.is_file() else b""
    except (OSError, ValueError, RuntimeError):  # too long, with a zero byte, links in a circle
        return b""
