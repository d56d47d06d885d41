"""Branch and bound: fractional pieces and the numbers at them. Node sees its tree (scripts/tree.test.mjs)."""

import pytest

from lessons import player
from lessons.puzzles.views.fractions import fraction_names, value_text
from puzzlelib import load
from puzzlelib.ilp.branch_and_bound import trace as branch_and_bound

from .alone import alone, go
from .lab import paint, settle

pytestmark = [pytest.mark.browser, pytest.mark.long]

TRACE = branch_and_bound(load("nine-ls"), costs="random", seed=2)
PUZZLE = TRACE.puzzle


@pytest.fixture(scope="module")
def card(browser):
    with alone(browser, *player(TRACE, views=["picture", "tree", "counters"]).sheets) as page:
        settle(page.locator(".eo-stage"), "layers")  # a relaxation is read best there
        view(page, "3d")
        yield page.locator(".eo-card")


def step(card, k: int):
    """The stage at a step, everything drawn."""
    go(card.page, k)
    return settle(card.locator(".eo-stage"))


def fractions_at(k):
    return {PUZZLE.placements[o]: v for o, v in TRACE.state(k).fractions.items()}


def texts(k):
    """Return what must stand at the fractional pieces of a step."""
    fractions, event = fractions_at(k), TRACE.events[k]
    focus = PUZZLE.placements[event.option] if event.kind == "choose" else None
    return sorted(
        ("▶ " if p == focus else "") + f"{name} {value_text(fractions[p])}"
        for p, name in fraction_names(PUZZLE, fractions).items()
    )


def view(page, way: str):
    page.get_by_role("combobox", name="View").select_option(way)
    paint(page, 5)
    return settle(page.locator(".eo-stage"), "layers" if way == "layers" else "3d")


def test_the_numbers_at_the_pieces_are_those_of_the_state(card):
    view(card.page, "apart")
    for k in (0, 1, 2, 6):
        stage = step(card, k)
        tags = stage.locator(".eo-tags span")
        card.page.wait_for_function(
            "([node, n]) => node.querySelectorAll('.eo-tags span').length === n",
            arg=[stage.element_handle(), len(texts(k))],
        )
        assert sorted(tags.all_inner_texts()) == texts(k)
        box = stage.locator(".eo-picture").bounding_box()
        for tag in tags.all():
            assert tag.is_visible()  # apart, each number is there, inside the picture
            at = tag.bounding_box()
            assert box["x"] <= at["x"] and at["x"] + at["width"] <= box["x"] + box["width"]
            assert box["y"] <= at["y"] and at["y"] + at["height"] <= box["y"] + box["height"]
        assert sorted(filter(None, stage.get_attribute("data-fractions").split(","))) == texts(k)
    view(card.page, "3d")


def test_the_layers_name_every_share(card):
    k = 1
    step(card, k)
    stage = view(card.page, "layers")
    found = sorted({text for text in stage.locator(".eo-share").all_inner_texts()})
    assert found == texts(k)
    assert stage.locator(".eo-share").count() == sum(len(p.cells) for p in fractions_at(k))
    shares_fill_their_cells(stage)
    listed = stage.locator(".eo-bars li")
    bars, rest = listed.all_inner_texts()[:5], len(texts(k)) - 5
    assert set(bars) <= set(texts(k)) and bars[0].startswith("▶")
    assert listed.last.inner_text() == f"and {rest} more"
    in_sight(stage)
    view(card.page, "3d")


def shares_fill_their_cells(stage):
    """Each share is as high as its value says, and its text stays inside it."""
    for one in stage.locator(".eo-shares").all():
        shares = one.locator(".eo-share")
        heights = [share.bounding_box()["height"] for share in shares.all()]
        values = one.evaluate("node => [...node.children].map(share => parseFloat(share.style.flexGrow))")
        assert sum(values) == pytest.approx(1, abs=1e-3)
        assert heights == pytest.approx([value * sum(heights) for value in values], abs=1.5)
        assert all(
            shares.evaluate_all("nodes => nodes.map(node => node.scrollWidth <= node.clientWidth + 1)")
        )


def in_sight(stage):
    """All layers and the whole list are inside the picture, without scrolling."""
    place = stage.locator(".eo-picture").bounding_box()
    for node in stage.locator(".eo-layers table, .eo-bars").all():
        box = node.bounding_box()
        assert box["x"] + box["width"] <= place["x"] + place["width"] + 1
        assert box["y"] + box["height"] <= place["y"] + place["height"] + 1
