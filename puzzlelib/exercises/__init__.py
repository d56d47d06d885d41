"""The checks of the exercises, one module for each lesson, imported by `puzzlelib.check` when asked for."""
