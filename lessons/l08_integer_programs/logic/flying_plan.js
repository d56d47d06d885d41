// Elements that fly together: where each small cube is and how large, and which elements are L's.

import { highOf, lowOf } from "../../puzzles/cards/browser/logic/cubes.js";
import { LOOK, solidOf } from "../../puzzles/cards/browser/logic/packing.js";
import { along, minus, plus } from "../../puzzles/cards/browser/logic/vectors.js";

/** @import { Vector } from "../../puzzles/cards/browser/logic/vectors.js" */
/** @typedef {{ name: string, owner: number, whole: boolean, cell: Vector, at: Vector, size: number }} Cube */
/** @typedef {{ by: number, columns: number, rows: number }} Apart how far all are pulled apart, 0 to 1 */

const RIGHT = [Math.cos(LOOK.yaw), -Math.sin(LOOK.yaw), 0];
const WIDE = 4.6, HIGH = 5.1; // of an element's room, as it is seen
const UP = HIGH / Math.cos(LOOK.height);

/** Is it an L: three cells of a square of four? @param {readonly Vector[]} cells */
export const isL = (cells) => cells.length === 3
  && String(minus(highOf(cells), lowOf(cells)).sort()) === "0,1,1";

/** How far an element is from its place. @param {number} k @param {Apart} apart */
export const shiftOf = (k, { by, columns, rows }) => along(
  [0, 0, by * UP * ((rows - 1) / 2 - Math.floor(k / columns))], RIGHT,
  by * WIDE * (k % columns - (columns - 1) / 2));

/** How many pixels a cell has in such a room.
 * @param {Apart} apart @param {number} wide @param {number} high */
export const scaleOf = ({ by, columns, rows }, wide, high) =>
  Math.min(wide / WIDE / (1 + by * (columns - 1)), high / HIGH / (1 + by * (rows - 1)));

/** All small cubes. @param {readonly (readonly Vector[])[]} elements their cells @param {Apart} apart
 * @returns {Cube[]} */
export const cubesOf = (elements, apart) => elements.flatMap((cells, owner) => cells.map((cell, i) =>
  ({ name: `${owner} ${i}`, owner, whole: isL(cells), cell, at: plus(cell, shiftOf(owner, apart)),
    size: 0.94 })));

/** Cubes on their way; one that is new grows, and one that leaves shrinks.
 * @param {Cube[]} before @param {Cube[]} after @param {number} share of the way */
export function onTheWay(before, after, share) {
  const [was, is] = [before, after].map((cubes) => new Map(cubes.map((cube) => [cube.name, cube])));
  return [...new Map([...was, ...is]).values()].map((cube) => {
    const [from, to] = [was, is].map((one) => one.get(cube.name) ?? { ...cube, size: 0 });
    return { ...cube, at: along(from.at, minus(to.at, from.at), share),
      size: from.size + share * (to.size - from.size) };
  });
}

/** A solid to paint. Its pieces are the numbers of the elements, and a half more of those that are no L; at
 * rest, an L is one body. @param {Cube[]} cubes @param {boolean} rest */
export function solidFrom(cubes, rest) {
  const [cube] = solidOf([[0, 0, 0]], [0]).cells;
  const sidesOf = (/** @type {number} */ size) => cube.sides.map((side) =>
    ({ ...side, corners: side.corners.map((corner) => corner.map((v) => size * v)) }));
  const cells = [...Map.groupBy(cubes, ({ owner }) => owner).values()].flatMap((own) => (own[0].whole && rest
    ? solidOf(own.map(({ cell }) => cell), own.map(({ owner }) => owner)).cells
      .map((one, n) => ({ ...one, cell: own[n].at }))
    : own.map(({ at, size, whole, owner }) =>
      ({ cell: at, piece: owner + (whole ? 0 : 0.5), sides: sidesOf(size) }))));
  return { middle: [1, 1, 1], ways: new Map(), cells };
}
