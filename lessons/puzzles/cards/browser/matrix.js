import { make } from "../../../kit/cards/browser/dom.js";
import { matrixAt } from "./logic/matrix_state.js";
import { clamp, grouped, many } from "../../../kit/cards/browser/logic/numbers.js";

export class MatrixView {
  constructor(sheet, still) {
    Object.assign(this, { sheet, still });
    this.head = make("p.eo-log");
    this.box = make("div.eo-scroll", { tabindex: 0, role: "region" });
    this.note = make("p.eo-note");
    this.node = make("div", this.head, this.box, this.note);
    if (still.small) this.build();
  }

  build() {
    const { items, rows, options } = this.still;
    const has = options.map((option) => new Set(option));
    this.counts = items.map(() => make("td.eo-count"));
    this.heads = items.map((item) => make("th", { scope: "col", "data-tie": item }, item));
    const sign = () => make("span.eo-sign", { "aria-hidden": "true" });
    this.names = rows.map((row) => make("th", { scope: "row", "data-tie": row }, sign(), row));
    this.cells = has.map((own) => items.map((_, i) => make("td", own.has(i) ? "1" : "·")));
    this.lines = options.map((_, o) => make("tr", this.names[o], ...this.cells[o]));
    const corner = (text) => make("th", { scope: "row", class: "eo-corner" }, text);
    this.box.append(make("table.eo-matrix",
      make("thead", make("tr", corner(this.still.knows ? "options left" : ""), ...this.counts),
        make("tr", corner("item"), ...this.heads)),
      make("tbody", ...this.lines)));
    this.box.ariaLabel =
      `Matrix: ${many(rows.length, "option")} as rows, ${many(items.length, "item")} as columns`;
  }

  draw(_, frame) {
    if (!frame.matrix) return;
    this.still.small ? this.drawFull(frame.matrix) : this.drawList(frame.matrix);
  }

  drawFull({ on, off, item, tried }) {
    const { items, options, knows } = this.still;
    const { rows: state, open, covered, zero, ...left } = matrixAt(this.still, { on, off, tried });
    const look = items.map((_, i) => `${covered[i] ? "eo-covered" : ""} ${i === item ? "eo-picked" : ""}`);
    items.forEach((_, i) => {
      const [text, title] = covered[i] ? ["✓", "covered"]
        : knows ? [open[i], `${many(open[i], "option")} left`] : ["", ""];
      Object.assign(this.heads[i], { className: look[i], title });
      Object.assign(this.counts[i], { textContent: text,
        className: `eo-count ${look[i]} ${zero[i] ? "eo-zero" : ""}` });
    });
    options.forEach((option, o) => {
      this.lines[o].className = `eo-row-${state[o]}`;
      const [sign, title] = STATES[state[o]];
      this.names[o].firstChild.textContent = sign;
      this.names[o].title = state[o] === "open" && !knows ? "" : title;
      const has = new Set(option);
      items.forEach((_, i) => (this.cells[o][i].className = `${has.has(i) ? "eo-one" : ""} ${look[i]}`));
    });
    this.keepInSight(this.lines[tried]);
    const head = [`columns left: ${left.columnsLeft}`];
    if (knows) head.unshift(`rows left: ${left.rowsLeft}`);
    if (item >= 0) head.push(`chosen: ${items[item]}`);
    this.head.textContent = head.join("   ");
    this.note.textContent =
      "▶ tried now   ● chosen   struck through: ruled out   shaded column, ✓: covered   "
      + "framed column: the chosen item";
    this.node.dataset.rows = state.map((s) => s[0]).join("");
    this.node.dataset.left = open.join(",");
  }

  keepInSight(line) {
    if (!line || this.box.scrollHeight <= this.box.clientHeight) return;
    const head = this.box.querySelector("thead").offsetHeight;
    this.box.scrollTop = clamp(this.box.scrollTop, line.offsetTop + line.offsetHeight - this.box.clientHeight,
      line.offsetTop - head);
  }

  drawList({ rows, columns, name, count, options, before, more }) {
    const head = [`columns left: ${columns} of ${this.still.total[1]}`];
    if (this.still.knows) head.unshift(`rows left: ${grouped(rows)} of ${grouped(this.still.total[0])}`);
    if (name) head.push(`picked: ${name}, has ${grouped(count ?? 0)}`);
    this.head.textContent = head.join("   ");
    const key = `${name} ${before} ${options.length} ${options[0]?.[0]}`;
    const lines = options.map(([o, letter, text, fate]) => {
      const [fill, ink] = this.still.chips[letter] ?? ["transparent", "inherit"];
      const [sign, title] = FATES[fate];
      return make(`tr.eo-fate-${fate || "open"}`, { title },
        make("td.eo-sign", sign), make("td.eo-number", `row ${o}`),
        make("td", ...(letter === String(o) ? []
          : [make("span.eo-chip", { style: `background:${fill};color:${ink}` }, letter)])),
          make("td", text));
    });
    const rest = (n, where) => (n
      ? [make("tr", make("td", { colspan: 4 }, `… ${many(n, "more option")} ${where}`))] : []);
    const table = make("table.eo-list", ...rest(before, "before"), ...lines, ...rest(more, "after"));
    const top = this.key === key ? this.box.scrollTop : 0;
    this.key = key;
    this.box.replaceChildren(table);
    this.box.ariaLabel = name ? `The options of ${name}` : "No item is chosen yet";
    this.box.scrollTop = top;
    const now = table.querySelector(".eo-fate-now");
    // in sight, with what was tried before and what comes
    if (now) this.box.scrollTop = now.offsetTop - this.box.clientHeight / 2;
    this.note.textContent = options.length ? "▶ put now   ✕ tried and taken back" : "";
    this.node.dataset.options = options.map(([o, , , fate]) => `${o}${fate}`).join(",");
  }
}

const FATES = { now: ["▶", "put now"], done: ["✕", "tried and taken back"], "": ["", "not tried yet"] };
const STATES = { tried: ["▶", "tried now"], chosen: ["●", "chosen"], out: ["", "ruled out"],
  open: ["", "open"] };
