// Whole searches as discs: a ring a level, a segment a node. Lengths are in pixels, angles in radians from
// the right, clockwise.

import { clamp, numbers } from "../../kit/cards/browser/logic/numbers.js";

/** @import { Vector } from "../../puzzles/cards/browser/logic/vectors.js" */

const INNER = 0.3; // of the radius: where the first ring begins
export const RINGS = 0.8; // and where the last one ends
const LEAST = 0.5; // pixels, of a segment
export const SOLUTION = 1, DEAD_END = 2;
const CLOSEST = 24; // times as large, at most

/**
 * @typedef {{ level: ArrayLike<number>, option: ArrayLike<number>, ending: ArrayLike<number>, end:
 *   Uint32Array, above: Int32Array, count: number, deepest: number, solutions: number, dead: number }} Tree
 */

/**
 * A search: its nodes, where the part below each of them ends, and the node above it.
 * @param {{ levels: DataView, options: DataView, endings: DataView }} packed by node, as u1, u2 and u1
 * @returns {Tree}
 */
export function treeOf({ levels, options, endings }) {
  const level = numbers(levels), count = level.length;
  const end = new Uint32Array(count), above = new Int32Array(count), path = /** @type {number[]} */ ([]);
  for (let k = 0; k <= count; k++) {
    while (path.length >= (level[k] ?? 0) && path.length) end[/** @type {number} */ (path.pop())] = k;
    if (k === count) break;
    above[k] = path.at(-1) ?? -1;
    path.push(k);
  }
  const ending = numbers(endings);
  const many = (/** @type {number} */ kind) => Array.from(ending).filter((one) => one === kind).length;
  return { level, option: numbers(options, "u2"), ending, end, above, count, deepest: Math.max(...level),
    solutions: many(SOLUTION), dead: many(DEAD_END) };
}

/** The options that the search has laid at a node, the last one first; at the end nothing. @param {Tree} tree
 * @param {number} node */
export function laidAt(tree, node) {
  const laid = [];
  for (let k = node < tree.count ? node : -1; k >= 0; k = tree.above[k]) laid.push(tree.option[k]);
  return laid;
}

/** Discs of which all have the same angle for a node, and the part of them that is seen. */
export class Discs {
  size = 0;
  view = { x: 0, y: 0, zoom: 1 }; // how far its middle is from that of the discs, of their size

  /** @param {number} end the number of nodes of the longest search */
  constructor(end) { this.end = end; }

  /** @param {number} node */
  angle(node) { return 2 * Math.PI * node / this.end - Math.PI / 2; }

  /** Pixels as they were before the zoom, from the middle of a disc. @param {Vector} at */
  inDisc([right, below]) {
    const { x, y, zoom } = this.view;
    return [right / zoom + x * this.size, below / zoom + y * this.size];
  }

  /** The node under a point, in pixels from the middle. @param {Vector} at */
  nodeAt(at) {
    const [right, below] = this.inDisc(at);
    return ((Math.atan2(right, -below) / (2 * Math.PI) + 1) % 1) * this.end;
  }

  /** Where a node is, half-way between the rings. @param {number} node */
  middleOf(node) {
    const turn = this.angle(node), far = this.size / 2 * (INNER + RINGS) / 2;
    return [far * Math.cos(turn), far * Math.sin(turn)];
  }

  /** Zoom, so that a point of the discs comes to lie at these pixels from the middle.
   * @param {number} factor @param {Vector} at @param {Vector} point */
  zoomBy(factor, at, point) {
    const zoom = clamp(this.view.zoom * factor, 1, CLOSEST);
    const [x, y] = point.map((value, axis) => (zoom === 1 ? 0 : (value - at[axis] / zoom) / this.size));
    this.view = { x, y, zoom };
  }

  /** The radius where the rings begin. */
  get hole() { return this.size / 2 * INNER; }

  /** The segment of a node: its radii, its angles, and the end of a ray at a solution.
   * @param {Tree} tree @param {number} k */
  segment(tree, k) {
    const middle = this.size / 2, least = LEAST / this.view.zoom;
    const thick = middle * (RINGS - INNER) / tree.deepest;
    const inner = this.hole + thick * (tree.level[k] - 1), from = this.angle(k);
    const to = Math.max(this.angle(tree.end[k]), from + least / inner);
    return { inner, outer: inner + thick - 1, from, to, ray: from + 3 * least / middle };
  }
}
