// A small picture of a shape made of cubes.

import { make } from "../../../kit/cards/browser/dom.js";
import { shapeSeen } from "./logic/cubes.js";

export function drawnShape(cells, fill, flat = false) {
  const { sides, box } = shapeSeen(cells, flat);
  const lines = flat && { stroke: "#ffffff", "stroke-width": 0.12 };
  const polygons = sides.flatMap(({ points, shade }) => [fill, shade].map((colour) => make("polygon",
    { points: points.join(" "), fill: colour, ...lines })));
  return make("svg", { viewBox: box.join(" "), "aria-hidden": "true" }, ...polygons);
}
