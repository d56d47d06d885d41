"""Lesson 10: IcoSoKu."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "batch_card": "batch",
        "card": "toy",
        "checks": "board_data figures mean_tiles sentences small_toy",
        "survival_plot": "survival",
    },
)
