// Where puzzles come from and go to: the catalogue, a file beside the notebook, the text of one.

import { button, group, make } from "../../../kit/cards/browser/dom.js";

export class Files {
  /** `ask(what, traits)`: Python is to do it. */
  constructor(model, ask) {
    this.model = model;
    const names = model.get("catalogue").map((name) => make("option", { value: name }, name));
    this.known = make("select", { "aria-label": "Puzzle of the catalogue" }, ...names);
    this.file = make("input", { type: "text", maxlength: 100, "aria-label": "Name of the file",
      placeholder: "my-puzzle", value: model.get("file") });
    this.over = make("input", { type: "checkbox" });
    this.text = make("textarea", { rows: 12, spellcheck: "false",
      "aria-label": "The puzzle as text, in YAML" });
    const row = (...nodes) => make("div.bench-row", ...nodes);
    const named = (what) => ask(what, { file: this.file.value.trim(), over: this.over.checked });
    this.node = group("div.bench-files", "Files",
      row("From the catalogue: ", this.known, button("Open", () => ask("load", { file: this.known.value }))),
      row("File beside the notebook: ", this.file, button("Load", () => named("load")),
        button("Save", () => named("save")), make("label", this.over, " write over it")),
      row("As text: ", button("Show the drawing as text", () => ask("text")),
        button("Draw this text", () => ask("use", { text: this.text.value }))),
      this.text);
  }

  draw() {
    const { text } = this;
    if (document.activeElement !== text && this.shown !== this.model.get("text")) {
      this.shown = text.value = this.model.get("text");
    }
    if (document.activeElement !== this.file) this.file.value = this.model.get("file");
    this.over.checked = this.model.get("over");
  }
}
