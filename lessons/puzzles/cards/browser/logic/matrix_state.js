// The matrix of an exact cover at a step of a search.

/**
 * @typedef {{ items: string[], options: number[][], times: number[], knows: boolean }} Still the items of
 *   each option, how often each item is to be covered, and whether the search knows which options are left
 * @typedef {{ on: number[], off: number[], item: number, tried: number }} State options that are chosen and
 *   ruled out, the chosen item and the option tried now, or -1
 */

/** @param {Still} still @param {State} state */
export function matrixAt({ items, options, times, knows }, { on, off, tried }) {
  const chosen = new Set(on), out = new Set(off);
  const left = [...times], open = items.map(() => 0); // by item: covers missing, options left
  options.forEach((option, o) =>
    option.forEach((i) => { if (chosen.has(o)) left[i] -= 1; else if (!out.has(o)) open[i] += 1; }));
  const rows = options.map((_, o) =>
    (o === tried ? "tried" : chosen.has(o) ? "chosen" : out.has(o) ? "out" : "open"));
  const covered = left.map((n) => n <= 0), zero = left.map((n, i) => knows && open[i] < n);
  return { rows, open, covered, zero, rowsLeft: rows.filter((row) => row === "open").length,
    columnsLeft: covered.filter((yes) => !yes).length };
}
