// A map of all packings, and the cube of the one that is chosen. A line lifts out what is packed again.

import { penOf, sized } from "../kit/cards/browser/canvas.js";
import { button, group, make, obeyAlone, screenOf, sheetOf, spoken,
  tool } from "../kit/cards/browser/dom.js";
import { FULL_HELP } from "../kit/cards/browser/full.js";
import { during } from "../puzzles/cards/browser/glide.js";
import { Islands, toPixels } from "../puzzles/cards/browser/logic/islands.js";
import { clamp, eased, grouped, many, numbers } from "../kit/cards/browser/logic/numbers.js";
import { LOOK, solidOf } from "../puzzles/cards/browser/logic/packing.js";
import { GROUND, HEAT, LINES, paintIslands } from "../puzzles/cards/browser/paint_islands.js";
import { paintSolid } from "../puzzles/cards/browser/paint_packing.js";
import { Painted } from "../puzzles/cards/browser/painted.js";
import { widget } from "../kit/cards/browser/widget.js";
import { Archive, awayFrom, nearest, packedAgain } from "./logic/archive.js";

const CHOICES = [2, 3, 4];
const FLIGHT = 1800; // milliseconds: out, and in again
const FAR = 1.15; // how far pieces are lifted out, of their way from the middle
const NEAR = 14; // pixels from a dot that still mean it
const WHOLE = { x: 0, y: 0, zoom: 1 };
const CLOSE = 18; // times as large, when an island is looked at
const MOST = 575, CUBE = 220, SMALL = 140; // pixels: of the map, of the cube, and beside large words

const WORDS = "Map of all packings, with the cube of the one that is chosen. On the map, left and right go "
  + "from packing to packing of an island, up and down from island to island, Enter follows a line."
  + FULL_HELP;

class Archipelago extends Painted {
  constructor(model, el) {
    super(model, el);
    Object.assign(this, { view: WHOLE, flight: null, held: [], lit: null });
    this.islands = new Islands(model.get("points"), model.get("pairs"), CHOICES[0]);
    this.cells = model.get("cells");
    this.archive = new Archive(numbers(model.get("cubes")), numbers(model.get("turns")), this.cells.length);
    this.names = model.get("names");
    this.build();
    this.choose(this.islands.islands[0][0]);
    this.tellTotal();
  }

  build() {
    this.map = make("canvas", { tabindex: 0, role: "img", class: "eo-map",
      onclick: (event) => this.click(event), onkeydown: (event) => this.key(event) });
    this.cube = make("canvas", { role: "img", class: "eo-cube" });
    this.choices = CHOICES.map((most) => button(String(most), () => this.allow(most)));
    this.total = spoken("eo-total");
    this.say = spoken("eo-chosen");
    this.lines = group("div.eo-lines", "Follow a line");
    const pick = group("div.eo-pick", "Pieces that you may pack again", "pack again, up to ", ...this.choices,
      " pieces");
    const ways = make("div.eo-ways",
      tool("Next island", "The next smaller island (arrow down on the map)", () => this.island(1)),
      tool("A hermit", "A packing without a neighbour", () => this.hermit()),
      tool("Whole map", "Look at all packings", () => this.look(WHOLE)), this.full.button);
    this.pieces = this.names.map((name, piece) => button(name, () => this.hold(piece)));
    const packed = group("div.eo-held", "Pieces that you have packed, as in the cube",
      make("span", "you pack"), ...this.pieces);
    const beside = make("div.eo-beach", this.cube, packed);
    this.root = sheetOf("eo-archipelago", WORDS, this.map, make("div.eo-shore",
      pick, this.total, this.legend(), beside, this.say, this.lines, ways));
  }

  legend() {
    const item = (name, fill, text) =>
      make("li", make("span", { class: name, style: `background:${fill}` }), text);
    const more = (k) => (k === HEAT.length - 1 ? `${k} and more` : String(k));
    return make("ul.eo-heat", make("li", "neighbours"),
      ...HEAT.map((fill, k) => item("", fill, more(k))), make("li", "packed again"),
      ...LINES.map((fill, k) => item("eo-bar", fill, String(CHOICES[k]))));
  }

  // -- what a full window asks of a picture
  get front() { return this.map; }
  moveBy(steps) { this.along(steps); }
  playOrPause() { this.follow(this.islands.neighbours(this.chosen)[0]); }

  // -- what is chosen

  allow(most) {
    this.islands.allow(most);
    this.tellTotal();
    this.tell();
    this.later();
  }

  tellTotal() {
    const { islands, hermits, count, most } = this.islands, all = grouped(count);
    this.total.textContent = `${grouped(hermits)} of ${all} packings have no neighbour. The other `
      + `${grouped(count - hermits)} lie on ${grouped(islands.length)} islands; the largest has `
      + `${many(islands[0].length, "packing")}.`;
    this.map.ariaLabel = `Map of ${all} packings. ${this.total.textContent}`;
    this.choices.forEach((one, k) => { one.ariaPressed = CHOICES[k] === most; });
  }

  /** Choose a packing. If it agrees with what is packed, it is turned so that this stays where it is. */
  choose(packing) {
    this.land();
    this.chosen = packing;
    if (!this.lit?.has(packing)) this.agree([]);
    this.moved = this.archive.turns[this.lit?.get(packing) ?? 0];
    this.show(this.archive.owners(packing, this.moved));
    this.tell();
    this.draw();
  }

  // -- what you pack

  hold(piece) {
    this.land();
    this.agree(this.held.includes(piece) ? this.held.filter((one) => one !== piece) : [...this.held, piece]);
    this.tell(this.held.length ? this.heldWords() : "");
    this.draw();
  }

  /** Light the packings that agree with these pieces, as they lie in the cube. */
  agree(held) {
    const fewer = held.length > this.held.length && this.lit;
    this.held = held;
    this.pieces.forEach((node, piece) => { node.ariaPressed = held.includes(piece); });
    const among = fewer ? [...this.lit.keys()] : this.islands.everyone;
    this.lit = held.length ? this.archive.agreeing(held, this.shown, among) : null;
    this.kept = null;
  }

  heldWords() {
    const names = this.held.map((piece) => this.names[piece]).join(" "), left = this.lit.size;
    const those = left === 1 ? "only this packing agrees" : `${grouped(left)} packings agree`;
    return `With ${names} packed as here, ${those}. `;
  }

  show(owners) {
    this.shown = owners;
    this.solid = solidOf(this.cells, owners);
  }

  tell(first = "") {
    const near = this.islands.neighbours(this.chosen), name = `Packing ${grouped(this.chosen + 1)}`;
    const follow = this.held.length ? ""
      : " Follow a line, by the names of the pieces that are packed again:";
    this.say.textContent = `${first}${name} has ${near.length
      ? `${many(near.length, "neighbour")}.${follow}` : "no neighbour."}`;
    this.cube.ariaLabel = `${name} of the Tetris Cube`;
    this.lines.replaceChildren(...near.map((line) =>
      button(this.piecesOf(line).join(" "), () => this.follow(line))));
  }

  piecesOf(line) {
    const { owners } = this.archive.beside(line, this.moved);
    return packedAgain(this.shown, owners).map((piece) => this.names[piece]);
  }

  island(by) {
    const all = this.islands.islands, at = all.findIndex((one) => one.includes(this.chosen));
    this.visit(all[at < 0 ? 0 : (at + by + all.length) % all.length][0]);
  }

  hermit() {
    let packing = this.chosen;
    do packing = (packing + 1) % this.islands.count; while (this.islands.neighbours(packing).length);
    this.visit(packing);
  }

  visit(packing) {
    this.choose(packing);
    const island = this.islandOf(packing).map((one) => this.islands.place(one));
    const [x, y] = [0, 1].map((axis) => island.reduce((sum, at) => sum + at[axis], 0) / island.length);
    this.look({ x, y, zoom: CLOSE });
  }

  islandOf(packing) {
    return this.islands.islands.find((one) => one.includes(packing)) ?? [packing];
  }

  along(by) {
    const island = this.islandOf(this.chosen);
    this.choose(island[(island.indexOf(this.chosen) + by + island.length) % island.length]);
  }

  key(event) {
    obeyAlone(event, { ArrowRight: () => this.along(1), ArrowLeft: () => this.along(-1),
      ArrowDown: () => this.island(1), ArrowUp: () => this.island(-1), Enter: () => this.playOrPause(),
      Home: () => this.look(WHOLE) }[event.key]);
  }

  click(event) {
    const rim = this.map.getBoundingClientRect(), pixel = toPixels(this.view, this.size);
    const at = [event.clientX - rim.x, event.clientY - rim.y], place = (k) => pixel(this.islands.place(k));
    const dot = nearest(this.islands.everyone, (k) => Math.hypot(...place(k).map((v, axis) => v - at[axis])),
      NEAR);
    if (dot !== null) return this.choose(dot);
    const lines = [...this.islands.next.values()].flat();
    const line = nearest(lines, ({ from, to }) => 2 * awayFrom(at, place(from), place(to)), NEAR);
    if (!line) return;
    this.choose(line.from);
    this.follow(line);
  }

  // -- what moves

  look(view) {
    const from = this.view;
    this.halt?.();
    this.halt = during(500, (share) => {
      const gone = eased(share), between = (a, b) => a + (b - a) * gone;
      this.view = { x: between(from.x, view.x), y: between(from.y, view.y),
        zoom: from.zoom * (view.zoom / from.zoom) ** gone };
      this.kept = null;
      this.draw();
    });
  }

  /** Lift the pieces out that lie elsewhere in a neighbour, and put them where they lie there. */
  follow(line) {
    if (!line) return;
    this.land();
    this.agree([]);
    const { moved, owners } = this.archive.beside(line, this.moved), pieces = this.piecesOf(line);
    const before = this.solid;
    const numbers = new Set(pieces.map((name) => this.names.indexOf(name)));
    Object.assign(this, { chosen: line.to, moved });
    this.show(owners);
    this.flight = { numbers, before, gone: 0 };
    this.tell(`${pieces.join(", ")} packed again. `);
    this.flying = during(FLIGHT, (share) => {
      this.flight.gone = share;
      if (share === 1) this.land();
      this.draw();
    });
    this.lines.querySelector("button")?.focus({ preventScroll: true });
  }

  land() {
    this.flying?.();
    this.flight = null;
  }

  // -- painted

  paint() {
    this.drawMap();
    this.drawCube();
  }

  drawMap() {
    const { wide } = this, beside = this.large ? 430 : 330; // pixels for the words
    const across = wide > 700 ? wide - beside : wide - 24;
    const most = this.full.node ? 2000 : MOST;
    const size = Math.floor(clamp(Math.min(across, screenOf(this.root) - 24), 240, most));
    if (!this.kept || this.size !== size) {
      this.size = size;
      this.kept = sized(make("canvas"), size);
      const pen = penOf(this.kept);
      pen.fillStyle = GROUND;
      pen.fillRect(0, 0, size, size);
      paintIslands(pen, this.islands, this.view, size, this.lit);
    }
    const pen = penOf(sized(this.map, size));
    const at = toPixels(this.view, size)(this.islands.place(this.chosen));
    pen.drawImage(this.kept, 0, 0, size, size);
    pen.strokeStyle = "#ffffff";
    pen.lineWidth = 2;
    pen.beginPath();
    pen.arc(...at, 7 + this.view.zoom / 2, 0, 7);
    pen.stroke();
  }

  drawCube() {
    const side = this.large && !this.full.node ? SMALL : CUBE;
    const pen = penOf(sized(this.cube, side)), fills = this.model.get("colours");
    const now = this.flight?.gone ?? 1;
    const far = FAR * Math.sin(Math.PI * now), early = now < 0.5;
    const lifted = (piece) => this.flight?.numbers.has(piece);
    const angle = Math.PI * (eased(now) - (early ? 0 : 1)); // a half turn in all
    const pale = (piece) => (this.flight ? !lifted(piece) : this.held.length && !this.held.includes(piece));
    pen.fillStyle = GROUND;
    pen.fillRect(0, 0, side, side);
    paintSolid(pen, early ? this.flight.before : this.solid, { ...LOOK, x: side / 2,
      y: side / 2, scale: side / 9, fills, apart: (piece) => (lifted(piece) ? far : 0),
      spin: (piece) => (lifted(piece) ? angle : 0), pale });
  }
}

export default widget(Archipelago);
