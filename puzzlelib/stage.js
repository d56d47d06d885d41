// The stage: one 3D picture, its layers in 2D, the player's buttons and the side panels.
// It knows nothing about puzzles: it draws frames (see draw.py) and never asks Python for a step it already holds.

// ---- what all stages on one browser page share (several notebooks can be open in it) ----------------------------

const page = (globalThis.exactlyOnce ??= { plotly: null, webgl: null, live: new Set(), turn: Promise.resolve(), born: 0 });
const MOST_LIVE = 6; // browsers keep 16 WebGL contexts a page, and other notebooks want some too

/** plotly.js, unpacked and evaluated once per page, however many kernels bring it. */
function plotly(loader) {
  return (page.plotly ??= unpack(loader.get("code")).then(evaluate));
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

/** Can this browser draw in 3D? Asked once; the context of the question is given back at once. */
function hasWebGL() {
  if (page.webgl === null) {
    const gl = document.createElement("canvas").getContext("webgl");
    gl?.getExtension("WEBGL_lose_context")?.loseContext();
    page.webgl = Boolean(gl);
  }
  return page.webgl;
}

/** One heavy drawing at a time, with room for the page to breathe in between. */
function inTurn(work) {
  const done = page.turn.then(work);
  page.turn = done.catch(() => {}).then(() => new Promise((go) => setTimeout(go, 10)));
  return done;
}

/** Wait until no more stages are being born: heavy work would keep the others from loading. */
async function calm() {
  while (performance.now() - page.born < 400) await new Promise((go) => setTimeout(go, 100));
}

/** Make room for one more: the stage that was out of sight longest gives its context back. */
function makeRoom(stage) {
  page.live.delete(stage);
  const others = [...page.live].sort((a, b) => a.inSight - b.inSight || a.seen - b.seen);
  while (others.length >= MOST_LIVE) others.shift().release();
  page.live.add(stage);
}

// ---- parts as they come ---------------------------------------------------------------------------------------------

/** A part as it came, with its packed arrays unpacked. */
function unpackedPart(part) {
  const isPacked = (value) => value && typeof value === "object" && value.bdata !== undefined;
  return Object.fromEntries(Object.entries(part).map(([k, v]) => [k, isPacked(v) ? decoded(v.bdata, v.dtype) : v]));
}

function merged(base, over) {
  const isPlain = (v) => v && typeof v === "object" && !Array.isArray(v);
  const out = { ...base };
  for (const [k, v] of Object.entries(over ?? {})) out[k] = isPlain(v) && isPlain(out[k]) ? merged(out[k], v) : v;
  return out;
}

const AXIS_NAMES = ["x", "y", "z"];
const value = (v) => (v === null ? NaN : v);

/** The points of a part at their place: turned about the origin (turn: a 3 × 3 matrix, row by row), then moved. */
function placed(part, turn, by) {
  const [x, y, z] = AXIS_NAMES.map((axis) => part[axis]);
  const turned = ([a, b, c], move) => Float32Array.from(x, (_, k) => a * value(x[k]) + b * value(y[k]) + c * value(z[k]) + move);
  const still = (axis) => Float32Array.from(part[axis], (v) => value(v) + by[AXIS_NAMES.indexOf(axis)]);
  return Object.fromEntries(AXIS_NAMES.map((axis, i) => [axis, turn ? turned(turn[i], by[i]) : still(axis)]));
}

/** How far a box reaches on the axes that are the rows of a matrix: [low, high] on each. */
const turnedBounds = (bounds, turn) => (turn ? turn.map((row) => row.reduce(([low, high], t, i) => {
  const ends = bounds[i].map((v) => t * v);
  return [low + Math.min(...ends), high + Math.max(...ends)];
}, [0, 0])) : bounds);

const lowHigh = (values) => values.reduce(([low, high], v) => [Math.min(low, v), Math.max(high, v)], [Infinity, -Infinity]);

// ---- from a frame to plotly traces ---------------------------------------------------------------------------------

/** Keeps unpacked parts, so that a step only adds numbers. */
class Parts {
  constructor(packed) {
    this.packed = { ...packed };
    this.ready = new Map();
    this.extent = new Map();
  }
  add(packed) {
    Object.assign(this.packed, packed);
  }
  keepOnly(keys) {
    for (const key of Object.keys(this.packed)) if (!keys.has(key)) delete this.packed[key];
    for (const kept of [this.ready, this.extent]) kept.clear();
  }
  get(key) {
    if (!this.ready.has(key)) this.ready.set(key, unpackedPart(this.packed[key]));
    return this.ready.get(key);
  }
  at(key, block, explode, tone, solid = false) {
    const part = this.get(key);
    const by = block.at.map((v, axis) => v + explode * (block.away?.[axis] ?? 0));
    const trace = { ...part, ...placed(part, block.turn, by), hoverinfo: "skip", showlegend: false };
    if (solid && block.opacity !== undefined) trace.opacity = block.opacity;
    if (tone && (block.turn || !explode)) trace.intensity = decoded(tone); // shading where pieces touch; apart they have their own tones
    return trace;
  }
  traces(frame, explode, contrast) {
    return frame.blocks.flatMap((block) => {
      const [part, outline] = shownParts(block, explode, contrast);
      const solid = this.at(part, block, explode, block.tone, true);
      return outline ? [solid, this.at(outline, block, explode)] : [solid];
    });
  }
  /** [low, high] of a part on each axis. */
  bounds(key) {
    if (!this.extent.has(key)) this.extent.set(key, AXIS_NAMES.map((axis) => lowHigh(this.get(key)[axis])));
    return this.extent.get(key);
  }
  /** How far the blocks of a frame reach at full explosion: [low, high] on each of these axes. */
  reach(frame, axes) {
    const far = (tag) => tag.at.map((v, axis) => [v + tag.away[axis] - ROOM_OF_TAG, v + tag.away[axis] + ROOM_OF_TAG]);
    const away = (block, axis) => block.at[axis] + (block.away?.[axis] ?? 0);
    const boxes = frame.blocks.map((block) => turnedBounds(this.bounds(block.far ?? block.part), block.turn).map((ends, axis) => ends.map((v) => v + away(block, axis))));
    const ends = [...boxes, ...(frame.tags ?? []).map(far)].map((box) => turnedBounds(box, axes));
    return axes.map((_, axis) => lowHigh(ends.flatMap((bounds) => bounds[axis])));
  }
}

const FAR = 0.5; // from here on the picture counts as apart: fractional pieces are drawn whole
const ROOM_OF_TAG = 0.3; // that a number takes above a piece, in cells

/** The part and the outline of a block: others than packed where it has some for the exploded picture. */
function shownParts(block, explode, contrast) {
  if (block.far && explode >= FAR) return [block.far, block.far_outline];
  return [block.part, block.outline ?? (contrast ? block.edge : null)];
}

/** A trace with the colours of the page: its meta is "ink", or the colours of a line on a light and on a dark page. */
function inked(trace, ink, dark) {
  const colour = trace.meta === "ink" ? ink : trace.meta?.[Number(dark)];
  return colour && trace.line ? { ...trace, line: { ...trace.line, color: colour } } : trace;
}

/** The third mesh of a step takes the place of the third mesh of the step before: plotly then keeps its buffers and programs. */
function numbered(traces) {
  const count = {};
  return traces.map((trace) => ({ ...trace, uid: `${trace.type}-${(count[trace.type] = (count[trace.type] ?? 0) + 1)}` }));
}

// ---- the view box: what fits into width × height ---------------------------------------------------------------------

const AXES = ["xaxis", "yaxis", "zaxis"];

/** To the right and up in the picture, seen from `eye`. */
function pictureAxes({ x, y, z }) {
  const length = Math.hypot(x, y, z), flat = Math.hypot(x, y) || 1;
  return [[-y / flat, x / flat, 0], [(-x * z) / (flat * length), (-y * z) / (flat * length), flat / length]];
}

const STRAIGHT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);

/** Axis ranges and aspect ratio for this explosion and window; orthographic pictures are two units high. `reach`: on the axes and in the picture. */
function framing(layout, reach, explode, width, height, tagged) {
  const scene = layout.scene;
  const ranges = AXES.map((axis) => scene[axis].range);
  const middle = ranges.map(([low, high]) => (low + high) / 2);
  const still = ranges.map(([low, high]) => (high - low) / 2);
  const seen = pictureAxes(scene.camera.eye);
  const between = (from, to) => from + explode * (to - from);
  const most = (from, [low, high], at) => between(from, Math.max(from, high - at + 0.1, at - low + 0.1));
  const half = still.map((h, i) => most(h, reach[i], middle[i]));
  const scale = scene.aspectratio.x / (2 * still[0]);
  const stillSeen = seen.map((axis) => still.reduce((sum, h, i) => sum + h * Math.abs(axis[i]), 0));
  const [across, up] = seen.map((axis, i) => scale * most(stillSeen[i], reach[3 + i], dot(axis, middle)));
  const high = tagged ? 0.94 - 0.14 * explode : 0.94; // the buttons are not to cover a number
  const fit = Math.min(1, (tagged ? high : Math.max(high, scale * stillSeen[1])) / up, (0.94 * width) / height / across);
  return { ranges: half.map((h, i) => [middle[i] - h, middle[i] + h]), aspect: half.map((h) => 2 * h * scale * fit) };
}

const DEEP = 24; // the eye is 2.5 units from the middle, and the largest zoom brings things 15 units behind it

/** plotly's 3D is made for hovering; a stage only shows. Four habits of it cost most of a step, or spoil the picture, where there is no graphics card. */
function lighten(glplot) {
  // It draws everything a second time and reads it back, to know what is under the mouse.
  const { add, redraw, gl } = glplot;
  glplot.add = (object) => add(Object.assign(object, { pickSlots: 0 }));
  for (const object of [...glplot.objects]) {
    glplot.remove(object);
    glplot.add(object);
  }
  // It draws at once at every change, several times in one step; it also looks for changes at every paint, which is enough.
  glplot.redrawNow = redraw;
  glplot.redraw = () => glplot.objects.forEach((object) => (object.dirty = true));
  // It asks the graphics process whether a buffer is still there, and waits for all drawing to end.
  gl.isBuffer = (buffer) => Boolean(buffer);
  // Its view is 1000 units deep; where a depth has 16 bits, surfaces that meet at an angle would be torn along their edge.
  glplot.zFar = DEEP;
}

// ---- the numbers at fractional pieces ------------------------------------------------------------------------------------

const times = (matrix, v) => [0, 1, 2, 3].map((row) => v.reduce((sum, x, column) => sum + matrix[4 * column + row] * x, 0));

/** Where a point of the scene stands in the picture, in pixels. */
function onPage({ glplot, dataScale }, point, [width, height]) {
  const { model, view, projection } = glplot.cameraParams;
  const [x, y, , w] = [model, view, projection].reduce((v, matrix) => times(matrix, v), [...point.map((v, i) => v * dataScale[i]), 1]);
  return [(width * (1 + x / w)) / 2, (height * (1 - y / w)) / 2];
}

const minus = (a, b) => a.map((v, i) => v - b[i]);
const along = (a, b, share) => a.map((v, i) => v + share * b[i]);

/** To the right, up and towards the eye: the directions of the picture in the scene. */
const viewAxes = ({ glplot }) => [0, 1, 2].map((row) => [0, 4, 8].map((column) => glplot.cameraParams.view[row + column]));

/** Does a solid, given by the planes of its faces, stand between this point and the eye? */
function hides(planes, point, towardsEye) {
  let from = 1e-3, to = Infinity;
  for (const [x, y, z, distance] of planes) {
    const slope = dot([x, y, z], towardsEye), gap = distance - dot([x, y, z], point);
    if (slope > 1e-9) to = Math.min(to, gap / slope);
    else if (slope < -1e-9) from = Math.max(from, gap / slope);
    else if (gap < 0) return false;
  }
  return from < to;
}

const AROUND = [0, 0.6, -0.6, 1.2, -1.2, 1.8, -1.8, 2.4, -2.4, Math.PI]; // radians

/** Where the label of a peg can stand, best first: off its cap, on the side to which the peg leans, a little downwards when it looks at the eye. */
function besidePeg(scene, { point, out, clear }, half, size) {
  const [right, up, back] = viewAxes(scene), facing = dot(out, back);
  const lean = Math.atan2(-dot(out, up), dot(out, right)), middle = onPage(scene, point, size);
  const radius = Math.hypot(...minus(onPage(scene, along(point, right, clear), size), middle));
  const first = Math.atan2(-dot(out, up) + 0.5 * Math.max(0, facing), dot(out, right));
  return AROUND.map((turn) => {
    const [cos, sin] = [Math.cos(first + turn), Math.sin(first + turn)], off = first + turn - lean;
    const away = 2 + 1.15 * radius * Math.hypot(facing * Math.cos(off), Math.sin(off)) + Math.min(half[0] / Math.abs(cos), half[1] / Math.abs(sin));
    return [middle[0] + away * cos, middle[1] + away * sin].map((v, axis) => clamp(v, half[axis], size[axis] - half[axis]));
  });
}

const DOT = 5; // pixels from the middle of a dot that a label keeps off

/** Names and values in front of the picture, always upright and of the same size. Packed, the largest come first and others give way;
 * labels of pegs (with `out`) go when the solid hides their peg, and move aside or become short where they would cover a number or a dot. */
class Tags {
  constructor() {
    this.node = make("div", { class: "eo-tags", "aria-hidden": "true" });
    this.all = [];
  }
  show({ tags = [], avoid = [] }, explode) {
    this.apart = explode >= FAR;
    this.avoid = avoid;
    this.all = [...tags].sort((a, b) => b.rank - a.rank).map((tag) => ({ ...tag, point: along(tag.at, tag.away, explode), forms: [tag.text, tag.short].filter(Boolean)
      .map((text) => ({ node: make("span", { class: tag.out && "eo-label" }, text) })) }));
    const forms = this.all.flatMap((tag) => tag.forms);
    this.node.replaceChildren(...forms.map(({ node }) => node));
    for (const form of forms) form.half = [form.node.offsetWidth / 2, form.node.offsetHeight / 2];
  }
  place(scene, size, solids, bar) {
    const back = viewAxes(scene)[2], seen = (point) => !solids.some((planes) => hides(planes, point, back));
    const pegs = this.all.filter((tag) => tag.out && seen(tag.point));
    const dots = this.avoid.filter(seen).map((point) => boxAt(onPage(scene, point, size), [DOT, DOT]));
    const taken = [...pegs.map((tag) => this.cap(scene, tag, size)), ...dots, ...(pegs.length ? [bar] : [])];
    for (const tag of this.all) {
      const spots = (half) => (tag.out ? besidePeg(scene, tag, half, size) : [onPage(scene, tag.point, size)]).map((at) => boxAt(at, half));
      const ways = tag.forms.flatMap((form) => spots(form.half).map((box) => ({ form, box })));
      const free = ways.find(({ box }) => taken.every((other) => apart(box, other)));
      const least = ways.find(({ form }) => form === tag.forms.at(-1));
      const way = tag.out ? pegs.includes(tag) && (free ?? least) : this.apart ? ways[0] : free;
      this.put(tag.forms, way);
      if (way) taken.push(way.box);
    }
  }
  /** Show one form of a label at its place, or none. */
  put(forms, way) {
    for (const form of forms) form.node.classList.toggle("eo-hidden", form !== way?.form);
    if (way) way.form.node.style.transform = `translate(${way.box.x - way.box.half[0]}px, ${way.box.y - way.box.half[1]}px)`;
  }
  /** The number on a peg, which no label is to cover. */
  cap(scene, { point, clear }, size) {
    const middle = onPage(scene, point, size), radius = Math.hypot(...minus(onPage(scene, along(point, viewAxes(scene)[0], clear), size), middle));
    return boxAt(middle, [0.6 * radius, 0.6 * radius]);
  }
}

const boxAt = ([x, y], half) => ({ x, y, half });
const apart = (a, b) => Math.abs(a.x - b.x) > a.half[0] + b.half[0] || Math.abs(a.y - b.y) > a.half[1] + b.half[1];

// ---- layers in 2D -------------------------------------------------------------------------------------------------------

const HOW = { chosen: "chosen", propagated: "follows", given: "given", solution: "solution", fraction: "shared by fractional pieces" };

/** Letters layer by layer. Border by how a cell was filled: thick chosen, thin follows, dot given. */
function layersView(scene, frame) {
  const box = make("div", { class: "eo-layers" });
  for (const layer of scene.layers) box.append(layerTable(scene, frame, layer));
  return box;
}

function layerTable(scene, frame, layer) {
  const table = make("table", {}, make("caption", {}, layer.title));
  layer.rows.forEach((row, y) => {
    const line = make("tr");
    row.forEach((cell, x) => line.append(layerCell(scene, frame, layer.rows, cell, x, y)));
    table.append(line);
  });
  return table;
}

function layerCell(scene, frame, rows, cell, x, y) {
  if (cell < 0) return make("td", { class: "eo-none" });
  const text = String(frame.cells[cell] ?? "");
  const how = frame.how[cell] ?? "";
  const [fill, ink] = how === "fraction" ? [null, null] : colourOf(scene, text, how);
  const sides = [[0, -1], [1, 0], [0, 1], [-1, 0]].map(([dx, dy]) => border(frame, rows, cell, rows[y + dy]?.[x + dx] ?? -1));
  const style = (fill ? `background:${fill};color:${ink};` : "") + `border-width:${sides.join(" ")}`;
  const title = how ? `${text}, ${HOW[how] ?? how}` : text === "" ? "empty" : text === "0" ? "empty, no placement left: a dead end" : `empty, ${text} placements possible`;
  const inside = how === "fraction" ? sharesOf(scene, frame, cell) : [text];
  return make("td", { style, title, class: `eo-${how || (text === "0" ? "dead" : "open")}` }, ...inside);
}

/** The fractional pieces of a cell, one below the other: a patch of the piece's colour, as strong as its value, and name and value. */
function sharesOf(scene, frame, cell) {
  return (frame.shares?.[cell] ?? []).map(([text, letter, value]) => make("span", { class: "eo-share" },
    make("span", { class: "eo-patch", style: `--fill:${colourOf(scene, letter, "fraction")[0]};--value:${value}` }), text));
}

/** Inside a piece a hairline; around it a line that says how the piece came here. */
function border(frame, rows, cell, other) {
  const own = frame.own ?? frame.cells; // copies of a piece have one letter
  const mine = frame.how[cell] ? own[cell] : null;
  const theirs = other >= 0 && frame.how[other] ? own[other] : null;
  if (mine !== null && mine === theirs && frame.how[cell] !== "fraction") return "0.5px";
  const chosen = frame.how[cell] === "chosen" || (other >= 0 && frame.how[other] === "chosen");
  return chosen ? "5px" : mine !== null || theirs !== null ? "2px" : "0.5px";
}

function colourOf(scene, letter, how) {
  if (!how) return [null, null];
  const colours = scene.colours ?? {};
  return colours[scene.labels?.[letter] ?? letter] ?? colours[letter] ?? [null, null];
}

function layersKey(marks) {
  const items = [["chosen", "thick border: chosen"], ["propagated", "thin border: follows"], ["given", "dot: given"]];
  const shown = items.filter(([how]) => marks.has(how)).map(([, text]) => text);
  if (marks.has("fraction")) shown.push("letter and fraction: a placement of this piece, and its value in the relaxation; the same name is the same placement");
  if (marks.has("number")) shown.push("number: placements that still cover this cell");
  return shown.join(" · ");
}

// ---- panels beside the picture: what is still possible, and the level track ----------------------------------------------

function countsPanel(scene, frame, most) {
  const table = make("table", { class: "eo-counts" }, make("caption", {}, scene.counting ?? "placements still possible"));
  for (const [piece, count] of Object.entries(frame.counts)) {
    const letter = Object.entries(scene.labels ?? {}).find(([, name]) => name === piece)?.[0] ?? piece;
    const [fill, ink] = scene.colours?.[piece] ?? scene.colours?.[letter] ?? ["#888", "#fff"];
    const share = (100 * Math.max(0, count)) / Math.max(1, most[piece] ?? count);
    table.append(make("tr", {},
      make("th", { scope: "row", title: piece }, make("span", { class: "eo-chip", style: `background:${fill};color:${ink}` }, letter)),
      make("td", { class: "eo-number" }, String(count)),
      make("td", { class: "eo-bar" }, make("span", { style: `width:${share}%` }))));
  }
  return table;
}

// ---- following a search round a solid --------------------------------------------------------------------------------------

const IN_SIGHT = 0.3, ASIDE = 0.7; // a face is in sight where it looks at the eye more than this; radians from the eye to it after a turn
const unit = (v) => v.map((x) => x / (Math.hypot(...v) || 1));

/** Where the eye goes so that it sees what looks in this direction; null where it sees it already. */
function followed(eye, direction) {
  const from = unit(eye), near = dot(from, direction);
  if (near > IN_SIGHT) return null;
  const across = minus(direction, from.map((v) => near * v));
  const side = Math.hypot(...across) > 0.1 ? unit(across) : unit([-from[1], from[0], 0]); // straight behind: go round
  const angle = Math.acos(clamp(near, -1, 1)) - ASIDE;
  const [x, y, z] = from.map((v, i) => Math.cos(angle) * v + Math.sin(angle) * side[i]);
  const high = clamp(z, -0.9, 0.9), flat = Math.sqrt(1 - high * high) / (Math.hypot(x, y) || 1), far = Math.hypot(...eye);
  return { x: far * flat * x, y: far * flat * y, z: far * high };
}

// ---- the stage ---------------------------------------------------------------------------------------------------------------

const TURN = 8; // degrees for one press of an arrow key
const REST = 1500; // milliseconds out of sight before a context is given back

class Stage extends Sheet {
  constructor(model, el, loader) {
    super(model, el);
    Object.assign(this, { loader, plot: null, camera: null, zoom: 1, seen: 0, tags: new Tags(), follows: true });
    this.build();
    this.takeScene();
    this.takeTrack();
    this.view = hasWebGL() ? model.get("view") : "layers";
  }

  // -- the page ----------------------------------------------------------------------------------------------------------
  build() {
    this.box = make("div", { class: "eo-picture", tabindex: 0, role: "img" });
    this.buildSteps();
    this.note = make("p", { class: "eo-note" });
    this.side = make("div", { class: "eo-side" });
    this.views = ["3d", "layers"].map((view) =>
      make("button", { type: "button", onclick: () => this.show(view) }, view === "3d" ? "3D" : "Layers"));
    this.home = make("button", { type: "button", title: "Put the picture back as it was", onclick: () => this.goHome() }, "Reset view");
    this.follow = make("button", { type: "button", title: "Turn the solid when the search goes on where it is out of sight", "aria-pressed": "true", onclick: () => this.following3d(!this.follows) }, "Follow");
    this.bar = make("div", { class: "eo-views", role: "group", "aria-label": "How to see it" }, ...this.views, this.home, this.follow);
    this.main = make("div", { class: "eo-main" }, this.bar, this.box, this.say, this.busyLine, this.note);
    this.root = make("section", { class: "eo-sheet eo-stage", "data-lm-suppress-shortcuts": "true" },
      make("div", { class: "eo-row" }, this.main, this.side), this.player.node, this.track.node);
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.box.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.box.addEventListener("pointerdown", () => this.box.focus({ preventScroll: true }));
    this.box.addEventListener("pointermove", (event) => event.buttons && this.view === "3d" && this.following3d(false)); // turned by hand: it stays so
    this.el.append(this.root);
  }

  listen(signal) {
    this.listenSteps(signal);
    this.on("change:scene change:parts change:frames", () => { this.stale = true; this.later(); });
    this.on("change:explode", () => this.later());
    this.on("change:view", () => this.show(this.model.get("view"), false));
    const sight = new IntersectionObserver((entries) => this.sighted(entries.at(-1).isIntersecting), { rootMargin: "150px" });
    sight.observe(this.root);
    signal.addEventListener("abort", () => {
      sight.disconnect();
      this.release(false);
    });
  }

  // -- state --------------------------------------------------------------------------------------------------------------
  takeScene() {
    this.stale = false;
    this.staleTrack = true;
    this.scene = this.model.get("scene") ?? {};
    this.parts = new Parts(this.model.get("parts"));
    this.takeFrames();
    this.most = { ...(this.frames.get(0)?.counts ?? {}) };
    this.reach = {}; // of the frames with fractional pieces, which stand far apart, and of those without
    this.growReach(this.frames.values());
  }

  growReach(frames) {
    const axes = [...STRAIGHT, ...pictureAxes(this.scene.layout?.scene.camera.eye ?? { x: 0, y: -1, z: 0 })];
    for (const frame of frames) {
      const wide = Boolean(frame.tags?.length), known = this.reach[wide];
      const more = this.parts.reach(frame, axes);
      this.reach[wide] = known ? more.map(([low, high], i) => [Math.min(low, known[i][0]), Math.max(high, known[i][1])]) : more;
    }
  }

  received(message) {
    this.parts.add(message.parts);
    this.growReach(message.frames);
  }

  forget() {
    super.forget();
    const blocks = [...this.frames.values(), ...(this.shown ? [this.shown] : [])].flatMap((frame) => frame.blocks);
    this.parts.keepOnly(new Set(blocks.flatMap((block) => [block.part, block.outline, block.edge, block.far, block.far_outline])));
  }

  // -- drawing ------------------------------------------------------------------------------------------------------------
  draw() {
    if (!this.root.clientWidth) return; // in a hidden tab: sighted() calls again
    if (this.stale) this.takeScene();
    if (this.staleTrack) this.takeTrack();
    const frame = this.frameNow();
    if (!frame) return;
    this.drawLook();
    this.drawWords(frame);
    this.drawPanels(frame);
    this.view === "layers" ? this.drawLayers(frame) : this.drawScene(frame);
    this.tell(frame);
  }

  drawWords(frame) {
    this.drawSay(frame);
    this.root.classList.toggle("eo-flat", this.view === "layers");
    const help = this.view === "layers" ? "" : " Arrow keys turn it, plus and minus zoom, zero puts it back.";
    this.box.setAttribute("role", this.view === "layers" ? "group" : "img");
    this.box.setAttribute("aria-label", `${this.model.get("label")}.${frame.net ? ` ${netWords(this.scene.net, frame.net)}` : ""}${help}`);
    this.views[1].textContent = frame.net ? "Net" : "Layers";
    this.views.forEach((button, i) => button.setAttribute("aria-pressed", String((i === 0) === (this.view === "3d"))));
    this.views[0].disabled = !hasWebGL() || Boolean(this.failed);
    this.home.hidden = this.view === "layers";
    this.follow.hidden = this.view === "layers" || !this.scene.follows;
  }

  drawPanels(frame) {
    this.side.hidden = !frame.counts || !Object.keys(frame.counts).length;
    if (!this.side.hidden) this.side.replaceChildren(countsPanel(this.scene, frame, this.most));
    this.drawSteps();
  }

  drawLayers(frame) {
    const marks = new Set(frame.how);
    if (frame.cells.some((text, i) => !frame.how[i] && /^\d+$/.test(text))) marks.add("number");
    this.box.style.height = "";
    this.box.replaceChildren(frame.net ? netView(this.scene.net, frame.net) : layersView(this.scene, frame));
    const why = !hasWebGL() ? `This browser has no WebGL, so the picture is shown ${frame.net ? "as a net" : "as layers"}. ` : this.failed ? `${this.failed} ` : "";
    this.note.textContent = why + (frame.net ? NET_KEY : layersKey(marks));
    this.note.hidden = !this.note.textContent;
    this.state("layers");
  }

  drawScene(frame) {
    this.note.hidden = true;
    if (this.busy) this.again = true;
    else if (this.plot) this.redraw(frame);
    else if (this.inSight) this.wake();
  }

  size() {
    const width = Math.max(220, Math.floor(this.main.clientWidth));
    return [width, Math.round(clamp(0.62 * width, 220, clamp((this.count > 1 ? 0.42 : 0.52) * innerHeight, 240, 560)))];
  }

  layout(frame) {
    const [width, height] = this.size();
    const layout = isDark() ? merged(this.scene.layout, this.scene.dark) : merged(this.scene.layout, {});
    const { ranges, aspect } = framing(layout, this.reach[Boolean(frame.tags?.length)], this.model.get("explode"), width, height, Boolean(frame.tags?.length) && this.model.get("explode") > 0);
    const axes = Object.fromEntries(AXES.map((axis, i) => [axis, { ...layout.scene[axis], range: ranges[i], autorange: false }]));
    const aspectratio = Object.fromEntries(["x", "y", "z"].map((axis, i) => [axis, aspect[i] * this.zoom]));
    const scene = { ...layout.scene, ...axes, aspectmode: "manual", aspectratio, camera: this.camera ?? layout.scene.camera };
    return { ...layout, width, height, autosize: false, uirevision: null, scene }; // the camera is ours: see keepCamera
  }

  traces(frame) {
    const ink = this.scene.ink?.[Number(isDark())];
    const drawn = [...(this.scene.fixed ?? []).map(unpackedPart), ...this.parts.traces(frame, this.model.get("explode"), this.model.get("contrast"))];
    return numbered(drawn.map((trace) => inked(trace, ink, isDark())));
  }

  async redraw(frame) {
    this.busy = true;
    this.keepCamera();
    this.goAlong(frame);
    const layout = this.layout(frame);
    this.box.style.height = `${layout.height}px`;
    await this.Plotly.react(this.plot, this.traces(frame), layout, CONFIG);
    await nextPaint();
    this.busy = false;
    this.finished(frame);
    this.catchUp();
  }

  following3d(yes) {
    this.follows = yes;
    this.follow.setAttribute("aria-pressed", String(yes));
    if (yes) this.later();
  }

  /** Turn the solid, if the search has gone where it cannot be seen. */
  goAlong(frame) {
    if (!this.scene.follows || !this.follows || !frame.look) return;
    const camera = this.camera ?? this.scene.layout.scene.camera, { x, y, z } = camera.eye;
    const eye = followed([x, y, z], frame.look);
    if (!eye) return;
    this.camera = { up: { x: 0, y: 0, z: 1 }, center: { x: 0, y: 0, z: 0 }, ...camera, eye };
  }

  finished(frame) {
    this.drawn = frame;
    if (!this.tags.node.isConnected) this.box.append(this.tags.node);
    this.tags.show(frame ?? {}, this.model.get("explode"));
    this.placeTags();
    this.state("3d");
  }

  placeTags() {
    const scene = this.glScene();
    if (!scene || !this.tags.all.length) return;
    const half = [this.bar.offsetWidth / 2, this.bar.offsetHeight / 2];
    this.tags.place(scene, [scene.fullLayout.width, scene.fullLayout.height], this.scene.solids ?? [], boxAt(half, half));
  }

  /** plotly draws when the camera has moved: the numbers go with it. */
  followCamera(glplot) {
    const { onrender } = glplot;
    glplot.onrender = () => { onrender?.(); this.placeTags(); };
  }

  /** What changed while a drawing was under way. */
  catchUp() {
    if (this.again) this.later();
    this.again = false;
  }

  keepCamera() {
    const scene = this.glScene();
    if (scene) this.camera = scene.getCamera();
  }

  glScene() { return this.plot?._fullLayout?.scene?._scene; }

  // -- in sight and out of sight ---------------------------------------------------------------------------------------------
  sighted(yes) {
    this.inSight = yes;
    this.seen = performance.now();
    clearTimeout(this.resting);
    if (yes) this.later();
    else this.resting = setTimeout(() => this.release(), REST);
  }

  /** Draw in 3D again (or for the first time); the picture stays until the drawing is there. */
  async wake() {
    this.busy = true;
    try {
      await calm();
      this.Plotly = await plotly(this.loader);
      await inTurn(() => this.newPlot());
    } catch (error) {
      this.giveUp(error);
    }
    this.busy = false;
    if (this.plot) this.finished(this.drawn);
    else this.again = true;
    this.catchUp();
  }

  async newPlot() {
    if (this.gone || !this.inSight || this.view !== "3d") return;
    makeRoom(this);
    const plot = make("div", { class: "eo-plot" });
    const frame = this.frameNow();
    this.goAlong(frame);
    const layout = this.layout(frame);
    this.box.style.height = `${layout.height}px`;
    this.box.append(plot);
    await this.Plotly.newPlot(plot, this.traces(frame), layout, CONFIG);
    this.plot = plot;
    lighten(this.glScene().glplot);
    this.followCamera(this.glScene().glplot);
    this.box.replaceChildren(plot);
    this.drawn = frame;
  }

  giveUp(error) {
    this.failed = "The 3D picture could not be drawn here, so it is shown as layers.";
    console.warn("stage: no 3D picture:", error);
    this.view = "layers";
  }

  /** Keep a picture and give the WebGL context back. */
  release(keepPicture = true) {
    page.live.delete(this);
    if (!this.plot || (this.busy && keepPicture)) return;
    this.keepCamera();
    const scene = this.glScene();
    const gl = scene?.glplot?.gl;
    if (keepPicture && scene) this.leavePicture(this.photograph(scene));
    this.Plotly.purge(this.plot);
    gl?.getExtension("WEBGL_lose_context")?.loseContext();
    this.plot.remove();
    this.plot = null;
  }

  /** In a hidden tab plotly has shrunk its canvas to nothing: give it its size back first. */
  photograph(scene) {
    const { glplot, fullLayout } = scene;
    glplot.autoResize = false;
    if (!this.box.clientWidth) {
      glplot.canvas.width = Math.ceil(fullLayout.width * glplot.pixelRatio);
      glplot.canvas.height = Math.ceil(fullLayout.height * glplot.pixelRatio);
    }
    glplot.redraw = glplot.redrawNow;
    return scene.toImage("png");
  }

  leavePicture(source) {
    this.box.append(make("img", { src: source, alt: "", class: "eo-still" }));
    this.state("picture");
  }

  // -- what a student does -----------------------------------------------------------------------------------------------------
  show(view, save = true) {
    const wanted = hasWebGL() && !this.failed ? view : "layers";
    if (wanted === "layers" && this.view === "3d") this.release(false);
    if (wanted === "3d" && this.view === "layers") this.box.replaceChildren();
    this.view = wanted;
    if (save) { this.model.set("view", view); this.model.save_changes(); }
    this.later();
  }

  key(event) {
    const turns = { ArrowLeft: [-TURN, 0], ArrowRight: [TURN, 0], ArrowUp: [0, TURN], ArrowDown: [0, -TURN] };
    if (this.view !== "3d" || event.ctrlKey || event.altKey || event.metaKey) return;
    if (turns[event.key]) this.turn(...turns[event.key]);
    else if (event.key === "+" || event.key === "=") this.zoomBy(1.1);
    else if (event.key === "-") this.zoomBy(1 / 1.1);
    else if (event.key === "0") this.goHome();
    else return;
    event.preventDefault();
  }

  /** The wheel scrolls the notebook; it zooms once the picture has been clicked. */
  wheel(event) {
    if (this.view !== "3d" || !this.box.contains(document.activeElement)) return;
    event.preventDefault();
    this.zoomBy(event.deltaY > 0 ? 1 / 1.1 : 1.1);
  }

  turn(sideways, upwards) {
    this.keepCamera();
    this.following3d(false);
    const camera = this.camera ?? this.scene.layout.scene.camera;
    const { x, y, z } = camera.eye;
    const flat = Math.hypot(x, y), length = Math.hypot(x, y, z);
    const round = Math.atan2(y, x) + (sideways * Math.PI) / 180;
    const high = clamp(Math.atan2(z, flat) + (upwards * Math.PI) / 180, -1.5, 1.5);
    const eye = { x: length * Math.cos(high) * Math.cos(round), y: length * Math.cos(high) * Math.sin(round), z: length * Math.sin(high) };
    this.look({ ...camera, eye });
  }

  zoomBy(factor) {
    this.zoom = clamp(this.zoom * factor, 0.4, 6);
    this.later();
  }

  goHome() {
    this.zoom = 1;
    this.following3d(false);
    this.look(this.scene.layout.scene.camera);
  }

  look(camera) {
    this.camera = { up: { x: 0, y: 0, z: 1 }, center: { x: 0, y: 0, z: 0 }, ...camera };
    this.glScene()?.setViewport({ ...this.plot._fullLayout.scene, camera: this.camera });
    this.later();
  }

  // -- what a test can read -----------------------------------------------------------------------------------------------------
  state(live) { this.root.dataset.live = live; this.root.dataset.drawn = String(this.place.get(this.drawn) ?? -1); }

  tell(frame) {
    const pieces = new Map();
    const note = (letter, how) => pieces.set(letter, `${letter}:${how}:${colourOf(this.scene, letter, how)[0]}`);
    const shares = Object.values(frame.shares ?? {}).flat();
    shares.forEach(([, letter]) => note(letter, "fraction"));
    frame.cells.forEach((text, i) => frame.how[i] && frame.how[i] !== "fraction" && note(text, frame.how[i]));
    this.root.dataset.fractions = [...new Set(shares.map(([text]) => text))].join(",");
    this.root.palette = this.scene.colours ?? {};
    this.root.dataset.pieces = [...pieces.values()].join(",");
  }
}

const CONFIG = { displayModeBar: false, scrollZoom: false, doubleClick: false, showTips: false, responsive: false, plotGlPixelRatio: Math.max(1, devicePixelRatio) };

export default {
  initialize() {
    page.born = performance.now();
  },
  async render({ model, el, signal, host }) {
    const loader = await host.getModel(model.get("loader"));
    if (signal.aborted) return;
    const stage = new Stage(model, el, loader);
    stage.listen(signal);
    stage.later();
  },
};
