"""Cards, stages and stills that a notebook shows.

card, stage           boxes with named controls; pictures in 3D
still                 what they leave in the notebook for when there is no kernel
step_player, views    a search, step by step
own_search_player     the student's own search, step by step
boards, packed        all that is sent of it, in plain Python: a browser's Python makes it too
assembly_player       a solution that comes apart move by move, both ways
puzzle_explorer       grid, hints and seed make a puzzle
prediction            a bet: question, guess and answer in one card
results               what an answer shows: texts, tables, pictures
environment           is all there that the workbook needs?
memory                what outlives a kernel: guesses, and which exercises are solved
cell_errors           errors in one line
drawing               how puzzles and solutions draw themselves
benchmark, gallery, play  cards of more than one lesson
workshop              a puzzle of one's own, painted cell by cell
saving                files in the folder of the notebook
browser               the JavaScript and the styles
"""
