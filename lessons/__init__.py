"""The lessons, and what their notebooks show.

lNN_topic  one lesson: its text, its teacher's page, the checks of its exercises, its own card
kit        what all lessons share

build, book, sheets       write the notebooks, the book and the teacher's sheets
share, collect, update    a page to hand out, the notebooks of a class, a new version

A name is looked up when it is first used, so that starting costs little.
"""

import sys

from puzzlelib.common.lazy import attach

# jsonschema's grammar of addresses: seconds to load, and no notebook is read by it.
sys.modules.setdefault("rfc3987_syntax", None)

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "kit.checks.judge": "check",
        "kit.checks.course": "progress",
        "kit.checks.laps": "race_table soma_race",
        "kit.cards.card": "Card demo_switch html message",
        "kit.cards.environment": "check_environment",
        "kit.cards.step_player": "Player player",
        "kit.cards.own_search_player": "watch_search",
        "kit.cards.assembly_player": "AssemblyPlayer assembly_player",
        "kit.cards.puzzle_explorer": "Explorer explorer",
        "kit.cards.prediction": "predict",
        "kit.cards.results": "listing pictures table",
        "kit.cards.stage": "Frame Stage",
        "kit.cards.benchmark": "by_turns live_count work_per_node",
        "kit.cards.gallery": "described gallery",
        "kit.cards.play": "play",
        "kit.cards.workshop": "show_parts workshop",
        "kit.notebooks.again": "begin_again",
        "kit.views.plates": "Show",
        "kit.views.reasons": "picture",
    },
)

if "IPython" in sys.modules:  # so that the first cell, too, says in one line what it lacks
    from puzzlelib.common.machine import is_page

    from .kit.cards.cell_errors import shorten_errors

    if is_page():
        shorten_errors()
