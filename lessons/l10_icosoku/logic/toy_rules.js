// 3coSoKu by hand: tiles on faces, the sums at the vertices, and what is said of them.

import { upTo } from "../../kit/cards/browser/logic/numbers.js";

/**
 * @typedef {number[]} Tile the dots at its three corners
 * @typedef {[type: number, turn: number] | null} Lies what lies on a face
 * @typedef {{ corners: number[][], vertices: string[] } & Record<string, any>} Shape by face its vertices
 * @typedef {"right" | "many" | "few" | "open"} Kind of a vertex: open, where more may come
 * @typedef {{ name: string, has: number, peg: number, kind: Kind, sign: string, say: string }} Standing
 */

const SIGN = { right: () => " ✓", many: (/** @type {number} */ by) => ` +${by}`,
  few: (/** @type {number} */ by) => ` −${by}`, open: () => "" };

/** @param {Tile} tile */
export const spelled = (tile) => tile.join(Math.max(...tile) < 10 ? "" : "-");
/** Does it look the same in every turn? @param {Tile} tile */
export const alike = (tile) => new Set(tile).size === 1;
/** @param {Tile} tile @param {number} turn */
const turned = (tile, turn) => [0, 1, 2].map((corner) => tile[(corner - turn + 3) % 3]);

/**
 * The dots at the corners of a face.
 * @param {[Tile, number][]} tiles with how many there are
 * @param {Lies} lies
 */
export const dotsOn = (tiles, lies) => (lies ? turned(tiles[lies[0]][0], lies[1]) : [0, 0, 0]);

/** How many tiles of a type are left. @param {[Tile, number][]} tiles @param {Lies[]} placed
 * @param {number} type */
export const leftOf = (tiles, placed, type) =>
  tiles[type][1] - placed.filter((lies) => lies?.[0] === type).length;

/**
 * The sum at a vertex, the number of its peg, and how they are shown and said.
 * @param {string} name
 * @param {number} has
 * @param {number} peg
 * @param {number} open faces
 * @returns {Standing}
 */
function standing(name, has, peg, open) {
  const kind = has === peg ? "right" : has > peg ? "many" : open ? "open" : "few", by = Math.abs(has - peg);
  const off = kind === "open" ? "" : `: ${by} too ${kind}`;
  const say = kind === "right" ? `${name} is right` : `${name} has ${has} of ${peg}${off}`;
  return { name, has, peg, kind, sign: SIGN[kind](by), say };
}

/** How each vertex stands. @param {Shape} shape @param {[Tile, number][]} tiles @param {Lies[]} placed
 * @param {number[]} pegs */
export function standingsOf({ corners, vertices }, tiles, placed, pegs) {
  const has = vertices.map(() => 0), open = vertices.map(() => 0);
  corners.forEach((around, face) => dotsOn(tiles, placed[face]).forEach((number, corner) => {
    has[around[corner]] += number;
    open[around[corner]] += placed[face] ? 0 : 1;
  }));
  return vertices.map((name, v) => standing(name, has[v], pegs[v], open[v]));
}

/** @param {Standing[]} all @param {Lies[]} placed */
export function scoreOf(all, placed) {
  const filled = placed.filter(Boolean).length;
  const count = (/** @type {string} */ kind) => all.filter((one) => one.kind === kind).length;
  const wrong = ["many", "few"].filter(count).map((kind) => `, ${count(kind)} too ${kind}`).join("");
  return `${filled} of ${placed.length} faces filled; ${count("right")} of ${all.length} sums right${wrong}.`;
}

/** The next type of which a tile is left, forwards or backwards; -1 is no type; undefined where none is left.
 * @param {[Tile, number][]} tiles @param {Lies[]} placed @param {number} chosen @param {1 | -1} by */
export function otherType(tiles, placed, chosen, by) {
  const many = tiles.length, from = chosen < 0 && by < 0 ? many : chosen;
  const round = upTo(many).map((k) => (from + by * (k + 1) + 2 * many) % many);
  return round.find((one) => leftOf(tiles, placed, one));
}

/** The nearest face in a direction, the face itself at the border.
 * @param {number[][]} middles @param {number} face @param {number} dx @param {number} dy */
export function faceBeside(middles, face, dx, dy) {
  const [x, y] = middles[face];
  let best = face, least = Infinity;
  middles.forEach(([a, b], other) => {
    const along = (a - x) * dx + (b - y) * dy, aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (along > 1 && aside <= along && along + aside < least) [best, least] = [other, along + aside];
  });
  return best;
}
