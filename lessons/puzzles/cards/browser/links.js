import { label, make } from "../../../kit/cards/browser/dom.js";
import { ROOT, WAYS, LinkPlan } from "./logic/link_plan.js";
import { clamp } from "../../../kit/cards/browser/logic/numbers.js";

export class LinksView {
  constructor(sheet, still) {
    Object.assign(this, { sheet, still });
    this.columns = still.items.length;
    this.rows = 1 + Math.max(-1, ...still.row);
    this.box = make("div.eo-scroll", { tabindex: 0, role: "img" });
    this.note = make("p.eo-note");
    this.node = make("div", this.box, this.note);
  }

  draw(_, { links }, width, scale) {
    if (!links) return;
    const wide = clamp(width / (this.columns + 1), 62 * scale, 110 * scale);
    const tall = clamp(this.sheet.tall / (this.rows + 1.4), 32 * scale, 62 * scale);
    const plan = this.plan = new LinkPlan(this.still, { wide, tall, scale });
    const nodes = [...this.still.top.keys()];
    const changed = new Set(links.changed.map(([name, x]) => `${name} ${x}`));
    const arrow = (name, x) => plan.arrow(links, name, x, changed.has(`${name} ${x}`)) ?? [];
    const arrows = nodes.flatMap((x) => WAYS.flatMap((name) => arrow(name, x)));
    const order = { "eo-still": 0, "eo-gone": 1, "": 2, "eo-new": 3 };
    arrows.sort((a, b) => order[a.rank] - order[b.rank]);
    const rowName = (name, row) =>
      label(2, tall * (row + 1.75) + 5 * scale, name, { class: "eo-rowname" });
    const svg = make("svg", { width: wide * (this.columns + 1), height: tall * (this.rows + 1.4) },
      ...this.still.names.map(rowName), ...arrows.map(drawnArrow),
      ...nodes.map((x) => this.drawNode(links, x)));
    this.box.replaceChildren(svg);
    const out = nodes.filter((x) => plan.gone(links, x));
    const said = links.changed.map(([name, x]) => `Changed: ${name} of ${plan.name(x)}`).join(". ");
    this.box.ariaLabel = `Links: ${nodes.length} nodes, ${out.length} of them taken out. ${said}`;
    this.note.textContent = "Thick: changed in this step. Dashed: out of its list, but it keeps its "
      + "arrows. Arrows at the edge go round.";
    this.node.dataset.gone = out.join(",");
    this.node.dataset.changed = [...changed].join(",");
  }

  drawNode(links, x) {
    const { plan } = this, { scale } = plan, w = 2 * plan.half(x), h = 26 * scale;
    const head = x <= this.columns, out = plan.gone(links, x);
    const picked = head && x && x === links.item;
    const look = `eo-link ${head ? "eo-head" : ""} ${out ? "eo-gone" : ""} ${picked ? "eo-picked" : ""}`;
    const group = make("g", { class: look, transform: `translate(${plan.at(x)})` },
      make("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: 4 }),
      label(0, 6 * scale, plan.text(x)));
    if (head && x !== ROOT) group.append(label(w / 2 + 9 * scale, -h / 2 - 1, `${links.size[x]}`,
      { class: "eo-size" }));
    const ends = WAYS.slice(0, x ? 4 : 2).map((way) => `${way} ${plan.name(links[way][x])}`).join(", ");
    group.append(make("title", `${plan.name(x)}: ${ends}`));
    return group;
  }
}

const drawnArrow = ({ d, rank, round, title }) =>
  make("path", { d, class: `eo-arrow ${rank} ${round ? "eo-round" : ""}` }, make("title", title));
