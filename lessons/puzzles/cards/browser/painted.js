// Cards that are painted on canvases, and the films that some of them show.

import { onChange, onEnd, onResize, onTheme, rimOf, tool,
  wearLook } from "../../../kit/cards/browser/dom.js";
import { FullWindow } from "../../../kit/cards/browser/full.js";
import { during } from "./glide.js";
import { clamp } from "../../../kit/cards/browser/logic/numbers.js";

/** `paint()` is called whenever size or look change; until then what is `kept` need not be painted again. */
export class Painted {
  constructor(model, el) {
    Object.assign(this, { model, el, full: new FullWindow(this) });
  }

  listen(signal) {
    const later = () => this.later();
    this.full.listen(signal);
    onResize(this.el, signal, later);
    onEnd(signal, () => this.halt?.());
    onChange(this.model, signal, "change:contrast", later);
    onTheme(signal, later);
  }

  later() {
    this.wait ??= requestAnimationFrame(() => { this.wait = this.kept = null; this.draw(); });
  }

  draw() {
    if (!this.el.clientWidth) return;
    wearLook(this.root, this.model);
    this.paint();
  }

  get large() { return this.model.get("contrast"); }
  get wide() { return this.full.node ? innerWidth : this.el.clientWidth; }
}

/** One with a clock, from 0 to `end`, that runs by itself. */
export class Film extends Painted {
  buildFilm({ name, help, end, stride, time }) {
    Object.assign(this, { at: 0, end, stride, time });
    this.rim = rimOf(name, end, stride, (at) => this.go(at));
    this.play = tool("Play", help, () => this.playOrPause(), { class: "eo-play" });
  }

  get front() { return this.rim; }
  moveBy(steps) { this.go(this.at + this.stride * steps); }

  go(at) {
    this.halt?.();
    this.begun = false;
    this.stand(at);
  }

  stand(at) {
    this.at = clamp(Math.round(at), 0, this.end);
    this.play.textContent = this.begun ? "Pause" : "Play";
    this.rim.value = this.at;
    this.draw();
  }

  playOrPause() {
    if (this.begun) return this.go(this.at);
    const from = this.at >= this.end ? 0 : this.at, left = this.end - from;
    this.begun = true;
    this.halt = during(this.time * left / this.end, (share) =>
      (share < 1 ? this.stand(from + share * left) : this.go(this.end)));
  }
}
