// A packing on a canvas, without WebGL.

import { roomLines, squaresSeen } from "./logic/packing.js";

const NONE = () => false;

/** Paint the floor and the two back walls of a box about (x, y), with a line between any two cells. */
export function paintRoom(pen, cells, { x, y, scale, yaw, height, line }) {
  pen.strokeStyle = line;
  pen.lineWidth = 1;
  pen.beginPath();
  for (const ends of roomLines(cells, yaw, height)) ends.forEach(([across, down], n) =>
    pen[n ? "lineTo" : "moveTo"](x + scale * across, y + scale * down));
  pen.stroke();
}

/** Paint a solid about (x, y). Of a piece for which `pale(piece)` is true there are only outlines. */
export function paintSolid(pen, solid, { x, y, scale, fills, pale = NONE, ...how }) {
  pen.lineJoin = pen.lineCap = "round";
  for (const { piece, points, ...square } of squaresSeen(solid, how)) {
    const at = points.map(([across, down]) => [x + scale * across, y + scale * down]);
    paintSquare(pen, at, square, { scale, fill: fills[piece], filled: !pale(piece) });
  }
}

function paintSquare(pen, points, { shade, edges }, { scale, fill, filled }) {
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
