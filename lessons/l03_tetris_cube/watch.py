"""The student's searches by cell and by piece, stepped in a page of the book."""

from ..kit.live.following import shows_answer
from ..puzzles.live.own_search_state import show_own_search

for id in ("3.1", "3.2"):
    shows_answer(id)(show_own_search)
