import { label, make, obeyAlone, spoken } from "../../../kit/cards/browser/dom.js";
import { clamp, many } from "../../../kit/cards/browser/logic/numbers.js";
import { TreeData, TreePlan } from "./logic/tree_data.js";
import { TreeLooks } from "./logic/tree_looks.js";
import { TOP, NodeSize, cut, heightsOf } from "./logic/tree_sizes.js";
import { light } from "./ties.js";
import { edge, nodeOf, untriedNode } from "./tree_nodes.js";

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
    const most = this.sheet.tall, { fit, levels, tall, height, scrolls } = heightsOf(data, most, scale);
    if (scrolls) width -= 16; // for the bar
    const margin = Math.min(150 * scale, width * 0.3), room = width - margin - 6;
    const plan = new TreePlan(data, step, Math.max(3, Math.floor(room / size.pitch)), fit);
    const stretch = plan.whole ? clamp((room - size.pitch) / Math.max(1, data.leaves[0] - 1), size.pitch,
      3 * size.pitch) : size.pitch;
    const drawn = plan.placed((x, y) =>
      ({ x: margin + size.pitch / 2 + x * stretch, y: TOP * scale + y * tall }));
    const looks = this.looks = new TreeLooks(data, plan, drawn);
    const svg = make("svg", { width, height, "aria-hidden": "true" },
      ...this.levelNames(levels, tall, scale, [margin - 4, width]), ...this.edges(),
      ...looks.untried(size, tall, width, height).flatMap((left) => untried(left, scale)),
      ...drawn.map((node) => nodeOf(node, looks.lookOf(node), size)));
    this.box.replaceChildren(svg);
    this.box.style.maxHeight = `${Math.round(most)}px`;
    this.bringIntoSight(tall);
    this.tell(step);
  }

  bringIntoSight(tall) {
    const now = this.looks.shown.get(this.looks.here);
    if (now) this.box.scrollTop =
      clamp(this.box.scrollTop, now.y + tall - this.box.clientHeight, now.y - tall);
  }

  /** Words for a screen reader, the line below and tests. */
  tell(step) {
    const { data, looks } = this, { plan, missing } = looks, seen = data.seen(step);
    const place = `${many(seen, "node")} so far, now on level ${data.depth[looks.here]}`;
    const keys = "Arrow keys walk through it, Enter goes to the step of a node.";
    this.box.ariaLabel = `Search tree, ${place}. ${keys}`;
    const has = (sign) => this.box.querySelector(sign) !== null;
    this.note.textContent = looks.legend({ untried: has(".eo-untried"), against: has(".eo-against"),
      earlier: this.box.textContent.includes("☆") });
    Object.assign(this.node.dataset, { seen, missing,
      path: plan.path.map((v) => looks.text(data.label[v])).join(" ") });
    this.look(looks.shown.has(this.cursor) && document.activeElement === this.box ? this.cursor : null);
  }

  /** On the left: the levels that have been reached, and between them what the present path branches on. */
  levelNames(levels, tall, scale, [margin, width]) {
    const { looks } = this, { plan } = looks, names = [], font = 14 * scale;
    const last = Math.min(plan.top + levels, looks.deepest);
    for (let level = plan.top, y = TOP * scale; level <= last; level++, y += tall) {
      names.push(make("line", { x1: 0, x2: width, y1: y, y2: y, class: "eo-level" }));
      const above = level && level === plan.top ? "⋮ " : "";
      names.push(label(0, y + 0.36 * font, level ? `${above}level ${level}` : "start",
        { class: "eo-levelname" }));
      const v = plan.path[level];
      if (!looks.isChosen(v) || width < 440) continue;
      names.push(label(0, y + tall / 2 + 0.36 * font, cut(looks.branching(v), 1.2 * margin, font),
        { class: "eo-branch", "data-tie": looks.text(this.data.item[v]).replace(/^(cell|piece) /, "") }));
    }
    return names;
  }

  /** The path lies on top. */
  edges() {
    const below = this.looks.drawn.filter((node) => node.up);
    return [false, true].flatMap((yes) =>
      below.filter((node) => this.looks.isOn(node) === yes).map((node) => edge(node, yes)));
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
    this.sheet.goTo(this.looks.over(v) ? ended[v] : first[v]);
  }
  look(v) {
    this.cursor = v;
    for (const group of this.box.querySelectorAll(".eo-node")) {
      group.classList.toggle("eo-cursor", Number(group.dataset.v) === v);
    }
    if (v !== null) light(this.box.querySelector(".eo-cursor"));
    this.words.textContent = v === null ? "" : this.looks.words(this.looks.shown.get(v));
  }
  key(event) {
    const { looks } = this, node = looks.shown.get(this.cursor ?? looks.here) ?? looks.drawn[0];
    const ways = looks.around(node), go = () => this.go(node.v);
    obeyAlone(event, event.key in ways ? () => this.look((ways[event.key] ?? node).v)
      : { Enter: go, " ": go }[event.key]);
  }
}

/** Rings, and how many more options there are. */
const untried = ({ node, y, rings, rest, end }, scale) => [
  ...rings.flatMap((x) => untriedNode(node, x, y, scale)),
  ...(rest ? [label(end, y + 5 * scale, `+${rest}`, { class: "eo-rest" })] : [])];
