"""The ground that every room stands on. It imports nothing of the library.

errors        what is wrong with an input, in one line
clock         time limits
words         sentences with numbers in them
lazy          names that a room hands on
installation  what is installed here
"""
