// The boxes of a sketch side by side: where they begin, how large they are seen, the lines of their floors.
// All lengths are in cells.

import { upTo } from "../../../../kit/cards/browser/logic/numbers.js";

/** @import { Vector } from "./vectors.js" */

const BETWEEN = 1; // two boxes
const MARGIN = 18, LARGEST = 64; // pixels: round it, and of a cell

/** Where each box begins on the x axis, and the size of all. @param {Vector[]} grids */
export function rowOf(grids) {
  const starts = grids.map((_, k) => grids.slice(0, k).reduce((sum, [w]) => sum + w + BETWEEN, 0));
  const last = grids.length - 1;
  return { starts, size: [starts[last] + grids[last][0], ...[1, 2].map((axis) =>
    Math.max(...grids.map((grid) => grid[axis])))] };
}

/** Pixels of a cell, so that all fits however it is turned about the z axis.
 * @param {Vector} size @param {number} height of the eye, an angle @param {Vector} room in pixels */
export function scaleIn([w, d, h], height, room) {
  const round = Math.hypot(w, d), up = h * Math.cos(height) + round * Math.sin(height);
  return Math.min((room[0] - 2 * MARGIN) / round, (room[1] - 2 * MARGIN) / up, LARGEST);
}

/** The lines of a grid at this height; with an endless step its rim alone.
 * @param {Vector} grid @param {number} start @param {number} z @param {number} step @returns {Vector[][]} */
export function floorLines([w, d], start, z, step) {
  const stops = (/** @type {number} */ length) => [...upTo(length).filter((k) => k % step === 0), length];
  return [...stops(w).map((x) => [[start + x, 0, z], [start + x, d, z]]),
    ...stops(d).map((y) => [[start, y, z], [start + w, y, z]])];
}
