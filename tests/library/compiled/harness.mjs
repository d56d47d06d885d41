// The work of harness.c, in WebAssembly: node harness.mjs emscripten-wasm32.so FILE
import { fstatSync, openSync, readFileSync, readSync } from "node:fs";

const [, , library, file] = process.argv;
const module = await WebAssembly.compile(readFileSync(library));
const memory = new WebAssembly.Memory({ initial: 64 });
const env = { memory };
for (const { name, kind } of WebAssembly.Module.imports(module)) { // who opens the library links it
  if (kind === "function") env[name] = () => { throw new Error(`the search calls ${name}`); };
}
env.__stack_pointer = new WebAssembly.Global({ value: "i32", mutable: true }, 1 << 20);
env.__memory_base = new WebAssembly.Global({ value: "i32" }, 1 << 21);
env.__table_base = new WebAssembly.Global({ value: "i32" }, 0);
const { exports } = await WebAssembly.instantiate(module, { env });
exports.__wasm_call_ctors?.();
const { search } = exports;
const start = memory.buffer.byteLength; // behind all that is the library's
const searches = openSync(file), length = fstatSync(searches).size; // it may be too long to be read at once
let at = 0, end = start;

/** Read so many bytes of the file into a place. */
function read(buffer, offset, size) {
  at += readSync(searches, new Uint8Array(buffer, offset, size));
}

function number() {
  const bytes = new BigInt64Array(1);
  read(bytes.buffer, 0, 8);
  return Number(bytes[0]);
}

/** Copy so many bytes of the file into the memory; return where they are. */
function place(size) {
  const wanted = Math.ceil((end + size - memory.buffer.byteLength) / 65536);
  if (wanted > 0) memory.grow(wanted);
  read(memory.buffer, end, size);
  end += size;
  return end - size;
}

while (at < length) {
  end = start;
  const [size, arrays, depth, found] = [number(), number(), number(), number()];
  place(size);
  const places = Array.from({ length: arrays }, () => place(number()));
  const numbers = new BigInt64Array(memory.buffer, start, size / 8);
  places.forEach((one, k) => { numbers[k] = BigInt(one); });
  while (numbers[depth] >= 0n) if (search(start, 0n, 100000n) === 3n) process.exit(2);
  console.log(String(numbers[found]));
}
