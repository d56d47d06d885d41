"""A witness for every instance of IcoSoKu (lesson 12).

instances  all starting positions in order
search     one arrangement for each of them, in seconds
arrays     what it works on
kernel     its inner loops, for numba; their arrays: kernel_layout
check      whether they are right, in code of its own
"""

from ...common.lazy import handed_on

__getattr__, __dir__, __all__ = handed_on(__name__, {"search": "Census Checked check_witnesses run save"})
