// Python in a worker: it loads Pyodide and the course, then runs and judges what the page sends. Everything
// comes from the folder of this file. Before the first answer of a reader runs, perhaps a stranger's, all
// goes by which a worker could send, fetch, keep or hear anything; the page's policy lets no text become a
// script here.
import { clock } from "./clock.js"; // of lessons/kit/checks/time_limit.py, which finds it by its name here
import { loadPyodide } from "./pyodide.mjs";
import "./unxz.js";

const PACKED = /([^/]*)\.(wasm|zip)$/, SCRIPT = "pyodide.asm.mjs"; // they stand here as xz
const START = `
import json, sys
sys.path.insert(0, "/course")
from lessons.kit.live.stand_ins import take_solvers, standing_in
take_solvers(solvers)
with standing_in():
    from lessons.kit.live.session import Session
    session = Session(**json.loads(content))
session.perform`;

const LANGUAGE = "AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array "
  + "BigUint64Array Boolean DataView Date DisposableStack Error EvalError "
  + "FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity Int16Array "
  + "Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy "
  + "RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String SuppressedError "
  + "Symbol SyntaxError Temporal TypeError URIError Uint16Array Uint32Array Uint8Array "
  + "Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly decodeURI decodeURIComponent "
  + "encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt "
  + "undefined unescape";
const OF_BROWSERS = "DOMException TextDecoder TextEncoder atob btoa clearInterval clearTimeout console "
  + "crypto performance queueMicrotask self setInterval setTimeout";
const KEPT = new Set(`${LANGUAGE} ${OF_BROWSERS} exactlyOnceClock`.split(" "));
const tell = self.postMessage.bind(self);
const load = self.fetch.bind(self);
const { unxz } = self;
self.exactlyOnceClock = clock;

async function unpack(name, type = "application/octet-stream") {
  const packed = await load(new URL(`${name}.xz`, import.meta.url));
  if (!packed.ok) throw new Error(`${name}.xz is missing`);
  // To the end at once: unxz unpacks one file after the other, and who asks for one may wait for another.
  const content = await new Response(unxz(packed.body)).arrayBuffer();
  return new Response(content, { headers: { "Content-Type": type } });
}

self.fetch = (address, options) => {
  const [, name, kind] = PACKED.exec(String(address)) ?? [];
  return name ? unpack(`${name}.${kind}`, `application/${kind}`) : load(address, options);
};

async function importScript(name) {
  const script = await unpack(name, "text/javascript");
  return (await import(URL.createObjectURL(await script.blob()))).default;
}

/** Load the solvers that a page needs: only once the worker is shut does it run anything of a reader. */
async function loadSolvers(names) {
  if (!names.length) return {};
  const { SOLVERS } = await import("./solvers.js");
  const place = (name) => new URL(name, import.meta.url).href;
  const made = names.map(async (name) => [name, await SOLVERS[name](importScript, place)]);
  return Object.fromEntries(await Promise.all(made));
}

async function start({ solvers, ...content }) {
  tell({ progress: 0.1 });
  const own = `lesson-${String(content.number).padStart(2, "0")}.zip`;
  const course = ["course.zip", own].map(async (name) => (await unpack(name)).arrayBuffer());
  const script = importScript(SCRIPT), ready = loadSolvers(solvers);
  const createPyodideModule = async (settings) => (await script)(settings);
  const indexURL = new URL(".", import.meta.url).href;
  const python = await loadPyodide({ indexURL, packages: [], createPyodideModule });
  tell({ progress: 0.7 });
  for (const archive of course) python.unpackArchive(await archive, "zip", { extractDir: "/course" });
  tell({ progress: 0.8 });
  python.globals.set("content", JSON.stringify(content));
  python.globals.set("solvers", await ready);
  const perform = python.runPython(START);
  shut();
  return perform;
}

/** Take away all that is not of the language, and of what a browser adds all but what reaches nothing. */
function shut() {
  for (let place = self; place !== Object.prototype; place = Object.getPrototypeOf(place)) {
    for (const name of Object.getOwnPropertyNames(place)) {
      if (!KEPT.has(name)) Reflect.deleteProperty(place, name);
    }
  }
}

let performing;

self.onmessage = async ({ data }) => {
  try {
    if (performing) {
      const perform = await performing;
      tell({ answer: perform(JSON.stringify(data.request)) });
    } else { // the first message, before any code has run
      performing = start(data.content);
      await performing;
      tell({ ready: true });
    }
  } catch (error) {
    tell({ failed: String(error?.message ?? error).slice(-2000) });
  }
};
