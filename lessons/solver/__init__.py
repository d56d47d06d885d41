"""Your solver: the programs that a student has kept, run on puzzles.

tasks     what is asked of a program, how its result is judged, and what is shown
programs  which kept programs can be run, and on what: a new one takes one entry there
runs      a run of one of them: limited, counted, judged, beside the library's search
picture   all kept programs as one picture
card      the card with the table, the trees in numbers, and the packing in 3D
"""
