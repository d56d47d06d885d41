"""Answer set programs stand in colours, in cells and in fenced blocks, and while they are written."""

import pytest
from nbformat.v4 import new_markdown_cell

from .lab import notebook_of, until, window

PROGRAM = 'MODEL = """\n\n% a pair\n:- at(P,1), not "x"(P).\n"""\nTEXT = """\nno program. P\n"""'
PROGRAM += '\nFACT = """\\\nb(1).\n"""'
FENCED = "```asp\nat(P,2) :- piece(P).\n```"
WORDS = """() => Object.fromEntries([...CSS.highlights].filter(([kind]) => kind.startsWith("eo-"))
  .map(([kind, ranges]) => [kind.slice(3), [...ranges].map((one) =>
    one.startContainer.data.slice(one.startOffset, one.endOffset)).join(" ")]))"""


@pytest.mark.browser
@pytest.mark.long
def test_programs_are_in_colours(server, browser):
    notebook = notebook_of("from lessons import demo_switch\ndemo_switch()", PROGRAM)
    notebook.cells.append(new_markdown_cell(FENCED))
    with window(server, browser) as lab:
        lab.open(server.put(notebook, "programs.ipynb")).wide()
        lab.run_all()
        until(lab.page, lambda: lab.page.evaluate(WORDS).get("variable") == "P P P P")
        words = lab.page.evaluate(WORDS)
        assert (words["comment"], words["text"]) == ("% a pair", '"x"')
        assert sorted(words["number"].split()) == ["1", "1", "2"]  # a program may begin with a backslash
        assert sorted(words["word"].split()) == [":-", ":-", "not"]  # the first editor may come last
        lab.notebook.locator(".jp-CodeCell").nth(1).locator(".cm-line").nth(3).click()
        lab.page.keyboard.press("End")
        lab.page.keyboard.type(" b(Q).")
        until(lab.page, lambda: sorted(lab.page.evaluate(WORDS)["variable"].split()) == [*"PPPPQ"])
        lab.check()
