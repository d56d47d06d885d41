// The tray: a button for each piece, with its picture as it is turned now; one stop for Tab.

import { group, make, set } from "../../../kit/cards/browser/dom.js";
import { keyOf } from "./logic/cubes.js";
import { drawnShape } from "./shape.js";
import { Stops } from "../../../kit/cards/browser/stops.js";

export class Tray {
  /** `flat`: they are drawn as they lie on a board; `grab(piece, event)`: it is pressed by mouse or touch;
   * `pick(piece)`: by key. */
  constructor(pieces, flat, grab, pick) {
    Object.assign(this, { pieces, flat, drawn: [] });
    this.buttons = pieces.map((_, piece) => make("button.hand-piece", { type: "button",
      onpointerdown: (event) => !event.button && grab(piece, event),
      onclick: (event) => event.detail === 0 && pick(piece) }, make("span"), make("b")));
    this.stops = new Stops(this.buttons);
    const kind = pieces.some(({ copies }) => copies > 1) ? "div.hand-tray.hand-copies" : "div.hand-tray";
    this.node = group(kind, "Pieces. Arrow keys go from piece to piece, Enter picks one.", ...this.buttons);
  }

  /** `left`: how many of each are not laid; `shapes`: as they are turned. */
  draw(left, shapes, held) {
    this.pieces.forEach(({ name, letter, fill, copies }, piece) => {
      const node = this.buttons[piece], many = copies > 1 ? ` ×${left[piece]}` : "";
      const inHand = piece === held;
      const state = inHand ? "in your hand" : left[piece] ? `${left[piece]} left` : "laid";
      const called = name === letter ? name : `${letter}, ${name}`;
      set(node, { "aria-label": `piece ${called}: ${state}`, "aria-pressed": inHand, title: name,
        "data-tie": letter });
      node.classList.toggle("hand-gone", !left[piece] && !inHand);
      node.lastChild.textContent = letter + many;
      const key = keyOf(shapes[piece]);
      if (this.drawn[piece] === key) return;
      this.drawn[piece] = key;
      node.firstChild.replaceChildren(drawnShape(shapes[piece], fill, this.flat));
    });
  }
}
