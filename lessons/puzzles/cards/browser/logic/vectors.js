// Vectors as lists of numbers, all of one length.

// a square's neighbours, clockwise from the one above, and its corners
export const BESIDE = [[0, -1], [1, 0], [0, 1], [-1, 0]];
export const SQUARE = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];

/** @typedef {readonly number[]} Vector */

/** @param {Vector} a @param {Vector} b */
export const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);
/** @param {Vector} a @param {Vector} b */
export const plus = (a, b) => a.map((v, i) => v + b[i]);
/** @param {Vector} a @param {Vector} b */
export const minus = (a, b) => a.map((v, i) => v - b[i]);
/** @param {Vector} a @param {Vector} b @param {number} share of the way b */
export const along = (a, b, share) => a.map((v, i) => v + share * b[i]);
/** @param {Vector} v */
export const unit = (v) => v.map((x) => x / (Math.hypot(...v) || 1));
