// Pieces that push each other, and the list of positions that is a proof once no push leads out of it.

import { minus, plus } from "../../puzzles/cards/browser/logic/vectors.js";

/** @import { Vector } from "../../puzzles/cards/browser/logic/vectors.js" */
/** @typedef {Vector[]} Position the shift of each piece; that of the first one is always 0 */

export const STEPS = /** @type {[Vector, string][]} */ ([[[1, 0, 0], "right"], [[-1, 0, 0], "left"],
  [[0, 1, 0], "back"], [[0, -1, 0], "front"], [[0, 0, 1], "up"], [[0, 0, -1], "down"]]);

/** The pieces that move when one of them is pushed by a step.
 * @param {Vector[][]} pieces the cells of each @param {number} piece @param {Vector} step */
export function pushedBy(pieces, piece, step) {
  const owner = new Map(pieces.flatMap((cells, k) => cells.map((cell) => [String(cell), k])));
  const found = [piece];
  for (const one of found) for (const cell of pieces[one]) {
    const ahead = owner.get(String(plus(cell, step)));
    if (ahead !== undefined && !found.includes(ahead)) found.push(ahead);
  }
  return found;
}

/** The positions that are known, and which pushes have been tried in each. */
export class Positions {
  /** @param {Vector[][]} pieces */
  constructor(pieces) {
    this.pieces = pieces;
    this.all = /** @type {Position[]} */ ([pieces.map(() => [0, 0, 0])]);
    this.tried = [new Map()];
    this.at = 0;
  }

  get pushes() { return STEPS.length * this.pieces.length; }
  get here() { return this.all[this.at]; }
  /** @param {Position} position */
  cells(position) {
    return this.pieces.map((cells, k) => cells.map((cell) => plus(cell, position[k])));
  }

  /** Push a piece: where that leads, and the pieces that move. @param {number} piece @param {number} way */
  push(piece, way) {
    const [step] = STEPS[way], moving = pushedBy(this.cells(this.here), piece, step);
    const moved = this.here.map((by, k) => (moving.includes(k) ? plus(by, step) : by));
    const next = moved.map((by) => minus(by, moved[0])), name = String(next);
    const known = this.all.findIndex((one) => String(one) === name), to = known < 0 ? this.all.length : known;
    if (known < 0) {
      this.all.push(next);
      this.tried.push(new Map());
    }
    this.tried[this.at].set(`${piece} ${way}`, to);
    this.at = to;
    return moving;
  }

  /** The lines of the map, each once. */
  get lines() {
    const pairs = this.tried.flatMap((tried, from) => [...tried.values()].filter((to) => to !== from)
      .map((to) => [from, to].sort((a, b) => a - b)));
    return [...new Map(pairs.map((pair) => [String(pair), pair])).values()];
  }

  /** Has every push been tried in every position? Then they are all that there are. */
  get finished() { return this.tried.every(({ size }) => size === this.pushes); }

  /** A position with a push that has not been tried, and that push; null where there is none. */
  get open() {
    const at = this.tried.findIndex(({ size }) => size < this.pushes);
    if (at < 0) return null;
    const k = [...Array(this.pushes).keys()].find((one) =>
      !this.tried[at].has(`${Math.floor(one / STEPS.length)} ${one % STEPS.length}`)) ?? 0;
    return { at, piece: Math.floor(k / STEPS.length), way: k % STEPS.length };
  }
}
