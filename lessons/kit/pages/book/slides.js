// Slides: arrow keys change them, a clicker also reveals bets and steps through searches. A card that
// stands on several slides goes with them, as it was left.

import { nextStop, stopsOf } from "./logic/clicks.js";

const slides = [...document.querySelectorAll(".slide")];
const cards = new Map([...document.querySelectorAll("#pool > *")].map((one) => [one.dataset.model, one]));
const by = (id) => document.getElementById(id);
const WRITTEN = "input:not([type=checkbox]), textarea, select, [contenteditable=true]"; // keys are theirs
const SLIDERS = "[role=slider], [role=tree], [role=grid], [role=listbox]"; // arrows are theirs
const MOVED = `${SLIDERS}, .eo-picture`;
const PRESSED = "button, a, summary"; // so is Space
const STEPPER = ".eo-player[aria-label='Step through the search']";
const MOST_HINTS = 5; // of those that are recorded
let at = -1;
let flown = false; // have pieces been seen to fly on this slide?

const cardsOf = (slide) => slide.querySelector(".place")?.dataset.cards.split(" ") ?? [];
const full = () => document.querySelector(".eo-full");
const inSight = (node) => node.getClientRects().length > 0;
const found = (selector) => [...slides[at].querySelectorAll(selector)].find(inSight);

function go(to) {
  const wanted = Math.max(0, Math.min(slides.length - 1, to));
  if (wanted === at) return;
  if (full()) found(".eo-fullbutton")?.click();
  at = wanted;
  flown = false;
  slides.forEach((slide, i) => { slide.hidden = i !== at; });
  const place = slides[at].querySelector(".place");
  place?.append(...cardsOf(slides[at]).map((id) => cards.get(id)));
  slides[at].ariaLabel = slides[at].querySelector("h1").textContent;
  by("where").textContent = `${at + 1} of ${slides.length}`;
  by("back").disabled = at === 0;
  by("on").disabled = at === slides.length - 1;
  history.replaceState(null, "", `#${at + 1}`);
  slides[at].focus({ preventScroll: true });
}

/** Reveal the first bet on this slide that is open; was there one? */
function revealed() {
  const bet = cardsOf(slides[at]).map((id) => Book.models.get(id)).find((model) => model?.reveal);
  bet?.reveal();
  return bet !== undefined;
}

/** The search that is in sight, and where a clicker stops in it next. */
function nextStep(forward) {
  const model = found(STEPPER)?.closest(".eo-any").model;
  if (!model) return [];
  const last = Math.max(model.get("count"), model.get("frames").length) - 1, kinds = model.get("kinds");
  const track = new Uint8Array(model.get("track").buffer);
  const stops = stopsOf(last, (k) => ["conflict", "answer"].includes(kinds[track[k]]));
  return [model, nextStop(stops, model.get("step"), forward)];
}

/** In the explorer a clicker gives hints, or takes them back; was there one? */
function hinted(forward) {
  const [one] = [...slides[at].querySelectorAll(".widget-slider")]
    .filter((node) => node.textContent.startsWith("hints"));
  const control = one?.querySelector("input"), next = Number(control?.value) + (forward ? 1 : -1);
  if (!control || next < 0 || next > MOST_HINTS) return one !== undefined && !go(at + (forward ? 1 : -1));
  control.value = next;
  control.dispatchEvent(new Event("input"));
  return true;
}

/** Pieces that lie beside their box fly into it, if they are not on their way by themselves; the next press
 * does not wait for them. Did they lie there? */
function packed() {
  const play = found(".eo-assembly .eo-play"), name = play?.textContent;
  if (flown || !["Pack", "Pause"].includes(name)) return false;
  if (name === "Pack") play.click();
  flown = true;
  return true;
}

/** The next bet is revealed; then the search goes on to its next stop, full screen; where there is none
 * left, comes the next slide. */
function step(forward) {
  if ((forward && (revealed() || packed())) || (!full() && hinted(forward))) return;
  const [model, next] = nextStep(forward);
  if (next === undefined) return full() || !scrolled(forward) ? go(at + (forward ? 1 : -1)) : undefined;
  if (full()) model.set("step", next);
  else found(STEPPER).closest(".eo-pair, .eo-sheet").querySelector(".eo-fullbutton").click();
}

/** Was there more of the slide to be seen in this direction? It is, then. */
function scrolled(forward) {
  const place = slides[at].querySelector(".place"), before = place?.scrollTop;
  place?.scrollBy({ top: (forward ? 0.8 : -0.8) * place.clientHeight, behavior: "instant" });
  return place !== null && place.scrollTop !== before;
}

function notes(yes) {
  by("notes").ariaPressed = yes;
  for (const one of document.querySelectorAll(".notes")) one.hidden = !yes;
}

const noted = () => by("notes").ariaPressed === "true";
const press = (selector) => () => found(selector)?.click();

/** A picture with full window has keys of its own; there those of the slides turn nothing. */
const MOVES = { ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), PageDown: () => step(true),
  PageUp: () => step(false) };
const ACTS = { ...MOVES, Home: () => go(0), End: () => go(slides.length - 1),
  Escape: () => slides[at].focus(), n: () => notes(!noted()), f: press(".eo-fullbutton"),
  " ": press(".eo-play") };

function key(event) {
  const { key: name, target, ctrlKey, altKey, metaKey, shiftKey } = event;
  const act = (full() ? MOVES : ACTS)[name.length === 1 ? name.toLowerCase() : name];
  if (!act || ctrlKey || altKey || metaKey || shiftKey) return;
  if (target.closest(WRITTEN) && name !== "Escape") return;
  if (target.closest(full() ? SLIDERS : MOVED) && /^(Arrow|Home|End)/.test(name)) return;
  if (target.closest(PRESSED) && name === " ") return;
  event.preventDefault();
  event.stopPropagation(); // the stage hears F as well
  act();
}

document.addEventListener("keydown", key, { capture: true });
// After a picture is turned by mouse, the arrow keys go through the slides; after Tab they turn it.
addEventListener("pointerup", ({ target }) => {
  if (target.closest?.(".eo-picture") && !full()) slides[at].focus({ preventScroll: true });
});
by("on").addEventListener("click", () => go(at + 1));
by("back").addEventListener("click", () => go(at - 1));
by("notes").addEventListener("click", () => notes(!noted()));

by("projector").click();
const first = Number(location.hash.slice(1)) || 1;
go(first - 1);
