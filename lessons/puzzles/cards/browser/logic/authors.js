// Name and source of a puzzle are its maker's; once it is changed they are not true any more.

/** @import { State } from "./sketch.js" */

const MINE = "My puzzle";

/**
 * All that makes a puzzle, as text: its parts without their grids, and how pieces turn.
 * @param {State} state
 */
export const drawnOn = ({ parts, turns }) => JSON.stringify([parts, turns], (key, value) =>
  (key === "grids" ? undefined : value));

/**
 * Name and source of a sketch that was opened; {} where it had no source.
 * @param {{ name: string, source: string, drawn: string }} opened what was opened
 * @param {State} state as it is now
 */
export function wordsOf({ name, source, drawn }, state) {
  if (!source) return {};
  const same = drawn === drawnOn(state), swap = same ? [MINE, name] : [name, MINE];
  return { source: same ? source : "", name: state.name === swap[0] ? swap[1] : state.name };
}
