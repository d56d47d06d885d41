// Answers go into the notebook of the lesson, to be opened in JupyterLab or handed in, and come out of one.
const CALL = /^check\(\s*(["'])([0-9]+\.[0-9]+[a-z]?)\1/m;
const IMPORT = "from lessons import check\n\n";
const MOST = 5_000_000; // characters of a notebook

const sourceOf = (cell) => (Array.isArray(cell.source) ? cell.source.join("") : String(cell.source ?? ""));
const exerciseOf = (cell) => (cell?.cell_type === "code" ? CALL.exec(sourceOf(cell))?.[2] : undefined);

/** Return a notebook with these answers in its exercises: id -> text without its call of check. */
export function withAnswers(notebook, answers) {
  for (const cell of notebook.cells) {
    const id = exerciseOf(cell), answer = id && answers(id);
    if (!answer) continue;
    const source = sourceOf(cell), call = source.slice(source.search(CALL));
    cell.source = `${IMPORT}${answer.trimEnd()}\n\n${call}`;
  }
  return notebook;
}

/** Return the answers in a notebook, whoever made it: [[id, text], …]. */
export function answersIn(text) {
  if (text.length > MOST) throw new Error("This file is too large for a notebook.");
  const { cells } = JSON.parse(text);
  if (!Array.isArray(cells)) throw new Error("This file is no notebook.");
  return cells.map((cell) => [exerciseOf(cell), cell]).filter(([id]) => id).map(([id, cell]) => {
    const source = sourceOf(cell);
    return [id, source.slice(0, source.search(CALL)).replace(IMPORT.trim(), "").trim()];
  });
}
