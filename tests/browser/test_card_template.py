"""The card that CONTRIBUTING shows to whoever adds one."""

import doctest
import re
import textwrap

import pytest

from lessons.kit.cards import modules

from .alone import alone, set_trait
from .lab import ROOT

pytestmark = pytest.mark.browser

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## To add a card\n")[2]


def test_it_draws_answers_and_is_drawn_anew(browser, tmp_path, monkeypatch):
    blocks = dict(re.findall(r"(?m)^`rows\.(py|js)`:\n\n((?:    .*\n|\n)+)", PAGE))
    python, script = textwrap.dedent(blocks["py"]), textwrap.dedent(blocks["js"])
    (tmp_path / "l01_backtracking").mkdir()
    (tmp_path / "l01_backtracking/rows.js").write_text(script, encoding="utf-8")
    (tmp_path / "kit").symlink_to(ROOT / "lessons/kit")
    monkeypatch.setattr(modules, "LESSONS", tmp_path)
    made = {"__name__": "lessons.l01_backtracking.rows", "__package__": "lessons.l01_backtracking"}
    exec(python, made)
    [example] = doctest.DocTestFinder().find(made["bars"], "bars", module=False, globs=made)
    assert example.examples and doctest.DocTestRunner().run(example).failed == 0
    with alone(browser, made["bars"]([3, 1, 2]).children[-1]) as page:
        page.get_by_role("button", name="bar of 3").press("Enter")
        assert page.get_by_role("status").text_content() == "3 of 6"
        set_trait(page, "sizes", [5, 5])
        assert page.get_by_role("button").count() == 2
