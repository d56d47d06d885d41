// Common to every picture of a search: the buttons, the sentence, the track of levels, and the
// frames, which come from Python in small blocks ahead of the student. stage.js (3D) and views.js (2D) stand
// on it.

import { Busy } from "./busy.js";
import { Player } from "./buttons.js";
import { fitLines, obeyAlone, onChange, onEnd, onResize, onTheme, screenOf, send, spoken,
  wearLook } from "../../../kit/cards/browser/dom.js";
import { calmly } from "./glide.js";
import { FullWindow } from "../../../kit/cards/browser/full.js";
import { MOST_FRAMES, isFar, nextBlock, paceOf } from "./logic/fetching.js";
import { clamp, numbers } from "../../../kit/cards/browser/logic/numbers.js";
import { listenForTies, tiedWords } from "./ties.js";
import { Track } from "./track.js";

const PATIENCE_MS = 8000; // a question that Python has not answered by then is asked again
// of the screen: more of it what stands above a picture does not take away, on the projector still less
const ABOVE = 0.36, ABOVE_LARGE = 0.2;
const GAP = 8; // pixels round each of the things above and below a picture
const LEAST = 200; // pixels, of a picture that is stepped
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const MOVED = "input:not([type=checkbox]), textarea, select, [contenteditable=true]"; // these keys are theirs

export class Sheet {
  constructor(model, el) {
    Object.assign(this, { model, el, frames: new Map(), place: new WeakMap(), shown: null, waiting: false,
      asking: null, inSight: false });
  }

  buildSteps() {
    this.full = new FullWindow(this);
    this.say = spoken("eo-say");
    this.busy = new Busy(this.model);
    this.track = new Track((k) => this.goTo(k));
    this.player = new Player(this);
  }

  listenSteps(signal) {
    this.signal = signal;
    listenForTies();
    this.on = (names, act) => onChange(this.model, signal, names, act);
    this.on("change:track change:count", () => { this.staleTrack = true; this.later(); });
    this.on("change:step change:contrast change:label", () => this.later());
    this.on("change:busy", () => { this.busy.update(); if (this.keepsPlace) this.later(); });
    this.on("msg:custom", (message) => this.receive(message));
    onResize(this.root, signal, () => this.later());
    if (this.model.get("controls") ?? true) this.full.listen(signal);
    onTheme(signal, () => this.later());
    onEnd(signal, () => { this.player.stop(); this.gone = true; });
  }

  watchSight(signal, act) {
    const seen = (entries) => act(entries.at(-1).isIntersecting);
    const sight = new IntersectionObserver(seen, { rootMargin: "150px" });
    sight.observe(this.root);
    onEnd(signal, () => sight.disconnect());
  }

  // -- state
  get count() { return Math.max(this.model.get("count"), this.model.get("frames").length); }
  get last() { return Math.max(0, this.count - 1); }
  get step() { return clamp(this.model.get("step"), 0, this.last); }

  takeFrames() {
    this.shown = null;
    this.frames = new Map();
    this.keep(0, this.model.get("frames"));
  }

  keep(from, frames) {
    frames.forEach((frame, i) => { this.frames.set(from + i, frame); this.place.set(frame, from + i); });
  }

  /** A search that has become longer: the frames that are here stay. */
  takeTrack() {
    this.staleTrack = false;
    this.kinds = numbers(this.model.get("track"));
    this.levels = numbers(this.model.get("levels"), "u2");
    this.names = this.model.get("kinds");
    this.asking = null;
    this.trackDrawn = 0;
  }

  kind(step) { return this.names[this.kinds[step]] ?? ""; }

  get pace() { return paceOf(this.last, this.model.get("pace")); }

  has(kind) { return this.kinds.includes(this.names.indexOf(kind)); }

  /** The next event of this kind after the present step, or null. */
  following(kind) {
    const code = this.names.indexOf(kind);
    const k = code < 0 ? -1 : this.kinds.indexOf(code, this.step + 1);
    return k < 0 ? null : k;
  }

  showStep(step) { send(this.model, { step: clamp(step, 0, this.last) }); }

  /** By hand: what plays by itself stops there. */
  goTo(step) {
    if (step === null) return;
    this.player.stop();
    this.showStep(step);
  }

  /** By a button or a key; where there are none, nothing is stepped. What flies between two steps is seen on
   * the way forwards, up to the next press. */
  moveBy(steps) {
    const { player } = this;
    if (!player.node.clientWidth) return;
    let step = this.step + steps;
    while (this.names[this.kinds[step]] === "between") step += Math.sign(steps);
    const flies = steps === 1 && step > this.step + 1 && !player.timer && !calmly();
    flies ? player.playTo(step) : this.goTo(step);
  }

  /** Wherever the focus is in the player, but in what has taken the key: a slider, a tree, a 3D picture. */
  stepKey(event) {
    const by = event.target.closest(MOVED) ? 0 : STEPS[event.key];
    if (by && this.player.node.clientWidth) obeyAlone(event, () => this.moveBy(by));
  }

  /** The keys of a player are heard in all of it: where it stands is known once it is in the page. */
  hearKeys() {
    if (this.heard) return;
    this.heard = true;
    this.full.whole.addEventListener("keydown", (event) => this.stepKey(event), { signal: this.signal });
  }

  playOrPause() {
    if (this.player.node.clientWidth) this.player.toggle();
  }

  /** The frame of this step, or the last one we have while its block is on the way. */
  frameNow() {
    const frame = this.frames.get(this.step);
    this.waiting = !frame;
    this.fetch();
    if (frame) this.shown = frame;
    return this.shown;
  }

  /** Is there no Python any more that could be asked? ipywidgets marks the view then. */
  isAsleep() { return Boolean(this.el.closest(".jupyter-widgets-disconnected")); }

  /** One question at a time, for what is needed first: a slider that flies over the search does not pile up
   * work for Python. */
  fetch() {
    if (this.isAsleep()) return;
    if (this.asking && performance.now() - this.asking < PATIENCE_MS) return;
    const block = nextBlock((step) => this.frames.has(step), this.step, this.count, this.inSight);
    if (!block) return;
    const [from, to] = block;
    this.asking = performance.now();
    this.model.send({ kind: "frames", from, to, run: this.model.get("run") });
  }

  receive(message) {
    if (message.kind !== "frames" || (message.run ?? 0) !== this.model.get("run")) return;
    this.asking = null;
    this.keep(message.from, message.frames);
    this.received(message);
    if (this.frames.size > MOST_FRAMES) this.forget();
    if (this.waiting) this.later();
    else this.fetch();
  }

  received() {}

  /** A walk through a long search does not fill the browser: far frames will be asked for again. */
  forget() {
    for (const k of [...this.frames.keys()].filter(isFar(this.step))) this.frames.delete(k);
  }

  // -- drawing
  later() {
    if (this.planned) return;
    this.planned = true;
    const draw = () => {
      this.planned = false;
      this.root.classList.toggle("eo-begun", this.count > 1);
      if (!this.gone) this.draw();
    };
    setTimeout(draw);
  }

  drawLook() {
    wearLook(this.root, this.model);
    this.root.ariaLabel = this.model.get("label");
    this.root.dataset.step = this.step;
  }

  drawSay(frame) {
    const fetching = this.isAsleep() ? "This step was not fetched before Python was restarted."
      : "Fetching this step…";
    const words = this.waiting ? fetching : frame.say ?? "";
    if (this.say.textContent !== words) this.say.replaceChildren(...tiedWords(words, this.letters));
    this.say.hidden = !words && this.count < 2;
    fitLines(this.say);
  }

  /** While Python looks for other steps, buttons and track keep their place: else the picture would grow for
   * a moment. */
  drawSteps() {
    this.hearKeys();
    const none = this.count < 2;
    this.keepsPlace = none && !this.player.node.hidden && Boolean(this.model.get("busy"));
    for (const { node } of [this.player, this.track]) {
      node.hidden = none && !this.keepsPlace;
      node.style.visibility = none ? "hidden" : "";
    }
    if (this.keepsPlace) return;
    if (!none) this.drawTrack();
    this.player.update();
  }

  drawTrack() {
    const width = Math.max(200, this.track.node.clientWidth || this.root.clientWidth - 24);
    if (this.trackDrawn !== width) this.track.draw(this.kinds, this.levels, this.names, width);
    this.trackDrawn = width;
    this.track.move(this.step);
  }

  /** Pixels that the screen leaves for the picture: without what stands above it in the card, on the slide
   * or in its exercise, and without these things round it. */
  spare(...others) {
    const card = this.el.closest(".slide .place, .live") ?? this.el.closest(".eo-card") ?? this.root;
    const top = this.root.getBoundingClientRect().top - card.getBoundingClientRect().top;
    const stays = this.root.closest(".slide, .live"); // a slide as it is, an editor in sight
    const scrolls = this.model.get("contrast") && !stays;
    const share = this.root.closest(".slide") ? 1 : scrolls ? ABOVE_LARGE : ABOVE;
    const above = this.filling ? 0 : Math.min(top, share * this.screen);
    const taken = others.reduce((sum, { offsetHeight }) => sum + (offsetHeight && offsetHeight + GAP), above);
    return Math.max(LEAST, this.screen - taken - 3 * GAP);
  }

  get screen() { return screenOf(this.root); }

  get filling() { return this.root.closest(".eo-full") !== null; }
}
