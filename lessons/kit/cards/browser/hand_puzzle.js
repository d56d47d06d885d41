// A puzzle and a position of it. A piece that lies is an entry [number, [numbers of its cells]], as in
// Python.

import { clamp } from "./dom.js";
import { highOf, lowOf, normal, shifted } from "./cubes.js";

const boxOf = (cell) => cell[3] ?? 0;
const nameOf = (cell, box) => `${cell.slice(0, 3)},${box}`;

export const same = (a, b) => a[0] === b[0] && String(a[1]) === String(b[1]);

export class Puzzle {
  constructor({ cells, pieces, turns, layers }) {
    Object.assign(this, { cells, pieces, turns, layers });
    this.number = new Map(cells.map((cell, i) => [nameOf(cell, boxOf(cell)), i]));
    this.boxes = [];
    Map.groupBy(cells, boxOf).forEach((inside, box) => {
      this.boxes[box] = { low: lowOf(inside), high: highOf(inside) };
    });
  }

  place(number) {
    const cell = this.cells[number];
    return `(${cell.slice(0, 3)})${this.boxes.length > 1 ? ` in box ${boxOf(cell) + 1}` : ""}`;
  }

  /** The numbers of the cells of a piece in hand, null for those outside. */
  cellsOf({ cells, at, box }) {
    return shifted(cells, at).map((cell) => this.number.get(nameOf(cell, box)) ?? null);
  }

  /** A piece in hand pushed back towards its box, as far as it fits in there. */
  inside(held) {
    const { low, high } = this.boxes[held.box], size = highOf(held.cells);
    const at = held.at.map((v, axis) => clamp(v, low[axis], Math.max(low[axis], high[axis] - size[axis])));
    return { ...held, at };
  }

  heldOf([piece, numbers]) {
    const cells = numbers.map((number) => this.cells[number]);
    return { piece, cells: normal(cells), at: lowOf(cells), box: boxOf(cells[0]) };
  }

  firstPlace(piece, cells, filled) {
    for (const cell of this.cells) {
      const held = { piece, cells, at: cells[0].map((v, axis) => cell[axis] - v), box: boxOf(cell) };
      if (this.cellsOf(held).every((number) => number !== null && !filled.has(number))) return held;
    }
    return this.inside({ piece, cells, at: this.boxes[0].low, box: 0 });
  }

  /** One layer up or down; above the top of a box comes the bottom of the next. */
  liftedBy(held, by) {
    const moved = this.inside({ ...held, at: [held.at[0], held.at[1], held.at[2] + by] });
    const next = held.box + by;
    if (moved.at[2] !== held.at[2] || !this.boxes[next]) return moved;
    const { low, high } = this.boxes[next];
    return this.inside({ ...held, box: next, at: [held.at[0], held.at[1], by > 0 ? low[2] : high[2]] });
  }
}

/** Moves that led from the given pieces to what lies there, and moves that were undone. Each is
 * ["lay" or "take", entries]. */
export class Game {
  constructor(given, { past = [], future = [] } = {}) {
    Object.assign(this, { given, past, future });
    this.laid = [];
    for (const move of past) this.make(move);
  }

  make([kind, entries]) {
    const gone = (one) => entries.some((entry) => same(entry, one));
    this.laid = kind === "lay" ? [...this.laid, ...entries] : this.laid.filter((one) => !gone(one));
  }

  get lying() { return [...this.given, ...this.laid]; }
  get filled() { return new Map(this.lying.flatMap((entry) => entry[1].map((cell) => [cell, entry]))); }
  isGiven(entry) { return this.given.some((one) => same(one, entry)); }
  used(piece) { return this.lying.filter((entry) => entry[0] === piece).length; }
  get state() { return { past: this.past, future: this.future }; }

  after(move) { return new Game(this.given, { past: [...this.past, move], future: [] }); }

  undone() {
    return new Game(this.given, { past: this.past.slice(0, -1), future: [...this.future, this.past.at(-1)] });
  }

  redone() {
    return new Game(this.given, { past: [...this.past, this.future.at(-1)],
      future: this.future.slice(0, -1) });
  }
}
