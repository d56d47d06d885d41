// The stage: one 3D picture, its picture in 2D, the player's buttons and the side panel. It knows nothing
// about puzzles: it draws frames (see frame.js) and never asks Python for a step it already holds.

import { keepListening } from "./patience.js";
import { Boxes, cornerOf, fixedThings } from "./cages.js";
import { button, clamp, isDark, make, modified, nextPaint, onEnd, send, set, sheetOf } from "./dom.js";
import { flatForm, flatKey, flatName, flatView, flatWords } from "./flat.js";
import { Parts, inked, merged, pointsOf } from "./frame.js";
import { AXES, STRAIGHT, followed, framing, pictureAxes, roomed, turnedEye } from "./framing.js";
import { FULL_HELP } from "./full.js";
import { Glide, calmly } from "./glide.js";
import { colourOf, countsPanel, letterNames } from "./layers.js";
import { Overlay } from "./overlay.js";
import { calm, hasWebGL, inTurn, makeRoom, page, plotly } from "./page.js";
import { CONFIG, lighten, onDrawn, photograph, sceneOf, takeAway, viewAs } from "./plot.js";
import { Sheet } from "./sheet.js";
import { Standing, numbered } from "./standing.js";
import { Tags } from "./tags.js";

const TURN = 8; // degrees for one press of an arrow key
const REST = 1500; // milliseconds out of sight before a context is given back
const SLOW = 400; // milliseconds a step: played faster, pieces do not glide
const WIDE = 760; // pixels from which on the words stand beside the picture

export class Stage extends Sheet {
  constructor(model, el, loader) {
    super(model, el);
    Object.assign(this, { loader, plot: null, camera: null, zoom: 1, seen: 0, tags: new Tags(),
      follows: true, overlay: new Overlay(), glide: new Glide() });
    this.build();
    this.takeScene();
    this.takeTrack();
    this.view = hasWebGL() ? model.get("view") : "layers";
  }

  // -- the page -----------------------------------------------------------------------------------
  build() {
    this.box = make("div", { class: "eo-picture", tabindex: 0, role: "img" });
    this.buildSteps();
    this.note = make("p", { class: "eo-note" });
    this.side = make("div", { class: "eo-side" });
    this.views = [button("3D", () => this.show("3d")), button("Layers", () => this.show("layers"))];
    this.home = button("Reset view", () => this.goHome(), { title: "Put the picture back as it was" });
    const why = "Turn the solid when the search goes on where it is out of sight";
    this.follow = button("Follow", () => this.following3d(!this.follows),
      { title: why, "aria-pressed": "true" });
    this.legend = make("span", { class: "eo-names" });
    this.bar = make("div", { class: "eo-views", role: "group", "aria-label": "How to see it" }, ...this.views,
      this.home, this.follow, this.legend, this.busyLine, this.full.button);
    this.beside = make("div", { class: "eo-beside" }, this.side, this.note);
    this.root = sheetOf("eo-stage", {}, this.bar, this.say, this.box, this.player.node, this.beside,
      this.track.node);
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.box.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.box.addEventListener("pointerdown", () => this.box.focus({ preventScroll: true }));
    // turned by hand: it stays so
    this.box.addEventListener("pointermove",
      (event) => event.buttons && this.view === "3d" && this.following3d(false));
    this.el.append(this.root);
  }

  listen(signal) {
    this.listenSteps(signal);
    this.on("change:scene change:parts change:frames", () => { this.stale = true; this.later(); });
    this.on("change:explode", () => this.later());
    this.on("change:view", () => this.show(this.model.get("view"), false));
    this.watchSight(signal, (yes) => this.sighted(yes));
    onEnd(signal, () => this.release(false));
  }

  // -- state --------------------------------------------------------------------------------------
  takeScene() {
    this.stale = false;
    this.staleTrack = true;
    this.scene = this.model.get("scene") ?? {};
    this.parts = new Parts({ ...this.model.get("parts"), ...this.overlay.parts });
    this.takeFrames();
    this.most = { ...(this.frames.get(0)?.counts ?? {}) };
    this.scenes = (this.scenes ?? 0) + 1;
    this.boxes = new Boxes(this.scene.boxes, this.firstEye);
    this.corner = null;
    this.fixed = fixedThings(this.scene, this.corner);
    this.stands = this.fixed.flatMap((thing) => pointsOf(thing.trace()));
    this.reach = {}; // of the frames with fractional pieces, which stand far apart, and of those without
    this.growReach(this.frames.values());
  }

  /** Where the eye is before anybody turns the picture. */
  get firstEye() { return this.scene.layout?.scene.camera.eye ?? { x: 0, y: -1, z: 0 }; }

  /** How far the frames reach on the axes and in the picture. */
  growReach(frames) {
    const axes = [...STRAIGHT, ...pictureAxes(this.firstEye)];
    for (const frame of frames) {
      const wide = tagged(frame), known = this.reach[wide];
      const more = this.parts.reach(frame, axes);
      this.reach[wide] = known ? more.map(([low, high], i) =>
        [Math.min(low, known[i][0]), Math.max(high, known[i][1])]) : more;
    }
  }

  /** What another widget of the card draws over a picture that is not stepped. */
  receive(message) {
    if (message.kind !== "overlay") return super.receive(message);
    this.overlay.take(message);
    this.parts.add(this.overlay.parts);
    this.later();
  }

  frameNow() {
    const step = super.frameNow();
    const frame = this.count > 1 ? step : this.overlay.over(step);
    if (frame) this.place.set(frame, this.place.get(step));
    return frame;
  }

  received(message) {
    this.parts.add(message.parts);
    this.growReach(message.frames);
  }

  forget() {
    super.forget();
    const blocks = [...this.frames.values(),
      ...(this.shown ? [this.shown] : [])].flatMap((frame) => frame.blocks);
    const named = ["part", "outline", "edge", "far", "far_outline"];
    this.parts.keepOnly(new Set(blocks.flatMap((block) => named.map((name) => block[name]))));
  }

  // -- drawing ------------------------------------------------------------------------------------
  /** Where the keys go when the picture takes the window. */
  get front() { return this.box; }

  draw() {
    if (!this.root.clientWidth) return; // in a hidden tab: sighted() calls again
    if (this.stale) this.takeScene();
    if (this.staleTrack) this.takeTrack();
    const frame = this.frameNow();
    if (!frame) return;
    this.drawLook();
    this.drawPanels(frame);
    this.drawWords(frame);
    this.view === "layers" ? this.drawLayers(frame) : this.drawScene(frame);
    this.tell(frame);
  }

  drawWords(frame) {
    const flat = this.view === "layers";
    this.root.classList.toggle("eo-flat", flat);
    const help = flat ? "" : " Arrow keys turn it, plus and minus zoom, zero puts it back.";
    const name = `${this.model.get("label")}.${flatWords(this.scene, frame)}${help}${FULL_HELP}`;
    set(this.box, { role: flat ? "group" : "img", "aria-label": name });
    this.views[1].textContent = flatName(frame);
    this.views.forEach((one, i) => set(one, { "aria-pressed": String(flat === (i === 1)) }));
    this.views[0].disabled = !hasWebGL() || Boolean(this.failed);
    this.legend.textContent = letterNames(this.scene);
    this.home.hidden = flat;
    this.follow.hidden = flat || !this.scene.follows;
  }

  /** A picture that has been stepped keeps its place while there is nothing to step for a moment. */
  drawPanels(frame) {
    this.side.hidden = !frame.counts || !Object.keys(frame.counts).length;
    if (!this.side.hidden) this.side.replaceChildren(countsPanel(this.scene, frame, this.most));
    this.stepped ||= this.el.closest(".eo-tall") || (this.count > 1 && !this.el.closest(".eo-bare"));
    this.root.classList.toggle("eo-stepped", Boolean(this.stepped));
    this.root.classList.toggle("eo-inpart", Boolean(this.scene.shares));
    const wide = this.root.clientWidth > WIDE && (this.stepped || !this.side.hidden);
    this.root.classList.toggle("eo-wide", wide);
    this.drawSteps();
    this.drawSay(frame);
  }

  drawLayers(frame) {
    this.box.style.height = this.stepped || this.filling ? `${this.size()[1]}px` : "";
    const scale = parseFloat(getComputedStyle(this.root).getPropertyValue("--scale"));
    this.box.replaceChildren(flatView(this.scene, frame, this.size(), scale));
    const failed = this.failed ? `${this.failed} ` : "";
    const none = `This browser has no WebGL, so the picture is shown ${flatForm(frame)}. `;
    const why = hasWebGL() ? failed : none;
    this.note.textContent = why + flatKey(frame);
    this.note.hidden = !this.note.textContent;
    this.drawn = frame;
    this.state("layers");
  }

  drawScene(frame) {
    this.note.hidden = true;
    if (this.busy) this.again = true;
    else if (this.plot) this.redraw(frame);
    else {
      this.box.style.height = `${this.size()[1]}px`; // its place, before there is a picture
      if (this.inSight) this.wake();
    }
  }

  /** What is stepped stands on one screen with its sentence and its buttons. */
  size() {
    const width = Math.max(220, Math.floor(this.box.clientWidth));
    const words = this.root.classList.contains("eo-wide") ? [] : [this.say];
    const track = this.filling ? [this.track.node] : [];
    const height = this.stepped || this.filling ? this.spare(this.bar, this.player.node, ...words, ...track)
      : clamp(0.62 * width, 220, clamp(0.52 * innerHeight, 240, 560));
    return [width, Math.round(height)];
  }

  layout(frame) {
    const [width, height] = this.size();
    const layout = isDark() ? merged(this.scene.layout, this.scene.dark) : merged(this.scene.layout, {});
    const wide = tagged(frame);
    const explode = Math.min(1, this.model.get("explode") / (this.scene.near ?? 1));
    const look = { explode, size: [width, height], tagged: wide,
      stands: this.stands, boxes: this.boxes, round: Boolean(this.scene.net) };
    const { ranges, aspect } = framing(roomed(layout.scene, frame.room), this.reach[wide], look);
    this.aspectSeen = (eye) => Object.fromEntries(["x", "y", "z"].map((axis, i) =>
      [axis, aspect(eye)[i] * this.zoom]));
    const axisOf = (axis, i) => [axis, { ...layout.scene[axis], range: ranges[i], autorange: false }];
    const view = { aspectmode: "manual", aspectratio: this.aspectSeen(this.cameraNow.eye),
      camera: this.camera ?? layout.scene.camera };
    const scene = { ...layout.scene, ...Object.fromEntries(AXES.map(axisOf)), ...view };
    return { ...layout, width, height, autosize: false, uirevision: null, scene }; // the camera is ours
  }

  things(frame) {
    const dark = isDark(), ink = this.scene.ink?.[Number(dark)], explode = this.model.get("explode");
    const moving = this.parts.things(frame, explode, this.model.get("contrast"))
      .map((thing) => ({ ...thing, box: this.boxes.of(thing.middle()) }));
    // the edges of a box do not run through the pieces that have left it
    const empty = explode > 0.1 && !this.scene.near;
    return [...this.fixed.filter(({ cage }) => !(cage && empty)), ...moving].map((thing) =>
      ({ ...thing, trace: () => inked(thing.trace(), ink, dark) }));
  }

  /** Seen from where the camera is now: boxes stand side by side, open on the side of the eye. */
  turnBoxes() {
    const { eye } = this.glScene().getCamera(), corner = cornerOf(eye);
    this.standing.shifts = this.boxes.shifts(eye, this.model.get("explode"));
    if (String(corner) === String(this.corner)) return;
    this.corner = corner;
    this.fixed = fixedThings(this.scene, this.corner);
    this.standing.exchange(this.fixed.filter(({ cage }) => cage));
  }

  /** plotly's own way: everything anew. */
  async drawAll(plot, things, layout, how) {
    await this.Plotly[how](plot, numbered(things.map((thing) => thing.trace())), layout, CONFIG);
    this.standing = new Standing(sceneOf(plot), things);
    this.page = this.pageOf(layout);
  }

  /** While this is the same, plotly need not be asked. */
  pageOf({ width, height }) { return [width, height, isDark(), this.scenes].join(); }

  /** Only what has changed, in the scene that stands. */
  drawChanges(frame, things, layout) {
    const glides = this.glides(frame);
    const changed = this.page === this.pageOf(layout) && this.standing.show(things, glides);
    if (!changed) return false;
    this.glide.run(this.standing, changed);
    viewAs(this.glScene(), layout.scene);
    return true;
  }

  /** Pieces glide from one step to the next, unless they are played fast, or are to stay still. */
  glides(frame) {
    const explode = this.model.get("explode"), [now, before] = [frame, this.drawn].map((one) =>
      this.place.get(one));
    const pulled = explode !== this.explodeDrawn, fast = this.player.timer && this.player.pace < SLOW;
    this.explodeDrawn = explode;
    return Math.abs(now - before) === 1 && !pulled && !fast && !calmly();
  }

  async redraw(frame) {
    this.busy = true;
    this.glide.finish();
    this.keepCamera();
    this.goAlong(frame);
    const layout = this.layout(frame), things = this.things(frame);
    this.box.style.height = `${layout.height}px`;
    if (!this.drawChanges(frame, things, layout)) await this.drawAll(this.plot, things, layout, "react");
    await nextPaint();
    this.busy = false;
    this.finished(frame);
    this.catchUp();
  }

  following3d(yes) {
    this.follows = yes;
    set(this.follow, { "aria-pressed": String(yes) });
    if (yes) this.later();
  }

  /** Turn the solid, if the search has gone where it cannot be seen. */
  goAlong(frame) {
    if (!this.scene.follows || !this.follows || !frame.look) return;
    const { x, y, z } = this.cameraNow.eye;
    const eye = followed([x, y, z], frame.look);
    if (eye) this.camera = { ...UPRIGHT, ...this.cameraNow, eye };
  }

  finished(frame) {
    this.drawn = frame;
    if (!this.tags.node.isConnected) this.box.append(this.tags.node);
    this.tags.hull = this.stands;
    this.tags.show(frame ?? {}, this.model.get("explode"));
    this.placeTags();
    this.state("3d");
  }

  placeTags() {
    const scene = this.glScene();
    if (!scene || this.tags.empty) return;
    const { glplot, dataScale, fullLayout } = scene, boxOf = (point) => this.boxes.of(point);
    const shiftOf = (point) => this.standing.shifts?.[boxOf(point)] ?? [0, 0, 0];
    this.tags.place({ glplot, dataScale, shiftOf, boxOf }, [fullLayout.width, fullLayout.height],
      this.scene.solids ?? []);
  }

  /** plotly draws when the camera has moved: the numbers go with it, and what would now stand out of the
   * picture is drawn smaller. */
  followCamera(glplot) {
    onDrawn(glplot, () => {
      if (this.plot) this.turnBoxes();
      this.keepInside(glplot);
      this.placeTags();
    });
  }

  keepInside(glplot) {
    if (this.busy || !this.glScene()) return;
    const wanted = this.aspectSeen(this.glScene().getCamera().eye);
    if (Math.abs(wanted.x / glplot.getAspectratio().x - 1) > 1e-3) glplot.setAspectratio(wanted);
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

  get cameraNow() { return this.camera ?? this.scene.layout.scene.camera; }

  glScene() { return sceneOf(this.plot); }

  // -- in sight and out of sight ------------------------------------------------------------------
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
    await this.drawAll(plot, this.things(frame), layout, "newPlot");
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
    if (keepPicture && scene) this.leavePicture(photograph(scene, !this.box.clientWidth));
    takeAway(this.Plotly, this.plot);
    this.plot = null;
  }

  leavePicture(source) {
    this.box.append(make("img", { src: source, alt: "", class: "eo-still" }));
    this.state("picture");
  }

  // -- what a student does ------------------------------------------------------------------------
  show(view, save = true) {
    const wanted = hasWebGL() && !this.failed ? view : "layers";
    if (wanted === "layers" && this.view === "3d") this.release(false);
    if (wanted === "3d" && this.view === "layers") this.box.replaceChildren();
    this.view = wanted;
    if (save) send(this.model, { view });
    this.later();
  }

  key(event) {
    const turns = { ArrowLeft: [-TURN, 0], ArrowRight: [TURN, 0], ArrowUp: [0, TURN], ArrowDown: [0, -TURN] };
    if (this.view !== "3d" || modified(event)) return;
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
    this.look({ ...this.cameraNow, eye: turnedEye(this.cameraNow.eye, sideways, upwards) });
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
    this.camera = { ...UPRIGHT, ...camera };
    this.glScene()?.setViewport({ ...this.plot._fullLayout.scene, camera: this.camera });
    this.later();
  }

  // -- what a test can read -----------------------------------------------------------------------
  state(live) { this.root.dataset.live = live;
    this.root.dataset.drawn = String(this.place.get(this.drawn) ?? -1); }

  tell(frame) {
    const pieces = new Map();
    const note = (letter, how) =>
      pieces.set(letter, `${letter}:${how}:${colourOf(this.scene, letter, how)[0]}`);
    const shares = Object.values(frame.shares ?? {}).flat();
    for (const [text, , fill] of frame.bars ?? []) pieces.set(text, `${text}:fraction:${fill}`);
    frame.cells.forEach((text, i) => frame.how[i] && frame.how[i] !== "fraction" && note(text, frame.how[i]));
    this.root.dataset.fractions = [...new Set(shares.map(([text]) => text))].join(",");
    const bars = (frame.bars ?? []).map(([text, , fill, ink]) => [text, [fill, ink]]);
    this.root.palette = { ...this.scene.colours, ...Object.fromEntries(bars) };
    this.root.dataset.pieces = [...pieces.values()].join(",");
  }
}

const UPRIGHT = { up: { x: 0, y: 0, z: 1 }, center: { x: 0, y: 0, z: 0 } };
const tagged = (frame) => Boolean(frame.tags?.length);

/** The widget that shows a kind of stage. */
export const widgetOf = (Kind) => ({
  initialize(what) {
    keepListening(what);
    page.born = performance.now();
  },
  async render({ model, el, signal, host }) {
    const loader = await host.getModel(model.get("loader"));
    if (signal.aborted) return;
    const stage = new Kind(model, el, loader);
    stage.listen(signal);
    stage.later();
  },
});

export default widgetOf(Stage);
