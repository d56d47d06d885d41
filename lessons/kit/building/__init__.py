"""From lesson.md to the notebook, its solutions, and the words of its bets."""
