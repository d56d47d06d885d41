// Answers go into the notebook of the lesson, to be opened in JupyterLab or handed in, and come out of one.
const CALL = /^[ \t]*check\(\s*(["'])([0-9]+\.[0-9]+[a-z]?)\1/gm;
const IMPORT = "from lessons import check\n\n";
const MOST = 5_000_000; // characters of a notebook
const TOKEN = /(["'])(?:\\.|(?!\1)[^\\\n])*\1|#.*|[()[\]{}]/g; // a text, a comment, a bracket

/** @typedef {{ cell_type?: unknown, source?: unknown } & Record<string, unknown>} Cell */

/** @param {Cell} cell */
const sourceOf = (cell) => (Array.isArray(cell.source) ? cell.source.join("") : String(cell.source ?? ""));

/** The call of check by which a code cell answers an exercise, the last one.
 * @param {Cell | null} cell @returns {{ id: string, start: number, end: number } | undefined} */
function callIn(cell) {
  const source = cell?.cell_type === "code" ? sourceOf(cell) : "", found = [...source.matchAll(CALL)].at(-1);
  return found && { id: found[2], start: found.index, end: endOfCall(source, found.index) };
}

/** Where a call ends: at the bracket that closes it, else with its line.
 * @param {string} source @param {number} start */
function endOfCall(source, start) {
  let open = 0;
  TOKEN.lastIndex = start;
  for (let found; (found = TOKEN.exec(source)); ) {
    if ("([{".includes(found[0])) open += 1;
    if (")]}".includes(found[0]) && (open -= 1) === 0) return TOKEN.lastIndex;
  }
  const line = source.indexOf("\n", start);
  return line < 0 ? source.length : line;
}

/** Return a notebook with these answers in its exercises: id -> text without its call of check.
 * @template {{ cells: Cell[] }} Notebook
 * @param {Notebook} notebook @param {(id: string) => string | undefined} answers */
export function withAnswers(notebook, answers) {
  for (const cell of notebook.cells) {
    const call = callIn(cell), answer = call && answers(call.id);
    if (answer) cell.source = `${IMPORT}${answer.trimEnd()}\n\n${sourceOf(cell).slice(call.start, call.end)}`;
  }
  return notebook;
}

/** Return the answers in a notebook, whoever made it: [[id, text], …]. One that is empty, or a stub as
 * `isStub(id, text)` says, is none; of several cells of an exercise the last one that is an answer counts.
 * @param {string} text @param {(id: string, text: string) => boolean} isStub @returns {[string, string][]} */
export function answersIn(text, isStub = () => false) {
  if (text.length > MOST) throw new Error("This file is too large for a notebook.");
  const cells = JSON.parse(text)?.cells;
  if (!Array.isArray(cells)) throw new Error("This file is no notebook.");
  const found = new Map();
  for (const cell of cells) {
    const call = callIn(cell), source = call ? sourceOf(cell) : "";
    if (!call) continue;
    const text = source.slice(0, call.start) + source.slice(call.end).trimEnd();
    const answer = text.replace(IMPORT.trim(), "").trim();
    if (answer && !isStub(call.id, answer)) found.set(call.id, answer);
  }
  return [...found];
}
