// The fields of the part in front: of a piece its name and how many there are, of the box the name of the
// puzzle and how pieces may turn; of both the size of the grid.

import { group, make } from "../../../kit/cards/browser/dom.js";
import { clamp } from "../../../kit/cards/browser/logic/numbers.js";

const MOST_SIDE = 32, MOST_COPIES = 999;
const SIDES = ["width", "depth", "layers"];
const TURNS = { space: "any way", flip: "flat, and over", plane: "flat only", none: "not at all" };

const labelled = (text, node) => make("label.bench-field", `${text} `, node);

export class PartFields {
  /** `tell`: { name(text), copies(least, most), turns(kind), size(axis, length) }. */
  constructor(tell) {
    this.tell = tell;
    const number = (name, min, max, act) => make("input", { type: "number", min, max, step: 1,
      "aria-label": name, onchange: ({ target }) => act(wholeNumber(target, min, max)) });
    this.name = make("input", { type: "text", maxlength: 60, class: "bench-name", "aria-label": "Name",
      onchange: () => tell.name(this.name.value.trim()) });
    this.least = number("Copies, at least", 0, MOST_COPIES, (least) =>
      tell.copies(least, Math.max(least, Number(this.most.value))));
    this.most = number("Copies, at most", 1, MOST_COPIES, (most) =>
      tell.copies(Math.min(most, Number(this.least.value)), most));
    const turn = () => tell.turns(this.turns.value);
    this.turns = make("select", { "aria-label": "Pieces may turn", onchange: turn },
      ...Object.entries(TURNS).map(([value, text]) => make("option", { value }, text)));
    this.sides = SIDES.map((name, axis) => number(name, 1, MOST_SIDE, (length) => tell.size(axis, length)));
    this.called = labelled("name", this.name);
    this.copies = group("span.bench-field", "Copies", "copies ", this.least, " to ", this.most);
    this.turned = labelled("pieces turn", this.turns);
    const [wide, deep, high] = this.sides;
    const size = group("span.bench-field", "Size of the grid", "grid ", wide, " × ", deep, " × ", high);
    this.node = make("div.bench-fields", this.called, this.copies, this.turned, size);
  }

  draw(head, part, chosen, box) {
    this.put(this.name, chosen ? part.name : head.name);
    this.name.ariaLabel = chosen ? "Name of the piece" : "Name of the puzzle";
    this.copies.hidden = !chosen;
    this.turned.hidden = Boolean(chosen);
    this.put(this.least, part.least);
    this.put(this.most, part.most);
    this.put(this.turns, head.turns);
    this.sides.forEach((node, axis) => this.put(node, part.grids[box][axis]));
  }

  /** A field that is being written in is left alone. */
  put(node, value) {
    if (document.activeElement !== node || node.matches("select")) node.value = String(value);
  }
}

/** Return the number in the field, if it is whole and allowed. */
function wholeNumber(field, least, most) {
  const value = clamp(Math.round(Number(field.value)) || least, least, most);
  field.value = String(value);
  return value;
}
