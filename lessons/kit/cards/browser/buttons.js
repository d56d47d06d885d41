// The player's buttons.

import { able, clamp, make, set, tool } from "./dom.js";

const MOST_LATE = 1000; // milliseconds that playing makes up for

/** A word that is left out where there is little room. */
const first = (word) => make("span", { class: "eo-firstword" }, word);

export class Player {
  constructor(stage) {
    this.stage = stage;
    this.timer = null;
    const named = (text, name, act) => tool(text, name, act, { "aria-label": name });
    this.back = named("◀ Back", "Back to the previous step", () => stage.goTo(stage.step - 1));
    this.play = named("Play", "Play", () => this.toggle());
    this.play.classList.add("eo-play");
    this.next = named("Next ▶", "Next step", () => stage.goTo(stage.step + 1));
    const next = (text, name, kind) => named(text, name, () => stage.goTo(stage.following(kind)));
    this.deadEnd = next("dead end ✕", "Next dead end", "conflict");
    this.answer = next("answer ★", "Next answer", "answer");
    for (const one of [this.deadEnd, this.answer]) one.prepend(first("Next "));
    this.speed = make("select", { "aria-label": "Speed", onchange: () => this.timer && this.start() },
      ...stage.model.get("speeds").map(([name, ms]) =>
        make("option", { value: ms, selected: name === "normal" }, name)));
    this.where = make("span", { class: "eo-where" });
    const pace = make("label", {}, first("speed "), this.speed);
    this.node = make("div", { class: "eo-player", role: "toolbar", "aria-label": "Step through the search" },
      this.back, this.play, this.next, this.deadEnd, this.answer, pace, this.where);
  }
  toggle() {
    if (this.timer) return this.stop();
    if (this.stage.step >= this.stage.last) this.stage.goTo(0);
    this.start();
  }
  start() {
    clearInterval(this.timer);
    this.due = performance.now() + this.pace;
    this.timer = setInterval(() => this.tick(), this.pace);
    this.update();
  }
  /** Milliseconds a step. */
  get pace() { return Number(this.speed.value); }
  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.update();
  }
  /** The clock says how many steps are due: where drawing takes longer than a step, some are not drawn. */
  tick() {
    const { stage, pace } = this, now = performance.now();
    if (stage.step >= stage.last) return this.stop();
    if (stage.waiting) return (this.due = now + pace);
    const late = clamp(now - this.due, 0, MOST_LATE);
    let steps = 1 + Math.floor(late / pace);
    while (steps > 1 && !stage.frames.has(stage.step + steps)) steps--; // those that are here already
    this.due = now - late + steps * pace;
    stage.goTo(stage.step + steps);
  }
  update() {
    const { step, last } = this.stage;
    able(this.back, step > 0);
    able(this.next, step < last);
    able(this.deadEnd, this.stage.following("conflict") !== null);
    able(this.answer, this.stage.following("answer") !== null);
    this.play.textContent = this.timer ? "Pause" : "Play";
    set(this.play, { "aria-label": this.play.textContent });
    this.where.replaceChildren(first("step "), `${step} of ${last}`);
    this.where.style.minWidth = `${4 + 2 * String(last).length}ch`; // nothing moves when a digit is added
    this.stage.say.setAttribute("aria-live", this.timer ? "off" : "polite");
  }
}
