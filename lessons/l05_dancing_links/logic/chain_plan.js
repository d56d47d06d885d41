// The search chain on one scale: how far each search leads, by fewer nodes and by cheaper ones.

import { grouped } from "../../kit/cards/browser/logic/numbers.js";

/**
 * @typedef {{ way: string, how: string, nodes: number, counted: boolean, spread: number, price: number,
 *   seconds: number }} Link price in microseconds; nodes and price are 0 where nobody counts them
 * @typedef {{ kind: "nodes" | "price", factor: number, from: number, to: number }} Arrow seconds;
 *   the time is divided by the factor
 */

const MINUTE = 60, HOUR = 3600, DAY = 86_400, YEAR = 31_557_600;
/** @typedef {[number, string]} Named seconds */
const UNITS = /** @type {Named[]} */ ([[YEAR, "year"], [DAY, "day"], [HOUR, "hour"], [MINUTE, "minute"]]);
export const TICKS = /** @type {Named[]} */ ([[1, "1 second"], [MINUTE, "1 minute"], [HOUR, "1 hour"],
  [DAY, "1 day"], [YEAR, "1 year"], [150 * YEAR, "150 years"]]);
const LAST = TICKS[TICKS.length - 1][0];

/** Where a time is on the scale, from 0 to 1; equal factors are equal lengths. @param {number} seconds */
export const shareAt = (seconds) => Math.log(Math.max(1, seconds)) / Math.log(LAST);

/** The arrows from one search to the next: first what fewer nodes save, then what cheaper ones do; none
 * where nodes are not counted. @param {Link} before @param {Link} link @returns {Arrow[]} */
export function arrowsOf(before, link) {
  if (!before.nodes || !link.nodes) return [];
  const fewer = before.nodes / link.nodes, between = before.seconds / fewer;
  const all = /** @type {Arrow[]} */ ([
    { kind: "nodes", factor: fewer, from: before.seconds, to: between },
    { kind: "price", factor: between / link.seconds, from: between, to: link.seconds }]);
  return all.filter(({ factor }) => Math.abs(Math.log(factor)) > 0.01);
}

/** The longest arrow of a chain, and the number of its search. @param {Link[]} links */
export const longest = (links) => links.slice(1)
  .flatMap((link, k) => arrowsOf(links[k], link).map((arrow) => ({ ...arrow, at: k + 1 })))
  .reduce((best, arrow) => (arrow.factor > best.factor ? arrow : best));

const rounded = (/** @type {number} */ n) => grouped(Number(n.toPrecision(n < 1000 ? 2 : 3)));

/** @param {number} seconds */
export function timeInWords(seconds) {
  const [length, unit] = UNITS.find(([one]) => seconds >= 2 * one) ?? [1, "second"];
  return `${rounded(seconds / length)} ${unit}s`;
}

/** @param {number} factor */
export const factorWords = (factor) => (factor > 1 ? `÷ ${rounded(factor)}` : `× ${rounded(1 / factor)}`);

/** Return the sentence about a search. @param {Link} link @param {Arrow[]} arrows that lead to it */
export function wordsOf({ way, how, nodes, counted, spread, price, seconds }, arrows) {
  const about = counted ? "" : ` (estimated, ± ${Number((100 * spread).toPrecision(1))} %)`;
  const counts = `${grouped(nodes)} nodes${about} at ${Number(price.toPrecision(3))} µs: `;
  const what = { nodes: "nodes", price: "price of a node" };
  const change = arrows.map(({ kind, factor }) => `${what[kind]} ${factorWords(factor)}`).join(", ");
  const against = change && ` Against the line above: ${change}.`;
  return `${way}, ${how}: ${nodes ? counts : "nodes not counted: "}${timeInWords(seconds)}.${against}`;
}
