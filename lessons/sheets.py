"""The sheets that the teacher's pages hand out: `python lessons/sheets.py [--check] [--pdf]`.

Each is drawn from the library's data, written as `lessons/NN-topic/sheets/NAME.svg`, and linked from the
teacher's page beside it. With `--pdf`, and where a Chromium is there, all sheets of a lesson are printed into
`lessons/NN-topic/sheets/sheets.pdf` as well.
"""

import argparse
import sys
import tempfile
from functools import cache
from pathlib import Path

from parts import sheets_boxes, sheets_solids, sheets_tables
from parts.chromium import NONE, find, print_pdf
from parts.paper import to_print

from puzzlelib.common.files import whole_file

HERE = Path(__file__).parent
PDF = "sheets.pdf"


@cache
def drawn() -> dict[Path, str]:
    """Each sheet as SVG under the path of its file."""
    made = {}
    for module in (sheets_boxes, sheets_tables, sheets_solids):
        for name, page in module.sheets():
            number, _, kind = name.partition("/")
            made[folder_of(number) / f"{kind}.svg"] = page.svg()
    return made


def folder_of(number: str) -> Path:
    """Where the sheets of a lesson stand."""
    (lesson,) = HERE.glob(f"{number}-*")
    return lesson / "sheets"


def stale() -> list[Path]:
    """The files that are not what would be drawn, and those that nothing draws."""
    wrong = [path for path, svg in drawn().items() if not path.is_file() or path.read_text("utf-8") != svg]
    return wrong + [path for path in HERE.glob("*/sheets/*.svg") if path not in drawn()]


def write() -> None:
    """Write every sheet, and remove those that nothing draws."""
    for path in set(stale()) - set(drawn()):
        path.unlink()
    for path, svg in drawn().items():
        path.parent.mkdir(exist_ok=True)
        with whole_file(path) as file:
            file.write(svg.encode())


def printed(folder: Path, browser: str, out: Path) -> bool:
    """All sheets of a folder as one PDF; was it made?"""
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
        print(*(f"{path}: stale; run make sheets" for path in stale()), sep="\n", end="")
        return bool(stale())
    write()
    print(f"{len(drawn())} sheets: lessons/NN-topic/sheets/*.svg")
    if options.pdf:
        browser = find()
        folders = sorted({path.parent for path in drawn()})
        made = [printed(folder, browser, folder / PDF) for folder in folders] if browser else []
        print(f"{sum(made)} of {len(folders)} as PDF: lessons/NN-topic/sheets/{PDF}" if browser else NONE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
