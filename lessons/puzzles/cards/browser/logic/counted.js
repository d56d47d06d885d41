// The work of a search up to a step, in numbers.

import { cost } from "../../../../kit/cards/browser/logic/numbers.js";

/**
 * @typedef {{ kinds: ArrayLike<number>, names: string[], levels: ArrayLike<number> }} Track by event: the
 *   number of its kind, and its level
 */

const COSTS = { bound: "bound of this node", incumbent: "incumbent" };

/**
 * The rows of the table, each [name, value, is it a part of the row above?].
 * @param {Track} track
 * @param {number} step
 * @param {string[]} reasons of dead ends
 * @param {ArrayLike<number>} causes by event: a reason's number from 1 on
 * @param {[string, ArrayLike<number>][]} costs by event
 */
export function countersAt({ kinds, names, levels }, step, reasons, causes, costs) {
  const count = new Float64Array(names.length), why = new Float64Array(reasons.length + 1);
  let deepest = 0;
  for (let k = 0; k <= step; k++) {
    count[kinds[k]]++;
    why[causes[k]]++;
    deepest = Math.max(deepest, levels[k] ?? 0);
  }
  const of = (/** @type {string} */ name) => count[names.indexOf(name)] ?? 0;
  const nodes = of("try") + of("decide"), deadEnds = of("conflict");
  /** @type {[string, number, boolean][]} */
  const parts = reasons.map((name, i) => [name, why[i + 1], true]);
  /** @type {[string, number | string, boolean?][]} */
  const rows = [["nodes (tries)", nodes], ["dead ends", deadEnds], ...parts.filter(([, n]) => n),
    ["solutions", of("answer")]];
  for (const [name, values] of costs) {
    const value = values[step], text = Number.isNaN(value) ? "none" : cost(value);
    rows.push([COSTS[/** @type {keyof typeof COSTS} */ (name)], text]);
  }
  rows.push(["level now", levels[step] ?? 0], ["deepest level", deepest]);
  return { rows, nodes, deadEnds };
}

export const COST_NAMES = Object.keys(COSTS);
