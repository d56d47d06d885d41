// The picture in 2D, layer by layer, and the panel of what is still possible.

import { clamp, columnsOf, make } from "./dom.js";
import { BESIDE } from "./vectors.js";

const HOW = { chosen: "chosen", propagated: "follows", given: "given", solution: "solution",
  fraction: "shared by fractional pieces" };

const CAPTION = 26, BETWEEN = 26; // pixels: above a layer, between layers
const LIST = 152, ROW = [15, 22]; // pixels: a column of the list of shares is so wide, its rows so high
const MOST_BARS = 5; // of what is there in part; the others are counted
const LARGEST = 92, SMALLEST = 24; // pixels, of a cell

/** Letters layer by layer, with borders by how a cell was filled; beside them what is there in part. */
export function layersView(scene, frame, [width, height], scale) {
  const [lists, row] = listSize(scene, frame, height / scale);
  const [cell, columns] = cellSize(scene.layers, width - lists * LIST * scale, height, scale);
  const tables = scene.layers.map((layer) => layerTable(scene, frame, layer));
  const style = `--cell:${cell}px;grid-template-columns:repeat(${columns}, max-content)`;
  const layers = make("div.eo-layers", { style }, ...tables);
  if (!lists) return layers;
  return make("div.eo-shared", { style: `--row:${row}px` }, layers, barsView(frame, lists));
}

function cellSize(layers, width, height, scale) {
  const count = layers.length;
  const wide = Math.max(1, ...layers.flatMap(({ rows }) => rows.map((row) => row.length)));
  const high = Math.max(1, ...layers.map(({ rows }) => rows.length));
  const sizeOf = (columns) => {
    const rows = Math.ceil(count / columns);
    return Math.min((width - 12 - (columns - 1) * BETWEEN) / (columns * wide),
      (height - 12 - rows * CAPTION * scale) / (rows * high));
  };
  const columns = columnsOf(Math.max(1, count), sizeOf);
  return [Math.floor(clamp(sizeOf(columns), SMALLEST * scale, LARGEST * scale)), columns];
}

/** The columns of the list of what is there in part, and the height of its rows. */
function listSize(scene, frame, height) {
  const most = Math.min(MOST_BARS + 1, Math.max(scene.shares ?? 0, frame.bars?.length ?? 0));
  const room = height - 2 * CAPTION;
  const columns = Math.ceil((most * ROW[0]) / room);
  return [columns, Math.floor(clamp(room / Math.ceil(most / Math.max(1, columns)), ...ROW))];
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
  const [fill, ink] = how === "fraction" ? [null, null] : frame.tints?.[text] ?? colourOf(scene, text, how);
  const sides = BESIDE.map(([dx, dy]) => border(frame, cell, rows[y + dy]?.[x + dx] ?? -1));
  const style = (fill ? `background:${fill};color:${ink};` : "") + `border-width:${sides.join(" ")}`;
  const open = { "": "empty", 0: "empty, no piece fits: a dead end" }[text];
  const title = how ? `${text}, ${HOW[how] ?? how}` : open ?? `empty, ${text} placements possible`;
  const inside = how === "fraction" ? sharesOf(scene, frame, cell) : [text];
  const tie = [how && text, Object.keys(scene.places ?? {})[cell]].filter(Boolean).join("|");
  return make("td", { style, title, class: `eo-${how || (text === "0" ? "dead" : "open")}`, "data-tie": tie },
    ...inside);
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

/** Inside a piece a hairline; around it a line that says how the piece came here. */
function border(frame, cell, other) {
  const own = frame.own ?? frame.cells;
  const mine = frame.how[cell] ? own[cell] : null;
  const theirs = other >= 0 && frame.how[other] ? own[other] : null;
  if (mine !== null && mine === theirs && frame.how[cell] !== "fraction") return "0.5px";
  const chosen = frame.how[cell] === "chosen" || (other >= 0 && frame.how[other] === "chosen");
  return chosen ? "5px" : mine !== null || theirs !== null ? "2px" : "0.5px";
}

function colourOf(scene, letter, how) {
  if (!how) return [null, null];
  const colours = scene.colours ?? {};
  const found = colours[scene.labels?.[letter] ?? letter] ?? colours[letter];
  return found ?? (letter.length > 1 ? colourOf(scene, letter[0], how) : [null, null]); // a copy has a number
}

export function layersKey(frame) {
  const marks = new Set(frame.how);
  if (frame.cells.some((text, i) => !frame.how[i] && /^\d+$/.test(text))) marks.add("number");
  const items = [["chosen", "thick border: chosen"], ["propagated", "thin border: follows"],
    ["given", "dot: given"]];
  const shown = items.filter(([how]) => marks.has(how)).map(([, text]) => text);
  const fraction = "letter and fraction: a placement of this piece, and its value in the relaxation; "
    + "the same name is the same placement; ▶ and a thick line: branched on";
  if (marks.has("fraction")) shown.push(fraction);
  if (marks.has("number")) shown.push("number: placements that still cover this cell");
  return shown.join(" · ");
}

/** The bars have one logarithmic scale; behind each is the one with which the search began. */
export function countsPanel(scene, frame, most) {
  const largest = Math.max(1, ...Object.values(most), ...Object.values(frame.counts));
  const width = (count) => `width:${(100 * Math.log1p(count)) / Math.log1p(largest)}%`;
  const table = make("table.eo-counts",
    make("caption", scene.counting ?? "placements left (bars: log scale)"));
  for (const [piece, count] of Object.entries(frame.counts)) {
    const letter = Object.entries(scene.labels ?? {}).find(([, name]) => name === piece)?.[0] ?? piece;
    const [fill, ink] = scene.colours?.[piece] ?? scene.colours?.[letter] ?? ["#888", "#fff"];
    table.append(make("tr", { "data-tie": letter },
      make("th", { scope: "row", title: piece },
        make("span.eo-chip", { style: `background:${fill};color:${ink}` }, letter)),
      make("td.eo-number", String(count)),
      make("td.eo-bar", make("div", make("span.eo-before", { style: width(most[piece] ?? count) }),
        make("span", { style: width(Math.max(0, count)) })))));
  }
  return table;
}
