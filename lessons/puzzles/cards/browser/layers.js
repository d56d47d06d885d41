// The picture in 2D, layer by layer, and the panel of what is still possible.

import { make } from "../../../kit/cards/browser/dom.js";
import { barsOf, border, fieldOf, titleOf, toneIn } from "./logic/layer_looks.js";
import { layerSize, listSize } from "./logic/tables.js";
import { BESIDE } from "./logic/vectors.js";

const LIST = 152; // pixels: a column of the list of shares is so wide
const ACROSS = 18; // squares in a row of placements
const NAMES = { "o": "open", "#": "placed", "x": "ruledout", ".": "out" }; // of their signs
const MOST_BARS = 5; // of what is there in part; the others are counted

/** Letters layer by layer, with borders by how a cell was filled; beside them what is there in part. */
export function layersView(scene, frame, [width, height], scale) {
  const most = Math.min(MOST_BARS + 1, Math.max(scene.shares ?? 0, frame.bars?.length ?? 0));
  const { columns: lists, row } = listSize(most, height / scale);
  const { cell, columns } = layerSize(scene.layers, width - lists * LIST * scale, height, scale);
  const tables = scene.layers.map((layer) => layerTable(scene, frame, layer));
  const style = `--cell:${cell}px;grid-template-columns:repeat(${columns}, max-content)`;
  const layers = make("div.eo-layers", { style }, ...tables);
  if (!lists) return layers;
  return make("div.eo-shared", { style: `--row:${row}px` }, layers, barsView(frame, lists));
}

function barsView(frame, columns) {
  const bars = (frame.bars ?? []).slice(0, MOST_BARS), rows = Math.ceil((bars.length + 1) / columns);
  const others = (frame.bars ?? []).length - bars.length;
  const more = others ? [make("li", `and ${others} more`)] : [];
  const row = ([text, value, fill, ink, pattern]) => make("li", { class: text.startsWith("▶") && "eo-first" },
    make("span", { class: `eo-tone eo-pattern-${pattern}`, style: toneOf(fill, ink) }, text),
    make("span.eo-bar", make("span", { style: `width:${100 * value}%` })));
  return make("div.eo-bars",
    make("p", bars.length ? "there in part; 1 would be a whole piece" : "no piece is there in part"),
    make("ul", { style: `grid-template-rows:repeat(${rows}, auto)` }, ...bars.map(row), ...more));
}

const toneOf = (fill, ink) => `--fill:${fill};--on:${ink}`;

function layerTable(scene, frame, layer) {
  const { title, rows } = layer;
  return make("table", make("caption", title), ...rows.map((row, y) =>
    make("tr", ...row.map((cell, x) => layerCell(scene, frame, rows, cell, x, y)))));
}

function layerCell(scene, frame, rows, cell, x, y) {
  if (cell < 0) return make("td.eo-none");
  const text = String(frame.cells[cell] ?? ""), how = frame.how[cell] ?? "";
  const [fill, ink] = toneIn(scene, frame, cell);
  const sides = BESIDE.map(([dx, dy]) => border(frame, cell, rows[y + dy]?.[x + dx] ?? -1));
  const style = (fill ? `background:${fill};color:${ink};` : "") + `border-width:${sides.join(" ")}`;
  const inside = how === "fraction" ? sharesOf(scene, frame, cell) : [text];
  const tie = [how && text, Object.keys(scene.places ?? {})[cell]].filter(Boolean).join("|");
  return make("td", { style, title: titleOf(text, how), "data-tie": tie,
    class: `eo-${how || (text === "0" ? "dead" : "open")}` }, ...inside);
}

/** The fractional pieces of a cell, one below the other, each as high as its share. */
function sharesOf(scene, frame, cell) {
  const share = ([text, , value]) => {
    const [, , fill, ink, pattern] = (frame.bars ?? []).find(([name]) => name === text) ?? [];
    return make(`span.eo-share.eo-tone.eo-pattern-${pattern}${text.startsWith("▶") ? ".eo-first" : ""}`,
      { style: `${toneOf(fill, ink)};flex:${value} 1 0`, title: text }, make("span", text));
  };
  return [make("div.eo-shares", ...(frame.shares?.[cell] ?? []).map(share))];
}

/** A square for each placement of a piece. */
function field(signs, fill) {
  const high = Math.ceil(signs.length / ACROSS);
  const paths = fieldOf(signs, ACROSS).map(([kind, d]) => make(`path.eo-${NAMES[kind]}`, { d, fill }));
  return make("svg.eo-each", { viewBox: `0 0 ${ACROSS} ${high}`, "aria-hidden": "true" }, ...paths);
}

/** The placements that are left of each piece: a square for each placement; of too many, bars. They have one
 * logarithmic scale, and behind each is the one with which the search began. */
export function countsPanel(scene, frame, most) {
  const wide = barsOf(frame.counts, most), width = (count) => `width:${wide(count)}%`;
  const table = make("table.eo-counts",
    make("caption", frame.each ? "■ open  × ruled out now"
      : scene.counting ?? "placements left (bars: log scale)"));
  for (const [piece, count] of Object.entries(frame.counts)) {
    const letter = Object.entries(scene.labels ?? {}).find(([, name]) => name === piece)?.[0] ?? piece;
    const [fill, ink] = scene.colours?.[piece] ?? scene.colours?.[letter] ?? ["#888", "#fff"];
    table.append(make("tr", { "data-tie": letter },
      make("th", { scope: "row", title: piece },
        make("span.eo-chip", { style: `background:${fill};color:${ink}` }, letter)),
      make("td.eo-number", String(count)),
      make("td.eo-bar", frame.each ? field(frame.each[piece], fill)
        : make("div", make("span.eo-before", { style: width(most[piece] ?? count) }),
          make("span", { style: width(Math.max(0, count)) })))));
  }
  return table;
}
