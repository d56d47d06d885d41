"""Count the arrangements of a puzzle exactly, face by face (lesson 12).

exact       the count in plain Python, and the door to the compiled one
arrays      the compiled count, with numbers for states; count.c has the inner loops
face_order  an order of the faces that keeps the layers small
"""

from ...common.lazy import attach

__getattr__, __dir__, __all__ = attach(__name__, {"exact": "count tally"})
