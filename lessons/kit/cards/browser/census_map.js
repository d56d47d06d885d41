// A map of the census: a canvas with one little rectangle a ring, the groups of columns below it, and a
// legend with numbers.

import { keepListening } from "./patience.js";
import { grouped, isDark, keepDrawn, make } from "./dom.js";

const SHADES = {
  light: ["#ffffff", "#cdd6f4", "#93a5e6", "#4057c2", "#141d4d"],
  dark: ["#111111", "#2b3566", "#4057c2", "#93a5e6", "#f2f2f2"],
};
const WAYS = { // the last one is rare, and stands out
  light: ["#fff3c4", "#cdd6f4", "#93a5e6", "#4057c2", "#d3222a"],
  dark: ["#6b5a10", "#2b3566", "#4057c2", "#93a5e6", "#ff7b72"],
};
const ROWS = 12, WIDE = 2, HIGH = 10; // rectangles in a column; of a rectangle, in pixels

/** How many rings have each shade, while all are painted. */
function painted(canvas, cells, colours) {
  const pen = canvas.getContext("2d"), count = colours.map(() => 0);
  cells.forEach((shade, place) => {
    count[shade] += 1;
    pen.fillStyle = colours[shade];
    pen.fillRect(WIDE * Math.floor(place / ROWS), HIGH * (place % ROWS), WIDE, HIGH);
  });
  return count;
}

function draw(model, title, canvas, legend) {
  const columns = model.get("columns"), cells = model.get("cells");
  const colours = (model.get("done") ? WAYS : SHADES)[isDark() && !model.get("contrast") ? "dark" : "light"];
  Object.assign(canvas, { width: WIDE * columns, height: HIGH * ROWS });
  const count = painted(canvas, new Uint8Array(cells.buffer ?? cells, cells.byteOffset ?? 0, ROWS * columns),
    colours);
  const words = model.get("names").map((name, shade) => `${name}: ${grouped(count[shade])} rings`);
  title.textContent = model.get("title");
  canvas.setAttribute("aria-label",
    `Map of ${grouped(ROWS * columns)} rings. ${model.get("title")} ${words.join(", ")}`);
  legend.replaceChildren(...words.map((text, shade) =>
    make("li", {}, make("span", { style: `background:${colours[shade]}` }), text)));
}

export default {
  initialize: keepListening,
  render({ model, el, signal }) {
    el.classList.add("eo-census");
    const title = make("p", { class: "eo-census-title" });
    const canvas = make("canvas", { role: "img" }), legend = make("ul", { class: "eo-census-legend" });
    const group = ([title, columns]) =>
      make("span", { style: `flex:${columns} 0 0`, title }, columns > 20 ? title : "");
    const groups = make("div", { class: "eo-census-groups" }, ...model.get("groups").map(group));
    el.append(title, canvas, groups, legend);
    const change = "change:cells change:contrast";
    keepDrawn(model, signal, change, () => draw(model, title, canvas, legend));
  },
};
