// Are the tests of the scripts fooled? Each module of logic/ is broken in one place after another, and its tests
// must fail: `make mutants`, or node tests/scripts/mutants.mjs [--each 25] [--seed 1] [module …].
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { parse } from "../eslint/node_modules/acorn/dist/acorn.mjs";
import { chance } from "./help.mjs";

const HERE = dirname(fileURLToPath(import.meta.url)), LESSONS = resolve(HERE, "../../lessons");
const LEAST = 0.85; // of the mutants are to be killed
const SECONDS = 20; // of the processor, after which a mutant counts as killed: it loops; all tests of a file take two
const MEGABYTES = 1000; // where it loops and keeps what it makes

const BINARY = { "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
  "===": "!==", "!==": "===", "**": "*", in: null };
const LOGICAL = { "&&": "||", "||": "&&", "??": "&&" };
const METHOD = { some: "every", every: "some", min: "max", max: "min", floor: "ceil", ceil: "floor", push: "unshift",
  filter: "map", find: "findLast", findLast: "find", sin: "cos", cos: "sin" };

/** Yield the mutants of a text, each as [from, to, its new words]. */
function* mutantsOf(text) {
  const found = [];
  const walk = (node, parent) => {
    if (!node || typeof node.type !== "string") return;
    const { type, start, end } = node, put = (words, from = start, to = end) => found.push([from, to, words]);
    const source = text.slice(start, end);
    if (type === "BinaryExpression" || type === "LogicalExpression") {
      const to = (BINARY[node.operator] ?? LOGICAL[node.operator]);
      if (to) put(` ${to} `, node.left.end, text.indexOf(node.operator, node.left.end) + node.operator.length);
    }
    if (type === "AssignmentExpression" && /^[-+]=$/.test(node.operator)) {
      const at = text.indexOf(node.operator, node.left.end);
      put(node.operator === "+=" ? "-=" : "+=", at, at + 2);
    }
    if (type === "UpdateExpression") put(node.operator === "++" ? source.replace("++", "--") : source.replace("--", "++"));
    if (type === "UnaryExpression" && "!-".includes(node.operator)) put(`(${text.slice(node.argument.start, node.argument.end)})`);
    if (type === "Literal" && Number.isInteger(node.value) && node.value < 4) put(`${node.value + 1}`); // no measures
    if (type === "Literal" && typeof node.value === "boolean") put(`${!node.value}`);
    if (type === "ConditionalExpression" || type === "IfStatement" || type === "WhileStatement")
      put(`!(${text.slice(node.test.start, node.test.end)})`, node.test.start, node.test.end);
    if (type === "ExpressionStatement" && parent?.type !== "Program") put(";");
    if (type === "ReturnStatement" && node.argument) put("return undefined;");
    if (type === "MemberExpression" && !node.computed && METHOD[node.property.name] && parent?.type === "CallExpression")
      put(METHOD[node.property.name], node.property.start, node.property.end);
    for (const value of Object.values(node)) for (const one of [value].flat()) if (one && typeof one === "object") walk(one, node);
  };
  walk(parse(text, { ecmaVersion: "latest", sourceType: "module" }), null);
  const seen = new Set();
  for (const one of found) if (!seen.has(String(one)) && seen.add(String(one))) yield one;
}

/** The modules that a script imports, and those that they import. */
function importsOf(file, found = new Set()) {
  for (const [, name] of readFileSync(file, "utf8").matchAll(/^[^/\n]*from "(\..*)";$/gm)) {
    const path = resolve(dirname(file), name);
    if (!found.has(path) && found.add(path)) importsOf(path, found);
  }
  return found;
}

// read before the tests: the module has other words there
const HOOK = `import { register } from "node:module";
const [url, words] = JSON.parse(process.env.MUTANT);
register("data:text/javascript," + encodeURIComponent(\`import { readFileSync } from "node:fs";
export const load = (asked, context, next) => (asked === \${JSON.stringify(url)} ? { format: "module",
  shortCircuit: true, source: readFileSync(\${JSON.stringify(words)}, "utf8") } : next(asked, context));\`));
`;

/** Do these tests fail with a module whose text is this one? */
async function isKilled(module, text, tests, folder, number) {
  const words = join(folder, `${number}.js`), hook = join(folder, "hook.mjs");
  writeFileSync(words, text);
  for (const file of tests) {
    const env = { ...process.env, MUTANT: JSON.stringify([pathToFileURL(module).href, words]) };
    const script = `ulimit -t ${SECONDS}; exec "$0" --max-old-space-size=${MEGABYTES} --no-warnings --test-reporter=tap --import "$1" "$2"`;
    const child = spawn("sh", ["-c", script, process.execPath, pathToFileURL(hook).href, file], { env });
    const failed = await new Promise((done) => {
      child.stdout.on("data", (said) => { if (/^ *not ok/m.test(said)) child.kill(); });
      child.on("close", (status) => done(status !== 0));
    });
    if (failed) return true;
  }
  return false;
}

const { values, positionals } = parseArgs({ allowPositionals: true,
  options: { each: { type: "string", default: "25" }, seed: { type: "string", default: "1" } } });
const tests = readdirSync(HERE).filter((name) => name.endsWith(".test.mjs")).map((name) => join(HERE, name));
const needs = new Map(tests.map((file) => [file, importsOf(file)])), folder = mkdtempSync(join(tmpdir(), "mutants-"));
writeFileSync(join(folder, "hook.mjs"), HOOK);
const all = [...readdirSync(LESSONS, { recursive: true }).filter((name) => /\blogic[\\/]\w+\.js$/.test(name)),
  "kit/live/browser/needed.js", "kit/live/browser/notebooks.js"];
const modules = all.filter((name) => !name.includes("node_modules")
  && (!positionals.length || positionals.includes(basename(name, ".js")))).sort();
const jobs = [];
for (const name of modules) {
  const module = join(LESSONS, name), text = readFileSync(module, "utf8"), any = chance(Number(values.seed));
  const own = tests.filter((file) => needs.get(file).has(module));
  const direct = own.filter((file) => readFileSync(file, "utf8").includes(`/${basename(name)}"`));
  const mutants = [...mutantsOf(text)].map((one) => [any.next(), one]).sort(([a], [b]) => a - b).slice(0, Number(values.each));
  for (const [, mutant] of mutants) jobs.push({ name, module, text, mutant, tests: direct.length ? direct : own });
}
const killed = new Map(modules.map((name) => [name, [0, 0]]));
let next = 0;
async function work() {
  while (next < jobs.length) {
    const number = next++, { name, module, text, mutant: [from, to, words], tests: files } = jobs[number], count = killed.get(name);
    const yes = files.length > 0 && await isKilled(module, text.slice(0, from) + words + text.slice(to), files, folder, number);
    count[0] += Number(yes);
    count[1] += 1;
    const line = text.slice(0, from).split("\n").length;
    if (!yes) console.log(`survives: ${name}:${line}: ${text.slice(from, to).replace(/\s+/g, " ").slice(0, 60)} → ${words.trim().slice(0, 60)}`);
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
rmSync(folder, { recursive: true });
for (const [name, [dead, count]] of killed) console.log(`${String(dead).padStart(4)} of ${String(count).padStart(3)}  ${name}`);
const dead = [...killed.values()].reduce((sum, [one]) => sum + one, 0), share = dead / jobs.length;
console.log(`${dead} of ${jobs.length} mutants killed: ${(100 * share).toFixed(1)} %`);
process.exitCode = share < LEAST ? 1 : 0;
