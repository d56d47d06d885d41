import { clamp, cost, grouped, label, make, many, obeyAlone, spoken, upTo } from "./dom.js";
import { light } from "./ties.js";
import { ANSWER, BOUND, DEAD, OPEN, TreeData, TreePlan } from "./tree_data.js";
import { BELOW, COPY, NodeSize, TOP, cut, edge, nodeOf, untriedNode } from "./tree_nodes.js";

const MOST_UNTRIED = 6, UNTRIED_GAP = 13; // rings for options that are left, and pixels between them
const LEAST_LEVELS = 3, MOST_LEVELS = 16; // drawn at once; of a deeper path the last ones

export class TreeView {
  constructor(sheet, still) {
    this.sheet = sheet;
    this.data = new TreeData(still);
    this.box = make("div.eo-tree", { tabindex: 0, role: "application", "aria-roledescription": "search tree",
      onkeydown: (event) => this.key(event), onclick: (event) => this.pick(event, true),
      onpointerover: (event) => this.pick(event, false), onblur: () => this.look(null) });
    this.words = spoken("eo-detail");
    this.note = make("p.eo-note");
    this.node = make("div", this.box, this.words, this.note);
  }

  draw(step, _, width, scale) {
    const { data } = this, size = new NodeSize(data, scale);
    const { most, fit, levels, tall, height, scrolls } = this.heights(scale);
    if (scrolls) width -= 16; // for the bar
    const margin = Math.min(150 * scale, width * 0.3), room = width - margin - 6;
    const plan = new TreePlan(data, step, Math.max(3, Math.floor(room / size.pitch)), fit);
    const stretch = plan.whole ? clamp((room - size.pitch) / Math.max(1, data.leaves[0] - 1), size.pitch,
      3 * size.pitch) : size.pitch;
    this.drawn = plan.placed((x, y) =>
      ({ x: margin + size.pitch / 2 + x * stretch, y: TOP * scale + y * tall }));
    this.shown = new Map(this.drawn.map((node) => [node.v, node]));
    this.plan = plan;
    const svg = make("svg", { width, height, "aria-hidden": "true" },
      ...this.levelNames(levels, tall, scale, [margin - 4, width]), ...this.edges(),
      ...this.untried(size, [tall, width, height]),
      ...this.drawn.map((node) => nodeOf(node, this.lookOf(node), size)));
    this.box.replaceChildren(svg);
    this.box.style.maxHeight = `${Math.round(most)}px`;
    this.bringIntoSight(tall);
    this.tell(step);
  }

  /** The most height; the levels that fit, and that are drawn; how high each is, and all; does it scroll? */
  heights(scale) {
    const { data } = this, most = this.sheet.tall, edges = (TOP + BELOW) * scale;
    const least = (data.bound ? 50 : 34) * scale;
    const fit = clamp(1 + Math.floor((most - edges) / least), LEAST_LEVELS, MOST_LEVELS);
    const levels = Math.min(data.deepest, fit - 1);
    const tall = clamp((most - edges) / (levels || 1), least, 90 * scale);
    const scrolls = levels * tall + edges > most;
    return { most, fit, levels, tall, height: levels * tall + edges, scrolls };
  }

  bringIntoSight(tall) {
    const now = this.shown.get(this.plan.path.at(-1));
    if (now) this.box.scrollTop =
      clamp(this.box.scrollTop, now.y + tall - this.box.clientHeight, now.y - tall);
  }

  /** What a screen reader, the line below and a test can read. */
  tell(step) {
    const { data, plan } = this, seen = data.seen(step);
    const place = `${many(seen, "node")} so far, now on level ${data.depth[plan.path.at(-1)]}`;
    const keys = "Arrow keys walk through it, Enter goes to the step of a node.";
    this.box.ariaLabel = `Search tree, ${place}. ${keys}`;
    this.missing = this.missingOf(seen);
    this.note.textContent = this.legend(plan, seen);
    Object.assign(this.node.dataset, { seen, missing: this.missing,
      path: plan.path.map((v) => this.text(data.label[v])).join(" ") });
    this.look(this.shown.has(this.cursor) && document.activeElement === this.box ? this.cursor : null);
  }

  text(code) { return this.data.texts[code] ?? ""; }

  /** On the left: the levels, and between them what the present path branches on. */
  levelNames(levels, tall, scale, [margin, width]) {
    const { plan } = this, names = [], font = 14 * scale;
    for (let level = plan.top, y = TOP * scale; level <= plan.top + levels; level++, y += tall) {
      names.push(make("line", { x1: 0, x2: width, y1: y, y2: y, class: "eo-level" }));
      const above = level && level === plan.top ? "⋮ " : "";
      names.push(label(0, y + 0.36 * font, level ? `${above}level ${level}` : "start",
        { class: "eo-levelname" }));
      const v = plan.path[level];
      if (!this.isChosen(v) || width < 440) continue;
      names.push(label(0, y + tall / 2 + 0.36 * font, cut(this.branching(v), 1.2 * margin, font),
        { class: "eo-branch", "data-tie": this.text(this.data.item[v]).replace(/^(cell|piece) /, "") }));
    }
    return names;
  }

  /** Has it been chosen by now what the search branches on here? */
  isChosen(v) { return this.data.item[v] && this.data.chosen[v] <= this.sheet.step; }

  branching(v) {
    const item = this.text(this.data.item[v]), count = this.data.count[v];
    return count < 0 || this.data.linear ? item : `${item}: ${grouped(count)}`;
  }

  /** The path lies on top. */
  edges() {
    const on = ({ v, parts }) => this.plan.onPath.has(v) && !parts;
    const below = this.drawn.filter((node) => node.up);
    return [false, true].flatMap((yes) =>
      below.filter((node) => on(node) === yes).map((node) => edge(node, yes)));
  }

  /** Right of the path, and of what has been tried beside it: a small ring for each option that is left. */
  untried({ scale, half }, [tall, width, height]) {
    const { plan } = this, gap = UNTRIED_GAP * scale;
    return plan.path.flatMap((v) => {
      const node = this.shown.get(v), left = node ? this.left(v) : 0, y = node?.y + tall;
      if (left <= 0 || y > height - gap) return [];
      const last = this.drawn.filter(({ up }) => up === node).at(-1);
      const most = Math.min(left, MOST_UNTRIED), first = last ? last.x + half + gap
        : node.x - ((most - 1) * gap) / 2;
      const some = Math.max(0, Math.min(most, Math.floor((width - first) / gap) - 2)), rest = left - some;
      if (!some) return [];
      const at = (k) => first + k * gap;
      const more = rest ? [label(at(some) - gap / 3, y + 5 * scale, `+${rest}`, { class: "eo-rest" })] : [];
      return [...upTo(some).flatMap((k) => untriedNode(node, at(k), y, scale)), ...more];
    });
  }

  left(v) {
    const { data, sheet } = this;
    return this.isChosen(v) && !data.linear ? data.count[v] - data.children(v, sheet.step).length : 0;
  }

  lookOf({ v, parts, up }) {
    const { data, plan } = this, name = this.text(data.name[v]);
    const look = { name: up || plan.top ? name : "", against: !data.sign[v], kind: OPEN,
      paint: data.paint[name.replace(COPY, "")] ?? data.paint[""] };
    if (parts) return this.foldedLook(parts, look);
    const kind = this.over(v) ? data.kind[v] : OPEN;
    return { ...look, kind, on: plan.onPath.has(v), here: v === plan.path.at(-1), bound: data.bound?.[v],
      better: kind === ANSWER && this.better(v) };
  }

  /** One branch keeps its name; several are counted. */
  foldedLook(parts, look) {
    const alone = parts.length === 1;
    const name = alone ? look.name : `+${parts.length}`, against = alone && look.against;
    return { ...look, name, against, hidden: this.hidden(parts), answers: this.sum(parts, "answers") };
  }

  /** How many of the nodes so far are neither drawn nor counted at a triangle. */
  missingOf(seen) {
    const inside = ({ parts, up, v }) => (parts ? this.sum(parts, "size") : Number(Boolean(up || v)));
    return seen - this.drawn.reduce((total, node) => total + inside(node), 0);
  }

  hidden(parts) { return this.sum(parts, "size") - (parts.length === 1 ? 1 : 0); }

  sum(parts, what) { return parts.reduce((total, part) => total + this.data[what][part], 0); }

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
    const parts = this.drawn.flatMap((node) => node.parts ?? []);
    const { linear, bound } = this.data, earlier = linear && this.box.textContent.includes("☆");
    return [
      seen > plan.path.length - 1 && "grey: finished",
      this.box.querySelector(".eo-untried") && "○ not tried yet",
      this.box.querySelector(".eo-against") && `stroke through: ${linear ? "0" : "decided against"}`,
      bound && "number: bound",
      kinds.has(DEAD) && (linear ? "✕ no solution" : "✕ dead end"),
      kinds.has(BOUND) && "⊤ bound no better than the incumbent",
      kinds.has(ANSWER) && (linear ? "★ incumbent, the best solution so far" : "★ answer"),
      kinds.has(ANSWER) && earlier && "☆ an earlier one",
      parts.length && "△ folded, with the number of its nodes",
      plan.top > 0 && `⋮ ${many(plan.top, "level")} above`,
      this.missing > 0 && `${many(this.missing, "more node")} not drawn, for want of room`,
    ].filter(Boolean).join("   ");
  }

  // -- by mouse and by keyboard
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
    if (v !== null) light(this.box.querySelector(".eo-cursor"));
    this.words.textContent = v === null ? "" : this.told(this.shown.get(v));
  }
  told(node) {
    const { data } = this, { v } = node;
    if (node.parts) {
      const [nodes, answers] = ["size", "answers"].map((what) => this.sum(node.parts, what));
      const found = `${many(nodes, "node")}, ${many(answers, "answer")}`;
      const steps = `steps ${grouped(data.first[v])} to ${grouped(data.last[node.parts.at(-1)])}`;
      return `A finished part: ${found}, ${steps}.`;
    }
    const bound = data.bound && !Number.isNaN(data.bound[v]) ? `, bound ${cost(data.bound[v])}` : "";
    const at = `Level ${data.depth[v]}, choice ${this.text(data.words[v])} (step ${grouped(data.first[v])})`;
    let words = (v ? at : "Start") + bound;
    if (this.isChosen(v)) {
      words += `: branches on ${this.text(data.item[v])}`;
      if (data.count[v] >= 0 && !data.linear) words += `, ${many(data.count[v], "option")}`;
    }
    const end = this.text(data.say[v]) || ["", "dead end", "answer", "dead end: its bound"][data.kind[v]];
    return this.over(v) ? `${words}. Step ${grouped(data.ended[v])}: ${end}` : words;
  }
  key(event) {
    const node = this.shown.get(this.cursor ?? this.plan.path.at(-1)) ?? this.drawn[0];
    const kids = this.drawn.filter((other) => other.up === node);
    const row = this.drawn.filter((other) => other.y === node.y), at = row.indexOf(node);
    const to = (other) => () => this.look((other ?? node).v), go = () => this.go(node.v);
    obeyAlone(event, {
      ArrowUp: to(node.up), ArrowDown: to(kids.at(-1)), ArrowLeft: to(row[at - 1]),
      ArrowRight: to(row[at + 1]), Home: to(this.drawn[0]), End: to(this.shown.get(this.plan.path.at(-1))),
      Enter: go, " ": go,
    }[event.key]);
  }
}
