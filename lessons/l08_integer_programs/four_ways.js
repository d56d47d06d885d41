// Four searches for one packing by one logarithmic clock: each has its box, its ribbon, and one number.

import { penOf, sized } from "../kit/cards/browser/canvas.js";
import { able, button, group, isDark, make, screenOf, set, sheetOf,
  spoken } from "../kit/cards/browser/dom.js";
import { FULL_HELP } from "../kit/cards/browser/full.js";
import { clamp, eased, many } from "../kit/cards/browser/logic/numbers.js";
import { LOOK, packed } from "../puzzles/cards/browser/logic/packing.js";
import { paintRoom, paintSolid } from "../puzzles/cards/browser/paint_packing.js";
import { Film } from "../puzzles/cards/browser/painted.js";
import { widget } from "../kit/cards/browser/widget.js";
import { Clock, ribbonOf, runOf, wordsAt } from "./logic/clock.js";

const PLAY = 10_000; // milliseconds, with the slide at the end
const CLOCK = 1000, SLIDE = 250, STRIDE = 10; // places of the slider: of the clock, of the slide; of a key
const SHAPE = 0.8; // the height of a box, of its width
const WIDE = 6.1; // cells that a box is wide on the screen
const LARGER = 1.12; // so many times is the packing in the end
const BESIDE = 255, BESIDE_LARGE = 330; // pixels: what stands above and below the boxes
const MOST = 300, LEAST = 110; // pixels, of a box
const CLOCKS = ["steps", "seconds"];
const BEFORE = "One puzzle, four searches. A step is a decision: to put a piece, or to rule an option out. "
  + "Who is done first, who is last? Press the names in the order that you expect.";
const KEY = "The clock is logarithmic: from tick to tick it is ten times as far.";

class FourWays extends Film {
  constructor(model, el) {
    super(model, el);
    Object.assign(this, { bet: [], solids: new Map() });
    for (const name of ["places", "given", "cells"]) this[name] = model.get(name);
    this.runs = model.get("runs").map(runOf);
    this.pieces = this.runs[0].boxes.length / this.runs[0].count;
    this.build();
    this.choose("steps");
    this.later();
  }

  build() {
    this.panels = this.runs.map((run) => this.panel(run));
    this.merged = make("canvas.eo-merged", { role: "img", hidden: true,
      "aria-label": "The packing that all four found" });
    this.buildFilm({ name: "Clock", help: "Watch all four searches by one clock, in ten seconds",
      end: CLOCK + SLIDE, stride: STRIDE, time: PLAY });
    this.say = spoken("eo-say");
    this.choices = CLOCKS.map((name) => button(name, () => this.choose(name)));
    this.names = this.runs.map(({ name }, k) => button(name, () => this.bets(k)));
    this.betting = group("div.eo-bet", "Your bet", ...this.names,
      button("Without a bet", () => this.open()));
    this.root = sheetOf("eo-fourways", `Four searches for one packing.${FULL_HELP}`,
      this.say, this.betting, make("div.eo-four", ...this.panels.map(({ node }) => node), this.merged),
      make("div.eo-sweep", this.play, this.rim, group("span.eo-bet", "Clock of", ...this.choices),
        this.full.button));
    this.say.textContent = BEFORE;
    this.lock(true);
  }

  panel({ name }) {
    const box = make("canvas", { role: "img" }), number = make("b"), tongue = make("p.eo-tongue");
    const line = make("path"), best = make("path.eo-best");
    const svg = make("svg", { viewBox: "0 0 1000 100", preserveAspectRatio: "none", "aria-hidden": "true" },
      best, line);
    const needle = make("i"), ticks = make("div.eo-ticks", { "aria-hidden": "true" });
    const node = make("figure", make("figcaption", name, number), box,
      make("div.eo-ribbon", svg, needle), ticks, tongue);
    return { node, box, number, tongue, line, best, svg, needle, ticks };
  }

  // -- the bet
  moveBy(steps) { if (!this.locked) super.moveBy(steps); }
  playOrPause() { if (!this.locked) super.playOrPause(); }

  lock(yes) {
    this.locked = yes;
    able(this.play, !yes);
    this.rim.disabled = yes;
    this.betting.hidden = !yes;
  }

  bets(k) {
    this.bet = this.bet.includes(k) ? this.bet.filter((one) => one !== k) : [...this.bet, k];
    this.names.forEach((node, one) => {
      const rank = this.bet.indexOf(one) + 1;
      node.textContent = rank ? `${rank}. ${this.runs[one].name}` : this.runs[one].name;
      node.ariaPressed = rank > 0;
    });
    if (this.hasBet) this.open();
  }

  get hasBet() { return this.bet.length === this.runs.length; }

  open() {
    if (!this.locked) return;
    const held = this.betting.contains(document.activeElement); // it is hidden now
    this.lock(false);
    const bet = this.hasBet ? `Your bet: ${this.bet.map((k) => this.runs[k].name).join(", ")}. ` : "";
    this.say.textContent = `${bet}Press Play. ${KEY}`;
    if (held) this.play.focus({ preventScroll: true });
    this.draw();
  }

  // -- the clock

  choose(name) {
    this.clock = new Clock(this.runs, name);
    this.choices.forEach((node, k) => { node.ariaPressed = CLOCKS[k] === name; });
    this.panels.forEach((panel, k) => this.drawRibbon(panel, this.runs[k]));
    if (this.locked) return;
    this.say.textContent = `By ${name}. ${KEY}`;
    this.go(0);
  }

  get now() { return this.clock.at(this.at / CLOCK); }

  go(at) {
    super.go(at);
    if (this.at >= CLOCK) this.say.textContent = this.clock.verdict(this.bet);
  }

  // -- painted

  paint() {
    if (this.large) this.open();
    const home = this.merged.parentElement, across = home.clientWidth;
    const columns = getComputedStyle(home).gridTemplateColumns.split(" ").length;
    const beside = this.full.node || this.large ? BESIDE_LARGE : BESIDE;
    const rows = Math.ceil(this.runs.length / columns);
    const most = Math.min((across - 18 * (columns - 1)) / columns,
      rows > 1 ? MOST : (screenOf(this.root) - beside) / SHAPE, this.full.node ? 2000 : MOST);
    this.size = Math.max(LEAST, Math.floor(most));
    this.sliding = clamp((this.at - CLOCK) / SLIDE, 0, 1);
    this.runs.forEach((run, k) => this.drawPanel(this.panels[k], run));
    this.drawMerged();
    this.rim.ariaValueText = this.runs.map(({ name }, k) =>
      `${name}: ${this.panels[k].number.textContent}, ${this.panels[k].tongue.textContent}`).join("; ");
  }

  drawPanel({ box, number, tongue, svg, needle }, run) {
    const { clock, now } = this, k = clock.eventOf(run, now), done = k === run.count - 1;
    const text = clock.text(Math.min(now, run.clock[clock.name].at(-1)));
    number.textContent = done ? `✓ ${text}` : text;
    tongue.textContent = wordsAt(run, k);
    const gone = 100 * clamp(this.at / CLOCK, 0, 1);
    svg.style.clipPath = `inset(0 ${100 - gone}% 0 0)`;
    needle.style.left = `${gone}%`;
    const laid = [...run.boxes.slice(k * this.pieces, (k + 1) * this.pieces)].filter(Boolean);
    box.ariaLabel = `${run.name}: ${many(laid.length, "piece")} in the box`;
    const wide = this.size, high = Math.round(SHAPE * wide), pen = penOf(sized(box, wide, high));
    pen.clearRect(0, 0, wide, high);
    const how = { ...LOOK, x: wide / 2, y: high / 2, scale: wide / WIDE };
    paintRoom(pen, this.cells, { ...how, line: isDark() ? "#5c5c5c" : "#b5b5b5" });
    this.paintLaid(pen, this.sliding > 0 ? this.given.map((option) => option + 1) : laid, how);
    box.style.opacity = 1 - 0.7 * this.sliding;
  }

  paintLaid(pen, laid, how) {
    const key = String(laid);
    if (!this.solids.has(key))
      this.solids.set(key, packed(laid.map((option) => this.places[option - 1]), this.cells));
    paintSolid(pen, this.solids.get(key), { ...how, fills: this.model.get("colours") });
  }

  /** The packings on their way from the four boxes into one. */
  drawMerged() {
    this.merged.hidden = !this.sliding;
    if (!this.sliding) return;
    const { clientWidth: wide, clientHeight: high } = this.merged.parentElement;
    const pen = penOf(sized(this.merged, wide, high));
    pen.clearRect(0, 0, wide, high);
    const share = eased(this.sliding), middles = this.panels.map(({ box }) =>
      [box.offsetLeft + this.size / 2, box.offsetTop + SHAPE * this.size / 2]);
    const end = [wide / 2, middles[0][1]], scale = this.size / WIDE * (1 + (LARGER - 1) * share);
    const shown = share < 1 ? middles : [end];
    shown.forEach((from, k) => {
      const [x, y] = from.map((value, axis) => value + share * (end[axis] - value));
      const { boxes, count } = this.runs[k];
      this.paintLaid(pen, [...boxes.slice((count - 1) * this.pieces)], { ...LOOK, x, y, scale });
    });
  }

  drawRibbon({ line, best, ticks }, run) {
    const { clock } = this, paths = ribbonOf(run, (k) => clock.share(run.clock[clock.name][k]));
    set(line, { d: paths.line });
    set(best, { d: paths.best });
    ticks.replaceChildren(...clock.ticks.map(([value, text]) =>
      make("span", { style: `left:${100 * clock.share(value)}%` }, text)));
  }
}

export default widget(FourWays);
