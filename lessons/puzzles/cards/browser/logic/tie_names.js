// The names of cells and pieces in a sentence.

// a cell; a name behind "piece", "item" or "option"; a name before its place
const NAMES = new RegExp(["\\(\\d+(?:,\\d+)+\\)(?: in box \\d+)?",
  "(?<=\\b(?:piece|item|option) )[^\\s.,;:()]+", "[^\\s.,;:()]+(?=(?: \\(\\w+\\))? at \\()"].join("|"), "g");

/** A sentence cut at its names: [text, name, text, …, text]. @param {string} text */
export function cutAtNames(text) {
  const found = [];
  let from = 0;
  for (const { 0: name, index } of text.matchAll(NAMES)) {
    found.push(text.slice(from, index), name);
    from = index + name.length;
  }
  return [...found, text.slice(from)];
}
