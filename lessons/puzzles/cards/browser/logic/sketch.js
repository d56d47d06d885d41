// A puzzle that is being drawn: its parts (see hands/sketch.py), the box first, and the changes
// that led there and were undone. A change is { at, was, is }: a part before and after, null
// where there is none.

import { QUARTERS } from "./cubes.js";
import { upTo } from "../../../../kit/cards/browser/logic/numbers.js";

const MOST_CHANGES = 80, MOST_LETTERS = 100_000; // that can be undone
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** @import { Vector } from "./vectors.js" */
/** @import { AxisName } from "./cubes.js" */
/**
 * @typedef {{ cell: number[], colour: string, optional: boolean }} Dab what is painted in a cell
 * @typedef {{ name: string, grids: number[][], cells: number[][], colours: string[], optional: boolean[],
 *   least: number, most: number }} Part its grids are [width, depth, layers]; a cell is [x, y, z], in one of
 *   several boxes [x, y, z, box]
 * @typedef {{ at: number, was: Part | null, is: Part | null }} Change
 * @typedef {Record<string, any> & { parts: Part[] }} State
 */

/**
 * The paint in each cell of a part, by the cell's name.
 * @param {Part} part
 * @returns {Map<string, Dab>}
 */
export const paintOf = ({ cells, colours, optional }) => new Map(cells.map((cell, k) =>
  [String(cell), { cell, colour: colours[k] ?? "", optional: optional[k] ?? false }]));

/** A part with these dabs instead. @param {Part} part @param {Map<string, Dab>} paint @returns {Part} */
export function painted(part, paint) {
  const all = [...paint.values()].sort((a, b) => inFiles(a.cell, b.cell));
  const colours = all.map(({ colour }) => colour), optional = all.map((one) => one.optional);
  return { ...part, cells: all.map(({ cell }) => cell), colours: colours.some(Boolean) ? colours : [],
    optional: optional.some(Boolean) ? optional : [] };
}

/** In the order of files: by box, then layer by layer. @param {Vector} a @param {Vector} b */
function inFiles(a, b) {
  const axis = [3, 2, 1, 0].find((one) => (a[one] ?? 0) !== (b[one] ?? 0));
  return axis === undefined ? 0 : (a[axis] ?? 0) - (b[axis] ?? 0);
}

/** A part of one box, turned by a quarter. @param {Part} part @param {AxisName} axis */
export function turnedPart(part, axis) {
  const turn = QUARTERS[axis], ends = turn(part.grids[0]), grid = ends.map(Math.abs);
  const place = (/** @type {number[]} */ cell) =>
    turn(cell).map((v, k) => (ends[k] < 0 ? v + grid[k] - 1 : v));
  const moved = [...paintOf(part).values()].map((one) => ({ ...one, cell: place(one.cell) }));
  return painted({ ...part, grids: [grid] }, new Map(moved.map((one) => [String(one.cell), one])));
}

/** A part in a grid of another size; what stands outside is cut off.
 * @param {Part} part @param {number} box @param {number[]} grid */
export function resized(part, box, grid) {
  const grids = part.grids.map((one, k) => (k === box ? grid : one));
  const stays = (/** @type {Dab} */ { cell }) => (cell[3] ?? 0) !== box
    || cell.slice(0, 3).every((v, axis) => v < grid[axis]);
  return painted({ ...part, grids }, new Map([...paintOf(part)].filter(([, one]) => stays(one))));
}

/** The cells of a layer. @param {Part} part @param {{ box: number, z: number }} layer */
export function cellsIn({ grids }, { box, z }) {
  const [w, d] = grids[box], more = grids.length > 1 ? [box] : [];
  return upTo(w * d).map((k) => [k % w, Math.floor(k / w), z, ...more]);
}

/** @param {Part} part */
export const layersOf = ({ grids }) =>
  grids.flatMap(([, , h], box) => upTo(h).map((z) => ({ box, z })));

/** @param {string} name @param {number[]} grid @returns {Part} */
export const emptyPart = (name, grid) =>
  ({ name, grids: [grid], cells: [], colours: [], optional: [], least: 1, most: 1 });

/** A sign for each name, all different, as in Python: of the name, if one is free. @param {string[]} names */
export function labelsOf(names) {
  const free = new Set(LETTERS);
  return names.map((name, k) => {
    const sign = [...name.toUpperCase(), ...LETTERS].find((one) => free.has(one)) ?? `${k + 1}`;
    free.delete(sign);
    return sign;
  });
}

export class Sketch {
  /** @param {State} state @param {{ past?: Change[], future?: Change[] }} [history] */
  constructor({ parts, ...head }, { past = [], future = [] } = {}) {
    /** @type {Record<string, any>} */
    this.head = head;
    this.parts = [...parts];
    this.past = [...past];
    this.future = [...future];
  }

  get state() { return { ...this.head, parts: this.parts }; }
  get history() { return { past: this.past, future: this.future }; }
  get labels() { return labelsOf(this.parts.slice(1).map(({ name }) => name)); }

  /** Cells that the pieces fill at least and at most, and those of the box. */
  get volumes() {
    const total = (/** @type {"least" | "most"} */ name) =>
      this.parts.slice(1).reduce((sum, one) => sum + one.cells.length * one[name], 0);
    const [box] = this.parts, may = box.optional.filter(Boolean).length;
    return { pieces: [total("least"), total("most")], box: [box.cells.length - may, box.cells.length] };
  }

  /** A part was changed, put there (no `was`), or taken away (no `is`).
   * @param {number} at @param {Part | null} was @param {Part | null} is */
  change(at, was, is) {
    if (JSON.stringify(was) === JSON.stringify(is)) return false;
    this.put({ at, was, is });
    this.past.push({ at, was, is });
    this.future = [];
    const tooLong = () => this.past.length > MOST_CHANGES || JSON.stringify(this.past).length > MOST_LETTERS;
    while (tooLong()) this.past.shift();
    return true;
  }

  /** @param {Change} change */
  put({ at, was, is }) { this.parts.splice(at, was ? 1 : 0, ...(is ? [is] : [])); }

  /** Undo the last change, or make it again; it, or null where there is none. */
  undo() { return this.move(this.past, this.future, ({ at, was, is }) => ({ at, was: is, is: was })); }
  redo() { return this.move(this.future, this.past, (change) => change); }

  /** @param {Change[]} from @param {Change[]} to @param {(change: Change) => Change} way */
  move(from, to, way) {
    const change = from.pop();
    if (!change) return null;
    this.put(way(change));
    to.push(change);
    return change;
  }

  /** @returns {string} */
  freeName() {
    const taken = this.parts.slice(1).map(({ name }) => name);
    const numbers = upTo(99).map((k) => `piece ${k + 2}`);
    return [...LETTERS.slice(0, 26), ...numbers].find((name) => !taken.includes(name)) ?? "";
  }
}
