"""Answer set programming (lessons 06, 07).

engine      facts, rules, grounding, answers; the fewest hints that make a puzzle unique
tetracubes  the models of lesson 06: pieces as facts, answers read back as packings
watch, watcher   clasp's decisions and conflicts as events
programs    the .lp files
"""

from ..common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "engine": "FLAGS FOLDER answers facts fewest_hints ground ground_size rules solution_of solutions",
        "tetracubes": "cube_facts numbered_rotations parse_answer",
        "watch": "trace",
    },
)
