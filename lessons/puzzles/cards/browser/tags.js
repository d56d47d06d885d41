// Names and values in front of the picture: at fractional pieces, and beside what stands on a solid.

import { Call } from "./call.js";
import { make } from "../../../kit/cards/browser/dom.js";
import { FAR } from "./logic/frame.js";
import { placeTags } from "./logic/labels.js";
import { onPage, radiusOf } from "./logic/projection.js";
import { along } from "./logic/vectors.js";

/** Names and values in front of the picture. Packed, the largest come first and others give way; labels of
 * pegs (with `out`) go with their peg, and move aside or become short where they would cover something. */
export class Tags {
  constructor() {
    this.call = new Call();
    this.node = make("div.eo-tags", { "aria-hidden": "true" });
    Object.assign(this, { all: [], hull: [] });
  }
  get empty() { return !this.all.length && !this.call.call; }
  show({ tags = [], avoid = [], call }, explode) {
    this.apart = explode >= FAR;
    this.avoid = avoid;
    const form = (tag, text) => ({ node: make("span", { class: tag.out && "eo-label" }, text) });
    const formsOf = (tag) => [tag.text, tag.short].filter(Boolean).map((text) => form(tag, text));
    const ranked = [...tags].sort((a, b) => b.rank - a.rank);
    this.all = ranked.map((tag) =>
      ({ ...tag, point: along(tag.at, tag.away, explode), forms: formsOf(tag) }));
    const forms = this.all.flatMap((tag) => tag.forms);
    this.node.replaceChildren(this.call.node, ...forms.map(({ node }) => node));
    this.call.show(call && { ...call, point: along(call.at, call.away, explode) });
    for (const one of forms) one.half = [one.node.offsetWidth / 2, one.node.offsetHeight / 2];
  }
  place(scene, size, solids) {
    const { ways, taken, seen } = placeTags(this.all, this.avoid, scene, size, solids, this.apart);
    ways.forEach((way, k) => this.put(this.all[k].forms, way));
    this.placeCall(scene, size, taken, seen);
  }
  /** Beside the cell that it is about; a peg behind the solid is not called. */
  placeCall(scene, size, taken, seen) {
    const { call } = this.call;
    if (!call) return;
    if (call.out && !seen(call.point)) return this.call.hide();
    const hull = [...this.hull, ...this.all.map(({ point }) => point)];
    this.call.place(onPage(scene, call.point, size), radiusOf(scene, call, size), size, taken,
      hull.map((point) => onPage(scene, point, size)));
  }
  put(forms, way) {
    for (const form of forms) form.node.classList.toggle("eo-hidden", form !== way?.form);
    if (way) way.form.node.style.transform =
      `translate(${way.box.x - way.box.half[0]}px, ${way.box.y - way.box.half[1]}px)`;
  }
}
