// The layers of a box as tables in which pieces lie.

import { make, set } from "./dom.js";
import { BESIDE } from "./vectors.js";

const CLOSE = 6, BETWEEN = 14; // pixels between layers, one below the other and side by side
const CAPTION = 22; // pixels that the name of a layer is high, before it is drawn
const LARGEST = 110, SMALLEST = 20; // pixels of a cell
const KEYS = "Arrow keys move the piece in hand, Page Up and Page Down change its layer, X, Y and Z turn it, "
  + "Enter lays it, Escape puts it away, Delete takes back what was laid last, Ctrl+Z undoes. "
  + "A letter picks its piece, with Shift for X, Y and Z.";

export class Board {
  constructor(layers, tell) {
    this.layers = layers;
    this.cells = new Map();
    const onpointerdown = (event) => {
      const cell = this.cellAt(event);
      if (cell === null || event.button) return;
      event.preventDefault();
      this.node.focus({ preventScroll: true });
      tell(cell);
    };
    this.node = make("div.hand-board", { tabindex: 0, role: "application", onpointerdown,
      "aria-label": `Layers of the box. ${KEYS}` }, ...layers.map((layer) => this.table(layer)));
  }

  table({ title, rows }) {
    return make("table", { "aria-hidden": true, style: `--wide:${rows[0].length}` }, make("caption", title),
      ...rows.map((row) => make("tr", ...row.map((cell) => this.cell(cell)))));
  }

  cell(number) {
    if (number < 0) return make("td.hand-none");
    const node = make("td", { "data-cell": number });
    this.cells.set(number, node);
    return node;
  }

  cellAt({ clientX, clientY }) {
    const found = document.elementFromPoint(clientX, clientY)?.closest("[data-cell]");
    return found && this.node.contains(found) ? Number(found.dataset.cell) : null;
  }

  /** As large as width and height allow, in rows of the same length. */
  fit(width, height) {
    const wide = Math.max(...this.layers.map(({ rows }) => rows[0].length));
    const high = Math.max(...this.layers.map(({ rows }) => rows.length));
    const caption = this.node.querySelector("caption").offsetHeight || CAPTION;
    const least = Math.max(...[...this.node.children].map(({ caption }) => caption.scrollWidth));
    const sideIn = (across) => Math.floor(Math.min(LARGEST, (width / across - BETWEEN) / wide,
      (height / Math.ceil(this.layers.length / across) - caption - CLOSE) / high));
    const ways = this.layers.map((_, k) => k + 1).filter((n) => n === 1 || width / n >= least);
    const across = ways.reduce((best, n) => (sideIn(n) >= sideIn(best) ? n : best));
    const columns = Math.ceil(this.layers.length / Math.ceil(this.layers.length / across));
    this.node.style.setProperty("--side", `${Math.max(SMALLEST, sideIn(columns))}px`);
    this.node.style.setProperty("--columns", columns);
  }

  /** `look(cell)`: { text, fill, ink, marks: [classes] } of a cell; `own(cell)`: who fills it. */
  draw(look, own) {
    this.layers.forEach(({ rows }) => rows.forEach((row, y) => row.forEach((cell, x) => {
      if (cell < 0) return;
      const { text, fill, ink, marks } = look(cell), mine = own(cell);
      const sides = BESIDE.map(([dx, dy]) => {
        const other = rows[y + dy]?.[x + dx] ?? -1;
        return mine !== null && other >= 0 && own(other) === mine ? "0" : mine !== null ? "2px" : "1px";
      });
      const node = this.cells.get(cell);
      if (node.textContent !== text) node.textContent = text;
      set(node, { "data-tie": text, class: marks.join(" "),
        style: `--fill:${fill ?? "transparent"};--text:${ink ?? "inherit"};--sides:${sides.join(" ")}` });
    })));
  }
}
