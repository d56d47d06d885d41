// Pieces beside an empty box, and a slider that lets them fly into it: a stage with one frame.

import { button, group, make, onEnd, rimOf } from "../kit/cards/browser/dom.js";
import { calmly, during } from "../puzzles/cards/browser/glide.js";
import { clamp } from "../kit/cards/browser/logic/numbers.js";
import { Stage, widgetOf } from "../puzzles/cards/browser/stage.js";

const LONG = 9000; // milliseconds from apart to packed, by itself
const FIRST = 1200; // milliseconds that the pieces lie there before they start by themselves
const MOST = 1000; // steps of the slider

class Assembly extends Stage {
  build() {
    super.build();
    this.slider = rimOf("Pack the pieces", MOST, 5, (at) => this.put(at / MOST));
    this.go = button("", () => (this.moving ? this.halt() : this.run()), { class: "eo-play" });
    this.full.button.before(group("div.eo-assembly", "Pack and unpack", this.go, make("span", "apart"),
      this.slider, make("span", "packed")));
  }

  listen(signal) {
    super.listen(signal);
    this.on("change:explode", () => this.sayWhere());
    onEnd(signal, () => this.halt());
    for (const kind of ["pointerdown", "keydown"])
      this.root.addEventListener(kind, (event) => this.touched(event), { signal, capture: true });
    this.sayWhere();
  }

  /** Cells above and below it in the notebook stay in sight, but on the projector. */
  size() {
    const [width, height] = super.size(), low = Math.round(clamp(0.4 * width, 200, 0.62 * this.screen));
    return [width, this.filling || this.model.get("contrast") ? height : low];
  }

  get packed() { return 1 - this.model.get("explode"); }

  put(share) { this.model.set("explode", 1 - share); }

  get landed() {
    return this.frames.get(0)?.blocks.filter(({ flight }) => 1 - this.packed <= flight?.[0]).length ?? 0;
  }

  get landedInWords() {
    const verb = this.landed === 1 ? "is" : "are";
    return `${this.landed} of ${this.model.get("total")} pieces ${verb} in the box`;
  }

  drawSay() { this.sayWhere(); }

  sayWhere() {
    const said = this.landed === this.model.get("total")
      ? "Every piece is used exactly once, and every cell is filled exactly once."
      : `${this.landedInWords}.${this.moving ? "" : " Move the slider."}`;
    if (this.say.textContent !== said) this.say.textContent = said;
    this.say.ariaLive = this.moving ? "off" : "polite";
    this.slider.value = String(Math.round(this.packed * MOST));
    this.slider.ariaValueText = this.landedInWords;
    const name = this.moving ? "Pause" : this.packed < 1 ? "Pack" : "Take apart";
    if (this.go.textContent !== name) this.go.textContent = name;
  }

  // -- by itself
  /** The first picture in 3D begins to move. */
  shows(frame, how) {
    super.shows(frame, how);
    if (this.begun || how !== "3d") return;
    this.begun = true;
    if (calmly() || this.packed > 0) return;
    this.waitingToRun = setTimeout(() => this.run(), FIRST);
  }

  /** To the end of the way that is farther off; the clock says where it is. */
  run() {
    const from = this.packed, way = (from < 1 ? 1 : 0) - from;
    this.moving = during(LONG * Math.abs(way), (share) => {
      this.put(from + way * share);
      if (share === 1) this.halt();
    });
    this.sayWhere();
  }

  halt() {
    clearTimeout(this.waitingToRun);
    this.moving?.();
    this.moving = null;
    this.model.save_changes();
    this.sayWhere();
  }

  /** A click or a key in it stops what moves by itself. */
  touched({ target, key }) {
    clearTimeout(this.waitingToRun);
    const pressed = target === this.go && ["Enter", " ", undefined].includes(key);
    if (this.moving && !pressed) this.halt();
  }
}

export default widgetOf(Assembly);
