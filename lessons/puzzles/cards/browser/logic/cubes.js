// Shapes made of cubes, as lists of [x, y, z]: turned, put into the corner, seen small.

import { plus } from "./vectors.js";

/** @import { Vector } from "./vectors.js" */
/** @typedef {"x" | "y" | "z"} AxisName */

/** @type {Record<AxisName, (cell: Vector) => number[]>} */
export const QUARTERS = { x: ([a, b, c]) => [a, -c, b], y: ([a, b, c]) => [c, b, -a],
  z: ([a, b, c]) => [-b, a, c] };
const AXES = [0, 1, 2];

/** @param {readonly Vector[]} cells */
const inOrder = (cells) => [...cells].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);

/** @param {readonly Vector[]} cells */
export const lowOf = (cells) => AXES.map((axis) => Math.min(...cells.map((cell) => cell[axis])));
/** @param {readonly Vector[]} cells */
export const highOf = (cells) => AXES.map((axis) => Math.max(...cells.map((cell) => cell[axis])));
/** @param {readonly Vector[]} cells @param {Vector} by */
export const shifted = (cells, by) => cells.map((cell) => plus(by, cell));

/** The shape pushed into the corner at the origin, its cells in order. @param {readonly Vector[]} cells */
export const normal = (cells) => inOrder(shifted(cells, lowOf(cells).map((v) => -v)));

/** @param {readonly Vector[]} cells @param {AxisName} axis @param {number} quarters */
export function turned(cells, axis, quarters) {
  let now = [...cells];
  for (let k = 0; k < quarters; k++) now = now.map(QUARTERS[axis]);
  return normal(now);
}

/** The name of an orientation, the same here and in Python. @param {readonly Vector[]} cells */
export const keyOf = (cells) => JSON.stringify(cells);

const SIDES = [ // of a cube in a slanted picture: its corners, and how much black or white is on it
  { points: [[0, 0, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1]], shade: "none" },
  { points: [[0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]], shade: "rgba(255, 255, 255, 0.3)" },
  { points: [[1, 0, 0], [1, 1, 0], [1, 1, 1], [1, 0, 1]], shade: "rgba(0, 0, 0, 0.28)" },
];

const TOPS = [{ points: SIDES[1].points, shade: "none" }];
const LEAST = 3; // cells of a picture's width and height, so that small pieces stay small

/** @param {Vector} point */
const slanted = ([x, y, z]) => [x + 0.45 * y, -z - 0.4 * y];
/** @param {Vector} point */
const fromAbove = ([x, y]) => [x, -y];

/**
 * The picture of a shape, seen from the front, a little from the right and from above, or if it is flat from
 * above: the sides of its cubes from the farthest to the nearest, and [x, y, width, height] of the picture.
 * @param {readonly Vector[]} cells @param {boolean} [flat]
 */
export function shapeSeen(cells, flat = false) {
  const backFirst = [...cells].sort((a, b) => b[1] - a[1] || a[0] - b[0] || a[2] - b[2]);
  const [seen, shown] = flat ? [fromAbove, TOPS] : [slanted, SIDES];
  const sides = backFirst.flatMap((cell) => shown.map(({ points, shade }) =>
    ({ shade, points: points.map((point) => seen(plus(point, cell))) })));
  const all = sides.flatMap((side) => side.points), low = lowOf(all), high = highOf(all);
  const size = [0, 1].map((axis) => Math.max(LEAST, high[axis] - low[axis]) + 0.2);
  return { sides, box: [...size.map((long, axis) => (low[axis] + high[axis] - long) / 2), ...size] };
}
