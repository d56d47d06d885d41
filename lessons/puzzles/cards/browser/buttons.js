import { able, make, tool, toolbar } from "../../../kit/cards/browser/dom.js";
import { calmly } from "./glide.js";
import { stepsDue } from "./logic/fetching.js";

const RUSH = 25; // milliseconds a step of a search that plays by itself, up to its last steps
const LAST = { steps: 8, pace: 400 };

/** A word that is left out where there is little room. */
const first = (word) => make("span.eo-firstword", word);

export class Player {
  constructor(stage) {
    Object.assign(this, { stage, timer: null, end: null });
    const named = (text, name, act) => tool(text, name, act, { "aria-label": name });
    this.back = named("◀ Back", "Back to the previous step", () => stage.moveBy(-1));
    this.play = named("Play", "Play", () => this.toggle());
    this.play.classList.add("eo-play");
    this.next = named("Next ▶", "Next step", () => stage.moveBy(1));
    const next = (text, name, kind) => named(text, name, () => stage.goTo(stage.following(kind)));
    this.deadEnd = next("dead end ✕", "Next dead end", "conflict");
    this.answer = next("answer ★", "Next answer", "answer");
    for (const one of [this.deadEnd, this.answer]) one.prepend(first("Next "));
    this.where = make("span.eo-where");
    this.node = toolbar("Step through the search", this.back, this.play, this.next, this.deadEnd,
      this.answer, this.where);
  }
  /** Play to the first answer by itself: fast, and the last steps slowly. */
  rush() {
    if (calmly()) return;
    this.rushes = true;
    this.playTo(this.stage.following("answer") ?? this.stage.last);
  }
  playTo(end) {
    this.end = end;
    this.start();
  }
  toggle() {
    if (this.timer) return this.stop();
    if (this.stage.step >= this.stage.last) this.stage.showStep(0);
    this.start();
  }
  start() {
    clearInterval(this.timer);
    this.beat = this.pace;
    this.due = performance.now() + this.beat;
    this.timer = setInterval(() => this.tick(), this.beat);
    this.update();
  }
  get pace() {
    if (!this.rushes) return this.stage.pace;
    return this.end - this.stage.step > LAST.steps ? RUSH : LAST.pace;
  }
  stop() {
    clearInterval(this.timer);
    this.timer = this.end = this.rushes = null;
    this.update();
  }
  /** The clock says how many steps are due: where drawing takes longer than a step, some are not drawn. */
  tick() {
    const { stage, pace } = this, now = performance.now(), end = this.end ?? stage.last;
    if (stage.step >= end) return this.stop();
    if (pace !== this.beat) return this.start();
    if (stage.waiting) return (this.due = now + pace);
    const far = this.beat === RUSH ? end - LAST.steps : end;
    const ready = (step) => step <= far && stage.frames.has(step); // those that are here already
    const [steps, next] = stepsDue(now - this.due, pace, (many) => ready(stage.step + many));
    this.due = now + next;
    stage.showStep(stage.step + steps);
  }
  update() {
    const { step, last } = this.stage;
    able(this.back, step > 0);
    able(this.next, step < last);
    for (const [one, kind] of [[this.deadEnd, "conflict"], [this.answer, "answer"]]) {
      able(one, this.stage.following(kind) !== null).hidden = !this.stage.has(kind);
    }
    this.play.textContent = this.timer ? "Pause" : "Play";
    this.play.ariaLabel = this.play.textContent;
    this.where.textContent = this.stage.shown?.where ?? `step ${step} of ${last}`;
    this.where.style.minWidth = `${8 + 2 * String(last).length}ch`; // nothing moves when a digit is added
    this.stage.say.ariaLive = this.timer ? "off" : "polite";
  }
}
