// Triangles laid flat, for nets. A point is [x, y].

/** @import { Vector } from "./vectors.js" */

/** @param {readonly Vector[]} points */
export const pointList = (points) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
/** @param {readonly Vector[]} points */
export const middleOf = (points) =>
  [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
/** @param {Vector} from @param {Vector} to @param {number} share */
const towards = ([x, y], [a, b], share) => [x + share * (a - x), y + share * (b - y)];

/**
 * A polygon like this one, so much smaller about its middle.
 * @param {Vector[]} points
 * @param {number} share
 */
export const shrunk = (points, share) => points.map((point) => towards(middleOf(points), point, share));
