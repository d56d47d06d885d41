"""Lesson 09: Plates."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "card": "from_board_to_cube plate_editor",
        "checks": "OPPOSITE faces_of irreducible set_from side_words what_counting_says",
        "design": "border_cells",
    },
)
