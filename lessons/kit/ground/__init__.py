"""The ground floor of the kit, below every other room.

course     the facts of a course that the kit asks for
errors     errors of one line
words      words of sentences
files      files written as a whole or not at all
shelf      what one book has made, and the next one takes from there
machine    what this Python can do
lazy       names that are imported when they are first used
stand_ins  modules without content, in place of those that a browser lacks
folders    names of a lesson: its folder, its notebook, its modules
slicing    the statements of a notebook that one exercise needs
templates  pages from the templates of Jinja
"""
