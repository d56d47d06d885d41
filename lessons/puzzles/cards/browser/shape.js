// A small picture of a shape made of cubes.

import { make } from "../../../kit/cards/browser/dom.js";
import { shapeSeen } from "./logic/cubes.js";

export function drawnShape(cells, fill) {
  const { sides, box } = shapeSeen(cells);
  const polygons = sides.flatMap(({ points, shade }) => [fill, shade].map((colour) => make("polygon",
    { points: points.join(" "), fill: colour })));
  return make("svg", { viewBox: box.join(" "), "aria-hidden": "true" }, ...polygons);
}
