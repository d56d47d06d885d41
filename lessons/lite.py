"""Build the notebooks as JupyterLite: `python lessons/lite.py [--to FOLDER] [--fetch]`."""

from lessons.kit.ground.errors import run_program
from lessons.kit.lite.lite import main

if __name__ == "__main__":
    run_program(main)
