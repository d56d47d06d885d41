// The tree of a search as columns, and which part of it is drawn at a step.

import { numbers } from "../../../../kit/cards/browser/logic/numbers.js";

export const OPEN = 0, DEAD = 1, ANSWER = 2, BOUND = 3;

/**
 * @typedef {"parent" | "first" | "last" | "ended" | "kind" | "label" | "words" | "name" | "sign" | "item" |
 *   "count" | "chosen" | "say"} Column
 * @typedef {{ v: number, parts?: number[], up?: Node | null, x: number, y: number }} Node a triangle stands
 *   for the finished `parts`; x and y are in leaves and levels, or in pixels
 * @typedef {{ v: number, parts?: number[] }} Kid
 */

/** @param {DataView} view */
const whole = (view) => /** @type {Int32Array} */ (numbers(view, "i4"));

/** The nodes of a search in its order: what hangs on node v stands at v + 1 … v + size[v] - 1. */
export class TreeData {
  /** @type {Float64Array | null} of each node */
  places = null;

  /** @param {Record<Column, DataView> & { texts: string[], paint: Record<string, string[]>, linear?: boolean,
   *   bound?: DataView }} packed the columns as i4; each text by its number */
  constructor(packed) {
    this.parent = whole(packed.parent);
    this.first = whole(packed.first); // the steps at which a node comes, goes, and ended
    this.last = whole(packed.last);
    this.ended = whole(packed.ended);
    this.kind = whole(packed.kind);
    this.label = whole(packed.label);
    this.words = whole(packed.words);
    this.name = whole(packed.name);
    this.sign = whole(packed.sign);
    this.item = whole(packed.item);
    this.count = whole(packed.count);
    this.chosen = whole(packed.chosen);
    this.say = whole(packed.say);
    this.texts = packed.texts;
    this.paint = packed.paint; // letter -> fill and ink
    // branch and bound: a node has a bound, its ends have reasons of their own
    this.linear = Boolean(packed.linear);
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
    this.deepest = this.reach(0);
  }
  /** The last node that there is at a step. @param {number} step */
  seen(step) { return this.first.findLastIndex((first) => first <= step); }
  /** From the root to where the search is. @param {number} step */
  path(step) {
    const found = [];
    for (let v = this.seen(step); v >= 0; v = this.parent[v]) if (step < this.last[v]) found.unshift(v);
    return found;
  }
  /** @param {number} v @param {number} step */
  children(v, step) {
    const found = [];
    for (let c = v + 1; c < v + this.size[v] && this.first[c] <= step; c += this.size[c]) found.push(c);
    return found;
  }
  /** The deepest level below a node. @param {number} v */
  reach(v) {
    let deep = 0;
    for (let c = v; c < v + this.size[v]; c++) deep = Math.max(deep, this.depth[c]);
    return deep;
  }
}

/** The nodes drawn at a step: { v, parts, x, y }; a triangle stands for the finished `parts`. */
export class TreePlan {
  /**
   * @param {TreeData} data @param {number} step
   * @param {number} slots leaves for which there is room side by side
   * @param {number} levels for which there is room
   */
  constructor(data, step, slots, levels) {
    this.data = data;
    this.step = step;
    this.slots = slots;
    this.levels = levels;
    this.path = data.path(step);
    this.onPath = new Set(this.path);
    this.top = Math.max(0, this.path.length - levels);
    this.whole = data.leaves[0] <= slots && data.deepest < levels;
    /** @type {Map<number, Kid[]>} */
    this.kids = new Map();
    this.whole ? this.takeAll() : this.takeSome();
  }
  takeAll() {
    for (let v = 0; v < this.data.total && this.data.first[v] <= this.step; v++) this.take(v);
  }
  /** @param {number} v */
  take(v) { this.kids.set(v, this.data.children(v, this.step).map((c) => ({ v: c }))); }
  /** The present path, then what there is room for: what is near in the search comes before what is far. */
  takeSome() {
    let room = this.slots - 1;
    const levels = this.path.slice(this.top).reverse();
    const finished = levels.map((v) => this.data.children(v, this.step).filter((c) => !this.onPath.has(c)));
    const taken = (/** @type {number} */ wanted) => {
      const got = Math.min(wanted, room);
      room -= got;
      return got;
    };
    const shown = finished.map((kids) => taken(Math.min(1, kids.length)));
    finished.forEach((kids, i) => { if (shown[i]) shown[i] += taken(kids.length - 1); });
    levels.forEach((v, i) => {
      const kids = finished[i], alone = shown[i] === kids.length ? shown[i] : Math.max(0, shown[i] - 1);
      const folded = kids.length - alone, old = kids.slice(0, folded), fresh = kids.slice(folded);
      for (const c of fresh.toReversed()) room -= this.open(c, room);
      const group = old.length && shown[i] ? [{ v: old[0], parts: old }] : [];
      const on = i ? [{ v: levels[i - 1] }] : [];
      const alike = (/** @type {number} */ c) =>
        (this.data.size[c] > 1 && !this.kids.has(c) ? { v: c, parts: [c] } : { v: c });
      this.kids.set(v, [...group, ...fresh.map(alike), ...on]);
    });
  }
  /** Draw a finished part in full, if there is room for its leaves; returns the room it takes.
   * @param {number} c @param {number} room */
  open(c, room) {
    const more = this.data.leaves[c] - 1;
    const deep = this.data.reach(c) - this.data.depth[this.path[this.top]];
    if (this.data.size[c] < 2 || more > room || deep >= this.levels) return 0;
    for (let v = c; v < c + this.data.size[c]; v++) this.take(v);
    return more;
  }
  /** Leaves side by side, parents over the middle of their children.
   * @param {(leaf: number, level: number) => { x: number, y: number }} place in pixels */
  placed(place) {
    const drawn = /** @type {Node[]} */ ([]);
    let slot = 0;
    const put = (/** @type {Node} */ node, /** @type {Node | null} */ parent) => {
      node.up = parent;
      const kids = /** @type {Node[]} */ (node.parts ? [] : this.kids.get(node.v) ?? []);
      drawn.push(node);
      kids.forEach((kid) => put(kid, node));
      node.x = this.whole ? this.fixed(node.v)
        : kids.length ? (kids[0].x + kids[kids.length - 1].x) / 2 : slot++;
      node.y = this.data.depth[node.v] - this.top;
    };
    put({ v: this.path[this.top] ?? 0, x: 0, y: 0 }, null);
    for (const node of drawn) Object.assign(node, place(node.x, node.y));
    return drawn;
  }
  /** Its place in the finished tree: nothing moves. @param {number} v */
  fixed(v) {
    return (this.data.places ??= placesOf(this.data))[v];
  }
}

/** @param {TreeData} data */
function placesOf(data) {
  const x = new Float64Array(data.total);
  let slot = 0;
  for (let v = 0; v < data.total; v++) if (data.size[v] === 1) x[v] = slot++;
  for (let v = data.total - 1; v >= 0; v--) {
    const kids = data.children(v, Infinity);
    if (kids.length) x[v] = (x[kids[0]] + x[kids[kids.length - 1]]) / 2;
  }
  return x;
}

