// Sentences about a square that somebody fills with numbers.

import { goalOf, linesOf } from "../../puzzles/cards/browser/logic/square_lines.js";

const MOST_DIGITS = 9; // more nobody adds up

/** The number in a field: 0 where there is none, and -1 for anything else. @param {string} text */
export function numberIn(text) {
  if (/^\d+$/.test(text.trim()) && text.length <= MOST_DIGITS) return Number(text);
  return text.trim() ? -1 : 0;
}

/** Say in words where a square is wrong, or incomplete. @param {number[]} square by cell @param {number} n */
export function verdictOn(square, n) {
  const goal = goalOf(n), numbers = square.filter(Boolean);
  if (numbers.some((number) => number < 1 || number > n * n)) return `Only the numbers from 1 to ${n * n}.`;
  const often = (/** @type {number} */ number) => numbers.filter((other) => other === number).length;
  const twice = numbers.find((number) => often(number) > 1);
  if (twice) return `${twice} is there ${often(twice) === 2 ? "twice" : "more than twice"}.`;
  const { rows, columns, down, up } = linesOf(square, n), lines = [...rows, ...columns, down, up];
  const k = lines.findIndex(({ full, right }) => full && !right);
  const name = k < n ? `row ${k + 1}` : k < 2 * n ? `column ${k - n + 1}`
    : `the diagonal from the upper ${k === 2 * n ? "left" : "right"}`;
  if (k >= 0) return `The sum of ${name} is ${lines[k].sum}. It should be ${goal}.`;
  const empty = square.length - numbers.length;
  return empty ? `Empty cells: ${empty}.` : `Every line sums to ${goal}: a magic square.`;
}
