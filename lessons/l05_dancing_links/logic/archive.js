// All packings of a puzzle, up to turns of its box: how they lie, which agree, what is packed again.

/** @import { Line } from "../../puzzles/cards/browser/logic/islands.js" */
/** @import { Vector } from "../../puzzles/cards/browser/logic/vectors.js" */

export class Archive {
  /**
   * @param {ArrayLike<number>} cubes by packing and cell, its piece
   * @param {ArrayLike<number>} turns by turn of the box and cell, where the cell comes to
   * @param {number} size cells
   */
  constructor(cubes, turns, size) {
    this.cubes = cubes;
    this.size = size;
    this.turns = Array.from({ length: turns.length / size }, (_, k) =>
      Array.from({ length: size }, (__, cell) => turns[k * size + cell]));
  }

  /** The piece in each cell of a packing that is turned. @param {number} packing @param {number[]} turn */
  owners(packing, turn) {
    const owners = /** @type {number[]} */ ([]), first = packing * this.size;
    turn.forEach((to, cell) => { owners[to] = this.cubes[first + cell]; });
    return owners;
  }

  /**
   * The packings, of these, in which pieces lie as they are shown; each with the number of its turn.
   * @param {number[]} held the pieces @param {number[]} shown the piece in each cell @param {number[]} among
   * @returns {Map<number, number>}
   */
  agreeing(held, shown, among) {
    const found = new Map(), wanted = [...shown.keys()].filter((cell) => held.includes(shown[cell]));
    this.turns.forEach((turn, number) => {
      const from = wanted.map((cell) => turn.indexOf(cell));
      const fits = (/** @type {number} */ packing) => from.every((cell, k) =>
        this.cubes[packing * this.size + cell] === shown[wanted[k]]);
      for (const packing of among) if (!found.has(packing) && fits(packing)) found.set(packing, number);
    });
    return found;
  }

  /** A neighbour of a packing that is turned, as it lies if only few pieces are packed again.
   * @param {Line} line @param {number[]} moved the turn of the packing */
  beside({ to, turn, back }, moved) {
    const turned = this.turns[turn];
    const one = turned.map((_, cell) => moved[back ? turned.indexOf(cell) : turned[cell]]);
    return { moved: one, owners: this.owners(to, one) };
  }
}

/** The pieces that lie elsewhere. @param {number[]} before @param {number[]} after the piece in each cell */
export const packedAgain = (before, after) => [...new Set(after)].filter((piece) =>
  after.some((owner, cell) => (owner === piece) !== (before[cell] === piece))).sort((a, b) => a - b);

/**
 * Return the nearest one, if it is nearer than `least`; else null.
 * @template Thing
 * @param {Iterable<Thing>} all @param {(thing: Thing) => number} far @param {number} least
 */
export function nearest(all, far, least) {
  let best = null;
  for (const one of all) {
    const here = far(one);
    if (here < least) [best, least] = [one, here];
  }
  return best;
}

/** How far a point is from a line between two others. @param {Vector} point @param {Vector} from
 * @param {Vector} to */
export function awayFrom([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(ax + share * dx - x, ay + share * dy - y);
}
