// Guesses: read from what somebody wrote, and put into what is opened then.

const GUESS = "\u2063guess\u2063"; // where record.py leaves room for the guess
const SIDE = `<div>Your guess <b>${GUESS}</b></div>`; // as prediction.py writes it

/** @param {number} number */
export const grouped = (number) => number.toLocaleString("en-US");

/** The guess in a text, or what is wrong with it.
 * @param {string} written @param {boolean} isNumber is a number wanted?
 * @returns {{ guess: string, problem?: undefined } | { guess?: undefined, problem: string }} */
export function guessIn(written, isNumber) {
  const text = written.trim(), number = Number(text.replace(/[, _]/g, ""));
  if (!isNumber) return text ? { guess: text } : { problem: "Write a few words first." };
  return text && Number.isFinite(number) ? { guess: grouped(number) }
    : { problem: "Write a number first, for example 12." };
}

/** HTML that is opened, with the guess in its place.
 * @param {string} html @param {string | undefined} guess as HTML; undefined for none */
export const withGuess = (html, guess) => (guess === undefined
  ? html.replaceAll(SIDE, "").replaceAll(GUESS, "no guess") : html.replaceAll(GUESS, () => guess));
