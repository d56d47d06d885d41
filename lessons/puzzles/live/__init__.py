"""Packages in plain Python, or by the solvers of a page, and the answers of cards in a page of the book."""
