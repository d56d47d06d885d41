// How the cells of a layer look: their borders, colours and titles, and what its signs mean.

/** @typedef {[string, string] | [null, null]} Tone fill and ink */
/**
 * @typedef {{ cells: (string | number)[], how: string[], own?: any[], tints?: Record<string, [string,
 *   string]> }} Frame by cell: its text, how it came there, and what tells equal texts apart
 * @typedef {{ colours?: Record<string, [string, string]>, labels?: Record<string, string> }} Scene the
 *   colours of pieces by name or letter, their names by letter
 */

const HOW = { chosen: "chosen", propagated: "follows", given: "given", solution: "solution",
  fraction: "shared by fractional pieces" };

/**
 * Inside a piece a hairline; around it a line that says how the piece came here.
 * @param {Frame} frame @param {number} cell @param {number} other the cell beside it, -1 for none
 */
export function border(frame, cell, other) {
  const own = frame.own ?? frame.cells;
  const mine = frame.how[cell] ? own[cell] : null;
  const theirs = other >= 0 && frame.how[other] ? own[other] : null;
  if (mine !== null && mine === theirs && frame.how[cell] !== "fraction") return "0.5px";
  const chosen = frame.how[cell] === "chosen" || (other >= 0 && frame.how[other] === "chosen");
  return chosen ? "5px" : mine !== null || theirs !== null ? "2px" : "0.5px";
}

/** @param {Scene} scene @param {Frame} frame @param {number} cell @returns {Tone} */
export function toneIn(scene, frame, cell) {
  const text = String(frame.cells[cell] ?? ""), how = frame.how[cell] ?? "";
  return how === "fraction" ? [null, null] : frame.tints?.[text] ?? colourOf(scene, text, how);
}

/** @param {Scene} scene @param {string} letter @param {string} how @returns {Tone} */
function colourOf(scene, letter, how) {
  if (!how) return [null, null];
  const colours = scene.colours ?? {};
  const found = colours[scene.labels?.[letter] ?? letter] ?? colours[letter];
  return found ?? (letter.length > 1 ? colourOf(scene, letter[0], how) : [null, null]); // a copy has a number
}

/** @param {string} text @param {string} how */
export function titleOf(text, how) {
  if (how) return `${text}, ${HOW[/** @type {keyof typeof HOW} */ (how)] ?? how}`;
  if (!text) return "empty";
  return text === "0" ? "empty, no piece fits: a dead end" : `empty, ${text} placements possible`;
}

/** @param {Frame} frame */
export function layersKey(frame) {
  const marks = new Set(frame.how);
  if (frame.cells.some((text, i) => !frame.how[i] && /^\d+$/.test(String(text)))) marks.add("number");
  const items = [["chosen", "thick border: chosen"], ["propagated", "thin border: follows"],
    ["given", "dot: given"]];
  const shown = items.filter(([how]) => marks.has(how)).map(([, text]) => text);
  const fraction = "letter and fraction: a placement of this piece, and its value in the relaxation; "
    + "the same name is the same placement; ▶ and a thick line: branched on";
  if (marks.has("fraction")) shown.push(fraction);
  if (marks.has("number")) shown.push("number: placements that still cover this cell");
  return shown.join(" · ");
}

/** The drawing of a placement, from the upper left corner of its square. */
const SIGNS = { "o": "m.1 .1h.8v.8h-.8z", "#": "m.1 .1h.8v.8h-.8z", "x": "m.1 .1l.8 .8m0-.8l-.8 .8",
  ".": "m.4 .4h.2v.2h-.2z" };

/**
 * The paths of a field with a square for each placement of a piece, by their signs.
 * @param {string} signs "o" open, "x" ruled out now, "." before, "#" placed @param {number} across in a row
 */
export function fieldOf(signs, across) {
  const places = (/** @type {string} */ kind, /** @type {string} */ d) => [...signs].flatMap((sign, k) =>
    (sign === kind ? `M${k % across} ${Math.floor(k / across)}${d}` : []));
  return Object.entries(SIGNS).map(([kind, d]) => [kind, places(kind, d).join("")]);
}

/**
 * How wide the bars of counts are, in percent: they have one logarithmic scale.
 * @param {Record<string, number>} counts @param {Record<string, number>} most with which the search began
 * @returns {(count: number) => number}
 */
export function barsOf(counts, most) {
  const largest = Math.max(1, ...Object.values(most), ...Object.values(counts));
  return (count) => (100 * Math.log1p(count)) / Math.log1p(largest);
}
