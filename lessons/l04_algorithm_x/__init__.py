"""Lesson 04: Algorithm X."""
