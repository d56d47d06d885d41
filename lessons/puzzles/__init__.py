"""Rooms with the names of the kit's, which draw and know puzzles, for all lessons.

cards   the stage in 3D, step players, boxes to pack by hand, the workshop
views   pictures of searches, relaxations, plates on the move, reasons
hands   puzzles in the hands of a student: help, positions, drawings
checks  a student's own search, and the race through lessons 01 to 05
live    what a browser's Python has in place of numpy, clingo and HiGHS
pages   the first page of the book, and the pages on the library
"""
