// All positions of a toy as a field of tiles, and one toy: its twins light up, and turn green together.

import { penOf, sharpen } from "../kit/cards/browser/canvas.js";
import { ARROWS, button, fitLines, isDark, label, make, obeyAlone, onResize, set, sheetOf, spoken,
  toolbar } from "../kit/cards/browser/dom.js";
import { grouped, many } from "../kit/cards/browser/logic/numbers.js";
import { widget } from "../kit/cards/browser/widget.js";
import { during } from "../puzzles/cards/browser/glide.js";
import { viewer } from "../puzzles/cards/browser/logic/packing.js";
import { along, minus, unit } from "../puzzles/cards/browser/logic/vectors.js";
import { Field } from "./logic/twin_plan.js";

const TURN = 700, ALL = 6000; // milliseconds
const TONES = { light: ["#cfcfcf", "#1f7a43"], dark: ["#505050", "#35b36b"] }; // of open and settled tiles
const GOLD = "#ffc21a";
const seen = viewer(0.3, 0.35), inSight = (point) => seen(point)[2] > -0.3;

class Twins {
  constructor(model) {
    const points = model.get("points");
    const ends = model.get("edges").map((edge) => edge.map((v) => points[v]));
    this.field = new Field(model.get("turns"));
    Object.assign(this, { model, spots: points, say: spoken("eo-say") });
    this.map = make("canvas", { tabindex: 0, role: "application", onclick: (event) => this.clicked(event),
      onkeydown: (event) => this.key(event) });
    this.pegs = points.map((_, k) => make("g", make("circle", { r: 0.13 }), label(0, 0.06, k + 1)));
    const d = ends.filter((edge) => edge.every(inSight))
      .map(([a, b]) => `M${seen(a).slice(0, 2)}L${seen(b).slice(0, 2)}`).join("");
    const toy = make("svg", { viewBox: "-1.1 -1.1 2.2 2.2", role: "img", "aria-label": "The toy" },
      make("path", { d }), ...this.pegs);
    const buttons = toolbar("The toy and its twins", button("Turn the toy", () => this.turn()),
      button("Settle the gold tiles", () => this.settle()), button("Settle all", () => this.settleAll()));
    this.root = sheetOf("eo-twins", "All positions, and a toy", this.say,
      make("div.twin-pair", this.map, make("div", buttons, toy)));
    this.hold(this.field.tiles[0], model.get("say"));
  }

  listen(signal) { onResize(this.root, signal, () => this.draw()); }

  /** Hold the toy of a tile: its pegs glide there. */
  hold(tile, words) {
    const { spots, field, model } = this, twin = this.twins?.get(tile), toy = twin ?? field.toyOf(tile);
    const to = toy.map((v) => model.get("points")[v]);
    Object.assign(this, { tile, twins: field.twins(toy) });
    this.tell(words ?? (twin ? "This toy again, held in another way: its solution turns with it."
      : "Another toy and its twins."));
    this.stop?.();
    this.stop = during(TURN, (share) => {
      this.spots = to.map((v, k) => unit(along(spots[k], minus(v, spots[k]), share)));
      this.pegs.forEach((peg, k) => set(peg, { visibility: inSight(this.spots[k]) ? "visible" : "hidden",
        transform: `translate(${seen(this.spots[k]).slice(0, 2)})` }));
    });
  }

  /** Tell those who do not see the ring where it is. */
  tell(words) {
    const { field, tile } = this, [column, row] = field.spotOf(tile);
    const settled = field.settled.has(tile) ? ", settled" : "";
    this.say.replaceChildren(words,
      make("span.eo-unseen", ` The ring is in row ${row + 1}, column ${column + 1}${settled}.`));
    this.draw();
  }

  turn() {
    const tiles = [...this.twins.keys()].sort((a, b) => a - b);
    this.hold(tiles[(tiles.indexOf(this.tile) + 1) % tiles.length]);
  }

  /** Settle the twins of this toy, and hold another; once all are settled, begin again. */
  settle() {
    const { field, tile } = this;
    if (field.open === undefined) field.settled.clear();
    field.settle(tile);
    this.hold(field.open ?? tile, this.words);
  }

  settleAll() {
    const { field } = this, begun = field.settled.size, left = field.tiles.length - begun;
    during(ALL, (share) => {
      while (field.settled.size < begun + share * left) field.settle(field.open);
      this.tell(this.words);
    });
  }

  get words() {
    const { settled: { size }, tiles: { length }, turns } = this.field, each = this.model.get("each");
    return `${grouped(size * each)} of ${grouped(length * each)} positions are settled. Only those of `
      + `${many(size / turns.length, "tile")} had to be solved: one in ${turns.length}.`;
  }

  clicked({ offsetX, offsetY }) {
    const tile = this.field.tileAt([offsetX, offsetY].map((v) => Math.floor(v / this.side)));
    if (tile !== undefined) this.hold(tile);
  }

  key(event) {
    const way = ARROWS[event.key];
    obeyAlone(event, way && (() => this.hold(this.field.beside(this.tile, way))));
  }

  draw() {
    const { map, field, twins } = this, { clientWidth: wide, clientHeight: high } = map;
    if (!wide) return;
    fitLines(this.say);
    const side = this.side = wide / field.size[0];
    sharpen(map, wide, high);
    const pen = penOf(map), [open, done] = TONES[isDark() ? "dark" : "light"];
    pen.clearRect(0, 0, wide, high);
    const ink = getComputedStyle(this.root).getPropertyValue("--ink");
    for (const tile of field.tiles) {
      const gold = twins.has(tile), settled = field.settled.has(tile);
      const square = [...field.spotOf(tile).map((v) => v * side), side - 1, side - 1];
      pen.fillStyle = settled ? done : gold ? GOLD : open;
      pen.fillRect(...square);
      Object.assign(pen, settled ? { strokeStyle: GOLD, lineWidth: 2 } : { strokeStyle: ink, lineWidth: 1 });
      if (gold) pen.strokeRect(...square);
    }
    const [x, y] = field.spotOf(this.tile).map((v) => (v + 0.5) * side);
    Object.assign(pen, { strokeStyle: ink, lineWidth: 3 });
    pen.beginPath();
    pen.arc(x, y, side, 0, 7);
    pen.stroke();
    map.ariaLabel = `All positions. Arrow keys go from tile to tile. ${this.say.textContent}`;
  }
}

export default widget(Twins, "change:turns");
