// The picture in 2D, layer by layer, and the panel of what is still possible.

import { make } from "./dom.js";

const HOW = { chosen: "chosen", propagated: "follows", given: "given", solution: "solution",
  fraction: "shared by fractional pieces" };

/** Letters layer by layer. Border by how a cell was filled: thick chosen, thin follows, dot given. */
export function layersView(scene, frame) {
  const box = make("div", { class: "eo-layers" });
  for (const layer of scene.layers) box.append(layerTable(scene, frame, layer));
  return box;
}

function layerTable(scene, frame, layer) {
  const table = make("table", {}, make("caption", {}, layer.title));
  layer.rows.forEach((row, y) => {
    const line = make("tr");
    row.forEach((cell, x) => line.append(layerCell(scene, frame, layer.rows, cell, x, y)));
    table.append(line);
  });
  return table;
}

function layerCell(scene, frame, rows, cell, x, y) {
  if (cell < 0) return make("td", { class: "eo-none" });
  const text = String(frame.cells[cell] ?? "");
  const how = frame.how[cell] ?? "";
  const [fill, ink] = how === "fraction" ? [null, null] : colourOf(scene, text, how);
  const sides = [[0, -1], [1, 0], [0, 1],
    [-1, 0]].map(([dx, dy]) => border(frame, rows, cell, rows[y + dy]?.[x + dx] ?? -1));
  const style = (fill ? `background:${fill};color:${ink};` : "") + `border-width:${sides.join(" ")}`;
  const open = { "": "empty", 0: "empty, no placement left: a dead end" }[text];
  const title = how ? `${text}, ${HOW[how] ?? how}` : open ?? `empty, ${text} placements possible`;
  const inside = how === "fraction" ? sharesOf(scene, frame, cell) : [text];
  return make("td", { style, title, class: `eo-${how || (text === "0" ? "dead" : "open")}` }, ...inside);
}

/** The fractional pieces of a cell, one below the other: a patch of the piece's colour, as strong as its
 * value, and name and value. */
function sharesOf(scene, frame, cell) {
  return (frame.shares?.[cell] ?? []).map(([text, letter, value]) => make("span", { class: "eo-share" },
    make("span", { class: "eo-patch",
      style: `--fill:${colourOf(scene, letter, "fraction")[0]};--value:${value}` }), text));
}

/** Inside a piece a hairline; around it a line that says how the piece came here. */
function border(frame, rows, cell, other) {
  const own = frame.own ?? frame.cells; // copies of a piece have one letter
  const mine = frame.how[cell] ? own[cell] : null;
  const theirs = other >= 0 && frame.how[other] ? own[other] : null;
  if (mine !== null && mine === theirs && frame.how[cell] !== "fraction") return "0.5px";
  const chosen = frame.how[cell] === "chosen" || (other >= 0 && frame.how[other] === "chosen");
  return chosen ? "5px" : mine !== null || theirs !== null ? "2px" : "0.5px";
}

export function colourOf(scene, letter, how) {
  if (!how) return [null, null];
  const colours = scene.colours ?? {};
  return colours[scene.labels?.[letter] ?? letter] ?? colours[letter] ?? [null, null];
}

const MOST_NAMES = 3; // of letters that are said; of more, each is a sign of its own

/** What a letter stands for, where it is not the name of its piece: "P = Pyramid". */
export function letterNames({ labels = {} }) {
  const short = Object.entries(labels).filter(([letter, name]) => letter !== name);
  return short.length > MOST_NAMES ? "" : short.map(([letter, name]) => `${letter} = ${name}`).join(", ");
}

export function layersKey(frame) {
  const marks = new Set(frame.how);
  if (frame.cells.some((text, i) => !frame.how[i] && /^\d+$/.test(text))) marks.add("number");
  const items = [["chosen", "thick border: chosen"], ["propagated", "thin border: follows"],
    ["given", "dot: given"]];
  const shown = items.filter(([how]) => marks.has(how)).map(([, text]) => text);
  const fraction = "letter and fraction: a placement of this piece, and its value in the relaxation; "
    + "the same name is the same placement";
  if (marks.has("fraction")) shown.push(fraction);
  if (marks.has("number")) shown.push("number: placements that still cover this cell");
  return shown.join(" · ");
}

export function countsPanel(scene, frame, most) {
  const table = make("table", { class: "eo-counts" },
    make("caption", {}, scene.counting ?? "placements still possible"));
  for (const [piece, count] of Object.entries(frame.counts)) {
    const letter = Object.entries(scene.labels ?? {}).find(([, name]) => name === piece)?.[0] ?? piece;
    const [fill, ink] = scene.colours?.[piece] ?? scene.colours?.[letter] ?? ["#888", "#fff"];
    const share = (100 * Math.max(0, count)) / Math.max(1, most[piece] ?? count);
    table.append(make("tr", {},
      make("th", { scope: "row", title: piece },
        make("span", { class: "eo-chip", style: `background:${fill};color:${ink}` }, letter)),
      make("td", { class: "eo-number" }, String(count)),
      make("td", { class: "eo-bar" }, make("span", { style: `width:${share}%` }))));
  }
  return table;
}
