// A box by layers in which islands of empty cells are flooded; a press fills a cell, or empties it.

import { Stops } from "../kit/cards/browser/stops.js";
import { button, make, set, sheetOf, spoken } from "../kit/cards/browser/dom.js";
import { clamp, upTo } from "../kit/cards/browser/logic/numbers.js";
import { widget } from "../kit/cards/browser/widget.js";
import { canFill, islandsIn, wordsOf } from "./logic/flood_plan.js";

const KEYS = "Arrow keys go from cell to cell, Enter fills one or empties it.";

class Flood {
  constructor(model) {
    const [wide, deep, high] = this.size = model.get("size"), layer = wide * deep;
    this.lying = model.get("lying");
    this.owner = new Map(this.lying.flatMap(({ cells }, k) => cells.map((cell) => [cell, k])));
    this.pieces = model.get("sizes");
    this.say = spoken("eo-say");
    this.cells = upTo(layer * high).map((cell) => button("", () => this.press(cell)));
    new Stops(this.cells, (at, dx, dy) => this.beside(at, dx, dy));
    const names = (z) => (z === 0 ? "1 bottom" : z === high - 1 ? `${high} top` : String(z + 1));
    const layers = upTo(high).map((z) => make("figure", make("figcaption", names(z)),
      make("div.flood-layer", { style: `--wide:${wide}` }, ...upTo(deep).toReversed().flatMap((y) =>
        this.cells.slice(z * layer + y * wide, z * layer + (y + 1) * wide)))));
    this.root = sheetOf("eo-flood", `A box by layers. ${KEYS}`, this.say,
      make("div.flood-layers", ...layers),
      button("As it was", () => this.begin()));
    this.begin();
  }

  /** The cell beside one in its layer, or in the next layer. */
  beside(at, dx, dy) {
    const [wide, deep, high] = this.size, x = at % wide + dx, y = Math.floor(at / wide) % deep - dy;
    const z = Math.floor(at / (wide * deep)) + Math.floor(x / wide);
    if (z < 0 || z >= high) return at;
    return (z * deep + clamp(y, 0, deep - 1)) * wide + (x + wide) % wide;
  }

  begin() {
    this.filled = new Set(this.owner.keys());
    this.draw();
  }

  press(cell) {
    this.filled.has(cell) ? this.filled.delete(cell) : this.filled.add(cell);
    this.draw();
  }

  draw() {
    const found = islandsIn(this.filled, this.size), sizes = found.map(({ cells }) => cells.length);
    this.cells.forEach((node, cell) => this.filled.has(cell) && this.drawFilled(node, cell));
    found.forEach(({ cells, far }, number) => cells.forEach((cell, k) => {
      const bad = !canFill(cells.length, this.pieces), [x, y, z] = this.placeOf(cell);
      set(this.cells[cell], { class: `flood-cell ${bad ? "flood-bad" : `flood-${number % 3}`}`,
        style: `animation-delay:${40 * far[k]}ms`, "aria-label":
          `cell (${x},${y},${z}), in an island of ${cells.length}${bad ? ", which nothing can fill" : ""}` })
        .textContent = cells.length;
    }));
    const words = wordsOf(sizes, this.pieces);
    if (this.say.textContent !== words) this.say.textContent = words;
  }

  drawFilled(node, cell) {
    const { letter = "", fill = "#6b6b6b", ink = "#ffffff" } = this.lying[this.owner.get(cell)] ?? {};
    set(node, { class: "flood-cell", style: `background:${fill};color:${ink}`,
      "aria-label": `cell (${this.placeOf(cell)}), filled${letter && ` by ${letter}`}` })
      .textContent = letter;
  }

  placeOf(cell) {
    const [wide, deep] = this.size;
    return [cell % wide, Math.floor(cell / wide) % deep, Math.floor(cell / (wide * deep))];
  }
}

export default widget(Flood, "change:lying");
