// A part of a sketch in 3D, on a canvas: it follows each stroke, and is turned by mouse, touch and key.

import { penOf, sized } from "../../../kit/cards/browser/canvas.js";
import { ARROWS, isDark, make, obeyAlone } from "../../../kit/cards/browser/dom.js";
import { clamp } from "../../../kit/cards/browser/logic/numbers.js";
import { solidOf, viewer } from "./logic/packing.js";
import { floorLines, rowOf, scaleIn } from "./logic/sketch_room.js";
import { paintSolid } from "./paint_packing.js";

const LOOK = { yaw: 0.5, height: 0.5 };
const STEP = 0.14, PER_PIXEL = 0.01; // radians

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
    const { starts, size } = rowOf(grids), scale = scaleIn(size, this.height, this.size);
    const seen = viewer(this.yaw, this.height);
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
