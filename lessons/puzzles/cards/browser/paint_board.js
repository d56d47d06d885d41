// The layers of a part as tables to paint in: it draws what it is told, and tells where a stroke goes. All
// layers stand side by side where their cells are large enough; else the one of the cursor.

import { ARROWS, make, obeyAlone, set } from "../../../kit/cards/browser/dom.js";
import { upTo } from "../../../kit/cards/browser/logic/numbers.js";
import { layersOf } from "./logic/sketch.js";
import { benchSize } from "./logic/tables.js";

const KEYS = "Arrow keys move the cursor, Page Up and Page Down change the layer, Space paints or empties a "
  + "cell, with Shift the arrows paint, Delete empties. X, Y and Z turn the drawing. "
  + "A digit chooses a piece, 0 the box; Ctrl+Z undoes.";

export class PaintBoard {
  constructor(painter) {
    this.painter = painter;
    this.node = make("div.bench-board", { tabindex: 0, role: "application",
      onpointerdown: (event) => this.pressed(event), onkeydown: (event) => this.key(event) });
    this.cells = new Map();
  }

  listen(signal) {
    document.addEventListener("pointermove", (event) => this.moved(event), { signal });
    for (const end of ["pointerup", "pointercancel"])
      document.addEventListener(end, () => this.lift(), { signal });
  }

  pressed(event) {
    const cell = this.cellAt(event);
    if (!cell || event.button) return;
    event.preventDefault();
    const { target, pointerId } = event;
    if (target.hasPointerCapture(pointerId)) target.releasePointerCapture(pointerId);
    this.node.focus({ preventScroll: true });
    this.stroke = cell;
    this.painter.press(cell);
  }

  moved(event) {
    if (!this.stroke) return;
    const cell = this.cellAt(event);
    if (!cell || cell === this.stroke) return;
    this.stroke = cell;
    this.painter.along(cell);
  }

  lift() {
    if (!this.stroke) return;
    this.stroke = null;
    this.painter.lift();
  }

  cellAt({ clientX, clientY }) {
    const found = document.elementFromPoint(clientX, clientY)?.closest("[data-cell]");
    return found && this.node.contains(found) ? found.dataset.cell : null;
  }

  key(event) {
    const { painter } = this, arrow = ARROWS[event.key];
    const paint = () => painter.paintHere(painter.has(painter.name)), empty = () => painter.paintHere(true);
    obeyAlone(event, arrow ? () => painter.move({ by: [arrow[0], -arrow[1]], paints: event.shiftKey }) : {
      " ": paint, Enter: paint, Delete: empty, Backspace: empty, Home: () => painter.goFirst(),
      PageUp: () => painter.move({ layer: 1 }), PageDown: () => painter.move({ layer: -1 }),
    }[event.key]);
  }

  /** Tables for a part; those that stand are kept as long as its grid is the same. */
  build(part, title) {
    const wanted = JSON.stringify(part.grids);
    this.node.ariaLabel = `Layers of ${title}. ${KEYS}`;
    if (wanted === this.built) return;
    Object.assign(this, { built: wanted, grids: part.grids, layers: layersOf(part) });
    this.cells.clear();
    this.tables = this.layers.map((layer) => this.table(layer));
    this.node.replaceChildren(...this.tables);
  }

  table({ box, z }) {
    const [w, d, h] = this.grids[box], many = this.grids.length > 1;
    const row = (y) => make("tr", ...upTo(w).map((x) => {
      const name = String([x, y, z, ...(many ? [box] : [])]), node = make("td", { "data-cell": name });
      this.cells.set(name, node);
      return node;
    }));
    const end = h === 1 ? "from above" : z === 0 ? "bottom" : z === h - 1 ? "top" : "";
    const words = `${many ? `box ${box + 1}, ` : ""}layer ${z + 1}${end ? ` (${end})` : ""}`;
    const caption = make("caption", words, make("span"));
    return make("table", { "aria-hidden": "true", style: `--wide:${w}` }, caption,
      ...upTo(d).reverse().map(row));
  }

  fit(width, height) {
    const { side, columns, single } = benchSize(this.grids, width, height);
    this.single = single;
    this.node.style.setProperty("--side", `${side}px`);
    this.node.style.setProperty("--columns", columns);
  }

  /** `look(name)`: { text, fill, ink, classes } of a cell. */
  draw(look, cursor) {
    this.tables.forEach((table, k) => {
      const { box, z } = this.layers[k], here = box === cursor.box && z === cursor.z;
      table.caption.lastChild.textContent = this.single ? ` of ${this.grids[box][2]}` : "";
      table.hidden = this.single && !here;
      table.classList.toggle("bench-here", here && this.layers.length > 1);
    });
    for (const [name, node] of this.cells) {
      const { text, fill, ink, classes } = look(name);
      if (node.textContent !== text) node.textContent = text;
      set(node, { class: [...classes, ...(name === this.painter.name ? ["bench-cursor"] : [])].join(" "),
        style: `--fill:${fill ?? "transparent"};--text:${ink ?? "inherit"}` });
    }
  }
}
