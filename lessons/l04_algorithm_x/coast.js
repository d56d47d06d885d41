// Whole searches as discs: a ring a level, a segment a node; all discs have the same angle for a node.

import { penOf, sized } from "../kit/cards/browser/canvas.js";
import { isDark, make, obeyAlone, screenOf, sheetOf, spoken } from "../kit/cards/browser/dom.js";
import { FULL_HELP } from "../kit/cards/browser/full.js";
import { clamp, grouped } from "../kit/cards/browser/logic/numbers.js";
import { LOOK, packed } from "../puzzles/cards/browser/logic/packing.js";
import { paintSolid } from "../puzzles/cards/browser/paint_packing.js";
import { Film } from "../puzzles/cards/browser/painted.js";
import { widget } from "../kit/cards/browser/widget.js";
import { DEAD_END, RINGS, SOLUTION, Discs, laidAt, treeOf } from "./logic/discs.js";

const SWEEP = 12_000; // milliseconds, all of it
const GOLD = "#c99700", DEAD = "#d3222a";
const MOST = 470; // pixels
const CLOSER = 1.5, ALL = 0.01; // times as large, by a key
const NOTCH = 0.002; // of a wheel's way, as a power
const KEY = "Each ring is a level, each segment a node in the colour of its piece, in the order of the "
  + "search, clockwise. A gold ray is a solution. A node has the same angle in both discs.";
const ZOOM_HELP = "On a disc, plus and minus zoom towards the node in hand, 0 shows all.";

class Coast extends Film {
  constructor(model, el) {
    super(model, el);
    this.trees = model.get("trees").map(treeOf);
    this.end = Math.max(...this.trees.map(({ count }) => count));
    this.rings = new Discs(this.end);
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
      end: this.end, stride: 1, time: SWEEP });
    this.at = this.rim.value = this.end;
    this.say = spoken("eo-say");
    this.root = sheetOf("eo-coast", `Whole searches as discs. ${ZOOM_HELP}${FULL_HELP}`,
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

  point(event) { this.go(this.rings.nodeAt(under(event))); }

  // -- the zoom, of all discs together

  /** The wheel belongs to the page until a disc has the focus. */
  wheel(event) {
    if (document.activeElement !== event.target && !this.full.node) return;
    event.preventDefault();
    const at = under(event);
    this.zoomBy(Math.exp(-event.deltaY * NOTCH), at, this.rings.inDisc(at));
  }

  /** A key zooms towards the node in hand. */
  key(event) {
    const factor = { "+": CLOSER, "=": CLOSER, "-": 1 / CLOSER, 0: ALL }[event.key];
    obeyAlone(event, factor && (() => this.zoomBy(factor, [0, 0], this.rings.middleOf(this.at))));
  }

  zoomBy(factor, at, point) {
    this.rings.zoomBy(factor, at, point);
    this.later();
  }

  /** A pen for the discs as they are seen; lines keep their width. */
  zoomed(canvas) {
    const { size, view: { x, y, zoom } } = this.rings, pen = penOf(canvas), middle = size / 2;
    pen.translate(middle, middle);
    pen.scale(zoom, zoom);
    pen.translate(-middle - x * size, -middle - y * size);
    return pen;
  }

  // -- painted

  paint() {
    const below = this.large ? 185 : 130; // pixels for what stands there
    const room = Math.min((this.wide - 60) / this.discs.length, screenOf(this.root) - below);
    const size = Math.floor(clamp(room, 220, this.full.node ? 2000 : MOST));
    if (!this.kept || this.rings.size !== size) {
      this.rings.size = size;
      this.kept = this.trees.map((tree) => this.paintWhole(tree));
    }
    this.trees.forEach((tree, k) => this.paintDisc(tree, k));
    this.rim.ariaValueText = this.trees.map((_, k) => this.nodeWords(k)).join("; ");
  }

  /** A whole disc, on a canvas of its own: of it the part is shown that has been searched. */
  paintWhole(tree) {
    const { rings } = this, canvas = sized(make("canvas"), rings.size), pen = this.zoomed(canvas);
    const middle = rings.size / 2, fills = this.model.get("colours");
    for (let k = 0; k < tree.count; k++) {
      const { inner, outer, from, to, ray } = rings.segment(tree, k);
      pen.fillStyle = fills[this.places[tree.option[k]][0]];
      segment(pen, middle, inner, outer, from, to);
      if (tree.ending[k] !== SOLUTION) continue;
      pen.fillStyle = GOLD;
      segment(pen, middle, middle * RINGS, middle * 0.99, from, ray);
    }
    return canvas;
  }

  paintDisc(tree, k) {
    const { rings } = this, { size } = rings, middle = size / 2, node = Math.min(this.at, tree.count);
    this.counts[k].style.width = `${size}px`;
    const disc = sized(this.discs[k], size), ink = isDark() ? "#f2f2f2" : "#1b1b1b";
    penOf(disc).clearRect(0, 0, size, size);
    const pen = this.zoomed(disc);
    pen.save();
    pen.beginPath();
    pen.moveTo(middle, middle);
    pen.arc(middle, middle, middle, rings.angle(0), rings.angle(node === tree.count ? node : node + 0.5));
    pen.clip();
    penOf(disc).drawImage(this.kept[k], 0, 0, size, size);
    pen.restore();
    pen.strokeStyle = "#8a8a8a";
    pen.lineWidth = 1 / rings.view.zoom;
    pen.beginPath();
    pen.arc(middle, middle, middle * RINGS, 0, 7);
    pen.stroke();
    if (node < tree.count) this.paintHand(pen, middle, tree, node, ink);
    this.paintBox(pen, middle, tree, node);
    this.counts[k].textContent = node < tree.count ? this.nodeWords(k) : this.words(k);
  }

  paintHand(pen, middle, tree, node, ink) {
    const turn = this.rings.angle(node);
    const at = (far) => [middle + Math.cos(turn) * far, middle + Math.sin(turn) * far];
    pen.strokeStyle = tree.ending[node] === DEAD_END ? DEAD : ink;
    pen.lineWidth = 2 / this.rings.view.zoom;
    pen.beginPath();
    pen.moveTo(...at(this.rings.hole));
    pen.lineTo(...at(middle));
    pen.stroke();
  }

  /** The box at a node: what the search has laid there. At the end there is only what was given. */
  paintBox(pen, middle, tree, node) {
    const laid = [...this.model.get("given"), ...laidAt(tree, node)], cells = this.model.get("cells");
    const wide = 1 + Math.max(...cells.flat()), solid = packed(laid.map((one) => this.places[one]), cells);
    paintSolid(pen, solid, { ...LOOK, x: middle, y: middle, scale: this.rings.hole / wide,
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
