// The colours of a sketch: those of pieces come from Python, those of cells are words.

const BOX = { fill: "#c9b48f", ink: "#141414" };
const DARK = 140; // of 255: a letter on less is white
let pen = null;

/** A colour of CSS as #rrggbb; null for any other word. */
function hexOf(word) {
  if (!CSS.supports("color", word)) return null;
  pen ??= document.createElement("canvas").getContext("2d");
  pen.fillStyle = word;
  return /^#[0-9a-f]{6}$/i.test(pen.fillStyle) ? pen.fillStyle : null;
}

function inkOn(fill) {
  const [r, g, b] = [1, 3, 5].map((k) => parseInt(fill.slice(k, k + 2), 16));
  return 0.299 * r + 0.587 * g + 0.114 * b > DARK ? "#141414" : "#ffffff";
}

/** Fill and ink of a part: the box, or a piece with its colour of the palette. */
export function partTone(palette, k) {
  if (!k) return BOX;
  const [fill, ink] = palette[(k - 1) % palette.length];
  return { fill, ink };
}

/** Fill and ink of a cell with a colour; a word that is no colour has one of its own too. */
export function cellTone(palette, word, k) {
  if (!word) return partTone(palette, k);
  const number = [...word].reduce((sum, letter) => sum + letter.charCodeAt(0), 1);
  const fill = hexOf(word) ?? partTone(palette, number).fill;
  return { fill, ink: inkOn(fill) };
}
