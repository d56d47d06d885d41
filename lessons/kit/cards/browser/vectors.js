// a square's neighbours, clockwise from the one above, and its corners
export const BESIDE = [[0, -1], [1, 0], [0, 1], [-1, 0]];
export const SQUARE = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];

export const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);
export const plus = (a, b) => a.map((v, i) => v + b[i]);
export const minus = (a, b) => a.map((v, i) => v - b[i]);
export const along = (a, b, share) => a.map((v, i) => v + share * b[i]);
export const unit = (v) => v.map((x) => x / (Math.hypot(...v) || 1));
