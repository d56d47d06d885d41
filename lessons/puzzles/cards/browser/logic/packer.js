// The hand that packs a box: the piece in it, and all that changes the position. Each act says in a sentence
// what it did.

import { turned } from "./cubes.js";
import { Game, Puzzle, same } from "./hand_puzzle.js";
import { many } from "../../../../kit/cards/browser/logic/numbers.js";
import { minus, plus } from "./vectors.js";

/** @import { AxisName } from "./cubes.js" */
/** @import { Entry, Held, Move, Told } from "./hand_puzzle.js" */
/** @import { Vector } from "./vectors.js" */
/**
 * @typedef {{ tell(text: string): void, changed(game: object, taken: number): void, draw(): void,
 *   toBoard(): void, picked(piece: number): void }} Bench
 * @typedef {{ cells: string[], how: string[], own?: any[] } & Record<string, any>} Frame of a search: by cell
 *   the piece's letter, how it came there, and what tells its copies apart
 * @typedef {{ text: string, fill?: string, ink?: string, marks: string[] }} Look
 */

// quarters about each axis
/** @type {Record<string, Partial<Record<AxisName, number>>>} */
const TURNS = { space: { x: 1, y: 1, z: 1 }, flip: { x: 2, y: 2, z: 1 }, plane: { z: 1 }, none: {} };

export class Packer {
  /** @type {number | null} the cell under the pointer */ over = null;
  /** @type {Held | null} */ held = null;
  /** @type {Frame | null} of a search that goes on from here */ frame = null;
  /** @type {number[]} cells that nothing can fill */ dead = [];
  /** @type {Entry[]} what is to be taken back */ marked = [];

  /** @param {Told} told @param {Bench} bench */
  constructor(told, bench) {
    this.puzzle = new Puzzle(told);
    this.pieces = told.pieces;
    this.bench = bench;
    /** @type {Vector[][]} the pieces as they are turned */
    this.shapes = told.pieces.map(({ cells }) => cells);
    this.game = new Game([]);
    this.filled = this.game.filled;
  }

  // -- state

  /** @param {Entry[]} given @param {{ past?: Move[], future?: Move[] }} state */
  takeGame(given, state) {
    this.frame = null;
    this.game = new Game(given, state);
    this.filled = this.game.filled;
    this.dropUsed();
  }

  dropUsed() { if (this.held && !this.left(this.held.piece)) this.held = null; }

  /** @param {number} piece */
  name(piece) {
    const { name, letter } = this.pieces[piece];
    return name === letter ? name : `${letter} (${name})`;
  }

  /** The piece that the search has in a cell, and what tells its copies apart. @param {number} cell */
  sought(cell) {
    if (!this.frame?.how[cell]) return null;
    const { own, cells } = this.frame, letter = cells[cell].replace(/\d+$/, "");
    return { sign: (own ?? cells)[cell], piece: this.pieces.findIndex((piece) => piece.letter === letter) };
  }

  /** How many copies of a piece are not laid. @param {number} piece */
  left(piece) {
    return this.pieces[piece].copies - this.lying.filter(([one]) => one === piece).length;
  }

  /** What is laid: of the hand, or of the search that goes on from it. @returns {Entry[]} */
  get lying() {
    if (!this.frame) return this.game.lying;
    /** @type {Map<unknown, Entry>} */
    const found = new Map();
    this.puzzle.cells.forEach((_, cell) => {
      const one = this.sought(cell);
      if (one) found.set(one.sign, [one.piece, [...found.get(one.sign)?.[1] ?? [], cell]]);
    });
    return [...found.values()];
  }

  /** The piece in hand as it would lie, if it fits; [] if not. @returns {Entry | []} */
  entry() {
    if (!this.held || !this.fits()) return [];
    return [this.held.piece, this.cellsHeld().sort((a, b) => a - b)];
  }

  /** @returns {number[]} where the piece in hand is, without its cells outside */
  cellsHeld() {
    return this.held ? this.puzzle.cellsOf(this.held).filter((cell) => cell !== null) : [];
  }

  /** Which cells of the piece in hand, by their place in it, are outside or filled. */
  wrong() {
    if (!this.held) return [];
    return this.puzzle.cellsOf(this.held).flatMap((number, k) =>
      (number === null || this.filled.has(number) ? [k] : []));
  }

  fits() { return !this.wrong().length; }

  /** @param {Held} held */
  where(held) {
    const bad = this.wrong(), cells = this.puzzle.cellsOf(held);
    const [first] = this.cellsHeld(), over = bad.flatMap((k) => cells[k] ?? []);
    const outside = bad.length - over.length;
    const others = [...new Set(over.map((cell) => this.name(this.filled.get(cell)?.[0] ?? -1)))];
    const faults = [outside && `${many(outside, "cell")} of it outside`,
      others.length && `overlapping ${others.join(" and ")}`].filter(Boolean).join(", ");
    const at = first === undefined ? "outside" : `at ${this.puzzle.place(first)}`;
    return `${at}: ${faults || "it fits here"}.`;
  }

  // -- the piece in hand

  /** @param {Held | null} held */
  hold(held) {
    this.held = held;
    this.frame = null;
    if (!held) return;
    this.shapes = this.shapes.map((cells, piece) => (piece === held.piece ? held.cells : cells));
    this.bench.picked(held.piece);
  }

  /** @param {number} piece */
  pick(piece) {
    const name = this.name(piece);
    this.bench.toBoard();
    if (!this.left(piece)) return this.bench.tell(`${name} is laid. Press it where it lies to take it out.`);
    const held = this.puzzle.firstPlace(piece, this.shapes[piece], this.filled);
    this.hold(held);
    this.bench.tell(`${name} is in your hand, ${this.where(held)}`);
    this.bench.draw();
  }

  /** Do this with the piece in hand. @param {(held: Held) => Held | null} act */
  move(act) {
    if (!this.held) return this.bench.tell("Pick a piece first.");
    const held = act(this.held);
    if (!held) return;
    this.hold(held);
    this.bench.tell(`${this.name(held.piece)} ${this.where(held)}`);
    this.bench.draw();
  }

  get turns() { return TURNS[this.puzzle.turns]; }

  /** @param {AxisName} axis */
  turn(axis) {
    const quarters = this.turns[axis];
    this.move((held) => (quarters
      ? this.puzzle.inside({ ...held, cells: turned(held.cells, axis, quarters) }) : null));
  }

  /** @param {Vector} by */
  step(by) { this.move((held) => this.puzzle.inside({ ...held, at: plus(held.at, by) })); }

  /** @param {1 | -1} by */
  lift(by) { this.move((held) => this.puzzle.liftedBy(held, by)); }

  /** Move the piece in hand so that its cell number `anchor` comes into this cell of the box.
   * @param {number} cell @param {number} anchor */
  bring(cell, anchor) { this.move((held) => this.brought(held, cell, anchor)); }

  /** @param {Held} held @param {number} cell @param {number} anchor @returns {Held} */
  brought(held, cell, anchor) {
    const [x, y, z, box = 0] = this.puzzle.cells[cell];
    return this.puzzle.inside({ ...held, at: minus([x, y, z], held.cells[anchor]), box });
  }

  away() {
    if (!this.held) return;
    const name = this.name(this.held.piece);
    this.held = null;
    this.bench.tell(`${name} is back in the tray.`);
    this.bench.draw();
  }

  // -- moves

  lay() {
    if (!this.held) return this.bench.tell("Pick a piece first.");
    const name = this.name(this.held.piece), entry = this.entry();
    if (!entry.length) return this.bench.tell(`${name} cannot lie ${this.where(this.held)}`);
    this.held = null;
    this.play(["lay", [entry]], `${name} is laid.`);
  }

  /** @param {Move} move @param {string} said */
  play(move, said) { this.change(this.game.after(move), move[0] === "take" ? move[1].length : 0, said); }

  /** @param {Game} game @param {number} taken pieces taken back @param {string} said */
  change(game, taken, said) {
    Object.assign(this, { game, filled: game.filled, frame: null, dead: [], marked: [] });
    this.dropUsed();
    const empty = this.puzzle.cells.length - this.filled.size;
    this.bench.tell(`${said} ${empty ? `${many(empty, "cell")} still empty.` : "The box is full!"}`);
    this.bench.changed(game.state, taken);
    this.bench.draw();
  }

  /** @param {Entry} entry */
  take(entry) { this.play(["take", [entry]], `${this.name(entry[0])} is taken back.`); }

  /** Take a piece that lies there into the hand, where it is. @param {Entry} entry */
  takeUp(entry) {
    this.take(entry);
    this.hold(this.puzzle.heldOf(entry));
    this.bench.draw();
  }

  takeLast() {
    const last = this.game.laid.at(-1);
    last ? this.take(last) : this.bench.tell("Nothing to take back: no piece is laid yet.");
  }

  clear() {
    const { laid } = this.game;
    if (laid.length) this.play(["take", laid.toReversed()], "All pieces are back in the tray.");
  }

  undo() { this.remake(this.game.past, () => this.game.undone(), "undo", "lay"); }
  redo() { this.remake(this.game.future, () => this.game.redone(), "redo", "take"); }

  /**
   * @param {Move[]} moves
   * @param {() => Game} game
   * @param {"undo" | "redo"} verb
   * @param {"lay" | "take"} taking
   */
  remake(moves, game, verb, taking) {
    const last = moves.at(-1);
    if (!last) return this.bench.tell(`There is nothing to ${verb}.`);
    this.change(game(), last[0] === taking ? last[1].length : 0, verb === "undo" ? "Undone." : "Redone.");
  }

  /** The pointer is over this cell, or over none; does that change what is seen?
   * @param {number | null} cell */
  point(cell) {
    const before = String(this.shadow);
    this.over = cell;
    return before !== String(this.shadow);
  }

  /** Where the piece in hand would come by a press on the cell under the pointer. */
  get shadow() {
    if (!this.held || this.over === null || this.cellsHeld().includes(this.over)) return [];
    return this.puzzle.cellsOf(this.brought(this.held, this.over, 0));
  }

  // -- how it looks

  /** How each cell looks, and who fills it. */
  looks() {
    const cells = this.held ? this.puzzle.cellsOf(this.held) : [];
    const hand = new Set(cells), wrong = new Set(this.wrong().map((k) => cells[k]));
    const shadow = new Set(this.shadow);
    return this.puzzle.cells.map((_, cell) => {
      if (this.frame) return { ...this.soughtLook(cell), own: this.sought(cell)?.sign ?? null };
      const look = this.lookOf(cell, hand, wrong), own = this.filled.get(cell) ?? null;
      return shadow.has(cell) ? { ...look, own, marks: [...look.marks, "hand-shadow"] } : { ...look, own };
    });
  }

  /**
   * @param {number} cell
   * @param {Set<number | null>} hand
   * @param {Set<number | null>} wrong
   * @returns {Look}
   */
  lookOf(cell, hand, wrong) {
    const entry = this.filled.get(cell), marks = [];
    const shown = hand.has(cell) ? this.held?.piece : entry?.[0];
    const { letter = "", fill, ink } = this.pieces[shown ?? -1] ?? {};
    if (hand.has(cell)) marks.push("hand-held");
    if (wrong.has(cell)) marks.push("hand-wrong");
    if (entry && this.game.isGiven(entry)) marks.push("hand-given");
    if (entry && this.marked.some((one) => same(one, entry))) marks.push("hand-back");
    if (this.dead.includes(cell) && !hand.has(cell)) return { text: "✕", marks: ["hand-dead"] };
    return { text: wrong.has(cell) ? "✕" : letter, fill, ink, marks };
  }

  /** @param {number} cell @returns {Look} */
  soughtLook(cell) {
    const found = this.sought(cell);
    if (!found) return { text: "", marks: [] };
    const { letter, fill, ink } = this.pieces[found.piece];
    return { text: letter, fill, ink, marks: this.frame?.how[cell] === "given" ? ["hand-given"] : [] };
  }

  /** Which tools can be used now. */
  get able() {
    const { held, turns, game: { laid, past, future } } = this;
    return { x: held && turns.x, y: held && turns.y, z: held, undo: past.length, redo: future.length,
      clear: laid.length };
  }

  /** @param {number} taken pieces taken back so far */
  score(taken) {
    const all = this.pieces.reduce((sum, { copies }) => sum + copies, 0);
    return `${this.lying.length} of ${all} pieces laid · ${taken} taken back`;
  }

  /** All that is laid, in words. */
  get words() {
    const lies = this.lying.map(([piece, cells]) =>
      `${this.name(piece)} at ${cells.map((cell) => this.puzzle.place(cell)).join(" ")}`);
    return lies.length ? `Laid: ${lies.join("; ")}.` : "Nothing is laid.";
  }
}
