"""Tell the kit what it has to know of this course."""

from puzzlelib import __version__

from .kit.ground.course import describe

describe(
    title="Exactly Once",
    name="exactly-once-puzzles",
    version=__version__,
    libraries=("puzzlelib", "makers"),
    compared=("clingo",),
    programs=("minizinc", "node"),
    judged_in="puzzlelib.common.machine:on_one_core",  # thirty students may share a server
    imports=("check", "demo_switch", "explorer", "player", "predict"),
    cards=("lessons.puzzles.cards",),
    plain_cards=("lessons.puzzles.cards.boards",),
    still_styles=("steps", "views"),
    wheels=("networkx", "plotly", "pyyaml", "tqdm"),
    compiled=("numpy", "clingo", "highspy"),
    labextensions=("jupyterlab-plotly",),
    unused=("lessons/puzzles/pages", "lessons/puzzles/live/browser"),
    archived=("yaml",),
    missing=("clingo", "highspy", "networkx", "ortools", "plotly", "tqdm"),
    stand_ins={"numpy": "puzzlelib.common.stand_ins:name_for"},
    solvers={"clingo": "lessons.puzzles.live.clingo_here", "highspy": "lessons.puzzles.live.highspy_here"},
    solvers_of={
        **dict.fromkeys((6, 7, 12), ["clingo"]),
        **dict.fromkeys((8, 9), ["highspy"]),
        **dict.fromkeys((10, 11), ["clingo", "highspy"]),
    },
    closed={
        "2.6": "its desk needs Jupyter",
        "5.4": "it measures seconds too short for a browser",
        "8.4g": "it speaks to HiGHS by its own module",
        "8.9": "it speaks to HiGHS by its own module",
        "9.6": "HiGHS takes longer in a browser than its check waits",
        "10.1": "its toy needs Jupyter",
        "10.7": "MiniZinc is a program of its own",
        **dict.fromkeys(("12.3d", "12.3e", "12.3f"), "it needs numpy"),
    },
    actions={"ask": "lessons.puzzles.live.packing_help:hand_answer"},
)
