"""The commands of `python -m puzzlelib`: thin, for scripts, tests and teachers' worksheets.

program      one command, its answer, its exit status, and Ctrl-C
options      all commands and their options
packing      list, solve, count, generate
export_html  show
plates, icosoku (and census)

Other packages may add commands: `makers` adds some.
"""
