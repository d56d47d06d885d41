"""Small packing puzzles by chance, for tests that compare one search with another."""

from hypothesis import strategies as st

from puzzlelib.packing.puzzle import PackingPuzzle, Piece, box_cells

BOXES = ([(2, 2, 1)], [(2, 2, 2)], [(3, 2, 1)], [(3, 3, 1)], [(2, 2, 1), (2, 2, 1)], [(2, 1, 1), (2, 2, 1)])


@st.composite
def small_puzzles(draw, forms, boxes=BOXES, twins=False):
    """A box, or some, with pieces of the right volume out of `forms`, name -> cells; often impossible.

    `twins`: copies may have names of their own.
    """
    sizes = draw(st.sampled_from(boxes))
    names, left = [], sum(w * d * h for w, d, h in sizes)
    while left:
        name = draw(st.sampled_from([n for n, cells in forms.items() if len(cells) <= left]))
        names.append(name)
        left -= len(forms[name])
    pieces = tuple(Piece(name, forms[name], names.count(name)) for name in dict.fromkeys(names))
    if twins and draw(st.booleans()):
        pieces = tuple(Piece(f"{p.name}{k}", p.cells) for p in pieces for k in range(p.copies))
    symmetry = draw(st.sampled_from(["space", "plane", "flip"]))
    return PackingPuzzle("random", box_cells(sizes), pieces, symmetry, tuple(sizes))
