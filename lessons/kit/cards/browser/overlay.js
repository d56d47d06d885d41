// What another widget of the card draws over a frame, and leaves out of it.

export class Overlay {
  constructor() { this.take({}); }

  take({ drop = [], blocks = [], parts = {} }) {
    Object.assign(this, { drop, blocks, parts, frames: new WeakMap() });
  }

  get empty() { return !this.blocks.length && !this.drop.length; }

  /** The frame with what lies over it; the same one as long as nothing changes. */
  over(frame) {
    if (!frame || this.empty) return frame;
    if (!this.frames.has(frame)) {
      const kept = frame.blocks.filter((_, i) => !this.drop.includes(i));
      this.frames.set(frame, { ...frame, blocks: [...kept, ...this.blocks] });
    }
    return this.frames.get(frame);
  }
}
