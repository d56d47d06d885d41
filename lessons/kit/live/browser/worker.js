// Python in a worker: it loads Pyodide and the course, then runs and judges what the page sends. Everything
// comes from the folder of this file.
import { loadPyodide } from "./pyodide.mjs";

const CODE = "pyodide.asm.wasm", SCRIPT = "pyodide.asm.mjs"; // they stand here as gzip
const START = `
import json, sys
sys.path.insert(0, "/course")
from lessons.kit.live.stand_ins import standing_in
with standing_in():
    from lessons.kit.live.session import Session
    session = Session(**json.loads(content))
session.perform`;

const tell = (message) => self.postMessage(message);
const load = self.fetch.bind(self);

/** Ask for a file that is packed here. */
async function unpack(name, type) {
  const packed = await load(new URL(`${name}.gz`, import.meta.url));
  if (!packed.ok) throw new Error(`${name}.gz is missing`);
  const unpacked = packed.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { headers: { "Content-Type": type } });
}

self.fetch = (address, options) => (String(address).endsWith(CODE) ? unpack(CODE, "application/wasm")
  : load(address, options));

/** Import the script of Pyodide. */
async function importScript() {
  const script = await unpack(SCRIPT, "text/javascript");
  return (await import(URL.createObjectURL(await script.blob()))).default;
}

async function start(content) {
  tell({ progress: 0.1 });
  const course = load(new URL("course.zip", import.meta.url)).then((answer) => answer.arrayBuffer());
  const script = importScript();
  const createPyodideModule = async (settings) => (await script)(settings);
  const indexURL = new URL(".", import.meta.url).href;
  const python = await loadPyodide({ indexURL, packages: [], createPyodideModule });
  tell({ progress: 0.7 });
  python.unpackArchive(await course, "zip", { extractDir: "/course" });
  tell({ progress: 0.8 });
  python.globals.set("content", JSON.stringify(content));
  return python.runPython(START);
}

let performing;

self.onmessage = async ({ data }) => {
  try {
    if (data.content) {
      performing = start(data.content);
      await performing;
      tell({ ready: true });
    } else {
      const perform = await performing;
      tell({ answer: perform(JSON.stringify(data.request)) });
    }
  } catch (error) {
    tell({ failed: String(error?.message ?? error).slice(-2000) });
  }
};
