"""Lesson 03: The Tetris Cube."""
