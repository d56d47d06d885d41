"""A student's programs in a real JupyterLab: kept by their checks, run in the card, saved and taken back."""

import io
import shutil
import zipfile

import pytest
from kept_answers import cell_of

from .controls import violations
from .lab import desk_with, nameless, settle, until

pytestmark = pytest.mark.browser

CELLS = [
    "from lessons import check, your_solver",
    cell_of("by_piece.py"),
    cell_of("at_most.py"),
    cell_of("fewest_moves.py"),
    "card = your_solver()\ncard",
]
RIGHT = "Right on {0} of {0} puzzles."


@pytest.fixture(scope="module")
def lab(server, browser):
    shutil.rmtree(server.folder / "my-solver", ignore_errors=True)  # other tests keep programs as well
    with desk_with(server, browser, "mine.ipynb", *CELLS) as lab:
        yield lab


def run(lab, name: str, number: int) -> None:
    """Choose a program and press Run it; all its runs are right."""
    lab.notebook.get_by_role("button", name=name, exact=True).press("Enter")
    lab.notebook.get_by_role("button", name="Run it").press("Enter")
    said = lab.notebook.locator(".eo-message")
    until(lab.page, lambda: RIGHT.format(number) in " ".join(said.all_inner_texts()))


def test_programs_are_kept_run_and_seen(lab, axe, tmp_path):
    kept = lab.printed(
        "from pathlib import Path; print(*sorted(path.name for path in Path('my-solver').iterdir()))"
    )
    assert kept == "at_most.py by_piece.py fewest_moves.py\n"
    table = lab.notebook.locator(".eo-table:visible")
    assert table.get_by_role("row", name="at_most(links, main)").inner_text().split()[-1] == "yes"
    run(lab, "at_most", 8)
    until(lab.page, lambda: table.count() == 1 and "Tetris Cube" in table.inner_text())
    rows = [row.split("\t") for row in table.locator("tbody tr").all_inner_texts()]
    assert [row[3:4] == row[4:5] != [] for row in rows] == [True] * 8, rows
    settle(lab.stages().first)
    run(lab, "by_piece", 2)
    until(lab.page, lambda: lab.stages().count() == 2)  # the packing, and its own search stepped
    run(lab, "fewest_moves", 2)
    until(lab.page, lambda: "Step on" in lab.notebook.inner_text())  # Cutler's burr, its ten moves played
    assert lab.stages().count() == 2, "the steps of before are closed"
    assert nameless(lab) == [] and violations(lab, axe) == []


@pytest.mark.long
def test_a_zip_brings_a_program_back(lab):
    with lab.page.expect_download() as saved:
        lab.notebook.get_by_role("link", name="Save all as a zip").click()
    content = saved.value.path().read_bytes()
    assert zipfile.ZipFile(io.BytesIO(content)).namelist() == ["at_most.py", "by_piece.py", "fewest_moves.py"]
    lab.printed("from pathlib import Path; Path('my-solver/at_most.py').unlink(); card.look()")
    offered = lab.notebook.get_by_role("button", name="at_most", exact=True)
    until(lab.page, lambda: offered.count() == 0)
    file = {"name": "my-solver.zip", "mimeType": "application/zip", "buffer": content}
    with lab.page.expect_file_chooser() as chooser:
        lab.notebook.get_by_role("button", name="Take a zip back").click()
    chooser.value.set_files(file)
    until(lab.page, lambda: offered.count() == 1)


@pytest.mark.long
def test_all_programs_are_one_picture(lab, server, browser):
    """After the others: the programs lie in the folder of their notebook."""
    with desk_with(server, browser, "all.ipynb", "from lessons import my_programs\nmy_programs()") as desk:
        picture = desk.notebook.get_by_role(
            "img", name="3 programs that you have built: by_piece.py, at_most.py"
        )
        assert picture.evaluate("(image) => image.complete && image.naturalWidth > 600")
        with desk.page.expect_download() as saved:
            desk.notebook.get_by_role("link", name="Save the picture").click()
        assert saved.value.path().read_bytes().startswith(b"<svg")
