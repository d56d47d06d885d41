// Which frames of a search are asked for, which are forgotten, and how fast it is played.

import { clamp } from "../../../../kit/cards/browser/logic/numbers.js";

const JUMP = 4; // frames asked for when the one of this step is missing: few, so that a jump answers at once
const CHUNK = 12; // frames that travel in one message ahead of the student
const AHEAD = 60; // frames that are fetched before they are needed
const SHORT = 400; // a search of so many steps is fetched to its end
export const MOST_FRAMES = 2000; // frames kept; of a longer search those near the present step
const LONGEST = 60_000, FASTEST = 80; // milliseconds: that a search is played, and of its steps

/**
 * The frames to ask for next, [from, to[; null where nothing is needed.
 * @param {(step: number) => boolean} has is this frame here? @param {number} step the present one
 * @param {number} count of steps @param {boolean} inSight ahead is fetched only for what the student looks at
 * @returns {[number, number] | null}
 */
export function nextBlock(has, step, count, inSight) {
  if (!inSight && has(step)) return null;
  const last = Math.max(0, count - 1), short = count <= SHORT;
  const end = short ? last : Math.min(last, step + AHEAD);
  let from = step;
  while (from <= end && has(from)) from++;
  if (from > end && short) for (from = 0; from <= end && has(from); ) from++;
  return from > end ? null : [from, Math.min(from + (from === step ? JUMP : CHUNK), count)];
}

/** Those that are forgotten: far from the present step, and not the first. @param {number} step */
export const isFar = (step) => (/** @type {number} */ k) => k > 0 && Math.abs(k - step) > MOST_FRAMES / 4;

/** Milliseconds a step: none shorter than one can see, and no search longer than a minute if that can be.
 * @param {number} last step @param {number} pace that is wished */
export const paceOf = (last, pace) => clamp(LONGEST / Math.max(1, last), Math.min(FASTEST, pace), pace);

const MOST_LATE = 1000; // milliseconds that playing makes up for

/**
 * How many steps are due, and when the next ones are: where drawing takes longer than a step, some are not
 * drawn.
 * @param {number} late milliseconds since the last steps were due
 * @param {number} pace milliseconds a step
 * @param {(steps: number) => boolean} ready can so many be gone at once?
 * @returns {[steps: number, next: number]} milliseconds from now
 */
export function stepsDue(late, pace, ready) {
  const behind = clamp(late, 0, MOST_LATE);
  let steps = 1 + Math.floor(behind / pace);
  while (steps > 1 && !ready(steps)) steps--;
  return [steps, steps * pace - behind];
}
