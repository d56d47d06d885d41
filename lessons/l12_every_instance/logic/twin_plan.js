// All positions as a field of tiles, by where the first three pegs are; and a toy with its twins.

import { upTo } from "../../kit/cards/browser/logic/numbers.js";

/** @typedef {readonly number[]} Toy the vertex of each peg */

const ACROSS = 4; // blocks of the field: there is one for each vertex of peg 1

export class Field {
  /** @param {readonly number[][]} turns of a solid, all of them: where each vertex goes */
  constructor(turns) {
    this.turns = turns;
    this.pegs = turns[0].length;
    this.tiles = upTo(this.pegs ** 3).filter((tile) => new Set(this.firstOf(tile)).size === 3);
    this.size = [ACROSS, Math.ceil(this.pegs / ACROSS)].map((blocks) => blocks * this.pegs);
    this.settled = /** @type {Set<number>} */ (new Set());
    this.bySpot = new Map(this.tiles.map((tile) => [String(this.spotOf(tile)), tile]));
  }

  /** A tile that is not settled. */
  get open() { return this.tiles.find((tile) => !this.settled.has(tile)); }

  /** The vertices of the first three pegs. @param {number} tile */
  firstOf(tile) { return [2, 1, 0].map((k) => Math.floor(tile / this.pegs ** k) % this.pegs); }
  /** @param {Toy} toy */
  tileOf([a, b, c]) { return (a * this.pegs + b) * this.pegs + c; }

  /** The column and the row of a tile. @param {number} tile */
  spotOf(tile) {
    const [a, b, c] = this.firstOf(tile);
    return [this.pegs * (a % ACROSS) + b, this.pegs * Math.floor(a / ACROSS) + c];
  }

  /** The tile in a column and a row, if there is one. @param {number[]} spot */
  tileAt(spot) { return this.bySpot.get(String(spot)); }

  /** The next tile in a direction, over gaps; the tile itself at the edge.
   * @param {number} tile @param {number[]} way */
  beside(tile, [dx, dy]) {
    const [x, y] = this.spotOf(tile);
    const ahead = upTo(Math.max(...this.size)).map((k) => this.tileAt([x + (k + 1) * dx, y + (k + 1) * dy]));
    return ahead.find((one) => one !== undefined) ?? tile;
  }

  /** A toy of this tile: all further pegs are in order. @param {number} tile @returns {Toy} */
  toyOf(tile) { return [...new Set([...this.firstOf(tile), ...upTo(this.pegs)])]; }

  /** The toy in all ways to hold it, by tile. @param {Toy} toy @returns {Map<number, Toy>} */
  twins(toy) {
    const all = this.turns.map((turn) => toy.map((v) => turn[v]));
    return new Map(all.map((twin) => [this.tileOf(twin), twin]));
  }

  /** Settle a tile, and all into which it can be turned. @param {number} tile */
  settle(tile) { this.twins(this.toyOf(tile)).forEach((_, twin) => this.settled.add(twin)); }
}
