"""Guesses and verdicts outlive the kernel: guess, solve, restart, reopen."""

import json

import pytest

from lessons.kit.ground.files import KEPT

from .lab import notebook_of, until, window
from .reopened import CLOSED, KNOWN, SAVED, reopen

pytestmark = pytest.mark.browser

NAME = "restart.ipynb"
SOLUTION = 'helpers = ["Dan", "Cleo", "Eve"]'
CELLS = [
    "from lessons import predict",
    'number = predict("How many packings?")',
    'number.reveal(11120)',
    'word = predict("Which piece?", kind="words")',
    'word.reveal("the I")',
    'choice = predict("More or fewer?", choices=["more", "fewer"])',
    'choice.reveal("more")',
    f'from lessons import check\n\n{SOLUTION}\n\ncheck("0.3", helpers)',
    'check("0.1", lambda container, hints: 0)',
]
SAID = ["Your guess", "11,000", "11,120", "a long one", "the I", "more"]
RESTARTED = "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"


@pytest.fixture(scope="module")
def opened(server, browser):
    with window(server, browser) as lab:
        yield lab.open(server.put(notebook_of(*CELLS), NAME))


@pytest.fixture
def lab(server, opened):
    """The notebook, run while nothing is kept of it; at the end nothing may have gone wrong."""
    (server.folder / KEPT / "restart.json").unlink(missing_ok=True)
    opened.printed("from lessons.kit.cards.projector import DEMO; DEMO.on = False")
    opened.run_all()
    yield opened
    opened.check()


def guess(lab) -> None:
    first, second, third = lab.notebook.locator(".eo-predict").all()
    for card, text in ((first, "11,000"), (second, "a long one")):
        line = card.get_by_role("textbox", name="Your guess")
        line.focus()
        lab.page.keyboard.type(text)
        lab.page.keyboard.press("Enter")
        card.locator(".eo-truth").wait_for()
    third.get_by_role("button", name="more").press("Enter")
    third.locator(".eo-truth").wait_for()


def saved(server, lab) -> None:
    """Save, once the stills have followed the cards."""

    def followed() -> bool:
        lab.command("docmanager:save")
        text = (server.folder / NAME).read_text()
        return all(json.dumps(words)[1:-1] in text for words in SAID) and text.count("eo-truth") >= 3

    until(lab.page, followed)
    lab.command("docmanager:save")
    lab.page.wait_for_function(SAVED)


def shows_all(lab) -> bool:
    text = lab.notebook.inner_text()
    return all(words in text for words in SAID) and verdicts(text)


def verdicts(text: str) -> bool:
    return "✓ 0.3: Correct." in text and "✗ 0.1: Not yet." in text


@pytest.mark.long
def test_a_guess_can_be_taken_back_by_keyboard(server, lab):
    guess(lab)
    lab.run_all()
    card = lab.notebook.locator(".eo-predict").first
    card.get_by_role("button", name="Guess again").press("Enter")
    card.locator(".eo-truth").wait_for(state="detached")
    line = card.get_by_role("textbox", name="Your guess")
    assert line.is_enabled() and line.input_value() == ""
    until(lab.page, lambda: focused(lab, line))
    lab.page.keyboard.press("Enter")
    card.get_by_text("Write a number first").wait_for()
    lab.page.keyboard.type("12")
    lab.page.keyboard.press("Enter")
    card.locator(".eo-truth", has_text="12").wait_for()
    kept = json.loads((server.folder / KEPT / "restart.json").read_text())
    assert kept["guesses"]["How many packings?"]["answer"] == "12"
    assert {id: entry["solved"] for id, entry in kept["exercises"].items()} == {"0.3": True, "0.1": False}


@pytest.mark.long
def test_after_a_guess_shift_and_enter_go_on(server, lab):
    number, word, choice = lab.notebook.locator(".eo-predict").all()
    line, button = number.get_by_role("textbox"), word.get_by_role("button", name="That is my guess")
    line.focus()
    lab.page.keyboard.type("12")
    lab.page.keyboard.press("Enter")
    goes_on(lab, number)
    word.get_by_role("textbox").fill("the L")
    button.press("Enter")
    goes_on(lab, word)
    choice.get_by_role("button", name="more").press("Enter")
    goes_on(lab, choice)


def goes_on(lab, card) -> None:
    """The focus comes to the cell below this card, and Shift+Enter leads to the next one."""
    cells = lab.notebook.locator(".jp-Cell")
    below = card.evaluate("(card) => Number(card.closest('.jp-Cell').dataset.windowedListIndex) + 1")
    until(lab.page, lambda: focused(lab, cells.nth(below)))
    lab.page.keyboard.press("Shift+Enter")
    until(lab.page, lambda: "jp-mod-active" in cells.nth(below + 1).get_attribute("class"))
    lab.idle()


def focused(lab, place) -> bool:
    return place.evaluate("(node) => node === document.activeElement")


def test_guesses_and_verdicts_outlive_the_kernel(server, lab):
    """The last of these tests: in the end its notebook has no kernel."""
    guess(lab)
    saved(server, lab)
    lab.page.evaluate(RESTARTED)
    lab.page.reload()
    lab.page.wait_for_function("() => window.jupyterapp")
    lab.page.evaluate("() => window.jupyterapp.restored")
    lab.open(NAME)
    until(lab.page, lambda: shows_all(lab))
    assert lab.notebook.locator(".eo-card:visible").count() == 0, "nothing has been run yet: these are stills"
    assert "model not found" not in lab.notebook.inner_text()

    lab.run_all()
    cards = lab.notebook.locator(".eo-card.eo-predict")
    until(lab.page, lambda: shows_all(lab) and cards.get_by_role("button", name="Guess again").count() == 3)
    assert all(box.is_disabled() for box in lab.notebook.get_by_role("textbox", name="Your guess").all())

    lab.page.evaluate(CLOSED)
    reopen(lab, NAME)
    until(lab.page, lambda: shows_all(lab))
    assert all(any(known in error for known in KNOWN) for error in lab.errors), lab.errors
    lab.errors.clear()
