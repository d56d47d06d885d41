// Where points of a scene are in its picture, and what hides them.

import { along, dot, minus, plus } from "./vectors.js";

/** @import { Vector } from "./vectors.js" */
/**
 * @typedef {{ glplot: { cameraParams: { model: Vector, view: Vector, projection: Vector } } }} Plot
 *   plotly's: its matrices are of 16 numbers, column by column
 * @typedef {Plot & { dataScale: Vector, shiftOf(spot: Vector): Vector, boxOf(spot: Vector): number }} View
 */

/** @param {Vector} matrix @param {Vector} v */
const times = (matrix, v) =>
  v.map((_, row) => v.reduce((sum, x, column) => sum + matrix[4 * column + row] * x, 0));

/**
 * Where a point of the scene stands in the picture, in pixels.
 * @param {View} view
 * @param {Vector} spot
 * @param {Vector} size
 */
export function onPage({ glplot, dataScale, shiftOf }, spot, [width, height]) {
  const { model, view, projection } = glplot.cameraParams, point = plus(spot, shiftOf(spot));
  const [x, y, , w] = [model, view, projection].reduce((v, matrix) => times(matrix, v),
    [...point.map((v, i) => v * dataScale[i]), 1]);
  return [(width * (1 + x / w)) / 2, (height * (1 - y / w)) / 2];
}

/** To the right, up and towards the eye, in the scene. @param {Plot} plot */
export const viewAxes = ({ glplot }) =>
  [0, 1, 2].map((row) => [0, 4, 8].map((column) => glplot.cameraParams.view[row + column]));

/** @param {View} scene @param {{ point: Vector, clear: number }} thing @param {Vector} size */
export const radiusOf = (scene, { point, clear }, size) => Math.hypot(...minus(
  onPage(scene, along(point, viewAxes(scene)[0], clear), size), onPage(scene, point, size)));

/** Does a solid, given by the planes of its faces, stand between this point and the eye?
 * @param {Vector[]} planes @param {Vector} point @param {Vector} towardsEye */
export function hides(planes, point, towardsEye) {
  let from = 1e-3, to = Infinity;
  for (const [x, y, z, distance] of planes) {
    const slope = dot([x, y, z], towardsEye), gap = distance - dot([x, y, z], point);
    if (slope > 1e-9) to = Math.min(to, gap / slope);
    else if (slope < -1e-9) from = Math.max(from, gap / slope);
    else if (gap < 0) return false;
  }
  return from < to;
}
