"""Motion in a picture, and how little is done for it: pieces glide in and out, a dead end is called out
at its cell or peg, and a step sends to the graphics card only what has changed."""

import pytest
from sizes import size

from lessons import explorer, player
from puzzlelib import load
from puzzlelib.icosoku.events import trace as tiles
from puzzlelib.icosoku.puzzle import icosoku
from puzzlelib.search import algorithm_x

from .alone import alone, go, set_trait, shown, traits
from .lab import until

pytestmark = [pytest.mark.browser, pytest.mark.long]

PACKING = algorithm_x.trace(load("tetracubes-2x4x4"), limit=None, max_events=700)
TILES = tiles(icosoku(), max_events=700)

# The stage behind the page; its standing tells what was drawn, made, and sent to the graphics card.
STAGE = """
const Kept = Stage.prototype.listen;
Stage.prototype.listen = function (signal) { globalThis.stage = this; Kept.call(this, signal); };
"""
WORK = "() => ({ ...stage.picture.standing.work, slots: stage.picture.standing.slots.length })"


def stage_of(trace):
    """The stage of a search, with its insides in sight."""
    return watched(player(trace, views=["picture"]).stage)


def watched(stage):
    """A stage whose insides a page can see as `stage`."""
    script = stage._esm.replace("const widgetOf = ", STAGE + "const widgetOf = ")
    assert STAGE in script
    stage._esm = script
    return stage


@pytest.fixture(scope="module", params=[PACKING, TILES], ids=["packing", "icosoku"])
def still(request, browser):
    """A page on which nothing glides, and its trace."""
    with alone(browser, stage_of(request.param)) as page:
        yield page, request.param


@pytest.fixture(scope="module")
def moving(browser):
    """A page on which pieces glide."""
    with alone(browser, stage_of(PACKING), motion=True) as page:
        yield page


# -------- how much is done for a step


def test_a_step_sends_only_what_has_changed(still):
    """Of some 15 traces, those of one piece and of the empty cells; plotly takes none of them anew."""
    page, trace = still
    for step in (0, 1, 2):  # plotly makes the first of each kind
        go(page, step)
    page.evaluate("() => { stage.picture.Plotly = null; }")
    for step in range(3, size("steps drawn")):
        before = page.evaluate(WORK)
        go(page, step)
        after = page.evaluate(WORK)
        assert after["drawn"] - before["drawn"] == 1
        assert after["sent"] + after["made"] - before["sent"] - before["made"] <= 9, trace.events[step]
    assert not page.errors


def test_the_same_picture_sends_nothing(still):
    page, _ = still
    go(page, 9)
    before = page.evaluate(WORK)
    page.evaluate("() => stage.later()")
    until(page, lambda: page.evaluate(WORK)["drawn"] == before["drawn"] + 1)
    assert page.evaluate(WORK) == before | {"drawn": before["drawn"] + 1}


def states_of(stage, act) -> list[dict]:
    """What a page is sent while `act` runs: the traits that `show` and then `extend` change."""
    states, known = [], traits(stage)

    def heard(method):
        def call(*words, **named):
            method(*words, **named)
            now = traits(stage)
            states.append({name: value for name, value in now.items() if value != known[name]})
            known.update(now)

        return call

    stage.show, stage.extend = heard(stage.show), heard(stage.extend)
    act()
    return states


def take(page, state: dict) -> dict:
    """Set traits as one message does; how high the picture then is, and how the buttons stand."""
    page.evaluate("(all) => Object.entries(decoded(all)).forEach((one) => models[0].set(...one))", state)
    until(page, lambda: page.evaluate("() => !stage.picture.busy && !stage.planned"))
    return page.evaluate(
        """() => ({ high: stage.box.offsetHeight, title: stage.root.ariaLabel,
          place: stage.player.node.offsetHeight > 0 && stage.track.node.offsetHeight > 0,
          seen: getComputedStyle(stage.player.node).visibility })"""
    )


def test_another_puzzle_in_the_box_is_a_step_and_nothing_beside_it_moves(browser):
    """plotly takes nothing anew; while Python searches, buttons and track keep their place, unseen; they go
    when it has found none."""
    card = explorer(grid="2x4x4", hints=2, seed=1)
    first = traits(card.stage)
    with alone(browser, watched(card.stage)) as page:
        page.evaluate("() => { stage.picture.Plotly = null; }")
        before = take(page, {})
        shows, extends = states_of(card.stage, lambda: setattr(card.seed, "value", 2))
        assert shows["label"] != first["label"] and "scene" not in shows
        assert take(page, shows | {"busy": "…"}) == before | {"title": shows["label"], "seen": "hidden"}
        after = take(page, extends | {"busy": ""})
        assert after == before | {"title": shows["label"], "high": after["high"]}
        take(page, shows | {"busy": "…"})
        assert not take(page, {"busy": ""})["place"]


def test_pulling_apart_moves_what_stands(browser):
    """Only tones change, once: apart, pieces do not shade each other."""
    with alone(browser, stage_of(PACKING)) as page:
        go(page, PACKING.steps("answer")[0])
        set_trait(page, "explode", 0.2)
        until(page, lambda: page.evaluate("() => !stage.picture.busy && !stage.planned"))
        before = page.evaluate(WORK)
        for share in (0.4, 0.6, 0.8, 1.0):
            set_trait(page, "explode", share)
            until(page, lambda: page.evaluate("() => !stage.picture.busy && !stage.planned"))
        after = page.evaluate(WORK)
        assert after["drawn"] > before["drawn"]
        assert {**after, "drawn": 0} == {**before, "drawn": 0}


def test_walking_leaves_nothing_behind(still):
    """The second walk over the same steps makes no new thing, and no new buffer of the graphics card."""
    page, trace = still
    page.evaluate(
        """() => {
          const gl = stage.picture.scene.glplot.gl, { createBuffer, deleteBuffer } = gl;
          globalThis.buffers = 0;
          gl.createBuffer = () => { buffers++; return createBuffer.call(gl); };
          gl.deleteBuffer = (one) => { buffers--; return deleteBuffer.call(gl, one); };
        }"""
    )
    counted = []
    for _ in range(2):
        for step in range(0, 160, 8):
            go(page, step)
        counted.append(
            page.evaluate(
                "() => [stage.picture.standing.slots.length, stage.picture.standing.work.made, buffers]"
            )
        )
    assert counted[0] == counted[1]
    assert page.locator("canvas").count() <= 2  # plotly's own, and the one that shows it


# -------- motion


def gliding(page) -> list:
    """How far each gliding thing is from its place."""
    return page.evaluate(
        "() => stage.picture.glide.ways.map(({ slot, leaves }) => [leaves, ...(slot.glide ?? [])])"
    )


def forward(page, step: int, delta: int = 1) -> list:
    """Return what glides as soon as a step is drawn, before the first picture of its way."""
    go(page, step)
    page.evaluate("() => { stage.picture.glide.finish(); }")
    return page.evaluate(
        """async (step) => {
          const { run } = stage.picture.glide;
          let seen = null;
          stage.picture.glide.run = function (standing, changed) {
            run.call(this, standing, changed);
            seen = this.ways.map(({ slot, leaves }) => [leaves, ...slot.glide]);
          };
          goTo(step);
          while (stage.root.dataset.drawn !== String(step)) await new Promise(requestAnimationFrame);
          stage.picture.glide.run = run;
          return seen;
        }""",
        step + delta,
    )


def test_a_chosen_piece_glides_in_and_a_taken_one_out(moving):
    put = PACKING.steps("try")[3]
    came = forward(moving, put - 1)
    assert came and not any(leaves for leaves, *_ in came)  # the piece and its outline
    assert len({tuple(way) for way in came}) == 1
    assert sum(v * v for v in came[0][1:]) ** 0.5 == pytest.approx(1.4)
    taken = PACKING.steps("undo")[0]
    gone = forward(moving, taken - 1)
    assert gone and all(leaves for leaves, *_ in gone)
    until(moving, lambda: not gliding(moving))
    standing = moving.evaluate("() => stage.picture.standing.slots.filter((slot) => slot.thing).length")
    assert standing == moving.evaluate("() => stage.picture.things(stage.shown).length")


def test_the_next_key_finishes_it_at_once(moving):
    put = PACKING.steps("try")[3]
    forward(moving, put - 1)
    go(moving, put)
    moving.evaluate("() => stage.picture.glide.finish()")
    assert gliding(moving) == []
    assert moving.evaluate("() => stage.picture.standing.slots.every((slot) => !slot.glide)")


def test_nothing_glides_in_a_jump_or_played_fast_or_for_those_who_want_it_still(moving, still):
    put = PACKING.steps("try")[3]
    assert forward(moving, put - 1, 30) == []
    moving.evaluate("() => { stage.player.timer = 1; }")
    moving.evaluate("() => { Object.defineProperty(stage, 'pace', { value: 250, configurable: true }); }")
    assert forward(moving, put - 1) == []
    moving.evaluate("() => { Object.defineProperty(stage, 'pace', { value: 800, configurable: true }); }")
    assert forward(moving, put - 1)
    moving.evaluate("() => { stage.player.timer = null; delete stage.pace; }")
    page, trace = still
    assert forward(page, trace.steps("try")[1] - 1) == []


# -------- dead ends are called out

CALL = """() => {
  const box = document.querySelector(".eo-picture").getBoundingClientRect();
  const at = document.querySelector(".eo-call").getBoundingClientRect();
  const { x2, y2 } = document.querySelector(".eo-leader");
  const scene = stage.picture.scene, { model, view, projection } = scene.glplot.cameraParams;
  const times = (m, v) => [0, 1, 2, 3].map((r) => v.reduce((sum, x, c) => sum + m[4 * c + r] * x, 0));
  const point = [...stage.shown.call.at.map((v, i) => v * scene.dataScale[i]), 1];
  const [x, y] = [model, view, projection].reduce((v, m) => times(m, v), point);
  const text = document.querySelector(".eo-call").textContent;
  return { hidden: document.querySelector(".eo-calls").hidden, text,
    box: [at.x - box.x, at.y - box.y, at.width, at.height], size: [box.width, box.height],
    end: [x2.baseVal.value, y2.baseVal.value], spot: [(box.width * (1 + x)) / 2, (box.height * (1 - y)) / 2],
    labels: [...document.querySelectorAll(".eo-tags .eo-label:not(.eo-hidden)")].map((node) => {
      const one = node.getBoundingClientRect();
      return [one.x - box.x, one.y - box.y, one.width, one.height]; }) };
}"""


def check_call(page) -> dict:
    call = page.evaluate(CALL)
    x, y, width, height = call["box"]
    across, high = call["size"]
    assert 0 <= x and x + width <= across and 0 <= y and y + height <= high, call
    a, b = call["spot"]
    assert not (x <= a <= x + width and y <= b <= y + height), "it covers its cell"
    assert ((call["end"][0] - a) ** 2 + (call["end"][1] - b) ** 2) ** 0.5 < 60, call
    for u, v, w, h in call["labels"]:
        assert x + width <= u + 1 or u + w <= x + 1 or y + height <= v + 1 or v + h <= y + 1, call
    return call


def test_a_dead_end_is_called_out(still):
    page, trace = still
    for step in trace.steps("conflict")[:12:3]:
        go(page, step)
        call = page.evaluate(CALL)
        if call["hidden"]:  # a peg behind the solid
            assert trace is TILES
            continue
        check_call(page)
        event = trace.events[step]
        fit = "✗ no place left for " if isinstance(event.item, str) else "✗ no piece fits"
        assert call["text"].startswith(fit if trace is PACKING else "✗ ")
        if trace is TILES:
            assert event.cause in call["text"]
    go(page, trace.steps("try")[0])
    assert not page.locator(".eo-call").is_visible()


def test_the_call_follows_when_the_picture_is_turned(still):
    page, trace = still
    go(page, trace.steps("conflict")[0])
    before = check_call(page)
    for _ in range(4):
        page.locator(".eo-picture").press("ArrowLeft")
    shown(page.locator(".eo-stage"))
    until(page, lambda: page.evaluate(CALL)["spot"] != before["spot"])
    until(page, lambda: not page.evaluate("() => stage.picture.busy || stage.planned"))
    if not page.evaluate(CALL)["hidden"]:
        check_call(page)
    page.locator(".eo-picture").press("0")
