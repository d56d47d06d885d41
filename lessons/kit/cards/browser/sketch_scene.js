// A part of a sketch in 3D, on a canvas: it follows each stroke, and is turned by mouse, touch and key.

import { penOf, sized } from "./canvas.js";
import { ARROWS, clamp, isDark, make, obeyAlone, upTo } from "./dom.js";
import { paintSolid, solidOf, viewer } from "./packing.js";

const LOOK = { yaw: 0.5, height: 0.5 };
const STEP = 0.14, PER_PIXEL = 0.01; // radians
const BETWEEN = 1; // cells between two boxes
const MARGIN = 18; // pixels

export class SketchScene {
  constructor() {
    Object.assign(this, { ...LOOK, drag: null, shown: null });
    const end = () => { this.drag = null; };
    this.canvas = make("canvas.bench-scene", { tabindex: 0, role: "img", onpointerup: end,
      onpointerdown: (event) => this.grab(event), onpointermove: (event) => this.dragged(event),
      onpointercancel: end, onkeydown: (event) => this.key(event) });
  }

  grab(event) {
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    this.drag = [event.clientX, event.clientY];
  }

  dragged({ clientX, clientY }) {
    if (!this.drag) return;
    const [x, y] = this.drag;
    this.drag = [clientX, clientY];
    this.turn(PER_PIXEL * (clientX - x), PER_PIXEL * (clientY - y));
  }

  key(event) {
    const arrow = ARROWS[event.key];
    if (arrow) obeyAlone(event, () => this.turn(STEP * arrow[0], -STEP * arrow[1]));
    else obeyAlone(event, event.key === "0" && (() => { Object.assign(this, LOOK); this.paint(); }));
  }

  turn(aside, up) {
    this.yaw += aside;
    this.height = clamp(this.height + up, 0.05, 1.5);
    this.paint();
  }

  /** `cells`: { cell, fill, owner, pale } each; cells of one owner are one body. */
  draw(part, cells, cursor, name) {
    const [accent, line] = isDark() ? ["#8ab4f8", "#5c5c5c"] : ["#0b57d0", "#b5b5b5"];
    this.shown = { part, cells, cursor, accent, line };
    this.canvas.ariaLabel = `${name} in 3D. Arrow keys turn it, zero puts it back.`;
    this.paint();
  }

  fit(width, height) {
    sized(this.canvas, width, height);
    this.size = [width, height];
  }

  paint() {
    if (!this.shown || !this.size) return;
    const { part: { grids }, cells, cursor, accent, line } = this.shown, pen = penOf(this.canvas);
    pen.clearRect(0, 0, ...this.size);
    const starts = grids.map((_, k) => grids.slice(0, k).reduce((sum, [w]) => sum + w + BETWEEN, 0));
    const size = [starts.at(-1) + grids.at(-1)[0], ...[1, 2].map((axis) =>
      Math.max(...grids.map((grid) => grid[axis])))];
    const scale = this.scaleOf(size), seen = viewer(this.yaw, this.height);
    const [x, y] = this.size.map((v) => v / 2);
    const place = (point) => { // of a corner of cells
      const [across, down] = seen(point.map((v, axis) => v - size[axis] / 2));
      return [x + scale * across, y + scale * down];
    };
    const floor = (box, z, step) =>
      floorLines(grids[box], starts[box], z, step).map((ends) => ends.map(place));
    stroke(pen, line, 1, grids.flatMap((_, box) => floor(box, 0, 1)));
    stroke(pen, accent, 2, floor(cursor.box, cursor.z, Infinity));
    Object.assign(pen, { fillStyle: accent, font: "14px system-ui", textAlign: "center" });
    ["x", "y", "z"].forEach((sign, axis) =>
      pen.fillText(sign, ...place(size.map((v, i) => (i === axis ? v + 0.4 : axis - i === 1 && i ? v : 0)))));
    const at = ([cx, cy, cz, box = 0]) => [cx + starts[box], cy, cz];
    const here = [cursor.x, cursor.y, cursor.z, cursor.box];
    const all = [...cells, { cell: here, fill: accent, owner: "cursor", pale: true }];
    const owners = [...new Set(all.map(({ owner }) => owner))];
    const solid = solidOf(all.map(({ cell }) => at(cell)), all.map(({ owner }) => owners.indexOf(owner)),
      [[0, 0, 0], size.map((v) => v - 1)]);
    const first = owners.map((owner) => all.find((one) => one.owner === owner));
    paintSolid(pen, solid, { x, y, scale, yaw: this.yaw, height: this.height,
      fills: first.map(({ fill }) => fill), pale: (owner) => first[owner].pale });
  }

  /** So large that it fits however it is turned about the z axis. */
  scaleOf([w, d, h]) {
    const round = Math.hypot(w, d), up = h * Math.cos(this.height) + round * Math.sin(this.height);
    return Math.min((this.size[0] - 2 * MARGIN) / round, (this.size[1] - 2 * MARGIN) / up, 64);
  }
}

/** The lines of a grid at this height; with an endless step its rim alone. */
function floorLines([w, d], start, z, step) {
  const stops = (length) => [...upTo(length).filter((k) => k % step === 0), length];
  return [...stops(w).map((x) => [[start + x, 0, z], [start + x, d, z]]),
    ...stops(d).map((y) => [[start, y, z], [start + w, y, z]])];
}

function stroke(pen, colour, width, lines) {
  Object.assign(pen, { strokeStyle: colour, lineWidth: width });
  pen.beginPath();
  for (const [from, to] of lines) {
    pen.moveTo(...from);
    pen.lineTo(...to);
  }
  pen.stroke();
}
