"""The lessons, and what their notebooks show.

lNN_topic  one lesson: its text, its teacher's page, the checks of its exercises, its own card
kit        what any course shares
puzzles    what lessons on puzzles share

course                    what the kit has to know of this course
build, book, sheets       write the notebooks, the book and the teacher's sheets
share, collect, update    a page to hand out, the notebooks of a class, a new version

A name is looked up when it is first used, so that starting costs little.
"""

import sys

from puzzlelib.common.lazy import attach

from . import course  # noqa: F401 (it tells the kit)

# jsonschema's grammar of addresses: seconds to load, and no notebook is read by it.
sys.modules.setdefault("rfc3987_syntax", None)

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "kit.checks.judge": "check",
        "kit.checks.course": "progress",
        "puzzles.checks.laps": "race_table soma_race",
        "kit.cards.card": "Card demo_switch html message",
        "puzzles.cards.environment": "check_environment",
        "puzzles.cards.step_player": "Player pictures player",
        "puzzles.cards.own_search_player": "watch_search",
        "puzzles.cards.assembly_player": "AssemblyPlayer assembly_player",
        "puzzles.cards.puzzle_explorer": "Explorer explorer",
        "kit.cards.prediction": "predict",
        "kit.cards.results": "listing table",
        "puzzles.cards.stage": "Frame Stage",
        "puzzles.cards.benchmark": "by_turns live_count work_per_node",
        "puzzles.cards.gallery": "described gallery",
        "puzzles.cards.play": "play",
        "puzzles.cards.workshop": "show_parts workshop",
        "kit.notebooks.again": "begin_again",
        "puzzles.views.plates": "Show",
        "puzzles.views.reasons": "picture",
        "solver.picture": "my_programs",
        "solver.card": "your_solver",
    },
)

if "IPython" in sys.modules:  # so that the first cell, too, says in one line what it lacks
    from .kit.cards.cell_errors import shorten_errors
    from .kit.ground.machine import is_page

    if is_page():
        shorten_errors()
