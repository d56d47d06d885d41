// Triangles laid flat, for nets.

export const pointList = (points) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
export const middleOf = (points) =>
  [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
const towards = ([x, y], [a, b], share) => [x + share * (a - x), y + share * (b - y)];

/** A polygon like this one, so much smaller about its middle. */
export const shrunk = (points, share) => points.map((point) => towards(middleOf(points), point, share));
