// Dancing links drawn: where nodes are, and how their pointers run. Node 0 is the root, 1 … n are the
// headers, then one node for each 1, option by option. All lengths are in pixels.

/** @import { Pair } from "../../../../kit/cards/browser/logic/numbers.js" */
/**
 * @typedef {"left" | "right" | "up" | "down"} WayName
 * @typedef {{ items: string[], names: string[], top: number[], row: number[] }} Still by node: its header
 *   and its option
 * @typedef {Record<WayName, number[]>} Links by node, where they point
 * @typedef {{ wide: number, tall: number, scale: number }} Size of a column and of a row
 */

export const ROOT = 0;
/** @type {WayName[]} */
export const WAYS = ["left", "right", "up", "down"];

export class LinkPlan {
  /** @param {Still} still @param {Size} size */
  constructor(still, { wide, tall, scale }) {
    this.still = still;
    this.columns = still.items.length;
    this.wide = wide;
    this.tall = tall;
    this.scale = scale;
  }

  /** The middle of a node. @param {number} x @returns {Pair} */
  at(x) {
    const column = x <= this.columns ? x : this.still.top[x];
    const row = x <= this.columns ? 0 : 1 + this.still.row[x];
    return [this.wide * (column + 0.5), this.tall * (row + 0.75)];
  }

  /** @param {number} x */
  name(x) {
    const { items, names, row, top } = this.still;
    if (x <= this.columns) return x === ROOT ? "root" : items[x - 1];
    return `${items[top[x] - 1]} in ${names[row[x]]}`;
  }

  /** @param {number} x */
  text(x) { return x === ROOT ? "root" : x <= this.columns ? this.still.items[x - 1] : "1"; }

  /** Half the width of its box: a long name has room, and its neighbour too. @param {number} x */
  half(x) { return Math.min(Math.max(17, 5.5 * this.text(x).length + 5) * this.scale, 0.4 * this.wide); }

  /** Is it out of the list of its row, or of its column? @param {Links} links @param {number} x
   * @param {boolean} across */
  isOut(links, x, across) {
    const [back, forth] = WAYS.slice(across ? 0 : 2);
    return links[forth][links[back][x]] !== x || links[back][links[forth][x]] !== x;
  }

  /** @param {Links} links @param {number} x */
  gone(links, x) { return this.isOut(links, x, x <= this.columns); }

  /**
   * The pointer `name` of node x: its look, its path, and whether it goes round, to end at the edge; null
   * where nothing is drawn.
   * @param {Links} links
   * @param {WayName} name
   * @param {number} x
   * @param {boolean} fresh it has just changed
   */
  arrow(links, name, x, fresh) {
    const to = links[name][x], way = WAYS.indexOf(name), across = way < 2, forth = way % 2 > 0;
    if (to === x || (x === ROOT && !across)) return null;
    const out = this.isOut(links, x, across) && (!across || x <= this.columns);
    // an option's own ring never changes
    const rank = fresh ? "eo-new" : out ? "eo-gone" : across && x > this.columns ? "eo-still" : "";
    const [x1, y1] = this.at(x), [x2, y2] = this.at(to), off = 5 * this.scale, side = forth ? -off : off;
    const along = across ? x2 - x1 : y2 - y1, round = forth ? along <= 0 : along >= 0;
    // of a node, so that arrows end at its rim
    const half = (/** @type {number} */ v) => (across ? this.half(v) : 13 * this.scale);
    const sign = forth ? 1 : -1, unit = across ? this.wide : this.tall;
    const skips = Math.round(Math.abs(along) / unit) - 1;
    const bend = !round && skips > 0 ? -sign * Math.min(24, 12 + 4 * skips) * this.scale : 0;
    const from = half(x) * sign, end = round ? (unit / 2) * sign : along - half(to) * sign;
    const d = across ? curve(x1 + from, y1 + side, x1 + end, y1 + side, 0, bend)
      : curve(x1 - side, y1 + from, x1 - side, y1 + end, -bend, 0);
    return { rank, d, round, title: `${name} of ${this.name(x)}: ${this.name(to)}` };
  }
}

/** A line from a to b with an arrow head, bent by c in its middle.
 * @param {number} ax @param {number} ay @param {number} bx @param {number} by @param {number} cx
 * @param {number} cy */
function curve(ax, ay, bx, by, cx, cy) {
  const mx = (ax + bx) / 2 + cx * 2, my = (ay + by) / 2 + cy * 2;
  const angle = Math.atan2(by - my, bx - mx);
  const tip = (/** @type {number} */ turn) =>
    `${bx - 7 * Math.cos(angle + turn)} ${by - 7 * Math.sin(angle + turn)}`;
  return `M${ax} ${ay}Q${mx} ${my} ${bx} ${by}M${tip(0.5)}L${bx} ${by}L${tip(-0.5)}`;
}
