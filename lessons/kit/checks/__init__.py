"""Exercises that answer at once.

judge                   `check`, and what it says
registry                the exercises and their checks
light                   exercises that are compared with their solution
run_answer, time_limit  a student's function on copies of its arguments, not for ever
values                  whole numbers and truth values, NumPy's too
counterexample, blanks  the smallest example on which it fails; has anything been written?
library_use             the names of libraries that an answer uses
course                  which exercises are solved, lesson by lesson
own_calls               the calls that a student's function makes of itself, watched
"""


class Text(str):
    """Words that are shown without quotes.

    >>> Text("four packings")
    four packings
    """

    __repr__ = str.__str__
