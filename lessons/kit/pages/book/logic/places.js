// Words looked for in the book: the places that have them all, and what is around one.

/** @typedef {{ title: string, text: string, address: string }} Place */

const BEFORE = 60, SHOWN = 180; // letters of a text: before the word, and altogether

/** @param {string} wanted by the reader */
export const wordsIn = (wanted) => wanted.toLowerCase().split(/\s+/).filter(Boolean);

/** The places in which all of these words are; none for no words.
 * @param {Place[]} places @param {string[]} words in small letters */
export const placesWith = (places, words) => (words.length ? places.filter(({ title, text }) =>
  words.every((word) => `${title} ${text}`.toLowerCase().includes(word))) : []);

/** The part of a text around a word; its beginning, if the word is not there.
 * @param {string} text @param {string} word */
export function around(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - BEFORE);
  return `${at ? "… " : ""}${text.slice(at, at + SHOWN)} …`;
}
