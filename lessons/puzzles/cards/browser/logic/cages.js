// Boxes side by side, or one below the other in a narrow picture, each turned about its own middle; their
// edges are open on the side of the eye.

import { highOf, lowOf } from "./cubes.js";
import { unpackedPart } from "./frame.js";
import { pictureAxes } from "./framing.js";
import { along, dot, minus, plus, unit } from "./vectors.js";

/** @import { Eye } from "./framing.js" */
/** @import { Vector } from "./vectors.js" */
/**
 * @typedef {{ low: Vector, high: Vector, apart: number, whole?: boolean, spot?: Vector }} Box its corners,
 *   and how much farther it is to the right, pulled apart; `spot`: where it stands in the picture instead
 */

const ORIGIN = [0, 0, 0];
/** @type {Box} */
const ONE = { low: ORIGIN, high: ORIGIN, apart: 0 };
const BELOW = 0.2; // cells between boxes, one below the other
const CLEARLY = 1.2; // times as large
const COLOURS = ["#d5d9dd", "#3d4248"]; // of lines, on a light and on a dark page

export class Boxes {
  /** @param {Box[] | undefined} boxes of a scene @param {Eye} eye from which they were set up */
  constructor(boxes, eye) {
    this.all = boxes?.length ? boxes : [ONE];
    this.axes = axesOf(eye);
    this.steep = 0; // how far a box is below another one, for each cell aside; 0: side by side
    const ends = this.all.flatMap(({ low, high }) => [low, high]);
    const middle = middleOf({ low: lowOf(ends), high: highOf(ends) });
    this.places = this.all.map((box) => this.axes.map((axis) => dot(axis, minus(middleOf(box), middle))));
  }

  /** Are they one row of more than two? */
  get long() { return this.all.length > 2 && !this.all[0].spot; }

  /** Where a box is: to the right, upwards and towards the eye. @param {number} k @param {number} explode
   * @param {boolean} [setUp] as it was set up, not as it is seen */
  at(k, explode, setUp = false) {
    const [right, up, near] = this.places[k], { spot, apart } = this.all[k], far = right + explode * apart;
    if (spot && !setUp) return [...spot, near];
    return this.steep && !setUp ? [0, up - this.steep * far, near] : [far, up, near];
  }

  /** Two boxes stand side by side, where both are seen at once wherever a page is scrolled to, or one below
   * the other if they are clearly larger so in a picture of this size. @param {Vector} size */
  arrange([width, height]) {
    if (this.all.length !== 2) return;
    const [[one], [other]] = this.places;
    const sizeAt = (/** @type {number} */ steep) => {
      this.steep = steep;
      const [wide, high] = this.reach(this.axes, 0) ?? [1, 1];
      return Math.min(width / height / wide, 1 / high);
    };
    const beside = sizeAt(0), tall = Math.max(...this.all.map((box) => reachOf(box, this.axes[1], 0)));
    const below = (2 * tall + BELOW) / Math.abs(other - one);
    if (sizeAt(below) < CLEARLY * beside) this.steep = 0;
  }

  /**
   * How far each box has moved, seen from an eye; `explode`: apart, they part as well.
   * @param {Eye} eye
   * @param {number} explode
   */
  shifts(eye, explode) {
    const axes = axesOf(eye);
    return this.all.map((_, k) => [0, 1, 2].reduce((sum, i) => along(along(sum, axes[i],
      this.at(k, explode)[i]), this.axes[i], -this.at(k, explode, true)[i]), ORIGIN));
  }

  /** @param {Vector[]} points @param {Eye} eye */
  seenFrom(points, eye) {
    const shifts = this.shifts(eye, 0);
    return points.map((point) => plus(point, shifts[this.of(point)]));
  }

  /** The number of the box nearest to a point. @param {Vector} point */
  of(point) {
    const gap = (/** @type {Box} */ { low, high }) =>
      Math.hypot(...point.map((v, i) => Math.max(low[i] - v, 0, v - high[i])));
    const gaps = this.all.map(gap);
    return gaps.indexOf(Math.min(...gaps));
  }

  /** How far the boxes reach aside and upwards from the middle. One box alone: null.
   * @param {Vector[]} axes @param {number} explode @returns {number[] | null} */
  reach([right, up], explode) {
    if (this.all.length === 1) return null;
    return [right, up].map((axis, i) =>
      Math.max(...this.all.map((box, k) => Math.abs(this.at(k, explode)[i]) + reachOf(box, axis, explode))));
  }

  /** How much farther the boxes reach aside and upwards, pulled apart, than if they stood side by side. */
  get more() {
    const most = this.steep && Math.max(...this.all.map((_, k) => Math.abs(this.at(k, 1, true)[0])));
    return [-most, this.steep * most];
  }
}

/** @param {Eye} eye */
const axesOf = (eye) => [...pictureAxes(eye), unit([eye.x, eye.y, eye.z])];
/** @param {{ low: Vector, high: Vector }} box */
const middleOf = ({ low, high }) => plus(low, high).map((v) => v / 2);

/** How far a box reaches from its middle. @param {Box} box @param {Vector} axis @param {number} explode */
const reachOf = ({ low, high }, axis, explode) =>
  dot(high.map((v, i) => ((v - low[i]) / 2) * (1 + explode) + explode / 2), axis.map(Math.abs));

/** The corner of a box nearest to the eye: 1 is the high end. @param {Eye} eye */
export const cornerOf = ({ x, y, z }) => [x, y, z].map((v) => Number(v > 0));

/** The edges of a box without those at one corner, as the points of a line with gaps.
 * @param {Box} box @param {Vector} corner */
function openCage({ low, high }, corner) {
  const ends = [0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z) => [x, y, z])));
  const points = /** @type {number[][]} */ ([]);
  for (const a of ends) for (const axis of [0, 1, 2]) {
    const b = a.map((v, i) => (i === axis ? 1 : v));
    if (a[axis] || [a, b].some((end) => end.every((v, i) => v === corner[i]))) continue;
    points.push(...[a, b].map((end) => end.map((v, i) => (v ? high : low)[i])), [NaN, NaN, NaN]);
  }
  return lineOf(points);
}

/**
 * Lines between cells: a floor and two walls, away from this corner.
 * @param {Box} box
 * @param {Vector} corner
 */
function cellLines({ low, high }, corner) {
  const points = /** @type {number[][]} */ ([]), far = high.map((v, i) => (corner[i] ? low[i] : v));
  for (const across of [0, 1, 2]) for (const along of [0, 1, 2]) {
    if (across === along) continue;
    const cells = Math.floor(high[across] - low[across]);
    const first = (low[across] + high[across] - cells) / 2;
    for (let k = 0; k <= cells; k++)
      points.push(...[low, high].map((end) =>
        far.map((v, i) => (i === across ? first + k : i === along ? end[i] : v))), [NaN, NaN, NaN]);
  }
  return lineOf(points);
}

/** @param {Vector[]} points */
const lineOf = (points) =>
  Object.fromEntries(["x", "y", "z"].map((name, i) => [name, Float32Array.from(points, (p) => p[i])]));

/**
 * Objects of every frame of a scene: first the edges of its boxes.
 * @param {{ fixed?: Record<string, any>[], boxes?: Box[] } & Record<string, any>} scene
 * @param {Vector} corner
 */
export const fixedThings = ({ fixed = [], boxes = [] }, corner) => fixed.flatMap((part, k) => {
  const trace = unpackedPart(part), box = boxes[k];
  const thing = (/** @type {string} */ own, /** @type {object} */ more, name = `${own} ${corner}`) =>
    ({ part: own, place: name, name, type: trace.type, cage: Boolean(box), box: box ? k : 0,
      trace: () => ({ ...trace, ...more }), shift: null });
  if (!box?.whole) return [thing(`fixed ${k}`, {}, `fixed ${k}`)];
  return [thing(`fixed ${k}`, openCage(box, corner)),
    thing(`lines ${k}`, { ...cellLines(box, corner), line: { color: COLOURS[0], width: 1 }, meta: COLOURS })];
});
