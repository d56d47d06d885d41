// Texts at the edges of a box: the numbers of its cells up to x, y and z, where a sentence
// names a cell; the millimetres of a part to print.

import { apart } from "./labels.js";
import { upTo } from "../../../../kit/cards/browser/logic/numbers.js";
import { onPage, viewAxes } from "./projection.js";
import { dot, minus } from "./vectors.js";

/** @import { Box } from "./labels.js" */
/** @import { View } from "./projection.js" */
/** @import { Vector } from "./vectors.js" */
/**
 * @typedef {{ low: Vector, high: Vector, texts: any[][], signs: string[] }} Edged a box with what stands
 *   along its edges on each axis
 */

const SIGNS = ["x", "y", "z"];
const OFF = 10, HALF = 3.4, CLOSE = 13; // pixels: off an edge, half a letter

/** @param {Record<string, any>} frame */
export const namesCell = ({ say }) => /\(\d+,\d+,\d+\)/.test(say);

/** The boxes, with the texts along their edges.
 * @param {Record<string, any>} scene @param {Record<string, any>} frame @returns {Edged[]} */
export function edgesOf({ boxes = [], places = {} }, { sizes, room }) {
  if (sizes) {
    const texts = sizes.map((/** @type {any} */ size) => [size]);
    return [{ low: room[0], high: room[1], texts, signs: [] }];
  }
  const cells = Object.keys(places).map((name) => (name.match(/\d+/g) ?? []).map(Number));
  const numbers = (/** @type {number} */ length, /** @type {number} */ axis) =>
    upTo(length).map((k) => k + Math.min(...cells.map((cell) => cell[axis])));
  return boxes.map((/** @type {{ low: Vector, high: Vector }} */ { low, high }) => ({ low, high, signs: SIGNS,
    texts: minus(high, low).map((v, axis) => numbers(Math.floor(v), axis)) }));
}

/**
 * Where a side of a box in sight meets one out of sight stand its texts, those of z to its left, but none
 * under the box `over`.
 * @param {Edged[]} boxes
 * @param {View} view
 * @param {Vector} size
 * @param {number} scale
 * @param {Box | null} over
 */
export function edgeTexts(boxes, view, size, scale, over) {
  const near = viewAxes(view)[2].map((v) => v > 0);
  const seen = (/** @type {Vector} */ point) => onPage(view, point, size);
  /** @type {(box: Edged, axis: number) => { x: number, y: number, text: string }[]} */
  const textsOf = ({ low, high, texts, signs }, axis) => {
    const corner = (/** @type {number} */ end, /** @type {number} */ turn) => seen(low.map((v, i) =>
      ((i === axis ? end > 0 : (i === (axis + turn) % 3) === near[i]) ? high[i] : v)));
    const [one, other] = [1, 2].map((turn) => [0, 1].map((end) => corner(end, turn)));
    const k = Number(axis < 2), more = one[0][k] + one[1][k] > other[0][k] + other[1][k];
    const [from, to] = more === axis < 2 ? one : other, way = minus(to, from), long = Math.hypot(...way);
    if (long < CLOSE * scale * texts[axis].length) return [];
    const side = [-way[1] / long, way[0] / long];
    const out = Math.sign(dot(side, minus(from, seen(low.map((v, i) => (v + high[i]) / 2)))));
    const text = (/** @type {any} */ words, /** @type {number} */ share) => {
      const off = out * scale * (OFF + HALF * String(words).length * Math.abs(side[0]));
      const half = [HALF * scale * String(words).length, 2 * HALF * scale];
      const [x, y] = from.map((v, i) => Math.max(1.2 * half[i], v + share * way[i] + off * side[i]));
      return over && !apart(over, { x, y, half }) ? [] : [{ x, y, text: String(words) }];
    };
    return [...texts[axis].flatMap((words, n) => text(words, (n + 0.5) / texts[axis].length)),
      ...signs.slice(axis, axis + 1).flatMap((sign) => text(sign, 1 + (0.7 * OFF * scale) / long))];
  };
  return boxes.flatMap((box) => SIGNS.flatMap((_, axis) => textsOf(box, axis)));
}
