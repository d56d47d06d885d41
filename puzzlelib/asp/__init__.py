"""Answer set programming (lessons 06, 07): a puzzle becomes facts and rules, clingo grounds them, clasp finds
the answers.

engine      facts, rules, grounding, answers; how few hints make a puzzle unique
stable      is a set of atoms an answer? the definition itself, without clingo
tetracubes  the models of lesson 06: the pieces as facts, answers read back as packings
watch, watcher   clasp's decisions and conflicts as the events of a search
programs    the .lp files
"""

from ..common.lazy import handed_on

__getattr__, __dir__, __all__ = handed_on(
    __name__,
    {
        "engine": "FLAGS FOLDER answers facts fewest_hints ground ground_size rules solution_of solutions",
        "tetracubes": "cube_facts numbered_rotations parse_answer read_answer",
        "stable": "judge read_rules stable_models",
        "watch": "trace",
    },
)
