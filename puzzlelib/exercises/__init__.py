"""Exercises that answer at once.

judge                   `check`, and what it says
run_answer, time_limit  a student's function on copies of its arguments, not for ever
values                  whole numbers and truth values, NumPy's too
counterexample, blanks  the smallest example on which it fails; has anything been written?
elsewhere               a student's function in fresh Pythons
laps                    the race that runs through lessons 01 to 05
heaps                   heaps of three as tiles on surfaces with spikes, for lesson 11
proofs                  files of witnesses, right and forged, for lesson 12
lesson_NN               the checks of a lesson, and what else its cells need
"""

from ..common.lazy import handed_on

__getattr__, __dir__, __all__ = handed_on(
    __name__,
    {
        "judge": "check",
        "laps": "race_table soma_race",
        "lesson_01": "search text wrong_line",
        "lesson_02": "all_polycubes is_shape pairs",
        "lesson_05": "link_steps",
        "lesson_06": "PIPES",
        "lesson_07": "neighbour",
        "lesson_08": "HOOK board_of combined_text ls_on one_row priced_cards row_each",
        "lesson_09": "OPPOSITE faces_of irreducible set_from side_words what_counting_says",
        "lesson_10": "figures mean_tiles sentences small_toy",
        "heaps": "has_heaps heaps_of spiked_bipyramid spiked_helix spiky",
        "lesson_11": "FAULTY in_words laid says_yes",
        "lesson_12": "turns_in_words witness witness_with_turns witnesses_by_chance",
    },
)


class Text(str):
    """Words that are shown without quotes.

    >>> Text("four packings")
    four packings
    """

    __repr__ = str.__str__
