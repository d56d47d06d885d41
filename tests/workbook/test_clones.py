"""A student's clone and a new version upstream: what git makes of the notebooks, in every state."""

import os
import re
import subprocess

import pytest
from test_build import ROOT  # it puts lessons/ on the path
from test_new_version import FIRST, TEXT, answer, exercise, sources
from test_new_version import built as built_from

import lessons.update
from lessons.kit.notebooks import notebook_from, text_of
from lessons.kit.notebooks.clones import supply_driver, top_of_clone
from lessons.update import main

NAME, OTHER = "notebooks/01-x.ipynb", "notebooks/02-y.ipynb"
SECOND = built_from("# 1", "one, in other words", exercise(2), "new", exercise(1, " # new stub"), "recap")
THIRD = built_from("# 1", "one, the third time", exercise(1), exercise(2), "recap")
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")} | {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "PYTHONPATH": str(ROOT),
}
pytestmark = pytest.mark.usefixtures("git")
TEACHER = ("-c", "user.name=teacher", "-c", "user.email=teacher@example.org")


@pytest.fixture(autouse=True)
def nobody(monkeypatch):
    """Nothing of the user's own git, and nobody has told it a name."""
    for key in set(os.environ) - set(ENVIRONMENT):
        monkeypatch.delenv(key)
    for key, value in ENVIRONMENT.items():
        monkeypatch.setenv(key, value)


def git(folder, *words, code=0):
    done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def put(folder, name, notebook):
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(notebook if isinstance(notebook, str) else text_of(notebook))


def get(folder, name=NAME):
    return notebook_from((folder / name).read_bytes(), name)


def publish(origin, message, **notebooks):
    """Commit a version of the workbook."""
    for name, notebook in notebooks.items():
        put(origin, f"notebooks/{name}.ipynb".replace("_", "-"), notebook)
    git(origin, "add", "--all")
    git(origin, *TEACHER, "commit", "-q", "-m", message)


@pytest.fixture
def origin(tmp_path):
    """The first version, upstream."""
    origin = tmp_path / "origin"
    origin.mkdir()
    git(origin, "init", "-q", "-b", "main")
    for name in (".gitattributes", ".gitignore"):
        (origin / name).write_bytes((ROOT / name).read_bytes())
    publish(origin, "first", **{"01_x": FIRST, "02_y": FIRST})
    return origin


@pytest.fixture
def clone(origin, tmp_path):
    git(tmp_path, "clone", "-q", str(origin), "clone")
    return tmp_path / "clone"


def work(clone, *numbers, name=NAME):
    """Solve exercises, and write a note."""
    notebook = get(clone, name)
    for cell in notebook.cells:
        for number in numbers:
            if f"check('1.{number}'" in cell.source:
                cell.source = answer(number)
    notebook.cells.insert(1, TEXT(f"my note {numbers}", id=f"a-note-{numbers[0]}"))
    put(clone, name, notebook)


@pytest.fixture
def update(capfd):
    """Run lessons/update.py; returns its status and all that it and git say."""
    return lambda clone: (main(["--root", str(clone)]), "".join(capfd.readouterr()))


def set_up(clone):
    """Do what `make update ARGS=--git` does after its pull."""
    assert top_of_clone(clone)
    supply_driver(clone)


def new_text_and_old_work(clone, *numbers, version=SECOND, name=NAME):
    """The notebook is the new version, with these exercises answered and the note."""
    got = sources(get(clone, name))
    assert {answer(number) for number in numbers} <= set(got) and f"my note {numbers}" in got
    stubs = {f"check('1.{number}'" for number in numbers}
    wanted = [text for text in sources(version) if not any(stub in text for stub in stubs)]
    assert [text for text in got if text in wanted] == wanted
    assert sum("check(" in text for text in got) == sum("check(" in text for text in sources(version))


# -------- git pull


@pytest.mark.slow
def test_pull_refuses_in_a_clone_that_knows_nothing_and_update_gets_on(origin, clone, update):
    work(clone, 1, 2)
    publish(origin, "second", **{"01_x": SECOND})
    before = (clone / NAME).read_bytes()
    assert "would be overwritten by merge" in git(clone, "pull", code=1)
    status, says = update(clone)
    assert status == 0, says
    new_text_and_old_work(clone, 1, 2)
    assert (clone / "notebooks/.exactly-once/01-x.1.ipynb").read_bytes() == before
    assert git(clone, "status", "--porcelain").split() == ["M", NAME]


@pytest.mark.slow
def test_update_says_in_three_lines_what_happened_and_it_is_true(origin, clone, update, monkeypatch):
    work(clone, 1, 2)
    for message, version in (("second", SECOND), ("third", THIRD)):
        publish(origin, message, **{"01_x": version})
    status, says = update(clone)
    fetched, kept, *rest = says.splitlines()
    assert status == 0 and re.fullmatch(r"2 changes fetched; this is the version of \d\d \w+ \d{4}.", fetched)
    assert kept == "Your work is kept: each cell of yours is in its notebook (1 notebook)."
    assert rest == ["Close notebooks that are open, and open them again."]
    assert update(clone)[1].splitlines() == ["Nothing is new.", kept, *rest]

    put(clone, OTHER, get(clone, NAME))
    monkeypatch.setattr(lessons.update, "catch_up", lambda root: put(root, OTHER, SECOND))  # it loses all
    assert f"Not all of yours is in {OTHER}: as it was" in update(clone)[1]


@pytest.mark.slow
def test_pull_keeps_work_that_was_not_committed(origin, clone):
    set_up(clone)
    work(clone, 1, 2)
    work(clone, 1, name=OTHER)
    publish(origin, "second", **{"01_x": SECOND})
    git(clone, "pull")
    new_text_and_old_work(clone, 1, 2)
    new_text_and_old_work(clone, 1, version=FIRST, name=OTHER)
    publish(origin, "third", **{"01_x": THIRD, "02_y": THIRD})
    git(clone, "pull")
    new_text_and_old_work(clone, 1, 2, version=THIRD)
    new_text_and_old_work(clone, 1, version=THIRD, name=OTHER)
    assert git(clone, "stash", "list") == ""


@pytest.mark.slow
def test_update_carries_and_writes_into_gits_configuration_only_when_asked(origin, clone, update):
    kept = clone / ".git/config"
    for number, asked in (1, []), (2, ["--git"]):
        before = kept.read_bytes()
        work(clone, number)
        publish(origin, f"second {asked}", **{"01_x": THIRD if asked else SECOND})
        assert main(["--root", str(clone), *asked]) == 0
        got = set(sources(get(clone)))
        assert {answer(one) for one in range(1, number + 1)} <= got and f"my note ({number},)" in got
        assert ("one, the third time" in got) == bool(asked)
        assert git(clone, "stash", "list") == ""
        assert (kept.read_bytes() != before) == (clone / ".git/info/attributes").exists() == bool(asked)
    assert "lessons.kit.notebooks.clones" in git(clone, "config", "merge.exactly-once.driver")


def committed(clone):
    git(clone, "-c", "user.name=s", "-c", "user.email=s@x.org", "commit", "-q", "-a", "-m", "my answers")


@pytest.mark.slow
def test_update_keeps_work_that_was_committed_and_more_that_was_not(origin, clone, update):
    work(clone, 1)
    committed(clone)
    work(clone, 2)
    publish(origin, "second", **{"01_x": SECOND})
    status, says = update(clone)
    assert status == 0, says
    assert {answer(1), answer(2), "my note (1,)", "my note (2,)"} <= set(sources(get(clone)))
    assert "one, in other words" in sources(get(clone))


@pytest.mark.slow
def test_update_ends_a_merge_that_git_left(origin, clone, update):
    work(clone, 1)
    committed(clone)
    publish(origin, "second", **{"01_x": SECOND})
    assert "CONFLICT" in git(clone, *TEACHER, "pull", "--no-rebase", code=1)
    new_text_and_old_work(clone, 1, version=FIRST)  # no marks of a conflict: the notebook still opens
    status, says = update(clone)
    assert status == 0, says
    new_text_and_old_work(clone, 1)
    assert git(clone, "status", "--porcelain") == ""


@pytest.mark.slow
def test_update_mends_a_stash_that_did_not_fit(origin, clone, update):
    work(clone, 1)
    publish(origin, "second", **{"01_x": SECOND})
    git(clone, *TEACHER, "stash")
    git(clone, "pull")
    assert "CONFLICT" in git(clone, "stash", "pop", code=1)
    status, says = update(clone)
    assert status == 0, says
    new_text_and_old_work(clone, 1)


@pytest.mark.slow
@pytest.mark.parametrize("driver", [False, True], ids=["a clone as it is", "one that can carry"])
def test_nbgitpuller(origin, clone, driver, update):
    """It commits what is there, and merges with -X ours."""
    if driver:
        set_up(clone)
    work(clone, 1, 2)
    publish(origin, "second", **{"01_x": SECOND})
    git(clone, "fetch", "-q")
    git(clone, *TEACHER, "commit", "-q", "-a", "-m", "Automatic commit by nbgitpuller", "--allow-empty")
    git(clone, *TEACHER, "merge", "-q", "-X", "ours", "origin/main")
    new_text_and_old_work(clone, 1, 2, version=SECOND if driver else FIRST)
    status, says = update(clone)
    assert status == 0, says
    new_text_and_old_work(clone, 1, 2)


# -------- a notebook that has another name in the new version


@pytest.fixture
def renamed(origin):
    """A function that publishes the second version of a notebook under its new name."""

    def publish_renamed():
        (origin / "notebooks/01-x-more.ipynb").unlink()
        publish(origin, "renamed", **{"01b_x": SECOND})

    publish(origin, "with a second notebook", **{"01_x_more": FIRST})
    return publish_renamed


@pytest.mark.slow
@pytest.mark.parametrize("state", ["written", "committed"])
def test_work_follows_a_notebook_to_its_new_name(renamed, clone, update, state):
    work(clone, 1, 2, name="notebooks/01-x-more.ipynb")
    if state == "committed":
        git(clone, *TEACHER, "commit", "-q", "-a", "-m", "my work")
    renamed()
    status, says = update(clone)
    assert status == 0 and "each cell of yours is in its notebook (1 notebook)" in says, says
    new_text_and_old_work(clone, 1, 2, name="notebooks/01b-x.ipynb")
    assert not (clone / "notebooks/01-x-more.ipynb").exists()


@pytest.mark.slow
def test_nbgitpuller_follows_as_well(renamed, clone, update):
    work(clone, 1, name="notebooks/01-x-more.ipynb")
    renamed()
    git(clone, "fetch", "-q")
    git(clone, *TEACHER, "commit", "-q", "-a", "-m", "Automatic commit by nbgitpuller", "--allow-empty")
    git(clone, *TEACHER, "merge", "-q", "-X", "ours", "origin/main")
    assert update(clone)[0] == 0
    new_text_and_old_work(clone, 1, name="notebooks/01b-x.ipynb")


# -------- what else may be in the way


@pytest.mark.slow
def test_deleted_notebooks_come_back(origin, clone, update):
    (clone / NAME).unlink()
    work(clone, 1, name=OTHER)
    publish(origin, "second", **{"01_x": SECOND, "02_y": SECOND})
    status, says = update(clone)
    assert status == 0 and sources(get(clone)) == sources(SECOND), says
    new_text_and_old_work(clone, 1, name=OTHER)


@pytest.mark.slow
def test_a_file_that_came_first_is_kept(origin, clone, update):
    mine = built_from("mine")
    put(clone, "notebooks/03-z.ipynb", mine)
    publish(origin, "second", **{"03_z": SECOND})
    status, says = update(clone)
    assert status == 0, says
    assert sources(get(clone, "notebooks/03-z.ipynb")) == sources(SECOND)
    assert sources(get(clone, "notebooks/.exactly-once/03-z.1.ipynb")) == ["mine"]


@pytest.mark.slow
@pytest.mark.parametrize("way", ["pull", "update"])
def test_a_damaged_notebook_is_kept_and_stops_no_other(origin, clone, update, way):
    set_up(clone)
    put(clone, NAME, '{"cells": [')
    work(clone, 1, name=OTHER)
    publish(origin, "second", **{"01_x": SECOND, "02_y": SECOND})
    if way == "pull":
        git(clone, "pull")  # git puts changes back without a word of its driver
    else:
        status, says = update(clone)
        assert status == 0 and says.count("01-x.ipynb: not a notebook") == 1, says
    assert sources(get(clone)) == sources(SECOND)
    assert (clone / "notebooks/.exactly-once/01-x.1.ipynb").read_text() == '{"cells": ['
    new_text_and_old_work(clone, 1, name=OTHER)


@pytest.mark.slow
def test_a_version_that_was_saved_over_a_newer_one_is_caught_up(origin, clone, update):
    """JupyterLab had the old notebook open, and was told to write it over the new one."""
    work(clone, 1)
    old = (clone / NAME).read_text()
    publish(origin, "second", **{"01_x": SECOND})
    assert update(clone)[0] == 0
    put(clone, NAME, old)
    assert update(clone)[0] == 0
    new_text_and_old_work(clone, 1)


@pytest.mark.slow
def test_two_versions_of_the_build_say_what_to_do_and_it_helps(origin, clone, update):
    """A teacher has edited a built notebook by hand and pushed it, and a student has worked in it."""
    work(clone, 1)
    edited = get(origin)
    edited.cells.append(TEXT("by hand", id="by-hand"))
    put(origin, NAME, edited)
    publish(origin, "by hand")
    status, says = update(clone)
    assert status == 1 and "--ours or --theirs" in says
    git(clone, "checkout", "-q", "--theirs", "--", NAME)
    git(clone, "add", NAME)
    assert update(clone)[0] == 0 and answer(1) in sources(get(clone))


def test_what_is_in_the_way_of_an_update_says_what_to_do(origin, clone, update):
    put(clone, NAME, "no notebook")
    assert "Delete it, and call this again" in update(clone)[1]
    (clone / NAME).unlink()
    assert update(clone)[0] == 0 and sources(get(clone)) == sources(FIRST)
    origin.rename(origin.with_name("moved"))
    status, says = update(clone)
    assert status == 1 and says.splitlines()[-1].endswith("mend that, and call this again")


def test_without_a_clone_update_says_what_to_do(tmp_path, update):
    status, says = update(tmp_path)
    assert status == 1 and says.count("\n") == 1 and "not a clone made by git" in says


@pytest.mark.slow
def test_without_a_network_update_says_so_and_leaves_all(origin, clone, update):
    work(clone, 1)
    before = (clone / NAME).read_bytes()
    origin.rename(origin.with_name("elsewhere"))
    status, says = update(clone)
    assert status == 1 and "Nothing of yours is lost" in says and (clone / NAME).read_bytes() == before


def test_other_clones_and_other_settings_are_left_alone(origin, clone, tmp_path):
    git(tmp_path, "init", "-q", "other")
    before = (tmp_path / "other/.git/config").read_text()
    other = tmp_path / "other/.git/config"
    assert not top_of_clone(other.parent.parent) and other.read_text() == before
    git(clone, "config", "pull.rebase", "true")
    set_up(clone)
    set_up(clone)
    assert git(clone, "config", "pull.rebase") == "true\n"
    assert (clone / ".git/info/attributes").read_text().count("merge=exactly-once") == 1
