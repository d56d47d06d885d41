// The buttons of the hand: to turn, lay and take back, and to ask Python.

import { able, make, tool } from "./dom.js";

export class HandTools {
  constructor(hand) {
    const about = (axis) => tool(`Turn ${axis.toUpperCase()}`,
      `Turn the piece about the ${axis} axis; key ${axis.toUpperCase()}`, () => hand.turn(axis));
    this.tools = {
      x: about("x"), y: about("y"), z: about("z"),
      lay: tool("Lay", "Lay the piece where it is; key Enter", () => hand.lay()),
      take: tool("Take back", "Take back the piece that was laid last; key Delete", () => hand.takeLast()),
      undo: tool("Undo", "Undo the last move; Ctrl+Z", () => hand.undo()),
      redo: tool("Redo", "Redo the move that was undone; Ctrl+Y", () => hand.redo()),
      clear: tool("Clear", "Take all pieces back", () => hand.clear()),
    };
    const asks = (text, title, what) => tool(text, title, () => hand.ask(what));
    this.asks = [
      asks("Still solvable?", "In how many ways can the rest be filled?", "solvable"),
      asks("Hint", "A piece that belongs to a solution, or what to take back", "hint"),
      asks("Go on from here", "A search begins with the pieces that lie here", "go"),
    ];
    const bar = (name, tools) => make("div", { class: "eo-player", role: "toolbar", "aria-label": name },
      ...tools);
    this.nodes = [bar("Turn, lay and take back", Object.values(this.tools)), bar("Help", this.asks)];
  }

  /** `now`: for each tool whether it can be used. */
  draw(now, waiting) {
    for (const [name, yes] of Object.entries(now)) able(this.tools[name], yes);
    for (const one of this.asks) able(one, !waiting);
  }
}
