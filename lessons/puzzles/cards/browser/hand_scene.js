// Over Python's 3D picture of the position come the piece in hand, and what has changed since.

import { keyOf, shifted } from "./logic/cubes.js";
import { same } from "./logic/hand_puzzle.js";
import { plus } from "./logic/vectors.js";

const still = { away: [0, 0, 0], tone: null, outline: null, edge: null };

export class HandScene {
  constructor(model, puzzle) {
    const { shifts, marks, parts, pieces } = model.get("puzzle");
    Object.assign(this, { model, puzzle, shifts, marks, pieces, parts: { ...parts }, looks: new Map(),
      asked: new Set() });
    for (const look of model.get("looks") ?? []) this.receive(look); // in the book
  }

  /** The stage's own model: what is told to it goes to no kernel. */
  async find() {
    const name = this.model.get("stage").replace(/^(anywidget:|IPY_MODEL_)/, "");
    this.stage = await this.model.widget_manager.get_model(name);
  }

  receive({ piece, looks, parts }) {
    this.looks.set(piece, looks);
    Object.assign(this.parts, parts);
  }

  look(piece, cells) {
    if (!this.looks.has(piece) && !this.asked.has(piece)) {
      this.asked.add(piece);
      this.model.send({ kind: "looks", piece });
    }
    return this.looks.get(piece)?.[keyOf(cells)] ?? null;
  }

  blockOf({ piece, cells, at, box }, chosen) {
    const look = this.look(piece, cells), { cube } = this.pieces[piece];
    if (!look) return shifted(cells, at).map((cell) => this.cubeAt(cube, null, cell, box));
    const outline = chosen ? look.outline : null;
    return [{ ...still, part: look.part, edge: look.edge, outline, at: this.at(at, box) }];
  }

  at(corner, box) { return plus(corner, this.shifts[box]); }

  cubeAt(part, edges, cell, box) { return { ...still, part, outline: edges, at: this.at(cell, box) }; }

  /** Tell the stage what is to be drawn over its frame; null: nothing. */
  tell(game, held, wrong, dead) {
    if (!this.stage) return;
    const { lying: base = [], blocks: drawn = [] } = this.stage.get("frames")[0] ?? {}, now = game.lying;
    const lies = (entry, among) => among.some((other) => same(entry, other));
    const drop = drawn.flatMap((_, i) => (i >= base.length || lies(base[i], now) ? [] : [i]));
    const news = now.filter((entry) => !lies(entry, base)).map((entry) => this.puzzle.heldOf(entry));
    const blocks = [...news.flatMap((one) => this.blockOf(one, false)), ...this.deadOnes(dead)];
    if (held) blocks.push(...this.blockOf(held, true), ...this.clashes(held, wrong));
    this.send({ kind: "overlay", drop, blocks, parts: this.parts });
  }

  none() { this.send({ kind: "overlay", drop: [], blocks: [], parts: {} }); }

  send(message) { this.stage?.trigger("msg:custom", message, []); }

  clashes({ cells, at, box }, wrong) {
    const [part, edges] = this.marks.clash;
    return wrong.map((k) => this.cubeAt(part, edges, plus(cells[k], at), box));
  }

  deadOnes(dead) {
    const [part, edges] = this.marks.dead;
    return dead.map((number) => {
      const [x, y, z, box = 0] = this.puzzle.cells[number];
      return this.cubeAt(part, edges, [x, y, z], box);
    });
  }
}
