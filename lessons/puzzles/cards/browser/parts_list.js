// The parts of a sketch as buttons with small pictures: the box, then its pieces. One stop for Tab; arrow
// keys go from part to part, and so does a press.

import { group, make, set } from "../../../kit/cards/browser/dom.js";
import { normal } from "./logic/cubes.js";
import { many, upTo } from "../../../kit/cards/browser/logic/numbers.js";
import { drawnShape } from "./shape.js";
import { Stops } from "../../../kit/cards/browser/stops.js";

export class PartsList {
  constructor(choose) {
    this.choose = choose;
    this.node = group("div.bench-parts", "Box and pieces. Arrow keys go from one to the other.");
    this.pictures = new Map();
    this.buttons = [];
  }

  /** A button for each part; those that stand are kept, and with them the focus. */
  build(count) {
    if (this.buttons.length === count) return;
    const within = this.node.contains(document.activeElement);
    this.buttons = upTo(count).map((k) => make("button.bench-part", { type: "button",
      onclick: () => this.choose(k) }, make("span"), make("b")));
    this.stops = new Stops(this.buttons, undefined, this.choose);
    this.pictures.clear();
    this.node.replaceChildren(...this.buttons);
    if (within) this.focus = true;
  }

  draw(parts, labels, colours, chosen) {
    this.build(parts.length);
    parts.forEach((part, k) => {
      const node = this.buttons[k], { cells, name, least, most } = part;
      const times = most === least ? (most > 1 ? `×${most}` : "") : `×${least}–${most}`;
      const called = k ? `piece ${name}` : "the box";
      set(node, { "aria-label": `${called}${times && k ? `, ${times}` : ""}, ${many(cells.length, "cell")}`,
        "aria-pressed": k === chosen, title: k ? name : "the box" });
      const text = k ? `${labels[k - 1]}${times}` : "box";
      if (node.lastChild.textContent !== text) node.lastChild.textContent = text;
      this.picture(node.firstChild, k, cells, colours[k]);
    });
    this.stops.stand(chosen);
    if (this.focus) this.buttons[chosen].focus();
    this.focus = false;
    if ((this.seen ?? chosen) !== chosen) this.buttons[chosen].scrollIntoView?.({ block: "nearest" });
    this.seen = chosen; // at first nothing scrolls: the card may be far from what somebody reads
  }

  picture(place, k, cells, fill) {
    const key = `${fill} ${cells.join(" ")}`;
    if (this.pictures.get(k) === key) return;
    this.pictures.set(k, key);
    const first = cells.filter(([, , , box]) => !box);
    place.replaceChildren(...(first.length ? [drawnShape(normal(first), fill)] : []));
  }
}
