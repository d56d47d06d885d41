// Six plates and a board: only border cells can be changed. Lines below say what is still wrong.

import { button, make, send, sheetOf } from "../kit/cards/browser/dom.js";
import { Stops } from "../kit/cards/browser/stops.js";
import { widget } from "../kit/cards/browser/widget.js";
import { besideIn, ringOf, total, verdictsOn } from "./logic/borders.js";

class Border {
  constructor(title, width, height, middle, toggle) {
    Object.assign(this, { title, width, height, ring: ringOf(width, height) });
    this.buttons = this.ring.map(([x, y], i) =>
      button("", () => toggle(i), { style: `grid-area:${y + 1}/${x + 1}` }));
    new Stops(this.buttons, (i, dx, dy) => besideIn(this.ring, i, dx, dy));
    this.count = make("span.eo-count");
    this.middle = make("div.eo-middle", { style: `grid-area:2/2/${height}/${width}` }, middle);
    this.grid = make("div.eo-grid", { style: `grid-template-columns:repeat(${width},auto)` },
      ...this.buttons, this.middle);
    this.node = make("div.eo-border", { role: "group" },
      make("div.eo-title", `${title} `, this.count), this.grid);
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

class Editor {
  constructor(model) {
    Object.assign(this, { model, names: "" });
    this.lines = make("div.eo-lines", { role: "status", "aria-live": "polite" });
    this.plates = make("div.eo-platerow");
    this.board = new Border("board", 10, 7, "8 × 5, always open",
      (i) => this.edit("frame", (frame) => { frame[i] = !frame[i]; }));
    this.board.node.classList.add("eo-boardgrid");
    this.root = sheetOf("eo-plates", "Plates and board", this.plates, this.board.node, this.lines);
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
    this.drawLines(verdictsOn(plates, frame));
  }
  drawLines(lines) {
    this.lines.replaceChildren(...lines.map(([name, right, words]) =>
      make("p", { class: right ? "eo-right" : "eo-not" }, make("b", `${right ? "✓" : "✗"} ${name}: `),
        words)));
  }
}

export default widget(Editor, "change:plates change:frame");
