"""How many arrangements has a puzzle? Exactly, face by face (lesson 12).

exact       the count in plain Python, and the door to the compiled one
arrays      the same with numbers for states, layer by layer
face_order  which face comes next, so that the layers stay small
kernel      the inner loops, for numba; their arrays: kernel_layout
"""

from ...common.lazy import handed_on

__getattr__, __dir__, __all__ = handed_on(__name__, {"exact": "available count tally"})
