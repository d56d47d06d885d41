"""Values that draw themselves.

The package `lessons`, beside this library, which needs ipywidgets and plotly, draws them. It
is imported for the first picture.
"""

import os

from .errors import PuzzleError
from .extensions import extensions, load_entry
from .extras import lacking

__all__ = ["Drawable"]


def artist():
    """Return the module that draws; `PuzzleError` if it cannot be imported."""
    if not (found := extensions("pictures")):
        raise PuzzleError(f"a picture needs {lacking('lessons')}")
    return load_entry(found["artist"], "a picture")


class Drawable:
    """A value with a picture: in a notebook, on a page, and in letters where it is printed."""

    __slots__ = ()

    def show(self) -> None:
        """Show the picture in 3D: below the cell of a notebook, elsewhere in the browser."""
        artist().show(self)

    def to_html(self, path: str | os.PathLike | None = None) -> str | None:
        """Write the picture as a page that opens in any browser, without a network.

        A file that exists is replaced; without a path, the text of the page is returned. Raise
        `PuzzleError` if the file cannot be written, or plotly is not installed.
        """
        return artist().write_page(self, path)

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        return artist().bundle(self)
