// 3coSoKu to play by hand: a net to press, and a tray of tiles. Sums are worked out here; every move goes to
// Python, which shows it in 3D.

import { ask, waits } from "../puzzles/cards/browser/asking.js";
import { able, group, label, make, obey, obeyAlone, onChange, send, set, sheetOf, spoken, tool,
  toolbar } from "../kit/cards/browser/dom.js";
import { middleOf, pointList, shrunk } from "../puzzles/cards/browser/logic/triangles.js";
import { minus, unit } from "../puzzles/cards/browser/logic/vectors.js";
import { Stops } from "../kit/cards/browser/stops.js";
import { widget } from "../kit/cards/browser/widget.js";
import { alike, dotsOn, faceBeside, leftOf, otherType, scoreOf, spelled,
  standingsOf } from "./logic/toy_rules.js";

const MOST_PAST = 200; // moves that can be taken back
const MARGIN = [34, 22]; // round the net, for the pegs at its border
// (inwards, aside) from the corner
const DOTS = { 1: [[36, 0]], 2: [[36, -7], [36, 7]], 3: [[37, -11.5], [37, 0], [37, 11.5]] };
const [WIDE, HIGH] = [25, 19]; // half a peg
const KEYS = "Arrow keys go from face to face, Enter puts or turns the chosen tile, Delete takes it back, "
  + "Page Up and Page Down choose another tile.";
const TRAY = [[50, 4], [96, 84], [4, 84]];

/** A tile on three points: the triangle, and its dots in the corners; from four dots on a numeral. */
function tileOn(points, numbers) {
  const middle = middleOf(points);
  const size = Math.hypot(...minus(points[0], points[1])) / 100;
  const parts = [make("polygon.toy-tile", { points: pointList(shrunk(points, 0.9)) })];
  numbers.forEach((number, corner) => {
    const [x, y] = points[corner], [u, v] = unit(minus(middle, points[corner]));
    const at = ([inwards, aside]) =>
      [x + size * (inwards * u - aside * v), y + size * (inwards * v + aside * u)];
    for (const [cx, cy] of (DOTS[number] ?? []).map(at)) {
      parts.push(make("circle.toy-dot", { cx, cy, r: 5 * size }));
    }
    const high = Math.min(20, 44 / String(number).length) * size;
    if (number > 3) parts.push(words(at([33, 0]), String(number), "toy-numeral", high));
  });
  return parts;
}

const words = (at, text, name, size) => label(...at, text, { class: name, "font-size": size.toFixed(1) });

/** A pill (more may come), a box (right), six corners (too many), a bowl (too few). */
function pegShape(kind) {
  const box = { x: -WIDE, y: -HIGH, width: 2 * WIDE, height: 2 * HIGH, rx: kind === "open" ? HIGH : 2 };
  if (kind === "open" || kind === "right") return make("rect", box);
  const top = WIDE - (kind === "many" ? 8 : 5), far = WIDE + (kind === "many" ? 6 : 5);
  const six = [[-far, 0], [-top, -HIGH], [top, -HIGH], [far, 0], [top, HIGH], [-top, HIGH]];
  const bowl = [[-top, -HIGH], [top, -HIGH], [far, HIGH], [-far, HIGH]];
  return make("polygon", { points: pointList(kind === "many" ? six : bowl) });
}

class Hand {
  constructor(model) {
    Object.assign(this, { model, chosen: -1, now: 0, shape: null, marks: [], shown: [],
      seen: model.get("placed") });
    this.net = make("svg.toy-net", { role: "group", onkeydown: (event) => this.key(event) });
    [this.say, this.verdict] = ["eo-say", "toy-verdict"].map(spoken);
    this.score = make("p.toy-score");
    this.sums = make("ul.eo-unseen", { "aria-label": "Sums" });
    this.tray = group("div.toy-tray", "Tiles left. Arrow keys go from tile to tile, Enter chooses one.");
    this.root = sheetOf("eo-toy", "Net and tiles", make("div.toy-netbox", this.net), this.tray, this.score,
      this.say, this.verdict, this.toolbar(), this.sums);
    this.root.onkeydown = (event) => this.undoKey(event);
  }

  listen(signal) {
    onChange(this.model, signal, "change:placed change:pegs", () => this.moved());
  }

  toolbar() {
    this.tools = {
      turn: tool("Turn", "Turn the tile on the marked face", () => this.turn(this.now)),
      take: tool("Take back", "Take back the tile from the marked face", () => this.take(this.now)),
      undo: tool("Undo", "Take the last move back", () => this.undo()),
      clear: tool("Clear", "Take all tiles back", () => this.clear()),
      step: tool("One step", "Lay one tile of a solution that has these tiles", () => this.ask("step")),
      help: tool("Help me", "Lay all tiles that are missing", () => this.ask("help")),
    };
    return toolbar("Tiles and help", ...Object.values(this.tools));
  }

  // -- state
  get placed() { return this.model.get("placed"); }
  get tiles() { return this.model.get("tiles"); }
  get waiting() { return waits(this.model); }
  tile(type) { return this.tiles[type][0]; }
  left(type) { return leftOf(this.tiles, this.placed, type); }
  standings() { return standingsOf(this.shape, this.tiles, this.placed, this.model.get("pegs")); }

  // -- moves
  /** Write these faces anew, each [face, [type, turn] or null]; `past` is what can be undone afterwards. */
  write(changes, past, what) {
    const placed = [...this.placed];
    for (const [face, lies] of changes) placed[face] = lies;
    send(this.model, { past: past.slice(-MOST_PAST), placed });
    this.tell(`${what} ${this.around(changes)}`);
  }

  edit(changes, what) {
    if (this.locked()) return;
    this.write(changes, [...this.model.get("past"), changes.map(([face]) => [face, this.placed[face]])],
      what);
  }

  locked() {
    if (this.waiting) this.tell("Help is on its way; the button “Stop” at the picture ends it.");
    return this.waiting;
  }

  /** A sentence on the vertices of these faces, if they are few. */
  around(changes) {
    const touched = [...new Set(changes.flatMap(([face]) => this.shape.corners[face]))];
    const all = this.standings();
    return touched.length > 4 ? "" : `${touched.map((v) => all[v].say).join(", ")}.`;
  }

  press(face) {
    this.stand(face);
    const lies = this.placed[face], { chosen } = this;
    if (chosen < 0 || lies?.[0] === chosen) return lies ? this.turn(face) : this.tell("Choose a tile first.");
    if (this.isGone(chosen)) return;
    this.edit([[face, [chosen, 0]]], `Tile ${spelled(this.tile(chosen))} on ${this.shape.faces[face]}.`);
    if (!this.left(chosen)) this.choose(-1);
  }

  isGone(type) {
    if (!this.left(type)) this.tell(`No tile ${spelled(this.tile(type))} is left.`);
    return !this.left(type);
  }

  turn(face) {
    if (this.isEmpty(face)) return;
    const [type, turn] = this.placed[face], name = spelled(this.tile(type));
    if (alike(this.tile(type))) return this.tell(`Tile ${name} looks the same in every turn.`);
    this.edit([[face, [type, (turn + 1) % 3]]], `Tile ${name} on ${this.shape.faces[face]} turned.`);
  }

  isEmpty(face) {
    if (!this.placed[face]) this.tell(`Face ${this.shape.faces[face]} is empty.`);
    return !this.placed[face];
  }

  take(face) {
    if (this.isEmpty(face)) return;
    const name = spelled(this.tile(this.placed[face][0]));
    this.edit([[face, null]], `Tile ${name} taken back from ${this.shape.faces[face]}.`);
  }

  undo() {
    const past = [...this.model.get("past")], last = past.pop();
    if (last && !this.locked()) this.write(last, past, "Undone.");
  }

  clear() {
    const lying = this.placed.flatMap((lies, face) => (lies ? [[face, null]] : []));
    if (lying.length) this.edit(lying, "All tiles are back in the tray.");
  }

  ask(what) {
    if (this.locked()) return;
    ask(this.model, what);
    this.draw();
  }

  choose(type) {
    this.chosen = type;
    this.drawTray();
  }

  tell(text) { this.say.textContent = text.trim(); }

  /** Others have moved, or the pegs are others: what was said last is no longer true. */
  moved() {
    const same = (lies, face) => String(lies) === String(this.seen[face]);
    const changes = this.placed.flatMap((lies, face) => (same(lies, face) ? [] : [[face]]));
    this.seen = this.placed;
    this.tell(changes.length ? this.around(changes) : "");
  }

  // -- keys
  key(event) {
    const take = () => this.take(this.now);
    obeyAlone(event, { Delete: take, Backspace: take, PageDown: () => this.other(1),
      PageUp: () => this.other(-1) }[event.key]);
  }

  undoKey(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "z") obey(event, () => this.undo());
  }

  other(by) {
    const type = otherType(this.tiles, this.placed, this.chosen, by);
    if (type === undefined) return this.tell("No tile is left.");
    this.choose(type);
    this.tell(this.picked(type));
  }

  /** Make this face the one that Tab comes to, and that the buttons are about. */
  stand(face) {
    this.now = face;
    this.netStops.stand(face);
    for (const line of this.ring.children) set(line, { points: pointList(this.shape.points[face]) });
    this.drawTools();
  }

  // -- drawing
  build(shape) {
    this.shape = shape;
    this.middles = shape.points.map(middleOf);
    this.shown = [];
    const [width, height] = shape.size.map((size, axis) => size + 2 * MARGIN[axis]);
    const viewBox = `${-MARGIN[0]} ${-MARGIN[1]} ${width} ${height}`;
    set(this.net, { viewBox, style: `--net:${width}px`, "aria-label": `Net of the ${shape.name}. ${KEYS}` });
    this.marks = shape.points.map((points, face) => this.mark(face, points, shape.faces[face]));
    const peg = ([x, y]) => make("g.toy-peg",
      { transform: `translate(${x} ${y})`, "aria-hidden": "true" });
    this.netStops = new Stops(this.marks, (face, dx, dy) =>
      faceBeside(this.middles, face, dx, dy));
    this.pegs = shape.places.map((places) => places.map(peg));
    this.ring = make("g.toy-ring", make("polygon"), make("polygon"));
    this.net.replaceChildren(...this.marks, this.ring, ...this.pegs.flat());
    this.stand(Math.min(this.now, this.marks.length - 1));
  }

  mark(face, points, name) {
    const press = () => { this.press(face); this.marks[face].focus(); };
    return make("g.toy-face", { role: "button", onclick: press, onfocus: () => this.stand(face) },
      make("polygon", { points: pointList(points) }), make("g"),
        words(this.middles[face], name, "toy-facename", name.length > 3 ? 9 : 12));
  }

  /** The tray has its buttons as long as the tiles are the same. */
  fillTray(tiles) {
    this.kinds = tiles;
    this.chosen = -1;
    this.buttons = tiles.map(([tile], type) =>
      make("button", { type: "button", onclick: () => this.pick(type) },
      make("svg", { viewBox: "0 0 100 88", "aria-hidden": "true" }, ...tileOn(TRAY, tile)), make("span")));
    this.tray.replaceChildren(...this.buttons);
    new Stops(this.buttons);
  }

  picked(type) { return `Chosen: tile ${spelled(this.tile(type))}, ${this.left(type)} left.`; }

  pick(type) {
    if (this.isGone(type)) return;
    this.choose(this.chosen === type ? -1 : type);
    this.tell(this.chosen < 0 ? "No tile is chosen." : this.picked(type));
  }

  draw() {
    if (this.shape !== this.model.get("shape")) this.build(this.model.get("shape"));
    if (this.kinds !== this.tiles) this.fillTray(this.tiles);
    this.placed.forEach((lies, face) => this.drawFace(face, lies));
    const all = this.standings();
    all.forEach((one, v) => this.pegs[v].forEach((node) => drawPeg(node, one)));
    this.sums.replaceChildren(...all.map(({ say }) => make("li", say)));
    this.drawScore(all);
    this.drawTray();
    this.drawTools();
  }

  drawFace(face, lies) {
    const pegs = this.shape.corners[face].map((v) => this.model.get("pegs")[v]);
    const corners = this.shape.corners[face].map((v) => this.shape.vertices[v]);
    const numbers = dotsOn(this.tiles, lies);
    const dots = numbers.map((number, i) => `${number} at ${corners[i]}`).join(", ");
    const what = lies ? `tile ${spelled(this.tile(lies[0]))}, ${dots}` : "empty";
    this.marks[face].ariaLabel = `Face ${this.shape.faces[face]}, pegs ${pegs.join(" ")}: ${what}`;
    if (this.shown[face] === what) return;
    this.shown[face] = what;
    this.marks[face].children[1].replaceChildren(...(lies ? tileOn(this.shape.points[face], numbers) : []));
    this.marks[face].classList.toggle("toy-filled", Boolean(lies));
  }

  drawScore(all) {
    this.score.textContent = scoreOf(all, this.placed);
    const [met, text] = this.model.get("verdict");
    this.verdict.textContent = this.placed.every(Boolean) ? text ?? "" : "";
    this.verdict.hidden = !this.verdict.textContent;
    this.verdict.classList.toggle("toy-right", Boolean(met));
  }

  drawTray() {
    this.buttons?.forEach((tile, type) => {
      const left = this.left(type), name = spelled(this.tile(type));
      Object.assign(tile, { ariaLabel: `tile ${name}, ${left} left`, ariaPressed: type === this.chosen });
      tile.classList.toggle("toy-gone", !left);
      tile.lastChild.textContent = `${name} ×${left}`;
    });
  }

  drawTools() {
    const here = this.placed[this.now], open = this.placed.includes(null);
    const now = { turn: here, take: here, undo: this.model.get("past").length,
      clear: this.placed.some(Boolean), step: open, help: open };
    for (const [name, yes] of Object.entries(now)) able(this.tools[name], yes && !this.waiting);
  }
}

function drawPeg(node, { name, has, peg, kind, sign }) {
  const text = `${has}/${peg}`, key = `${kind} ${sign} ${text}`;
  if (node.dataset.key === key) return;
  node.dataset.key = key;
  set(node, { class: `toy-peg toy-${kind}` });
  const size = (line, most) => Math.min(most, 70 / line.length);
  const top = name + sign;
  node.replaceChildren(pegShape(kind), words([0, -9], top, "toy-pegname", size(top, 13)),
    words([0, 8], text, "toy-sum", size(text, 18)));
}

export default widget(Hand, "change:shape change:pegs change:tiles change:placed change:past change:verdict "
  + "change:answered");
