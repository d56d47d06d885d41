// Names for the controls of a card, for screen readers; the projector look; and programs in colours.

import { onChange, onMutation, set, spoken } from "./dom.js";
import { keepListening } from "./patience.js";
import { colourPrograms } from "./programs.js";

const labelOf = (widget) => widget.querySelector(":scope > .widget-label")?.textContent.trim() || widget.title
  || "value";

const CONTROLS = "[role=slider], input[type=text], input[type=number], textarea, select";

function name(widget) {
  const label = labelOf(widget);
  for (const node of widget.querySelectorAll(CONTROLS)) node.ariaLabel = label;
  for (const node of widget.querySelectorAll(".widget-readout"))
    set(node, { role: "textbox", "aria-label": `${label}, as a number` });
  if (!widget.classList.contains("widget-toggle-buttons")) return;
  set(widget, { role: "group", "aria-label": label });
  for (const button of widget.querySelectorAll("button")) {
    button.ariaPressed = button.classList.contains("mod-active");
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
  const look = () => {
    if (!last || (last.isConnected && !last.disabled)) return;
    const lost = [last, document.body].includes(document.activeElement);
    last = null;
    const cell = card.closest(".jp-Cell");
    const next = card.querySelector(".eo-guess :enabled") ?? cell?.nextElementSibling ?? cell;
    if (lost) next?.focus({ preventScroll: true });
  };
  onMutation(card, signal, { childList: true, subtree: true, attributeFilter: ["disabled"] }, look);
}

function keepNames(card, signal) {
  nameAll(card);
  if (card.classList.contains("eo-predict")) {
    // on its way down: ipywidgets lets no key of a field come up again
    card.addEventListener("keydown", enterGuess, { signal, capture: true });
    keepFocus(card, signal);
  }
  const ours = (record) => !record.target.closest?.(".eo-sheet"); // the stage names its own controls
  onMutation(card, signal, { childList: true, subtree: true, attributeFilter: ["class"] },
    (records) => records.some(ours) && nameAll(card));
}

const ASLEEP = "Python was restarted, so this is a picture now. To wake it, run this cell again.";
const ASKS_PYTHON = ".widget-inline-hbox:not(.eo-in-page), .jupyter-button";

/** A card says when no Python hears it any more; ipywidgets marks it then. Its buttons rest. */
function sayAsleep(card, signal) {
  const line = spoken("eo-asleep");
  card.prepend(line);
  const look = () => {
    if (line.textContent || !card.classList.contains("jupyter-widgets-disconnected")) return;
    line.textContent = ASLEEP;
    for (const control of card.querySelectorAll(ASKS_PYTHON)) control.inert = true;
  };
  onMutation(card, signal, { attributeFilter: ["class"] }, look);
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
