// Where texts are put in front of a picture: over nothing that is taken, and inside it. A box is
// { x, y, half }: its middle, and half its width and height, in pixels.

import { clamp, upTo } from "../../../../kit/cards/browser/logic/numbers.js";
import { hides, onPage, radiusOf, viewAxes } from "./projection.js";
import { dot } from "./vectors.js";

/** @import { View } from "./projection.js" */
/** @import { Vector } from "./vectors.js" */
/**
 * @typedef {{ x: number, y: number, half: Vector }} Box
 * @typedef {{ half: Vector } & Record<string, any>} Form a text that is measured
 * @typedef {{ point: Vector, forms: Form[], out?: Vector, clear: number } & Record<string, any>} Tag
 * @typedef {{ form: Form, box: Box }} Way
 */

/** Where a text stands in this direction from a spot, so far from it.
 * @param {Form} form @param {Vector} spot @param {number} angle @param {number} away @returns {Form & Box} */
function boxOff(form, [x, y], angle, away) {
  const cos = Math.cos(angle), sin = Math.sin(angle), [a, b] = form.half;
  const far = away + Math.min(a / Math.abs(cos), b / Math.abs(sin));
  return { ...form, x: x + far * cos, y: y + far * sin };
}

/** @param {Box} box @param {Vector} size */
const within = ({ x, y, half }, size) => [x, y].every((v, axis) =>
  v - half[axis] >= EDGE && v + half[axis] <= size[axis] - EDGE);
/** @param {Box} a @param {Box} b */
export const apart = (a, b) => Math.abs(a.x - b.x) > a.half[0] + b.half[0]
  || Math.abs(a.y - b.y) > a.half[1] + b.half[1];
/** Is there a side on which the box stands off all these points? @param {Box} box @param {Vector[]} points */
const off = ({ x, y, half }, points) => SIDES.some(([cos, sin]) => {
  const nearest = x * cos + y * sin - half[0] * Math.abs(cos) - half[1] * Math.abs(sin);
  return points.every((point) => point[0] * cos + point[1] * sin < nearest);
});

const EDGE = 4; // pixels that the words keep from the edge of the picture
const SIDES = upTo(24).map((k) => [Math.cos(k * Math.PI / 12), Math.sin(k * Math.PI / 12)]);

// ---- a call

const ROUND = [0, 0.4, -0.4, 0.8, -0.8, 1.2, -1.2, 1.7, -1.7, 2.4, -2.4, Math.PI]; // radians
const AWAY = [18, 40, 70, 100, 130, 160, 200]; // pixels between the cell and the words

/** The box for one of these forms of a call, the longest first: `clear` pixels off a spot, over nothing of
 * what is `taken`; off the hull, or with fewer words. Undefined where no form has room.
 * @param {Form[]} forms @param {Vector} spot @param {number} clear @param {Vector} size @param {Box[]} taken
 * @param {Vector[]} hull */
export function calledAt(forms, spot, clear, size, taken, hull) {
  const out = Math.atan2(spot[1] - size[1] / 2, spot[0] - size[0] / 2);
  const boxes = forms.map((form) => AWAY.flatMap((away) => ROUND.map((turn) =>
    boxOff(form, spot, out + turn, clear + away))).filter((box) => within(box, size)));
  const free = boxes.map((some) => some.filter((box) => taken.every((other) => apart(box, other))));
  const aside = free.flat().find((box) => off(box, hull));
  return aside ?? free[1][0] ?? boxes.flat().at(-1);
}

/** The line from the rim of a box to a spot: [x1, y1, x2, y2].
 * @param {Box} box @param {Vector} spot @param {number} clear */
export function leaderOf({ x, y, half }, spot, clear) {
  const [dx, dy] = [spot[0] - x, spot[1] - y], length = Math.hypot(dx, dy) || 1;
  const from = Math.min(half[0] / Math.abs(dx), half[1] / Math.abs(dy), 1);
  const to = 1 - (0.75 * clear) / length;
  return [x + from * dx, y + from * dy, x + to * dx, y + to * dy];
}

// ---- tags

const AROUND = [0, 0.6, -0.6, 1.2, -1.2, 1.8, -1.8, 2.4, -2.4, Math.PI]; // radians

/** Where the label of a peg can stand, best first: off its cap, on the side to which the peg leans, a little
 * downwards when it looks at the eye.
 * @param {View} scene @param {Tag & { out: Vector }} tag @param {Vector} half @param {Vector} size */
function besidePeg(scene, tag, half, size) {
  const { point, out } = tag, [right, up, back] = viewAxes(scene), facing = dot(out, back);
  const lean = Math.atan2(-dot(out, up), dot(out, right)), middle = onPage(scene, point, size);
  const radius = radiusOf(scene, tag, size);
  const first = Math.atan2(-dot(out, up) + 0.5 * Math.max(0, facing), dot(out, right));
  return AROUND.map((turn) => {
    const off = first + turn - lean;
    const away = 2 + 1.15 * radius * Math.hypot(facing * Math.cos(off), Math.sin(off));
    const { x, y } = boxOff({ half }, middle, first + turn, away);
    return [x, y].map((v, axis) => clamp(v, half[axis], size[axis] - half[axis]));
  });
}

const DOT = 5; // pixels from the middle of a dot that a label keeps off

/** @param {Vector} middle @param {Vector} half @returns {Box} */
const boxAt = ([x, y], half) => ({ x, y, half });

/**
 * The number on a peg, which no label is to cover.
 * @param {View} scene
 * @param {Tag} tag
 * @param {Vector} size
 */
function capOf(scene, tag, size) {
  const half = 0.6 * radiusOf(scene, tag, size);
  return boxAt(onPage(scene, tag.point, size), [half, half]);
}

/**
 * Place tags, those of the highest rank first: for each the form and its box, or null where it gives way;
 * also what is `taken` then, and the test whether a point is `seen`. `scene`: its camera, `shiftOf` for
 * where a point has moved to with its box, and `boxOf`; each of the solids hides what is in its own box.
 * @param {Tag[]} tags
 * @param {Vector[]} avoid
 * @param {View} scene
 * @param {Vector} size
 * @param {Vector[][]} solids
 * @param {boolean} isApart pieces are pulled apart
 */
export function placeTags(tags, avoid, scene, size, solids, isApart) {
  const back = viewAxes(scene)[2];
  const seen = (/** @type {Vector} */ point) => !solids.some((planes, k) =>
    k === scene.boxOf(point) && hides(planes, point, back));
  const pegs = tags.filter((tag) => tag.out && seen(tag.point));
  const dots = avoid.filter(seen).map((point) => boxAt(onPage(scene, point, size), [DOT, DOT]));
  const taken = [...pegs.map((tag) => capOf(scene, tag, size)), ...dots];
  const ways = tags.map((tag) => {
    const { out } = tag, spots = (/** @type {Vector} */ half) => (out
      ? besidePeg(scene, { ...tag, out }, half, size)
      : [onPage(scene, tag.point, size)]).map((at) => boxAt(at, half));
    const all = tag.forms.flatMap((form) => spots(form.half).map((box) => ({ form, box })));
    const free = all.find(({ box }) => taken.every((other) => apart(box, other)));
    const least = all.find(({ form }) => form === tag.forms.at(-1));
    const way = tag.out ? pegs.includes(tag) && (free ?? least) : isApart ? all[0] : free;
    if (way) taken.push(way.box);
    return way || null;
  });
  return { ways, taken, seen };
}
