// Names and values in front of the picture: at fractional pieces, and beside what stands on a solid.

import { Call, apart, boxOff } from "./call.js";
import { clamp, make } from "./dom.js";
import { FAR } from "./frame.js";
import { along, dot, minus, plus } from "./vectors.js";

const times = (matrix, v) =>
  v.map((_, row) => v.reduce((sum, x, column) => sum + matrix[4 * column + row] * x, 0));

/** Where a point of the scene stands in the picture, in pixels. */
export function onPage({ glplot, dataScale, shiftOf }, spot, [width, height]) {
  const { model, view, projection } = glplot.cameraParams, point = plus(spot, shiftOf(spot));
  const [x, y, , w] = [model, view, projection].reduce((v, matrix) => times(matrix, v),
    [...point.map((v, i) => v * dataScale[i]), 1]);
  return [(width * (1 + x / w)) / 2, (height * (1 - y / w)) / 2];
}

export const viewAxes = ({ glplot }) =>
  [0, 1, 2].map((row) => [0, 4, 8].map((column) => glplot.cameraParams.view[row + column]));

const radiusOf = (scene, { point, clear }, size) => Math.hypot(...minus(
  onPage(scene, along(point, viewAxes(scene)[0], clear), size), onPage(scene, point, size)));

/** Does a solid, given by the planes of its faces, stand between this point and the eye? */
function hides(planes, point, towardsEye) {
  let from = 1e-3, to = Infinity;
  for (const [x, y, z, distance] of planes) {
    const slope = dot([x, y, z], towardsEye), gap = distance - dot([x, y, z], point);
    if (slope > 1e-9) to = Math.min(to, gap / slope);
    else if (slope < -1e-9) from = Math.max(from, gap / slope);
    else if (gap < 0) return false;
  }
  return from < to;
}

const AROUND = [0, 0.6, -0.6, 1.2, -1.2, 1.8, -1.8, 2.4, -2.4, Math.PI]; // radians

/** Where the label of a peg can stand, best first: off its cap, on the side to which the peg leans, a little
 * downwards when it looks at the eye. */
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

/** Names and values in front of the picture. Packed, the largest come first and others give way; labels of
 * pegs (with `out`) go with their peg, and move aside or become short where they would cover something. */
export class Tags {
  constructor() {
    this.call = new Call();
    this.node = make("div.eo-tags", { "aria-hidden": "true" });
    Object.assign(this, { all: [], hull: [] });
  }
  get empty() { return !this.all.length && !this.call.call; }
  show({ tags = [], avoid = [], call }, explode) {
    this.apart = explode >= FAR;
    this.avoid = avoid;
    const form = (tag, text) => ({ node: make("span", { class: tag.out && "eo-label" }, text) });
    const formsOf = (tag) => [tag.text, tag.short].filter(Boolean).map((text) => form(tag, text));
    const ranked = [...tags].sort((a, b) => b.rank - a.rank);
    this.all = ranked.map((tag) =>
      ({ ...tag, point: along(tag.at, tag.away, explode), forms: formsOf(tag) }));
    const forms = this.all.flatMap((tag) => tag.forms);
    this.node.replaceChildren(this.call.node, ...forms.map(({ node }) => node));
    this.call.show(call && { ...call, point: along(call.at, call.away, explode) });
    for (const one of forms) one.half = [one.node.offsetWidth / 2, one.node.offsetHeight / 2];
  }
  /** `scene`: its camera, `shiftOf` for where a point has moved to with its box, and `boxOf`; each solid
   * hides what is in its own box. */
  place(scene, size, solids) {
    const back = viewAxes(scene)[2], own = (k, point) => k === scene.boxOf(point);
    const seen = (point) => !solids.some((planes, k) => own(k, point) && hides(planes, point, back));
    const pegs = this.all.filter((tag) => tag.out && seen(tag.point));
    const dots = this.avoid.filter(seen).map((point) => boxAt(onPage(scene, point, size), [DOT, DOT]));
    const taken = [...pegs.map((tag) => this.cap(scene, tag, size)), ...dots];
    for (const tag of this.all) {
      const spots = (half) => (tag.out ? besidePeg(scene, tag, half, size)
        : [onPage(scene, tag.point, size)]).map((at) => boxAt(at, half));
      const ways = tag.forms.flatMap((form) => spots(form.half).map((box) => ({ form, box })));
      const free = ways.find(({ box }) => taken.every((other) => apart(box, other)));
      const least = ways.find(({ form }) => form === tag.forms.at(-1));
      const way = tag.out ? pegs.includes(tag) && (free ?? least) : this.apart ? ways[0] : free;
      this.put(tag.forms, way);
      if (way) taken.push(way.box);
    }
    this.placeCall(scene, size, taken, seen);
  }
  /** Beside the cell that it is about; a peg behind the solid is not called. */
  placeCall(scene, size, taken, seen) {
    const { call } = this.call;
    if (!call) return;
    if (call.out && !seen(call.point)) return this.call.hide();
    const hull = [...this.hull, ...this.all.map(({ point }) => point)];
    this.call.place(onPage(scene, call.point, size), radiusOf(scene, call, size), size, taken,
      hull.map((point) => onPage(scene, point, size)));
  }
  put(forms, way) {
    for (const form of forms) form.node.classList.toggle("eo-hidden", form !== way?.form);
    if (way) way.form.node.style.transform =
      `translate(${way.box.x - way.box.half[0]}px, ${way.box.y - way.box.half[1]}px)`;
  }
  /** The number on a peg, which no label is to cover. */
  cap(scene, tag, size) {
    const half = 0.6 * radiusOf(scene, tag, size);
    return boxAt(onPage(scene, tag.point, size), [half, half]);
  }
}

const boxAt = ([x, y], half) => ({ x, y, half });
