"""Lesson 08: Integer programs."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "card": "reason_widget rules_widget whole_widget",
        "checks": "combined_text one_row priced_cards row_each",
        "four_ways": "four_searches",
        "polyhedron": "draw_polyhedron",
        "naive": "Naive cells_of each_pair naive_model not_straight once packing_of three_cells",
    },
)
