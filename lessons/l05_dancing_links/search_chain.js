// The search chain: searches below each other on one scale of time, with an arrow for each factor.

import { Stops } from "../kit/cards/browser/stops.js";
import { button, fitLines, group, make, onResize, set, sheetOf, spoken } from "../kit/cards/browser/dom.js";
import { widget } from "../kit/cards/browser/widget.js";
import { TICKS, arrowsOf, factorWords, longest, shareAt, timeInWords, wordsOf } from "./logic/chain_plan.js";

const percent = (seconds) => `${100 * shareAt(seconds)}%`;
const ROOM = 0.1; // of the scale, that a factor takes inside its arrow

class SearchChain {
  constructor(model) {
    this.links = model.get("links");
    this.arrows = this.links.map((link, k) => (k ? arrowsOf(this.links[k - 1], link) : []));
    this.best = longest(this.links);
    this.say = spoken("eo-say");
    this.names = this.links.map(({ way, how }, k) => button("", () => this.choose(k), {
      "aria-label": `${way}, ${how}`, onpointerenter: () => this.choose(k), onfocus: () => this.choose(k) }));
    this.names.forEach((node, k) => node.append(make("b", this.links[k].way), ` ${this.links[k].how}`));
    new Stops(this.names);
    this.rows = this.links.map((link, k) => make("div.chain-row", { onpointerenter: () => this.choose(k) },
      this.names[k], make("div.chain-scale", ...this.marks(k))));
    const ticks = TICKS.map(([seconds, name]) => make("span", { style: `left:${percent(seconds)}` }, name));
    const list = group("div.chain-rows", "Searches, from the slowest idea on", ...this.rows,
      make("div.chain-row", { "aria-hidden": "true" }, make("span"), make("div.chain-ticks", ...ticks)));
    this.root = sheetOf("eo-chain", "The search chain", this.say, list,
      make("p.eo-note", "Full: fewer nodes. Striped: cheaper nodes, or dearer ones, to the right. Equal "
        + "lengths are equal factors. ", make("b", this.proof)));
    this.choose(this.best.at);
  }

  listen(signal) { onResize(this.root, signal, () => this.draw()); }

  get proof() {
    const { at, kind, factor } = this.best, what = kind === "nodes" ? "a question" : "the machine";
    return `The longest arrow is ${what}: ${this.links[at].way}, ${factorWords(factor)}.`;
  }

  /** A line for each tick, the arrows, and the dot with its time. */
  marks(k) {
    const lines = TICKS.map(([seconds]) => make("i", { style: `left:${percent(seconds)}` }));
    const { seconds } = this.links[k], last = this.arrows[k].at(-1), share = shareAt(seconds);
    const left = share > 0.8 || (share > 0.15 && last && last.to < last.from);
    const dot = make("span.chain-dot", { style: `left:${percent(seconds)}` },
      make("span", { class: left ? "chain-left" : "" }, timeInWords(seconds)));
    return [...lines, ...this.arrows[k].map((arrow) => this.arrow(arrow)), dot];
  }

  arrow({ kind, factor, from, to }) {
    const [low, high] = [from, to].map(shareAt).sort((a, b) => a - b), wide = high - low;
    return make("span", { class: `chain-arrow chain-${kind} ${to > from ? "chain-back" : ""}`,
      style: `left:${100 * low}%;width:${100 * wide}%` },
      ...(wide > ROOM ? [make("b", factorWords(factor))] : []));
  }

  choose(k) {
    if (this.at === k) return;
    this.at = k;
    this.rows.forEach((row, i) => row.classList.toggle("chain-chosen", i === k));
    this.names.forEach((node, i) => set(node, { "aria-pressed": i === k }));
    this.say.textContent = wordsOf(this.links[k], this.arrows[k]);
    this.draw();
  }

  draw() { fitLines(this.say); }
}

export default widget(SearchChain, "change:links");
