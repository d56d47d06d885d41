// Slots of plotly's scene, from step to step: which thing takes the place of which.

/** @import { Vector } from "./vectors.js" */
/**
 * @typedef {{ type: string, name: string, place: string, part: string } & Record<string, any>} Thing
 * @typedef {{ type: string, thing: Thing | null, sent: Thing } & Record<string, any>} Slot `thing` stands in
 *   it, null for nothing; `sent` is what the graphics card has
 */

// from the best on: the same; another shade of it; its like elsewhere; anything of its type
/** @type {((slot: Slot, thing: Thing) => boolean)[]} */
const LIKENESS = [(slot, thing) => slot.thing?.name === thing.name,
  (slot, thing) => slot.sent.place === thing.place, (slot, thing) => slot.sent.part === thing.part,
  () => true];

/**
 * A slot for each thing, where there is one that fits, and the slots that are left.
 * @param {Thing[]} things @param {Iterable<Slot>} slots
 */
export function matched(things, slots) {
  const left = new Set(slots), placed = /** @type {Map<Thing, Slot>} */ (new Map());
  LIKENESS.forEach((fits, k) => {
    for (const thing of things) {
      if (placed.has(thing)) continue;
      const slot = [...left].find((one) => one.type === thing.type && fits(one, thing));
      if (!slot) continue;
      placed.set(thing, slot);
      left.delete(slot);
      if (k === 0 && slot.thing) slot.sent = slot.thing;
    }
  });
  return { placed, left };
}

/**
 * The third mesh of a step takes the place of the third one before: plotly keeps its buffers.
 * @template {{ type: string }} Trace
 * @param {Trace[]} traces
 */
export function numbered(traces) {
  const count = /** @type {Record<string, number>} */ ({});
  return traces.map((trace) => {
    count[trace.type] = (count[trace.type] ?? 0) + 1;
    return { ...trace, uid: `${trace.type}-${count[trace.type]}` };
  });
}

/** A trace with the defaults of another one of its type.
 * @param {Record<string, any>} like @param {Record<string, any>} trace @param {string} uid */
export function fullOf(like, trace, uid) {
  const part = (/** @type {string} */ name) =>
    (trace[name] ? { [name]: { ...like[name], ...trace[name] } } : {});
  return { ...like, opacity: 1, ...trace, ...part("line"), ...part("lighting"), ...part("textfont"), uid,
    visible: true, _length: trace.x.length };
}

/** The places of triangles on a colour scale, u and v of each of their three corners.
 * @param {{ intensity: ArrayLike<number>, cmin: number, cmax: number }} trace */
export function tonePlaces({ intensity, cmin, cmax }) {
  const places = new Float32Array(6 * intensity.length);
  Array.from(intensity).forEach((tone, t) => {
    for (let corner = 0; corner < 3; corner++) places[6 * t + 2 * corner] = (tone - cmin) / (cmax - cmin);
  });
  return places;
}

/**
 * The model with which an object is drawn, moved: it is a matrix of 16 numbers, column by column.
 * @template {{ model: ArrayLike<number> }} Params
 * @param {Params} params @param {Vector} shift @param {Vector} scale of the axes
 * @returns {Params}
 */
export function movedBy(params, shift, scale) {
  if (!shift.some(Boolean)) return params;
  const model = Array.from(params.model);
  for (let row = 0; row < 4; row++) for (let axis = 0; axis < 3; axis++)
    model[12 + row] += params.model[4 * axis + row] * shift[axis] * scale[axis];
  return { ...params, model };
}
