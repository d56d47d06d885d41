// Things that another widget of the card draws over a frame, and leaves out of it.

/** @typedef {{ blocks: object[] }} Frame */

export class Overlay {
  /** @type {number[]} */ drop = [];
  /** @type {object[]} */ blocks = [];
  /** @type {object} */ parts = {};
  /** @type {WeakMap<Frame, Frame>} */ frames = new WeakMap();

  /** @param {{ drop?: number[], blocks?: object[], parts?: object }} message */
  take({ drop = [], blocks = [], parts = {} }) {
    this.drop = drop;
    this.blocks = blocks;
    this.parts = parts;
    this.frames = new WeakMap();
  }

  get empty() { return !this.blocks.length && !this.drop.length; }

  /**
   * The frame with what lies over it; the same one as long as nothing changes.
   * @param {Frame | null} frame
   */
  over(frame) {
    if (!frame || this.empty) return frame;
    if (!this.frames.has(frame)) {
      const kept = frame.blocks.filter((_, i) => !this.drop.includes(i));
      this.frames.set(frame, { ...frame, blocks: [...kept, ...this.blocks] });
    }
    return this.frames.get(frame);
  }
}
