// The tray: a button for each piece, with its picture as it is turned now; one stop for Tab.

import { drawnShape, keyOf } from "./cubes.js";
import { make, set } from "./dom.js";
import { Stops } from "./stops.js";

export class Tray {
  /** `grab(piece, event)`: it is pressed by mouse or touch; `pick(piece)`: by key. */
  constructor(pieces, grab, pick) {
    this.pieces = pieces;
    this.drawn = [];
    this.buttons = pieces.map((_, piece) => make("button", { type: "button", class: "hand-piece",
      onpointerdown: (event) => !event.button && grab(piece, event),
      onclick: (event) => event.detail === 0 && pick(piece) }, make("span"), make("b")));
    this.node = make("div.hand-tray", { role: "group",
      "aria-label": "Pieces. Arrow keys go from piece to piece, Enter picks one." }, ...this.buttons);
    this.node.addEventListener("keydown", (event) => this.stops.key(event));
    this.stops = new Stops(this.buttons);
  }

  /** `left`: how many of each are not in the box; `shapes`: as they are turned. */
  draw(left, shapes, held) {
    this.pieces.forEach(({ name, letter, fill, copies }, piece) => {
      const node = this.buttons[piece], many = copies > 1 ? ` ×${left[piece]}` : "";
      const inHand = piece === held;
      const state = inHand ? "in your hand" : left[piece] ? `${left[piece]} left` : "in the box";
      const called = name === letter ? name : `${letter}, ${name}`;
      set(node, { "aria-label": `piece ${called}: ${state}`, "aria-pressed": String(inHand) });
      node.dataset.tie = letter;
      node.classList.toggle("hand-gone", !left[piece] && !inHand);
      node.lastChild.textContent = letter + many;
      node.title = name;
      const key = keyOf(shapes[piece]);
      if (this.drawn[piece] === key) return;
      this.drawn[piece] = key;
      node.firstChild.replaceChildren(drawnShape(shapes[piece], fill));
    });
  }
}
