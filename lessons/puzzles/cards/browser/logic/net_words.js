// The net of a polyhedron in words.

/**
 * @typedef {{ name: string, corners: string[] }} Face
 * @typedef {[wanted: number, found: number, look: "open" | "full" | "wrong"]} Peg
 * @typedef {{ faces: Face[], vertices: { name: string }[] }} Still
 * @typedef {{ dots: (number[] | null)[], pegs: Peg[] }} Now by face the dots at its corners; by vertex its
 *   peg
 */

const PEG_WORDS = { open: "", full: ", met", wrong: ", cannot be met" };

/** @param {Face} face @param {number[]} dots */
const dotWords = (face, dots) => face.corners.map((vertex, i) => `${dots[i]} at ${vertex}`).join(", ");

/** @param {Face} face @param {number[] | null} dots */
export const faceWords = (face, dots) => `${face.name}: ${dots ? dotWords(face, dots) : "empty"}`;

/** @param {string} name @param {Peg} peg */
export const pegWords = (name, [wanted, found, look]) => `${name}: ${found} of ${wanted}${PEG_WORDS[look]}`;

/** @param {Still} still @param {Now} now */
export function netWords(still, now) {
  const laid = still.faces.flatMap((face, i) => (now.dots[i] ? [faceWords(face, now.dots[i])] : []));
  const pegs = still.vertices.map((vertex, i) => pegWords(vertex.name, now.pegs[i]));
  const tiles = `Tiles on ${laid.length} of ${still.faces.length} faces`;
  const said = laid.length ? `${tiles}: ${laid.join("; ")}` : tiles;
  return `${said}. Dots at the vertices: ${pegs.join("; ")}.`;
}
