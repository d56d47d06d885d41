// A balance with stones in its two pans, as wide as they are heavy. All sizes are in units of its drawing.

const ROOM = 176, WIDEST = 68, NARROWEST = 32, ROW = 34; // of a pan and of its stones
const MIDDLES = [110, 310], HIGH = 118; // of the pans
const GROUND = { middle: 210, top: 196, room: 390 }; // where stones wait
const TILT = [4, 26]; // the least that is seen, and the most
const TOP = -20; // of the drawing, or higher if there are many stones

/**
 * @typedef {{ x: number, y: number, wide: number, high: number, number: number }} Stone
 * @typedef {{ x: number, y: number, sum: number, right: boolean, stones: Stone[] }} Pan
 */

/**
 * How far the left pan is below the middle: most with all stones in one pan, less with each that leaves it.
 * @param {number} left @param {number} right @param {number} takes half of all
 */
function tiltOf(left, right, takes) {
  const [least, most] = TILT, share = Math.min(1, Math.abs(left - right) / (2 * takes));
  return Math.sign(left - right) * Math.max(least, most * share);
}

/**
 * The stones of a pan in rows, the first ones below.
 * @param {number[]} numbers @param {number} middle @param {number} bottom @param {number} heaviest
 * @param {number} [room] of a row
 * @returns {Stone[]}
 */
function stonesOf(numbers, middle, bottom, heaviest, room = ROOM) {
  const sized = numbers.map((number) =>
    ({ number, high: ROW - 2, wide: NARROWEST + (WIDEST - NARROWEST) * Math.sqrt(number / heaviest) }));
  /** @type {(typeof sized)[]} */
  const rows = [];
  const long = (/** @type {typeof sized} */ row) => row.reduce((sum, { wide }) => sum + wide + 2, 0);
  for (const stone of sized) {
    const row = rows.at(-1);
    row && long(row) + stone.wide <= room ? row.push(stone) : rows.push([stone]);
  }
  return rows.flatMap((row, k) => {
    const y = bottom - ROW * (k + 1), left = middle - long(row) / 2 + 1;
    return row.map((stone, i) => ({ ...stone, y, x: left + long(row.slice(0, i)) }));
  });
}

/**
 * Both pans, each with the sum that it has, and whether it is the sum that it takes.
 * @param {number[][]} groups @param {number} takes
 * @param {number[]} all the stones, also those that are not laid
 * @returns {Pan[]}
 */
export function pansOf(groups, takes, all) {
  const sums = groups.map((group) => group.reduce((sum, number) => sum + number, 0));
  const tilt = tiltOf(sums[0], sums[1], takes), heaviest = Math.max(...all);
  return groups.map((group, k) => {
    const x = MIDDLES[k], y = HIGH + (k ? -tilt : tilt);
    return { x, y, sum: sums[k], right: sums[k] === takes, stones: stonesOf(group, x, y, heaviest) };
  });
}

/**
 * The stones that are in no pan yet, below the balance; the ground there, on which all have room; and the
 * top, below which all have room in one pan.
 * @param {number[]} stones all of them @param {number[][]} groups
 * @returns {{ waiting: Stone[], top: number, ground: number }}
 */
export function waitingOf(stones, groups) {
  const left = [...stones], { middle, top, room } = GROUND, heaviest = Math.max(...stones);
  for (const number of groups.flat()) left.splice(left.indexOf(number), 1);
  const highest = (/** @type {number} */ from, /** @type {number} */ wide) =>
    Math.min(...stonesOf(stones, middle, from, heaviest, wide).map(({ y }) => y));
  const ground = 2 * top - highest(top, room);
  return { waiting: stonesOf(left, middle, ground, heaviest, room), ground,
    top: Math.min(TOP, highest(HIGH - TILT[1], ROOM) - 2) };
}
