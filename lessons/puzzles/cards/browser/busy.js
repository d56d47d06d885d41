// The line that says that Python is at work, with a button to stop it. A quick answer shows nothing.

import { button, make } from "../../../kit/cards/browser/dom.js";

const PATIENCE = 250; // milliseconds

export class Busy {
  constructor(model) {
    this.model = model;
    this.node = make("p.eo-busy", { role: "status", hidden: true });
  }

  update() {
    const text = this.model.get("busy");
    if (text && !this.node.hidden) return this.say(text);
    clearTimeout(this.patience);
    if (!text) return (this.node.hidden = true);
    this.patience = setTimeout(() => this.show(), PATIENCE);
  }

  show() {
    const kernel = this.model.widget_manager?.kernel, stop = button("Stop", () => kernel.interrupt());
    this.words = make("span");
    this.node.replaceChildren(this.words, ...kernel?.interrupt ? [stop] : []);
    this.stops = kernel?.interrupt ? "" : " (Kernel → Interrupt stops it)";
    this.say(this.model.get("busy"));
    this.node.hidden = false;
  }

  say(text) {
    this.words.textContent = this.words.title = text + this.stops;
  }
}
