"""What a notebook shows.

card, stage           boxes with named controls; pictures in 3D
still                 what they leave in the notebook for when there is no kernel
step_player, views    a search, step by step
puzzle_explorer       grid, hints and seed make a puzzle
prediction, results   a guess, and what is shown of the truth: texts, tables, pictures
environment           is all there that the workbook needs?
lessons               what one lesson shows
browser               the JavaScript and the styles
"""

from ..common.lazy import handed_on

__getattr__, __dir__, __all__ = handed_on(
    __name__,
    {
        "card": "Card demo_switch html message",
        "environment": "check_environment",
        "step_player": "Player player",
        "puzzle_explorer": "Explorer explorer",
        "prediction": "predict",
        "results": "listing pictures table",
        "stage": "Frame Stage",
        "lessons.assembly": "assembly",
        "lessons.batch": "batch",
        "lessons.benchmark": "by_turns live_count told warm_up work_per_node",
        "lessons.census_map": "live_census look_up",
        "lessons.gallery": "described gallery",
        "lessons.growth": "growth",
        "lessons.histogram": "histogram",
        "lessons.partition": "partition_stage",
        "lessons.plate_editor": "Moves plate_editor",
        "lessons.play": "play",
        "lessons.rules": "reason_widget rules_widget",
        "lessons.squares": "by_hand square_explorer tables",
        "lessons.stable": "stable_bench",
        "lessons.toy": "toy",
    },
)
