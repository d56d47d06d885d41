"""A witness for every instance of IcoSoKu (lesson 12).

instances  all starting positions in order
search     one arrangement for each of them, in seconds
arrays     the arrays it works on; witnesses.c has the inner loops
check      a check of the witnesses, in code of its own
"""

from ...common.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, {"search": "Census Checked check_witnesses run save"})
