// Settings that were recorded: some values of each control of a card, one control at a time, and all
// combinations of its boxes.

/** @typedef {{ state: Record<string, unknown> } & Record<string, unknown>} Saved */

const LOOKS = ["contrast", "projector", "view", "explode"]; // the reader's, whatever is shown

/** The values of a control at which pictures were recorded.
 * @param {Record<string, unknown>} states under "ID VALUE" @param {string} id of the control
 * @param {number} first its value at the beginning */
export const knownValues = (states, id, first) => Object.keys(states)
  .filter((key) => key.startsWith(`${id} `)).map((key) => Number(key.split(" ")[1])).concat(first);

/** Under what a combination of boxes was recorded. @param {boolean[]} values */
export const combined = (values) => `together ${values.map(Number).join("")}`;

/** The value nearest to the one that is wanted, the first of two.
 * @param {number[]} values @param {number} wanted */
export const nearest = (values, wanted) => values.reduce((best, one) =>
  (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best));

/** A saved model that looks as the one before it did. @template {Saved} Model
 * @param {Model} model @param {Record<string, unknown>} before values of the other one @returns {Model} */
export function withLooks(model, before) {
  const kept = LOOKS.filter((name) => before[name] !== undefined).map((name) => [name, before[name]]);
  return { ...model, state: { ...model.state, ...Object.fromEntries(kept) } };
}
