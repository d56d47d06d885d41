// A packing puzzle in the student's hands. What lies where is known here; Python hears of every move,
// draws the box in 3D, and answers what only a search knows.

import { ask, waits } from "./asking.js";
import { ARROWS, fitLines, make, many, obey, obeyAlone, onChange, onResize, screenOf, send, sheetOf,
  spoken } from "./dom.js";
import { turned } from "./cubes.js";
import { Board } from "./hand_board.js";
import { Game, Puzzle, same } from "./hand_puzzle.js";
import { HandScene } from "./hand_scene.js";
import { HandTools } from "./hand_tools.js";
import { Tray } from "./hand_tray.js";
import { minus, plus } from "./vectors.js";
import { widget } from "./widget.js";

// quarters about each axis
const TURNS = { space: { x: 1, y: 1, z: 1 }, flip: { x: 2, y: 2, z: 1 }, plane: { z: 1 }, none: {} };
const AROUND = 32; // pixels beside the board, and below the hand
const LEAST = 150; // pixels that the board is high

class Hand {
  constructor(model, el) {
    Object.assign(this, { model, el, held: null, drag: null, dead: [], marked: [] });
    const told = model.get("puzzle");
    this.puzzle = new Puzzle(told);
    this.shapes = told.pieces.map(({ cells }) => cells);
    this.scene = new HandScene(model, this.puzzle);
    this.board = new Board(told.layers, (cell) => this.press(cell));
    this.tray = new Tray(told.pieces, (piece, event) => this.grab(piece, event), (piece) => this.pick(piece));
    this.tools = new HandTools(this);
    this.say = spoken("eo-say");
    this.score = make("p.hand-score");
    this.lies = make("p.eo-unseen", { "aria-label": "What lies in the box", role: "note" });
    this.root = sheetOf("eo-hand", { role: "group", "aria-label": "Pieces in your hand",
      onkeydown: (event) => this.key(event) }, this.say, this.board.node, this.tray.node,
      ...this.tools.nodes, this.score, this.lies);
    this.board.node.addEventListener("keydown", (event) => this.boardKey(event));
    this.takeGame();
    this.tell("Pick a piece: press it in the tray, or type its letter.");
  }

  listen(signal) {
    document.addEventListener("pointermove", (event) => this.dragged(event), { signal });
    document.addEventListener("pointerup", (event) => this.dropped(event), { signal });
    document.addEventListener("pointercancel", () => (this.drag = null), { signal });
    onResize(this.el, signal, () => this.draw());
    onChange(this.model, signal, "change:game", () => { this.takeGame(); this.draw(); });
    onChange(this.model, signal, "change:advice", () => this.advised(this.model.get("advice")));
    onChange(this.model, signal, "msg:custom", (message) => {
      if (message.kind === "looks") { this.scene.receive(message); this.draw(); }
    });
    document.addEventListener("eo-frame", ({ target, detail: { frame } }) => this.follow(target, frame),
      { signal });
    this.scene.find().then(() => !signal.aborted && this.drawScene());
  }

  // -- help
  /** The question travels with the moves before it, and with the piece in hand. */
  ask(what) {
    if (this.waiting) return;
    const held = this.held && this.fits() ? this.entry() : [];
    if (what === "go") this.hold(null);
    ask(this.model, what, { held });
    this.say.scrollIntoView({ block: "nearest" }); // on a telephone the buttons are far below
    this.drawTools();
  }

  /** In a page of the book, which hears of it; in a notebook the picture has a button that stops. */
  stop() { this.model.trigger("stop"); }

  get waiting() { return waits(this.model); }

  advised({ say = "", dead = [], lay = null, take = [] }) {
    Object.assign(this, { dead, marked: take });
    if (lay) this.hold(this.puzzle.heldOf(lay));
    this.tell(say);
    this.draw();
  }

  // -- state
  /** A search that goes on from here: sentence, layers and tray follow its steps, until the next move. */
  follow(stage, frame) {
    if (!stage.closest(".eo-pair")?.contains(this.el)) return;
    this.frame = this.model.get("searching") && stage.dataset.step > 0 ? frame : null;
    if (!this.frame) return;
    this.say.ariaLive = stage.querySelector(".eo-say").ariaLive;
    this.tell(frame.say);
    this.draw();
  }

  /** The piece that the search has in a cell, and what tells its copies apart. */
  sought(cell) {
    if (!this.frame.how[cell]) return null;
    const sign = (this.frame.own ?? this.frame.cells)[cell], text = this.frame.cells[cell];
    return { sign, piece: this.told.pieces.findIndex(({ letter }) => letter === text.replace(/\d+$/, "")) };
  }

  takeGame() {
    this.frame = null;
    this.game = new Game(this.model.get("given"), this.model.get("game"));
    this.filled = this.game.filled;
    this.dropUsed();
  }

  dropUsed() { if (this.held && !this.left(this.held.piece)) this.held = null; }

  piece(number) { return this.told.pieces[number]; }
  get told() { return this.model.get("puzzle"); }
  name(piece) {
    const { name, letter } = this.piece(piece);
    return name === letter ? name : `${letter} (${name})`;
  }

  left(piece) {
    const found = this.frame && this.puzzle.cells.map((_, cell) => this.sought(cell));
    const used = found ? new Set(found.filter((one) => one?.piece === piece).map(({ sign }) => sign)).size
      : this.game.used(piece);
    return this.piece(piece).copies - used;
  }
  entry() { return [this.held.piece, this.puzzle.cellsOf(this.held).sort((a, b) => a - b)]; }

  /** Which cells of the piece in hand, by their place in it, are outside or filled. */
  wrong() {
    if (!this.held) return [];
    return this.puzzle.cellsOf(this.held).flatMap((number, k) =>
      (number === null || this.filled.has(number) ? [k] : []));
  }

  fits() { return !this.wrong().length; }

  tell(text) {
    this.say.textContent = text;
    fitLines(this.say);
  }

  // -- moves
  hold(held) {
    Object.assign(this, { held, frame: null });
    if (held) {
      this.shapes = this.shapes.map((cells, piece) => (piece === held.piece ? held.cells : cells));
      this.tray.stops.stand(held.piece);
    }
  }

  pick(piece) {
    const name = this.name(piece);
    if (!this.left(piece)) return this.tell(`${name} lies in the box. Press it there to take it out.`);
    this.hold(this.puzzle.firstPlace(piece, this.shapes[piece], this.filled));
    this.board.node.focus({ preventScroll: true });
    this.tell(`${name} is in your hand, ${this.where()}`);
    this.draw();
  }

  where() {
    const bad = this.wrong(), cells = this.puzzle.cellsOf(this.held);
    const first = cells.find((number) => number !== null);
    const over = bad.filter((k) => cells[k] !== null), outside = bad.length - over.length;
    const others = [...new Set(over.map((k) => this.name(this.filled.get(cells[k])[0])))];
    const faults = [outside && `${many(outside, "cell")} of it outside`,
      others.length && `overlapping ${others.join(" and ")}`].filter(Boolean).join(", ");
    const at = first === undefined ? "outside the box" : `at ${this.puzzle.place(first)}`;
    return `${at}: ${faults || "it fits here"}.`;
  }

  moved(held) {
    if (!held || this.handIsEmpty()) return;
    this.hold(held);
    this.tell(`${this.name(held.piece)} ${this.where()}`);
    this.draw();
  }

  handIsEmpty() {
    if (!this.held) this.tell("Pick a piece first.");
    return !this.held;
  }

  turn(axis) {
    const quarters = TURNS[this.puzzle.turns][axis];
    if (this.handIsEmpty() || !quarters) return;
    const { cells } = this.held;
    this.moved(this.puzzle.inside({ ...this.held, cells: turned(cells, axis, quarters) }));
  }

  step(by) {
    if (!this.handIsEmpty()) this.moved(this.puzzle.inside({ ...this.held, at: plus(this.held.at, by) }));
  }

  lift(by) { if (!this.handIsEmpty()) this.moved(this.puzzle.liftedBy(this.held, by)); }

  lay() {
    if (this.handIsEmpty()) return;
    const { piece } = this.held, name = this.name(piece);
    if (!this.fits()) return this.tell(`${name} cannot lie ${this.where()}`);
    const entry = this.entry();
    this.held = null;
    this.play(["lay", [entry]], `${name} is laid.`);
  }

  play(move, what) { this.change(this.game.after(move), move[0] === "take" ? move[1].length : 0, what); }

  change(game, taken, what) {
    Object.assign(this, { game, filled: game.filled, frame: null, dead: [], marked: [] });
    this.dropUsed();
    const empty = this.puzzle.cells.length - this.filled.size;
    this.tell(`${what} ${empty ? `${many(empty, "cell")} still empty.` : "The box is full!"}`);
    send(this.model, { game: game.state, taken: this.model.get("taken") + taken });
    this.draw();
  }

  take(entry) { this.play(["take", [entry]], `${this.name(entry[0])} is taken back.`); }

  takeLast() {
    const last = this.game.laid.at(-1);
    last ? this.take(last) : this.tell("Nothing to take back: no piece is laid yet.");
  }

  clear() {
    const { laid } = this.game;
    if (laid.length) this.play(["take", laid.toReversed()], "All pieces are back in the tray.");
  }

  undo() { this.remake(this.game.past, () => this.game.undone(), "undo", "lay"); }
  redo() { this.remake(this.game.future, () => this.game.redone(), "redo", "take"); }

  remake(moves, game, verb, taking) {
    if (!moves.length) return this.tell(`There is nothing to ${verb}.`);
    const [kind, entries] = moves.at(-1);
    this.change(game(), kind === taking ? entries.length : 0, verb === "undo" ? "Undone." : "Redone.");
  }

  away() {
    if (!this.held) return;
    const name = this.name(this.held.piece);
    this.held = null;
    this.tell(`${name} is back in the tray.`);
    this.draw();
  }

  // -- mouse and touch
  grab(piece, event) {
    event.preventDefault();
    event.target.releasePointerCapture?.(event.pointerId);
    this.pick(piece);
    if (this.held?.piece === piece) this.drag = { anchor: 0, started: false };
  }

  press(cell) {
    const entry = this.filled.get(cell), { held } = this;
    const anchor = held ? this.puzzle.cellsOf(held).indexOf(cell) : -1;
    if (anchor >= 0) this.drag = { anchor, started: true, cell };
    else if (held) {
      this.bring(cell, 0);
      this.drag = { anchor: 0, started: false, cell };
    } else if (!entry) this.tell("Pick a piece first.");
    else if (this.game.isGiven(entry)) this.tell(`${this.name(entry[0])} is given, and stays.`);
    else this.takeUp(entry, cell);
  }

  /** A piece that lies there comes into the hand, where it is. */
  takeUp(entry, cell) {
    this.take(entry);
    this.hold(this.puzzle.heldOf(entry));
    const anchor = this.puzzle.cellsOf(this.held).indexOf(cell);
    this.drag = { anchor, started: false, cell };
    this.draw();
  }

  /** Move the piece in hand so that this cell of it comes to lie in that one. */
  bring(cell, anchor) {
    const [x, y, z, box = 0] = this.puzzle.cells[cell];
    const at = minus([x, y, z], this.held.cells[anchor]);
    this.moved(this.puzzle.inside({ ...this.held, at, box }));
  }

  dragged(event) {
    if (!this.drag || !this.held) return;
    const cell = this.board.cellAt(event);
    if (cell === null || cell === this.drag.cell) return;
    Object.assign(this.drag, { cell, started: true });
    this.bring(cell, this.drag.anchor);
  }

  /** Let go: what was dragged lies, if it fits; and so does what was pressed where it is. */
  dropped(event) {
    const { drag } = this;
    this.drag = null;
    if (drag?.started && this.held && this.board.cellAt(event) !== null && this.fits()) this.lay();
  }

  // -- keys
  key(event) {
    if (!event.target.closest("select, input")) obey(event, this.actOf(event));
  }

  actOf({ key, shiftKey, ctrlKey, metaKey, altKey }) {
    if (altKey) return null;
    if (!ctrlKey && !metaKey) return this.letter(key, shiftKey);
    if (/^y$/i.test(key) || (shiftKey && /^z$/i.test(key))) return () => this.redo();
    return /^z$/i.test(key) && (() => this.undo());
  }

  letter(key, shift) {
    if (!shift && /^[xyz]$/i.test(key)) return () => this.turn(key.toLowerCase());
    const piece = this.told.pieces.findIndex(({ letter }) => letter === key.toUpperCase());
    return piece >= 0 && (() => this.pick(piece));
  }

  boardKey(event) {
    const arrow = ARROWS[event.key], lay = () => this.lay(), take = () => this.takeLast();
    obeyAlone(event, arrow ? () => this.step([arrow[0], -arrow[1], 0]) : {
      Enter: lay, " ": lay, Escape: this.held && (() => this.away()), Delete: take, Backspace: take,
      PageUp: () => this.lift(1), PageDown: () => this.lift(-1),
    }[event.key]);
  }

  // -- drawing
  draw() {
    fitLines(this.say);
    this.fit();
    const cells = this.held ? this.puzzle.cellsOf(this.held) : [];
    const hand = new Set(cells), wrong = new Set(this.wrong().map((k) => cells[k]));
    this.board.draw((cell) => this.lookOf(cell, hand, wrong),
      (cell) => (this.frame ? this.sought(cell)?.sign : this.filled.get(cell)) ?? null);
    this.tray.draw(this.told.pieces.map((_, piece) => this.left(piece)), this.shapes, this.held?.piece);
    this.drawTools();
    this.drawScore();
    this.drawScene();
  }

  fit() {
    if (!this.root.clientWidth) return;
    const full = this.root.closest(".eo-full"), card = this.el.closest(".eo-card");
    const edges = (node) => node.getBoundingClientRect();
    // in a narrow window the picture stands above
    const below = card && edges(this.root).left < edges(card).left + AROUND;
    const above = full || !card || below ? 0 : edges(this.root).top - edges(card).top;
    const others = [...this.root.children].filter((node) => ![this.board.node, this.lies].includes(node));
    const taken = others.reduce((sum, { offsetHeight }) => sum + offsetHeight + 4, above + AROUND);
    this.board.fit(this.root.clientWidth - AROUND, Math.max(LEAST, screenOf(this.root) - taken));
  }

  lookOf(cell, hand, wrong) {
    if (this.frame) return this.soughtLook(cell);
    const entry = this.filled.get(cell), marks = [];
    const shown = hand.has(cell) ? this.held.piece : entry?.[0];
    const { letter = "", fill, ink } = this.piece(shown) ?? {};
    if (hand.has(cell)) marks.push("hand-held");
    if (wrong.has(cell)) marks.push("hand-wrong");
    if (entry && this.game.isGiven(entry)) marks.push("hand-given");
    if (entry && this.marked.some((one) => same(one, entry))) marks.push("hand-back");
    if (this.dead.includes(cell) && !hand.has(cell)) return { text: "✕", marks: ["hand-dead"] };
    return { text: wrong.has(cell) ? "✕" : letter, fill, ink, marks };
  }

  soughtLook(cell) {
    const found = this.sought(cell);
    if (!found) return { text: "", marks: [] };
    const { letter, fill, ink } = this.piece(found.piece);
    return { text: letter, fill, ink, marks: this.frame.how[cell] === "given" ? ["hand-given"] : [] };
  }

  drawTools() {
    const { held, game: { laid, past, future } } = this, turns = TURNS[this.puzzle.turns];
    this.tools.draw({ x: held && turns.x, y: held && turns.y, z: held, undo: past.length,
      redo: future.length, clear: laid.length }, this.waiting, this.model.get("helps"));
  }

  drawScore() {
    const all = this.told.pieces.reduce((sum, { copies }) => sum + copies, 0);
    const back = many(this.model.get("taken"), "piece");
    const lying = `${this.game.lying.length} of ${all} pieces in the box`;
    this.score.textContent = `${lying} · ${back} taken back`;
    const lies = this.game.lying.map(([piece, cells]) =>
      `${this.name(piece)} at ${cells.map((cell) => this.puzzle.place(cell)).join(" ")}`);
    this.lies.textContent = lies.length ? `In the box: ${lies.join("; ")}.` : "The box is empty.";
  }

  drawScene() {
    if (this.model.get("searching")) return this.scene.none();
    const dead = this.dead.filter((cell) => !this.filled.has(cell));
    this.scene.tell(this.game, this.held, this.wrong(), dead);
  }
}

export default widget(Hand, "change:answered change:helps change:searching change:taken");
