// The 2D views of a search: tree, matrix, links, square, counters. Each draws one step into its own panel; none asks Python.

const TITLES = { tree: "Search tree", matrix: "Matrix", links: "Links", square: "Square", counters: "Counters" };

/** An SVG text whose halo keeps it readable on lines. */
const label = (x, y, text, attributes = {}) => make("text", { x, y, ...attributes }, text);

// ---- the tree -----------------------------------------------------------------------------------------------------------

const OPEN = 0, DEAD = 1, ANSWER = 2, BOUND = 3;
const FEWEST_LEVELS = 3; // that there is room for from the start
const MOST_TALL = 0.62; // of the window; a taller tree is scrolled
const MOST_LEVELS = 14; // levels drawn at once; of a deeper path the last ones

/** The nodes of a search in the order of the search: what hangs on node v stands at v + 1 … v + size[v] - 1. */
class TreeData {
  constructor(packed) {
    for (const name of ["parent", "first", "last", "ended", "kind", "label", "words", "item", "count", "chosen", "say"]) this[name] = numbers(packed[name], "i4");
    this.texts = packed.texts;
    this.long = [...new Set(this.label)].some((code) => /^\S{5,}$/.test(this.texts[code])); // names of tiles need more room than letters
    this.linear = Boolean(packed.linear); // branch and bound: a node has a bound, its ends have reasons of their own
    this.bound = packed.bound ? numbers(packed.bound, "f8") : null;
    this.total = this.parent.length;
    this.size = new Int32Array(this.total).fill(1);
    this.leaves = new Int32Array(this.total);
    this.depth = new Int32Array(this.total);
    this.answers = Int32Array.from(this.kind, (kind) => Number(kind === ANSWER));
    for (let v = this.total - 1; v > 0; v--) {
      this.leaves[v] ||= 1;
      for (const sum of [this.size, this.leaves, this.answers]) sum[this.parent[v]] += sum[v];
    }
    this.leaves[0] ||= 1;
    for (let v = 1; v < this.total; v++) this.depth[v] = this.depth[this.parent[v]] + 1;
    this.deepest = this.depth.reduce((a, b) => Math.max(a, b), 0);
  }
  /** How many nodes the search has come to; the root does not count. */
  seen(step) {
    let low = 0, high = this.total;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.first[middle] <= step) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
  path(step) {
    const found = [];
    for (let v = this.seen(step); v >= 0; v = this.parent[v]) if (step < this.last[v]) found.unshift(v);
    return found;
  }
  children(v, step) {
    const found = [];
    for (let c = v + 1; c < v + this.size[v] && this.first[c] <= step; c += this.size[c]) found.push(c);
    return found;
  }
  /** The deepest level that the search has come to. */
  reached(step) {
    return this.depth.subarray(0, this.seen(step) + 1).reduce((a, b) => Math.max(a, b), 0);
  }
  /** Deepest level below a finished node. */
  reach(v) {
    let deep = 0;
    for (let c = v; c < v + this.size[v]; c++) deep = Math.max(deep, this.depth[c]);
    return deep;
  }
}

/** What is drawn at a step: [{ v, parts, x, y }], parts: undefined for a node, else the finished nodes that a triangle stands for. */
class TreePlan {
  constructor(data, step, slots) {
    Object.assign(this, { data, step, slots });
    this.path = data.path(step);
    this.onPath = new Set(this.path);
    this.top = Math.max(0, this.path.length - MOST_LEVELS);
    this.whole = data.leaves[0] <= slots && data.deepest < MOST_LEVELS;
    this.kids = new Map();
    this.whole ? this.takeAll() : this.takeSome();
  }
  takeAll() {
    for (let v = 0; v < this.data.total && this.data.first[v] <= this.step; v++) this.kids.set(v, this.data.children(v, this.step).map((c) => ({ v: c })));
  }
  /** The present path, then what there is room for: what is near in the search comes before what is far. */
  takeSome() {
    let room = this.slots - 1;
    const levels = this.path.slice(this.top).reverse();
    const finished = levels.map((v) => this.data.children(v, this.step).filter((c) => !this.onPath.has(c)));
    const shown = finished.map((kids) => { const one = Math.min(1, kids.length, room); room -= one; return one; });
    finished.forEach((kids, i) => { const more = shown[i] ? Math.min(room, kids.length - 1) : 0; shown[i] += more; room -= more; });
    levels.forEach((v, i) => {
      const alone = shown[i] === finished[i].length ? shown[i] : Math.max(0, shown[i] - 1);
      const [old, fresh] = [finished[i].slice(0, finished[i].length - alone), finished[i].slice(finished[i].length - alone)];
      for (const c of [...fresh].reverse()) room -= this.open(c, room);
      const group = old.length && shown[i] ? [{ v: old[0], parts: old }] : [];
      const on = i ? [{ v: levels[i - 1] }] : [];
      this.kids.set(v, [...group, ...fresh.map((c) => (this.data.size[c] > 1 && !this.kids.has(c) ? { v: c, parts: [c] } : { v: c })), ...on]);
    });
  }
  /** Draw a finished part in full, if there is room for its leaves; returns the room it takes. */
  open(c, room) {
    const more = this.data.leaves[c] - 1;
    if (this.data.size[c] < 2 || more > room || this.data.reach(c) - this.data.depth[this.path[this.top]] >= MOST_LEVELS) return 0;
    for (let v = c; v < c + this.data.size[c]; v++) this.kids.set(v, this.data.children(v, this.step).map((w) => ({ v: w })));
    return more;
  }
  /** Place everything: leaves side by side, parents over the middle of their children. Returns the nodes drawn. */
  placed(place) {
    const drawn = [];
    let slot = 0;
    const put = (node, parent) => {
      node.up = parent;
      const kids = node.parts ? [] : this.kids.get(node.v) ?? [];
      drawn.push(node);
      kids.forEach((kid) => put(kid, node));
      node.x = this.whole ? this.fixed(node.v) : kids.length ? (kids[0].x + kids.at(-1).x) / 2 : slot++;
      node.y = this.data.depth[node.v] - this.top;
    };
    put({ v: this.path[this.top] ?? 0 }, null);
    for (const node of drawn) Object.assign(node, place(node.x, node.y));
    return drawn;
  }
  /** The place of a node in the finished tree, where all of it fits: then nothing moves while the search goes on. */
  fixed(v) {
    return (this.data.places ??= placesOf(this.data))[v];
  }
}

function placesOf(data) {
  const x = new Float64Array(data.total);
  let slot = 0;
  for (let v = 0; v < data.total; v++) if (data.size[v] === 1) x[v] = slot++;
  for (let v = data.total - 1; v >= 0; v--) {
    const kids = data.children(v, Infinity);
    if (kids.length) x[v] = (x[kids[0]] + x[kids.at(-1)]) / 2;
  }
  return x;
}

class TreeView {
  constructor(sheet, still) {
    this.sheet = sheet;
    this.data = new TreeData(still);
    this.box = make("div", { class: "eo-tree", tabindex: 0, role: "application", "aria-roledescription": "search tree" });
    this.words = make("p", { class: "eo-detail", role: "status", "aria-live": "polite" });
    this.note = make("p", { class: "eo-note" });
    this.node = make("div", {}, this.box, this.words, this.note);
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.box.addEventListener("click", (event) => this.pick(event, true));
    this.box.addEventListener("pointerover", (event) => this.pick(event, false));
    this.box.addEventListener("blur", () => this.look(null));
  }

  draw(step, _, width, scale) {
    const { data } = this;
    const levels = Math.min(Math.max(data.reached(step), FEWEST_LEVELS), data.deepest, MOST_LEVELS - 1); // room grows with the search
    const least = data.bound ? 56 : data.deepest > 10 ? 36 : 40;
    const all = Math.min(data.deepest + 1, MOST_LEVELS);
    const tall = clamp((0.5 * innerHeight) / all, least * scale, 62 * scale);
    const height = (levels + 1) * tall + (data.bound ? 24 : 16) * scale;
    if (all * tall > (MOST_TALL - 0.04) * innerHeight) width -= 16; // a bar to scroll, now or later
    const margin = Math.min(150 * scale, width * 0.3), wide = (data.linear ? 46 : data.long ? 60 : 34) * scale;
    const slots = Math.max(4, Math.floor((width - margin - 10) / wide));
    const plan = new TreePlan(data, step, slots);
    const stretch = plan.whole ? clamp((width - margin - wide) / Math.max(1, data.leaves[0] - 1), wide, 3 * wide) : wide;
    this.drawn = plan.placed((x, y) => ({ x: margin + wide / 2 + x * stretch, y: 16 * scale + y * tall }));
    this.shown = new Map(this.drawn.map((node) => [node.v, node]));
    this.plan = plan;
    const svg = make("svg", { width, height, "aria-hidden": "true" }, ...this.levelNames(plan, levels, tall, scale, width), ...this.drawn.flatMap((node) => this.edge(node)), ...this.drawn.map((node) => this.mark(node, scale)));
    this.box.replaceChildren(svg);
    this.box.style.maxHeight = `${Math.round(MOST_TALL * innerHeight)}px`;
    const now = this.shown.get(plan.path.at(-1));
    if (now) this.box.scrollTop = clamp(this.box.scrollTop, now.y + tall - this.box.clientHeight, now.y - tall);
    const seen = data.seen(step);
    this.box.setAttribute("aria-label", `Search tree, ${many(seen, "node")} so far, now on level ${data.depth[plan.path.at(-1)]}. Arrow keys walk through it, Enter goes to the step of a node.`);
    this.note.textContent = this.legend(plan, seen);
    this.node.dataset.seen = seen;
    this.node.dataset.path = plan.path.map((v) => this.text(data.label[v])).join(" ");
    this.look(this.shown.has(this.cursor) && document.activeElement === this.box ? this.cursor : null);
  }

  text(code) { return this.data.texts[code] ?? ""; }

  /** On the left: the levels, and between them what the present path branches on. */
  levelNames(plan, levels, tall, scale, width) {
    const names = [];
    for (let level = plan.top, y = 16 * scale; level <= plan.top + levels; level++, y += tall) {
      names.push(make("line", { x1: 0, x2: width, y1: y, y2: y, class: "eo-level" }));
      names.push(label(0, y + 5 * scale, level === 0 ? "start" : `level ${level}`, { class: "eo-levelname" }));
      const v = plan.path[level];
      if (width >= 440 && v !== undefined && this.data.item[v] && this.data.chosen[v] <= this.sheet.step) names.push(label(0, y + tall / 2 + 6 * scale, this.branching(v), { class: "eo-branch" }));
    }
    return names;
  }

  branching(v) {
    if (this.data.linear) return this.text(this.data.item[v]);
    return `${this.text(this.data.item[v])}${this.data.count[v] < 0 ? "" : `: ${grouped(this.data.count[v])}`}`;
  }

  edge(node) {
    if (!node.up) return [];
    const on = this.plan.onPath.has(node.v) && !node.parts;
    return [make("line", { x1: node.up.x, y1: node.up.y, x2: node.x, y2: node.y, class: on ? "eo-edge eo-on" : "eo-edge" })];
  }

  mark(node, scale) {
    const { data } = this, { v, x, y } = node, r = 6 * scale;
    const group = make("g", { class: "eo-node", "data-v": v });
    const kind = data.ended[v] >= 0 && data.ended[v] <= this.sheet.step ? data.kind[v] : OPEN;
    const here = v === this.plan.path.at(-1), on = this.plan.onPath.has(v);
    if (node.parts) {
      const count = node.parts.reduce((sum, part) => sum + data.size[part], 0);
      const stars = node.parts.reduce((sum, part) => sum + data.answers[part], 0);
      group.append(make("polygon", { points: `${x},${y - r} ${x - 1.7 * r},${y + 2 * r} ${x + 1.7 * r},${y + 2 * r}`, class: "eo-part" }));
      group.append(label(x, y + 2 * r + 14 * scale, brief(count), { class: "eo-size" }));
      if (stars) group.append(label(x, y + 1.7 * r, "★", { class: "eo-star eo-small" }));
    } else if (kind === DEAD) group.append(make("path", { d: cross(x, y, r * 0.95), class: "eo-cross" }));
    else if (kind === BOUND) group.append(make("path", { d: stop(x, y, r * 1.3), class: "eo-stop" }));
    else if (kind === ANSWER) group.append(label(x, y + 9 * scale, this.better(v) ? "☆" : "★", { class: "eo-star" }));
    else group.append(make("circle", { cx: x, cy: y, r: here ? r * 1.35 : r, class: here ? "eo-here" : on ? "eo-way" : "eo-done" }));
    if (here && kind !== OPEN) group.append(make("circle", { cx: x, cy: y, r: r * 1.9, class: "eo-ring" }));
    const bound = node.parts || !data.bound || Number.isNaN(data.bound[v]) ? "" : cost(data.bound[v]);
    if (bound) group.append(label(x, y + r + 17 * scale, bound, { class: "eo-bound" }));
    const text = node.parts?.length > 1 ? "" : this.text(data.label[v]);
    if (text && node.up) group.append(label(x, y - r - 5 * scale, text, { class: on && !node.parts ? "eo-choice eo-on" : "eo-choice" }));
    group.append(make("rect", { x: x - 15 * scale, y: y - 20 * scale, width: 30 * scale, height: 34 * scale, class: "eo-touch" }));
    return group;
  }

  /** Of branch and bound: has a better solution been found since? */
  better(v) {
    const { data } = this;
    return data.linear && data.kind.some((kind, w) => kind === ANSWER && data.ended[w] > data.ended[v] && data.ended[w] <= this.sheet.step);
  }

  legend(plan, seen) {
    const kinds = new Set(this.drawn.filter((node) => !node.parts && this.data.ended[node.v] >= 0 && this.data.ended[node.v] <= this.sheet.step).map((node) => this.data.kind[node.v]));
    const parts = this.drawn.some((node) => node.parts);
    const stars = this.data.linear ? `★ incumbent, the best solution so far${this.box.textContent.includes("☆") ? "   ☆ an earlier one" : ""}` : "★ answer";
    const keys = [`${many(seen, "node")} so far`, this.data.bound && "number: bound", kinds.has(DEAD) && (this.data.linear ? "✕ no solution" : "✕ dead end"),
      kinds.has(BOUND) && "⊤ bound no better than the incumbent", kinds.has(ANSWER) && stars, parts && "△ a finished part with the number of its nodes",
      plan.top > 0 && `${many(plan.top, "level")} above ${plan.top === 1 ? "is" : "are"} not drawn`];
    return keys.filter(Boolean).join("   ");
  }

  // -- by mouse and by keyboard ----------------------------------------------------------------------------------------------
  pick(event, go) {
    const v = event.target.closest?.(".eo-node")?.dataset.v;
    if (v === undefined) return;
    this.look(Number(v));
    if (go) this.go(Number(v));
  }
  go(v) {
    const { ended, first } = this.data;
    this.sheet.goTo(ended[v] >= 0 && ended[v] <= this.sheet.step ? ended[v] : first[v]);
  }
  look(v) {
    this.cursor = v;
    for (const group of this.box.querySelectorAll(".eo-node")) group.classList.toggle("eo-cursor", Number(group.dataset.v) === v);
    this.words.textContent = v === null ? "" : this.told(this.shown.get(v));
  }
  told(node) {
    const { data } = this, { v } = node;
    const sum = (what) => (node.parts ?? [v]).reduce((total, part) => total + what[part], 0);
    if (node.parts) return `A finished part: ${many(sum(data.size), "node")}, ${many(sum(data.answers), "answer")}, steps ${grouped(data.first[v])} to ${grouped(data.last[node.parts.at(-1)])}.`;
    const over = data.ended[v] >= 0 && data.ended[v] <= this.sheet.step;
    const bound = data.bound && !Number.isNaN(data.bound[v]) ? `, bound ${cost(data.bound[v])}` : "";
    const choice = v ? `Level ${data.depth[v]}, choice ${this.text(data.words[v])} (step ${grouped(data.first[v])})${bound}` : `Start${bound}`;
    const item = data.item[v] && data.chosen[v] <= this.sheet.step ? `: branches on ${this.text(data.item[v])}${data.count[v] < 0 || data.linear ? "" : `, ${many(data.count[v], "option")}`}` : "";
    const end = over ? `. Step ${grouped(data.ended[v])}: ${this.text(data.say[v]) || ["", "dead end", "answer", "dead end: its bound"][data.kind[v]]}` : "";
    return choice + item + end;
  }
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const node = this.shown.get(this.cursor ?? this.plan.path.at(-1)) ?? this.drawn[0];
    const kids = (of) => this.drawn.filter((other) => other.up === of);
    const beside = (by) => { const row = this.drawn.filter((other) => other.y === node.y); return row[row.indexOf(node) + by]; };
    const ways = { ArrowUp: () => node.up, ArrowDown: () => kids(node).at(-1), ArrowLeft: () => beside(-1), ArrowRight: () => beside(1), Home: () => this.drawn[0], End: () => this.shown.get(this.plan.path.at(-1)) };
    if (event.key === "Enter" || event.key === " ") this.go(node.v);
    else if (ways[event.key]) this.look((ways[event.key]() ?? node).v);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

const cross = (x, y, r) => `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`;
/** A bar under the node: the search stops here although it could go on. */
const stop = (x, y, r) => `M${x - r} ${y - r / 3}H${x + r}M${x} ${y - r / 3}V${y + r}`;
const cost = (value) => String(Number(value.toFixed(2)));
const brief = (n) => (n < 1000 ? String(n) : n < 10000 ? `${(n / 1000).toFixed(1)} k` : n < 1e6 ? `${Math.round(n / 1000)} k` : `${(n / 1e6).toFixed(1)} M`);

// ---- the matrix -----------------------------------------------------------------------------------------------------------

class MatrixView {
  constructor(sheet, still) {
    Object.assign(this, { sheet, still });
    this.head = make("p", { class: "eo-log" });
    this.box = make("div", { class: "eo-scroll", tabindex: 0, role: "region" });
    this.note = make("p", { class: "eo-note" });
    this.node = make("div", {}, this.head, this.box, this.note);
    if (still.small) this.build();
  }

  build() {
    const { items, rows, options } = this.still;
    const has = options.map((option) => new Set(option));
    this.counts = items.map(() => make("td", { class: "eo-count" }));
    this.heads = items.map((item) => make("th", { scope: "col" }, item));
    this.names = rows.map((row) => make("th", { scope: "row" }, make("span", { class: "eo-sign", "aria-hidden": "true" }), row));
    this.cells = options.map((_, o) => items.map((_, i) => make("td", {}, has[o].has(i) ? "1" : "·")));
    this.lines = options.map((_, o) => make("tr", {}, this.names[o], ...this.cells[o]));
    const corner = (text) => make("th", { scope: "row", class: "eo-corner" }, text);
    this.box.append(make("table", { class: "eo-matrix" },
      make("thead", {}, make("tr", {}, corner(this.still.knows ? "options left" : ""), ...this.counts), make("tr", {}, corner("item"), ...this.heads)),
      make("tbody", {}, ...this.lines)));
    this.box.setAttribute("aria-label", `Matrix: ${many(rows.length, "option")} as rows, ${many(items.length, "item")} as columns`);
  }

  draw(_, frame) {
    if (!frame.matrix) return;
    this.still.small ? this.drawFull(frame.matrix) : this.drawList(frame.matrix);
  }

  /** Rows: chosen, tried, ruled out, open. Columns: covered, chosen, open. Signs and lines say it as well as shades. */
  drawFull({ on, off, item, tried }) {
    const { items, times, options } = this.still;
    const chosen = new Set(on), out = new Set(off);
    const left = [...times], open = items.map(() => 0);
    options.forEach((option, o) => option.forEach((i) => { if (chosen.has(o)) left[i] -= 1; else if (!out.has(o)) open[i] += 1; }));
    const state = options.map((_, o) => (o === tried ? "tried" : chosen.has(o) ? "chosen" : out.has(o) ? "out" : "open"));
    items.forEach((_, i) => {
      const covered = left[i] <= 0;
      this.heads[i].className = `${covered ? "eo-covered" : ""} ${i === item ? "eo-picked" : ""}`;
      this.counts[i].className = `eo-count ${covered ? "eo-covered" : ""} ${i === item ? "eo-picked" : ""} ${this.still.knows && !covered && open[i] < left[i] ? "eo-zero" : ""}`;
      this.counts[i].textContent = covered ? "✓" : this.still.knows ? open[i] : "";
      this.heads[i].title = covered ? "covered" : `${open[i]} options left`;
    });
    options.forEach((option, o) => {
      this.lines[o].className = `eo-row-${state[o]}`;
      this.names[o].firstChild.textContent = SIGNS[state[o]];
      this.names[o].title = STATES[state[o]];
      const has = new Set(option);
      items.forEach((_, i) => (this.cells[o][i].className = `${has.has(i) ? "eo-one" : ""} ${left[i] <= 0 ? "eo-covered" : ""} ${i === item ? "eo-picked" : ""}`));
    });
    this.keepInSight(this.lines[tried]);
    const rows = state.filter((s) => s === "open").length, columns = left.filter((n) => n > 0).length;
    this.head.textContent = `${this.still.knows ? `rows left: ${rows}   ` : ""}columns left: ${columns}${item >= 0 ? `   chosen item: ${items[item]}` : ""}`;
    this.note.textContent = "▶ tried now   ● chosen   struck through: ruled out   shaded column, ✓: covered   framed column: the chosen item";
    this.node.dataset.rows = state.map((s) => s[0]).join("");
    this.node.dataset.left = open.join(",");
  }

  keepInSight(line) {
    if (!line || this.box.scrollHeight <= this.box.clientHeight) return;
    const head = this.box.querySelector("thead").offsetHeight;
    this.box.scrollTop = clamp(this.box.scrollTop, line.offsetTop + line.offsetHeight - this.box.clientHeight, line.offsetTop - head);
  }

  /** Too large to draw: the options of the chosen item, one below the other. */
  drawList({ rows, columns, name, count, options, before, more, tried }) {
    const picked = name ? `   picked: ${name}, has ${grouped(count ?? 0)}` : "";
    this.head.textContent = `${this.still.knows ? `rows left: ${grouped(rows)} of ${grouped(this.still.total[0])}   ` : ""}columns left: ${columns} of ${this.still.total[1]}${picked}`;
    const key = `${name} ${before} ${options.length} ${options[0]?.[0]}`;
    const lines = options.map(([o, letter, text, fate]) => {
      const [fill, ink] = this.still.chips[letter] ?? ["transparent", "inherit"];
      const sign = fate === "now" ? "▶" : fate === "done" ? "✕" : "";
      return make("tr", { class: `eo-fate-${fate || "open"}`, title: { now: "put now", done: "tried and taken back", "": "not tried yet" }[fate] },
        make("td", { class: "eo-sign" }, sign), make("td", { class: "eo-number" }, `row ${o}`),
        make("td", {}, ...(letter === String(o) ? [] : [make("span", { class: "eo-chip", style: `background:${fill};color:${ink}` }, letter)])), make("td", {}, text));
    });
    const rest = (n, where) => (n ? [make("tr", {}, make("td", { colspan: 4 }, `… ${many(n, "more option")} ${where}`))] : []);
    const table = make("table", { class: "eo-list" }, ...rest(before, "before"), ...lines, ...rest(more, "after"));
    const top = this.key === key ? this.box.scrollTop : 0;
    this.key = key;
    this.box.replaceChildren(table);
    this.box.setAttribute("aria-label", name ? `The options of ${name}` : "No item is chosen yet");
    this.box.scrollTop = top;
    const now = table.querySelector(".eo-fate-now");
    if (now) this.box.scrollTop = now.offsetTop - this.box.clientHeight / 2; // in sight, with what was tried before and what comes
    this.note.textContent = options.length ? "▶ put now   ✕ tried and taken back" : "";
    this.node.dataset.options = options.map(([o, , , fate]) => `${o}${fate}`).join(",");
  }
}

const SIGNS = { tried: "▶", chosen: "●", out: "", open: "" };
const STATES = { tried: "tried now", chosen: "chosen", out: "ruled out", open: "open" };

// ---- the links --------------------------------------------------------------------------------------------------------------

const ROOT = 0;

/** Node 0 is the root, 1 … n are the headers, then one node for each 1, option by option. */
class LinksView {
  constructor(sheet, still) {
    Object.assign(this, { sheet, still });
    this.columns = still.items.length;
    this.row = still.row;
    this.rows = 1 + Math.max(-1, ...still.row);
    this.box = make("div", { class: "eo-scroll", tabindex: 0, role: "img" });
    this.note = make("p", { class: "eo-note" });
    this.node = make("div", {}, this.box, this.note);
  }

  at(x) {
    const column = x <= this.columns ? x : this.still.top[x];
    const row = x <= this.columns ? 0 : 1 + this.row[x];
    return [this.wide * (column + 0.5), this.tall * (row + 0.62)];
  }

  draw(_, { links }, width, scale) {
    if (!links) return;
    this.scale = scale;
    this.wide = clamp(width / (this.columns + 1), 62 * scale, 110 * scale);
    this.tall = clamp((0.52 * innerHeight) / (this.rows + 1.25), 42 * scale, 62 * scale);
    const nodes = [...this.still.top.keys()];
    const changed = new Set(links.changed.map(([name, x]) => `${name} ${x}`));
    const arrows = nodes.flatMap((x) => ["left", "right", "up", "down"].flatMap((name) => this.arrow(links, name, x, changed.has(`${name} ${x}`))));
    const order = { "eo-still": 0, "eo-gone": 1, "": 2, "eo-new": 3 };
    arrows.sort((a, b) => order[a.rank] - order[b.rank]);
    const svg = make("svg", { width: this.wide * (this.columns + 1), height: this.tall * (this.rows + 1.25) }, ...this.still.names.map((name, row) => label(2, this.tall * (row + 1.62) + 5 * scale, name, { class: "eo-rowname" })), ...arrows.map(({ drawn }) => drawn), ...nodes.map((x) => this.drawNode(links, x)));
    this.box.replaceChildren(svg);
    const out = nodes.filter((x) => this.gone(links, x));
    this.box.setAttribute("aria-label", `Links: ${nodes.length} nodes, ${out.length} of them taken out. ${links.changed.map(([name, x]) => `Changed: ${name} of ${this.name(x)}`).join(". ")}`);
    this.note.textContent = "An arrow is a pointer; thick: changed in this step. Dashed: taken out of its list, its own pointers still stand. Arrows that end at the edge go round.";
    this.node.dataset.gone = out.join(",");
    this.node.dataset.changed = [...changed].join(",");
  }

  name(x) {
    return x === ROOT ? "root" : x <= this.columns ? this.still.items[x - 1] : `${this.still.items[this.still.top[x] - 1]} in ${this.still.names[this.row[x]]}`;
  }
  /** Does nobody point at it any more in this direction? */
  isOut(links, x, across) {
    const [back, forth] = across ? ["left", "right"] : ["up", "down"];
    return links[forth][links[back][x]] !== x || links[back][links[forth][x]] !== x;
  }
  gone(links, x) { return x <= this.columns ? this.isOut(links, x, true) : this.isOut(links, x, false); }

  drawNode(links, x) {
    const [cx, cy] = this.at(x), w = (x === ROOT ? 50 : 34) * this.scale, h = 26 * this.scale;
    const head = x <= this.columns, out = this.gone(links, x);
    const text = x === ROOT ? "root" : head ? this.still.items[x - 1] : "1";
    const group = make("g", { class: `eo-link ${head ? "eo-head" : ""} ${out ? "eo-gone" : ""} ${head && x && x === links.item ? "eo-picked" : ""}` },
      make("rect", { x: cx - w / 2, y: cy - h / 2, width: w, height: h, rx: 4 }), label(cx, cy + 6 * this.scale, text));
    if (head && x !== ROOT) group.append(label(cx + w / 2 + 9 * this.scale, cy - h / 2 - 1, `${links.size[x]}`, { class: "eo-size" }));
    group.append(make("title", {}, `${this.name(x)}: left ${this.name(links.left[x])}, right ${this.name(links.right[x])}` + (x ? `, up ${this.name(links.up[x])}, down ${this.name(links.down[x])}` : "")));
    return group;
  }

  /** The pointer `name` of node x. Two arrows between neighbours stand side by side; one that goes round ends at the edge. */
  arrow(links, name, x, fresh) {
    const to = links[name][x];
    const across = name === "left" || name === "right", forth = name === "right" || name === "down";
    if (to === x || (x === ROOT && !across)) return [];
    const out = this.isOut(links, x, across) && (!across || x <= this.columns);
    const rank = fresh ? "eo-new" : out ? "eo-gone" : across && x > this.columns ? "eo-still" : ""; // an option's own ring never changes
    const [x1, y1] = this.at(x), [x2, y2] = this.at(to), off = 5 * this.scale, side = forth ? -off : off;
    const along = across ? x2 - x1 : y2 - y1, round = forth ? along <= 0 : along >= 0;
    const half = (v) => (across ? (v === ROOT ? 25 : 17) : 13) * this.scale; // of a node, so that arrows end at its rim
    const sign = forth ? 1 : -1, unit = across ? this.wide : this.tall, skips = Math.round(Math.abs(along) / unit) - 1;
    const bend = !round && skips > 0 ? -sign * Math.min(24, 12 + 4 * skips) * this.scale : 0;
    const from = half(x) * sign, end = round ? (unit / 2) * sign : along - half(to) * sign;
    const d = across ? curve(x1 + from, y1 + side, x1 + end, y1 + side, 0, bend) : curve(x1 - side, y1 + from, x1 - side, y1 + end, -bend, 0);
    return [{ rank, drawn: make("path", { d, class: `eo-arrow ${rank} ${round ? "eo-round" : ""}` }, make("title", {}, `${name} of ${this.name(x)}: ${this.name(to)}`)) }];
  }
}

/** A line from a to b with an arrow head, bent by (bx, by) in its middle. */
function curve(ax, ay, bx, by, cx, cy) {
  const mx = (ax + bx) / 2 + cx * 2, my = (ay + by) / 2 + cy * 2;
  const angle = Math.atan2(by - my, bx - mx), tip = (turn) => `${bx - 7 * Math.cos(angle + turn)} ${by - 7 * Math.sin(angle + turn)}`;
  return `M${ax} ${ay}Q${mx} ${my} ${bx} ${by}M${tip(0.5)}L${bx} ${by}L${tip(-0.5)}`;
}

// ---- the square -------------------------------------------------------------------------------------------------------------

class SquareView {
  constructor(sheet, still) {
    Object.assign(this, { sheet, n: still.n, goal: (still.n * (still.n * still.n + 1)) / 2 });
    this.box = make("div", { class: "eo-squarebox" });
    this.note = make("p", { class: "eo-note" });
    this.node = make("div", {}, this.box, this.note);
  }

  /** Sum of a line, and what is to be said of it: full and right, full and wrong, or not full yet. */
  line(numbers, cells) {
    const values = cells.map((cell) => numbers[cell]), sum = values.reduce((a, b) => a + b, 0);
    const full = values.every(Boolean);
    return { cells, sum, full, wrong: sum > this.goal || (full && sum !== this.goal), right: full && sum === this.goal };
  }

  draw(step, { square }) {
    if (!square) return;
    const { n } = this, range = [...Array(n).keys()], { numbers } = square;
    const rows = range.map((r) => this.line(numbers, range.map((c) => r * n + c)));
    const columns = range.map((c) => this.line(numbers, range.map((r) => r * n + c)));
    const down = this.line(numbers, range.map((i) => i * n + i)), up = this.line(numbers, range.map((i) => (n - 1 - i) * n + i));
    const dead = this.sheet.kind(step) === "conflict";
    const wrong = new Set(dead ? [...rows, ...columns, down, up].filter((line) => line.wrong).flatMap((line) => line.cells) : []);
    const at = square.at ? square.at[0] * n + square.at[1] : -1;
    const cell = (i) => make("td", { class: `eo-field ${i === at ? "eo-at" : ""} ${wrong.has(i) ? "eo-wrongline" : ""}` }, numbers[i] ? String(numbers[i]) : "");
    const total = (line, name) => make("td", { class: `eo-sum ${line.right ? "eo-right" : dead && line.wrong ? "eo-wrong" : ""}`, title: `${name}: ${line.sum}, ${line.full ? "full" : "not full yet"}` },
      line.sum ? `${line.full ? "" : "("}${line.sum}${line.full ? "" : ")"}${line.right ? " ✓" : dead && line.wrong ? " ✕" : ""}` : "");
    const table = make("table", { class: "eo-square" },
      ...range.map((r) => make("tr", {}, make("td", { class: "eo-blank" }), ...range.map((c) => cell(r * n + c)), total(rows[r], `row ${r + 1}`))),
      make("tr", {}, total(up, "diagonal going up"), ...columns.map((line, c) => total(line, `column ${c + 1}`)), total(down, "diagonal going down")));
    table.setAttribute("aria-label", `Square: ${rows.map((row) => row.cells.map((i) => numbers[i] || "empty").join(" ")).join("; ")}`);
    this.box.replaceChildren(table);
    this.note.textContent = `Every line must sum to ${this.goal}. In brackets: sums of lines that are not full yet. Framed: the cell the search is at.`;
    this.node.dataset.numbers = numbers.join(",");
    this.node.dataset.wrong = [...wrong].sort((a, b) => a - b).join(",");
  }
}

// ---- the counters -----------------------------------------------------------------------------------------------------------

const COSTS = { bound: "bound of this node", incumbent: "incumbent" };

class CountersView {
  constructor(sheet, still) {
    this.sheet = sheet;
    this.names = still.names;
    this.causes = numbers(still.causes);
    this.costs = ["bound", "incumbent"].filter((name) => still[name]).map((name) => [name, numbers(still[name], "f8")]);
    this.node = make("div", { class: "eo-counters" });
  }

  draw(step) {
    const { kinds, names, levels } = this.sheet;
    const count = new Float64Array(names.length), why = new Float64Array(this.names.length + 1);
    let deepest = 0;
    for (let k = 0; k <= step; k++) {
      count[kinds[k]]++;
      why[this.causes[k]]++;
      if (levels[k] > deepest) deepest = levels[k];
    }
    const of = (...kind) => kind.reduce((sum, name) => sum + (count[names.indexOf(name)] || 0), 0);
    const reasons = this.names.map((name, i) => [name, why[i + 1]]).filter(([, n]) => n);
    const rows = [["nodes (tries)", of("try", "decide")], ["dead ends", of("conflict")], ...reasons.map(([name, n]) => [name, n, true]),
      ["solutions", of("answer")], ...this.costs.map(([name, values]) => [COSTS[name], Number.isNaN(values[step]) ? "none" : cost(values[step])]), ["level now", levels[step] ?? 0], ["deepest level", deepest]];
    this.node.replaceChildren(make("table", { class: "eo-counts" }, ...rows.map(([name, n, inner]) =>
      make("tr", { class: inner ? "eo-inner" : "" }, make("th", { scope: "row" }, name), make("td", { class: "eo-number" }, typeof n === "string" ? n : grouped(n))))));
    for (const [name, values] of this.costs) this.node.dataset[name] = String(values[step]);
    this.node.dataset.nodes = of("try", "decide");
    this.node.dataset.deadEnds = of("conflict");
  }
}

// ---- all together -------------------------------------------------------------------------------------------------------------

const VIEWS = { tree: TreeView, matrix: MatrixView, links: LinksView, square: SquareView, counters: CountersView };

class Board extends Sheet {
  constructor(model, el) {
    super(model, el);
    this.takeTrack();
    this.takeFrames();
    this.build();
  }

  build() {
    this.buildSteps();
    const names = this.model.get("boards"), still = this.model.get("still");
    this.panels = names.map((name) => this.panel(name, new VIEWS[name](this, still[name])));
    this.switches = this.panels.map((panel) => make("button", { type: "button", onclick: () => this.toggle(panel.name) }, panel.title));
    const bar = make("div", { class: "eo-views", role: "group", "aria-label": "What to see" }, ...this.switches);
    bar.hidden = names.length < 2;
    const mine = this.model.get("controls") ? [this.say, this.busyLine, this.player.node] : []; // above: nothing moves them while the tree grows
    const track = this.model.get("controls") ? [this.track.node] : [];
    this.root = make("section", { class: "eo-sheet eo-board", "data-lm-suppress-shortcuts": "true" }, bar, ...mine, this.arranged(), ...track);
    this.el.append(this.root);
  }

  panel(name, view) {
    const title = TITLES[name];
    const node = make("div", { class: `eo-panel eo-panel-${name}`, role: "group", "aria-label": title }, view.node);
    return { name, title, view, node };
  }

  /** The tree has a column of its own; the others stand one below the other beside it. */
  arranged() {
    const [tree, others] = [true, false].map((yes) => this.panels.filter(({ name }) => (name === "tree") === yes).map(({ node }) => node));
    const column = tree.length && others.length ? [make("div", { class: "eo-column" }, ...others)] : others;
    return make("div", { class: "eo-panels" }, ...column, ...tree);
  }

  listen(signal) {
    this.listenSteps(signal);
    this.on("change:hidden", () => this.later());
    const sight = new IntersectionObserver((entries) => { this.inSight = entries.at(-1).isIntersecting; this.later(); }, { rootMargin: "150px" });
    sight.observe(this.root);
    signal.addEventListener("abort", () => sight.disconnect());
  }

  toggle(name) {
    const hidden = this.model.get("hidden");
    const next = hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name];
    if (next.length === this.panels.length) return; // one stays
    this.model.set("hidden", next);
    this.model.save_changes();
  }

  draw() {
    if (!this.root.clientWidth) return; // in a hidden tab
    if (this.staleTrack) this.takeTrack();
    this.drawLook();
    const frame = this.frameNow();
    if (!frame) return;
    if (this.model.get("controls")) { this.drawSay(frame); this.drawSteps(); }
    const scale = this.model.get("contrast") ? 1.3 : 1, hidden = this.model.get("hidden");
    this.panels.forEach(({ name, view, node }, i) => {
      node.hidden = hidden.includes(name);
      this.switches[i].setAttribute("aria-pressed", String(!node.hidden));
      if (!node.hidden) view.draw(this.step, this.waiting ? {} : frame, node.clientWidth, scale);
    });
    this.root.dataset.drawn = String(this.waiting ? -1 : this.step);
  }
}

export default {
  render({ model, el, signal }) {
    const board = new Board(model, el);
    board.listen(signal);
    board.later();
  },
};
