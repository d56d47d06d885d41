// The buttons of the hand: to turn, lay and take back, and to ask Python.

import { able, tool, toolbar } from "../../../kit/cards/browser/dom.js";

export class HandTools {
  /** `hand`: who is asked, and stops; `flat`: a piece is only turned on the board, and over. */
  constructor(packer, hand, flat) {
    const turn = (axis, name, how) => ({ [axis]: tool(name,
      `Turn the piece ${how}; key ${axis.toUpperCase()}`, () => packer.turn(axis)) });
    const about = (axis) => turn(axis, `Turn ${axis.toUpperCase()}`, `about the ${axis} axis`);
    this.tools = {
      ...flat ? { ...turn("z", "Turn", "left"), ...turn("x", "Flip", "over") }
        : { ...about("x"), ...about("y"), ...about("z") },
      undo: tool("Undo", "Undo the last move; Ctrl+Z", () => packer.undo()),
      redo: tool("Redo", "Redo the move that was undone; Ctrl+Y", () => packer.redo()),
      clear: tool("Clear", "Take all pieces back", () => packer.clear()),
    };
    const asks = (what, text, title) => [what, tool(text, title, () => hand.ask(what))];
    this.asks = new Map([
      asks("solvable", "Still solvable?", "In how many ways can the rest be filled?"),
      asks("hint", "Hint", "A piece that belongs to a solution, or what to take back"),
      asks("go", "Go on from here", "A search begins with the pieces that lie here"),
    ]);
    this.stop = tool("Stop", "End this search", () => hand.stop());
    this.nodes = [toolbar("Turn and undo", ...Object.values(this.tools)),
      toolbar("Help", ...this.asks.values(), this.stop)];
  }

  /** `now`: for each tool whether it can be used; `helps`: what somebody answers here. */
  draw(now, waiting, helps) {
    for (const [name, node] of Object.entries(this.tools)) able(node, now[name]);
    for (const [what, node] of this.asks) able(node, !waiting).hidden = !(what in helps);
    able(this.stop, waiting).hidden = !("stop" in helps);
    this.nodes[1].hidden = !Object.keys(helps).length;
  }
}
