import { clamp, label, make } from "./dom.js";

const ROOT = 0, WAYS = ["left", "right", "up", "down"];

/** Node 0 is the root, 1 … n are the headers, then one node for each 1, option by option. */
export class LinksView {
  constructor(sheet, still) {
    Object.assign(this, { sheet, still });
    this.columns = still.items.length;
    this.rows = 1 + Math.max(-1, ...still.row);
    this.box = make("div.eo-scroll", { tabindex: 0, role: "img" });
    this.note = make("p.eo-note");
    this.node = make("div", this.box, this.note);
  }

  at(x) {
    const column = x <= this.columns ? x : this.still.top[x];
    const row = x <= this.columns ? 0 : 1 + this.still.row[x];
    return [this.wide * (column + 0.5), this.tall * (row + 0.75)];
  }

  draw(_, { links }, width, scale) {
    if (!links) return;
    this.scale = scale;
    this.wide = clamp(width / (this.columns + 1), 62 * scale, 110 * scale);
    this.tall = clamp(this.sheet.tall / (this.rows + 1.4), 35 * scale, 62 * scale);
    const nodes = [...this.still.top.keys()];
    const changed = new Set(links.changed.map(([name, x]) => `${name} ${x}`));
    const arrow = (name, x) => this.arrow(links, name, x, changed.has(`${name} ${x}`));
    const arrows = nodes.flatMap((x) => WAYS.flatMap((name) => arrow(name, x)));
    const order = { "eo-still": 0, "eo-gone": 1, "": 2, "eo-new": 3 };
    arrows.sort((a, b) => order[a.rank] - order[b.rank]);
    const rowName = (name, row) =>
      label(2, this.tall * (row + 1.75) + 5 * scale, name, { class: "eo-rowname" });
    const svg = make("svg", { width: this.wide * (this.columns + 1), height: this.tall * (this.rows + 1.4) },
      ...this.still.names.map(rowName), ...arrows.map(({ drawn }) => drawn),
      ...nodes.map((x) => this.drawNode(links, x)));
    this.box.replaceChildren(svg);
    const out = nodes.filter((x) => this.gone(links, x));
    const said = links.changed.map(([name, x]) => `Changed: ${name} of ${this.name(x)}`).join(". ");
    this.box.ariaLabel = `Links: ${nodes.length} nodes, ${out.length} of them taken out. ${said}`;
    this.note.textContent = "Thick: changed in this step. Dashed: out of its list, but it keeps its "
      + "arrows. Arrows at the edge go round.";
    this.node.dataset.gone = out.join(",");
    this.node.dataset.changed = [...changed].join(",");
  }

  name(x) {
    const { items, names, row, top } = this.still;
    if (x <= this.columns) return x === ROOT ? "root" : items[x - 1];
    return `${items[top[x] - 1]} in ${names[row[x]]}`;
  }
  text(x) { return x === ROOT ? "root" : x <= this.columns ? this.still.items[x - 1] : "1"; }
  /** Half the width of its box: a long name has room, and its neighbour too. */
  half(x) { return Math.min(Math.max(17, 5.5 * this.text(x).length + 5) * this.scale, 0.4 * this.wide); }
  isOut(links, x, across) {
    const [back, forth] = WAYS.slice(across ? 0 : 2);
    return links[forth][links[back][x]] !== x || links[back][links[forth][x]] !== x;
  }
  gone(links, x) { return this.isOut(links, x, x <= this.columns); }

  drawNode(links, x) {
    const w = 2 * this.half(x), h = 26 * this.scale;
    const head = x <= this.columns, out = this.gone(links, x);
    const picked = head && x && x === links.item;
    const look = `eo-link ${head ? "eo-head" : ""} ${out ? "eo-gone" : ""} ${picked ? "eo-picked" : ""}`;
    const group = make("g", { class: look, transform: `translate(${this.at(x)})` },
      make("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: 4 }),
      label(0, 6 * this.scale, this.text(x)));
    if (head && x !== ROOT) group.append(label(w / 2 + 9 * this.scale, -h / 2 - 1, `${links.size[x]}`,
      { class: "eo-size" }));
    const ends = WAYS.slice(0, x ? 4 : 2).map((way) => `${way} ${this.name(links[way][x])}`).join(", ");
    group.append(make("title", `${this.name(x)}: ${ends}`));
    return group;
  }

  /** The pointer `name` of node x; one that goes round ends at the edge. */
  arrow(links, name, x, fresh) {
    const to = links[name][x], way = WAYS.indexOf(name), across = way < 2, forth = way % 2 > 0;
    if (to === x || (x === ROOT && !across)) return [];
    const out = this.isOut(links, x, across) && (!across || x <= this.columns);
    // an option's own ring never changes
    const rank = fresh ? "eo-new" : out ? "eo-gone" : across && x > this.columns ? "eo-still" : "";
    const [x1, y1] = this.at(x), [x2, y2] = this.at(to), off = 5 * this.scale, side = forth ? -off : off;
    const along = across ? x2 - x1 : y2 - y1, round = forth ? along <= 0 : along >= 0;
    // of a node, so that arrows end at its rim
    const half = (v) => (across ? this.half(v) : 13 * this.scale);
    const sign = forth ? 1 : -1, unit = across ? this.wide : this.tall;
    const skips = Math.round(Math.abs(along) / unit) - 1;
    const bend = !round && skips > 0 ? -sign * Math.min(24, 12 + 4 * skips) * this.scale : 0;
    const from = half(x) * sign, end = round ? (unit / 2) * sign : along - half(to) * sign;
    const d = across ? curve(x1 + from, y1 + side, x1 + end, y1 + side, 0, bend)
      : curve(x1 - side, y1 + from, x1 - side, y1 + end, -bend, 0);
    return [{ rank, drawn: make("path", { d, class: `eo-arrow ${rank} ${round ? "eo-round" : ""}` },
      make("title", `${name} of ${this.name(x)}: ${this.name(to)}`)) }];
  }
}

/** A line from a to b with an arrow head, bent by (bx, by) in its middle. */
function curve(ax, ay, bx, by, cx, cy) {
  const mx = (ax + bx) / 2 + cx * 2, my = (ay + by) / 2 + cy * 2;
  const angle = Math.atan2(by - my, bx - mx);
  const tip = (turn) => `${bx - 7 * Math.cos(angle + turn)} ${by - 7 * Math.sin(angle + turn)}`;
  return `M${ax} ${ay}Q${mx} ${my} ${bx} ${by}M${tip(0.5)}L${bx} ${by}L${tip(-0.5)}`;
}
