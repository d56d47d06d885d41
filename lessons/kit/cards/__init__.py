"""Cards and stills that a notebook shows.

card         boxes with named controls
still        what they leave in the notebook for when there is no kernel
prediction   a bet: question, guess and answer in one card
results      what an answer shows: texts and tables
packed       values as they are sent, in plain Python: a browser's Python makes them too
memory       what outlives a kernel: guesses, and which exercises are solved
parts        whole programs of a student, as files in `my-solver`
cell_errors  errors in one line
browser      the JavaScript and the styles
"""
