// The parts of answer set programs in a text, for their colours.

const IN_PYTHON = /"""([^]*?)"""/g, PROGRAM = /^\\?\n[^]*(?::-|#show|\)\.(?:\s|$))/;
const PARTS = new RegExp([
  /(?<comment>%\*[^]*?\*%|%.*)/, /(?<text>"[^"\n]*")/, /(?<word>:[-~]|#\w+|\bnot\b)/,
  /(?<variable>\b_*[A-Z]\w*|\b_\b)/, /(?<number>\b\d+\b)/, /(?<name>\w+|[^\s\w])/,
].map(({ source }) => source).join("|"), "g");

export const KINDS = ["comment", "text", "word", "variable", "number", "name"];

/**
 * Yield the kind of each part of the programs in a text, and where it begins and ends.
 * @param {string} text
 * @param {boolean} isProgram all of it; else it is Python, with programs between triple quotes
 */
export function* partsOf(text, isProgram) {
  const inPython = [...text.matchAll(IN_PYTHON)].filter((one) => PROGRAM.test(one[1]));
  const all = isProgram ? [{ program: text, first: 0 }]
    : inPython.map((one) => ({ program: one[1], first: one.index + 3 }));
  for (const { program, first } of all) {
    for (const part of program.matchAll(PARTS)) {
      const kind = KINDS.find((name) => part.groups?.[name]) ?? "name", from = first + part.index;
      yield { kind, from, to: from + part[0].length };
    }
  }
}
