"""On a page so busy that anywidget gives up on each widget, Python is heard all the same."""

import pytest

from .controls import press, slider_named
from .lab import Window, end_kernels, new_page, notebook_of, settle

pytestmark = [pytest.mark.browser, pytest.mark.long]

CELLS = (
    "from puzzlelib import asp, load\nfrom lessons import demo_switch, player",
    "switch = demo_switch()\nswitch",
    "card = player(asp.trace(load('tetracubes-2x4x4')))\ncard",
)

# The 2 seconds of anywidget's clock are over before any script has come.
IMPATIENT = """
const timeout = AbortSignal.timeout.bind(AbortSignal);
globalThis.clocks = 0;
AbortSignal.timeout = (milliseconds) => {
  if (milliseconds === 2000) clocks += 1;
  return timeout(milliseconds === 2000 ? 0 : milliseconds);
};
"""


@pytest.fixture
def late(server, browser):
    page = new_page(browser)
    page.add_init_script(IMPATIENT)
    lab = Window(server, page).open(server.put(notebook_of(*CELLS), "late.ipynb"))
    lab.run_all()
    yield lab
    page.context.close()
    end_kernels(server, lab.opened)


def test_python_is_heard_by_widgets_that_loaded_late(late):
    stage = settle(late.stages().first)
    assert late.page.evaluate("clocks") > 1
    end = press(slider_named(late.notebook, "step"), "End")  # its frame is with Python yet
    settle(stage)
    assert stage.get_attribute("data-drawn") == str(int(end))
    late.printed("card.stage.view = 'layers'")
    settle(stage, "layers")
    refused = [error for error in late.errors if "Failed to initialize model" in error]
    assert refused == late.errors  # anywidget's own, told once for each widget
