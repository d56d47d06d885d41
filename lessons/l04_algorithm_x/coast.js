// Whole searches as discs: a ring a level, a segment a node; all discs have the same angle for a node.

import { penOf, sized } from "../kit/cards/browser/canvas.js";
import { clamp, grouped, isDark, make, numbers, obeyAlone, screenOf, sheetOf,
  spoken } from "../kit/cards/browser/dom.js";
import { FULL_HELP } from "../kit/cards/browser/full.js";
import { LOOK, packed, paintSolid } from "../kit/cards/browser/packing.js";
import { Film } from "../kit/cards/browser/painted.js";
import { widget } from "../kit/cards/browser/widget.js";

const SWEEP = 12_000; // milliseconds, all of it
const INNER = 0.3, RINGS = 0.8; // of the radius: where the first ring begins, and where the last one ends
const GOLD = "#c99700", DEAD = "#d3222a";
const LEAST = 0.5; // pixels, of a segment
const MOST = 470; // pixels
const SOLUTION = 1, DEAD_END = 2;
const CLOSEST = 24, CLOSER = 1.5; // times as large: at most, and by a key
const NOTCH = 0.002; // of a wheel's way, as a power
const KEY = "Each ring is a level, each segment a node in the colour of its piece, in the order of the "
  + "search, clockwise. A gold ray is a solution. A node has the same angle in both discs.";
const ZOOM_HELP = "On a disc, plus and minus zoom towards the node in hand, 0 shows all.";

/** A search: its nodes, where the part below each of them ends, and the node above it. */
function treeOf({ levels, options, endings }) {
  const level = numbers(levels), count = level.length;
  const end = new Uint32Array(count), above = new Int32Array(count), path = [];
  for (let k = 0; k <= count; k++) {
    while (path.length >= (level[k] ?? 0) && path.length) end[path.pop()] = k;
    above[k] = path.at(-1) ?? -1;
    path.push(k);
  }
  const ending = numbers(endings), many = (kind) => ending.filter((one) => one === kind).length;
  return { level, option: numbers(options, "u2"), ending, end, above, count, deepest: Math.max(...level),
    solutions: many(SOLUTION), dead: many(DEAD_END) };
}

class Coast extends Film {
  constructor(model, el) {
    super(model, el);
    this.trees = model.get("trees").map(treeOf);
    this.view = { x: 0, y: 0, zoom: 1 }; // how far its middle is from that of the discs, of their size
    this.places = model.get("places");
    this.build();
  }

  build() {
    const names = this.model.get("names");
    const point = (event) => this.point(event);
    this.discs = this.trees.map((_, k) => make("canvas", { role: "img", tabindex: 0,
      "aria-label": this.words(k), title: "Click, then zoom by the wheel", onpointerdown: point,
      onpointermove: (event) => event.buttons && point(event), onkeydown: (event) => this.key(event) }));
    for (const disc of this.discs)
      disc.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.counts = names.map(() => make("figcaption"));
    this.buildFilm({ name: "Nodes searched", help: "Watch both searches, node by node, in twelve seconds",
      end: Math.max(...this.trees.map(({ count }) => count)), stride: 1, time: SWEEP });
    this.at = this.rim.value = this.end;
    this.say = spoken("eo-say");
    this.root = sheetOf("eo-coast", { "aria-label": `Whole searches as discs. ${ZOOM_HELP}${FULL_HELP}` },
      make("div.eo-discs", ...this.discs.map((disc, k) => make("figure", disc, this.counts[k]))),
      make("div.eo-sweep", this.play, this.rim, this.full.button), this.say);
    this.say.textContent = KEY;
  }

  words(k) {
    const { count, dead, solutions } = this.trees[k];
    return `${this.model.get("names")[k]}: ${grouped(count)} nodes, ${grouped(dead)} dead ends, `
      + `${grouped(solutions)} solutions`;
  }

  nodeWords(k) {
    const { count } = this.trees[k], node = Math.min(this.at, count);
    return `${this.model.get("names")[k]}: node ${grouped(node)} of ${grouped(count)}`;
  }

  /** Pixels as they were before the zoom, from the middle of a disc. */
  inDisc([right, below]) {
    const { x, y, zoom } = this.view;
    return [right / zoom + x * this.size, below / zoom + y * this.size];
  }

  point(event) {
    const [right, below] = this.inDisc(under(event));
    this.go(((Math.atan2(right, -below) / (2 * Math.PI) + 1) % 1) * this.end);
  }

  // -- the zoom, of all discs together

  /** The wheel belongs to the page until a disc has the focus. */
  wheel(event) {
    if (document.activeElement !== event.target && !this.full.node) return;
    event.preventDefault();
    const at = under(event);
    this.zoomBy(Math.exp(-event.deltaY * NOTCH), at, this.inDisc(at));
  }

  /** A key zooms towards the node in hand. */
  key(event) {
    const factor = { "+": CLOSER, "=": CLOSER, "-": 1 / CLOSER, 0: 1 / CLOSEST }[event.key];
    const turn = this.angle(this.at), far = this.size / 2 * (INNER + RINGS) / 2;
    obeyAlone(event, factor
      && (() => this.zoomBy(factor, [0, 0], [far * Math.cos(turn), far * Math.sin(turn)])));
  }

  /** Zoom, so that a point of the discs comes to lie at these pixels from the middle. */
  zoomBy(factor, at, point) {
    const zoom = clamp(this.view.zoom * factor, 1, CLOSEST);
    const [x, y] = point.map((value, axis) => (zoom === 1 ? 0 : (value - at[axis] / zoom) / this.size));
    this.view = { x, y, zoom };
    this.later();
  }

  /** A pen for the discs as they are seen; lines keep their width. */
  zoomed(canvas) {
    const pen = penOf(canvas), { x, y, zoom } = this.view, middle = this.size / 2;
    pen.translate(middle, middle);
    pen.scale(zoom, zoom);
    pen.translate(-middle - x * this.size, -middle - y * this.size);
    return pen;
  }

  // -- painted

  paint() {
    const below = this.large ? 185 : 130; // pixels for what stands there
    const room = Math.min((this.wide - 60) / this.discs.length, screenOf(this.root) - below);
    const size = Math.floor(clamp(room, 220, this.full.node ? 2000 : MOST));
    if (!this.kept || this.size !== size) {
      this.size = size;
      this.kept = this.trees.map((tree) => this.paintWhole(tree));
    }
    this.trees.forEach((tree, k) => this.paintDisc(tree, k));
    this.rim.ariaValueText = this.trees.map((_, k) => this.nodeWords(k)).join("; ");
  }

  angle(node) { return 2 * Math.PI * node / this.end - Math.PI / 2; }

  /** A whole disc, on a canvas of its own: of it the part is shown that has been searched. */
  paintWhole(tree) {
    const canvas = sized(make("canvas"), this.size), pen = this.zoomed(canvas), middle = this.size / 2;
    const least = LEAST / this.view.zoom;
    const fills = this.model.get("colours"), thick = middle * (RINGS - INNER) / tree.deepest;
    for (let k = 0; k < tree.count; k++) {
      const inner = middle * INNER + thick * (tree.level[k] - 1), from = this.angle(k);
      const to = Math.max(this.angle(tree.end[k]), from + least / inner), ray = tree.ending[k] === SOLUTION;
      pen.fillStyle = fills[this.places[tree.option[k]][0]];
      segment(pen, middle, inner, inner + thick - 1, from, to);
      if (!ray) continue;
      pen.fillStyle = GOLD;
      segment(pen, middle, middle * RINGS, middle * 0.99, from, from + 3 * least / middle);
    }
    return canvas;
  }

  paintDisc(tree, k) {
    const { size } = this, middle = size / 2, node = Math.min(this.at, tree.count);
    this.counts[k].style.width = `${size}px`;
    const disc = sized(this.discs[k], size), ink = isDark() ? "#f2f2f2" : "#1b1b1b";
    penOf(disc).clearRect(0, 0, size, size);
    const pen = this.zoomed(disc);
    pen.save();
    pen.beginPath();
    pen.moveTo(middle, middle);
    pen.arc(middle, middle, middle, this.angle(0), this.angle(node === tree.count ? node : node + 0.5));
    pen.clip();
    penOf(disc).drawImage(this.kept[k], 0, 0, size, size);
    pen.restore();
    pen.strokeStyle = "#8a8a8a";
    pen.lineWidth = 1 / this.view.zoom;
    pen.beginPath();
    pen.arc(middle, middle, middle * RINGS, 0, 7);
    pen.stroke();
    if (node < tree.count) this.paintHand(pen, middle, tree, node, ink);
    this.paintBox(pen, middle, tree, node);
    this.counts[k].textContent = node < tree.count ? this.nodeWords(k) : this.words(k);
  }

  paintHand(pen, middle, tree, node, ink) {
    const turn = this.angle(node);
    const at = (far) => [middle + Math.cos(turn) * far, middle + Math.sin(turn) * far];
    pen.strokeStyle = tree.ending[node] === DEAD_END ? DEAD : ink;
    pen.lineWidth = 2 / this.view.zoom;
    pen.beginPath();
    pen.moveTo(...at(middle * INNER));
    pen.lineTo(...at(middle));
    pen.stroke();
  }

  /** The box at a node: what the search has laid there. At the end there is only what was given. */
  paintBox(pen, middle, tree, node) {
    const laid = [...this.model.get("given")], cells = this.model.get("cells");
    for (let k = node < tree.count ? node : -1; k >= 0; k = tree.above[k]) laid.push(tree.option[k]);
    const wide = 1 + Math.max(...cells.flat()), solid = packed(laid.map((one) => this.places[one]), cells);
    paintSolid(pen, solid, { ...LOOK, x: middle, y: middle, scale: middle * INNER / wide,
      fills: this.model.get("colours") });
  }
}

function segment(pen, middle, inner, outer, from, to) {
  pen.beginPath();
  pen.arc(middle, middle, outer, from, to);
  pen.arc(middle, middle, inner, to, from, true);
  pen.fill();
}

/** Where the pointer is in a disc, in pixels to the right of its middle and below. */
const under = ({ offsetX, offsetY, target }) =>
  [offsetX - target.clientWidth / 2, offsetY - target.clientHeight / 2];

export default widget(Coast);
