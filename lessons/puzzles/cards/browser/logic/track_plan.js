// The level of a search over all its events, as a line, and the marks of what happened.

import { many } from "../../../../kit/cards/browser/logic/numbers.js";

/** @type {Record<string, [string, string]>} */
export const MARKS = { conflict: ["✕", "dead end"], restart: ["↺", "restart"], answer: ["★", "answer"] };
const MARK_ROOM = 8; // pixels that a mark needs on average
const FLAT = 26, HIGH = 64, TOP = 14, FOOT = 6; // pixels

/** Where an event is on the track, and where the nearest event is, both in pixels. */
export class TrackPlan {
  /** @param {ArrayLike<number>} levels by event @param {number} width in pixels */
  constructor(levels, width) {
    this.levels = Array.from(levels);
    this.width = width;
    this.count = levels.length;
    this.height = this.levels.every((level) => level === levels[0]) ? FLAT : HIGH;
    this.deepest = this.levels.reduce((a, b) => Math.max(a, b), 1);
  }

  /** @param {number} k */
  x(k) { return 4 + (k * (this.width - 8)) / Math.max(1, this.count - 1); }

  /** @param {number} x */
  nearest(x) {
    const k = Math.round(((x - 4) / (this.width - 8)) * (this.count - 1));
    return Math.min(Math.max(k, 0), this.count - 1);
  }

  /** @param {number} level */
  y(level) { return this.height - FOOT - (level * (this.height - TOP - FOOT)) / this.deepest; }

  /** A step for each change; in a long search, from the lowest to the highest level of each column. */
  get line() {
    const { levels, width } = this, d = [`M${this.x(0)} ${this.y(levels[0] ?? 0).toFixed(1)}`];
    if (levels.length <= 2 * width) {
      levels.forEach((level, k) => k && d.push(`H${this.x(k).toFixed(1)}V${this.y(level).toFixed(1)}`));
      return d.join("");
    }
    for (let column = 0, k = 0; column < width && k < levels.length; column++) {
      let low = Infinity, high = -Infinity;
      for (; k < levels.length && this.x(k) < column + 1; k++)
        [low, high] = [Math.min(low, levels[k]), Math.max(high, levels[k])];
      if (high >= low) d.push(`H${column}V${this.y(low).toFixed(1)}V${this.y(high).toFixed(1)}`);
    }
    return d.join("");
  }
}

/**
 * The events that are marked, and what no button says of the marks; a kind for which there is no room has
 * none.
 * @param {ArrayLike<number>} kinds by event: the number of its kind @param {string[]} names of the kinds
 * @param {number} width in pixels
 */
export function marksOf(kinds, names, width) {
  const count = names.map(() => 0), all = Array.from(kinds);
  for (const code of all) count[code]++;
  const left = new Set(names.flatMap((name, code) =>
    (MARKS[name] && count[code] > width / MARK_ROOM ? [code] : [])));
  const found = all.flatMap((code, k) => (MARKS[names[code]] && !left.has(code) ? [k] : []));
  const meaning = (/** @type {string} */ name) => (name === "restart" ? MARKS[name].join(" ") : []);
  const key = names.flatMap((name, code) => (left.has(code)
    ? `${many(count[code], MARKS[name][1])}, too many to mark` : meaning(name)));
  return { found, key };
}
