// A page of the book: its cards come to life, predictions ask and open, the look is kept, words are found.

import { grouped, guessIn, withGuess } from "./logic/guesses.js";
import { around, placesWith, wordsIn } from "./logic/places.js";
import { combined, knownValues, nearest, withLooks } from "./logic/settings.js";

const { make } = Book;
const KERNEL = "What is grey waits for Python: ";
const BUTTONS = { solvable: "“Still solvable?”", hint: "“Hint”", go: "“Go on from here”" }; // of a hand
const body = document.body, root = body.dataset.root;

/** A sentence that ends where Python is. */
const untilPython = (...words) =>
  [...words, make("a", { href: `${root}index.html#start` }, "it runs in JupyterLab"), "."];

const within = (model) => [model, ...Book.childrenOf(model).flatMap(within)];
const wears = (model, name) => model.get("_dom_classes")?.includes(name);
const lineBelow = (card) => document.querySelector(`[data-model="${card.id}"] > .kernel`);
const INPUT = /^(\w+Slider|Dropdown|ToggleButtons?|Button|Checkbox|Text|Textarea)Model$/;

function awaken() {
  Book.link();
  for (const model of [...Book.models.values()]) {
    if (model.more.settings) recorded(model);
    if (wears(model, "eo-predict")) ask(model);
    if (model.get("helps")) giveHelp(model);
  }
  if (isPressed(forProjector)) project(true); // slides have pressed it by now
  for (const place of document.querySelectorAll("[data-model]")) {
    const model = Book.models.get(place.dataset.model);
    if (model) place.replaceChildren(Book.view(model), notes(model));
  }
}

/** A hand has the buttons that somebody answers in this page. */
function giveHelp(model) {
  const all = Object.keys(model.get("helps"));
  Book.answerHand ? Book.answerHand(model) : model.set("helps", {});
  model.missing = all.filter((what) => !(what in model.get("helps"))).map((what) => BUTTONS[what]);
}

/** Say in a line below the card which parts need a kernel. */
function notes(card) {
  const all = within(card), grey = all.filter((model) => INPUT.test(model.kind) && !Book.works(model));
  const [cut] = all.filter(({ more, state }) => more.all > (state.count ?? 0))
    .sort((one, two) => one.state.count - two.state.count);
  const steps = cut && `Recorded here: the first ${grouped(cut.state.count)} of `
    + `${grouped(cut.more.all)} steps. `;
  const line = make("p", { class: "kernel" });
  const write = (...words) => line.replaceChildren(...untilPython(...words));
  const hand = all.find((model) => model.missing);
  if (grey.length || cut) write(steps ?? "", grey.length ? KERNEL : "For the rest: ");
  if (hand?.missing.length) write(`For ${hand.missing.join(", ")} you need the notebook: `);
  for (const model of all) {
    if (model !== hand) model.on("asked", () => write("Here Python would answer: "));
  }
  return line;
}

// -- settings

/** Controls for which Python makes another picture: their recorded values, one control at a time, and boxes
 * in all combinations. */
function recorded(card) {
  const { controls, together = [], states, start } = card.more.settings;
  const all = controls.map((id) => Book.models.get(id)).filter(Boolean);
  const valueOf = (model) => model.get(nameOf(model));
  const first = new Map(all.map((one) => [one, valueOf(one)]));
  const known = (model) => knownValues(states, model.id, first.get(model));
  let busy = false;
  const change = (model) => {
    if (busy) return;
    busy = true;
    const value = nearest(known(model), valueOf(model));
    for (const other of all) other.set(nameOf(other), other === model ? value : first.get(other));
    apply(card, { ...start, ...states[`${model.id} ${value}`] }, all);
    say(card, all);
    busy = false;
  };
  for (const model of all.filter((one) => known(one).length > 1)) {
    model.recorded = true;
    model.on(`change:${nameOf(model)}`, () => change(model));
  }
  const boxes = together.map((id) => Book.models.get(id)).filter(Boolean);
  const tick = () => apply(card,
    { ...start, ...states[combined(boxes.map((box) => box.get("value")))] }, boxes);
  for (const box of boxes) {
    box.recorded = true;
    box.on("change:value", tick);
  }
}

const nameOf = (model) => (model.kind === "IntSliderModel" ? "value" : "index");

/** Other pictures come into a card. A widget that takes the place of another looks as that one did. */
function apply(card, models, controls) {
  const before = within(card), mine = new Set(controls.map(({ id }) => id));
  const all = Object.entries(models).map(([id, model]) => {
    const old = Book.models.get(id) ?? before.find(({ script }) => script && script === model.script);
    return [id, withLooks(model, old?.state ?? {})];
  });
  Book.add(Object.fromEntries(all));
  Book.link();
  for (const [id, { state }] of all) if (!mine.has(id)) Book.models.get(id).set(state);
}

function say(card, controls) {
  const names = controls.map((model) => model.get("description")).filter(Boolean).join(", ");
  const some = `Recorded here: some values of ${names}, one control at a time. For all of them: `;
  lineBelow(card)?.replaceChildren(...untilPython(some));
}

// -- predictions

function ask(card) {
  const all = within(card), line = all.find((model) => wears(model, "eo-message"));
  const button = all.find(({ kind }) => kind === "ButtonModel");
  const field = all.find(({ kind }) => kind === "TextModel" || kind === "ToggleButtonsModel");
  const controls = all.filter((model) => model === button || model === field);
  for (const model of controls) model.bet = true;
  const settle = (guess) => {
    card.reveal = null;
    for (const model of controls) model.set("disabled", true);
    line.set("value", "");
    uncover(card, guess);
  };
  const submit = () => {
    const { guess, problem } = read(field);
    if (!card.reveal) return; // Enter has done it
    if (problem) line.set("value", escaped(problem));
    else settle(guess);
  };
  card.reveal = () => settle(read(field).guess); // slides.js
  button?.on("press", submit);
  field.on(button ? "enter" : "change:index", submit);
}

function read(field) {
  if (field.kind === "ToggleButtonsModel") {
    return { guess: field.get("_options_labels")[field.get("index") ?? -1] };
  }
  return guessIn(field.get("value") ?? "", field.get("placeholder") === "a number");
}

function uncover(card, guess) {
  const { open = [] } = card.more;
  for (const model of open.map((id) => Book.models.get(id))) {
    const value = model.get("value");
    if (typeof value === "string") model.set("value", withGuess(value, guess && escaped(guess)));
  }
  card.set("children", [...card.get("children"), ...open]);
  lineBelow(card)?.replaceWith(notes(card));
}

const escaped = (text) => make("i", {}, text).innerHTML;

// -- the look

const kept = { get: (name) => { try { return localStorage.getItem(name); } catch { return null; } },
  set: (name, value) => { try { localStorage.setItem(name, value); } catch { /* not kept, then */ } } };

const [forDark, forProjector] = ["dark", "projector"].map((id) => document.getElementById(id));
const isPressed = (button) => button.ariaPressed === "true";

function dark(yes) {
  body.dataset.jpThemeLight = !yes;
  forDark.ariaPressed = yes;
}

function project(yes) {
  forProjector.ariaPressed = yes;
  body.classList.toggle("large", yes);
  for (const model of Book.models.values()) {
    if (model.get("contrast") !== undefined) model.set("contrast", yes);
    if (model.get("projector") !== undefined) model.set("projector", yes);
  }
}

const wish = kept.get("dark") ?? String(matchMedia("(prefers-color-scheme: dark)").matches);
dark(wish === "true");
forDark.addEventListener("click", () => {
  dark(!isPressed(forDark));
  kept.set("dark", forDark.ariaPressed);
});
forProjector.addEventListener("click", () => project(!isPressed(forProjector)));

/** Paper is light, and on it a stage is a picture. */
addEventListener("beforeprint", () => {
  body.dataset.jpThemeLight = "true";
  for (const picture of [...(globalThis.exactlyOnce?.live ?? [])]) picture.release();
});
addEventListener("afterprint", () => dark(isPressed(forDark)));

// -- words

function find(places, list) {
  const wanted = new URLSearchParams(location.search).get("q") ?? "";
  document.querySelector("main input[type=search]").value = wanted;
  const words = wordsIn(wanted), found = placesWith(places, words);
  const most = found.slice(0, 60).map((one) => make("li", {}, make("a", { href: `${root}${one.address}` },
    one.title), make("p", {}, around(one.text, words[0]))));
  list.replaceChildren(...most);
  const inWords = found.length === 1 ? "1 place" : `${found.length} places`;
  document.getElementById("found").textContent = words.length ? inWords : "";
}

function scrollByKeys() {
  for (const table of document.querySelectorAll("main table")) {
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
  }
}

function awake() {
  scrollByKeys();
  addEventListener("resize", scrollByKeys);
  body.dataset.awake = "true";
  document.dispatchEvent(new Event("awake"));
}

const list = document.getElementById("places");
if (list) find(Book.places ?? [], list);
Book.awaken = () => Promise.all([Book.unpack(Book.packed), Book.runLater()]).then(awaken);
if (Book.packed) Book.awaken().then(awake);
else awake();
