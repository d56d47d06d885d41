"""makers: the workshop beside puzzlelib, for those who build puzzles (lesson 13).

apart      taking a solution apart by moves, or a proof that it cannot be done
xmpuzzle   puzzle files of other programs, read as xml_tags and written
stl        plates for the 3D printer
printing   pieces and boxes for 3D printers, and sheets of layers
design     difficulty, an atlas of puzzles, a fair
commands   what the command line does with these

puzzlelib finds its commands and its reader of files by the entry points in pyproject.toml.
"""
