// All packings of a puzzle as dots, and lines between neighbours: their data, and how they are painted.

import { numbers, upTo } from "./dom.js";

export const GROUND = "#0f1720";
export const HEAT = ["#5b7390", "#35b3ab", "#7fce62", "#f2c230", "#ff9340", "#ffffff"]; // by neighbours
export const LINES = ["#ffffff", "#ffd84d", "#ff7ab8"]; // two, three and four pieces are packed again
const FULL = 65535;

export class Islands {
  constructor(points, pairs, most) {
    this.points = numbers(points, "u2");
    this.count = this.points.length / 2;
    const all = numbers(pairs, "u2");
    this.pairs = upTo(all.length / 4).map((k) => all.slice(4 * k, 4 * k + 4));
    this.allow(most);
  }

  /** Neighbours are those with up to so many pieces packed again. */
  allow(most) {
    this.most = most;
    const lines = this.pairs.filter(([, , pieces]) => pieces <= most).flatMap(([one, other, , turn]) =>
      [{ from: one, to: other, turn, back: false }, { from: other, to: one, turn, back: true }]);
    this.next = Map.groupBy(lines, ({ from }) => from);
    this.islands = this.connected();
  }

  /** The islands of more than one packing, the largest first, each as a list along its lines. */
  connected() {
    const seen = new Set(), found = [];
    for (const start of [...this.next.keys()].sort((a, b) => a - b)) {
      if (seen.has(start)) continue;
      const island = [start];
      seen.add(start);
      for (const one of island) {
        for (const { to } of this.next.get(one)) {
          if (!seen.has(to)) island.push(to);
          seen.add(to);
        }
      }
      found.push(island);
    }
    return found.sort((a, b) => b.length - a.length);
  }

  get everyone() { return upTo(this.count); }
  get hermits() { return this.count - this.next.size; }
  neighbours(k) { return this.next.get(k) ?? []; }
  place(k) { return [0, 1].map((axis) => 2 * this.points[2 * k + axis] / FULL - 1); }
}

/** From places to pixels: `view` has the middle and how many times as large as the whole it is. */
export const toPixels = (view, size) => ([x, y]) =>
  [size / 2 + (x - view.x) * view.zoom * size * 0.48, size / 2 + (y - view.y) * view.zoom * size * 0.48];

const FADED = 0.22;
const LIGHT = { strokeStyle: "#fff6c2", lineWidth: 1.4 };
const CROWD = 1000; // of so many, rings would be glare

/** Paint the map into a square. Where some are `lit`, they have a ring of light, and all others fade. */
export function paintIslands(pen, islands, view, size, lit) {
  const pixel = toPixels(view, size), seen = ([x, y]) => x > -9 && y > -9 && x < size + 9 && y < size + 9;
  const spot = size / 430 * view.zoom ** 0.55;
  for (const [one, other, pieces] of islands.pairs) {
    const from = pixel(islands.place(one)), to = pixel(islands.place(other));
    if (pieces > islands.most || !(seen(from) || seen(to))) continue;
    pen.globalAlpha = !lit || lit.has(one) && lit.has(other) ? 1 : FADED;
    pen.strokeStyle = LINES[pieces - 2];
    pen.lineWidth = Math.max(0.6, spot * 0.45);
    pen.beginPath();
    pen.moveTo(...from);
    pen.lineTo(...to);
    pen.stroke();
  }
  const paths = [new Map(), new Map()]; // of those that fade and of the others: a path for each colour
  const rings = new Path2D();
  for (let k = 0; k < islands.count; k++) {
    const at = pixel(islands.place(k)), wide = islands.next.has(k) ? spot : spot * 0.62;
    if (!seen(at)) continue;
    const own = paths[!lit || lit.has(k) ? 1 : 0];
    const colour = HEAT[Math.min(islands.neighbours(k).length, HEAT.length - 1)];
    if (!own.has(colour)) own.set(colour, new Path2D());
    addCircle(own.get(colour), at, wide);
    if (lit?.has(k)) addCircle(rings, at, wide + 2.5);
  }
  paths.forEach((own, full) => {
    pen.globalAlpha = full ? 1 : FADED;
    own.forEach((path, colour) => { pen.fillStyle = colour; pen.fill(path); });
  });
  pen.globalAlpha = 1;
  if (lit?.size < CROWD) Object.assign(pen, LIGHT).stroke(rings);
}

function addCircle(path, [x, y], radius) {
  path.moveTo(x + radius, y);
  path.arc(x, y, radius, 0, 7);
}
