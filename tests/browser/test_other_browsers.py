"""Lessons, and the book, in Firefox and in WebKitGTK: each picture lives and follows its button,
without an error."""

import pytest
from quiet_clock import wait_until

from .lab import ALL_RENDERED, ROOT, free_port
from .other_browsers import firefox, webkit

pytestmark = [pytest.mark.browser, pytest.mark.long]

BROWSERS = {"firefox": firefox, "webkit": webkit}
LESSONS = ("00", "03", "04", "10", "13")

WATCH = """(() => {
  globalThis.troubles = [];
  const note = (text) => globalThis.troubles.push(String(text));
  addEventListener("error", (event) => note(event.message));
  addEventListener("unhandledrejection", (event) => note(event.reason?.message ?? event.reason));
  const { error } = console;
  console.error = (...words) => { note(words.join(" ")); error(...words); };
})()"""

IN_VAIN = {
    # anywidget says so of a widget that took 2 seconds to load; it is heard all the same (test_patience.py)
    "[anywidget] Failed to initialize model.",
    # Firefox says so of what is measured again in its next frame
    "ResizeObserver loop completed with undelivered notifications.",
}

# Nobody else on that screen gives a window the focus, and JupyterLab asks who has it.
FOCUS = """(() => {
  const panel = [...window.jupyterapp?.shell.widgets("main") ?? []][0];
  panel?.node.dispatchEvent(new FocusEvent("focus"));
})()"""
IDLE = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
RUN = "window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => true)"

# The numbers of all stages but those of players that wait for a search: they are a line.
IN_SIGHT = """[...document.querySelectorAll(".eo-stage")]
  .flatMap((stage, number) => (stage.getClientRects().length ? [number] : []))"""

# The step of the search on the first page.
STEP_OF_SEARCH = "Number(document.querySelector('.hero input').value)"

# Into sight with the stage of this number: is the picture that of its step?
DRAWN = """((number) => {
  const stage = document.querySelectorAll(".eo-stage")[number];
  stage.scrollIntoView({ block: "center" });
  const { live, drawn, step } = stage.dataset;
  return live === "3d" && drawn === step ? Number(step) : null;
})(%d)"""

# A picture that can be stepped goes on by its button.
NEXT = """((number) => {
  const stage = document.querySelectorAll(".eo-stage")[number];
  const button = stage.querySelector(".eo-player button[aria-label='Next step']");
  if (!button?.getClientRects().length || button.getAttribute("aria-disabled") === "true") return false;
  button.click();
  return true;
})(%d)"""

# Each map, disc and race: is all of it painted, and does it follow its button or slider?
# JupyterLab leaves cells out that are far away: until there is one, go down.
MAPS = """(() => {
  const found = [...document.querySelectorAll(".eo-archipelago, .eo-coast, .eo-fourways")];
  const place = document.querySelector(".jp-WindowedPanel-outer");
  if (!found.length) place.scrollBy(0, place.clientHeight);
  return found;
})().map((node) => {
  node.scrollIntoView({ block: "center" });
  const seen = (one) => one.getClientRects().length > 0;
  const painted = (one) => one.getContext("2d").getImageData(0, 0, one.width, one.height).data.some(Boolean);
  const before = node.innerText, rim = node.querySelector("[type=range]");
  const named = (text) => [...node.querySelectorAll("button")].find((one) => one.textContent === text);
  const button = named("Next island") ?? named("Without a bet");
  if (button && seen(button)) button.click();
  if (rim) {
    rim.value = rim.value > 300 ? 200 : 400;
    rim.dispatchEvent(new Event("input"));
  }
  return before !== node.innerText && [...node.querySelectorAll("canvas")].filter(seen).every(painted);
})"""
MAPS_SHOWN = {"04": 1, "05b-dancing-links": 2, "08": 1}


@pytest.fixture(params=BROWSERS)
def page(request, need):
    with BROWSERS[request.param](need(request.param), free_port()) as page:
        yield page


@pytest.mark.parametrize("number", LESSONS)
def test_pictures_live(page, server, number):
    run_lesson(page, server, number)
    step_all(page)
    assert troubles_of(page) == []


@pytest.mark.parametrize("number", MAPS_SHOWN)
def test_maps_live(page, server, number):
    run_lesson(page, server, number)
    wait_until(lambda: page.evaluate(MAPS) == [True] * MAPS_SHOWN[number])
    assert troubles_of(page) == []


def run_lesson(page, server, number: str) -> None:
    """Open a notebook, and run all of it."""
    found = ROOT.glob(f"notebooks/{number}*.ipynb")
    path = min(found, key=lambda path: path.stem)  # not the second notebook, unless it is asked for
    page.goto(server.link(server.put(path)))
    wait_until(lambda: (page.evaluate(FOCUS), page.evaluate(IDLE))[1])
    page.evaluate(WATCH)
    page.evaluate(RUN)
    wait_until(lambda: page.evaluate(IDLE) and page.evaluate(f"({ALL_RENDERED})()"))


def troubles_of(page) -> list[str]:
    """Return the errors that the page has noted."""
    return [one for one in page.evaluate("globalThis.troubles") if one not in IN_VAIN]


def test_the_first_page_steps(page, site):
    page.goto((site / "index.html").as_uri())
    wait_until(lambda: page.evaluate("document.body?.dataset.awake"))
    page.evaluate(WATCH)
    page.evaluate("document.querySelectorAll('.hero-picture button')[1].click()")
    wait_until(lambda: page.evaluate(f"{STEP_OF_SEARCH} > 0"))
    before = page.evaluate(STEP_OF_SEARCH)
    page.evaluate("document.querySelectorAll('.hero-picture button')[1].click()")
    wait_until(lambda: page.evaluate(STEP_OF_SEARCH) == before + 1)
    assert page.evaluate("globalThis.troubles") == []


@pytest.mark.parametrize("name", ["lessons/00-start-here", "lessons/04-algorithm-x"])
def test_the_book_lives(page, site, name):
    page.goto((site / f"{name}.html").as_uri())
    wait_until(lambda: page.evaluate("document.body?.dataset.awake"))
    page.evaluate(WATCH)
    step_all(page)
    assert page.evaluate("globalThis.troubles") == []


def step_all(page) -> None:
    """Each picture in 3D is drawn, and goes on where its button says so; one of them does."""
    moved = 0
    for one in page.evaluate(IN_SIGHT):
        wait_until(lambda one=one: page.evaluate(DRAWN % one) is not None)
        before = page.evaluate(DRAWN % one)
        if page.evaluate(NEXT % one):
            wait_until(lambda one=one, before=before: page.evaluate(DRAWN % one) == before + 1)
            moved += 1
    assert moved
