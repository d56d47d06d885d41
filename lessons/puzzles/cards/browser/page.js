// Shared by all stages on one browser page: plotly.js, and the WebGL contexts.

export const page = (globalThis.exactlyOnce ??= { plotly: null, webgl: null, live: new Set(),
  turn: Promise.resolve(), born: 0 });
const MOST_LIVE = 6; // browsers keep 16 WebGL contexts a page, and other notebooks want some too

/** plotly.js, evaluated once a page; the book has a way of its own. */
export function plotly(loader) {
  return (page.plotly ??= globalThis.exactlyOncePlotly?.() ?? unpack(loader.get("code")).then(evaluate));
}

async function unpack(code) {
  const stream = new Blob([code]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

function evaluate(source) {
  const module = { exports: {} };
  new Function("module", "exports", source)(module, module.exports);
  return module.exports;
}

/** Can this browser draw in 3D? The context of the question is given back. */
export function hasWebGL() {
  if (page.webgl === null) {
    const gl = document.createElement("canvas").getContext("webgl");
    gl?.getExtension("WEBGL_lose_context")?.loseContext();
    page.webgl = Boolean(gl);
  }
  return page.webgl;
}

/** One heavy drawing at a time, with room for the page to breathe in between. */
export function inTurn(work) {
  const done = page.turn.then(work);
  page.turn = done.catch(() => {}).then(() => new Promise((go) => setTimeout(go, 10)));
  return done;
}

/** Wait until no more stages are being born: heavy work would keep the others from loading. */
export async function calm() {
  while (performance.now() - page.born < 400) await new Promise((go) => setTimeout(go, 100));
}

/** Make room for one more: the picture that was out of sight longest gives its context back. */
export function makeRoom(picture) {
  page.live.delete(picture);
  const others = [...page.live].sort((a, b) => a.inSight - b.inSight || a.seen - b.seen);
  while (others.length >= MOST_LIVE) others.shift().release();
  page.live.add(picture);
}
