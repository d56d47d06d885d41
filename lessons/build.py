"""Build the notebooks from the lessons: `python lessons/build.py`; kit/building/lesson.py says from what."""

import sys

from lessons.kit.building.build import main

if __name__ == "__main__":
    sys.exit(main())
