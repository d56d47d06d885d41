// A dead end is called out in a few words in front of the picture, with a line to its cell or peg.

import { make, set, upTo } from "./dom.js";

const AROUND = [0, 0.4, -0.4, 0.8, -0.8, 1.2, -1.2, 1.7, -1.7, 2.4, -2.4, Math.PI]; // radians
const AWAY = [18, 40, 70, 100, 130, 160, 200]; // pixels between the cell and the words
const SIDES = upTo(24).map((k) => [Math.cos(k * Math.PI / 12), Math.sin(k * Math.PI / 12)]);
const EDGE = 4; // pixels that the words keep from the edge of the picture

export class Call {
  constructor() {
    this.line = make("line.eo-leader");
    this.words = make("div.eo-call");
    this.node = make("div.eo-calls",
      make("svg", { width: "100%", height: "100%" }, this.line), this.words);
    this.node.hidden = true;
  }

  show(call) {
    Object.assign(this, { call: call ?? null, box: null });
    this.node.hidden = !call;
    if (call) this.forms = [call.text, call.short].map((text) => this.measured(text));
  }

  measured(text) {
    this.words.textContent = text;
    return { text, half: [this.words.offsetWidth / 2, this.words.offsetHeight / 2] };
  }

  /** `clear` pixels off a spot, over nothing of what is `taken`; off the hull, or with fewer words. */
  place(spot, clear, size, taken, hull) {
    this.node.hidden = false;
    const out = Math.atan2(spot[1] - size[1] / 2, spot[0] - size[0] / 2);
    const boxes = this.forms.map((form) => AWAY.flatMap((away) => AROUND.map((turn) =>
      boxOff(form, spot, out + turn, clear + away))).filter((box) => within(box, size)));
    const free = boxes.map((some) => some.filter((box) => taken.every((other) => apart(box, other))));
    const aside = free.flat().find((box) => off(box, hull));
    this.put(aside ?? free[1][0] ?? boxes.flat().at(-1), spot, clear);
  }

  put(box, spot, clear) {
    if (!box) return this.hide();
    const { x, y, half, text } = (this.box = box);
    this.words.textContent = text;
    const [dx, dy] = [spot[0] - x, spot[1] - y], length = Math.hypot(dx, dy) || 1;
    const from = Math.min(half[0] / Math.abs(dx), half[1] / Math.abs(dy), 1);
    const to = 1 - (0.75 * clear) / length;
    set(this.line, { x1: x + from * dx, y1: y + from * dy, x2: x + to * dx, y2: y + to * dy });
    this.words.style.transform = `translate(${x - half[0]}px, ${y - half[1]}px)`;
  }

  hide() {
    this.node.hidden = true;
    this.box = null;
  }
}

/** Where a text stands in this direction from a spot, so far from it. */
export function boxOff(form, [x, y], angle, away) {
  const cos = Math.cos(angle), sin = Math.sin(angle), [a, b] = form.half;
  const far = away + Math.min(a / Math.abs(cos), b / Math.abs(sin));
  return { ...form, x: x + far * cos, y: y + far * sin };
}

const within = ({ x, y, half }, size) => [x, y].every((v, axis) =>
  v - half[axis] >= EDGE && v + half[axis] <= size[axis] - EDGE);
export const apart = (a, b) => Math.abs(a.x - b.x) > a.half[0] + b.half[0]
  || Math.abs(a.y - b.y) > a.half[1] + b.half[1];
/** Is there a side on which the box stands off all these points? */
const off = ({ x, y, half }, points) => SIDES.some(([cos, sin]) => {
  const nearest = x * cos + y * sin - half[0] * Math.abs(cos) - half[1] * Math.abs(sin);
  return points.every((point) => point[0] * cos + point[1] * sin < nearest);
});
