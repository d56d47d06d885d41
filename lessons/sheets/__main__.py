"""The sheets that the teacher's pages hand out: `python -m lessons.sheets [--check] [--pdf]`.

Each is drawn from the library's data, written as `lessons/lNN_topic/sheets/NAME.svg`, and linked from the
teacher's page beside it. With `--pdf`, and where a Chromium is there, all sheets of a lesson are printed into
`lessons/lNN_topic/sheets/sheets.pdf` as well.
"""

import argparse
import tempfile
from functools import cache
from pathlib import Path

from lessons.kit.ground.errors import run_program
from lessons.kit.pages.paper import to_print
from puzzlelib.common.chromium import NONE, find_chromium, print_pdf
from puzzlelib.common.files import whole_file

from . import boxes, solids, tables

HERE = Path(__file__).parents[1]
PDF = "sheets.pdf"


@cache
def draw_sheets() -> dict[Path, str]:
    """Return each sheet as SVG under the path of its file."""
    made = {}
    for module in (boxes, tables, solids):
        for name, page in module.sheets():
            number, _, kind = name.partition("/")
            made[sheets_folder(number) / f"{kind}.svg"] = page.svg()
    return made


def sheets_folder(number: str) -> Path:
    """Return the folder of a lesson's sheets."""
    (lesson,) = HERE.glob(f"l{number}_*")
    return lesson / "sheets"


def stale_sheets() -> list[Path]:
    """Return the files that are not what would be drawn, and those that nothing draws."""
    wrong = [
        path for path, svg in draw_sheets().items() if not path.is_file() or path.read_text("utf-8") != svg
    ]
    return wrong + [path for path in HERE.glob("*/sheets/*.svg") if path not in draw_sheets()]


def write_sheets() -> None:
    """Write every sheet, and remove those that nothing draws."""
    for path in set(stale_sheets()) - set(draw_sheets()):
        path.unlink()
    for path, svg in draw_sheets().items():
        path.parent.mkdir(exist_ok=True)
        with whole_file(path) as file:
            file.write(svg.encode())


def print_sheets(folder: Path, browser: str, out: Path) -> bool:
    """Print all sheets of a folder into one PDF; return whether that worked."""
    with tempfile.TemporaryDirectory() as place:
        page = Path(place, "sheets.html")
        page.write_text(to_print(folder), encoding="utf-8")
        return print_pdf(browser, page, out)


def main() -> int:
    parser = argparse.ArgumentParser(description="Draw the sheets that teachers hand out.")
    parser.add_argument("--check", action="store_true", help="only say which are stale")
    parser.add_argument("--pdf", action="store_true", help="print those of each lesson as PDF, too")
    options = parser.parse_args()
    if options.check:
        print(*(f"{path}: stale; run make sheets" for path in stale_sheets()), sep="\n", end="")
        return bool(stale_sheets())
    write_sheets()
    print(f"{len(draw_sheets())} sheets: lessons/lNN_topic/sheets/*.svg")
    if options.pdf:
        browser = find_chromium()
        folders = sorted({path.parent for path in draw_sheets()})
        made = [print_sheets(folder, browser, folder / PDF) for folder in folders] if browser else []
        print(f"{sum(made)} of {len(folders)} as PDF: lessons/lNN_topic/sheets/{PDF}" if browser else NONE)
    return 0


if __name__ == "__main__":
    run_program(main)
