// A packing puzzle in the student's hands. The places of pieces are known here; Python hears of every move,
// draws the box in 3D, and answers what only a search knows.

import { ask, waits } from "./asking.js";
import { ARROWS, fitLines, make, obey, obeyAlone, onChange, onResize, screenOf, send, sheetOf,
  spoken } from "../../../kit/cards/browser/dom.js";
import { Board } from "./hand_board.js";
import { HandScene } from "./hand_scene.js";
import { HandTools } from "./hand_tools.js";
import { Tray } from "./hand_tray.js";
import { Packer } from "./logic/packer.js";
import { widget } from "../../../kit/cards/browser/widget.js";

const AROUND = 32; // pixels below the hand
const EDGES = 28; // pixels left and right of the board
const LEAST = 150; // pixels that the board is high
const ALL_BESIDE = "hand-aside", TRAY_BESIDE = "hand-traybeside"; // what stands beside the layers
const WIDE = 600, ASIDE = 0.34, BETWEEN = 10; // pixels from which on all does, its share; before the pieces
const CLEARLY = 1.1; // times as large are layers that have the pieces beside them
const BUTTONS = ".eo-begun .eo-player"; // below a single layer, to step through a search
const EDGE = 18; // pixels of the hand above and below all that is in it

class Hand {
  constructor(model, el) {
    Object.assign(this, { model, el, drag: null });
    const told = model.get("puzzle");
    this.packer = new Packer(told, this);
    this.scene = new HandScene(model, this.packer.puzzle);
    this.board = new Board(told.layers, (cell) => this.press(cell));
    const flat = told.layers.length === 1;
    this.tray = new Tray(told.pieces, flat, (piece, event) => this.grab(piece, event),
      (piece) => this.packer.pick(piece));
    this.tools = new HandTools(this.packer, this, flat);
    this.say = spoken("eo-say");
    this.score = make("p.hand-score");
    this.lies = make("p.eo-unseen", { "aria-label": "Laid pieces", role: "note" });
    this.root = sheetOf("eo-hand", "Pieces in your hand", this.say, this.board.node, this.tray.node,
      ...this.tools.nodes, this.score, this.lies);
    this.root.onkeydown = (event) => this.key(event);
    this.board.node.addEventListener("keydown", (event) => this.boardKey(event));
    for (const kind of ["pointermove", "pointerleave"])
      this.board.node.addEventListener(kind, (event) => this.pointed(event));
    this.takeGame();
    this.tell("Pick a piece: press it in the tray.");
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
    const held = this.packer.entry();
    if (what === "go") this.packer.hold(null);
    ask(this.model, what, { held });
    this.say.scrollIntoView({ block: "nearest" }); // on a telephone the buttons are far below
    this.drawTools();
  }

  /** In a page of the book, which hears of it; in a notebook the picture has a button that stops. */
  stop() { this.model.trigger("stop"); }

  get waiting() { return waits(this.model); }

  advised({ say = "", dead = [], lay = null, take = [] }) {
    Object.assign(this.packer, { dead, marked: take });
    if (lay) this.packer.hold(this.packer.puzzle.heldOf(lay));
    this.tell(say);
    this.draw();
  }

  // -- state
  /** A search that goes on from here: sentence, layers and tray follow its steps, until the next move. */
  follow(stage, frame) {
    if (!stage.closest(".eo-pair")?.contains(this.el)) return;
    const found = this.model.get("searching") && stage.dataset.step > 0 ? frame : null;
    const begun = stage.classList.contains("eo-begun");
    if (begun && !this.begun && this.isFlat) stage.scrollIntoView({ block: "nearest" });
    this.begun = begun;
    this.packer.frame = found;
    if (!found) return;
    this.say.ariaLive = stage.querySelector(".eo-say").ariaLive;
    this.tell(found.say);
    this.draw();
  }

  takeGame() { this.packer.takeGame(this.model.get("given"), this.model.get("game")); }

  // -- what the packer asks for
  tell(text) {
    this.say.textContent = text;
    fitLines(this.say);
  }

  picked(piece) { this.tray.stops.stand(piece); }
  toBoard() { this.board.node.focus({ preventScroll: true }); }
  changed(game, taken) { send(this.model, { game, taken: this.model.get("taken") + taken }); }

  // -- mouse and touch
  grab(piece, event) {
    event.preventDefault();
    event.target.releasePointerCapture?.(event.pointerId);
    this.packer.pick(piece);
    if (this.packer.held?.piece === piece) this.drag = { anchor: 0, started: false };
  }

  press(cell) {
    const { held, puzzle, filled, game } = this.packer, entry = filled.get(cell);
    const anchor = held ? puzzle.cellsOf(held).indexOf(cell) : -1;
    if (anchor >= 0) this.drag = { anchor, started: true, cell };
    else if (held) {
      this.packer.bring(cell, 0);
      this.drag = { anchor: 0, started: false, cell };
    } else if (!entry) this.tell("Pick a piece first.");
    else if (game.isGiven(entry)) this.tell(`${this.packer.name(entry[0])} is given, and stays.`);
    else {
      this.packer.takeUp(entry);
      this.drag = { anchor: puzzle.cellsOf(this.packer.held).indexOf(cell), started: false, cell };
    }
  }

  /** A mouse that presses nothing shows where the piece in hand would come. */
  pointed(event) {
    const shows = event.type === "pointermove" && event.pointerType === "mouse" && !event.buttons;
    if (this.packer.point(shows ? this.board.cellAt(event) : null)) this.board.draw(this.packer.looks());
  }

  dragged(event) {
    if (!this.drag || !this.packer.held) return;
    const cell = this.board.cellAt(event);
    if (cell === null || cell === this.drag.cell) return;
    Object.assign(this.drag, { cell, started: true });
    this.packer.bring(cell, this.drag.anchor);
  }

  /** Let go: what was dragged lies, if it fits; and so does what was pressed where it is. */
  dropped(event) {
    const { drag, packer } = this;
    this.drag = null;
    if (drag?.started && packer.held && this.board.cellAt(event) !== null && packer.fits()) packer.lay();
  }

  // -- keys
  key(event) {
    if (!event.target.closest("select, input")) obey(event, this.actOf(event));
  }

  actOf({ key, shiftKey, ctrlKey, metaKey, altKey }) {
    const { packer } = this;
    if (altKey) return null;
    if (!ctrlKey && !metaKey) return this.letter(key, shiftKey);
    if (/^y$/i.test(key) || (shiftKey && /^z$/i.test(key))) return () => packer.redo();
    return /^z$/i.test(key) && (() => packer.undo());
  }

  letter(key, shift) {
    const { packer } = this;
    if (!shift && /^[xyz]$/i.test(key)) return () => packer.turn(key.toLowerCase());
    const piece = packer.pieces.findIndex(({ letter }) => letter === key.toUpperCase());
    return piece >= 0 && (() => packer.pick(piece));
  }

  boardKey(event) {
    const { packer } = this, arrow = ARROWS[event.key], lay = () => packer.lay();
    const take = () => packer.takeLast();
    obeyAlone(event, arrow ? () => packer.step([arrow[0], -arrow[1], 0]) : {
      Enter: lay, " ": lay, Escape: packer.held && (() => packer.away()), Delete: take, Backspace: take,
      PageUp: () => packer.lift(1), PageDown: () => packer.lift(-1),
    }[event.key]);
  }

  // -- drawing
  draw() {
    fitLines(this.say);
    this.fit();
    const { packer } = this, left = packer.pieces.map((_, piece) => packer.left(piece));
    this.board.draw(packer.looks());
    this.tray.draw(left, packer.shapes, packer.held?.piece);
    this.drawTools();
    this.score.textContent = packer.score(this.model.get("taken"));
    this.lies.textContent = packer.words;
    this.drawScene();
  }

  /** The pieces stand below the layers or beside them, and beside a single layer all else: as makes the
   * layers largest. */
  fit() {
    if (!this.root.clientWidth) return;
    const ways = this.isFlat && this.root.clientWidth > WIDE ? [ALL_BESIDE, TRAY_BESIDE] : ["", TRAY_BESIDE];
    const [one, other] = ways.map((way) => this.arrange(way));
    if (CLEARLY * one >= other) this.arrange(ways[0]);
  }

  get isFlat() { return Boolean(this.el.closest(".eo-flathand")); }

  /** Make the layers as large as they can be if this stands beside them; returns the side of a cell. */
  arrange(way) {
    for (const one of [ALL_BESIDE, TRAY_BESIDE]) this.root.classList.toggle(one, one === way);
    const { root, board, tray } = this, edges = (node) => node.getBoundingClientRect();
    const full = root.closest(".eo-full"), card = this.el.closest(".eo-card");
    // in a narrow window the picture stands above
    const below = card && edges(root).left < edges(card).left + EDGES;
    const above = full || !card || below ? 0 : edges(root).top - edges(card).top;
    // on a telephone, where one scrolls, the width alone counts
    const least = below && !full && root.clientWidth <= WIDE ? root.clientWidth : LEAST;
    const last = this.isFlat ? tray.node : this.score, beside = edges(last).bottom - edges(tray.node).top;
    const row = Math.max(board.node.offsetHeight, way ? beside : 0);
    const steps = this.isFlat && this.el.closest(".eo-pair").querySelector(full ? ".eo-begun" : BUTTONS);
    const taken = (way === ALL_BESIDE ? 0 : root.offsetHeight - row - EDGE)
      + (steps ? steps.offsetHeight + EDGE : 0);
    const aside = { [ALL_BESIDE]: ASIDE * root.clientWidth, [TRAY_BESIDE]: tray.node.offsetWidth + BETWEEN };
    return board.fit(root.clientWidth - EDGES - (aside[way] ?? 0),
      Math.max(least, screenOf(root) - above - AROUND - taken));
  }

  drawTools() { this.tools.draw(this.packer.able, this.waiting, this.model.get("helps")); }

  drawScene() {
    if (this.model.get("searching")) return this.scene.none();
    const { game, held, filled, dead } = this.packer, wrong = this.packer.wrong();
    this.scene.tell(game, held, wrong, dead.filter((cell) => !filled.has(cell)));
  }
}

export default widget(Hand, "change:answered change:helps change:searching change:taken");
