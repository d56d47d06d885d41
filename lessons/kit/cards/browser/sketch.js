// A puzzle that is being drawn: its parts (see hands/sketch.py), the box first, and the changes
// that led there and were undone. A change is { at, was, is }: a part before and after, null
// where there is none.

import { QUARTERS } from "./cubes.js";
import { upTo } from "./dom.js";

const MOST_CHANGES = 80, MOST_LETTERS = 100_000; // that can be undone
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** What is painted in each cell of a part, by the cell's name. */
export const paintOf = ({ cells, colours, optional }) => new Map(cells.map((cell, k) =>
  [String(cell), { cell, colour: colours[k] ?? "", optional: optional[k] ?? false }]));

export function painted(part, paint) {
  const all = [...paint.values()].sort((a, b) => inFiles(a.cell, b.cell));
  const some = (name) => {
    const values = all.map((one) => one[name]);
    return values.some(Boolean) ? values : [];
  };
  return { ...part, cells: all.map(({ cell }) => cell), colours: some("colour"), optional: some("optional") };
}

/** In the order of files: by box, then layer by layer. */
function inFiles(a, b) {
  const axis = [3, 2, 1, 0].find((one) => (a[one] ?? 0) !== (b[one] ?? 0));
  return axis === undefined ? 0 : (a[axis] ?? 0) - (b[axis] ?? 0);
}

export function turnedPart(part, axis) {
  const turn = QUARTERS[axis], ends = turn(part.grids[0]), grid = ends.map(Math.abs);
  const place = (cell) => turn(cell).map((v, k) => (ends[k] < 0 ? v + grid[k] - 1 : v));
  const moved = [...paintOf(part).values()].map((one) => ({ ...one, cell: place(one.cell) }));
  return painted({ ...part, grids: [grid] }, new Map(moved.map((one) => [String(one.cell), one])));
}

/** A part in a grid of another size; what stands outside is cut off. */
export function resized(part, box, grid) {
  const grids = part.grids.map((one, k) => (k === box ? grid : one));
  const stays = ({ cell }) => (cell[3] ?? 0) !== box || cell.slice(0, 3).every((v, axis) => v < grid[axis]);
  return painted({ ...part, grids }, new Map([...paintOf(part)].filter(([, one]) => stays(one))));
}

export function cellsIn({ grids }, { box, z }) {
  const [w, d] = grids[box], more = grids.length > 1 ? [box] : [];
  return upTo(w * d).map((k) => [k % w, Math.floor(k / w), z, ...more]);
}

export const layersOf = ({ grids }) =>
  grids.flatMap(([, , h], box) => upTo(h).map((z) => ({ box, z })));

export const emptyPart = (name, grid) =>
  ({ name, grids: [grid], cells: [], colours: [], optional: [], least: 1, most: 1 });

/** A sign for each name, all different, as in Python: of the name, if one is free. */
export function labelsOf(names) {
  const free = new Set(LETTERS);
  return names.map((name, k) => {
    const sign = [...name.toUpperCase(), ...LETTERS].find((one) => free.has(one)) ?? `${k + 1}`;
    free.delete(sign);
    return sign;
  });
}

export class Sketch {
  constructor({ parts, ...head }, { past = [], future = [] } = {}) {
    Object.assign(this, { head, parts: [...parts], past: [...past], future: [...future] });
  }

  get state() { return { ...this.head, parts: this.parts }; }
  get history() { return { past: this.past, future: this.future }; }
  get labels() { return labelsOf(this.parts.slice(1).map(({ name }) => name)); }

  /** Cells that the pieces fill at least and at most, and those of the box. */
  get volumes() {
    const total = (name) => this.parts.slice(1).reduce((sum, one) => sum + one.cells.length * one[name], 0);
    const [box] = this.parts, may = box.optional.filter(Boolean).length;
    return { pieces: [total("least"), total("most")], box: [box.cells.length - may, box.cells.length] };
  }

  /** A part was changed, put there (no `was`), or taken away (no `is`). */
  change(at, was, is) {
    if (JSON.stringify(was) === JSON.stringify(is)) return false;
    this.put({ at, was, is });
    this.past.push({ at, was, is });
    this.future = [];
    const tooLong = () => this.past.length > MOST_CHANGES || JSON.stringify(this.past).length > MOST_LETTERS;
    while (tooLong()) this.past.shift();
    return true;
  }

  put({ at, was, is }) { this.parts.splice(at, was ? 1 : 0, ...(is ? [is] : [])); }

  /** Undo the last change, or make it again; it, or null where there is none. */
  undo() { return this.move(this.past, this.future, ({ at, was, is }) => ({ at, was: is, is: was })); }
  redo() { return this.move(this.future, this.past, (change) => change); }

  move(from, to, way) {
    const change = from.pop();
    if (!change) return null;
    this.put(way(change));
    to.push(change);
    return change;
  }

  freeName() {
    const taken = this.parts.slice(1).map(({ name }) => name);
    const numbers = upTo(99).map((k) => `piece ${k + 2}`);
    return [...LETTERS.slice(0, 26), ...numbers].find((name) => !taken.includes(name));
  }
}
