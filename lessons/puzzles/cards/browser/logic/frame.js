// From a frame to plotly traces: the reader of what pictures/blocks.py writes and describes.

import { STRAIGHT } from "./framing.js";
import { clamp, decoded, eased } from "../../../../kit/cards/browser/logic/numbers.js";
import { along, minus, plus } from "./vectors.js";

/** @import { Kind } from "../../../../kit/cards/browser/logic/numbers.js" */
/** @import { Vector } from "./vectors.js" */
/**
 * @typedef {ArrayLike<number>} Numbers
 * @typedef {{ type: string, x: Numbers, y: Numbers, z: Numbers } & Record<string, any>} Trace plotly's, its
 *   points in three columns
 * @typedef {{ part: string, outline?: string | null, edge?: string | null, far?: string | null,
 *   far_outline?: string | null, at: Vector, away: Vector, flight?: Vector, turn?: Vector[], tone?: string |
 *   null, opacity?: number } & Record<string, any>} Block
 * @typedef {{ blocks: Block[], tags?: { at: Vector, away: Vector }[] } & Record<string, any>} Frame
 * @typedef {[number, number]} Ends the low and the high end
 * @typedef {{ part: string, place: string, name: string, type: string, opacity?: number, block: Block,
 *   trace: () => Trace, middle: () => number[], shift: Vector }} Thing
 */

/** @param {Record<string, any>} part @returns {Trace} */
export function unpackedPart(part) {
  const isPacked = (/** @type {any} */ v) => v && typeof v === "object" && v.bdata !== undefined;
  return /** @type {Trace} */ (Object.fromEntries(Object.entries(part).map(([k, v]) =>
    [k, isPacked(v) ? decoded(v.bdata, /** @type {Kind} */ (v.dtype)) : v])));
}

/** Its points without gaps. @param {Trace} trace */
export const pointsOf = ({ x, y, z }) =>
  Array.from(x, (_, k) => [x[k], y[k], z[k]]).filter((point) => point.every(Number.isFinite));

/**
 * @param {Record<string, any>} base
 * @param {Record<string, any> | undefined} over
 * @returns {Record<string, any>}
 */
export function merged(base, over) {
  const isPlain = (/** @type {any} */ v) => v && typeof v === "object" && !Array.isArray(v);
  const out = { ...base };
  for (const [k, v] of Object.entries(over ?? {}))
    out[k] = isPlain(v) && isPlain(out[k]) ? merged(out[k], v) : v;
  return out;
}

const AXIS_NAMES = ["x", "y", "z"];
const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1, (k >> 1) & 1, k >> 2]);
/** @param {number | null} v */
const value = (v) => (v === null ? NaN : v);

/** The points of a part, turned about the origin (by a 3 × 3 matrix), then moved.
 * @param {Trace} trace @param {Vector[] | undefined} turn @param {Vector} by */
function placed({ x, y, z }, turn, by) {
  return Object.fromEntries((turn ?? STRAIGHT).map(([a, b, c], i) => [AXIS_NAMES[i], Float32Array.from(x,
    (_, k) => a * value(x[k]) + b * value(y[k]) + c * value(z[k]) + by[i])]));
}

/** How far a box reaches on the axes that are the rows of a matrix: [low, high] on each.
 * @param {Ends[]} bounds @param {Vector[] | undefined} turn @returns {Ends[]} */
const turnedBounds = (bounds, turn) => (turn ?? STRAIGHT).map((row) => row.reduce(([low, high], t, i) => {
  const ends = bounds[i].map((v) => t * v);
  return /** @type {Ends} */ ([low + Math.min(...ends), high + Math.max(...ends)]);
}, /** @type {Ends} */ ([0, 0])));

const smooth = (/** @type {number} */ share) => eased(clamp(share, 0, 1));

/** Where the origin of a block is: on the straight way apart, or on its flight: up, across, down.
 * @param {Block} block @param {number} explode */
function moved({ at, away, flight }, explode) {
  if (!flight) return away ? along(at, away, explode) : at;
  const [lands, starts, height] = flight;
  const way = clamp((explode - lands) / (starts - lands), 0, 1), aside = smooth((way - 0.2) / 0.8);
  const rise = way < 0.5 ? height * smooth(way / 0.25)
    : away[2] + (height - away[2]) * smooth((1 - way) / 0.5);
  return [at[0] + aside * away[0], at[1] + aside * away[1], at[2] + rise];
}

/** A line has gaps, which are no numbers. @param {Iterable<number>} values @returns {Ends} */
function lowHigh(values) {
  let low = Infinity, high = -Infinity;
  for (const v of values) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  return [low, high];
}

/** Keeps unpacked parts, so that a step only adds numbers. */
export class Parts {
  /** @type {Map<string, Trace>} */ ready = new Map();
  /** @type {Map<string, Ends[]>} */ extent = new Map();

  /** @param {Record<string, any>} packed */
  constructor(packed) {
    this.packed = { ...packed };
  }
  /** @param {Record<string, any>} packed */
  add(packed) { Object.assign(this.packed, packed); }
  /** @param {Set<string>} keys */
  keepOnly(keys) {
    for (const key of Object.keys(this.packed)) if (!keys.has(key)) delete this.packed[key];
    for (const kept of [this.ready, this.extent]) kept.clear();
  }
  /** @param {string} key @returns {Trace} */
  get(key) {
    const ready = this.ready.get(key) ?? unpackedPart(this.packed[key]);
    this.ready.set(key, ready);
    return ready;
  }
  /** The things of a frame. `name`: the same where it looks and stands alike; `place`: where it has the
   * same points; `trace()`: for plotly, packed; `shift`: how far it is from there.
   * @param {Frame} frame @param {number} explode @param {boolean} contrast @returns {Thing[]} */
  things(frame, explode, contrast) {
    return frame.blocks.flatMap((block) => {
      const [part, outline] = shownParts(block, explode, contrast);
      // shading where pieces touch; apart they have their own tones
      const tone = block.turn || !explode ? block.tone : null;
      const solid = this.thing(part, block, explode, tone, block.opacity);
      return outline ? [solid, this.thing(outline, block, explode)] : [solid];
    });
  }
  /** @param {string} part @param {Block} block @param {number} explode @param {string | null} [tone]
   * @param {number} [opacity] @returns {Thing} */
  thing(part, block, explode, tone = null, opacity = undefined) {
    const { at, turn } = block, { type } = this.packed[part];
    const place = JSON.stringify([part, at, turn]), name = `${place} ${tone} ${opacity}`;
    const trace = () => this.at(part, block, tone, opacity);
    const halfway = (/** @type {Ends} */ [low, high], /** @type {number} */ i) => at[i] + (low + high) / 2;
    const middle = () => turnedBounds(this.bounds(block.part), turn).map(halfway);
    const shift = minus(moved(block, explode), at);
    return { part, place, name, type, opacity, block, trace, middle, shift };
  }
  /** The trace of a part where its block stands packed.
   * @param {string} key @param {Block} block @param {string | null} tone @param {number} [opacity] */
  at(key, { at, turn }, tone, opacity) {
    const part = this.get(key);
    /** @type {Trace} */
    const trace = { ...part, ...placed(part, turn, at), hoverinfo: "skip", showlegend: false };
    if (opacity !== undefined) trace.opacity = opacity;
    if (tone) trace.intensity = decoded(tone);
    return trace;
  }
  /** @param {string} key */
  bounds(key) {
    const extent = this.extent.get(key) ?? AXIS_NAMES.map((axis) => lowHigh(this.get(key)[axis]));
    this.extent.set(key, extent);
    return extent;
  }
  /** The corners of the boxes round the blocks of a frame. @param {Frame} frame @returns {Vector[]} */
  corners({ blocks }) {
    return blocks.flatMap(({ part, at, turn }) => {
      const ends = turnedBounds(this.bounds(part), turn);
      return CORNERS.map((corner) => corner.map((side, i) => at[i] + ends[i][side]));
    });
  }
  /** How far the blocks of a frame reach at full explosion: [low, high] on each of these axes.
   * @param {Frame} frame @param {Vector[]} axes */
  reach(frame, axes) {
    /** @type {(tag: { at: Vector, away: Vector }) => Ends[]} */
    const far = ({ at, away }) => plus(at, away).map((v) => [v - ROOM_OF_TAG, v + ROOM_OF_TAG]);
    /** @type {(block: Block, to: Vector | undefined) => Ends[]} */
    const boxOf = (block, to) => turnedBounds(this.bounds(block.far ?? block.part), block.turn)
      .map(([low, high], axis) => {
        const by = block.at[axis] + (to?.[axis] ?? 0);
        return [low + by, high + by];
      });
    const boxes = frame.blocks.flatMap((block) => {
      const { away, flight } = block, ways = [away];
      if (flight) ways.push([ON_TOP * away[0], ON_TOP * away[1], flight[2]]);
      return ways.map((to) => boxOf(block, to));
    });
    const ends = [...boxes, ...(frame.tags ?? []).map(far)].map((box) => turnedBounds(box, axes));
    return axes.map((_, axis) => lowHigh(ends.flatMap((bounds) => bounds[axis])));
  }
}

export const FAR = 0.5; // from here on the picture counts as apart: fractional pieces are drawn whole
const ON_TOP = 0.3; // of the way to its place apart, when a flying piece is highest
const ROOM_OF_TAG = 0.3; // that a number takes above a piece, in cells

/** The part and the outline of a block: others than packed where it has some for the exploded picture.
 * @param {Block} block @param {number} explode @param {boolean} contrast
 * @returns {[string, string | null | undefined]} */
function shownParts(block, explode, contrast) {
  if (block.far && explode >= FAR) return [block.far, block.far_outline];
  return [block.part, block.outline ?? (contrast ? block.edge : null)];
}

/** A trace with the colours of the page, by its meta.
 * @param {Trace} trace @param {string | undefined} ink @param {boolean} dark */
export function inked(trace, ink, dark) {
  const colour = trace.meta === "ink" ? ink : trace.meta?.[Number(dark)];
  return colour && trace.line ? { ...trace, line: { ...trace.line, color: colour } } : trace;
}
