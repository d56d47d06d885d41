"""Pictures in the pages of the book that follow what a student writes: they show what the card of the
notebook shows of the same function, and never stand in the way of Check, Stop or the text."""

import re

import pytest

from .lab import until, until_true
from .live_answers import answers_here
from .live_page import check_states, new_visit, place_of, states_of, write_answer
from .test_book import VIOLATIONS

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("pyodide")]

LESSON, NAME = "lessons/01-backtracking.html", "01-backtracking"
FUNCTION = "can_still_work"
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
  const { postMessage: post, terminate } = Worker.prototype, heard = new WeakSet();
  Object.assign(globalThis, { asked: [], answered: 0 });
  const hear = ({ data }) => { if (data.answer) globalThis.answered++; };
  Worker.prototype.postMessage = function (message) {
    if (!heard.has(this)) this.addEventListener("message", hear);
    heard.add(this);
    if (message.request) globalThis.asked.push(message.request.action);
    return post.call(this, message);
  };
  Worker.prototype.terminate = function () {
    globalThis.answered = asked.length;
    return terminate.call(this);
  };
}"""
LISTEN = """() => {
  globalThis.said = 0;
  const line = document.querySelector(".live .eo-message");
  new MutationObserver(() => { globalThis.said++; }).observe(line, { childList: true, subtree: true });
}"""
EMPTIED = "(node) => { node.replaceChildren(); delete node.dataset.status; }"
# The page waits 15 seconds for Python, by the clock on the wall; Python allows code 5 seconds of work.
PATIENT = """() => {
  const later = setTimeout;
  globalThis.setTimeout = (act, time) => later(act, time === 15_000 ? 1e6 : time);
}"""
DRAWN = """() => {
  const board = document.querySelector(".live .eo-board");
  return board.dataset.drawn === board.dataset.step ? board.querySelector("[data-seen]").dataset.seen : null;
}"""


@pytest.fixture(scope="module")
def page(browser, site_address):
    """A page whose Python stays for the next test, unless that test ends it."""
    with new_visit(browser, viewport={"width": 1280, "height": 800}) as open_page:
        yield open_page(site_address + LESSON, site_address, f"({COUNT})()")


@pytest.fixture
def lesson(page):
    """The page, on which nothing is asked any more."""
    until_true(page, "() => document.body.dataset.awake && asked.length === answered")
    page.evaluate("() => { asked.length = answered = 0; }")
    page.set_viewport_size({"width": 1280, "height": 800})
    place(page).locator(".live-output").evaluate(EMPTIED)
    return page


def place(page):
    return place_of(page, "1.3")


def line(page):
    return place(page).locator(".eo-message")


def note(page) -> str:
    return place(page).locator(".live-follows").inner_text()


def write(page, text: str) -> None:
    write_answer(page, "1.3", text)


def answer_here(source: str, action: str = "watch", **more) -> dict:
    """The answer to a request of this page by the Python that runs this test."""
    request = {"action": action, "id": "1.3", "source": source, "answers": {}, **more}
    return answers_here(NAME, [request])[0]


def wait_for_line(page, words: str) -> None:
    line(page).filter(has_text=re.compile(f"^{re.escape(words)}$")).wait_for()


def last_step(source: str) -> int:
    return next(one["traits"]["value"] for one in answer_here(source)["models"] if one["part"] == "step")


def wait_for_step(page, step: int) -> None:
    place(page).locator(f'.eo-board[data-step="{step}"][data-drawn="{step}"]').wait_for()


@pytest.mark.long
def test_a_visitor_sees_a_tree_and_is_told_to_change_the_test(lesson):
    lesson.reload()
    assert note(lesson) == INVITATION
    assert line(lesson).inner_text().startswith("Not answered yet: the test returned None 9 times")
    until_true(lesson, f"() => ({DRAWN})() === '9'")
    assert not lesson.evaluate("asked.length")  # Python may have started: it does while one reads


def test_the_tree_follows_the_test_as_the_card_of_the_notebook_does(lesson):
    lesson.evaluate(LISTEN)
    for source in (RIGHT, EAGER, LAZY):
        write(lesson, source)
        answer = answer_here(source)
        wait_for_line(lesson, answer["text"])
        check_states(lesson, FUNCTION, answer)
        nodes = answer["text"].split(" numbers")[0].split()[-1] if source is not LAZY else ""
        if nodes:
            until_true(lesson, f"() => ({DRAWN})() === '{nodes.replace(',', '')}'")
    before = states_of(lesson, FUNCTION)["views"] | {"drawn": ""}
    write(lesson, RAISING)
    wait_for_line(lesson, answer_here(RAISING)["text"])
    assert states_of(lesson, FUNCTION)["views"] | {"drawn": ""} == before
    said = lesson.evaluate("said")
    for letter in "\ndef (":  # nothing shouts while somebody types
        lesson.keyboard.insert_text(letter)
    place(lesson).locator(".live-follows", has_text="Line 3 is not finished").wait_for()
    assert lesson.evaluate("said") == said
    assert states_of(lesson, FUNCTION)["views"] | {"drawn": ""} == before


@pytest.mark.long
def test_frames_of_a_long_search_come_as_it_is_stepped(lesson):
    write(lesson, RIGHT)
    wait_for_line(lesson, answer_here(RIGHT)["text"])
    board = place(lesson).locator(".eo-board")
    last = last_step(RIGHT)
    for _ in range(3):
        board.get_by_role("button", name="Back to the previous step").click()
    wait_for_step(lesson, last - 3)
    wanted = answer_here(RIGHT, "frames", part="views", start=last - 3, stop=last - 2)
    (frame,) = wanted["block"]["frames"]
    assert board.locator(".eo-say").inner_text() == frame["say"]
    numbers = ",".join(map(str, frame["square"]["numbers"]))
    assert board.locator(f'[data-numbers="{numbers}"]').count() == 1
    assert "frames" in lesson.evaluate("asked")


@pytest.mark.long
def test_two_quick_edits_end_with_the_tree_of_the_last_one(lesson):
    write(lesson, EAGER)
    wait_for_line(lesson, answer_here(EAGER)["text"])  # not that of an earlier test
    watched = "asked.filter((one) => one === 'watch').length"
    before = lesson.evaluate(watched)
    write(lesson, LAZY)
    until_true(lesson, f"() => {watched} > {before}")
    write(lesson, EAGER)
    write(lesson, RIGHT)
    wait_for_line(lesson, answer_here(RIGHT)["text"])
    asked = lesson.evaluate(watched) - before
    assert asked in (2, 3)  # 3 where the machine took longer for an edit than the page waits
    check_states(lesson, FUNCTION, answer_here(RIGHT))


@pytest.mark.long
def test_what_draws_the_same_tree_draws_nothing(lesson):
    write(lesson, RIGHT)
    wait_for_line(lesson, answer_here(RIGHT)["text"])
    board = place(lesson).locator(".eo-board")
    board.get_by_role("button", name="Back to the previous step").click()
    wait_for_step(lesson, last_step(RIGHT) - 1)
    until_true(lesson, "() => asked.length === answered")
    tree = board.locator(".eo-tree svg").element_handle()
    lesson.evaluate(LISTEN)
    watched = "asked.filter((one) => one === 'watch').length"
    before = lesson.evaluate(watched)
    write(lesson, f"# the same\n{RIGHT}")
    until_true(lesson, f"() => {watched} === {before + 1} && asked.length === answered")
    assert tree.evaluate("(node) => node.isConnected") and lesson.evaluate("said") == 0
    wait_for_step(lesson, last_step(RIGHT) - 1)


@pytest.mark.long
def test_an_endless_test_is_ended_in_the_words_of_the_card(lesson):
    lesson.evaluate(PATIENT)
    write(lesson, ENDLESS)
    wait_for_line(lesson, "can_still_work has not answered within 5 seconds.")
    write(lesson, EAGER)
    wait_for_line(lesson, answer_here(EAGER)["text"])


@pytest.mark.long
def test_what_a_picture_asks_for_gives_way_to_a_check(lesson):
    write(lesson, EAGER)
    wait_for_line(lesson, answer_here(EAGER)["text"])
    write(lesson, DEAF)
    place(lesson).locator(".live-follows", has_text="Running").wait_for()
    write(lesson, RIGHT)
    lesson.keyboard.press("Shift+Enter")
    place(lesson).locator(".live-output[data-status='correct']").wait_for()
    wait_for_line(lesson, answer_here(RIGHT)["text"])
    assert RIGHT.splitlines()[-1] in place(lesson).locator(".cm-content").inner_text()


@pytest.mark.long
def test_stop_ends_what_a_picture_waits_for(lesson):
    write(lesson, DEAF)
    stop = place(lesson).get_by_role("button", name="Stop")
    stop.click()  # as soon as it can be
    place(lesson).locator(".live-follows", has_text="Stopped").wait_for()
    assert stop.is_disabled()
    write(lesson, EAGER)
    wait_for_line(lesson, answer_here(EAGER)["text"])


@pytest.mark.long
def test_who_comes_back_sees_the_tree_of_the_kept_answer_once_it_is_run(lesson):
    write(lesson, EAGER)
    lesson.reload()
    assert note(lesson) == INVITATION
    place(lesson).locator(".cm-content").click()
    place(lesson).get_by_role("button", name="Run", exact=True).click()
    wait_for_line(lesson, answer_here(EAGER)["text"])


@pytest.mark.long
def test_the_picture_stands_below_its_editor_and_is_said_politely(lesson, axe):
    write(lesson, RIGHT)
    wait_for_line(lesson, answer_here(RIGHT)["text"])
    assert line(lesson).get_attribute("role") == "status"
    assert line(lesson).get_attribute("aria-live") == "polite"
    assert place(lesson).locator(".live-follows").get_attribute("role") is None
    for _ in range(2):  # then on the projector
        place(lesson).evaluate("(node) => node.scrollIntoView()")
        until(lesson, lambda: on_one_screen(lesson))
        lesson.get_by_role("button", name="Projector").click()
    lesson.set_viewport_size({"width": 390, "height": 800})
    until_true(lesson, "() => document.documentElement.scrollWidth <= innerWidth")
    lesson.evaluate(axe)
    assert lesson.evaluate(VIOLATIONS) == []


def on_one_screen(page) -> bool:
    """Tell whether editor and tree can be seen together."""
    editor, tree = (place(page).locator(one).bounding_box() for one in (".cm-content", ".eo-tree"))
    return 0 <= editor["y"] < tree["y"] and tree["y"] + tree["height"] <= 800


@pytest.mark.long
def test_without_a_server_the_card_stays_where_the_notebook_has_it(visit, site):
    page = visit((site / LESSON).as_uri(), "file:")
    until_true(page, "() => document.body.dataset.awake")
    assert page.locator("pre.code", has_text="watch_test()").count() == 1
    assert not page.locator(".live .card, .live-follows").count()
