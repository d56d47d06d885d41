"""Notebooks that were solved with version 0.1 run, and are judged as they were then.

Two of them were recorded with what their exercises said; `make test-all` takes all from git.
"""

import io
import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from solved import fresh_shell, run_cell
from test_build import ROOT, build

RECORDED = sorted(Path(__file__).with_name("old_notebooks").glob("*.ipynb"))
REVISION = "be52bc9"  # the last commit before `lessons` became a package
GONE = {  # errors of cells that no longer run
    "11-hard-in-general": ["PuzzleError", "AttributeError", "PuzzleError"],  # surfaces with spikes
    "12-every-instance": ["KeyError"],  # the count of all instances was divided anew
}
REPLACED = {"11.4b"}  # heaps on spikes

NAMES = {  # that notebooks of version 0.1 import
    "puzzlelib": "ExactCover PackingPuzzle Piece Placement PuzzleError all_packings asp compiled count "
    "estimate exact_cover generate hands load orbits pictures solve verify",
    "puzzlelib.asp": "FLAGS FOLDER answers facts ground ground_size rules trace",
    "puzzlelib.cluster": "counts",
    "puzzlelib.exercises": "FAULTY HOOK OPPOSITE PIPES all_polycubes board_of check combined_text faces_of "
    "figures heaps_of in_words irreducible is_shape laid link_steps ls_on mean_tiles neighbour one_row pairs "
    "priced_cards race_table row_each says_yes search sentences set_from side_words small_toy soma_race "
    "spiked_bipyramid spiked_helix spiky turns_in_words what_counting_says witness witness_with_turns "
    "witnesses_by_chance wrong_line",
    "puzzlelib.icosoku": "ALL_TILES COPIES Cosoku INSTANCES PAPER_PEGS Placed RECORD State TILES arrange "
    "arrangement arrangement_of bipyramid bipyramid_of by_asp by_minizinc census count_nodes count_slowly "
    "dots icosahedron icosoku instructions laid layers mirrored missing octahedron paper_tetrahedron pegs_of "
    "solve spelled still_possible sums tally tetrahedron trace turns",
    "puzzlelib.ilp": "Model Naive SOLVERS Variable all_solutions branch_and_bound cells_of chosen each_pair "
    "naive_model not_straight once packing_of placement_model relax solve_model three_cells total why_not",
    "puzzlelib.packing": "ROTATIONS box_cells least_image mirrored normal_form option_tables orbits "
    "orientations read_text shapes shifted turned",
    "puzzlelib.pictures": "Show picture",
    "puzzlelib.plates": "Plate PlateSet areas_wrong board_puzzle cube_puzzle generate_plates laid load "
    "on_board on_cube plates_model save stl",
    "puzzlelib.search": "LinkEvent LinkTrace Links algorithm_x backtracking compare cover_of dancing_links "
    "duration flat link_trace magic_square probes race rounded",
    "puzzlelib.widgets": "Card Moves Stage assembly batch by_hand by_turns check_environment demo_switch "
    "described explorer gallery growth histogram html listing live_census live_count look_up "
    "partition_stage pictures plate_editor play player predict reason_widget rules_widget square_explorer "
    "stable_bench table tables told toy warm_up work_per_node",
}


@pytest.mark.parametrize("room", NAMES)
def test_old_names_are_still_there(room):
    for name in NAMES[room].split():
        exec(f"from {room} import {name}", {})


def test_an_old_name_says_once_that_it_has_moved():
    code = "from puzzlelib.widgets import player, predict\nfrom puzzlelib.widgets import table"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (
        done.stdout == "puzzlelib.widgets has moved to lessons; the old name still works in this version.\n"
    )
    assert done.stderr == ""


def run(cells) -> tuple[dict[str, str], list[str]]:
    """Return the verdict of each exercise, and the errors of the cells."""
    shell, verdicts, errors, here = fresh_shell({}), {}, [], os.getcwd()
    os.chdir(ROOT / "notebooks")
    try:
        for source, is_exercise in cells:
            try:
                texts = run_cell(shell, source)
            except Exception as error:
                texts = errors.append(f"{type(error).__name__}: {error}") or []
            if is_exercise:
                id = build.checked_id(source)
                verdicts[id] = next((text for text in texts if text.startswith(f"{id}: ")), "")
    finally:
        os.chdir(here)
    return verdicts, errors


@pytest.mark.notebook
@pytest.mark.parametrize("path", RECORDED, ids=[path.stem for path in RECORDED])
def test_a_recorded_notebook_is_judged_as_it_was(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    said = [cell["outputs"][0]["data"]["text/plain"] for cell in cells if cell["outputs"]]
    verdicts, errors = run(("".join(cell["source"]), bool(cell["outputs"])) for cell in cells)
    assert errors == [] and list(verdicts.values()) == said


@pytest.fixture(scope="module")
def version_01(tmp_path_factory) -> Path:
    """The lessons as they were, from git."""
    words = ["git", "archive", REVISION, "lessons"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True)
    if done.returncode:
        pytest.skip(f"the commit {REVISION} is not in this clone")
    folder = tmp_path_factory.mktemp("version_01")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder / "lessons"


@pytest.mark.long
@pytest.mark.notebook
@pytest.mark.parametrize("name", [path.stem for path in sorted(ROOT.glob("notebooks/*.ipynb"))])
def test_each_solution_of_version_01_is_correct(version_01, name):
    folder = version_01 / f"l{name.replace('-', '_')}"
    if not (version_01 / name).is_dir():
        pytest.skip("a new lesson")
    (version_01 / name).rename(folder)
    notebook = build.solved_notebook(build.read_lesson(folder / "lesson.md"))
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    verdicts, errors = run((one.source, "exercise" in one.metadata.get("tags", ())) for one in code)
    assert [error.split(":")[0] for error in errors] == GONE.get(name, [])
    assert {id for id, text in verdicts.items() if not text.startswith(f"{id}: Correct. ")} <= REPLACED
