// The map of the census: a rectangle a ring, in columns of twelve.

import { clamp } from "../../kit/cards/browser/logic/numbers.js";

/** @import { Vector } from "../../puzzles/cards/browser/logic/vectors.js" */

export const ROWS = 12; // rectangles in a column

/** Where a ring is: its column and its row. @param {number} place */
export const spotOf = (place) => [Math.floor(place / ROWS), place % ROWS];

/** The ring at a point, given as shares of the width and of the height.
 * @param {Vector} point @param {number} columns @param {number} count of rings */
export const ringAt = ([across, down], columns, count) => clamp(ROWS * Math.floor(across * columns)
  + clamp(Math.floor(down * ROWS), 0, ROWS - 1), 0, count - 1);

/** The ring in a direction from one; the first where none was asked about, -1.
 * @param {number} at @param {Vector} way @param {number} count of rings */
export const ringBeside = (at, [dx, dy], count) => clamp(at < 0 ? 0 : at + ROWS * dx + dy, 0, count - 1);

/** How many rings have each shade. @param {ArrayLike<number>} cells the shade of each ring
 * @param {number} shades */
export function countedBy(cells, shades) {
  const count = Array(shades).fill(0);
  for (const shade of Array.from(cells)) count[shade] += 1;
  return /** @type {number[]} */ (count);
}
