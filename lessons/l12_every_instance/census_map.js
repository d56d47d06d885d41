// A map of the census: a little rectangle a ring. The one under pointer or mark is told below it.

import { ARROWS, isDark, keepDrawn, make, obeyAlone, onChange, set,
  spoken } from "../kit/cards/browser/dom.js";
import { grouped, numbers } from "../kit/cards/browser/logic/numbers.js";
import { keepListening } from "../kit/cards/browser/patience.js";
import { ROWS, countedBy, ringAt, ringBeside, spotOf } from "./logic/census.js";

const SHADES = {
  light: ["#ffffff", "#cdd6f4", "#93a5e6", "#4057c2", "#141d4d"],
  dark: ["#111111", "#2b3566", "#4057c2", "#93a5e6", "#f2f2f2"],
};
const WAYS = { // the last one is rare, and stands out
  light: ["#fff3c4", "#cdd6f4", "#93a5e6", "#4057c2", "#330007"],
  dark: ["#6b5a10", "#2b3566", "#4057c2", "#93a5e6", "#ffd0cc"],
};
const WIDE = 2, HIGH = 10; // pixels, of a rectangle
const PEGS = 5; // of a ring

function paint(canvas, cells, colours) {
  const pen = canvas.getContext("2d");
  cells.forEach((shade, place) => {
    const [column, row] = spotOf(place);
    pen.fillStyle = colours[shade];
    pen.fillRect(WIDE * column, HIGH * row, WIDE, HIGH);
  });
}

/** One ring after the other is asked about: by the pointer, or by arrow keys from the one before. */
function askRings(model, canvas, line, signal) {
  let at = -1;
  const rings = numbers(model.get("rings")), count = rings.length / PEGS;
  const tell = () => {
    const cells = numbers(model.get("cells")), pegs = [...rings.slice(PEGS * at, PEGS * (at + 1))].join(", ");
    line.textContent = `Pegs ${pegs} on B to F: ${model.get("names")[cells[at]]}.`;
  };
  const go = (place) => { at = place; tell(); };
  const onpointermove = ({ offsetX, offsetY }) => {
    const point = [offsetX / canvas.clientWidth, offsetY / canvas.clientHeight];
    go(ringAt(point, model.get("columns"), count));
  };
  const onkeydown = (event) => {
    const arrow = ARROWS[event.key];
    obeyAlone(event, arrow && (() => go(ringBeside(at, arrow, count))));
  };
  set(canvas, { onpointermove, onkeydown });
  onChange(model, signal, "change:cells", () => at >= 0 && tell());
}

function draw(model, title, canvas, legend) {
  const columns = model.get("columns");
  const colours = (model.get("done") ? WAYS : SHADES)[isDark() && !model.get("contrast") ? "dark" : "light"];
  Object.assign(canvas, { width: WIDE * columns, height: HIGH * ROWS });
  const cells = numbers(model.get("cells")), count = countedBy(cells, colours.length);
  paint(canvas, cells, colours);
  const words = model.get("names").map((name, shade) => `${name}: ${grouped(count[shade])} rings`);
  title.textContent = model.get("title");
  canvas.ariaLabel = `Map of ${grouped(ROWS * columns)} rings. ${model.get("title")} ${words.join(", ")}`;
  legend.replaceChildren(...words.map((text, shade) =>
    make("li", make("span", { style: `background:${colours[shade]}` }), text)));
}

export default {
  initialize: keepListening,
  render({ model, el, signal }) {
    el.classList.add("eo-census");
    const title = make("p.eo-census-title");
    const canvas = make("canvas", { role: "img", tabindex: 0 });
    const legend = make("ul.eo-census-legend"), line = spoken("eo-census-ring");
    line.textContent = "Point at a ring, or press arrow keys on the map, to see its pegs.";
    const group = ([title, columns]) =>
      make("span", { style: `flex:${columns} 0 0`, title }, columns > 20 ? title : "");
    const groups = make("div.eo-census-groups", ...model.get("groups").map(group));
    el.append(title, canvas, groups, line, legend);
    askRings(model, canvas, line, signal);
    const change = "change:cells change:contrast";
    keepDrawn(model, signal, change, () => draw(model, title, canvas, legend));
  },
};
