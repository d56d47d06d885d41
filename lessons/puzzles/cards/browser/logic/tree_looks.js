// Looks and words of a tree at a step.

import { cost, grouped, many, upTo } from "../../../../kit/cards/browser/logic/numbers.js";
import { ANSWER, BOUND, DEAD, OPEN } from "./tree_data.js";

/** @import { Node, TreeData, TreePlan } from "./tree_data.js" */
/** @import { NodeSize } from "./tree_sizes.js" */
/**
 * @typedef {{ name: string, against: boolean, paint?: string[], kind: number, on?: boolean, here?: boolean,
 *   bound?: number, better?: boolean, hidden?: number, answers?: number }} Look of what is folded, `hidden`
 *   and `answers` count its nodes
 */

export const COPY = /[₀-₉]+$/; // tells nodes of one piece apart
const MOST_UNTRIED = 6, UNTRIED_GAP = 13; // rings for options that are left, and pixels between them

export class TreeLooks {
  /** @param {TreeData} data @param {TreePlan} plan @param {Node[]} drawn */
  constructor(data, plan, drawn) {
    this.data = data;
    this.plan = plan;
    this.step = plan.step;
    this.drawn = drawn;
    this.shown = new Map(drawn.map((node) => [node.v, node]));
  }

  /** @param {number} code */
  text(code) { return this.data.texts[code] ?? ""; }

  /** The node where the search is. */
  get here() { return this.plan.path[this.plan.path.length - 1]; }

  /** Has it been chosen by now what the search branches on here? At the root it is shown from the start: a
   * tree of one node says nothing. @param {number} v */
  isChosen(v) { return this.data.item[v] && (!v || this.data.chosen[v] <= this.step); }

  /** @param {number} v */
  branching(v) {
    const item = this.text(this.data.item[v]), count = this.data.count[v];
    return count < 0 || this.data.linear ? item : `${item}: ${grouped(count)}`;
  }

  /** Options that have not been tried. @param {number} v */
  left(v) {
    const { data } = this;
    return this.isChosen(v) && !data.linear ? data.count[v] - data.children(v, this.step).length : 0;
  }

  /** The deepest level with something on it: a node, or rings for options that have not been tried. */
  get deepest() {
    return Math.max(...this.drawn.map(({ v, parts }) =>
      this.data.depth[v] + Number(!parts && this.plan.onPath.has(v) && this.left(v) > 0)));
  }

  /** @param {number} v */
  over(v) { return this.data.ended[v] >= 0 && this.data.ended[v] <= this.step; }

  /** Of branch and bound: has a better solution been found since? @param {number} v */
  better(v) {
    const { data } = this;
    return data.linear && data.kind.some((kind, w) => kind === ANSWER && data.ended[w] > data.ended[v]
      && this.over(w));
  }

  /** Is it an edge of the path? @param {Node} node */
  isOn({ v, parts }) { return this.plan.onPath.has(v) && !parts; }

  /** @param {Node} node @returns {Look} */
  lookOf({ v, parts, up }) {
    const { data, plan } = this, name = this.text(data.name[v]);
    const look = { name: up || plan.top ? name : "", against: !data.sign[v], kind: OPEN,
      paint: data.paint[name.replace(COPY, "")] ?? data.paint[""] };
    if (parts) return this.foldedLook(parts, look);
    const kind = this.over(v) ? data.kind[v] : OPEN;
    return { ...look, kind, on: plan.onPath.has(v), here: v === this.here, bound: data.bound?.[v],
      better: kind === ANSWER && this.better(v) };
  }

  /** One branch keeps its name; several are counted. @param {number[]} parts @param {Look} look */
  foldedLook(parts, look) {
    const alone = parts.length === 1, hidden = this.sum(parts, "size") - Number(alone);
    const name = alone ? look.name : `+${parts.length}`, against = alone && look.against;
    return { ...look, name, against, hidden, answers: this.sum(parts, "answers") };
  }

  /** How many of the nodes so far are neither drawn nor counted at a triangle. */
  get missing() {
    const inside = (/** @type {Node} */ { parts, up, v }) =>
      (parts ? this.sum(parts, "size") : Number(Boolean(up || v)));
    return this.data.seen(this.step) - this.drawn.reduce((total, node) => total + inside(node), 0);
  }

  /** @param {number[]} parts @param {"size" | "answers"} column */
  sum(parts, column) { return parts.reduce((total, part) => total + this.data[column][part], 0); }

  /**
   * Right of the path, and of what has been tried beside it: a small ring for each option that is left, as
   * far as there is room. Of each node the places of its rings, how many have none, and where that is
   * written.
   * @param {NodeSize} size
   * @param {number} tall of a level
   * @param {number} width
   * @param {number} height
   */
  untried({ scale, half }, tall, width, height) {
    const gap = UNTRIED_GAP * scale;
    return this.plan.path.flatMap((v) => {
      const node = this.shown.get(v), left = node ? this.left(v) : 0;
      if (!node || left <= 0 || node.y + tall > height - gap) return [];
      const last = this.drawn.filter(({ up }) => up === node).at(-1);
      const most = Math.min(left, MOST_UNTRIED), first = last ? last.x + half + gap
        : node.x - ((most - 1) * gap) / 2;
      const some = Math.max(0, Math.min(most, Math.floor((width - first) / gap) - 2)), rest = left - some;
      if (!some) return [];
      return [{ node, y: node.y + tall, rings: upTo(some).map((k) => first + k * gap), rest,
        end: first + some * gap - gap / 3 }];
    });
  }

  /**
   * The meaning of the signs.
   * @param {{ untried: boolean, against: boolean, earlier: boolean }} signs that are drawn
   */
  legend({ untried, against, earlier }) {
    const ended = this.drawn.filter((node) => !node.parts && this.over(node.v));
    const kinds = new Set(ended.map((node) => this.data.kind[node.v]));
    const { data: { linear, bound }, plan: { top, path }, missing } = this;
    return [
      this.data.seen(this.step) > path.length - 1 && "grey: finished",
      untried && "○ not tried yet",
      against && `stroke through: ${linear ? "0" : "decided against"}`,
      bound && "number: bound",
      kinds.has(DEAD) && (linear ? "✕ no solution" : "✕ dead end"),
      kinds.has(BOUND) && "⊤ bound no better than the incumbent",
      kinds.has(ANSWER) && (linear ? "★ incumbent, the best solution so far" : "★ answer"),
      kinds.has(ANSWER) && linear && earlier && "☆ an earlier one",
      this.drawn.some(({ parts }) => parts) && "△ folded: number of nodes",
      top > 0 && `⋮ ${many(top, "level")} above`,
      missing > 0 && `${many(missing, "more node")}: no room`,
    ].filter(Boolean).join("   ");
  }

  /** @param {Node} node */
  words(node) {
    const { data } = this, { v } = node;
    if (node.parts) {
      const nodes = many(this.sum(node.parts, "size"), "node");
      const last = data.last[node.parts[node.parts.length - 1]];
      const found = `${nodes}, ${many(this.sum(node.parts, "answers"), "answer")}`;
      return `A finished part: ${found}, steps ${grouped(data.first[v])} to ${grouped(last)}.`;
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

  /**
   * Where the arrow keys go from a node.
   * @param {Node} node
   * @returns {Record<string, Node | null | undefined>}
   */
  around(node) {
    const kids = this.drawn.filter((other) => other.up === node);
    const row = this.drawn.filter((other) => other.y === node.y), at = row.indexOf(node);
    return { ArrowUp: node.up, ArrowDown: kids.at(-1), ArrowLeft: row[at - 1], ArrowRight: row[at + 1],
      Home: this.drawn[0], End: this.shown.get(this.here) };
  }
}
