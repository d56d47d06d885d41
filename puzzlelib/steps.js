// What every picture of a search has in common: the buttons, the sentence, the track of levels, and the frames, which come
// from Python in small blocks ahead of the student. stage.js (3D) and views.js (2D) stand on it; stage.py puts it before them.

// ---- small helpers ------------------------------------------------------------------------------------------------

function make(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG_TAGS.has(tag) ? "http://www.w3.org/2000/svg" : "http://www.w3.org/1999/xhtml", tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}
const SVG_TAGS = new Set(["svg", "path", "line", "circle", "g", "rect", "polyline", "polygon", "text", "title"]);

const KINDS = { f4: Float32Array, f8: Float64Array, i4: Int32Array, i2: Int16Array, u1: Uint8Array, u2: Uint16Array, u4: Uint32Array };

function decoded(text, kind = "u1") {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new KINDS[kind](bytes.buffer);
}

/** Bytes that came beside a message, as numbers. */
function numbers(view, kind = "u1") {
  if (!view?.byteLength) return new KINDS[kind]();
  return new KINDS[kind](view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));
}

const isDark = () => document.body.dataset.jpThemeLight === "false";
const clamp = (x, low, high) => Math.min(high, Math.max(low, x));
const nextPaint = () => new Promise(requestAnimationFrame);
const grouped = (n) => Number(n).toLocaleString("en-US");
const many = (n, what) => `${grouped(n)} ${what}${n === 1 ? "" : "s"}`;

// ---- the level track ------------------------------------------------------------------------------------------------------

const MARKS = { conflict: "✕", restart: "↺", answer: "★" };
const MARK_NAMES = { conflict: "dead end", restart: "restart", answer: "answer" };
const MARK_ROOM = 8; // pixels that a mark needs on average

/** The level of the search over all events, drawn once per size; the present step is a line that moves. */
class Track {
  constructor(goTo) {
    this.node = make("div", { class: "eo-track" });
    this.goTo = goTo;
    this.node.addEventListener("click", (event) => this.clicked(event));
  }
  /** kinds and levels: one number an event; names: what the kinds are called. */
  draw(kinds, levels, names, width) {
    const count = levels.length, height = 64, top = 14, foot = 6;
    let deepest = 1;
    for (const level of levels) if (level > deepest) deepest = level;
    this.x = (k) => 4 + (k * (width - 8)) / Math.max(1, count - 1);
    const y = (level) => height - foot - (level * (height - top - foot)) / deepest;
    const [marks, key] = this.marks(kinds, names, width / MARK_ROOM);
    this.needle = make("line", { y1: 0, y2: height, class: "eo-needle" });
    this.size = [width, count];
    const words = `level over all ${grouped(count)} events, deepest ${deepest} (click to jump)`;
    this.node.replaceChildren(
      make("div", { class: "eo-caption" }, [words, ...key].join("   ")),
      make("div", { class: "eo-trackbox", "aria-hidden": "true" }, ...marks, make("svg", { width, height }, make("path", { d: this.line(levels, y, width) }), this.needle)));
  }
  /** One step a level change; in a long search, from the lowest to the highest level in each column of pixels. */
  line(levels, y, width) {
    const d = [`M${this.x(0)} ${y(levels[0] ?? 0).toFixed(1)}`];
    if (levels.length <= 2 * width) {
      levels.forEach((level, k) => k && d.push(`H${this.x(k).toFixed(1)}V${y(level).toFixed(1)}`));
      return d.join("");
    }
    for (let column = 0, k = 0; column < width && k < levels.length; column++) {
      let low = Infinity, high = -Infinity;
      for (; k < levels.length && this.x(k) < column + 1; k++) { low = Math.min(low, levels[k]); high = Math.max(high, levels[k]); }
      if (high >= low) d.push(`H${column}V${y(low).toFixed(1)}V${y(high).toFixed(1)}`);
    }
    return d.join("");
  }
  /** Where there are more dead ends than crosses have room, none is drawn: a row of nothing but crosses says less. */
  marks(kinds, names, most) {
    const count = names.map(() => 0);
    for (const code of kinds) count[code]++;
    const left = new Set(names.flatMap((name, code) => (MARKS[name] && count[code] > most ? [code] : [])));
    const found = [];
    kinds.forEach((code, k) => MARKS[names[code]] && !left.has(code) && found.push(k));
    const mark = (k) => make("span", { class: `eo-mark eo-${names[kinds[k]]}`, style: `left:${this.x(k)}px` }, MARKS[names[kinds[k]]]);
    const key = names.flatMap((name, code) => (MARKS[name] ? [left.has(code) ? `${many(count[code], MARK_NAMES[name])}, too many to mark` : `${MARKS[name]} ${MARK_NAMES[name]}`] : []));
    return [found.map(mark), key];
  }
  move(step) {
    for (const end of ["x1", "x2"]) this.needle?.setAttribute(end, this.x(step));
  }
  clicked(event) {
    const [width, count] = this.size ?? [1, 1];
    const box = this.node.querySelector("svg").getBoundingClientRect();
    this.goTo(clamp(Math.round(((event.clientX - box.left - 4) / (width - 8)) * (count - 1)), 0, count - 1));
  }
}

// ---- the player's buttons ------------------------------------------------------------------------------------------------

const SPEEDS = [["slow", 1600], ["normal", 800], ["fast", 250], ["very fast", 80]];

class Player {
  constructor(stage) {
    this.stage = stage;
    this.timer = null;
    const button = (text, name, act) => make("button", { type: "button", "aria-label": name, title: name, onclick: () => this.press(act) }, text);
    this.back = button("◀ Back", "Previous step", () => stage.goTo(stage.step - 1));
    this.play = button("Play", "Play", () => this.toggle());
    this.next = button("Next ▶", "Next step", () => stage.goTo(stage.step + 1));
    this.deadEnd = button("Next dead end ✕", "Next dead end", () => stage.goTo(stage.following("conflict")));
    this.answer = button("Next answer ★", "Next answer", () => stage.goTo(stage.following("answer")));
    this.speed = make("select", { "aria-label": "Speed", onchange: () => this.timer && this.start() },
      ...SPEEDS.map(([name, ms]) => make("option", { value: ms, selected: name === "normal" }, name)));
    this.where = make("span", { class: "eo-where" });
    this.node = make("div", { class: "eo-player", role: "toolbar", "aria-label": "Step through the search" },
      this.back, this.play, this.next, this.deadEnd, this.answer, make("label", {}, "speed ", this.speed), this.where);
  }
  press(act) {
    const button = document.activeElement;
    if (button?.getAttribute("aria-disabled") !== "true" || !this.node.contains(button)) act();
  }
  toggle() {
    if (this.timer) return this.stop();
    if (this.stage.step >= this.stage.last) this.stage.goTo(0);
    this.start();
  }
  start() {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.tick(), Number(this.speed.value));
    this.update();
  }
  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.update();
  }
  tick() {
    if (this.stage.step >= this.stage.last) return this.stop();
    if (!this.stage.waiting) this.stage.goTo(this.stage.step + 1);
  }
  /** Disabled buttons keep the focus, so that a student who works by keyboard is not thrown out at the last step. */
  update() {
    const { step, last } = this.stage;
    const able = (button, yes) => button.setAttribute("aria-disabled", String(!yes));
    able(this.back, step > 0);
    able(this.next, step < last);
    able(this.deadEnd, this.stage.following("conflict") !== null);
    able(this.answer, this.stage.following("answer") !== null);
    this.play.textContent = this.timer ? "Pause" : "Play";
    this.play.setAttribute("aria-label", this.timer ? "Pause" : "Play");
    this.where.textContent = `step ${step} of ${last}`;
    this.stage.say.setAttribute("aria-live", this.timer ? "off" : "polite");
  }
}

// ---- a sheet: what shows one step of a search ----------------------------------------------------------------------------

const JUMP = 4; // frames asked for when the one of this step is missing: few, so that a jump answers at once
const CHUNK = 12; // frames that travel in one message ahead of the student
const AHEAD = 60; // frames that are fetched before they are needed
const SHORT = 400; // a search of so many steps is fetched to its end
const MOST_FRAMES = 2000; // frames kept; of a longer search those near the present step
const PATIENCE_MS = 8000; // a question that Python has not answered by then is asked again

class Sheet {
  constructor(model, el) {
    Object.assign(this, { model, el, frames: new Map(), place: new WeakMap(), shown: null, waiting: false, asking: null, inSight: false });
  }

  /** The parts below the picture. */
  buildSteps() {
    this.say = make("p", { class: "eo-say", role: "status", "aria-live": "polite" });
    this.busyLine = make("p", { class: "eo-busy", role: "status", hidden: true });
    this.track = new Track((k) => this.goTo(k));
    this.player = new Player(this);
  }

  listenSteps(signal) {
    this.on = (names, act) => { this.model.on(names, act); signal.addEventListener("abort", () => this.model.off(names, act)); };
    this.on("change:track change:count", () => { this.staleTrack = true; this.later(); });
    this.on("change:step change:contrast change:label", () => this.later());
    this.on("change:busy", () => this.working());
    this.on("msg:custom", (message) => this.receive(message));
    const size = new ResizeObserver(() => this.later());
    size.observe(this.root);
    const theme = new MutationObserver(() => nextPaint().then(() => this.later())); // JupyterLab hides the page for a moment
    theme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    signal.addEventListener("abort", () => {
      [size, theme].forEach((observer) => observer.disconnect());
      this.player.stop();
      this.gone = true;
    });
  }

  // -- state --------------------------------------------------------------------------------------------------------------
  get count() { return Math.max(this.model.get("count"), this.model.get("frames").length); }
  get last() { return Math.max(0, this.count - 1); }
  get step() { return clamp(this.model.get("step"), 0, this.last); }

  takeFrames() {
    this.shown = null;
    this.frames = new Map();
    this.keep(0, this.model.get("frames"));
  }

  keep(from, frames) {
    frames.forEach((frame, i) => { this.frames.set(from + i, frame); this.place.set(frame, from + i); });
  }

  /** A search that has become longer: the frames that are here stay. */
  takeTrack() {
    this.staleTrack = false;
    this.kinds = numbers(this.model.get("track"));
    this.levels = numbers(this.model.get("levels"), "u2");
    this.names = this.model.get("kinds");
    this.asking = null;
    this.trackDrawn = 0;
  }

  kind(step) { return this.names[this.kinds[step]] ?? ""; }

  /** The next event of this kind after the present step, or null. */
  following(kind) {
    const code = this.names.indexOf(kind);
    const k = code < 0 ? -1 : this.kinds.indexOf(code, this.step + 1);
    return k < 0 ? null : k;
  }

  goTo(step) {
    if (step === null) return;
    this.model.set("step", clamp(step, 0, this.last));
    this.model.save_changes();
  }

  /** The frame of this step, or the last one we have while its block is on the way. */
  frameNow() {
    const frame = this.frames.get(this.step);
    this.waiting = !frame;
    this.fetch();
    if (frame) this.shown = frame;
    return this.shown ?? null;
  }

  /** One question at a time, for what is needed first: a slider that flies over the search does not pile up work for Python. */
  fetch() {
    if (this.asking && performance.now() - this.asking < PATIENCE_MS) return;
    if (!this.inSight && this.frames.has(this.step)) return; // ahead is fetched only for what the student looks at
    const short = this.count <= SHORT;
    const end = short ? this.last : Math.min(this.last, this.step + AHEAD);
    let from = this.step;
    while (from <= end && this.frames.has(from)) from++;
    if (from > end && short) for (from = 0; from <= end && this.frames.has(from); ) from++;
    if (from > end) return;
    this.asking = performance.now();
    this.model.send({ kind: "frames", from, to: Math.min(from + (from === this.step ? JUMP : CHUNK), this.count), run: this.model.get("run") });
  }

  receive(message) {
    if (message.kind !== "frames" || (message.run ?? 0) !== this.model.get("run")) return;
    this.asking = null;
    this.keep(message.from, message.frames);
    this.received(message);
    if (this.frames.size > MOST_FRAMES) this.forget();
    this.later();
  }

  received() {}

  /** A walk through a very long search does not fill the browser: the frames far from here will be asked for again. */
  forget() {
    for (const k of this.frames.keys()) if (k && Math.abs(k - this.step) > MOST_FRAMES / 4) this.frames.delete(k);
  }

  // -- drawing ------------------------------------------------------------------------------------------------------------
  /** Many changes, one drawing. */
  later() {
    if (this.planned) return;
    this.planned = true;
    const draw = () => { this.planned = false; if (!this.gone) this.draw(); };
    setTimeout(draw, 0);
  }

  drawLook() {
    this.root.classList.toggle("eo-dark", isDark());
    this.root.classList.toggle("eo-contrast", this.model.get("contrast"));
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", this.model.get("label"));
    this.root.dataset.step = String(this.step);
  }

  drawSay(frame) {
    const words = this.waiting ? "Fetching this step…" : frame.say ?? "";
    if (this.say.textContent !== words) this.say.textContent = words;
    this.say.hidden = !words;
  }

  drawSteps() {
    const stepped = this.count > 1;
    this.player.node.hidden = this.track.node.hidden = !stepped;
    if (stepped) this.drawTrack();
    this.player.update();
  }

  drawTrack() {
    const width = Math.max(200, this.track.node.clientWidth || this.root.clientWidth - 24);
    if (this.trackDrawn !== width) this.track.draw(this.kinds, this.levels, this.names, width);
    this.trackDrawn = width;
    this.track.move(this.step);
  }

  /** Python is at work: say so, and offer to stop it. A quick answer shows nothing. */
  working() {
    clearTimeout(this.patience);
    const text = this.model.get("busy");
    if (!text) return (this.busyLine.hidden = true);
    this.patience = setTimeout(() => {
      const kernel = this.model.widget_manager?.kernel;
      const stop = make("button", { type: "button", onclick: () => kernel.interrupt() }, "Stop");
      this.busyLine.replaceChildren(`${text} `, kernel?.interrupt ? stop : "(Kernel → Interrupt stops it)");
      this.busyLine.hidden = false;
    }, 250);
  }
}
