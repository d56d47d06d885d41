// The view of the tree.

import { clamp, cost, grouped, label, make, many, modified, spoken } from "./dom.js";
import { ANSWER, BOUND, DEAD, MOST_LEVELS, OPEN, TreeData, TreePlan } from "./tree_data.js";

const FEWEST_LEVELS = 3; // that there is room for from the start

export class TreeView {
  constructor(sheet, still) {
    this.sheet = sheet;
    this.data = new TreeData(still);
    this.box = make("div", { class: "eo-tree", tabindex: 0, role: "application",
      "aria-roledescription": "search tree" });
    this.words = spoken("eo-detail");
    this.note = make("p", { class: "eo-note" });
    this.node = make("div", {}, this.box, this.words, this.note);
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.box.addEventListener("click", (event) => this.pick(event, true));
    this.box.addEventListener("pointerover", (event) => this.pick(event, false));
    this.box.addEventListener("blur", () => this.look(null));
  }

  draw(step, _, width, scale) {
    const { data } = this;
    // room grows with the search
    const levels = Math.min(Math.max(data.reached(step), FEWEST_LEVELS), data.deepest, MOST_LEVELS - 1);
    const least = data.bound ? 56 : data.deepest > 10 ? 36 : 40;
    const all = Math.min(data.deepest + 1, MOST_LEVELS);
    const most = this.sheet.tall; // a taller tree is scrolled
    const tall = clamp((most - 24 * scale) / all, least * scale, 62 * scale);
    const height = (levels + 1) * tall + (data.bound ? 24 : 16) * scale;
    if (all * tall > most - 24 * scale) width -= 16; // a bar to scroll, now or later
    const margin = Math.min(150 * scale, width * 0.3);
    const wide = (data.linear ? 46 : data.long ? 60 : 34) * scale;
    const slots = Math.max(4, Math.floor((width - margin - 10) / wide));
    const plan = new TreePlan(data, step, slots);
    const stretch = plan.whole ? clamp((width - margin - wide) / Math.max(1, data.leaves[0] - 1), wide,
      3 * wide) : wide;
    this.drawn = plan.placed((x, y) => ({ x: margin + wide / 2 + x * stretch, y: 16 * scale + y * tall }));
    this.shown = new Map(this.drawn.map((node) => [node.v, node]));
    this.plan = plan;
    const svg = make("svg", { width, height, "aria-hidden": "true" },
      ...this.levelNames(plan, levels, tall, scale, width),
      ...this.drawn.flatMap((node) => this.edge(node)), ...this.drawn.map((node) => this.mark(node, scale)));
    this.box.replaceChildren(svg);
    this.box.style.maxHeight = `${Math.round(most)}px`;
    const now = this.shown.get(plan.path.at(-1));
    if (now) this.box.scrollTop =
      clamp(this.box.scrollTop, now.y + tall - this.box.clientHeight, now.y - tall);
    const seen = data.seen(step);
    const place = `${many(seen, "node")} so far, now on level ${data.depth[plan.path.at(-1)]}`;
    const keys = "Arrow keys walk through it, Enter goes to the step of a node.";
    this.box.setAttribute("aria-label", `Search tree, ${place}. ${keys}`);
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
      names.push(label(0, y + 5 * scale, level === 0 ? "start" : `level ${level}`,
        { class: "eo-levelname" }));
      const v = plan.path[level];
      const known = v !== undefined && this.data.item[v] && this.data.chosen[v] <= this.sheet.step;
      const below = y + tall / 2 + 6 * scale;
      if (width >= 440 && known) names.push(label(0, below, this.branching(v), { class: "eo-branch" }));
    }
    return names;
  }

  branching(v) {
    const item = this.text(this.data.item[v]), count = this.data.count[v];
    return count < 0 || this.data.linear ? item : `${item}: ${grouped(count)}`;
  }

  edge(node) {
    if (!node.up) return [];
    const on = this.plan.onPath.has(node.v) && !node.parts;
    return [make("line", { x1: node.up.x, y1: node.up.y, x2: node.x, y2: node.y,
      class: on ? "eo-edge eo-on" : "eo-edge" })];
  }

  mark(node, scale) {
    const { data } = this, { v, x, y } = node, r = 6 * scale;
    const group = make("g", { class: "eo-node", "data-v": v });
    const kind = this.over(v) ? data.kind[v] : OPEN;
    const star = kind === ANSWER && this.better(v) ? "☆" : "★";
    const here = v === this.plan.path.at(-1), on = this.plan.onPath.has(v);
    if (node.parts) {
      const count = node.parts.reduce((sum, part) => sum + data.size[part], 0);
      const stars = node.parts.reduce((sum, part) => sum + data.answers[part], 0);
      const points = `${x},${y - r} ${x - 1.7 * r},${y + 2 * r} ${x + 1.7 * r},${y + 2 * r}`;
      group.append(make("polygon", { points, class: "eo-part" }));
      group.append(label(x, y + 2 * r + 14 * scale, brief(count), { class: "eo-size" }));
      if (stars) group.append(label(x, y + 1.7 * r, "★", { class: "eo-star eo-small" }));
    } else if (kind === DEAD) group.append(make("path", { d: cross(x, y, r * 0.95), class: "eo-cross" }));
    else if (kind === BOUND) group.append(make("path", { d: stop(x, y, r * 1.3), class: "eo-stop" }));
    else if (kind === ANSWER) group.append(label(x, y + 9 * scale, star, { class: "eo-star" }));
    else group.append(make("circle",
      { cx: x, cy: y, r: here ? r * 1.35 : r, class: here ? "eo-here" : on ? "eo-way" : "eo-done" }));
    if (here && kind !== OPEN) group.append(make("circle", { cx: x, cy: y, r: r * 1.9, class: "eo-ring" }));
    const bound = node.parts || !data.bound || Number.isNaN(data.bound[v]) ? "" : cost(data.bound[v]);
    if (bound) group.append(label(x, y + r + 17 * scale, bound, { class: "eo-bound" }));
    const text = node.parts?.length > 1 ? "" : this.text(data.label[v]);
    if (text && node.up) group.append(label(x, y - r - 5 * scale, text,
      { class: on && !node.parts ? "eo-choice eo-on" : "eo-choice" }));
    group.append(make("rect", { x: x - 15 * scale, y: y - 20 * scale, width: 30 * scale, height: 34 * scale,
      class: "eo-touch" }));
    return group;
  }

  /** Has the search come to the end of this node? */
  over(v) { return this.data.ended[v] >= 0 && this.data.ended[v] <= this.sheet.step; }

  /** Of branch and bound: has a better solution been found since? */
  better(v) {
    const { data } = this;
    return data.linear && data.kind.some((kind, w) => kind === ANSWER && data.ended[w] > data.ended[v]
      && this.over(w));
  }

  legend(plan, seen) {
    const ended = this.drawn.filter((node) => !node.parts && this.over(node.v));
    const kinds = new Set(ended.map((node) => this.data.kind[node.v]));
    const parts = this.drawn.some((node) => node.parts);
    const { linear, bound } = this.data, earlier = linear && this.box.textContent.includes("☆");
    return [
      `${many(seen, "node")} so far`,
      bound && "number: bound",
      kinds.has(DEAD) && (linear ? "✕ no solution" : "✕ dead end"),
      kinds.has(BOUND) && "⊤ bound no better than the incumbent",
      kinds.has(ANSWER) && (linear ? "★ incumbent, the best solution so far" : "★ answer"),
      kinds.has(ANSWER) && earlier && "☆ an earlier one",
      parts && "△ a finished part with the number of its nodes",
      plan.top > 0 && `${many(plan.top, "level")} above ${plan.top === 1 ? "is" : "are"} not drawn`,
    ].filter(Boolean).join("   ");
  }

  // -- by mouse and by keyboard -------------------------------------------------------------------
  pick(event, go) {
    const v = event.target.closest?.(".eo-node")?.dataset.v;
    if (v === undefined) return;
    this.look(Number(v));
    if (go) this.go(Number(v));
  }
  go(v) {
    const { ended, first } = this.data;
    this.sheet.goTo(this.over(v) ? ended[v] : first[v]);
  }
  look(v) {
    this.cursor = v;
    for (const group of this.box.querySelectorAll(".eo-node")) {
      group.classList.toggle("eo-cursor", Number(group.dataset.v) === v);
    }
    this.words.textContent = v === null ? "" : this.told(this.shown.get(v));
  }
  told(node) {
    const { data } = this, { v } = node;
    const sum = (what) => (node.parts ?? [v]).reduce((total, part) => total + what[part], 0);
    if (node.parts) {
      const found = `${many(sum(data.size), "node")}, ${many(sum(data.answers), "answer")}`;
      const steps = `steps ${grouped(data.first[v])} to ${grouped(data.last[node.parts.at(-1)])}`;
      return `A finished part: ${found}, ${steps}.`;
    }
    const bound = data.bound && !Number.isNaN(data.bound[v]) ? `, bound ${cost(data.bound[v])}` : "";
    const at = `Level ${data.depth[v]}, choice ${this.text(data.words[v])} (step ${grouped(data.first[v])})`;
    let words = (v ? at : "Start") + bound;
    if (data.item[v] && data.chosen[v] <= this.sheet.step) {
      words += `: branches on ${this.text(data.item[v])}`;
      if (data.count[v] >= 0 && !data.linear) words += `, ${many(data.count[v], "option")}`;
    }
    const end = this.text(data.say[v]) || ["", "dead end", "answer", "dead end: its bound"][data.kind[v]];
    return this.over(v) ? `${words}. Step ${grouped(data.ended[v])}: ${end}` : words;
  }
  key(event) {
    if (modified(event)) return;
    const node = this.shown.get(this.cursor ?? this.plan.path.at(-1)) ?? this.drawn[0];
    const kids = (of) => this.drawn.filter((other) => other.up === of);
    const row = this.drawn.filter((other) => other.y === node.y), at = row.indexOf(node);
    const ways = {
      ArrowUp: () => node.up, ArrowDown: () => kids(node).at(-1),
      ArrowLeft: () => row[at - 1], ArrowRight: () => row[at + 1],
      Home: () => this.drawn[0], End: () => this.shown.get(this.plan.path.at(-1)),
    };
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
function brief(n) {
  if (n < 1000) return String(n);
  if (n < 1e6) return `${(n / 1000).toFixed(n < 10000 ? 1 : 0)} k`;
  return `${(n / 1e6).toFixed(1)} M`;
}
