"""Stages and boards on a page of their own, without JupyterLab and without a kernel: their scripts, their
styles and all their frames, with a stand-in for the model. Questions of a widget to Python are answered from
here."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files

from playwright.sync_api import Browser, Locator, Page

from lessons.kit.cards.card import Names

from .lab import PROJECTOR, nameless
from .pieces_seen import PIECES_SEEN

# Drawn at once, without steps.
AT_ONCE = (
    ".eo-byhand, .eo-coast, .eo-archipelago, .eo-chain, .eo-flood, .eo-flying, .eo-fourways, .eo-pushes, "
    ".eo-twins"
)
STEPPED = f".eo-sheet:not({AT_ONCE})"
LEFT_OUT = {"loader", "layout", "tabbable", "tooltip"}

# A notebook's screen at 1280×720, as wide and as high as JupyterLab leaves it.
PAGE = """<!DOCTYPE html><body data-jp-theme-light="true" style="margin: 0">
<style>
  :root { --jp-ui-font-color0: #000; --jp-layout-color0: #fff; }
  body[data-jp-theme-light=false] { background: #111; }
  .jp-WindowedPanel-outer { height: 600px; overflow: auto; }
  .jp-Cell { width: 1110px; }
  .eo-pair { display: flex; flex-wrap: wrap; }
</style>
<div class="jp-NotebookPanel jp-WindowedPanel-outer">
<div class="jp-Cell"><div class="eo-card"></div></div></div>"""

HOST = """
const decoded = (value) => value && value.bytes !== undefined
  ? new DataView(Uint8Array.from(atob(value.bytes), (c) => c.charCodeAt(0)).buffer)
  : Array.isArray(value) ? value.map(decoded)
  : value && typeof value === "object"
    ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, decoded(v)])) : value;

class Model {
  constructor(values) { Object.assign(this, { values: decoded(values), heard: new Map() }); }
  get(name) { return this.values[name]; }
  set(name, value) {
    if (this.values[name] === value) return;
    this.values[name] = value;
    this.emit(`change:${name}`, value);
    if (name === "step") for (const other of models) if (other !== this) other.set(name, value);
  }
  save_changes() {}
  on(names, act) { for (const name of names.split(" ")) this.heardOf(name).add(act); }
  off(names, act) { for (const name of names.split(" ")) this.heardOf(name).delete(act); }
  heardOf(name) { return this.heard.get(name) ?? this.heard.set(name, new Set()).get(name); }
  emit(name, value) { for (const act of [...this.heardOf(name)]) act(value); }
  send(message) { globalThis.asked(this.number, message).then((said) => this.emit("msg:custom", said)); }
}

const models = globalThis.models = [];
globalThis.stand = async (scripts, values, side) => {
  const card = document.querySelector(".eo-card");
  const place = document.createElement("div");
  if (side) place.className = "eo-pair";
  card.append(place);
  for (const [i, text] of scripts.entries()) {
    const widget = (await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })))).default;
    const el = document.createElement("div");
    place.append(el);
    const model = Object.assign(new Model(values[i]), { number: i });
    models.push(model);
    const signal = new AbortController().signal;
    widget.initialize?.({ model, signal });
    await widget.render({ model, el, signal, host: { getModel: async () => null } });
  }
};
globalThis.goTo = (step) => models[0].set("step", step);
"""


def traits(widget) -> dict:
    """Return what the browser gets of a widget, as JSON."""
    names = {name for name in widget.keys if not name.startswith("_")} - LEFT_OUT
    return {name: plain(getattr(widget, name)) for name in sorted(names)}


def plain(value):
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode()}
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value


@contextmanager
def alone(browser: Browser, *sheets, motion: bool = False) -> Iterator[Page]:
    """A page with these stages and boards of one player side by side; `motion`, what glides may glide."""
    with browser.new_context(
        viewport=PROJECTOR, reduced_motion="no-preference" if motion else "reduce"
    ) as context:
        page = context.new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(error.stack or str(error)))
        page.set_content(PAGE)
        page.add_style_tag(
            content=Names._css + "".join(dict.fromkeys(getattr(sheet, "_css", "") for sheet in sheets))
        )
        page.add_script_tag(content=PIECES_SEEN + HOST)
        page.expose_function("asked", lambda number, message: answer(sheets[number], message))
        if any("scene" in sheet.keys for sheet in sheets):
            page.add_script_tag(path=str(files("plotly") / "package_data" / "plotly.min.js"))
            page.evaluate("""() => (globalThis.exactlyOnce = { plotly: Promise.resolve(Plotly), webgl: null,
              live: new Set(), turn: Promise.resolve(), born: 0 })""")
        page.evaluate(
            "([scripts, values, side]) => stand(scripts, values, side)",
            [[sheet._esm for sheet in sheets], [traits(sheet) for sheet in sheets], len(sheets) > 1],
        )
        for node in page.locator(STEPPED).all():
            shown(node)
        assert not (found := nameless(page)), found
        yield page
        assert not page.errors, page.errors


def answer(sheet, message: dict) -> dict | None:
    """Return what Python says to a message of the browser."""
    if message.get("kind") != "frames":
        return None
    start, stop = message["from"], min(message["to"], len(sheet.everything))
    block = sheet._block(start, stop, sheet.everything)
    return plain({"kind": "frames", "run": sheet.run, "from": start, **block})


def go(page: Page, step: int) -> None:
    """Go to a step, and wait until all is drawn."""
    page.evaluate("step => goTo(step)", step)
    for node in page.locator(".eo-sheet").all():
        shown(node)


def shown(sheet: Locator) -> Locator:
    sheet.page.wait_for_function(
        "node => node.dataset.drawn !== undefined && node.dataset.drawn === node.dataset.step && "
        "node.dataset.step === String(models[0].get('step')) && node.dataset.live !== 'picture'",
        arg=sheet.element_handle(),
    )
    return sheet


def set_trait(page: Page, name: str, value) -> None:
    """Set a trait of all widgets, as Python would."""
    page.evaluate(
        "async ([name, value]) => { for (const model of models) model.set(name, value);"
        "for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame); }",
        [name, value],
    )


def dark(page: Page, yes: bool = True) -> None:
    page.evaluate("yes => document.body.setAttribute('data-jp-theme-light', String(!yes))", yes)
