// Where a clicker stops in a search that it steps through.

const MOST = 10; // presses with which it is through

/** The steps at which it stops: each; in a long search dead ends and answers, of many some.
 * @param {number} last step @param {(step: number) => boolean} isEnd is a step a dead end, or an answer? */
export function stopsOf(last, isEnd) {
  const steps = Array.from({ length: last }, (_, k) => k + 1);
  if (last <= MOST) return steps;
  const ends = steps.filter((k) => k === last || isEnd(k));
  const stops = ends.length > 2 ? ends : steps;
  if (stops.length <= MOST) return stops;
  return Array.from({ length: MOST }, (_, i) => stops[Math.round(i * (stops.length - 1) / (MOST - 1))]);
}

/** The stop after a step, or before it; the search begins with one at 0.
 * @param {number[]} stops @param {number} now @param {boolean} forward */
export const nextStop = (stops, now, forward) =>
  (forward ? stops.find((k) => k > now) : [0, ...stops].findLast((k) => k < now));
