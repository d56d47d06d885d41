"""The sheets in a browser: with the letters as they are, all words stand on the page, and none on another."""

import sys

import pytest
from test_build import ROOT

sys.path.insert(0, str(ROOT / "lessons"))
from lessons.kit.pages import paper

pytestmark = [pytest.mark.browser, pytest.mark.long]

EDGE = 6  # mm: printers leave so much white
BOXES = """() => [...document.querySelectorAll("svg")].map((svg) => [...svg.querySelectorAll("text")]
  .filter((one) => one.textContent.trim()).map((one) => {
    const { x, y, width, height } = one.getBBox();
    const [top, bottom] = [y + height / 4, y + height * 3 / 4];
    return { words: one.textContent, left: x, right: x + width, top, bottom };
  }))"""


def test_all_words_have_their_place(browser):
    page = browser.new_page()
    for folder in sorted((ROOT / "lessons").glob("*/sheets")):
        page.set_content(paper.to_print(folder))
        for texts in page.evaluate(BOXES):
            assert texts
            for number, one in enumerate(texts):
                assert EDGE <= one["left"] and one["right"] <= paper.WIDTH - EDGE, one
                for other in texts[:number]:
                    assert not meet(one, other), (folder.parent.name, one["words"], other["words"])
    page.close()


def meet(one: dict, other: dict) -> bool:
    """Do their letters overlap?"""
    aside = one["right"] <= other["left"] or other["right"] <= one["left"]
    return not aside and one["top"] < other["bottom"] and other["top"] < one["bottom"]
