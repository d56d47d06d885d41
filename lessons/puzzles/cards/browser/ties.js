// Ties: what names one piece or cell lights up together, under pointer and focus. An element of a card
// has its names in data-tie, divided by |. A picture is told by the event "eo-tie" before.

import { make } from "../../../kit/cards/browser/dom.js";
import { cutAtNames } from "./logic/tie_names.js";
import { page } from "./page.js";

const namesOf = (node) => node?.dataset.tie?.split("|").filter(Boolean) ?? [];

/** Light all that shares a name with this node of a card; null: nothing any more. */
export function light(node) {
  const names = namesOf(node), card = names.length ? node.closest(".eo-card") : null;
  if (page.tied !== card) mark(page.tied, []);
  mark(page.tied = card, names);
}

function mark(card, names) {
  for (const stage of card?.querySelectorAll(".eo-stage") ?? []) stage.dispatchEvent(new Event("eo-tie"));
  for (const one of card?.querySelectorAll("[data-tie]") ?? [])
    one.classList.toggle("eo-tied", namesOf(one).some((name) => names.includes(name)));
}

export function listenForTies() {
  if (page.listens) return;
  page.listens = true;
  for (const kind of ["pointerover", "focusin"])
    document.addEventListener(kind, ({ target }) => light(target.closest?.("[data-tie]")));
}

/** A sentence as nodes, its names tied; `letters` of pieces by their names. */
export const tiedWords = (text, letters = {}) => cutAtNames(text).map((words, k) =>
  (k % 2 ? make("span", { "data-tie": letters[words] ?? words }, words) : words));
