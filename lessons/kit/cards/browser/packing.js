// A packing on a canvas, without WebGL: cubes from the farthest to the nearest, their seams left out.

import { highOf, lowOf } from "./cubes.js";
import { BESIDE, SQUARE, along, minus, plus } from "./vectors.js";

export const LOOK = { yaw: 0.62, height: 0.52 }; // from where a packing is seen
const AXES = [0, 1, 2];
const SIDES = [[[1, 0, 0], 0.72], [[-1, 0, 0], 0.72], [[0, 1, 0], 0.86], [[0, -1, 0], 0.86],
  [[0, 0, 1], 1], [[0, 0, -1], 0.5]]; // of a cube, and how light they are

/** A solid in the middle of a box: `owners` has the piece of each of its cells. */
export function solidOf(cells, owners, box = cells) {
  const middle = plus(lowOf(box), highOf(box)).map((v) => v / 2);
  const owner = new Map(cells.map((cell, k) => [String(cell), owners[k]]));
  const found = { middle, cells: [], ways: new Map() };
  for (const [piece, own] of Map.groupBy(cells, (_, k) => owners[k])) {
    const mean = AXES.map((axis) => own.reduce((sum, cell) => sum + cell[axis], 0) / own.length);
    found.ways.set(piece, minus(mean, middle));
    for (const cell of own) found.cells.push({ cell, piece, sides: sidesOf(cell, piece, owner) });
  }
  return found;
}

/** Pieces in a box, each as [piece, the numbers of its cells]. */
export function packed(lying, box) {
  const own = lying.flatMap(([piece, cells]) => cells.map((cell) => [box[cell], piece]));
  return solidOf(own.map(([cell]) => cell), own.map(([, piece]) => piece), box);
}

/** The outer sides of a cell, each with those of its edges where the piece ends. */
function sidesOf(cell, piece, owner) {
  const same = (step) => owner.get(String(plus(cell, step))) === piece;
  return SIDES.filter(([side]) => !same(side)).map(([side, shade]) => {
    const axis = side.findIndex(Boolean), spread = (at) => at.toSpliced(axis, 0, 0);
    const corners = SQUARE.map((at) => along(spread(at), side, 0.5));
    const edges = BESIDE.map(spread).map((beside) => !same(beside) || same(plus(beside, side)));
    return { side, shade, corners, edges };
  });
}

/** Where a point is seen from a height (an angle, as yaw): x to the right, y down, and how near it is. */
export function viewer(yaw, height) {
  const [c, s, level, above] = [Math.cos(yaw), Math.sin(yaw), Math.cos(height), Math.sin(height)];
  return ([x, y, z]) => {
    const across = c * x - s * y, away = s * x + c * y;
    return [across, -level * z - above * away, above * z - level * away];
  };
}

/** Paint the floor and the two back walls of a box about (x, y), with a line between any two cells. */
export function paintRoom(pen, cells, { x, y, scale, yaw, height, line }) {
  const seen = viewer(yaw, height);
  const low = lowOf(cells).map((v) => v - 0.5), high = highOf(cells).map((v) => v + 0.5);
  const middle = plus(low, high).map((v) => v / 2);
  pen.strokeStyle = line;
  pen.lineWidth = 1;
  pen.beginPath();
  const away = [high[0], high[1], low[2]];
  for (const side of AXES) for (const axis of AXES.filter((one) => one !== side)) {
    const other = 3 - side - axis;
    for (let at = low[other]; at <= high[other]; at++) [low, high].forEach((end, n) => {
      const point = [...away];
      point[axis] = end[axis];
      point[other] = at;
      const [across, down] = seen(minus(point, middle));
      pen[n ? "lineTo" : "moveTo"](x + scale * across, y + scale * down);
    });
  }
  pen.stroke();
}

const STILL = () => 0, NONE = () => false;

/** Paint a solid about (x, y). `apart(piece)` gives how far a piece is from its place, 0 to 1 and more, and
 * `spin(piece)` how far it is turned about its own middle; of one for which `pale(piece)` is true there are
 * only outlines. */
export function paintSolid(pen, solid, how) {
  const { x, y, scale, yaw, height, fills, apart = STILL, spin = STILL, pale = NONE } = how;
  const seen = viewer(yaw, height), shown = [];
  for (const one of solid.cells) {
    const far = apart(one.piece), way = solid.ways.get(one.piece), turn = turner(spin(one.piece));
    const at = along(turn(minus(minus(one.cell, solid.middle), way)), way, 1 + far);
    shown.push({ ...one, at, turn, near: seen(at)[2] });
  }
  shown.sort((a, b) => a.near - b.near);
  pen.lineJoin = pen.lineCap = "round";
  for (const { at, turn, piece, sides } of shown) {
    const look = { x, y, scale, fill: fills[piece], filled: !pale(piece) };
    for (const one of sides) paintSide(pen, one, { at, turn, seen }, look);
  }
}

function turner(angle) {
  if (!angle) return (point) => point;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return ([x, y, z]) => [c * x - s * y, s * x + c * y, z];
}

function paintSide(pen, { side, shade, corners, edges }, { at, turn, seen }, { x, y, scale, fill, filled }) {
  if (seen(turn(side))[2] <= 0.001) return;
  const points = corners.map((corner) => {
    const [across, down] = seen(plus(turn(corner), at));
    return [x + scale * across, y + scale * down];
  });
  if (filled) {
    pen.fillStyle = pen.strokeStyle = shaded(fill, shade);
    pen.lineWidth = 0.8; // over the seam to the next square
    pen.beginPath();
    points.forEach((point) => pen.lineTo(...point));
    pen.closePath();
    pen.fill();
    pen.stroke();
  }
  pen.strokeStyle = shaded(fill, shade * 0.55);
  pen.lineWidth = Math.max(1, scale / 28);
  pen.beginPath();
  edges.forEach((ends, n) => {
    if (!ends) return;
    pen.moveTo(...points[n]);
    pen.lineTo(...points[(n + 1) % 4]);
  });
  pen.stroke();
}

const shades = new Map();

function shaded(fill, share) {
  const key = `${fill} ${share}`;
  if (!shades.has(key)) {
    const parts = [1, 3, 5].map((k) => Math.round(parseInt(fill.slice(k, k + 2), 16) * share));
    shades.set(key, `rgb(${parts})`);
  }
  return shades.get(key);
}
