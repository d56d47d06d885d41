// The layers of a box as tables in which pieces lie.

import { make, set } from "../../../kit/cards/browser/dom.js";
import { handSize } from "./logic/tables.js";
import { BESIDE } from "./logic/vectors.js";

const CAPTION = 22; // pixels that the name of a layer is high, before it is drawn
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
    const name = layers.length > 1 ? "Layers of the box" : "The board";
    this.node = make("div.hand-board", { tabindex: 0, role: "application", onpointerdown,
      "aria-label": `${name}. ${KEYS}` }, ...layers.map((layer) => this.table(layer)));
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

  /** As large as width and height allow, in rows of the same length; returns the side of a cell. */
  fit(width, height) {
    const caption = this.node.querySelector("caption").offsetHeight || CAPTION;
    const least = Math.max(...[...this.node.children].map(({ caption }) => widthOfWords(caption)));
    const { side, columns } = handSize(this.layers, width, height, caption, least);
    this.node.style.setProperty("--side", `${side}px`);
    this.node.style.setProperty("--columns", columns);
    return side;
  }

  /** `looks`: { text, fill, ink, marks: [classes], own } of each cell; `own` fills it. */
  draw(looks) {
    this.layers.forEach(({ rows }) => rows.forEach((row, y) => row.forEach((cell, x) => {
      if (cell < 0) return;
      const { text, fill, ink, marks, own: mine } = looks[cell];
      const sides = BESIDE.map(([dx, dy]) => {
        const other = rows[y + dy]?.[x + dx] ?? -1;
        return mine !== null && other >= 0 && looks[other].own === mine ? "0" : mine !== null ? "2px" : "1px";
      });
      const node = this.cells.get(cell);
      if (node.textContent !== text) node.textContent = text;
      set(node, { "data-tie": text, class: marks.join(" "),
        style: `--fill:${fill ?? "transparent"};--text:${ink ?? "inherit"};--sides:${sides.join(" ")}` });
    })));
  }
}

/** However wide the node itself is. */
function widthOfWords(node) {
  const words = document.createRange();
  words.selectNodeContents(node);
  return words.getBoundingClientRect().width;
}
