"""Branch and bound in a real JupyterLab: fractional pieces, the numbers at them, and the tree with its
bounds."""

import pytest

from lessons.kit.views.fractions import fraction_names, value_text
from puzzlelib import load
from puzzlelib.ilp.branch_and_bound import trace as branch_and_bound
from puzzlelib.search.tree import SearchTree

from .controls import nameless, slider_named, value
from .lab import answered, desk_with, picture, settle, shows, until
from .test_views import card_of, data, path_of, walk

pytestmark = pytest.mark.browser

CELLS = [
    "from puzzlelib import load\nfrom puzzlelib.ilp.branch_and_bound import trace\nfrom lessons "
    "import player",
    'player(trace(load("nine-ls"), costs="random", seed=2), views=["picture", "tree", "counters"])',
]
TRACE = branch_and_bound(load("nine-ls"), costs="random", seed=2)
PUZZLE = TRACE.puzzle


@pytest.fixture(scope="module")
def desk(server, browser):
    with desk_with(server, browser, "branch.ipynb", *CELLS) as lab:
        stage = settle(lab.stages(), "layers")  # a relaxation is read best there
        stage.get_by_role("combobox", name="View").select_option("3d")
        settle(stage)
        yield lab


def step(desk, *keys):
    """Card, stage and step after these keys, everything drawn."""
    card = card_of(desk, 0)
    k = walk(card, *keys)
    stage = card.locator(".eo-stage")
    settle(stage, stage.get_attribute("data-live") if stage.get_attribute("data-live") == "layers" else "3d")
    return card, stage, k


def fractions_at(k):
    return {PUZZLE.placements[o]: v for o, v in TRACE.state(k).fractions.items()}


def texts(k):
    """What must stand at the fractional pieces of a step."""
    fractions, event = fractions_at(k), TRACE.events[k]
    focus = PUZZLE.placements[event.option] if event.kind == "choose" else None
    return sorted(
        ("▶ " if p == focus else "") + f"{name} {value_text(fractions[p])}"
        for p, name in fraction_names(PUZZLE, fractions).items()
    )


def explode(card, way):
    card.get_by_role("combobox", name="View").select_option(way)
    answered(card.locator(".eo-stage"))


def test_every_control_has_a_name(desk):
    card_of(desk, 0)
    assert nameless(desk) == []


def test_the_numbers_at_the_pieces_are_those_of_the_state(desk):
    card, stage, _ = step(desk, "Home")
    explode(card, "apart")
    for keys in (["Home"], ["ArrowRight"], ["ArrowRight"], ["ArrowRight"] * 4):
        card, stage, k = step(desk, *keys)
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
    explode(card, "3d")


def test_packed_numbers_do_not_cover_one_another(desk):
    card, stage, k = step(desk, "Home")
    answered(stage)
    seen = [tag.bounding_box() for tag in stage.locator(".eo-tags span:not(.eo-hidden)").all()]
    assert 3 <= len(seen) <= len(texts(k))
    for i, a in enumerate(seen):
        for b in seen[:i]:
            assert (
                a["x"] + a["width"] <= b["x"] + 1
                or b["x"] + b["width"] <= a["x"] + 1
                or a["y"] + a["height"] <= b["y"] + 1
                or b["y"] + b["height"] <= a["y"] + 1
            )
    before = stage.locator(".eo-tags span").first.bounding_box()
    stage.locator(".eo-picture").press("ArrowLeft")
    until(
        card.page, lambda: stage.locator(".eo-tags span").first.bounding_box() != before
    )  # the numbers turn with the pieces
    stage.locator(".eo-picture").press("0")
    settle(stage)


def test_the_layers_name_every_share(desk):
    card, stage, k = step(desk, "Home", "ArrowRight")
    stage.get_by_role("combobox", name="View").select_option("layers")
    settle(stage, "layers")
    found = sorted({text for text in stage.locator(".eo-share").all_inner_texts()})
    assert found == texts(k)
    assert stage.locator(".eo-share").count() == sum(len(p.cells) for p in fractions_at(k))
    shares_fill_their_cells(stage)
    listed = stage.locator(".eo-bars li")
    bars, rest = listed.all_inner_texts()[:5], len(texts(k)) - 5
    assert set(bars) <= set(texts(k)) and bars[0].startswith("▶")
    assert listed.last.inner_text() == f"and {rest} more"
    in_sight(stage)
    stage.get_by_role("combobox", name="View").select_option("3d")
    settle(stage)


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


def test_a_whole_piece_has_its_colour_and_a_fractional_one_a_fainter(desk):
    card, stage, k = step(desk, "Home")
    assert shows(picture(stage.locator(".eo-picture")), "#fa8f19") == bool(TRACE.state(k).on)
    assert TRACE.state(k).on and TRACE.state(k).fractions


def test_the_tree_tells_how_each_branch_ended(desk):
    card, stage, k = step(desk, "End")
    tree = SearchTree(TRACE)
    kinds = [branch.kind for branch in tree.branches if branch.ended >= 0]
    assert card.locator(".eo-tree .eo-stop").count() == kinds.count("bound") > 0
    assert card.locator(".eo-tree .eo-cross").count() == kinds.count("conflict")
    stars = card.locator(".eo-tree .eo-star").all_text_contents()
    assert stars.count("★") == 1 and stars.count("☆") == kinds.count("answer") - 1
    shown = sorted(card.locator(".eo-tree .eo-bound").all_text_contents())
    assert shown == sorted(
        f"{round(branch.bound, 2):g}" for branch in tree.branches if branch.bound is not None
    )
    assert data(card, "tree", "path").strip() == path_of(tree, k)
    assert "bound no better than the incumbent" in card.locator(".eo-panel-tree .eo-note").inner_text()


def test_nothing_is_told_before_it_happens(desk):
    for keys in (["Home"], ["ArrowRight"] * 3, ["ArrowRight"] * 5):
        card, stage, k = step(desk, *keys)
        event = TRACE.events[k]
        nan = lambda number: "NaN" if number is None else f"{number:g}"
        assert f"{float(data(card, 'counters', 'bound')):g}".replace("nan", "NaN") == nan(event.bound)
        assert f"{float(data(card, 'counters', 'incumbent')):g}".replace("nan", "NaN") == nan(event.incumbent)
        ended = [branch for branch in SearchTree(TRACE).branches if 0 <= branch.ended <= k]
        assert card.locator(".eo-tree .eo-star").count() == sum(branch.kind == "answer" for branch in ended)
        assert card.locator(".eo-say").inner_text() == event.say


def test_a_node_says_its_bound_by_keyboard(desk):
    card, stage, k = step(desk, "End")
    tree = card.get_by_role("application")
    tree.focus()
    tree.press("ArrowUp")
    branch = SearchTree(TRACE).branches[SearchTree(TRACE).path(k)[-2]]
    words = card.locator(".eo-detail").inner_text()
    assert (
        words.startswith(f"Level {branch.level}, choice {branch.words}")
        and f"bound {round(branch.bound, 2):g}" in words
    )
    tree.press("Enter")
    card.page.wait_for_function(
        "([node, step]) => node.dataset.drawn === step",
        arg=[card.locator(".eo-board").element_handle(), str(branch.first)],
    )
    assert value(slider_named(card, "step")) == branch.first
