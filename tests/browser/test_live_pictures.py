"""Pictures in the pages of the book that follow what a student writes: they show what the card of the
notebook shows of the same function, and never stand in the way of Check, Stop or the text."""

import json
import re

import pytest

from lessons.kit.live.session import Session

from .lab import until
from .live_answers import notebooks
from .test_book import VIOLATIONS
from .test_live import site_address, visit  # noqa: F401

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("pyodide")]

LESSON, NAME = "lessons/01-backtracking.html", "01-backtracking"
INVITATION = "Change the test above: the tree follows."
HEAD = "def can_still_work(square):\n"
RIGHT = f"""{HEAD}    for line in LINES:
        numbers = [square[cell] for cell in line]
        if 0 not in numbers and sum(numbers) != 15:
            return False
    return True"""
EAGER = f"{HEAD}    return sum(square) < 2"
LAZY = f"{HEAD}    return True"
RAISING = f"{HEAD}    return square[9] < '<b>'"
ENDLESS = f"{HEAD}    while True:\n        pass"
DEAF = f"{HEAD}    return sum(iter(int, 1))"  # nothing of Python runs in between

COUNT = """() => {
  const post = Worker.prototype.postMessage, heard = new WeakSet();
  Object.assign(globalThis, { asked: [], answered: 0, said: 0 });
  const hear = ({ data }) => { if (data.answer) globalThis.answered++; };
  Worker.prototype.postMessage = function (message) {
    if (!heard.has(this)) this.addEventListener("message", hear);
    heard.add(this);
    if (message.request) globalThis.asked.push(message.request.action);
    return post.call(this, message);
  };
}"""
LISTEN = """() => {
  const line = document.querySelector(".live .eo-message");
  new MutationObserver(() => { globalThis.said++; }).observe(line, { childList: true, subtree: true });
}"""
TRAITS = """() => {
  const { more } = [...Book.models.values()].find(({ more }) => more.follows);
  const letters = (view) => Array.from(new Uint8Array(view.buffer), (one) => String.fromCharCode(one));
  const packed = (_, one) => (one instanceof DataView ? { $bytes: btoa(letters(one).join("")) } : one);
  const states = Object.entries(more.follows.parts).map(([name, id]) => [name, Book.models.get(id).state]);
  return JSON.stringify(Object.fromEntries(states), packed);
}"""
DRAWN = """() => {
  const board = document.querySelector(".live .eo-board");
  return board.dataset.drawn === board.dataset.step ? board.querySelector("[data-seen]").dataset.seen : null;
}"""


@pytest.fixture
def lesson(visit, site_address):  # noqa: F811
    page = visit(site_address + LESSON, site_address)
    page.add_init_script(f"({COUNT})()")
    page.reload()
    page.wait_for_function("() => document.body.dataset.awake")
    return page


def place(page):
    return page.locator('.live[data-exercise="1.3"]')


def line(page):
    return place(page).locator(".eo-message")


def note(page) -> str:
    return place(page).locator(".live-follows").inner_text()


def write(page, text: str) -> None:
    """Put a text into the editor, as somebody who types it."""
    place(page).locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(text)


def session() -> Session:
    """The Python of this page, as it runs here."""
    cells = notebooks()[NAME]
    return Session(cells.number, cells.statements, cells.calls)


def expected(source: str) -> dict:
    """The answer to this test by the Python that runs this."""
    request = {"action": "watch", "id": "1.3", "source": source, "answers": {}}
    return json.loads(session().perform(json.dumps(request)))


def shows(page, words: str) -> None:
    """Wait until the line of the card says this."""
    line(page).filter(has_text=re.compile(f"^{re.escape(words)}$")).wait_for()


def wait_until(page, condition: str) -> None:
    page.wait_for_function(condition)


def traits(page) -> dict:
    return json.loads(page.evaluate(TRAITS))


def last_step(source: str) -> int:
    return next(one["traits"]["value"] for one in expected(source)["models"] if one["part"] == "step")


def drawn_at(page, step: int) -> None:
    """Wait until the card shows this step."""
    place(page).locator(f'.eo-board[data-step="{step}"][data-drawn="{step}"]').wait_for()


def same_traits(found: dict, answer: dict) -> None:
    for one in answer["models"]:
        shown = {name: found[one["part"]].get(name) for name in one["traits"]}
        assert shown == one["traits"], one["part"]


def test_a_visitor_sees_a_tree_and_is_told_to_change_the_test(lesson):
    assert note(lesson) == INVITATION
    assert line(lesson).inner_text().startswith("No magic square: the test said no 9 times")
    wait_until(lesson, f"() => ({DRAWN})() === '9'")
    assert not lesson.evaluate("asked.length")
    assert not lesson.evaluate(
        "performance.getEntriesByType('resource').some((one) => /pyodide|course/.test(one.name))"
    )


def test_the_tree_follows_the_test_as_the_card_of_the_notebook_does(lesson):
    lesson.evaluate(LISTEN)
    for source in (RIGHT, EAGER, LAZY):
        write(lesson, source)
        answer = expected(source)
        shows(lesson, answer["text"])
        same_traits(traits(lesson), answer)
        nodes = answer["text"].split(" numbers")[0].split()[-1] if source is not LAZY else ""
        assert not nodes or lesson.wait_for_function(f"() => ({DRAWN})() === '{nodes.replace(',', '')}'")
    before = traits(lesson)["views"] | {"drawn": ""}
    write(lesson, RAISING)
    shows(lesson, expected(RAISING)["text"])
    assert traits(lesson)["views"] | {"drawn": ""} == before
    said = lesson.evaluate("said")
    for letter in "\ndef (":  # nothing shouts while somebody types
        lesson.keyboard.insert_text(letter)
    place(lesson).locator(".live-follows", has_text="Line 3 is not finished").wait_for()
    assert lesson.evaluate("said") == said
    assert traits(lesson)["views"] | {"drawn": ""} == before


def test_frames_of_a_long_search_come_as_it_is_stepped(lesson):
    write(lesson, RIGHT)
    shows(lesson, expected(RIGHT)["text"])
    board = place(lesson).locator(".eo-board")
    last = last_step(RIGHT)
    for _ in range(3):
        board.get_by_role("button", name="Back to the previous step").click()
    drawn_at(lesson, last - 3)
    python = session()
    request = {"id": "1.3", "source": RIGHT, "answers": {}, "part": "views", "start": last - 3}
    ask = {"action": "frames", "stop": last - 2, **request}
    (frame,) = json.loads(python.perform(json.dumps(ask)))["block"]["frames"]
    assert board.locator(".eo-say").inner_text() == frame["say"]
    numbers = ",".join(map(str, frame["square"]["numbers"]))
    assert board.locator(f'[data-numbers="{numbers}"]').count() == 1
    assert "frames" in lesson.evaluate("asked")


def test_two_quick_edits_end_with_the_tree_of_the_last_one(lesson):
    write(lesson, LAZY)
    wait_until(lesson, "() => asked.includes('watch')")
    write(lesson, EAGER)
    write(lesson, RIGHT)
    shows(lesson, expected(RIGHT)["text"])
    assert lesson.evaluate("asked.filter((one) => one === 'watch').length") == 2
    same_traits(traits(lesson), expected(RIGHT))


def test_what_draws_the_same_tree_draws_nothing(lesson):
    write(lesson, RIGHT)
    shows(lesson, expected(RIGHT)["text"])
    board = place(lesson).locator(".eo-board")
    board.get_by_role("button", name="Back to the previous step").click()
    drawn_at(lesson, last_step(RIGHT) - 1)
    wait_until(lesson, "() => asked.length === answered")
    tree = board.locator(".eo-tree svg").element_handle()
    lesson.evaluate(LISTEN)
    watched = "asked.filter((one) => one === 'watch').length"
    before = lesson.evaluate(watched)
    write(lesson, f"# the same\n{RIGHT}")
    wait_until(lesson, f"() => {watched} === {before + 1} && asked.length === answered")
    assert tree.evaluate("(node) => node.isConnected") and lesson.evaluate("said") == 0
    drawn_at(lesson, last_step(RIGHT) - 1)


def test_an_endless_test_is_ended_in_the_words_of_the_card_and_gives_way_to_a_check(lesson):
    write(lesson, ENDLESS)
    shows(lesson, "can_still_work has not answered within 5 seconds.")
    write(lesson, DEAF)
    wait_until(lesson, "() => asked.filter((one) => one === 'watch').length === 2")
    write(lesson, RIGHT)
    lesson.keyboard.press("Shift+Enter")
    place(lesson).locator(".live-output[data-status='correct']").wait_for()
    shows(lesson, expected(RIGHT)["text"])
    assert RIGHT.splitlines()[-1] in place(lesson).locator(".cm-content").inner_text()


def test_stop_ends_what_a_picture_waits_for(lesson):
    write(lesson, DEAF)
    stop = place(lesson).get_by_role("button", name="Stop")
    stop.click()  # as soon as it can be
    place(lesson).locator(".live-follows", has_text="Stopped").wait_for()
    assert stop.is_disabled()
    write(lesson, EAGER)
    shows(lesson, expected(EAGER)["text"])


def test_who_comes_back_sees_the_tree_of_the_kept_answer_at_the_first_touch(lesson):
    write(lesson, EAGER)
    lesson.reload()
    assert note(lesson) == INVITATION
    place(lesson).locator(".cm-content").click()
    shows(lesson, expected(EAGER)["text"])


def test_the_picture_stands_below_its_editor_and_is_said_politely(lesson, axe):
    write(lesson, RIGHT)
    shows(lesson, expected(RIGHT)["text"])
    assert line(lesson).get_attribute("role") == "status"
    assert line(lesson).get_attribute("aria-live") == "polite"
    assert place(lesson).locator(".live-follows").get_attribute("role") is None
    for _ in range(2):  # then on the projector
        place(lesson).evaluate("(node) => node.scrollIntoView()")
        until(lesson, lambda: on_one_screen(lesson))
        lesson.get_by_role("button", name="Projector").click()
    lesson.set_viewport_size({"width": 390, "height": 800})
    wait_until(lesson, "() => document.documentElement.scrollWidth <= innerWidth")
    lesson.evaluate(axe)
    assert lesson.evaluate(VIOLATIONS) == []


def on_one_screen(page) -> bool:
    """Tell whether editor and tree can be seen together."""
    editor, tree = (place(page).locator(one).bounding_box() for one in (".cm-content", ".eo-tree"))
    return 0 <= editor["y"] < tree["y"] and tree["y"] + tree["height"] <= 800


def test_without_a_server_the_card_stays_where_the_notebook_has_it(visit, site):  # noqa: F811
    page = visit((site / LESSON).as_uri(), "file:")
    page.wait_for_function("() => document.body.dataset.awake")
    assert page.locator("pre.code", has_text="watch_test()").count() == 1
    assert not page.locator(".live .card, .live-follows").count()
