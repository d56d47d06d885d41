"""The ground floor, below every other room. It imports nothing of the library.

errors        errors of one line, and checks of input
clock         time limits
rounds        counted work, by which engines are chosen
ending        why a search stopped
words         sentences with numbers in them
files         files read up to a size, and written as a whole or not at all
machine       what this Python can do
extras        packages that an installation may be without
missing       an import that says so
stand_ins     modules in place of packages that it has not
lazy          names imported when they are first used
drawing       values that draw themselves
extensions    what other packages add to this one
workers       processes that share out work
"""

from .lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, {"machine": "absent run_program"})
