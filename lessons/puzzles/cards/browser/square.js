import { make } from "../../../kit/cards/browser/dom.js";
import { upTo } from "../../../kit/cards/browser/logic/numbers.js";
import { goalOf, linesOf } from "./logic/square_lines.js";

/** A table of a square and of the sums of its lines: `cell(i)`, and `total(line, name)` at its end. */
export const squareTable = (n, { rows, columns, down, up }, cell, total) => make("table.eo-square",
  ...upTo(n).map((r) => make("tr", make("td.eo-blank"),
    ...upTo(n).map((c) => cell(r * n + c)), total(rows[r], `row ${r + 1}`))),
  make("tr", total(up, "diagonal going up"),
    ...columns.map((line, c) => total(line, `column ${c + 1}`)), total(down, "diagonal going down")));

export class SquareView {
  constructor(sheet, still) {
    Object.assign(this, { sheet, n: still.n, goal: goalOf(still.n) });
    this.box = make("div.eo-squarebox", { style: `--field: ${this.n < 4 ? 89 : 68}px` });
    this.note = make("p.eo-note");
    this.node = make("div", this.box, this.note);
  }

  draw(step, { square }) {
    if (!square) return;
    const { n } = this, { numbers } = square;
    const { rows, columns, down, up } = linesOf(numbers, n);
    const dead = this.sheet.kind(step) === "conflict";
    const lines = dead ? [...rows, ...columns, down, up].filter((line) => line.wrong) : [];
    const wrong = new Set(lines.flatMap(({ cells }) => cells));
    const at = square.at ? square.at[0] * n + square.at[1] : -1;
    const cell = (i) => make("td",
      { class: `eo-field ${i === at ? "eo-at" : ""} ${wrong.has(i) ? "eo-wrongline" : ""}` },
      numbers[i] ? String(numbers[i]) : "");
    const total = (line, name) => {
      const [look, sign] = line.right ? ["eo-right", " ✓"] : dead && line.wrong ? ["eo-wrong", " ✕"]
        : ["", ""];
      const title = `${name}: ${line.sum}, ${line.full ? "full" : "not full yet"}`;
      const text = `${line.full ? line.sum : `(${line.sum})`}${sign}`;
      return make("td", { class: `eo-sum ${look}`, title }, line.sum ? text : "");
    };
    const table = squareTable(n, { rows, columns, down, up }, cell, total);
    table.ariaLabel =
      `Square: ${rows.map((row) => row.cells.map((i) => numbers[i] || "empty").join(" ")).join("; ")}`;
    this.box.replaceChildren(table);
    this.note.textContent =
      `Each line sums to ${this.goal}. In brackets: lines not yet full. Framed: where the search is.`;
    this.node.dataset.numbers = numbers.join(",");
    this.node.dataset.wrong = [...wrong].sort((a, b) => a - b).join(",");
  }
}
