"""The student's Algorithm X, stepped in a page of the book."""

from ..kit.live.following import shows_answer
from ..puzzles.live.own_search_state import show_own_search

shows_answer("4.4")(show_own_search)
