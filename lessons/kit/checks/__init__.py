"""Exercises that answer at once.

judge                   `check`, and what it says
run_answer, time_limit  a student's function on copies of its arguments, not for ever
values                  whole numbers and truth values, NumPy's too
counterexample, blanks  the smallest example on which it fails; has anything been written?
library_use             the names of puzzlelib that an answer uses
course                  which exercises are solved, lesson by lesson
own_calls, own_cases    the calls of a student's search, watched; the problems it is given
own_search              from these calls to a trace
laps                    the race that runs through lessons 01 to 05
"""


class Text(str):
    """Words that are shown without quotes.

    >>> Text("four packings")
    four packings
    """

    __repr__ = str.__str__
