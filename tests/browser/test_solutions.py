"""From the last hint of an exercise, in JupyterLab, to its solution: a page that reads like one."""

import shutil

import pytest

from lessons.kit.ground.folders import source_file

from .lab import ROOT, until

pytestmark = [pytest.mark.browser, pytest.mark.long]

LESSON = "00-start-here"
RAW = ":::", "{code-cell}", "{solution}", "```"
LINKS = "() => [...document.querySelectorAll('.jp-NotebookPanel a[href*=solutions]')].length"
LAST = "() => [...document.querySelectorAll('.jp-NotebookPanel a[href*=solutions]')].at(-1).click()"
TOP = """(node) => node.getBoundingClientRect().top
  - node.closest(".jp-MarkdownViewer").getBoundingClientRect().top"""


def test_the_last_hint_opens_the_solution(server, lab):
    for name in (f"notebooks/{LESSON}.ipynb", f"lessons/{source_file(LESSON).parent}/solutions.md"):
        (server.folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, server.folder / name)
    lab.open(f"notebooks/{LESSON}.ipynb")
    until(lab.page, lambda: lab.page.evaluate(LINKS) == 3)
    lab.page.evaluate(LAST)
    page = lab.page.locator(".jp-MarkdownViewer")
    heading = page.get_by_role("heading", name="Exercise 0.3: the school garden")
    heading.wait_for()
    until(lab.page, lambda: 0 <= heading.evaluate(TOP) < 200)
    text = page.inner_text()
    assert 'helpers = ["Dan", "Cleo", "Eve"]' in text and "Answers to 0.3 that are wrong" in text
    assert not any(raw in text for raw in RAW)
    assert page.locator("pre span[class]").count(), "code has its colours"
