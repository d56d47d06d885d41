// A puzzle and a position of it. A piece that lies is an entry [number, [numbers of its cells]], as in
// Python.

import { highOf, lowOf, normal, shifted } from "./cubes.js";
import { clamp } from "../../../../kit/cards/browser/logic/numbers.js";

/** @import { Vector } from "./vectors.js" */
/**
 * @typedef {{ name: string, letter: string, copies: number, cells: number[][], fill: string, ink: string }}
 *   Piece
 * @typedef {{ cells: number[][], pieces: Piece[], turns: "space" | "flip" | "plane" | "none" }} Told a
 *   puzzle; a cell is [x, y, z], in further boxes [x, y, z, box]
 * @typedef {[number, number[]]} Entry
 * @typedef {["lay" | "take", Entry[]]} Move
 * @typedef {{ piece: number, cells: Vector[], at: number[], box: number }} Held a piece in hand: its cells
 *   as it is turned, from the corner `at`
 */

/** @param {Vector} cell */
const boxOf = (cell) => cell[3] ?? 0;
/** @param {Vector} cell @param {number} box */
const nameOf = (cell, box) => `${cell.slice(0, 3)},${box}`;

/** @param {Entry} a @param {Entry} b */
export const same = (a, b) => a[0] === b[0] && String(a[1]) === String(b[1]);

export class Puzzle {
  /** @param {Told} told */
  constructor({ cells, pieces, turns }) {
    this.cells = cells;
    this.pieces = pieces;
    this.turns = turns;
    this.number = new Map(cells.map((cell, i) => [nameOf(cell, boxOf(cell)), i]));
    /** @type {{ low: number[], high: number[] }[]} */
    this.boxes = [];
    Map.groupBy(cells, boxOf).forEach((inside, box) => {
      this.boxes[box] = { low: lowOf(inside), high: highOf(inside) };
    });
  }

  /** @param {number} number */
  place(number) {
    const cell = this.cells[number];
    return `(${cell.slice(0, 3)})${this.boxes.length > 1 ? ` in box ${boxOf(cell) + 1}` : ""}`;
  }

  /** The numbers of the cells of a piece in hand, null for those outside. @param {Held} held */
  cellsOf({ cells, at, box }) {
    return shifted(cells, at).map((cell) => this.number.get(nameOf(cell, box)) ?? null);
  }

  /** A piece in hand pushed back towards its box, as far as it fits in there.
   * @param {Held} held @returns {Held} */
  inside(held) {
    const { low, high } = this.boxes[held.box], size = highOf(held.cells);
    const at = held.at.map((v, axis) => clamp(v, low[axis], Math.max(low[axis], high[axis] - size[axis])));
    return { ...held, at };
  }

  /** @param {Entry} entry @returns {Held} */
  heldOf([piece, numbers]) {
    const cells = numbers.map((number) => this.cells[number]);
    return { piece, cells: normal(cells), at: lowOf(cells), box: boxOf(cells[0]) };
  }

  /** The first place where a piece fits, else the corner of the first box.
   * @param {number} piece @param {Vector[]} cells @param {Map<number, Entry>} filled @returns {Held} */
  firstPlace(piece, cells, filled) {
    for (const cell of this.cells) {
      const held = { piece, cells, at: cells[0].map((v, axis) => cell[axis] - v), box: boxOf(cell) };
      if (this.cellsOf(held).every((number) => number !== null && !filled.has(number))) return held;
    }
    return this.inside({ piece, cells, at: this.boxes[0].low, box: 0 });
  }

  /** One layer up or down; above the top of a box comes the bottom of the next.
   * @param {Held} held @param {1 | -1} by @returns {Held} */
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
  /** @param {Entry[]} given @param {{ past?: Move[], future?: Move[] }} [state] */
  constructor(given, { past = [], future = [] } = {}) {
    this.given = given;
    this.past = past;
    this.future = future;
    /** @type {Entry[]} */
    this.laid = [];
    for (const move of past) this.make(move);
  }

  /** @param {Move} move */
  make([kind, entries]) {
    const gone = (/** @type {Entry} */ one) => entries.some((entry) => same(entry, one));
    this.laid = kind === "lay" ? [...this.laid, ...entries] : this.laid.filter((one) => !gone(one));
  }

  get lying() { return [...this.given, ...this.laid]; }
  /** Which piece lies in a cell. @returns {Map<number, Entry>} */
  get filled() {
    const all = new Map();
    for (const entry of this.lying) for (const cell of entry[1]) all.set(cell, entry);
    return all;
  }
  /** @param {Entry} entry */
  isGiven(entry) { return this.given.some((one) => same(one, entry)); }
  get state() { return { past: this.past, future: this.future }; }

  /** @param {Move} move */
  after(move) { return new Game(this.given, { past: [...this.past, move], future: [] }); }

  undone() {
    return new Game(this.given, { past: this.past.slice(0, -1),
      future: [...this.future, ...this.past.slice(-1)] });
  }

  redone() {
    return new Game(this.given, { past: [...this.past, ...this.future.slice(-1)],
      future: this.future.slice(0, -1) });
  }
}
