// From a frame to plotly traces: the reader of what pictures/blocks.py writes and describes.

import { clamp, decoded } from "./dom.js";
import { STRAIGHT } from "./framing.js";
import { along, minus, plus } from "./vectors.js";

export function unpackedPart(part) {
  const isPacked = (value) => value && typeof value === "object" && value.bdata !== undefined;
  return Object.fromEntries(Object.entries(part).map(([k, v]) =>
    [k, isPacked(v) ? decoded(v.bdata, v.dtype) : v]));
}

export const pointsOf = ({ x, y, z }) =>
  Array.from(x, (_, k) => [x[k], y[k], z[k]]).filter((point) => point.every(Number.isFinite));

export function merged(base, over) {
  const isPlain = (v) => v && typeof v === "object" && !Array.isArray(v), out = { ...base };
  for (const [k, v] of Object.entries(over ?? {}))
    out[k] = isPlain(v) && isPlain(out[k]) ? merged(out[k], v) : v;
  return out;
}

const AXIS_NAMES = ["x", "y", "z"];
const value = (v) => (v === null ? NaN : v);

/** The points of a part, turned about the origin (by a 3 × 3 matrix), then moved. */
function placed({ x, y, z }, turn, by) {
  return Object.fromEntries((turn ?? STRAIGHT).map(([a, b, c], i) => [AXIS_NAMES[i], Float32Array.from(x,
    (_, k) => a * value(x[k]) + b * value(y[k]) + c * value(z[k]) + by[i])]));
}

/** How far a box reaches on the axes that are the rows of a matrix: [low, high] on each. */
const turnedBounds = (bounds, turn) => (turn ?? STRAIGHT).map((row) => row.reduce(([low, high], t, i) => {
  const ends = bounds[i].map((v) => t * v);
  return [low + Math.min(...ends), high + Math.max(...ends)];
}, [0, 0]));

const smooth = (share) => { const x = clamp(share, 0, 1); return x * x * (3 - 2 * x); };

/** Where the origin of a block is: on the straight way apart, or on its flight: up, across, down. */
function moved({ at, away, flight }, explode) {
  if (!flight) return away ? along(at, away, explode) : at;
  const [lands, starts, height] = flight;
  const way = clamp((explode - lands) / (starts - lands), 0, 1), aside = smooth((way - 0.2) / 0.8);
  const rise = way < 0.5 ? height * smooth(way / 0.25)
    : away[2] + (height - away[2]) * smooth((1 - way) / 0.5);
  return [at[0] + aside * away[0], at[1] + aside * away[1], at[2] + rise];
}

const lowHigh = (values) => values.reduce(([low, high], v) => // a line has gaps, which are no numbers
  (Number.isNaN(v) ? [low, high] : [Math.min(low, v), Math.max(high, v)]), [Infinity, -Infinity]);

/** Keeps unpacked parts, so that a step only adds numbers. */
export class Parts {
  constructor(packed) {
    this.packed = { ...packed };
    this.ready = new Map();
    this.extent = new Map();
  }
  add(packed) { Object.assign(this.packed, packed); }
  keepOnly(keys) {
    for (const key of Object.keys(this.packed)) if (!keys.has(key)) delete this.packed[key];
    for (const kept of [this.ready, this.extent]) kept.clear();
  }
  get(key) {
    if (!this.ready.has(key)) this.ready.set(key, unpackedPart(this.packed[key]));
    return this.ready.get(key);
  }
  /** The things of a frame. `name`: the same where it looks and stands alike; `place`: where it has the
   * same points; `trace()`: for plotly, packed; `shift`: how far it is from there. */
  things(frame, explode, contrast) {
    return frame.blocks.flatMap((block) => {
      const [part, outline] = shownParts(block, explode, contrast);
      // shading where pieces touch; apart they have their own tones
      const tone = block.turn || !explode ? block.tone : null;
      const solid = this.thing(part, block, explode, tone, block.opacity);
      return outline ? [solid, this.thing(outline, block, explode)] : [solid];
    });
  }
  thing(part, block, explode, tone = null, opacity = undefined) {
    const { at, turn } = block, { type } = this.packed[part];
    const place = JSON.stringify([part, at, turn]), name = `${place} ${tone} ${opacity}`;
    const trace = () => this.at(part, block, tone, opacity);
    const halfway = ([low, high], i) => at[i] + (low + high) / 2;
    const middle = () => turnedBounds(this.bounds(block.part), turn).map(halfway);
    const shift = minus(moved(block, explode), at);
    return { part, place, name, type, opacity, block, trace, middle, shift };
  }
  /** The trace of a part where its block stands packed. */
  at(key, { at, turn }, tone, opacity) {
    const part = this.get(key);
    const trace = { ...part, ...placed(part, turn, at), hoverinfo: "skip", showlegend: false };
    if (opacity !== undefined) trace.opacity = opacity;
    if (tone) trace.intensity = decoded(tone);
    return trace;
  }
  bounds(key) {
    if (!this.extent.has(key)) this.extent.set(key, AXIS_NAMES.map((axis) => lowHigh(this.get(key)[axis])));
    return this.extent.get(key);
  }
  /** How far the blocks of a frame reach at full explosion: [low, high] on each of these axes. */
  reach(frame, axes) {
    const far = ({ at, away }) => plus(at, away).map((v) => [v - ROOM_OF_TAG, v + ROOM_OF_TAG]);
    const boxOf = (block, to) => turnedBounds(this.bounds(block.far ?? block.part), block.turn)
      .map((ends, axis) => ends.map((v) => v + block.at[axis] + (to?.[axis] ?? 0)));
    const flown = ({ away, flight }) => [ON_TOP * away[0], ON_TOP * away[1], flight[2]];
    const boxes = frame.blocks.flatMap((block) =>
      [block.away, ...(block.flight ? [flown(block)] : [])].map((to) => boxOf(block, to)));
    const ends = [...boxes, ...(frame.tags ?? []).map(far)].map((box) => turnedBounds(box, axes));
    return axes.map((_, axis) => lowHigh(ends.flatMap((bounds) => bounds[axis])));
  }
}

export const FAR = 0.5; // from here on the picture counts as apart: fractional pieces are drawn whole
const ON_TOP = 0.3; // of the way to its place apart, when a flying piece is highest
const ROOM_OF_TAG = 0.3; // that a number takes above a piece, in cells

/** The part and the outline of a block: others than packed where it has some for the exploded picture. */
function shownParts(block, explode, contrast) {
  if (block.far && explode >= FAR) return [block.far, block.far_outline];
  return [block.part, block.outline ?? (contrast ? block.edge : null)];
}

/** A trace with the colours of the page, by its meta. */
export function inked(trace, ink, dark) {
  const colour = trace.meta === "ink" ? ink : trace.meta?.[Number(dark)];
  return colour && trace.line ? { ...trace, line: { ...trace.line, color: colour } } : trace;
}
