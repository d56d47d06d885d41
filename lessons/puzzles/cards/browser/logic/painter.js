// The hand that paints a sketch: which part is in front, the cursor, the brush, strokes, and all that changes
// the sketch. Each act says in a sentence what it did.

import { clamp, many } from "../../../../kit/cards/browser/logic/numbers.js";
import { cellsIn, emptyPart, layersOf, paintOf, painted, resized, turnedPart } from "./sketch.js";

const NEW = [3, 3, 2]; // the grid of a new piece
const MOST_PIECES = 64;
export const START = { box: 0, x: 0, y: 0, z: 0 }; // of the cursor

/** @import { AxisName } from "./cubes.js" */
/** @import { Change, Part, Sketch } from "./sketch.js" */
/** @typedef {{ box: number, x: number, y: number, z: number }} Cursor */
/** @typedef {{ tell(text: string): void, changed(): void, draw(): void, toBoard(): void }} Bench */

/** @param {number[]} ends */
const range = ([low, high]) => (low === high ? String(high) : `${low} to ${high}`);

export class Painter {
  /** @type {Part | null} before a stroke */
  before = null;

  /** @type {Sketch} from the first `take` on */
  sketch = /** @type {any} */ (null);

  /** @param {Bench} bench */
  constructor(bench) {
    this.bench = bench;
    this.chosen = 0;
    this.cursor = START;
    this.empties = false;
    this.brush = { colour: "", optional: false };
  }

  /** @param {Sketch} sketch @param {number} chosen */
  take(sketch, chosen) {
    this.sketch = sketch;
    this.before = null;
    this.bringForward(chosen);
  }

  /** @param {number} k */
  bringForward(k) {
    this.chosen = clamp(k, 0, this.sketch.parts.length - 1);
    this.aim(this.cursor);
  }

  get part() { return this.sketch.parts[this.chosen]; }
  get title() { return this.chosen ? `piece ${this.part.name}` : "the box"; }
  get Title() { return this.chosen ? `Piece ${this.part.name}` : "The box"; }
  get boxes() { return this.part.grids.length; }

  /** @param {string} text */
  tell(text) { this.bench.tell(text); }

  // -- changes
  /** @param {(part: Part) => Part} change @param {string} [said] */
  edit(change, said) {
    const { part } = this;
    if (!this.sketch.change(this.chosen, part, change(part))) return;
    this.aim(this.cursor);
    this.changed(said);
  }

  /** @param {string} [said] */
  changed(said) {
    this.bench.changed();
    if (said) this.tell(said);
  }

  /** @param {Record<string, any>} more */
  editHead(more) {
    Object.assign(this.sketch.head, more);
    this.bench.changed();
  }

  /** @param {string} text */
  rename(text) {
    const taken = this.sketch.parts.some(({ name }, k) => k && k !== this.chosen && name === text);
    if (this.chosen && taken) this.tell(`Another piece is called ${text}; equal pieces are copies of one.`);
    else if (text && this.chosen) this.edit((part) => ({ ...part, name: text }), `Piece ${text}.`);
    else if (text) this.editHead({ name: text });
    this.bench.draw();
  }

  /** @param {number} least @param {number} most */
  setCopies(least, most) { this.edit((part) => ({ ...part, least, most })); }

  /** @param {number} axis @param {number} length */
  resize(axis, length) {
    const { box } = this.cursor, before = this.part.cells.length;
    const grid = this.part.grids[box].map((v, k) => (k === axis ? length : v));
    this.edit((part) => resized(part, box, grid));
    const lost = before - this.part.cells.length;
    const cut = lost ? ` ${many(lost, "cell")} cut off; Undo brings them back.` : "";
    this.tell(`The grid is ${grid.join(" × ")}.${cut}`);
  }

  /** @param {AxisName} axis */
  turn(axis) {
    if (this.boxes > 1) return;
    this.edit((part) => turnedPart(part, axis), `Turned about the ${axis} axis.`);
  }

  fill() {
    this.edit((part) => {
      const paint = paintOf(part);
      for (const cell of cellsIn(part, this.cursor)) paint.set(String(cell), this.paintFor(cell));
      return painted(part, paint);
    });
    this.tell(this.counted());
  }

  clear() { this.edit((part) => painted(part, new Map()), `${this.Title} is empty.`); }

  undo() { this.goBack(this.sketch.undo(), "Undone.", "There is nothing to undo."); }
  redo() { this.goBack(this.sketch.redo(), "Made again.", "There is nothing to make again."); }

  /** @param {Change | null} change @param {string} done @param {string} none */
  goBack(change, done, none) {
    if (!change) return this.tell(none);
    this.bringForward(change.at);
    this.changed(`${done} ${this.counted()}`);
  }

  // -- pieces
  /** @param {number} k */
  choose(k) {
    this.bringForward(k);
    this.tell(`${this.Title}: ${many(this.part.cells.length, "cell")}.`);
    this.bench.draw();
  }

  addPiece() {
    const name = this.sketch.freeName(), { grids } = this.sketch.parts[0], at = this.sketch.parts.length;
    if (at > MOST_PIECES) return this.tell(`${MOST_PIECES} pieces are the most.`);
    const flat = grids.every(([, , high]) => high === 1), most = Math.max(...grids.flat());
    const grid = NEW.map((v, axis) => Math.min(v, flat && axis === 2 ? 1 : most));
    this.sketch.change(at, null, emptyPart(name, grid));
    this.chosen = at;
    this.cursor = START;
    this.changed(`Piece ${name} is new: paint its cells.`);
    this.bench.toBoard();
  }

  remove() {
    if (!this.chosen) return;
    const { name } = this.part;
    this.sketch.change(this.chosen, this.part, null);
    this.bringForward(this.chosen);
    this.changed(`Piece ${name} is gone; Undo brings it back.`);
  }

  // -- the brush
  /** @param {{ colour?: string, optional?: boolean }} brush */
  takeBrush(brush) {
    Object.assign(this.brush, brush);
    const { colour, optional } = this.brush;
    const which = optional && !this.chosen ? "cells that may stay empty" : "cells";
    this.tell(`You paint ${which}${colour ? ` of the colour ${colour}` : ""}.`);
    this.bench.draw();
  }

  /** @param {number[]} cell */
  paintFor(cell) {
    return { cell, colour: this.brush.colour, optional: !this.chosen && this.brush.optional };
  }

  /** Has this cell what the brush would put there? Then it is emptied. @param {string} name */
  has(name) {
    const there = paintOf(this.part).get(name), paint = this.paintFor([]);
    return there?.colour === paint.colour && there?.optional === paint.optional;
  }

  // -- strokes
  /** @param {string} name */
  press(name) {
    this.before = this.part;
    this.empties = this.has(name);
    this.along(name);
  }

  /** @param {string} name */
  along(name) {
    if (!this.before) return;
    this.dab(name, this.empties);
    const [x, y, z, box = 0] = name.split(",").map(Number);
    this.aim({ x, y, z, box });
    this.bench.draw();
  }

  /**
   * Paint a cell or empty it; the stroke is a change when it ends.
   * @param {string} name
   * @param {boolean} empties
   */
  dab(name, empties) {
    const paint = paintOf(this.part);
    if (empties) paint.delete(name);
    else paint.set(name, this.paintFor(name.split(",").map(Number)));
    this.sketch.parts[this.chosen] = painted(this.part, paint);
  }

  lift() {
    if (!this.before) return;
    const { before, part } = this;
    this.before = null;
    this.sketch.parts[this.chosen] = before;
    this.edit(() => part);
    this.tell(this.counted());
  }

  counted() {
    const { pieces, box } = this.sketch.volumes, own = many(this.part.cells.length, "cell");
    return `${this.Title} has ${own}. Pieces in all ${range(pieces)}, box ${range(box)}.`;
  }

  // -- the cursor
  get name() {
    const { box, x, y, z } = this.cursor;
    return String([x, y, z, ...(this.boxes > 1 ? [box] : [])]);
  }

  /** @param {Cursor} cursor */
  aim({ box, x, y, z }) {
    const at = clamp(box, 0, this.boxes - 1), [w, d, h] = this.part.grids[at];
    this.cursor = { box: at, x: clamp(x, 0, w - 1), y: clamp(y, 0, d - 1), z: clamp(z, 0, h - 1) };
  }

  /** @param {{ by?: number[], layer?: number, paints?: boolean }} way */
  move({ by = [0, 0], layer = 0, paints = false }) {
    const { x, y, box, z } = this.cursor, layers = layersOf(this.part);
    const now = layers.findIndex((one) => one.box === box && one.z === z);
    const to = layers[clamp(now + layer, 0, layers.length - 1)];
    this.aim({ x: x + by[0], y: y + by[1], ...to });
    if (paints) return this.paintHere(false);
    this.tellCell();
    this.bench.draw();
  }

  tellCell() {
    const there = paintOf(this.part).get(this.name), { x, y, z, box } = this.cursor;
    const filled = there?.optional ? "may stay empty" : "filled";
    const state = there ? [filled, there.colour].filter(Boolean).join(", ") : "empty";
    this.tell(`Cell (${x},${y},${z})${this.boxes > 1 ? ` in box ${box + 1}` : ""}: ${state}.`);
  }

  goFirst() { this.move({ by: [-this.cursor.x, -this.cursor.y] }); }

  /** @param {boolean} empties */
  paintHere(empties) {
    this.before = this.part;
    this.dab(this.name, empties);
    this.lift();
    this.bench.draw();
  }
}
