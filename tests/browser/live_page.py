"""Pages of the book with live exercises, as a browser that has never been there sees them."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path

STATES = """(name) => {
  const { more } = [...Book.models.values()].find(({ more }) => more.follows?.function === name);
  const letters = (view) => Array.from(new Uint8Array(view.buffer), (one) => String.fromCharCode(one));
  const packed = (_, one) => (one instanceof DataView ? { $bytes: btoa(letters(one).join("")) } : one);
  const states = Object.entries(more.follows.parts).map(([name, id]) => [name, Book.models.get(id).state]);
  return JSON.stringify(Object.fromEntries(states), packed);
}"""

REFUSED = "Executing inline event handler violates"  # as hostile HTML is parsed, before it is cleaned


def is_wrong(message) -> bool:
    """Return whether a page complains of something that no stranger's HTML has brought about."""
    return message.type == "error" and REFUSED not in message.text


@contextmanager
def new_visit(browser, **options):
    """Yield a function that opens a page of a site, given its address and the start of the site's addresses;
    at the end nothing has gone wrong, and nothing was asked for elsewhere."""
    context = browser.new_context(reduced_motion="reduce", **options)
    wrong = []

    def open_page(address: str, start: str, script: str = ""):
        page = context.new_page()
        page.add_init_script(script)
        page.set_default_timeout(90_000)  # Python starts on a busy machine
        page.on("console", lambda one: wrong.append(one.text) if is_wrong(one) else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda one: None if inside(one.url, start) else wrong.append(one.url))
        page.goto(address)
        return page

    yield open_page
    context.close()
    assert not wrong, wrong


def inside(url: str, start: str) -> bool:
    return url.startswith((start, "data:", "blob:"))


def place_of(page, id: str):
    return page.locator(f'.live[data-exercise="{id}"]')


def write_answer(page, id: str, text: str) -> None:
    """Put a text into the editor of an exercise, as somebody who types it."""
    place_of(page, id).locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(text)


def save_notebook(page, folder: Path) -> dict:
    """Press the button that saves a notebook, and return what came."""
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save answers as a notebook").click()
    coming.value.save_as(folder / "saved.ipynb")
    return json.loads((folder / "saved.ipynb").read_text(encoding="utf-8"))


def states_of(page, function: str) -> dict[str, dict]:
    """Return the states of the models that follow a function, by the names of the parts."""
    return json.loads(page.evaluate(STATES, function))


def check_states(page, function: str, answer: dict) -> None:
    """Fail where a model that follows a function is not as an answer of Python has it."""
    states = states_of(page, function)
    for model in answer["models"]:
        shown = {trait: states[model["part"]].get(trait) for trait in model["traits"]}
        assert shown == model["traits"], model["part"]


def take_answers(page, file, *, all_of_them: bool = True) -> None:
    """Take all answers from a notebook, or only those that replace none."""
    page.get_by_label("Take answers from a notebook").set_input_files(file)
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    for box in dialog.get_by_role("checkbox").all() if all_of_them else ():
        box.check()
    dialog.get_by_role("button", name="Take").click()
