// All packings of a puzzle as dots, and lines between neighbours: their data, and how they are painted.

import { numbers } from "./dom.js";

export const GROUND = "#0f1720";
export const HEAT = ["#5b7390", "#35b3ab", "#7fce62", "#f2c230", "#ff9340", "#ffffff"]; // by neighbours
export const LINES = ["#ffffff", "#ffd84d", "#ff7ab8"]; // two, three and four pieces are packed again
const FULL = 65535;

/** Packings with their places (-1 to 1), and their neighbours. */
export class Islands {
  constructor(points, pairs, most) {
    this.points = numbers(points, "u2");
    this.count = this.points.length / 2;
    const all = numbers(pairs, "u2");
    this.pairs = Array.from({ length: all.length / 4 }, (_, k) => [...all.slice(4 * k, 4 * k + 4)]);
    this.allow(most);
  }

  /** Neighbours are those with up to so many pieces packed again. */
  allow(most) {
    this.most = most;
    this.next = new Map();
    for (const [one, other, pieces, turn] of this.pairs) {
      if (pieces > most) continue;
      this.join(one, other, { pieces, turn, back: false });
      this.join(other, one, { pieces, turn, back: true });
    }
    this.islands = this.connected();
  }

  join(from, to, how) {
    if (!this.next.has(from)) this.next.set(from, []);
    this.next.get(from).push({ from, to, ...how });
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

  get everyone() { return this.points.filter((_, k) => k % 2 === 0).map((_, k) => k); }
  get hermits() { return this.count - this.next.size; }
  neighbours(k) { return this.next.get(k) ?? []; }
  place(k) { return [0, 1].map((axis) => 2 * this.points[2 * k + axis] / FULL - 1); }
}

/** From places to pixels: `view` has the middle and how many times as large as the whole it is. */
export const toPixels = (view, size) => ([x, y]) =>
  [size / 2 + (x - view.x) * view.zoom * size * 0.48, size / 2 + (y - view.y) * view.zoom * size * 0.48];

const byNeighbours = (islands) => (k) => HEAT[Math.min(islands.neighbours(k).length, HEAT.length - 1)];
const FADED = 0.22;
const CROWD = 1000; // of so many, rings would be glare

/** Paint the map into a square of `size` pixels. `fill(k)` is the colour of a dot, by default that of its
 * neighbours; where there are some that are `lit`, each of them has a ring of light, and all others fade. */
export function paintIslands(pen, islands, view, size, { fill = byNeighbours(islands), lit = null } = {}) {
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
  for (let k = 0; k < islands.count; k++) {
    const at = pixel(islands.place(k)), many = islands.neighbours(k).length;
    if (!seen(at)) continue;
    const wide = many ? spot : spot * 0.62;
    pen.globalAlpha = !lit || lit.has(k) ? 1 : FADED;
    pen.fillStyle = fill(k);
    pen.beginPath();
    pen.arc(...at, wide, 0, 7);
    pen.fill();
    if (lit?.has(k) && lit.size < CROWD) ring(pen, at, wide + 2.5);
  }
  pen.globalAlpha = 1;
}

function ring(pen, at, radius) {
  pen.strokeStyle = "#fff6c2";
  pen.lineWidth = 1.4;
  pen.beginPath();
  pen.arc(...at, radius, 0, 7);
  pen.stroke();
}
