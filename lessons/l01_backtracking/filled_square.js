// A square to fill by hand: it adds up its lines, and says what is wrong or missing. It needs no Python.

import { ARROWS, group, make, obeyAlone, onResize, screenOf, set, sheetOf, spoken,
  tool } from "../kit/cards/browser/dom.js";
import { clamp, upTo } from "../kit/cards/browser/logic/numbers.js";
import { widget } from "../kit/cards/browser/widget.js";
import { squareTable } from "../puzzles/cards/browser/square.js";
import { linesOf } from "../puzzles/cards/browser/logic/square_lines.js";
import { numberIn, verdictOn } from "./logic/square_words.js";

const FIRST = "Press a number: it goes into the framed cell. Or click a cell, and type.";
const SUMS = [92, 48], AROUND = 28; // pixels beside and below the cells; around all
const BESIDE = 0.6, FIELD = [40, 170]; // of the width, with the numbers beside it; pixels of a cell

class FilledSquare {
  constructor(model, el) {
    Object.assign(this, { model, el });
    const n = this.n = model.get("n"), place = (i) => `row ${Math.floor(i / n) + 1}, column ${i % n + 1}`;
    this.fields = upTo(n * n).map((i) => make("input", { inputmode: "numeric", autocomplete: "off",
      "aria-label": place(i), value: model.get("laid")[i] ?? "", oninput: () => this.changed(),
      onfocus: () => this.choose(i), onclick: ({ target }) => target.select(),
      onkeydown: (event) => this.key(event, i) }));
    this.say = spoken("eo-say");
    this.said = FIRST;
    this.sums = [];
    const sum = (_, name) => {
      const cell = make("td.eo-sum", { title: name });
      this.sums.push([cell, name]);
      return cell;
    };
    const table = squareTable(n, this.lines, (i) => make("td.eo-field", this.fields[i]), sum);
    this.box = make("div.eo-squarebox", table);
    this.numbers = upTo(n * n).map((k) => tool(String(k + 1), `Put ${k + 1} into the framed cell`,
      () => this.put(k + 1)));
    this.root = sheetOf("eo-byhand", "A square to fill by hand", this.box,
      make("div.eo-numbers", this.say, group("div", "Numbers", ...this.numbers)));
    this.root.style.setProperty("--n", n);
    this.chooseEmpty();
  }

  listen(signal) { onResize(this.el, signal, () => this.fit()); }

  get square() { return this.fields.map(({ value }) => numberIn(value)); }
  get lines() { return linesOf(this.square.map((number) => Math.max(0, number)), this.n); }

  key(event, i) {
    const { n } = this, [dx, dy] = ARROWS[event.key] ?? [0, 0], x = i % n + dx, y = Math.floor(i / n) + dy;
    const inside = x >= 0 && x < n && y >= 0 && y < n;
    obeyAlone(event, (dx || dy) && inside && (() => this.fields[y * n + x].select()));
  }

  /** The cell that is framed: a number that is pressed goes there. */
  choose(at) {
    this.at = at;
    this.fields.forEach((field, i) => field.parentElement.classList.toggle("eo-at", i === at));
  }

  chooseEmpty() { this.choose(Math.max(0, this.square.indexOf(0))); }

  /** A number leaves the cell in which it was. */
  put(number) {
    const { square } = this;
    this.fields.forEach((field, i) => { if (square[i] === number) field.value = ""; });
    this.fields[this.at].value = number;
    this.chooseEmpty();
    this.changed();
  }

  changed() {
    this.said = null;
    this.draw();
  }

  /** As large as the screen allows, with the numbers beside it where there is room. */
  fit() {
    const wide = this.root.clientWidth, share = wide > 600 ? BESIDE : 1;
    if (!wide) return;
    const scale = parseFloat(getComputedStyle(this.box.firstChild).getPropertyValue("--scale"));
    const side = Math.min(share * wide / scale - SUMS[0], (screenOf(this.root) - AROUND) / scale - SUMS[1]);
    this.box.style.setProperty("--field", `${clamp(Math.floor(side / this.n), ...FIELD)}px`);
  }

  draw() {
    this.fit();
    const { rows, columns, down, up } = this.lines, inOrder = [...rows, up, ...columns, down];
    inOrder.forEach(({ sum, full, right }, k) => {
      const [cell] = this.sums[k], sign = full ? right ? " ✓" : " ✗" : "";
      set(cell, { class: `eo-sum ${full ? right ? "eo-right" : "eo-wrong" : ""}` }).textContent =
        sum ? `${sum}${sign}` : "";
    });
    this.numbers.forEach((node, k) => node.classList.toggle("eo-used", this.square.includes(k + 1)));
    const words = this.said ?? verdictOn(this.square, this.n);
    if (this.say.textContent !== words) this.say.textContent = words;
  }
}

export default widget(FilledSquare, "change:n");
