// Pieces to push, and beside them the map of all positions that have been seen.

import { penOf, sharpen } from "../kit/cards/browser/canvas.js";
import { button, fitLines, group, label, make, onResize, set, sheetOf,
  spoken } from "../kit/cards/browser/dom.js";
import { many, upTo } from "../kit/cards/browser/logic/numbers.js";
import { widget } from "../kit/cards/browser/widget.js";
import { LOOK, solidOf, viewer } from "../puzzles/cards/browser/logic/packing.js";
import { paintSolid } from "../puzzles/cards/browser/paint_packing.js";
import { Positions, STEPS } from "./logic/pushing.js";

const HIGH = 340, ROOM = 300, MOST = 40; // pixels; positions
const FAR = 22; // pixels of a drag that are a push

class PushMap {
  constructor(model) {
    Object.assign(this, { pieces: model.get("pieces"), say: spoken("eo-say") });
    this.canvas = make("canvas", { role: "img", onpointermove: (event) => this.dragged(event),
      onpointerdown: ({ clientX, clientY }) => { this.from = [clientX, clientY]; },
      onpointerup: () => { this.from = null; } });
    this.map = make("svg", { viewBox: `0 0 ${ROOM} ${ROOM}`, role: "img" });
    const way = ({ name }, k) => ([, to], n) =>
      button(to, () => this.push(k, n), { "aria-label": `push the ${name} ${to}` });
    this.rows = this.pieces.map((piece, k) => group("div.eo-player", `Push the ${piece.name}`,
      make("b", piece.name), ...STEPS.map(way(piece, k))));
    this.root = sheetOf("eo-pushes", "Pieces to push, and the map of their positions", this.say,
      make("div.push-pair", this.canvas, this.map), ...this.rows,
      make("div.eo-player", button("Try all the others", () => this.tryAll()),
        button("Begin again", () => this.begin())));
    this.begin();
  }

  listen(signal) { onResize(this.root, signal, () => this.draw()); }

  begin() {
    this.positions = new Positions(this.pieces.map(({ cells }) => cells));
    this.tell("Push a piece: by a button, or drag the last one.");
    this.draw();
  }

  tell(words) { this.say.textContent = words; }

  push(piece, way) {
    const { positions, pieces } = this, before = positions.at, moving = positions.push(piece, way);
    const who = moving.map((k) => pieces[k].name).join(" and "), all = moving.length === pieces.length;
    const led = all ? "All move together: nothing has changed. "
      : positions.at === before ? "" : `The ${who} moved. `;
    this.tell(`${led}${this.verdict}`);
    this.draw();
  }

  get verdict() {
    const { positions } = this, { pushes } = positions, { length } = positions.all;
    const open = positions.tried.filter(({ size }) => size < pushes), found = many(length, "position");
    if (length > MOST) return `More than ${MOST} positions: nothing holds the pieces.`;
    if (open.length) return `${found} so far; in ${open.length} of them some pushes are not tried yet.`;
    return `${found}, and each of the ${length * pushes} pushes leads to one of them: `
      + "the list is finished. Nobody can take this apart.";
  }

  tryAll() {
    const { positions } = this, { at } = positions;
    for (let next = positions.open; next && positions.all.length <= MOST; next = positions.open) {
      positions.at = next.at;
      positions.push(next.piece, next.way);
    }
    positions.at = at;
    this.tell(this.verdict);
    this.draw();
  }

  /** A drag pushes the last piece in the direction that looks most like it. */
  dragged({ clientX, clientY }) {
    if (!this.from) return;
    const by = [clientX - this.from[0], clientY - this.from[1]];
    if (Math.hypot(...by) < FAR) return;
    const seen = viewer(LOOK.yaw, LOOK.height), along = STEPS.map(([step]) => seen(step))
      .map(([x, y]) => (x * by[0] + y * by[1]) / Math.hypot(x, y));
    this.from = [clientX, clientY];
    this.push(this.pieces.length - 1, along.indexOf(Math.max(...along)));
  }

  draw() {
    const { canvas, positions } = this, wide = canvas.clientWidth;
    if (!wide) return;
    fitLines(this.say);
    sharpen(canvas, wide, HIGH);
    const pen = penOf(canvas), cells = positions.cells(positions.here);
    const home = positions.cells(positions.all[0]).flat(), fills = this.pieces.map(({ fill }) => fill);
    pen.clearRect(0, 0, wide, HIGH);
    const solid = solidOf(cells.flat(), cells.flatMap((own, k) => own.map(() => k)), home);
    const scale = Math.min(wide, HIGH) / (3 + Math.max(...home.flat()));
    paintSolid(pen, solid, { ...LOOK, x: wide / 2, y: HIGH / 2, scale, fills });
    canvas.ariaLabel = this.pieces.map(({ name }, k) => `${name} at (${positions.here[k]})`).join(", ");
    this.drawMap();
    const tried = positions.tried[positions.at];
    this.rows.forEach((row, piece) => row.querySelectorAll("button").forEach((node, way) =>
      set(node, { class: tried.has(`${piece} ${way}`) ? "push-tried" : "" })));
  }

  drawMap() {
    const { all, tried, at, lines, pushes } = this.positions, far = all.length > 1 ? ROOM / 3 : 0;
    const place = (k) => [Math.cos, Math.sin]
      .map((wave) => ROOM / 2 - far * wave(2 * Math.PI * k / all.length));
    const shown = upTo(Math.min(all.length, MOST));
    this.map.replaceChildren(
      ...lines.filter((ends) => ends.every((k) => k < MOST)).map(([from, to]) => {
        const [x1, y1, x2, y2] = [...place(from), ...place(to)];
        return make("line", { x1, y1, x2, y2 });
      }),
      ...shown.map((k) => {
        const [cx, cy] = place(k), done = tried[k].size === pushes;
        const look = `${k === at ? "push-here" : ""} ${done ? "push-done" : ""}`;
        return make("g", make("circle", { cx, cy, r: 13, class: look }),
          label(cx, cy + 30, `${tried[k].size} of ${pushes}`));
      }));
    this.map.ariaLabel = `Map: ${this.verdict}`;
  }
}

export default widget(PushMap, "change:pieces");
