// clingo and HiGHS in the worker of a page, for clingo_here.py and highspy_here.py. They are WebAssembly,
// made ready before the worker is shut, and called synchronously: Python waits in the call, and only the end
// of the worker can stop it there. So a call asks Python's clock where it can: when clingo wants more memory,
// and between two steps of HiGHS.
const MOST = 800 * 2 ** 20; // bytes of memory
const PAGE = 65536; // bytes
const OFTEN = 20; // milliseconds between two questions of HiGHS

/** Make a solver's functions ready: its module, and the place of its WebAssembly. */
async function clingoOf(factory, locateFile) {
  const out = [], errors = [];
  let stop = null, memory, failed = null;
  const ask = () => {
    try {
      return Boolean(stop?.());
    } catch (error) { // by Python; nothing may be thrown through clingo
      failed = error;
      return true;
    }
  };
  const module = await factory({
    locateFile,
    print: (line) => out.push(line),
    printErr: (line) => errors.push(line),
    instantiateWasm(imports, done) {
      load(locateFile("clingo.wasm"), imports).then(({ instance, module: compiled }) => {
        memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
        const grow = memory.grow.bind(memory);
        memory.grow = (pages) => {
          if (memory.buffer.byteLength + pages * PAGE > MOST || ask()) throw new RangeError("no more memory");
          return grow(pages);
        };
        done(instance, compiled);
      });
      return {};
    },
  });
  return (program, options, asked) => {
    stop = asked;
    out.length = errors.length = 0;
    failed = null;
    const status = module.ccall("run", "number", ["string", "string"], [program, options]);
    if (failed) throw failed;
    return [status, out.join("\n"), errors.join("\n")];
  };
}

const load = async (address, imports) => WebAssembly.instantiateStreaming(await fetch(address), imports);

/** HiGHS likewise: a model that Python fills and runs. */
async function highsOf(factory, locateFile) {
  const highs = await factory({ locateFile });
  const { mipInterrupt, simplexInterrupt } = highs.constants.callbackType;
  return {
    model: () => highs.createModel(),
    run(model, asked) {
      let failed = null, next = 0;
      const hear = (event) => {
        if (performance.now() < next) return;
        next = performance.now() + OFTEN;
        try {
          const { mip_dual_bound, mip_primal_bound, mip_node_count } = event.data;
          if (asked(mip_dual_bound, mip_primal_bound, Number(mip_node_count))) event.interrupt();
        } catch (error) {
          failed = error;
          event.interrupt();
        }
      };
      model.run({ [mipInterrupt]: hear, [simplexInterrupt]: hear });
      if (failed) throw failed;
    },
  };
}

export const SOLVERS = {
  clingo: async (importScript, place) => clingoOf(await importScript("clingo.js"), place),
  highspy: async (importScript, place) => highsOf(await importScript("highs.mjs"), place),
};
