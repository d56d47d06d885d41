"""Build the notebooks from the lessons: `python lessons/build.py`; kit/building/lesson.py says from what."""

from lessons.kit.building.build import main
from lessons.kit.ground.errors import run_program

if __name__ == "__main__":
    run_program(main)
