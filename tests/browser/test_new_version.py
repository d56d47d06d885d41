"""In a real JupyterLab: a notebook opens unchanged, and a copy of a new version has the answers in it."""

import nbformat
import pytest

from lessons.kit.notebooks import fingerprint, name_cells

from .lab import ROOT, SELDOM, notebook_of, paint

pytestmark = pytest.mark.browser

LESSON = ROOT / "notebooks" / "00-start-here.ipynb"
ANSWER = """\
def empty_cells(container, hints):
    return len(container) - sum(len(cells) for piece, cells in hints)

check("0.1", empty_cells)"""
# The kernel has said who it is, and JupyterLab has written that into the notebook: then it is changed or not.
CHANGED = """async () => {
  const panel = window.jupyterapp.shell.currentWidget;
  const kernel = panel.sessionContext.session.kernel;
  await Promise.all([kernel.info, kernel.spec, panel.context.ready, panel.revealed]);
  return panel.context.model.dirty;
}"""
LANGUAGE = "() => window.jupyterapp.shell.currentWidget.model.getMetadata('language_info')?.version"
WRITE = """(answer) => {
  const cells = [...window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells];
  cells.find((cell) => cell.getSource().includes('check("0.1"')).setSource(answer);
}"""
SAVED = "() => !window.jupyterapp.shell.currentWidget.context.model.dirty"
SOURCES = """() => [...window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells]
  .map((cell) => cell.getSource())"""
CLOSE = """async () => {
  const panel = window.jupyterapp.shell.currentWidget;
  await panel.sessionContext.shutdown();
  panel.dispose();
}"""


def is_changed(lab, name):
    lab.open(name)
    lab.page.wait_for_function(LANGUAGE, polling=SELDOM)
    paint(lab.page, 10)
    return lab.page.evaluate(CHANGED)


@pytest.mark.long
def test_a_notebook_that_was_only_opened_has_nothing_to_save(server, lab):
    assert not is_changed(lab, server.put(LESSON))
    assert is_changed(lab, server.put(notebook_of("1 + 1"), "others.ipynb"))  # JupyterLab as it is


def new_version():
    notebook = nbformat.read(LESSON, as_version=4)
    text = next(cell for cell in notebook.cells if cell.cell_type == "markdown")
    text.source += "\n\nThis sentence is new."
    name_cells(notebook.cells)
    notebook.metadata["exactly-once"]["built"] = fingerprint(notebook.cells)
    return notebook


def test_after_a_copy_of_a_new_version_the_answer_is_there(server, lab):
    name = server.put(LESSON)
    lab.open(name)
    lab.page.evaluate(WRITE, ANSWER)
    lab.command("docmanager:save")
    lab.page.wait_for_function(SAVED, polling=SELDOM)
    lab.page.evaluate(CLOSE)
    nbformat.write(new_version(), server.folder / name)
    lab.open(name)
    got = lab.page.evaluate(SOURCES)
    assert "put back" in got[0] and "This sentence is new." in got[2] and ANSWER in got
    assert lab.notebook.locator("p", has_text="This sentence is new.").is_visible()
    assert not lab.page.evaluate(CHANGED)
    # The first kernel may have been ended before it had told its debugger's state.
    assert all("restore the debugger state" in error for error in lab.errors), lab.errors
    lab.errors.clear()
