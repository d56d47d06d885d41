"""Puzzles for 3D printers and for paper: every piece, the box, a full plate, sheets and a card.

solids      the closed, bevelled surface of a polycube with play
engraving   a letter sunk into a flat face
trays       the box that a puzzle is packed in
parts       all that is printed of a puzzle, each as it lies on the printer
beds        parts laid out on the printer's plate
three_mf    3MF files
drawings    sheets of layers and a card, as SVG
folder      all of these as files
"""

from puzzlelib.common.lazy import attach

rooms = {"folder": "write_prints", "parts": "PrintOptions printed_parts"}
__getattr__, __dir__, __all__ = attach(__name__, rooms)
