import { BY_KEY, make, obeyAlone, set } from "../../../kit/cards/browser/dom.js";
import { clamp } from "../../../kit/cards/browser/logic/numbers.js";
import { MARKS, TrackPlan, marksOf } from "./logic/track_plan.js";

const KEYS = { ...BY_KEY, Home: -Infinity, End: Infinity };

/** The slider of steps: the level of the search over all events, drawn once per size; a line moves on it. */
export class Track {
  constructor(goTo) {
    this.caption = make("div.eo-caption");
    this.box = make("div.eo-trackbox", { role: "slider", tabindex: 0, "aria-label": "step",
      "aria-valuemin": 0, onclick: (event) => this.clicked(event), onkeydown: (event) => this.key(event) });
    this.node = make("div.eo-track", this.box, this.caption);
    this.goTo = goTo;
  }
  key(event) {
    const by = KEYS[event.key];
    obeyAlone(event, by && (() => {
      this.move(clamp(this.step + by, 0, this.plan.count - 1));
      this.goTo(this.step);
    }));
  }
  /** kinds and levels: a number an event; names: of the kinds. */
  draw(kinds, levels, names, width) {
    const plan = this.plan = new TrackPlan(levels, width), { height, line } = plan;
    const { found, key } = marksOf(kinds, names, width);
    const mark = (k) => make("span", { class: `eo-mark eo-${names[kinds[k]]}`, style: `left:${plan.x(k)}px` },
      MARKS[names[kinds[k]]][0]);
    this.needle = make("line", { y1: 0, y2: height, class: "eo-needle" });
    this.caption.textContent = key.join("   ");
    this.box.replaceChildren(...found.map(mark),
      make("svg", { width, height }, make("path", { d: line }), this.needle));
  }
  move(step) {
    this.step = step;
    const last = this.plan.count - 1, x = this.plan.x(step);
    set(this.box, { "aria-valuenow": step, "aria-valuemax": last,
      "aria-valuetext": `step ${step} of ${last}` });
    set(this.needle, { x1: x, x2: x });
  }
  clicked(event) {
    const box = this.box.querySelector("svg").getBoundingClientRect();
    this.goTo(this.plan.nearest(event.clientX - box.left));
  }
}
