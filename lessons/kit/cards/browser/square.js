import { make, upTo } from "./dom.js";

export class SquareView {
  constructor(sheet, still) {
    Object.assign(this, { sheet, n: still.n, goal: (still.n * (still.n * still.n + 1)) / 2 });
    this.box = make("div.eo-squarebox", { style: `--field: ${this.n < 4 ? 89 : 68}px` });
    this.note = make("p.eo-note");
    this.node = make("div", this.box, this.note);
  }

  /** Sum of a line, and what is to be said of it: full and right, full and wrong, or not full yet. */
  line(numbers, cells) {
    const values = cells.map((cell) => numbers[cell]), sum = values.reduce((a, b) => a + b, 0);
    const full = values.every(Boolean);
    return { cells, sum, full, wrong: sum > this.goal || (full && sum !== this.goal),
      right: full && sum === this.goal };
  }

  draw(step, { square }) {
    if (!square) return;
    const { n } = this, range = upTo(n), { numbers } = square;
    const rows = range.map((r) => this.line(numbers, range.map((c) => r * n + c)));
    const columns = range.map((c) => this.line(numbers, range.map((r) => r * n + c)));
    const down = this.line(numbers, range.map((i) => i * n + i));
    const up = this.line(numbers, range.map((i) => (n - 1 - i) * n + i));
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
    const table = make("table.eo-square",
      ...range.map((r) => make("tr", make("td.eo-blank"),
        ...range.map((c) => cell(r * n + c)), total(rows[r], `row ${r + 1}`))),
      make("tr", total(up, "diagonal going up"),
        ...columns.map((line, c) => total(line, `column ${c + 1}`)), total(down, "diagonal going down")));
    table.ariaLabel =
      `Square: ${rows.map((row) => row.cells.map((i) => numbers[i] || "empty").join(" ")).join("; ")}`;
    this.box.replaceChildren(table);
    this.note.textContent =
      `Each line sums to ${this.goal}. In brackets: lines not yet full. Framed: where the search is.`;
    this.node.dataset.numbers = numbers.join(",");
    this.node.dataset.wrong = [...wrong].sort((a, b) => a - b).join(",");
  }
}
