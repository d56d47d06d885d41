// Small helpers of all our pictures: nodes, keys, the theme.

import { clamp } from "./logic/numbers.js";

/** An element: make("p.eo-note", { title }, text). Classes, attributes and children may be left out. */
export function make(kind, ...children) {
  const [tag, ...names] = kind.split("."), first = children[0]?.constructor === Object;
  const node = document.createElementNS(SVG_TAGS.has(tag) ? "http://www.w3.org/2000/svg"
    : "http://www.w3.org/1999/xhtml", tag);
  const attributes = first ? children.shift() : {};
  node.append(...children);
  return set(node, names.length ? { class: names.join(" "), ...attributes } : attributes);
}

export function set(node, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key.startsWith("aria-")) node.setAttribute(key, value); // true and false are words there
    else if ((value ?? false) !== false) node.setAttribute(key, value === true ? "" : value);
  }
  return node;
}

export const button = (text, onclick, more = {}) =>
  make("button", { type: "button", onclick, ...more }, text);

/** A button that keeps the focus while it cannot be used: nobody who works by keyboard is thrown out. */
export const tool = (text, title, act, more = {}) => button(text, ({ currentTarget }) =>
  currentTarget.getAttribute("aria-disabled") !== "true" && act(), { title, ...more });
export const toolbar = (name, ...nodes) =>
  make("div.eo-player", { role: "toolbar", "aria-label": name }, ...nodes);
export const able = (node, yes) => set(node, { "aria-disabled": !yes });

/** Things that belong together, with a name for those who do not see it. */
export const group = (kind, name, ...nodes) => make(kind, { role: "group", "aria-label": name }, ...nodes);

export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
export const BY_KEY = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** A slider from 0 on. Its arrow keys are its own: JupyterLab would take them. */
export function rimOf(label, max, step, go) {
  return make("input", { type: "range", min: 0, max, value: 0, step, "aria-label": label,
    oninput: ({ target }) => go(Number(target.value)), onkeydown: (event) => {
      const by = BY_KEY[event.key];
      obeyAlone(event, by && (() => go(clamp(Number(event.target.value) + step * by, 0, max))));
    } });
}

/** A line that a screen reader says when it changes. */
export const spoken = (name) => make("p", { class: name, role: "status", "aria-live": "polite" });

/** A sentence has two lines, and nothing below it moves; a longer one is smaller, and scrolls. */
export function fitLines(node) {
  const full = () => node.scrollHeight > node.clientHeight + 2;
  node.classList.remove("eo-long");
  if (full()) node.classList.add("eo-long");
  if (node.classList.contains("eo-long") && full()) node.tabIndex = 0;
  else node.removeAttribute("tabindex");
}

export const sheetOf = (kind, name, ...nodes) => group(`section.eo-sheet.${kind}`, name, ...nodes);

/** A key pressed with others belongs to the browser or to JupyterLab. */
export const modified = (event) => event.ctrlKey || event.altKey || event.metaKey;

/** A key that has something to do does nothing else, here or in JupyterLab. */
export function obey(event, act) {
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

export const obeyAlone = (event, act) => modified(event) || obey(event, act);

export function send(model, values) {
  for (const [name, value] of Object.entries(values)) model.set(name, value);
  model.save_changes();
}

export const onEnd = (signal, act) => signal.addEventListener("abort", act);
const SVG_TAGS = new Set(["svg", "path", "line", "circle", "g", "rect", "polyline", "polygon", "text",
  "title"]);

export const isDark = () => document.body.dataset.jpThemeLight === "false";

/** Call `act` whenever this node changes in such a way, until `signal`. */
export function onMutation(node, signal, what, act) {
  const watch = new MutationObserver(act);
  watch.observe(node, what);
  onEnd(signal, () => watch.disconnect());
}

/** Call `act` whenever JupyterLab's theme has changed, until `signal`: at the next paint, for until then
 * nothing of the page has a size. */
export const onTheme = (signal, act) => onMutation(document.body, signal,
  { attributeFilter: ["data-jp-theme-light"] }, () => requestAnimationFrame(act));

/** Call `act` whenever this node or the window has another size, until `signal`. */
export function onResize(node, signal, act) {
  const size = new ResizeObserver(act);
  size.observe(node);
  onEnd(signal, () => size.disconnect());
  addEventListener("resize", act, { signal });
}

/** Call `act` whenever one of these traits has changed, until `signal`. */
export function onChange(model, signal, traits, act) {
  model.on(traits, act);
  onEnd(signal, () => model.off(traits, act));
}

/** Draw now, and whenever one of these traits or the theme has changed. */
export function keepDrawn(model, signal, traits, draw) {
  onChange(model, signal, traits, draw);
  onTheme(signal, draw);
  draw();
}

/** The look of the page: dark or light, for the projector or not. */
export function wearLook(root, model) {
  root.classList.toggle("eo-dark", isDark());
  root.classList.toggle("eo-contrast", model.get("contrast"));
}

const ENOUGH = 340; // pixels that a first card needs

/** The height in which a notebook or a page scrolls; for its first card what is left of it below the title,
 * but not on the projector, where a card is scrolled to. */
export function screenOf(node) {
  if (node.closest(".eo-full")) return innerHeight;
  const outer = node.closest(".jp-WindowedPanel-outer"), high = outer?.clientHeight || innerHeight;
  const first = (outer ?? document).querySelector(".eo-card");
  if (!first?.contains(node) || node.closest(".eo-contrast")) return high;
  const above = outer ? outer.getBoundingClientRect().top - outer.scrollTop : -scrollY;
  const left = high + above - first.getBoundingClientRect().top;
  return left > ENOUGH && left < high ? left : high;
}

export const nextPaint = () => new Promise(requestAnimationFrame);

/** An SVG text whose halo keeps it readable on lines. */
export const label = (x, y, text, attributes = {}) => make("text", { x, y, ...attributes }, text);
