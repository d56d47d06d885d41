// Pieces glide a short way into their places and out of them.

import { clamp, eased } from "../../../kit/cards/browser/logic/numbers.js";
import { unit } from "./logic/vectors.js";
import { FREE } from "./standing.js";

const LONG = 250, SLIDE = 550; // milliseconds
const FAR = 1.4; // cells
const LATE = 120; // milliseconds that a drawing may take; on a slower machine pieces do not glide

/** Does this person want things to move? */
export const calmly = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Call `act` at each paint with the share of a time that has gone, the last time 1, and with the time now;
 * for who wants it calm only with 1, and at once. Return what ends it before; null if it has ended. */
export function during(time, act) {
  if (calmly()) {
    act(1);
    return null;
  }
  const begun = performance.now();
  let frame = null;
  const step = (now) => {
    const share = clamp((now - begun) / time, 0, 1);
    if (share < 1) frame = requestAnimationFrame(step);
    act(share, now);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

export class Glide {
  constructor() {
    Object.assign(this, { ways: [], standing: null });
  }

  /** Slots that are `arriving` glide in, those `leaving` out; what slides goes all its way. */
  run(standing, { arriving, leaving, sliding }) {
    this.standing = standing;
    const way = (slot, leaves) => ({ slot, leaves, far: unit(slot.thing.block.away).map((v) => v * FAR) });
    this.ways = [...arriving.map((slot) => way(slot, false)), ...leaving.map((slot) => way(slot, true)),
      ...sliding.map((one) => ({ ...one, slides: true }))];
    if (!this.ways.length) return;
    this.put(0);
    let last = performance.now();
    this.halt = during(sliding.length ? SLIDE : LONG, (share, now) => {
      const late = now - last > LATE;
      last = now;
      share === 1 || late ? this.finish() : this.put(share);
    });
  }

  put(share) {
    const left = (1 - share) ** 2;
    for (const { slot, leaves, slides, far } of this.ways) {
      slot.glide = far.map((v) => v * (slides ? 1 - eased(share) : leaves ? share ** 2 : left));
    }
    this.standing.moved();
  }

  finish() {
    if (!this.ways.length) return;
    this.halt?.();
    for (const { slot, leaves } of this.ways) {
      slot.glide = null;
      if (leaves) slot.thing = FREE;
    }
    this.ways = [];
    this.standing.moved();
  }
}
