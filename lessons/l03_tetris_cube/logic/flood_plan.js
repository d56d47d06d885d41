// Islands of empty cells: how each is flooded, and whether pieces can fill it.

/** @typedef {[number, number, number]} Size of a box */
/** @typedef {{ cells: number[], far: number[] }} Island its cells, and how far each is from the first */

/** The cells that share a face with one, by number. @param {number} cell @param {Size} size */
export function besides(cell, [wide, deep, high]) {
  const x = cell % wide, y = Math.floor(cell / wide) % deep, z = Math.floor(cell / (wide * deep));
  return [[x > 0, -1], [x < wide - 1, 1], [y > 0, -wide], [y < deep - 1, wide], [z > 0, -wide * deep],
    [z < high - 1, wide * deep]].flatMap(([inside, by]) => (inside ? [cell + Number(by)] : []));
}

/** The islands among the cells that are not filled, smallest first.
 * @param {Set<number>} filled @param {Size} size @returns {Island[]} */
export function islandsIn(filled, size) {
  const found = [], seen = new Set(filled);
  for (let first = 0; first < size[0] * size[1] * size[2]; first++) {
    if (seen.has(first)) continue;
    const cells = [first], far = [0];
    seen.add(first);
    for (let k = 0; k < cells.length; k++) for (const next of besides(cells[k], size)) {
      if (seen.has(next)) continue;
      seen.add(next);
      cells.push(next);
      far.push(far[k] + 1);
    }
    found.push({ cells, far });
  }
  return found.sort((a, b) => a.cells.length - b.cells.length);
}

/** Is this number of cells a sum of such sizes of pieces? @param {number} count @param {number[]} pieces
 * @returns {boolean} */
export const canFill = (count, pieces) =>
  count === 0 || pieces.some((piece) => piece <= count && canFill(count - piece, pieces));

/** Return the sentence about islands. @param {number[]} sizes @param {number[]} pieces sizes of pieces */
export function wordsOf(sizes, pieces) {
  const bad = [...new Set(sizes.filter((size) => !canFill(size, pieces)))];
  const cells = (/** @type {number} */ n) => `${n} ${n === 1 ? "cell" : "cells"}`;
  const all = `${sizes.length === 1 ? "One island" : `${sizes.length} islands`}: ${sizes.join(", ")}. `;
  if (!sizes.length) return "No cell is empty.";
  if (!bad.length) return `${all}Pieces can have so many cells: the search must go on.`;
  return `${all}No pieces have ${cells(bad[0])} together, so nothing below this node needs to be searched.`;
}
