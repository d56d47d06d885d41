// The player's buttons.

import { button, make, set } from "./dom.js";

export class Player {
  constructor(stage) {
    this.stage = stage;
    this.timer = null;
    const named = (text, name, act) =>
      button(text, () => this.press(act), { "aria-label": name, title: name });
    this.back = named("◀ Back", "Previous step", () => stage.goTo(stage.step - 1));
    this.play = named("Play", "Play", () => this.toggle());
    this.next = named("Next ▶", "Next step", () => stage.goTo(stage.step + 1));
    this.deadEnd = named("Next dead end ✕", "Next dead end", () => stage.goTo(stage.following("conflict")));
    this.answer = named("Next answer ★", "Next answer", () => stage.goTo(stage.following("answer")));
    this.speed = make("select", { "aria-label": "Speed", onchange: () => this.timer && this.start() },
      ...stage.model.get("speeds").map(([name, ms]) =>
        make("option", { value: ms, selected: name === "normal" }, name)));
    this.where = make("span", { class: "eo-where" });
    this.node = make("div", { class: "eo-player", role: "toolbar", "aria-label": "Step through the search" },
      this.back, this.play, this.next, this.deadEnd, this.answer, make("label", {}, "speed ", this.speed),
        this.where);
  }
  press(act) {
    const pressed = document.activeElement;
    if (pressed?.getAttribute("aria-disabled") !== "true" || !this.node.contains(pressed)) act();
  }
  toggle() {
    if (this.timer) return this.stop();
    if (this.stage.step >= this.stage.last) this.stage.goTo(0);
    this.start();
  }
  start() {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.tick(), Number(this.speed.value));
    this.update();
  }
  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.update();
  }
  tick() {
    if (this.stage.step >= this.stage.last) return this.stop();
    if (!this.stage.waiting) this.stage.goTo(this.stage.step + 1);
  }
  /** Disabled buttons keep the focus, so that a student who works by keyboard is not thrown out at the last
   * step. */
  update() {
    const { step, last } = this.stage;
    const able = (one, yes) => set(one, { "aria-disabled": String(!yes) });
    able(this.back, step > 0);
    able(this.next, step < last);
    able(this.deadEnd, this.stage.following("conflict") !== null);
    able(this.answer, this.stage.following("answer") !== null);
    this.play.textContent = this.timer ? "Pause" : "Play";
    set(this.play, { "aria-label": this.play.textContent });
    this.where.textContent = `step ${step} of ${last}`;
    this.stage.say.setAttribute("aria-live", this.timer ? "off" : "polite");
  }
}
