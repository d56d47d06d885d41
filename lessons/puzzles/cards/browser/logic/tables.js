// The layers of a box as tables: how large their cells are, and in how many columns they stand. All sizes are
// in pixels.

import { clamp, columnsOf } from "../../../../kit/cards/browser/logic/numbers.js";

/** @typedef {{ rows: { length: number }[] }} Layer */

const CAPTION = 26, BETWEEN = 26; // above a layer, between layers
const LIST_ROW = [15, 22]; // of the list of shares
const LARGEST = 92, SMALLEST = 24; // of a cell

/** @param {Layer[]} layers @returns {[number, number]} the cells of the widest and of the deepest */
const cellsOf = (layers) => [Math.max(1, ...layers.flatMap(({ rows }) => rows.map((row) => row.length))),
  Math.max(1, ...layers.map(({ rows }) => rows.length))];

/**
 * The side of a cell, and the columns of layers.
 * @param {Layer[]} layers @param {number} width @param {number} height @param {number} scale of letters
 */
export function layerSize(layers, width, height, scale) {
  const count = layers.length, [wide, high] = cellsOf(layers);
  const sizeOf = (/** @type {number} */ columns) => {
    const rows = Math.ceil(count / columns);
    return Math.min((width - 12 - (columns - 1) * BETWEEN) / (columns * wide),
      (height - 12 - rows * CAPTION * scale) / (rows * high));
  };
  const columns = columnsOf(Math.max(1, count), sizeOf);
  return { cell: Math.floor(clamp(sizeOf(columns), SMALLEST * scale, LARGEST * scale)), columns };
}

/**
 * The columns of a list of so many rows, and the height of its rows.
 * @param {number} most @param {number} height
 */
export function listSize(most, height) {
  const room = height - 2 * CAPTION, [low, high] = LIST_ROW;
  const columns = Math.ceil((most * low) / room);
  return { columns, row: Math.floor(clamp(room / Math.ceil(most / Math.max(1, columns)), low, high)) };
}

const HAND = { close: 6, between: 8, largest: 110, smallest: 20 }; // between layers: below, and beside

/**
 * Of layers in the hand, in rows of the same length.
 * @param {Layer[]} layers @param {number} width @param {number} height
 * @param {number} caption the height of a layer's name @param {number} least the width of the longest
 */
export function handSize(layers, width, height, caption, least) {
  const count = layers.length, [wide, high] = cellsOf(layers);
  const sideIn = (/** @type {number} */ across) => Math.floor(Math.min(HAND.largest,
    ((width + HAND.between) / across - HAND.between) / wide,
    (height / Math.ceil(count / across) - caption - HAND.close) / high));
  const ways = layers.map((_, k) => k + 1).filter((n) => n === 1 || width / n >= least);
  const across = ways.reduce((best, n) => (sideIn(n) >= sideIn(best) ? n : best));
  const columns = Math.ceil(count / Math.ceil(count / across));
  return { side: Math.max(HAND.smallest, sideIn(columns)), columns };
}

const BENCH = { caption: 22, beside: 12, below: 6, largest: 84, smallest: 14 };
const EASY = 30; // less is not for fingers

/**
 * Of layers to paint in: all side by side where their cells are large enough, else a single one.
 * @param {number[][]} grids @param {number} width @param {number} height
 */
export function benchSize(grids, width, height) {
  const wide = Math.max(...grids.map(([w]) => w)), high = Math.max(...grids.map(([, d]) => d));
  const count = grids.reduce((sum, grid) => sum + grid[2], 0);
  const sideOf = (/** @type {number} */ across, /** @type {number} */ rows) => Math.floor(Math.min(
    BENCH.largest, (width / across - BENCH.beside) / wide,
    (height / rows - BENCH.caption - BENCH.below) / high));
  const sideIn = (/** @type {number} */ across) => sideOf(across, Math.ceil(count / across));
  const across = columnsOf(count, sideIn), single = count > 1 && sideIn(across) < EASY;
  const side = Math.max(BENCH.smallest, single ? sideOf(1, 1) : sideIn(across));
  return { side, columns: single ? 1 : across, single };
}
