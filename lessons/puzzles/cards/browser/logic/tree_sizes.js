// How large the nodes and levels of a tree are, and what of a text there is room for. All sizes are in
// pixels.

import { clamp, cost } from "../../../../kit/cards/browser/logic/numbers.js";

/** @import { TreeData } from "./tree_data.js" */

const RADIUS = 13, GAP = 9, MOST_HALF = 36;
const FONT = 16, LONG_FONT = 13, LEAST_FONT = 10; // of one letter, of a long name, of a very long one
export const TOP = RADIUS + 6, BELOW = RADIUS + 34; // what a node takes above its middle, and below it
const LEAST_LEVELS = 3, MOST_LEVELS = 16; // drawn at once; of a deeper path the last ones

/** How wide a text is, in heights of its letters; of a bold font without serifs. @param {string} text */
const breadth = (text) => [...text].reduce((sum, c) => sum + (/[₀-₉·.,:;|il1 ()]/.test(c) ? 0.42
  : /[MWmw@%]/.test(c) ? 0.92 : /[A-Z]/.test(c) ? 0.72 : 0.62), 0);

/** A text that is no wider than so many pixels: its end is left out.
 * @param {string} text @param {number} width @param {number} font */
export function cut(text, width, font) {
  if (breadth(text) * font <= width) return text;
  let short = [...text].slice(0, -1);
  while (short.length > 1 && breadth(short.join("")) * font > width - font) short = short.slice(0, -1);
  return `${short.join("").trimEnd()}…`;
}

/** The size of the nodes of one tree: all are as wide as the widest. */
export class NodeSize {
  /** @param {TreeData} data @param {number} scale */
  constructor(data, scale) {
    const widest = Math.max(0, ...[...new Set(data.name)].map((code) => breadth(data.texts[code] ?? "")));
    const ends = data.bound ? Math.max(...Array.from(data.bound, (v) => breadth(boundText(v)))) : 0;
    this.scale = scale;
    this.radius = RADIUS * scale;
    this.half = clamp(widest * LONG_FONT / 2 + 6.5, RADIUS, MOST_HALF) * scale;
    this.pitch = Math.max(2 * this.half + GAP * scale, ends && (ends * LONG_FONT + GAP) * scale);
  }

  /** The name in a disc: smaller, or cut, where it is long. @param {string} name */
  named(name) {
    const { half, scale } = this, room = 2 * half - 7 * scale;
    const font = Math.max(LEAST_FONT * scale, Math.min(FONT * scale, room / breadth(name)));
    return { font, text: cut(name, room + 1, font) };
  }
}

/** @param {number | undefined} bound */
export const boundText = (bound) => (bound === undefined || Number.isNaN(bound) ? "" : cost(bound));

/** A number in at most four signs. @param {number} n */
export function brief(n) {
  if (n < 1000) return String(n);
  const [count, unit] = n < 1e6 ? [n / 1000, "k"] : [n / 1e6, "M"];
  return `${count < 10 ? count.toFixed(1) : Math.round(count)}${unit}`;
}

/**
 * The levels that fit, and that are drawn; how high each is, and all; does it scroll?
 * @param {TreeData} data @param {number} most height @param {number} scale
 */
export function heightsOf(data, most, scale) {
  const edges = (TOP + BELOW) * scale, least = (data.bound ? 50 : 34) * scale;
  const fit = clamp(1 + Math.floor((most - edges) / least), LEAST_LEVELS, MOST_LEVELS);
  const levels = Math.min(data.deepest, fit - 1);
  const tall = clamp((most - edges) / (levels || 1), least, 90 * scale), height = levels * tall + edges;
  return { fit, levels, tall, height, scrolls: height > most };
}
