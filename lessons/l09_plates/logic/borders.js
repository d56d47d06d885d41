// Borders of plates and of a board, and what is still wrong with their cells.

import { upTo } from "../../kit/cards/browser/logic/numbers.js";

/**
 * The border of a picture as [x, y], clockwise from the top left.
 * @param {number} width
 * @param {number} height
 */
export function ringOf(width, height) {
  const row = upTo(width), column = upTo(height - 2).map((y) => y + 1);
  return [...row.map((x) => [x, 0]), ...column.map((y) => [width - 1, y]),
    ...row.reverse().map((x) => [x, height - 1]), ...column.reverse().map((y) => [0, y])];
}

/**
 * The next border cell in a direction, across the middle if need be; at the edge, the cell itself.
 * @param {number[][]} ring @param {number} i @param {number} dx @param {number} dy
 */
export function besideIn(ring, i, dx, dy) {
  const [width, height] = [0, 1].map((axis) => Math.max(...ring.map((cell) => cell[axis])) + 1);
  let [x, y] = ring[i];
  for (x += dx, y += dy; x >= 0 && y >= 0 && x < width && y < height; x += dx, y += dy) {
    const found = ring.findIndex(([a, b]) => a === x && b === y);
    if (found >= 0) return found;
  }
  return i;
}

/** @param {boolean[]} cells */
export const total = (cells) => cells.filter(Boolean).length;

const PLATE = ringOf(4, 4).length, INNER = 24, SHELL = 56, ALL = 70;
const NEEDED = SHELL - INNER; // border cells on six plates that cover a cube

/** @typedef {{ name: string, cells: boolean[] }} Plate its border cells */
/** @typedef {[name: string, right: boolean, words: string]} Verdict */

/** Facts that the cells show of cube and board, before anything is solved.
 * @param {Plate[]} plates @param {boolean[]} frame @returns {Verdict[]} */
export function verdictsOn(plates, frame) {
  const border = plates.reduce((sum, { cells }) => sum + total(cells), 0), wood = total(frame);
  return [cubeLine(border), boardLine(border, wood), bothLine(border, wood), ...looseLines(plates)];
}

/** @param {number} border @returns {Verdict} */
function cubeLine(border) {
  const right = border === NEEDED;
  const missing = border < NEEDED ? `${NEEDED - border} more` : `${border - NEEDED} too many`;
  const needs = right ? "as many as the cube needs" : `the cube needs ${NEEDED}: ${missing}`;
  return ["Cube", right, `the plates have ${border} border cells, ${needs}.`];
}

/** @param {number} border @param {number} frame @returns {Verdict} */
function boardLine(border, frame) {
  const has = INNER + border, open = ALL - frame;
  const words = `the plates have ${has} cells, the frame of ${frame} leaves ${open} of ${ALL} open`;
  const off = `${Math.abs(has - open)} too ${has < open ? "few" : "many"} on plates and frame`;
  return ["Board", has === open, `${words}: ${has === open ? "just as many" : off}.`];
}

/** @param {number} border @param {number} frame @returns {Verdict} */
function bothLine(border, frame) {
  const needs = ALL - SHELL, right = border === NEEDED && frame === needs;
  return ["Both", right,
    `plates ${border} of ${NEEDED}, frame ${frame} of ${needs}${right ? ": both can work out." : "."}`];
}

/** Corners that hang on nothing: such a plate could not be lifted in one piece.
 * @param {Plate[]} plates @returns {Verdict[]} */
function looseLines(plates) {
  const loose = plates.flatMap(({ name, cells }) => cells.flatMap((filled, i) =>
    (filled && i % 3 === 0 && !cells[(i + PLATE - 1) % PLATE] && !cells[i + 1]
      ? [`plate ${name}, cell ${i + 1}`] : [])));
  const words =
    `only a corner touches here: ${loose.join("; ")}. It may be solved, but not lifted in one piece.`;
  return loose.length ? [["Loose", false, words]] : [];
}
