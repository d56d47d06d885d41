"""Lesson 05: Dancing links."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "archipelago": "find_archipelago map_of_packings recorded_archipelago",
        "card": "RECORDED growth growth_table six_cards",
        "chain": "search_chain",
        "checks": "link_steps",
        "costs": "cheapest contest_table fingerprints gone_and_left price_here "
        "price_table recorded_chain recorded_machine recorded_prices sparse_covers undo_table",
    },
)
