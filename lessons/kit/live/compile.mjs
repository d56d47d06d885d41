// Compile Python's library and the course for pages: node compile.mjs FOLDER PACKAGES. They lie in the folder
// as zip archives; of the packages, separated by commas, somebody may read docstrings.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { argv } from "node:process";
import { loadPyodide } from "./node_modules/pyodide/pyodide.mjs";

const HERE = new URL(".", import.meta.url);
const LEAN = ["-X", "no_debug_ranges"]; // a traceback in a page shows lines of the student alone
const python = await loadPyodide({ packages: [], args: LEAN });
python.runPython(readFileSync(new URL("bytecode.py", HERE), "utf8"));
const compiledArchive = python.globals.get("compiled_archive");
const library = python.runPython("import sys; next(path for path in sys.path if path.endswith('.zip'))");

const described = python.toPy(argv[3].split(",").map((name) => `${name}/`));
const tuple = python.globals.get("tuple");

for (const name of readdirSync(argv[2])) {
  const place = name === "python_stdlib.zip" ? library : "/course";
  const file = `${argv[2]}/${name}`, archive = python.toPy(new Uint8Array(readFileSync(file))).tobytes();
  writeFileSync(file, compiledArchive(archive, place, tuple(described)).toJs());
}
