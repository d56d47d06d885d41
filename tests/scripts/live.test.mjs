// Answers in pages: which are needed, kept, read from notebooks of anybody, and what of HTML is shown.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { neededBy } from "../../lessons/kit/live/browser/needed.js";
import { answersIn, withAnswers } from "../../lessons/kit/live/browser/notebooks.js";
import { often, range } from "./help.mjs";

test("an answer builds on what binds its words, and on what these use", () => {
  const cells = [["", ["a"], ["x"], "1.1"], ["", ["b"], [], "1.2"], ["", ["c"], ["b"], null], ["", ["x"], [], "1.3"], ["", ["own"], [], "1.4"], ["", ["late"], ["a"], "1.5"]];
  assert.deepEqual(neededBy("1.4", "own(a)", cells), ["1.1"], "x is bound later");
  assert.deepEqual(neededBy("1.4", "c + b", cells), ["1.2"]);
  assert.deepEqual(neededBy("1.4", "late", cells), [], "that comes later");
  assert.deepEqual(neededBy("1.4", "own", cells), []);
  assert.deepEqual(neededBy("1.5", "x(a)", cells), ["1.3", "1.1"]);
  assert.deepEqual(neededBy("1.4", "ａ = 1", cells), ["1.1"], "as Python reads names");
  assert.deepEqual(neededBy("1.1", "", cells), []);
  assert.deepEqual(neededBy("1.4", "# ab a2 _a\n'c'", cells), ["1.2"]);
});

test("needed exercises are those that a walk back through all statements finds", () => often(300, (any) => {
  const names = [..."abcdef"], some = (share) => names.filter(() => any.next() < share);
  const cells = range(8).map((k) => ["", some(0.25), some(0.25), any.next() < 0.6 ? `${k}` : null]), at = any.below(8), words = some(0.4);
  cells[at][3] = "here";
  const wanted = new Set(words.filter((name) => !cells[at][1].includes(name))), found = [];
  for (let k = at - 1; k >= 0; k--) if (cells[k][1].some((name) => wanted.has(name))) {
    cells[k][2].forEach((name) => wanted.add(name));
    if (cells[k][3]) found.push(cells[k][3]);
  }
  assert.deepEqual(neededBy("here", words.join(" + "), cells), found);
}));

const code = (source) => ({ cell_type: "code", source });

test("answers go into a notebook, and come out of it again", () => {
  const notebook = { cells: [code("from lessons import check\n\nstub = ...\n\ncheck(\"4.1\", stub)"), { cell_type: "markdown", source: "check(\"4.2\", a)" },
    code(["a = 1\n", "check('4.3a', a)"]), code("print(1)"), code("check(\"4.4\", b)")], metadata: { kept: true } };
  const answers = { "4.1": "stub = 7\n\n", "4.2": "no", "4.3a": "a = 2", "4.4": "" };
  const filled = withAnswers(structuredClone(notebook), (id) => answers[id]);
  assert.equal(filled.cells[0].source, "from lessons import check\n\nstub = 7\n\ncheck(\"4.1\", stub)");
  assert.equal(filled.cells[2].source, "from lessons import check\n\na = 2\n\ncheck('4.3a', a)");
  assert.deepEqual([filled.cells[1], filled.cells[3], filled.cells[4], filled.metadata], [notebook.cells[1], notebook.cells[3], notebook.cells[4], notebook.metadata]);
  assert.deepEqual(answersIn(JSON.stringify(filled)), [["4.1", "stub = 7"], ["4.3a", "a = 2"]]);
});

test("of two cells of an exercise the last answer counts, and a stub is none", () => {
  const cells = ["a = 1\ncheck(\"4.1\", a)", "a = 2\ncheck(\"4.1\", a)", "a = ...\ncheck(\"4.1\", a)", "b = ...\ncheck(\"4.2\", b)"].map(code);
  assert.deepEqual(answersIn(JSON.stringify({ cells }), (id, text) => text.includes("...")), [["4.1", "a = 2"]]);
});

test("an answer that calls check itself keeps what is before and behind the last call", () => {
  const text = (source) => answersIn(JSON.stringify({ cells: [code(source)] }));
  assert.deepEqual(text("x = 1\n  check(\"1.1\", x)\ncheck(\"1.2\", x)\ny"), [["1.2", "x = 1\n  check(\"1.1\", x)\n\ny"]]);
  assert.deepEqual(text("a\ncheck( '12.3', [x,\n  \")\"])\nb"), [["12.3", "a\n\nb"]]);
  assert.deepEqual(text("a\ncheck(\"1.2\", (x\nb"), [["1.2", "a\n\nb"]]);
  assert.deepEqual(text("check(\"1.2\", x)"), []);
  for (const odd of ["#check(\"1.2\", x)", "check(\"1.2', x)", "check(12, x)", "check(\"1\", x)", "check(\"1.2ab\", x)", "recheck(\"1.2\")", "check(\"a.b\")"]) assert.deepEqual(text(odd), []);
});

test("a notebook of anybody is read as text, or refused", () => {
  for (const text of ["", "no", "[]", "{}", "{\"cells\": 5}", "null"]) assert.throws(() => answersIn(text));
  for (const text of ["{}", "null", "{\"cells\": {}}"]) assert.throws(() => answersIn(text), /is no notebook/);
  assert.throws(() => answersIn(" ".repeat(5_000_001)), /too large/);
  assert.deepEqual(answersIn(`{"cells": []}${" ".repeat(4_999_987)}`), []);
  const odd = { cells: [null, 5, "x", {}, { cell_type: "code" }, { cell_type: "code", source: null }, { cell_type: "code", source: { a: 1 } }, code([1, "\ncheck(\"1.1\", x)"]), code("z\ncheck(\"1.2\")")] };
  assert.deepEqual(answersIn(JSON.stringify(odd)), [["1.1", "1"], ["1.2", "z"]]);
  assert.deepEqual(withAnswers({ cells: [null, {}, code(undefined)] }, () => "x"), { cells: [null, {}, code(undefined)] });
});

// ---- kept in the browser: it is asked for in globals, which stand here

/** A browser's store and its events. */
function browser({ full = false, blind = false, kept = {} } = {}) {
  const heard = {}, store = { ...kept };
  globalThis.addEventListener = (name, act) => { heard[name] = act; };
  globalThis.localStorage = { getItem: (key) => { if (blind) throw new Error("blind"); return store[key] ?? null; },
    setItem: (key, value) => { if (full) throw new Error("full"); store[key] = value; } };
  return { heard, store };
}

const { Answers } = await import("../../lessons/kit/live/browser/answers.js");
globalThis.location = { href: "https://o.example/book/lessons/01.html" };
const OLD = "exactly-once-answer ", KEY = `${OLD}/book/ `;
const hearing = () => {
  const said = [];
  return { said, root: "..", changed: (id, answer) => said.push([id, answer]), full: (id) => said.push([id, "full"]) };
};

test("answers are kept, and a change keeps the rest", () => {
  const { store } = browser(), answers = new Answers(hearing());
  assert.equal(answers.get("1.1"), null);
  answers.set("1.1", { source: "a", solved: true });
  answers.set("1.1", { source: "b" });
  assert.deepEqual(answers.get("1.1"), { source: "b", solved: true });
  assert.deepEqual(new Answers(hearing()).get("1.1"), { source: "b", solved: true, loaded: false });
  assert.deepEqual(Object.keys(store), [`${KEY}1.1`]);
});

test("books at one address are told apart, and what lies under the old name is copied", () => {
  const kept = "{\"source\": \"old\"}", { store } = browser({ kept: { [`${OLD}1.1`]: kept } });
  assert.equal(new Answers(hearing()).get("1.1").source, "old");
  assert.equal(JSON.parse(store[`${KEY}1.1`]).source, "old");
  assert.equal(store[`${OLD}1.1`], kept);
  new Answers({ ...hearing(), root: "../../fork/" }).set("1.1", { source: "theirs" });
  assert.equal(new Answers(hearing()).get("1.1").source, "old");
  assert.equal(JSON.parse(store[`${OLD}/fork/ 1.1`]).source, "theirs");
});

test("what was kept by somebody else is an answer, or nothing", () => {
  const cases = { a: "no JSON", b: "{\"source\": 5}", c: "null", d: "{\"source\": \"x\", \"solved\": \"yes\", \"loaded\": true, \"html\": \"<b>\"}" };
  browser({ kept: Object.fromEntries(Object.entries(cases).map(([id, text]) => [KEY + id, text])) });
  const answers = new Answers(hearing());
  assert.deepEqual(["a", "b", "c", "d"].map((id) => answers.get(id)), [null, null, null, { source: "x", solved: false, loaded: true }]);
});

test("a store that is full says so, one that is shut is empty; the answer stays in the page", () => {
  browser({ full: true });
  const ears = hearing(), answers = new Answers(ears);
  answers.set("1.1", { source: "a" });
  assert.deepEqual([ears.said, answers.get("1.1")], [[["1.1", "full"]], { source: "a" }]);
  browser({ blind: true });
  assert.equal(new Answers(hearing()).get("1.1"), null);
});

test("another tab, and a page that comes back, are heard", () => {
  const { heard, store } = browser(), ears = hearing(), answers = new Answers(ears), text = "{\"source\": \"n\"}", answer = { source: "n", solved: false, loaded: false };
  heard.storage({ key: `${KEY}1.1`, newValue: text });
  for (const other of [{ key: null, newValue: text }, { key: "theirs 1.1", newValue: text }, { key: `${KEY}1.1`, newValue: null }, { key: `${KEY}1.1`, newValue: "odd" }]) heard.storage(other);
  assert.deepEqual([ears.said, answers.get("1.1")], [[["1.1", answer]], answer]);
  store[`${KEY}1.1`] = "{\"source\": \"m\"}";
  heard.pageshow({ persisted: false });
  assert.equal(ears.said.length, 1);
  heard.pageshow({ persisted: true });
  assert.deepEqual([ears.said[1], answers.get("1.1").source], [["1.1", { ...answer, source: "m" }], "m"]);
});

// ---- clean.js, without its sanitizer: which styles are kept, and what JSON may hold

test("of HTML only what shows is kept: the rules that the sanitizer is told", async () => {
  const url = new URL("../../lessons/kit/live/browser/clean.js", import.meta.url), asked = [];
  globalThis.DOMPurify = { addHook: (name, act) => asked.push([name, act]), sanitize: (text, kept) => JSON.stringify([text, Object.keys(kept)]) };
  const text = readFileSync(url, "utf8").replace(/^import DOMPurify.*$/m, "const { DOMPurify } = globalThis;");
  const { cleanHtml, cleanJson, cleanTraits } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  const [[name, hook]] = asked, keeps = (attrValue, attrName = "style") => {
    const found = { attrName, attrValue, keepAttr: true };
    hook(null, found);
    return found.keepAttr;
  };
  assert.equal(name, "uponSanitizeAttribute");
  assert.ok(keeps("color: red; width: calc(50% + 2px)".replace("+", "-")) && keeps("any \"thing\"", "class"));
  for (const style of ["background: url(x)", "a: image(b)", "position: fixed", "float: left", "inset: 0", "transform: none", "Z-INDEX: 9", "a: 'b'", "a: b/c", "a\\62", "a: \"b\"", "@import x"])
    assert.equal(keeps(style), false, style);
  const [sent, kept] = JSON.parse(cleanHtml("<b>x</b>"));
  assert.deepEqual([sent, kept.includes("ALLOWED_TAGS")], ["<b>x</b>", true]);
  assert.deepEqual([cleanHtml({ a: 1 }), cleanHtml(undefined)].map((one) => JSON.parse(one)[0]), ["{\"a\":1}", ""]);
  assert.equal(cleanJson({ a: "<a href=x>", b: "</a>", c: "1 < 2 <3", d: "<!--", e: "<?x", f: "<B" }), "{\"a\":\"‹a href=x>\",\"b\":\"‹/a>\",\"c\":\"1 < 2 <3\",\"d\":\"‹!--\",\"e\":\"‹?x\",\"f\":\"‹B\"}");
  assert.deepEqual(Object.keys(JSON.parse(cleanTraits("HTMLModel", { value: "x", script: "y" }))), ["value"]);
  assert.equal(cleanTraits("OtherModel", { value: "<i>" }), "{\"value\":\"‹i>\"}");
});
