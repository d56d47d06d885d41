// The view box: what fits into width × height, and where the eye is.

import { clamp } from "../../../../kit/cards/browser/logic/numbers.js";
import { dot, minus, unit } from "./vectors.js";

export const AXES = ["xaxis", "yaxis", "zaxis"];

/** @import { Vector } from "./vectors.js" */
/**
 * @typedef {{ x: number, y: number, z: number }} Eye where the eye is, in plotly's units from the middle
 * @typedef {{ camera: { eye: Eye }, aspectratio: Eye } & Record<string, any>} Scene plotly's, with axes
 * @typedef {{ all: any[], reach(axes: Vector[], explode: number): number[] | null,
 *   seenFrom(points: Vector[], eye: Eye): Vector[], more: number[] }} Row boxes, as of cages.js
 */

/** To the right and up in the picture, seen from `eye`. @param {Eye} eye */
export function pictureAxes({ x, y, z }) {
  const length = Math.hypot(x, y, z), flat = Math.hypot(x, y) || 1;
  return [[-y / flat, x / flat, 0], [(-x * z) / (flat * length), (-y * z) / (flat * length), flat / length]];
}

/** A scene with axes from the low to the high corner of a room; without one as it is.
 * @param {Scene} scene @param {Vector[]} [room] */
export const roomed = (scene, room) => (room ? { ...scene, ...Object.fromEntries(AXES.map((axis, i) =>
  [axis, { ...scene[axis], range: [room[0][i], room[1][i]] }])) } : scene);

/** A scene with these points in its middle; each axis still reaches as far as before.
 * @param {Scene} scene @param {Vector[]} points */
export const centred = (scene, points) => roomed(scene, [-1, 1].map((side) => AXES.map((axis, i) => {
  const ends = points.map((point) => point[i]), [low, high] = scene[axis].range;
  const middle = (Math.min(...ends) + Math.max(...ends)) / 2;
  return middle + side * Math.max(high - middle, middle - low);
})));

export const STRAIGHT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

const FILL = 0.94; // of the height or of the width of the picture
const WITH_TEXTS = 0.87; // at the edges of boxes
const WITH_TAGS = 0.9; // room for the texts at pieces that are apart
const UNEVEN = 0.88; // pieces that are apart reach further to one side of their box than to the other

/** Axis ranges, and the aspect ratio for an eye; orthographic pictures are two units high. Things drawn
 * fills the picture at first, and never gets out. `reach`: on the axes and in the picture; `stands`: points
 * in every frame; `round`: as large from everywhere; `edged`: texts stand at its edges.
 * @param {Scene} scene @param {Vector[]} reach
 * @param {{ explode: number, size: Vector, stands: Vector[], boxes: Row, round: boolean, tagged: boolean,
 *   edged: boolean }} look
 * @returns {{ ranges: Vector[], aspect: (eye: Eye) => number[] }} */
export function framing(scene, reach, { explode, size, stands, boxes, round, tagged, edged }) {
  const ranges = /** @type {Vector[]} */ (AXES.map((axis) => scene[axis].range));
  const middle = ranges.map(([low, high]) => (low + high) / 2);
  const still = ranges.map(([low, high]) => (high - low) / 2);
  const between = (/** @type {number} */ from, /** @type {number} */ to) => from + explode * (to - from);
  /** @type {(from: number, ends: Vector, at: number, more?: number) => number} */
  const most = (from, [low, high], at, more = 0.1) =>
    between(from, Math.max(from, high - at + more, at - low + more));
  const half = still.map((h, i) => most(h, reach[i], middle[i]));
  const reachOf = (/** @type {Vector[]} */ points, /** @type {Vector} */ axis) => (points.length
    ? Math.max(...points.map((point) => Math.abs(dot(axis, minus(point, middle))))) : boxed(still, axis));
  const standing = boxes.seenFrom(stands, scene.camera.eye);
  const fit = (/** @type {Vector} */ [across, up]) => Math.min(
    ((edged ? WITH_TEXTS : FILL) * size[0]) / size[1] / across,
    (edged ? WITH_TEXTS : tagged && explode ? WITH_TAGS : FILL) / up);
  const first = pictureAxes(scene.camera.eye);
  const apart = (/** @type {Vector[]} */ axes) =>
    boxes.reach(axes, 1) ?? axes.map((axis) => boxed(half, axis));
  const turned = (/** @type {Vector[]} */ axes, /** @type {Vector[]} */ points) => {
    const full = apart(axes);
    return fit(axes.map((axis, i) => between(reachOf(points, axis), full[i])));
  };
  const whole = turned(first, standing);
  const filling = fit(first.map((axis, i) =>
    most(reachOf(standing, axis), reach[3 + i], dot(axis, middle), 0.1 + boxes.more[i])));
  const scale = round ? between(balls(scene, still, first, size), filling) : filling;
  const share = boxes.all.length > 1 ? between(1, UNEVEN) : 1;
  const seen = (/** @type {Eye} */ eye) => scale * share
    * (round ? 1 : Math.min(1, turned(pictureAxes(eye), boxes.seenFrom(stands, eye)) / whole));
  return { ranges, aspect: (eye) => still.map((h) => 2 * h * seen(eye)) };
}

/** The scale of solids that may be turned any way, one or several side by side.
 * @param {Scene} scene @param {Vector} half @param {Vector[]} axes @param {Vector} size */
function balls(scene, half, [right], [width, height]) {
  const radius = Math.min(...half), most = scene.aspectratio.x / (2 * half[0]);
  const across = radius + boxed(half.map((h) => h - radius), right);
  return Math.min(most, (FILL * width) / height / across);
}

/** How far a box reaches in a direction. @param {Vector} half @param {Vector} axis */
const boxed = (half, axis) => half.reduce((sum, h, i) => sum + h * Math.abs(axis[i]), 0);

// a face is in sight where it looks at the eye more than this; radians from the eye to it after a turn
const IN_SIGHT = 0.6, ASIDE = 0.7;

/** Where the eye goes so that it sees what looks in this direction; null where it sees it already.
 * @param {Vector} eye @param {Vector} direction */
export function followed(eye, direction) {
  const from = unit(eye), near = dot(from, direction);
  if (near > IN_SIGHT) return null;
  const across = minus(direction, from.map((v) => near * v));
  // straight behind: go round
  const side = Math.hypot(...across) > 0.1 ? unit(across) : unit([-from[1], from[0], 0]);
  const angle = Math.acos(clamp(near, -1, 1)) - ASIDE;
  const [x, y, z] = from.map((v, i) => Math.cos(angle) * v + Math.sin(angle) * side[i]);
  const high = clamp(z, -0.9, 0.9), flat = Math.sqrt(1 - high * high) / (Math.hypot(x, y) || 1);
  const far = Math.hypot(...eye);
  return { x: far * flat * x, y: far * flat * y, z: far * high };
}

/** @param {Eye} eye @param {number} sideways in degrees @param {number} upwards in degrees */
export function turnedEye({ x, y, z }, sideways, upwards) {
  const flat = Math.hypot(x, y), length = Math.hypot(x, y, z);
  const round = Math.atan2(y, x) + (sideways * Math.PI) / 180;
  const high = clamp(Math.atan2(z, flat) + (upwards * Math.PI) / 180, -1.5, 1.5);
  const out = length * Math.cos(high);
  return { x: out * Math.cos(round), y: out * Math.sin(round), z: length * Math.sin(high) };
}
