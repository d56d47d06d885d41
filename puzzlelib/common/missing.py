"""An import of a missing package, in this library, says which extra brings it."""

import sys

from .extras import EXTRA_OF


class LastFinder:
    """The last of all finders; it reports a package that a module of ours does not find.

    It imports nothing before, so that starting costs little.
    """

    def find_spec(self, name, path=None, target=None) -> None:
        if name in EXTRA_OF:
            from .stand_ins import refuse_missing

            refuse_missing(name, sys._getframe(1))


def report_missing() -> None:
    """Make each failing import in this library say which extra brings the package."""
    sys.meta_path.append(LastFinder())
