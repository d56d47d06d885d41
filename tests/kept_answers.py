"""The cells of the exercises whose right answers are kept, with their solutions in."""

from functools import cache

from test_build import ROOT

from lessons.kit.building.lesson import python_of, read_lesson


@cache
def kept_tasks() -> dict:
    """Return the exercise behind each kept file."""
    paths = sorted((ROOT / "lessons").glob("l*/lesson.md")) + sorted((ROOT / "lessons").glob("l*/more.md"))
    tasks = [task for path in paths for task in read_lesson(path).exercises]
    return {task.kept[0]: task for task in tasks if task.kept}


@cache
def exercise(id: str):
    [folder] = (ROOT / "lessons").glob(f"l{int(id.split('.')[0]):02d}_*")
    return next(one for one in read_lesson(folder / "lesson.md").exercises if one.id == id)


def cell_of(file: str) -> str:
    """Return the cell that writes a file; Algorithm X with its choice of an item above it."""
    above = python_of(exercise("4.3").solutions[0]) + "\n\n" if file == "algorithm_x.py" else ""
    return above + kept_tasks()[file].solution
