// On which exercises does an answer build? Rather too many than too few: see slicing.py.
const WORD = /[\p{L}_][\p{L}\p{N}_]*/gu;

/** @typedef {[text: string, binds: string[], uses: string[], exercise: string | null]} Cell a statement */

/**
 * Return the ids of these exercises.
 * @param {string} id of the exercise that is asked about
 * @param {string} source its answer
 * @param {Cell[]} cells the statements of the page in their order
 */
export function neededBy(id, source, cells) {
  const words = new Set(source.normalize("NFKC").match(WORD)), found = /** @type {string[]} */ ([]);
  const at = cells.findIndex(([, , , exercise]) => exercise === id);
  for (const name of cells[at][1]) words.delete(name); // its own
  for (const [, binds, uses, exercise] of cells.slice(0, at).reverse()) {
    if (!binds.some((name) => words.has(name))) continue;
    for (const name of uses) words.add(name);
    if (exercise) found.push(exercise);
  }
  return found;
}
