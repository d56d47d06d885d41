// The stage: one picture, in 3D or in layers, the player's buttons and the side panel. It knows nothing about
// puzzles: it draws frames (see frame.js) and never asks Python for a step it already holds.

import { Camera } from "./camera.js";
import { group, make, onEnd, send, set, sheetOf } from "../../../kit/cards/browser/dom.js";
import { flat } from "./flat.js";
import { FULL_HELP } from "../../../kit/cards/browser/full.js";
import { countsPanel } from "./layers.js";
import { Parts } from "./logic/frame.js";
import { clamp } from "../../../kit/cards/browser/logic/numbers.js";
import { Overlay } from "./logic/overlay.js";
import { Space } from "./logic/space.js";
import { hasWebGL, page } from "./page.js";
import { keepListening } from "../../../kit/cards/browser/patience.js";
import { Picture } from "./picture.js";
import { Sheet } from "./sheet.js";

// pixels from which on the words stand beside the picture; in the whole window beside one that has a tree
// beside it; and if that one has the bars of fractions beside its layers as well
const WIDE = 600, WIDE_IN_PAIR = 760, WIDE_IN_PART = 1100;

const NARROW = 900; // pixels wide
const SLIM = 0.3; // how high boxes in a long row are, of the width
const HIGH = 700; // pixels of a screen on which counts and track are in sight with the picture
const LARGE = 1.3; // times as large as in a notebook are letters on the projector
const ROW = 36, AROUND = 310; // pixels, there, of a row of counts, and of sentence and buttons around them
const BETWEEN = 4; // pixels between what stands beside a picture

export class Stage extends Sheet {
  constructor(model, el, loader) {
    super(model, el);
    Object.assign(this, { overlay: new Overlay(), picture: new Picture(this, loader), scenes: 0 });
    this.build();
    this.takeScene();
    this.takeTrack();
    this.view = hasWebGL() ? model.get("view") : "layers";
  }

  build() {
    this.box = make("div.eo-picture", { tabindex: 0, role: "img",
      onpointerdown: () => this.box.focus({ preventScroll: true }) });
    this.camera = new Camera(this);
    this.buildSteps();
    this.note = make("p.eo-note");
    this.side = make("div.eo-side");
    this.views = make("select", { "aria-label": "View", onchange: () => this.choose(this.views.value) });
    this.bar = group("div.eo-views", "How to see it", this.views, this.camera.follow, this.busy.node,
      this.full.button);
    this.beside = make("div.eo-beside", this.side, this.note);
    this.root = sheetOf("eo-stage", "", this.bar, this.say, this.box, this.player.node, this.beside,
      this.track.node);
    this.el.append(this.root);
  }

  listen(signal) {
    this.listenSteps(signal);
    this.on("change:scene change:parts change:frames", () => { this.stale = true; this.later(); });
    this.on("change:explode", () => this.later());
    this.on("change:view", () => this.show(this.model.get("view"), false));
    const { ties } = this.picture;
    this.root.addEventListener("eo-tie", () => ties.build());
    this.box.addEventListener("pointermove", (event) => event.buttons || ties.point(event), { signal });
    this.watchSight(signal, (yes) => this.sighted(yes));
    onEnd(signal, () => this.picture.release(false));
  }

  get letters() {
    const { labels = {} } = this.scene;
    return Object.fromEntries(Object.entries(labels).map(([letter, name]) => [name, letter]));
  }

  sighted(yes) {
    this.inSight = yes;
    this.picture.sighted();
    if (yes) this.later();
  }

  // -- state
  takeScene() {
    this.stale = false;
    this.staleTrack = true;
    const scene = this.model.get("scene") ?? {};
    if (scene !== this.scene) this.scenes++; // another one: plotly must be asked
    this.scene = scene;
    this.parts = new Parts({ ...this.model.get("parts"), ...this.overlay.parts });
    this.takeFrames();
    this.most = this.frames.get(0)?.counts ?? {};
    this.space = new Space(this.scene, this.parts);
    this.space.grow(this.frames.values());
  }

  /** Let another widget of the card draw over a picture that is not stepped. */
  receive(message) {
    if (message.kind === "rush") return this.rush();
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

  /** A search that has just come plays by itself. */
  rush() {
    this.takeScene();
    this.takeTrack();
    this.later();
    this.player.rush();
  }

  received(message) {
    this.parts.add(message.parts);
    this.space.grow(message.frames);
  }

  forget() {
    super.forget();
    const blocks = [...this.frames.values(), this.shown].flatMap((frame) => frame?.blocks ?? []);
    const named = ["part", "outline", "edge", "far", "far_outline"];
    this.parts.keepOnly(new Set(blocks.flatMap((block) => named.map((name) => block[name]))));
  }

  // -- drawing
  get front() { return this.box; }

  draw() {
    if (!this.root.clientWidth) return; // in a hidden tab: sighted() calls again
    if (this.stale) this.takeScene();
    if (this.staleTrack) this.takeTrack();
    const frame = this.frameNow();
    if (!frame) return;
    this.drawLook();
    if (this.view === "3d" && this.picture.isBehind) return; // words, layers and picture change together
    this.drawPanels(frame);
    this.drawWords(frame);
    this.view === "layers" ? this.drawLayers(frame) : this.drawScene(frame);
    const { root, scene } = this;
    root.dispatchEvent(new CustomEvent("eo-frame", { bubbles: true, detail: { scene, frame } }));
  }

  drawWords(frame) {
    const isFlat = this.view === "layers", words = flat(frame).words(this.scene, frame);
    this.root.classList.toggle("eo-flat", isFlat);
    const help = isFlat ? "" : " Arrow keys turn it, plus and minus zoom, zero puts it back.";
    set(this.box, { role: isFlat ? "group" : "img",
      "aria-label": `${this.model.get("label")}.${words}${help}${FULL_HELP}` });
    this.drawViews(frame, isFlat);
    this.camera.draw();
  }

  /** The views that there are: in 3D, pulled apart if it can be, and flat. */
  drawViews(frame, isFlat) {
    const solid = hasWebGL() && !this.failed;
    this.explodes ||= frame.blocks.some(({ away }) => away?.some(Boolean));
    const ways = [solid && ["3d", "3D"], solid && this.explodes && ["apart", "Pulled apart"],
      (!solid || frame.net || this.scene.layers.length) && ["layers", flat(frame).name]].filter(Boolean);
    const key = String(ways);
    if (this.waysDrawn !== key)
      this.views.replaceChildren(...ways.map(([value, text]) => make("option", { value }, text)));
    this.waysDrawn = key;
    this.views.hidden = ways.length < 2;
    this.views.value = isFlat ? "layers" : this.model.get("explode") ? "apart" : "3d";
  }

  choose(way) {
    if (way !== "layers") send(this.model, { explode: Number(way === "apart") });
    this.show(way === "layers" ? way : "3d");
  }

  /** A picture that has been stepped keeps its place while there is nothing to step for a moment. */
  drawPanels(frame) {
    const rows = Object.keys(frame.counts ?? {}).length;
    this.side.hidden = !rows;
    if (!this.side.hidden) this.side.replaceChildren(countsPanel(this.scene, frame, this.most));
    this.stepped ||= this.el.closest(".eo-tall") || (this.count > 1 && !this.el.closest(".eo-bare"));
    this.root.classList.toggle("eo-stepped", Boolean(this.stepped));
    this.root.classList.toggle("eo-inpart", Boolean(this.scene.shares));
    const least = this.grown * this.leastWide();
    const wide = this.root.clientWidth > least && (!this.side.hidden || (this.stepped && !this.long));
    this.root.classList.toggle("eo-wide", wide);
    this.root.classList.toggle("eo-roomy", this.room > this.grown * (ROW * rows + AROUND));
    this.drawSteps();
    this.drawSay(frame);
  }

  get scale() { return parseFloat(getComputedStyle(this.root).getPropertyValue("--scale")); }

  /** How much larger they are than on the projector. */
  get grown() { return Math.max(1, this.scale / LARGE); }

  /** Beside a tree, counts stand below the picture, and beside it only in the whole window. */
  leastWide() {
    if (!this.el.closest(".eo-pair")) return WIDE;
    if (!this.filling) return Infinity;
    return this.scene.shares ? WIDE_IN_PART : WIDE_IN_PAIR;
  }

  drawLayers(frame) {
    this.box.style.height = this.stepped || this.filling ? `${this.size()[1]}px` : "";
    const { view, form, key } = flat(frame);
    this.box.replaceChildren(view(this.scene, frame, this.size(), this.scale));
    const none = `This browser has no WebGL, so the picture is shown ${form}. `;
    this.note.textContent = (hasWebGL() ? this.failed ?? "" : none) + key(frame);
    this.note.hidden = !this.note.textContent;
    this.shows(frame, "layers");
  }

  drawScene(frame) {
    this.note.hidden = true;
    this.picture.draw(frame);
  }

  get long() { return this.space.boxes.long; }

  /** A picture that is stepped, or on a slide, stands on one screen with its sentence and its buttons; what
   * stands beside the picture is no longer than it. */
  size() {
    const { width } = this, height = this.wide ? Math.max(this.room, this.besideHigh) : this.room;
    const most = this.long ? SLIM : innerWidth < NARROW && !this.filling ? 0.9 : 2;
    return [width, Math.round(Math.min(height, most * width))];
  }

  get width() { return Math.max(220, Math.floor(this.box.clientWidth)); }

  get wide() { return this.root.classList.contains("eo-wide"); }

  get besideHigh() {
    const nodes = [this.bar, this.say, this.side, this.note, this.player.node];
    return nodes.reduce((sum, { offsetHeight }) => sum + (offsetHeight && offsetHeight + BETWEEN), BETWEEN);
  }

  /** The height that the screen leaves. */
  get room() {
    if (!this.stepped && !this.filling && !this.el.closest(".slide")) {
      return clamp((this.scene.net ? 1 : 0.62) * this.width, 220,
        clamp(Math.min(0.585 * innerHeight, this.screen - 90), 240, 600));
    }
    const aside = getComputedStyle(this.say).position === "absolute"; // above the tree that stands beside it
    const around = this.wide ? [] : [this.bar, this.player.node, ...aside ? [] : [this.say]];
    const below = this.filling ? [this.track.node]
      : this.screen > HIGH ? [...this.wide ? [] : [this.side], this.track.node] : [];
    return this.spare(...around, ...below);
  }

  show(view, save = true) {
    const wanted = hasWebGL() && !this.failed ? view : "layers";
    if (wanted === "layers" && this.view === "3d") this.picture.release(false);
    if (wanted === "3d" && this.view === "layers") this.box.replaceChildren();
    this.view = wanted;
    if (save) send(this.model, { view });
    this.later();
  }

  giveUp(error) {
    this.failed = "The 3D picture could not be drawn here, so it is shown as layers. ";
    console.warn("stage: no 3D picture:", error);
    this.view = "layers";
  }

  /** A frame is drawn: as "3d", as "layers", or as a still "picture". */
  shows(frame, how) {
    this.drawn = frame;
    this.root.dataset.live = how;
    this.root.dataset.drawn = this.place.get(frame) ?? -1;
  }
}

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
