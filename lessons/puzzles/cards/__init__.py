"""Cards and stages that show puzzles and searches.

stage                     pictures in 3D
step_player, views        a search, step by step
own_search_player         the student's own search, step by step
boards                    all that is sent of it, in plain Python: a browser's Python makes it too
assembly_player           a solution that comes apart move by move, both ways
puzzle_explorer           grid, hints and seed make a puzzle
environment               is all there that the workbook needs?
drawing                   how puzzles and solutions draw themselves
benchmark, gallery, play  cards of more than one lesson
workshop                  a puzzle of one's own, painted cell by cell
asking                    a widget whose buttons ask Python
saving                    files in the folder of the notebook
browser                   the JavaScript and the styles
"""
