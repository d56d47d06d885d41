// The line that says that Python is at work, with a button to stop it. A quick answer shows nothing.

import { button, make } from "./dom.js";

const PATIENCE = 250; // milliseconds

export class Busy {
  constructor(model) {
    this.model = model;
    this.node = make("p.eo-busy", { role: "status", hidden: true });
  }

  update() {
    const text = this.model.get("busy");
    if (text && !this.node.hidden) return (this.node.firstChild.textContent = `${text} `);
    clearTimeout(this.patience);
    if (!text) return (this.node.hidden = true);
    this.patience = setTimeout(() => this.show(`${this.model.get("busy")} `), PATIENCE);
  }

  show(text) {
    const kernel = this.model.widget_manager?.kernel, stop = button("Stop", () => kernel.interrupt());
    this.node.replaceChildren(text, kernel?.interrupt ? stop : "(Kernel → Interrupt stops it)");
    this.node.hidden = false;
  }
}
