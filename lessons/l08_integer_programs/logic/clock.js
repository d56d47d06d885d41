// Several searches by one logarithmic clock, and what their ribbons show.

import { clamp, grouped, many, numbers } from "../../kit/cards/browser/logic/numbers.js";

/** @typedef {"steps" | "seconds"} ClockName */
/**
 * @typedef {{ name: string, words: string, bars: boolean, clock: Record<ClockName, ArrayLike<number>>,
 *   values: ArrayLike<number>, incumbent: ArrayLike<number>, boxes: ArrayLike<number>, count: number }} Run a
 *   search: at each event its steps and seconds, what its ribbon shows, and the option of each piece
 */

/** @param {Record<string, any>} run as it comes, its columns as f4 and u2 @returns {Run} */
export function runOf(run) {
  const [steps, seconds, values, incumbent] = [run.steps, run.seconds, run.ribbon, run.best].map((one) =>
    numbers(one, "f4"));
  return { name: run.name, words: run.words, bars: run.bars, clock: { steps, seconds }, values, incumbent,
    boxes: numbers(run.boxes, "u2"), count: steps.length };
}

/** @param {number} seconds */
const msText = (seconds) => `${(1000 * seconds).toFixed(seconds < 0.01 ? 1 : 0)} ms`;

/** @param {ArrayLike<number>} all */
const lastOf = (all) => all[all.length - 1];

/** A clock that all searches share: 0 at their start, 1 where the longest ends. */
export class Clock {
  /** @param {Run[]} runs @param {ClockName} name */
  constructor(runs, name) {
    this.runs = runs;
    this.name = name;
    this.ends = runs.map(({ clock }) => lastOf(clock[name]));
    this.unit = name === "steps" ? 1 : Math.min(...this.ends) / 2;
    this.most = Math.log1p(Math.max(...this.ends) / this.unit);
    /** the numbers of the searches, the first that is done first */
    this.order = this.ends.map((_, k) => k).sort((a, b) => this.ends[a] - this.ends[b]);
  }

  /** Where on the clock so many steps or seconds are. @param {number} value */
  share(value) { return Math.log1p(value / this.unit) / this.most; }

  /** The steps or seconds at a place on the clock. @param {number} share */
  at(share) { return this.unit * Math.expm1(clamp(share, 0, 1) * this.most) * (1 + 1e-6); }

  /** The last event of a search at a time. @param {Run} run @param {number} now */
  eventOf({ clock }, now) {
    let event = 0;
    for (let k = 1; k < clock[this.name].length; k++) if (clock[this.name][k] <= now) event = k;
    return event;
  }

  /** @param {number} value */
  text(value) { return this.name === "steps" ? many(Math.floor(value), "step") : msText(value); }

  /** The ticks of the clock, each with its text. @returns {[number, string][]} */
  get ticks() {
    const all = this.name === "steps" ? [1, 10, 100, 1000] : [0.001, 0.01, 0.1, 1];
    return all.filter((value) => this.share(value) < 1).map((value) =>
      [value, this.name === "steps" ? String(value) : `${1000 * value} ms`]);
  }

  /** Say when each one is done, and how right a bet on this order was. @param {number[]} bet */
  verdict(bet) {
    const done = this.order.map((k) => `${this.runs[k].name} ${this.text(this.ends[k])}`).join(", ");
    const right = bet.filter((k, rank) => k === this.order[rank]).length;
    const own = bet.length === this.runs.length
      ? ` Your bet: ${right} of ${bet.length} in their places.` : "";
    return `Done, in this order: ${done}.${own} All four have the same packing. ${this.name === "steps"
      ? "Is the order the same by seconds?" : pricesOf(this.runs)}`;
  }
}

/** The price of a step for those for whom it is the cheapest and the dearest. @param {Run[]} runs */
function pricesOf(runs) {
  const price = (/** @type {Run} */ { clock }) => lastOf(clock.seconds) / lastOf(clock.steps);
  const each = [...runs].sort((a, b) => price(a) - price(b)), cheap = each[0], dear = each[each.length - 1];
  const times = Math.round(price(dear) / price(cheap));
  return `A step of ${dear.name} took as long as ${grouped(times)} steps of ${cheap.name}.`;
}

/** The words of a ribbon at an event. @param {Run} run @param {number} k */
export function wordsAt({ words, values, incumbent, bars }, k) {
  let at = k;
  while (bars && at > 0 && !values[at]) at--;
  const value = values[at], short = (/** @type {number} */ x) => grouped(Number(x.toFixed(1)));
  const text = Number.isNaN(value) ? "infeasible" : words.replace(/\bn\b/, short(value));
  return Number.isNaN(incumbent[k]) ? text : `${text}, incumbent ${short(incumbent[k])}`;
}

/** The paths of a ribbon and of its incumbent in a picture of 1000 × 100. @param {Run} run
 * @param {(k: number) => number} share where on the clock an event is */
export function ribbonOf({ values, incumbent, bars, words }, share) {
  const known = [...Array.from(values), ...Array.from(incumbent)].filter((one) => !Number.isNaN(one));
  const low = words.startsWith("bound") ? Math.min(...known) - 2 : 0, high = Math.max(...known);
  const y = (/** @type {number} */ value) => (96 - 88 * (value - low) / (high - low || 1)).toFixed(1);
  const x = (/** @type {number} */ k) => (1000 * share(k)).toFixed(1);
  const line = bars ? Array.from(values, (value, k) => (value ? `M${x(k)} 100V${y(value)}` : "")).join("")
    : lineOf(values, x, y);
  return { line, best: lineOf(incumbent, x, y) };
}

/** A line that changes at events; it is broken where there is no value.
 * @param {ArrayLike<number>} values @param {(k: number) => string} x @param {(value: number) => string} y */
function lineOf(values, x, y) {
  return Array.from(values, (value, k) => {
    if (Number.isNaN(value)) return "";
    const goes = k && !Number.isNaN(values[k - 1]);
    return (goes ? `H${x(k)}V${y(value)}` : `M${x(k)} ${y(value)}`)
      + (k + 1 < values.length ? `H${x(k + 1)}` : "");
  }).join("");
}
