// Answer set programs in colours: in a Python text or in a fenced block JupyterLab shows them in a single
// colour. Nothing in the page is changed: parts of it are highlighted.

import { KINDS, partsOf } from "./logic/program_parts.js";

const PLACES = ".cm-content, code.language-asp";

/** The texts of a place with the number of the first character of each; a line of an editor ends with \n. */
function* textsOf(place) {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  let from = 0, line = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const its = node.parentElement.closest(".cm-line");
    // a line without a text is a line, too
    for (; line && line !== its; line = line.nextElementSibling) from += 1;
    line = its;
    yield { node, from };
    from += node.length;
  }
}

/** Yield the parts of the programs of a place, each with its kind. */
function* rangesOf(place) {
  const texts = [...textsOf(place)];
  const text = texts.reduce((all, { node, from }) => all.padEnd(from, "\n") + node.data, "");
  for (const { kind, from, to } of partsOf(text, place.matches("code"))) {
    for (const { node, from: first } of texts) {
      const [start, end] = [Math.max(from, first), Math.min(to, first + node.length)];
      if (start < end) yield [kind, new StaticRange({ startContainer: node, startOffset: start - first,
        endContainer: node, endOffset: end - first })];
    }
  }
}

/** Keep all programs of the page in colours from now on. */
export function colourPrograms() {
  const { dataset } = document.documentElement;
  if (dataset.eoPrograms || !CSS.highlights) return;
  dataset.eoPrograms = "in colours";
  const highlights = Object.fromEntries(KINDS.map((kind) => [kind, new Highlight()]));
  for (const kind of KINDS) CSS.highlights.set(`eo-${kind}`, highlights[kind]);
  const changed = new Set(document.querySelectorAll(PLACES)), ranges = new Map(); // of each place
  const look = () => {
    for (const place of ranges.keys()) if (!place.isConnected) changed.add(place);
    for (const place of changed) {
      for (const [kind, range] of ranges.get(place) ?? []) highlights[kind].delete(range);
      ranges.delete(place);
      if (place.isConnected) ranges.set(place, [...rangesOf(place)]);
      for (const [kind, range] of ranges.get(place) ?? []) highlights[kind].add(range);
    }
    changed.clear();
  };
  const note = ({ target, addedNodes }) => {
    const own = (target.closest ? target : target.parentElement)?.closest(PLACES);
    if (own) changed.add(own);
    for (const node of addedNodes) node.querySelectorAll?.(PLACES).forEach((place) => changed.add(place));
  };
  const later = (records) => {
    const waits = changed.size;
    records.forEach(note);
    if (!waits && changed.size) requestAnimationFrame(look);
  };
  new MutationObserver(later).observe(document.body, { childList: true, characterData: true, subtree: true });
  look();
}
