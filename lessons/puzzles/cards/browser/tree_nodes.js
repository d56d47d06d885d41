// How the nodes of a tree are drawn: the path in colour, what is finished grey; below, how it ended.

import { label, make } from "../../../kit/cards/browser/dom.js";
import { ANSWER, BOUND, DEAD, OPEN } from "./logic/tree_data.js";
import { COPY } from "./logic/tree_looks.js";
import { BELOW, boundText, brief } from "./logic/tree_sizes.js";

export const edge = ({ up, x, y }, on) =>
  make("line", { x1: up.x, y1: up.y, x2: x, y2: y, class: on ? "eo-edge eo-on" : "eo-edge" });

/** An option that has not been tried yet: a small ring, and its edge. */
export const untriedNode = (up, x, y, scale) => [
  make("line", { x1: up.x, y1: up.y, x2: x, y2: y, class: "eo-edge eo-faint" }),
  make("circle", { cx: x, cy: y, r: 4 * scale, class: "eo-untried" })];

/** A node with what stands under it. `look`: { name, against, paint, on, here, kind, better, bound }; of what
 * is folded, `hidden` and `answers` count its nodes. */
export function nodeOf({ v, x, y }, look, size) {
  const state = look.on ? "eo-on" : look.kind === ANSWER ? "eo-found" : "eo-done";
  const below = look.hidden ? folded(look, size) : under(look, size);
  const { half, radius, scale } = size, touch = Math.max(half, 15 * scale);
  const height = radius + BELOW * scale * (look.hidden || look.kind !== OPEN ? 1 : 0.5);
  return make(`g.eo-node.${state}`, { transform: `translate(${x} ${y})`, "data-v": v,
    "data-hidden": look.hidden, "data-tie": look.name.replace(COPY, "") }, ...body(look, size), ...below,
    make("rect.eo-touch", { x: -touch, y: -radius, width: 2 * touch, height }));
}

const pill = (half, radius, more) =>
  make("rect", { x: -half, y: -radius, width: 2 * half, height: 2 * radius, rx: radius, ...more });

function body(look, size) {
  const start = !look.name, { radius } = size, wide = start ? radius : size.half;
  const [fill, ink] = (look.on || look.kind === ANSWER) && look.paint && !start ? look.paint : ["", ""];
  const ring = look.here ? [pill(wide + 5, radius + 5, { class: "eo-ring" })] : [];
  const disc = pill(wide, radius, { class: start ? "eo-disc eo-start" : "eo-disc",
    style: fill && `fill:${fill}` });
  if (start) return [...ring, disc];
  return [...ring, disc, ...(look.against ? [against(size, ink)] : []),
    nameOf(look.name, size, fill && `fill:${ink};stroke:${fill}`)];
}

function nameOf(name, size, style) {
  const { font, text } = size.named(name);
  const look = `font-size:${font.toFixed(1)}px;${style}`;
  return label(0, 0.36 * font, text, { class: "eo-choice", style: look });
}

function against({ half, radius }, ink) {
  const [a, b] = [0.72 * half, 0.72 * radius];
  return make("path", { d: `M${-a} ${b}L${a} ${-b}`, class: "eo-against",
    style: ink && `stroke:${ink}` });
}

function under({ kind, better, bound }, { radius, scale }) {
  const r = 5.5 * scale, low = radius + (kind === OPEN ? 14 : 28) * scale;
  const marks = {
    [DEAD]: () => make("path", { d: cross(radius + 9 * scale, r), class: "eo-cross" }),
    [BOUND]: () => make("path", { d: stop(radius + 6 * scale, r), class: "eo-stop" }),
    [ANSWER]: () => label(0, radius + 17 * scale, better ? "☆" : "★", { class: "eo-star" }),
  };
  return [...(marks[kind] ? [marks[kind]()] : []),
    ...(boundText(bound) ? [label(0, low, boundText(bound), { class: "eo-bound" })] : [])];
}

function folded({ hidden, answers }, { radius, scale }) {
  const low = radius + 17 * scale, half = 11 * scale;
  const points = `0,${radius} ${-half},${low} ${half},${low}`;
  const star = answers ? [label(0, low - 2 * scale, "★", { class: "eo-star eo-small" })] : [];
  return [make("polygon", { points, class: "eo-part" }), ...star,
    label(0, low + 12 * scale, brief(hidden), { class: "eo-size" })];
}

const cross = (y, r) => `M${-r} ${y - r}L${r} ${y + r}M${r} ${y - r}L${-r} ${y + r}`;
/** A bar under the node: the search stops here although it could go on. */
const stop = (y, r) => `M${-r} ${y - r / 3}H${r}M0 ${y - r / 3}V${y + 1.6 * r}`;
