// Six plates and a board: only border cells can be changed. Lines below say what is still wrong.

import { button, make, send, sheetOf, upTo } from "../kit/cards/browser/dom.js";
import { Stops } from "../kit/cards/browser/stops.js";
import { widget } from "../kit/cards/browser/widget.js";

/** The border of a picture as [x, y], clockwise from the top left. */
function ring(width, height) {
  const row = upTo(width), column = upTo(height - 2).map((y) => y + 1);
  return [...row.map((x) => [x, 0]), ...column.map((y) => [width - 1, y]),
    ...row.reverse().map((x) => [x, height - 1]), ...column.reverse().map((y) => [0, y])];
}

const total = (cells) => cells.filter(Boolean).length;

class Border {
  constructor(title, width, height, middle, toggle) {
    Object.assign(this, { title, width, height, toggle, ring: ring(width, height) });
    this.buttons = this.ring.map(([x, y], i) =>
      button("", () => this.press(i), { style: `grid-area:${y + 1}/${x + 1}` }));
    this.stops = new Stops(this.buttons, (i, dx, dy) => this.beside(i, dx, dy));
    this.count = make("span.eo-count");
    this.middle = make("div.eo-middle", { style: `grid-area:2/2/${height}/${width}` }, middle);
    this.grid = make("div.eo-grid", { style: `grid-template-columns:repeat(${width},auto)`,
      onkeydown: (event) => this.stops.key(event) }, ...this.buttons, this.middle);
    this.node = make("div.eo-border", { role: "group" },
      make("div.eo-title", `${title} `, this.count), this.grid);
  }
  press(i) {
    this.stops.stand(i);
    this.toggle(i);
  }
  /** The next border cell in this direction, across the middle if need be; at the edge, the cell itself. */
  beside(i, dx, dy) {
    let [x, y] = this.ring[i];
    for (x += dx, y += dy; x >= 0 && y >= 0 && x < this.width && y < this.height; x += dx, y += dy) {
      const found = this.ring.findIndex(([a, b]) => a === x && b === y);
      if (found >= 0) return found;
    }
    return i;
  }
  draw(cells, fill, ink) {
    this.node.style.setProperty("--fill", fill);
    this.node.style.setProperty("--sign", ink);
    const many = this.ring.length;
    cells.forEach((filled, i) => {
      const name = `${this.title}, border cell ${i + 1} of ${many}, ${filled ? "filled" : "empty"}`;
      Object.assign(this.buttons[i], { ariaLabel: name, ariaPressed: filled });
    });
    this.count.textContent = `${total(cells)} of ${many}`;
    this.node.ariaLabel = `${this.title}, ${total(cells)} of ${many} border cells filled`;
  }
}

// ---- what is still wrong

const PLATE = ring(4, 4).length, INNER = 24, SHELL = 56, ALL = 70;
const NEEDED = SHELL - INNER; // border cells on six plates that cover a cube
const missing = (has, needs) => (has < needs ? `${needs - has} more` : `${has - needs} too many`);

function cubeLine(border) {
  const right = border === NEEDED;
  const needs = right ? "as many as the cube needs" : `the cube needs ${NEEDED}: ${missing(border, NEEDED)}`;
  return [right, `the plates have ${border} border cells, ${needs}.`];
}

function boardLine(border, frame) {
  const has = INNER + border, open = ALL - frame;
  const words = `the plates have ${has} cells, the frame of ${frame} leaves ${open} of ${ALL} open`;
  const off = `${Math.abs(has - open)} too ${has < open ? "few" : "many"} on plates and frame`;
  return [has === open, `${words}: ${has === open ? "just as many" : off}.`];
}

function bothLine(border, frame) {
  const needs = ALL - SHELL;
  const right = border === NEEDED && frame === needs;
  return [right,
    `plates ${border} of ${NEEDED}, frame ${frame} of ${needs}${right ? ": both can work out." : "."}`];
}

/** Corners that hang on nothing: such a plate could not be lifted in one piece. */
function looseLines(plates) {
  const alone = (cells, i) => cells[i] && i % 3 === 0 && !cells[(i + PLATE - 1) % PLATE] && !cells[i + 1];
  const loose = plates.flatMap(({ name, cells }) =>
    cells.flatMap((_, i) => (alone(cells, i) ? [`plate ${name}, cell ${i + 1}`] : [])));
  const words =
    `only a corner touches here: ${loose.join("; ")}. It may be solved, but not lifted in one piece.`;
  return loose.length ? [["Loose", [false, words]]] : [];
}

class Editor {
  constructor(model) {
    Object.assign(this, { model, names: "" });
    this.lines = make("div.eo-lines", { role: "status", "aria-live": "polite" });
    this.plates = make("div.eo-platerow");
    this.board = new Border("board", 10, 7, "8 × 5, always open",
      (i) => this.edit("frame", (frame) => { frame[i] = !frame[i]; }));
    this.board.node.classList.add("eo-boardgrid");
    const named = { role: "group", "aria-label": "Plates and board" };
    this.root = sheetOf("eo-plates", named, this.plates, this.board.node, this.lines);
  }
  edit(trait, change) {
    const value = structuredClone(this.model.get(trait));
    change(value);
    send(this.model, { [trait]: value });
  }
  /** The plates may have other names after loading: then they are built anew. */
  build(plates) {
    const names = JSON.stringify(plates.map((plate) => [plate.name, plate.label]));
    if (names === this.names) return;
    this.names = names;
    this.borders = plates.map((plate, n) =>
      new Border(`plate ${plate.name}`, 4, 4, plate.label,
        (i) => this.edit("plates", (all) => { all[n].cells[i] = !all[n].cells[i]; })));
    this.plates.replaceChildren(...this.borders.map((border) => border.node));
  }
  draw() {
    const plates = this.model.get("plates"), frame = this.model.get("frame");
    this.build(plates);
    plates.forEach((plate, n) => this.borders[n].draw(plate.cells, plate.fill, plate.ink));
    this.board.draw(frame, ...this.model.get("wood"));
    this.drawLines(plates, total(frame));
  }
  drawLines(plates, frame) {
    const border = plates.reduce((sum, plate) => sum + total(plate.cells), 0);
    const lines = [["Cube", cubeLine(border)], ["Board", boardLine(border, frame)],
      ["Both", bothLine(border, frame)], ...looseLines(plates)];
    this.lines.replaceChildren(...lines.map(([name, [right, words]]) =>
      make("p", { class: right ? "eo-right" : "eo-not" }, make("b", `${right ? "✓" : "✗"} ${name}: `),
        words)));
  }
}

export default widget(Editor, "change:plates change:frame");
