// Names for the controls of a card, for screen readers; the projector look; and programs in colours.

import { keepListening } from "./patience.js";
import { onChange, onEnd, set, spoken } from "./dom.js";
import { colourPrograms } from "./programs.js";

const labelOf = (widget) => widget.querySelector(":scope > .widget-label")?.textContent.trim() || widget.title
  || "value";

const CONTROLS = {
  "[role=slider], input[type=text], input[type=number], textarea": (name) => ({ "aria-label": name }),
  ".widget-readout": (name) => ({ role: "textbox", "aria-label": `${name}, as a number` }),
  "select": (name) => ({ "aria-label": name }),
};

function name(widget) {
  for (const [selector, named] of Object.entries(CONTROLS)) {
    for (const node of widget.querySelectorAll(selector)) set(node, named(labelOf(widget)));
  }
  if (!widget.classList.contains("widget-toggle-buttons")) return;
  set(widget, { role: "group", "aria-label": labelOf(widget) });
  for (const button of widget.querySelectorAll("button")) {
    set(button, { "aria-pressed": String(button.classList.contains("mod-active")) });
  }
}

function nameAll(card) {
  for (const widget of card.querySelectorAll(".widget-inline-hbox")) name(widget);
  for (const line of card.querySelectorAll(".eo-message"))
    set(line, { role: "status", "aria-live": "polite" });
}

/** Its children are made before the card is put into the page. */
function placed(el, signal, act) {
  const card = el.closest(".eo-card");
  if (card) act(card);
  else if (!signal.aborted) setTimeout(() => placed(el, signal, act), 50);
}

/** Enter in a line to write in is the button beside it. Python hears of the text first. */
function enterGuess(event) {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches(".eo-guess input")) return;
  event.preventDefault();
  event.target.dispatchEvent(new Event("change", { bubbles: true }));
  event.currentTarget.querySelector("button").click();
}

/** A guess takes the control away that had the focus: it goes to the next one, or to the next cell. */
function keepFocus(card, signal) {
  let last = null;
  card.addEventListener("focusin", ({ target }) => { last = target; }, { signal });
  const watch = new MutationObserver(() => {
    if (!last || (last.isConnected && !last.disabled)) return;
    const lost = [last, document.body].includes(document.activeElement);
    last = null;
    const cell = card.closest(".jp-Cell");
    const next = card.querySelector(".eo-guess :enabled") ?? cell?.nextElementSibling ?? cell;
    if (lost) next?.focus({ preventScroll: true });
  });
  watch.observe(card, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  onEnd(signal, () => watch.disconnect());
}

function keepNames(card, signal) {
  nameAll(card);
  // on its way down: ipywidgets lets no key of a field come up again
  const early = { signal, capture: true };
  if (card.classList.contains("eo-predict")) {
    card.addEventListener("keydown", enterGuess, early);
    keepFocus(card, signal);
  }
  const ours = (record) => !record.target.closest?.(".eo-sheet"); // the stage names its own controls
  const watch = new MutationObserver((records) => records.some(ours) && nameAll(card));
  watch.observe(card, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
  onEnd(signal, () => watch.disconnect());
}

const ASLEEP = "Python was restarted, so this is a picture now. To wake it, run this cell again.";
const ASKS_PYTHON = ".widget-inline-hbox:not(.eo-in-page), .jupyter-button";

/** A card says when no Python hears it any more; ipywidgets marks it then. What would ask Python rests. */
function sayAsleep(card, signal) {
  const line = spoken("eo-asleep");
  card.prepend(line);
  const look = () => {
    if (line.textContent || !card.classList.contains("jupyter-widgets-disconnected")) return;
    line.textContent = ASLEEP;
    for (const control of card.querySelectorAll(ASKS_PYTHON)) control.inert = true;
  };
  const watch = new MutationObserver(look);
  watch.observe(card, { attributes: true, attributeFilter: ["class"] });
  onEnd(signal, () => watch.disconnect());
  look();
}

export default {
  initialize: keepListening,
  render({ model, el, signal }) {
    el.style.display = "none";
    colourPrograms();
    const project = () => (el.closest(".jp-NotebookPanel") ?? document.body).classList.toggle("eo-projector",
      model.get("projector"));
    onChange(model, signal, "change:projector", project);
    placed(el, signal, (card) => { keepNames(card, signal); sayAsleep(card, signal); project(); });
  },
};
