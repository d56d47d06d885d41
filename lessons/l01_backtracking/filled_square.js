// A square to fill by hand: it adds up its lines, and says what is wrong or missing. It needs no Python.

import { ARROWS, make, obeyAlone, set, sheetOf, spoken } from "../kit/cards/browser/dom.js";
import { upTo } from "../kit/cards/browser/logic/numbers.js";
import { widget } from "../kit/cards/browser/widget.js";
import { squareTable } from "../puzzles/cards/browser/square.js";
import { linesOf } from "../puzzles/cards/browser/logic/square_lines.js";
import { numberIn, verdictOn } from "./logic/square_words.js";

class FilledSquare {
  constructor(model) {
    const n = this.n = model.get("n"), place = (i) => `row ${Math.floor(i / n) + 1}, column ${i % n + 1}`;
    this.fields = upTo(n * n).map((i) => make("input", { inputmode: "numeric", autocomplete: "off",
      "aria-label": place(i), oninput: () => this.draw(), onkeydown: (event) => this.key(event, i) }));
    this.say = spoken("eo-say");
    this.sums = [];
    const sum = (_, name) => {
      const cell = make("td.eo-sum", { title: name });
      this.sums.push([cell, name]);
      return cell;
    };
    const table = squareTable(n, this.lines, (i) => make("td.eo-field", this.fields[i]), sum);
    this.root = sheetOf("eo-byhand", { role: "group", "aria-label": "A square to fill by hand" },
      make("div.eo-squarebox", { style: `--field: ${n < 4 ? 89 : 68}px` }, table), this.say);
  }

  get square() { return this.fields.map(({ value }) => numberIn(value)); }
  get lines() { return linesOf(this.square.map((number) => Math.max(0, number)), this.n); }

  key(event, i) {
    const { n } = this, [dx, dy] = ARROWS[event.key] ?? [0, 0], x = i % n + dx, y = Math.floor(i / n) + dy;
    const inside = x >= 0 && x < n && y >= 0 && y < n;
    obeyAlone(event, (dx || dy) && inside && (() => this.fields[y * n + x].select()));
  }

  draw() {
    const { rows, columns, down, up } = this.lines, inOrder = [...rows, up, ...columns, down];
    inOrder.forEach(({ sum, full, right }, k) => {
      const [cell] = this.sums[k], sign = full ? right ? " ✓" : " ✗" : "";
      set(cell, { class: `eo-sum ${full ? right ? "eo-right" : "eo-wrong" : ""}` }).textContent =
        sum ? `${sum}${sign}` : "";
    });
    const words = verdictOn(this.square, this.n);
    if (this.say.textContent !== words) this.say.textContent = words;
  }
}

export default widget(FilledSquare, "change:n");
