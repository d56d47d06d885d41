"""A student's notebook in a new version of the workbook: new text, the same answers.

cells        which cells are as they were built, and which a student has changed
new_version  a new version of a notebook, with the work done in the old one
kept         copies of notebooks beside them, and what is brought back from there
clones       git merges notebooks by carrying
again        a notebook as it was handed out once more
server       JupyterLab keeps a copy at each save, and brings work back when a notebook is opened

`make notebooks` and git carry work over. After a copy of files JupyterLab takes it from its own.
"""

from .cells import digest, fingerprint, name_cells, worked_in
from .kept import notebook_from, put_copy_away, set_aside, text_of
from .new_version import carry

__all__ = ["carry", "digest", "fingerprint", "name_cells", "notebook_from", "put_copy_away", "set_aside"]
__all__ += ["text_of", "worked_in"]
