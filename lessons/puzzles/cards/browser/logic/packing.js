// A packing seen without WebGL: cubes from the farthest to the nearest, their seams left out.

import { highOf, lowOf } from "./cubes.js";
import { BESIDE, SQUARE, along, minus, plus } from "./vectors.js";

export const LOOK = { yaw: 0.62, height: 0.52 }; // from where a packing is seen
const AXES = [0, 1, 2];
/** @import { Vector } from "./vectors.js" */
/**
 * @typedef {{ side: Vector, shade: number, corners: Vector[], edges: boolean[] }} Side
 * @typedef {{ middle: Vector, cells: { cell: Vector, piece: any, sides: Side[] }[],
 *   ways: Map<any, Vector> }} Solid its middle, and the way of each piece from there
 */

/** @type {[Vector, number][]} */
const SIDES = [[[1, 0, 0], 0.72], [[-1, 0, 0], 0.72], [[0, 1, 0], 0.86], [[0, -1, 0], 0.86],
  [[0, 0, 1], 1], [[0, 0, -1], 0.5]]; // of a cube, and how light they are

/**
 * A solid in the middle of a box.
 * @param {Vector[]} cells @param {any[]} owners the piece of each cell
 * @param {Vector[]} box its cells, or two corners of it
 * @returns {Solid}
 */
export function solidOf(cells, owners, box = cells) {
  const middle = plus(lowOf(box), highOf(box)).map((v) => v / 2);
  const owner = new Map(cells.map((cell, k) => [String(cell), owners[k]]));
  /** @type {Solid} */
  const found = { middle, cells: [], ways: new Map() };
  for (const [piece, own] of Map.groupBy(cells, (_, k) => owners[k])) {
    const mean = AXES.map((axis) => own.reduce((sum, cell) => sum + cell[axis], 0) / own.length);
    found.ways.set(piece, minus(mean, middle));
    for (const cell of own) found.cells.push({ cell, piece, sides: sidesOf(cell, piece, owner) });
  }
  return found;
}

/** Pieces in a box.
 * @param {[number, number[]][]} lying the number of each piece, and those of its cells
 * @param {Vector[]} box */
export function packed(lying, box) {
  const own = lying.flatMap(([piece, cells]) => cells.map((cell) => ({ cell: box[cell], piece })));
  return solidOf(own.map(({ cell }) => cell), own.map(({ piece }) => piece), box);
}

/** The outer sides of a cell, each with those of its edges where the piece ends.
 * @param {Vector} cell @param {any} piece @param {Map<string, any>} owner */
function sidesOf(cell, piece, owner) {
  /** @param {Vector} step */
  const same = (step) => owner.get(String(plus(cell, step))) === piece;
  return SIDES.filter(([side]) => !same(side)).map(([side, shade]) => {
    const axis = side.findIndex(Boolean), spread = (/** @type {Vector} */ at) => at.toSpliced(axis, 0, 0);
    const corners = SQUARE.map((at) => along(spread(at), side, 0.5));
    const edges = BESIDE.map(spread).map((beside) => !same(beside) || same(plus(beside, side)));
    return { side, shade, corners, edges };
  });
}

/** Where a point is seen from a height (an angle, as yaw): x to the right, y down, and how near it is.
 * @param {number} yaw @param {number} height
 * @returns {(point: Vector) => number[]} */
export function viewer(yaw, height) {
  const [c, s, level, above] = [Math.cos(yaw), Math.sin(yaw), Math.cos(height), Math.sin(height)];
  return ([x, y, z]) => {
    const across = c * x - s * y, away = s * x + c * y;
    return [across, -level * z - above * away, above * z - level * away];
  };
}

/** The floor and the two back walls of a box, with a line between any two cells: the ends of each line, in
 * cells from the middle. @param {Vector[]} cells @param {number} yaw @param {number} height */
export function roomLines(cells, yaw, height) {
  const seen = viewer(yaw, height), lines = /** @type {number[][][]} */ ([]);
  const low = lowOf(cells).map((v) => v - 0.5), high = highOf(cells).map((v) => v + 0.5);
  const middle = plus(low, high).map((v) => v / 2), away = [high[0], high[1], low[2]];
  for (const side of AXES) for (const axis of AXES.filter((one) => one !== side)) {
    const other = 3 - side - axis;
    for (let at = low[other]; at <= high[other]; at++) lines.push([low, high].map((end) => {
      const point = [...away];
      point[axis] = end[axis];
      point[other] = at;
      return seen(minus(point, middle)).slice(0, 2);
    }));
  }
  return lines;
}

const STILL = () => 0;

/**
 * The squares of a solid that are in sight, in the order in which they are painted. `apart(piece)` gives how
 * far a piece is from its place, 0 to 1 and more, and `spin(piece)` by how much it is turned about its own
 * middle, in radians.
 * @param {Solid} solid
 * @param {{ yaw: number, height: number, apart?: (piece: any) => number, spin?: (piece: any) => number }}
 *   how
 */
export function squaresSeen(solid, { yaw, height, apart = STILL, spin = STILL }) {
  const seen = viewer(yaw, height);
  const shown = solid.cells.map((one) => {
    const far = apart(one.piece), way = solid.ways.get(one.piece) ?? one.cell, turn = turner(spin(one.piece));
    const at = along(turn(minus(minus(one.cell, solid.middle), way)), way, 1 + far);
    return { ...one, at, turn, near: seen(at)[2] };
  });
  shown.sort((a, b) => a.near - b.near);
  return shown.flatMap(({ at, turn, piece, sides }) =>
    sides.filter(({ side }) => seen(turn(side))[2] > 0.001).map(({ shade, corners, edges }) =>
      ({ piece, shade, edges, points: corners.map((corner) => seen(plus(turn(corner), at)).slice(0, 2)) })));
}

/** @param {number} angle @returns {(point: Vector) => Vector} */
function turner(angle) {
  if (!angle) return (point) => point;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return ([x, y, z]) => [c * x - s * y, s * x + c * y, z];
}
