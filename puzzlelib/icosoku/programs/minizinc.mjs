// The command `minizinc` for machines that have none, or one without Chuffed: MiniZinc compiled to WebAssembly, run by Node.
//
//   npm ci --ignore-scripts                                                   (once, in this folder)
//   node minizinc.mjs --solver chuffed cosoku.mzn icosoku.dzn
//
// It takes the arguments of `minizinc`. One process solves one model: in a second one, Chuffed would not come back.
import { existsSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";

const folder = join(dirname(fileURLToPath(import.meta.url)), "node_modules", "minizinc", "dist");
const isFile = (word) => /\.(mzn|dzn|json|fzn)$/.test(word) && existsSync(word);

// WebAssembly sees no disk: it gets the files that are named, and for their `include`, the models that stand beside them.
function readFiles(names) {
  const beside = new Set(names.map(dirname));
  const models = [...beside].flatMap((at) => readdirSync(at).filter((name) => name.endsWith(".mzn")).map((name) => join(at, name)));
  return Object.fromEntries([...models, ...names].map((name) => [basename(name), readFileSync(name, "utf8")]));
}

// The package is made for a web worker, which talks by messages: here is all that it needs of one.
function startWorker(onMessage) {
  const listeners = [];
  globalThis.require = createRequire(import.meta.url);
  globalThis.__dirname = folder;
  globalThis.addEventListener = (_, listener) => listeners.push(listener);
  globalThis.postMessage = onMessage;
  const file = join(folder, "minizinc-worker.js");
  runInThisContext(readFileSync(file, "utf8"), { filename: file });
  return (data) => listeners[0]({ data });
}

// Written at once, and not when Node finds the time: it may be killed any moment.
function write(stream, text) {
  for (let bytes = Buffer.from(text); bytes.length; ) {
    try {
      bytes = bytes.subarray(writeSync(stream, bytes));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

const words = process.argv.slice(2);
const jsonStream = words.includes("--json-stream");
const names = words.filter(isFile);
const args = words.filter((word) => word !== "--json-stream").map((word) => (names.includes(word) ? basename(word) : word));

const ask = startWorker((message) => {
  if (message.type === "ready") return ask({ jsonStream, args, files: readFiles(names) });
  if (message.type === "stdout") return write(1, message.value);
  if (message.type === "stderr") return write(2, message.value);
  if (message.type !== "exit") return write(1, JSON.stringify(message) + "\n");
  write(1, message.stdout ?? "");
  write(2, message.stderr ?? message.message ?? "");
  process.exit(message.code < 0 ? 1 : message.code);
});
ask({ wasmURL: join(folder, "minizinc.wasm"), dataURL: join(folder, "minizinc.data") });
