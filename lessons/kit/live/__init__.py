"""Exercises that run and are judged in a page of the book, by Python in the browser."""
