// The workshop's bench: a puzzle is painted here, layer by layer, and seen in 3D at once. Python
// hears of it a moment later and remarks on it; it solves, counts, and does what else the
// buttons ask for.

import { ask, waits } from "./asking.js";
import { Busy } from "./busy.js";
import { able, fitLines, group, make, obey, obeyAlone, onChange, onEnd, onResize, screenOf, send, sheetOf,
  spoken, tool, toolbar } from "../../../kit/cards/browser/dom.js";
import { drawnOn, wordsOf } from "./logic/authors.js";
import { clamp } from "../../../kit/cards/browser/logic/numbers.js";
import { START, Painter } from "./logic/painter.js";
import { Sketch, labelsOf, paintOf } from "./logic/sketch.js";
import { PaintBoard } from "./paint_board.js";
import { PartFields } from "./part_fields.js";
import { PartsList } from "./parts_list.js";
import { SketchScene } from "./sketch_scene.js";
import { cellTone, partTone } from "./tones.js";
import { widget } from "../../../kit/cards/browser/widget.js";
import { Files } from "./workshop_files.js";

const LATER = 250; // milliseconds after a stroke until Python hears of it
const MAKE = { new: "New", draw: "Drawing", file: "Files" };
const ASK = { solve: "Solve", count: "Count", step: "Step through", play: "Play by hand", apart: "Take apart",
  print: "Print" };
const HERE = ["draw", "file"]; // what is shown without Python
const SIGNS = { good: "✓", wrong: "✗", note: "•" };
const COLOURS = ["black", "white", "red", "blue", "green", "yellow"]; // that are offered
const HELLO = "Paint the box and the pieces: press cells, or go there by arrow keys and press Space.";
const FILES = "Open a puzzle of the catalogue, load or save a file, or take the puzzle as text.";
const NARROW = 720, SHORT = 340; // pixels: a window in which all stands one below the other, and its board
const BELOW = 34, LEAST = 230; // pixels: round the body, and that it is high at least

let benches = 0;

class Bench {
  constructor(model, el) {
    Object.assign(this, { model, el, due: null });
    this.painter = new Painter(this);
    this.take();
    this.build();
    this.tell(HELLO);
  }

  // -- the page
  build() {
    const { painter } = this;
    this.say = spoken("eo-say");
    this.busy = new Busy(this.model);
    this.list = new PartsList((k) => painter.choose(k));
    this.fields = new PartFields({ name: (text) => painter.rename(text),
      copies: (least, most) => painter.setCopies(least, most), turns: (turns) => painter.editHead({ turns }),
      size: (axis, length) => painter.resize(axis, length) });
    this.board = new PaintBoard(painter);
    this.scene = new SketchScene();
    this.remarks = make("ul.bench-remarks", { "aria-label": "Remarks", "aria-live": "polite" });
    this.files = new Files(this.model, (what, more) => this.ask(what, more));
    this.body = make("div.bench-body",
      make("div.bench-left", this.list.node, this.pieceTools(), this.fields.node),
      make("div.bench-middle", this.board.node, this.brushTools(), this.paintTools()),
      make("div.bench-right", this.scene.canvas, this.remarks));
    this.root = sheetOf("eo-bench", "Workshop", this.actions(), this.say, this.busy.node, this.body,
      this.files.node);
    this.root.onkeydown = (event) => this.key(event);
  }

  actions() {
    this.buttons = new Map();
    const row = (name, acts) => toolbar(name, make("span", name),
      ...Object.entries(acts).map(([what, text]) => {
        const node = tool(text, "", () => this.act(what));
        this.buttons.set(what, node);
        return node;
      }));
    return make("div.bench-actions", row("Make", MAKE), row("Ask", ASK));
  }

  pieceTools() {
    const { painter } = this;
    this.own = [tool("Remove", "Take this piece away", () => painter.remove())];
    return toolbar("Pieces", tool("+ Piece", "A new piece", () => painter.addPiece()), ...this.own);
  }

  brushTools() {
    const { painter } = this, list = `eo-colours-${++benches}`;
    this.colour = make("input", { type: "text", list, maxlength: 20, placeholder: "plain",
      "aria-label": "Colour to paint with", class: "bench-colour",
      onchange: () => painter.takeBrush({ colour: this.colour.value.trim() }) });
    this.names = make("datalist", { id: list });
    this.swatch = make("span.bench-swatch", { "aria-hidden": "true" });
    this.optional = tool("may stay empty", "Paint cells that may stay empty; key O",
      () => painter.takeBrush({ optional: !painter.brush.optional }));
    this.legend = make("span.bench-legend");
    return group("div.eo-player", "Brush", make("label", "paint ", this.swatch, this.colour), this.names,
      this.optional, this.legend);
  }

  paintTools() {
    const { painter } = this;
    this.tools = {
      undo: tool("Undo", "Undo the last change; Ctrl+Z", () => painter.undo()),
      fill: tool("Fill layer", "Paint this whole layer", () => painter.fill()),
      clear: tool("Clear", "Empty all layers", () => painter.clear()),
    };
    return toolbar("Paint", ...Object.values(this.tools));
  }

  listen(signal) {
    this.board.listen(signal);
    onResize(this.el, signal, () => this.draw());
    onEnd(signal, () => this.flush());
    onChange(this.model, signal, "change:sketch", () => this.taken());
    onChange(this.model, signal, "change:told", () => this.tellNews());
    onChange(this.model, signal, "change:busy", () => this.busy.update());
  }

  // -- the sketch
  take() {
    const [sketch, history, chosen] = ["sketch", "history", "chosen"].map((name) => this.model.get(name));
    this.painter.take(new Sketch(sketch, history), chosen);
    const { name, source } = sketch;
    this.opened = { name, source, drawn: drawnOn(sketch) };
  }

  taken() {
    if (this.sending) return;
    this.forget();
    this.painter.cursor = START;
    this.take();
    this.draw();
  }

  changed() {
    const { sketch } = this.painter;
    sketch.head = { ...sketch.head, ...wordsOf(this.opened, sketch.state), stamp: sketch.head.stamp + 1 };
    this.forget();
    this.due = setTimeout(() => this.flush(), LATER);
    this.draw();
  }

  get news() {
    const { sketch, chosen } = this.painter;
    return { sketch: sketch.state, history: sketch.history, chosen };
  }

  forget() {
    clearTimeout(this.due);
    this.due = null;
  }

  flush() {
    if (this.due === null) return;
    this.forget();
    this.sent(() => send(this.model, this.news));
  }

  /** A value that goes out does not come in again. */
  sent(act) {
    this.sending = true;
    act();
    this.sending = false;
  }

  toBoard() { this.board.node.focus({ preventScroll: true }); }

  // -- keys
  key(event) {
    if (event.target.matches("input") && event.key === "Enter") return enter(event);
    if (event.target.closest("input, select, textarea") || this.showing !== "draw") return;
    if (event.ctrlKey || event.metaKey) obey(event, this.command(event));
    else obeyAlone(event, this.plain(event.key));
  }

  command({ key, shiftKey }) {
    const undo = () => this.painter.undo(), redo = () => this.painter.redo();
    return { z: shiftKey ? redo : undo, y: redo }[key.toLowerCase()];
  }

  plain(key) {
    const { painter } = this, number = Number(key);
    if (/^\d$/.test(key) && number < painter.sketch.parts.length) return () => painter.choose(number);
    if (/^[xyz]$/i.test(key) && painter.boxes === 1) return () => painter.turn(key.toLowerCase());
    return /^o$/i.test(key) && !painter.chosen
      && (() => painter.takeBrush({ optional: !painter.brush.optional }));
  }

  // -- Python
  get showing() { return this.model.get("showing"); }

  act(what) {
    if (!HERE.includes(what)) return this.ask(what);
    send(this.model, { showing: what });
    what === "draw" ? this.painter.choose(this.painter.chosen) : this.tell(FILES);
    this.draw();
  }

  ask(what, more = {}) {
    if (waits(this.model)) return;
    this.forget();
    this.sent(() => ask(this.model, what, { ...this.news, ...more }));
    this.draw();
  }

  tellNews() {
    const { say, wrong } = this.model.get("told");
    this.tell(say, wrong);
  }

  tell(text, wrong = false) {
    if (this.say.textContent !== text) this.say.textContent = text;
    this.say.classList.toggle("bench-told-wrong", wrong);
    fitLines(this.say);
  }

  // -- drawing
  draw() {
    const { showing } = this;
    this.body.hidden = showing !== "draw";
    this.files.node.hidden = showing !== "file";
    this.buttons.forEach((node, what) => {
      able(node, HERE.includes(what) || !waits(this.model));
      node.ariaPressed = what === showing;
    });
    this.files.draw();
    fitLines(this.say);
    if (showing === "draw" && this.root.clientWidth) this.drawBody();
  }

  drawBody() {
    const { sketch, chosen, part, cursor, title, Title } = this.painter;
    const fills = sketch.parts.map((_, k) => partTone(this.model.get("palette"), k).fill);
    this.list.draw(sketch.parts, sketch.labels, fills, chosen);
    this.fields.draw(sketch.head, part, chosen, cursor.box);
    this.board.build(part, title);
    this.drawTools();
    this.drawRemarks();
    this.fit();
    const paint = paintOf(part), marked = this.marked();
    this.board.draw((name) => this.lookOf(paint.get(name), marked.has(name)), cursor);
    const solids = [...paint.values()].map((one, k) => this.solidOf(one, k));
    this.scene.draw(part, solids, cursor, Title);
  }

  marked() {
    const { chosen } = this.painter;
    const mine = this.model.get("remarks").filter(({ part }) => part === chosen);
    return new Set(mine.flatMap(({ cells }) => cells.map(String)));
  }

  toneOf(colour) { return cellTone(this.model.get("palette"), colour, this.painter.chosen); }

  /** A cell of the board: the sign of its colour or of its piece; a cross where a remark speaks of it. */
  lookOf(there, marked) {
    if (!there) return { text: "", classes: [] };
    const { chosen, sketch } = this.painter, { colour, optional } = there;
    const sign = colour ? this.signs.get(colour) : chosen ? sketch.labels[chosen - 1] : "";
    const classes = ["bench-full", optional && "bench-optional", marked && "bench-marked"].filter(Boolean);
    return { text: marked ? "✕" : `${sign}${optional ? "+" : ""}`, ...this.toneOf(colour), classes };
  }

  /** A cell of the picture: those of a piece hang together, those of the box are cubes. */
  solidOf({ cell, colour, optional }, k) {
    return { cell, fill: this.toneOf(colour).fill, pale: optional, owner: this.painter.chosen ? colour : k };
  }

  drawTools() {
    const { part, chosen, brush, sketch: { past } } = this.painter;
    const now = { undo: past.length, fill: true, clear: part.cells.length };
    for (const [name, yes] of Object.entries(now)) able(this.tools[name], yes);
    for (const node of this.own) able(node, chosen);
    this.optional.ariaPressed = brush.optional;
    this.optional.hidden = Boolean(chosen);
    if (document.activeElement !== this.colour) this.colour.value = brush.colour;
    this.swatch.style.background = this.toneOf(brush.colour).fill;
    this.drawNames();
  }

  /** The signs of the colours in use; they are offered, and some more. */
  drawNames() {
    const used = new Set(this.painter.sketch.parts.flatMap(({ colours }) => colours).filter(Boolean));
    const signs = labelsOf([...used]).map((sign) => sign.toLowerCase());
    this.signs = new Map([...used].map((name, k) => [name, signs[k]]));
    this.legend.textContent = [...this.signs].map(([name, sign]) => `${sign} ${name}`).join(" · ");
    const names = [...new Set([...COLOURS, ...used])];
    if (this.names.childElementCount !== names.length)
      this.names.replaceChildren(...names.map((value) => make("option", { value })));
  }

  /** Those of a sketch that has changed since are pale. */
  drawRemarks() {
    const said = this.model.get("remarks"), key = JSON.stringify(said);
    const { stamp } = this.painter.sketch.head;
    this.remarks.classList.toggle("bench-old", this.model.get("seen") !== stamp);
    if (key === this.said) return;
    this.said = key;
    this.remarks.replaceChildren(...said.map((one) => this.remark(one)));
  }

  /** A remark about a part is a button that brings it to the front. */
  remark({ kind, say, part }) {
    const words = [make("b", `${SIGNS[kind]} `), say], choose = () => this.painter.choose(part);
    return make(`li.bench-${kind}`, ...(part === null ? words
      : [make("button.bench-go", { type: "button", onclick: choose }, ...words)]));
  }

  fit() {
    const narrow = this.root.clientWidth < NARROW;
    this.root.classList.toggle("bench-narrow", narrow);
    const card = this.el.closest(".eo-card") ?? this.root;
    const above = this.body.getBoundingClientRect().top - card.getBoundingClientRect().top;
    const high = Math.max(LEAST, screenOf(this.root) - above - BELOW);
    this.body.style.height = narrow ? "" : `${high}px`;
    const middle = this.board.node.parentElement;
    const tools = [...middle.children].slice(1).reduce((sum, { offsetHeight }) => sum + offsetHeight + 6, 8);
    this.board.fit(middle.clientWidth - 8, narrow ? SHORT : high - tools);
    const wide = this.scene.canvas.parentElement.clientWidth;
    this.scene.fit(wide, narrow ? 0.7 * SHORT : Math.round(clamp(0.6 * high, 120, wide)));
  }
}

/** Enter in a field: what is written there counts. JupyterLab keeps the browser from saying so. */
function enter(event) {
  event.preventDefault();
  event.target.dispatchEvent(new Event("change", { bubbles: true }));
}

export default widget(Bench, "change:remarks change:seen change:answered change:showing "
  + "change:text change:file change:over");
