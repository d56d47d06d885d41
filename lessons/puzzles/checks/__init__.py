"""Checks of searches.

layers      pieces written as the layers of a box
own_cases   the problems that a student's search is given
own_search  from the calls of a search to a trace
laps        the race that runs through lessons 01 to 05
"""
