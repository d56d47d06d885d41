// All packings of a puzzle as dots, and lines between neighbours.

import { numbers, upTo } from "../../../../kit/cards/browser/logic/numbers.js";

/** @typedef {{ from: number, to: number, turn: number, back: boolean }} Line */

const FULL = 65535;

export class Islands {
  /**
   * @param {DataView | Uint8Array} points x and y of each packing, of 65535, as u2
   * @param {DataView | Uint8Array} pairs of neighbours: one, other, pieces packed again, turn; as u2
   * @param {number} most pieces packed again
   */
  constructor(points, pairs, most) {
    this.most = most;
    /** @type {Map<number, Line[]>} */
    this.next = new Map();
    /** @type {number[][]} */
    this.islands = [];
    this.points = numbers(points, "u2");
    this.count = this.points.length / 2;
    const all = numbers(pairs, "u2");
    this.pairs = upTo(all.length / 4).map((k) => [...all.slice(4 * k, 4 * k + 4)]);
    this.allow(most);
  }

  /** Neighbours are those with up to so many pieces packed again. @param {number} most */
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
        for (const { to } of this.neighbours(one)) {
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
  /** @param {number} k @returns {Line[]} */
  neighbours(k) { return this.next.get(k) ?? []; }
  /** Its place, -1 to 1 on both axes. @param {number} k */
  place(k) { return [0, 1].map((axis) => 2 * this.points[2 * k + axis] / FULL - 1); }
}

/**
 * From places to pixels.
 * @param {{ x: number, y: number, zoom: number }} view its middle, and how many times as large as the whole
 *   it is
 * @param {number} size pixels of a side
 * @returns {(place: readonly number[]) => number[]}
 */
export const toPixels = (view, size) => ([x, y]) =>
  [size / 2 + (x - view.x) * view.zoom * size * 0.48, size / 2 + (y - view.y) * view.zoom * size * 0.48];
