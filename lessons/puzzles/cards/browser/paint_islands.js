// All packings of a puzzle as dots, and lines between neighbours, painted.

import { toPixels } from "./logic/islands.js";

export const GROUND = "#0f1720";
export const HEAT = ["#5b7390", "#35b3ab", "#7fce62", "#f2c230", "#ff9340", "#ffffff"]; // by neighbours
export const LINES = ["#ffffff", "#ffd84d", "#ff7ab8"]; // two, three and four pieces are packed again
const FADED = 0.22;
const LIGHT = { strokeStyle: "#fff6c2", lineWidth: 1.4 };
const CROWD = 1000; // of so many, rings would be glare

/** Paint the map into a square. Where some are `lit`, they have a ring of light, and all others fade. */
export function paintIslands(pen, islands, view, size, lit) {
  const pixel = toPixels(view, size), seen = ([x, y]) => x > -9 && y > -9 && x < size + 9 && y < size + 9;
  const spot = size / 430 * view.zoom ** 0.55;
  for (const [one, other, pieces] of islands.pairs) {
    const from = pixel(islands.place(one)), to = pixel(islands.place(other));
    if (pieces > islands.most || !(seen(from) || seen(to))) continue;
    pen.globalAlpha = !lit || lit.has(one) && lit.has(other) ? 1 : FADED;
    pen.strokeStyle = LINES[pieces - 2];
    pen.lineWidth = Math.max(0.6, spot * 0.45);
    pen.beginPath();
    pen.moveTo(...from);
    pen.lineTo(...to);
    pen.stroke();
  }
  const paths = [new Map(), new Map()]; // of those that fade and of the others: a path for each colour
  const rings = new Path2D();
  for (let k = 0; k < islands.count; k++) {
    const at = pixel(islands.place(k)), wide = islands.next.has(k) ? spot : spot * 0.62;
    if (!seen(at)) continue;
    const own = paths[!lit || lit.has(k) ? 1 : 0];
    const colour = HEAT[Math.min(islands.neighbours(k).length, HEAT.length - 1)];
    if (!own.has(colour)) own.set(colour, new Path2D());
    addCircle(own.get(colour), at, wide);
    if (lit?.has(k)) addCircle(rings, at, wide + 2.5);
  }
  paths.forEach((own, full) => {
    pen.globalAlpha = full ? 1 : FADED;
    own.forEach((path, colour) => { pen.fillStyle = colour; pen.fill(path); });
  });
  pen.globalAlpha = 1;
  if (lit?.size < CROWD) Object.assign(pen, LIGHT).stroke(rings);
}

function addCircle(path, [x, y], radius) {
  path.moveTo(x + radius, y);
  path.arc(x, y, radius, 0, 7);
}
