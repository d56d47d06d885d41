// A dead end is called out in a few words in front of the picture, with a line to its cell or peg.

import { make, set } from "../../../kit/cards/browser/dom.js";
import { calledAt, leaderOf } from "./logic/labels.js";

export class Call {
  constructor() {
    this.line = make("line.eo-leader");
    this.words = make("div.eo-call");
    this.node = make("div.eo-calls",
      make("svg", { width: "100%", height: "100%" }, this.line), this.words);
    this.node.hidden = true;
  }

  show(call) {
    Object.assign(this, { call: call ?? null, box: null });
    this.node.hidden = !call;
    if (call) this.forms = [call.text, call.short].map((text) => this.measured(text));
  }

  measured(text) {
    this.words.textContent = text;
    return { text, half: [this.words.offsetWidth / 2, this.words.offsetHeight / 2] };
  }

  /** `clear` pixels off a spot, over nothing of what is `taken`; off the hull, or with fewer words. */
  place(spot, clear, size, taken, hull) {
    this.node.hidden = false;
    const box = calledAt(this.forms, spot, clear, size, taken, hull);
    if (!box) return this.hide();
    const { x, y, half, text } = (this.box = box), [x1, y1, x2, y2] = leaderOf(box, spot, clear);
    this.words.textContent = text;
    set(this.line, { x1, y1, x2, y2 });
    this.words.style.transform = `translate(${x - half[0]}px, ${y - half[1]}px)`;
  }

  hide() {
    this.node.hidden = true;
    this.box = null;
  }
}
