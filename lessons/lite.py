"""Build the notebooks as JupyterLite: `python lessons/lite.py [--to FOLDER] [--fetch]`."""

import sys

from lessons.kit.lite.lite import main

if __name__ == "__main__":
    sys.exit(main())
