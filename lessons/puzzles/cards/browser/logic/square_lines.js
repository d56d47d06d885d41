// The lines of a magic square: what they sum to, and what is to be said of them.

import { upTo } from "../../../../kit/cards/browser/logic/numbers.js";

/** @typedef {{ cells: number[], sum: number, full: boolean, wrong: boolean, right: boolean }} Line wrong: too
 * much, or full and not the goal; right: full and the goal */

/** Return the sum that each line of a square of n × n is to have. @param {number} n */
export const goalOf = (n) => (n * (n * n + 1)) / 2;

/**
 * @param {number[]} numbers by cell, row by row; 0 where there is none
 * @param {number} n
 */
export function linesOf(numbers, n) {
  const range = upTo(n), goal = goalOf(n);
  /** @type {(cells: number[]) => Line} */
  const line = (cells) => {
    const values = cells.map((cell) => numbers[cell]), sum = values.reduce((a, b) => a + b, 0);
    const full = values.every(Boolean), right = full && sum === goal;
    return { cells, sum, full, wrong: sum > goal || (full && !right), right };
  };
  return { rows: range.map((r) => line(range.map((c) => r * n + c))),
    columns: range.map((c) => line(range.map((r) => r * n + c))),
    down: line(range.map((i) => i * n + i)), up: line(range.map((i) => (n - 1 - i) * n + i)) };
}
