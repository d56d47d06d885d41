// Numbers: kept within bounds, written for people, and unpacked from bytes.

/** @typedef {[number, number]} Pair */
/** @typedef {[number, number, number]} Triple */

/** @param {number} x @param {number} low @param {number} high */
export const clamp = (x, low, high) => Math.min(high, Math.max(low, x));

/** The whole numbers from 0 to `count` - 1. @param {number} count */
export const upTo = (count) => [...Array(count).keys()];

/**
 * In how many columns, at most so many, things are largest.
 * @param {number} most
 * @param {(columns: number) => number} sizeIn the size of a thing in so many columns
 */
export const columnsOf = (most, sizeIn) => upTo(most).map((k) => k + 1).reduce((best, columns) =>
  (sizeIn(columns) > sizeIn(best) ? columns : best));

/** A share of time as a share of the way, for what starts and ends slowly. @param {number} share */
export const eased = (share) => share * share * (3 - 2 * share);

/** @param {number | string} n */
export const grouped = (n) => Number(n).toLocaleString("en-US");

/** @param {number} n @param {string} what */
export const many = (n, what) => `${grouped(n)} ${what}${n === 1 ? "" : "s"}`;

/** @param {number} value */
export const cost = (value) => String(Number(value.toFixed(2)));

const KINDS = { f4: Float32Array, f8: Float64Array, i4: Int32Array, i2: Int16Array, u1: Uint8Array,
  u2: Uint16Array, u4: Uint32Array };

/** @typedef {keyof typeof KINDS} Kind */

/**
 * Numbers that are packed in base64, lowest byte first.
 * @param {string} text
 * @param {Kind} [kind]
 */
export function decoded(text, kind = "u1") {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new KINDS[kind](bytes.buffer);
}

/**
 * Bytes that came beside a message, as numbers.
 * @param {DataView | Uint8Array | null | undefined} view
 * @param {Kind} [kind]
 */
export function numbers(view, kind = "u1") {
  if (!view?.byteLength) return new KINDS[kind]();
  const bytes = /** @type {ArrayBuffer} */ (view.buffer);
  return new KINDS[kind](bytes.slice(view.byteOffset, view.byteOffset + view.byteLength));
}
