"""Judging what a class has handed in, and the page about it."""
