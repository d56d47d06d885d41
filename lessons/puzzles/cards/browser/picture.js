// The 3D picture of a stage. It takes a WebGL context when it comes in sight, and later gives it back,
// leaving a still picture.

import { isDark, make, nextPaint } from "../../../kit/cards/browser/dom.js";
import { Glide, calmly } from "./glide.js";
import { edgeTexts, edgesOf } from "./logic/edge_texts.js";
import { inked } from "./logic/frame.js";
import { numbered } from "./logic/slots.js";
import { calm, inTurn, makeRoom, page, plotly } from "./page.js";
import { CONFIG, lighten, onDrawn, photograph, sceneOf, takeAway, viewAs } from "./plot.js";
import { Standing } from "./standing.js";
import { Tags } from "./tags.js";
import { TiedCells } from "./tied_cells.js";

const REST = 1500; // milliseconds out of sight before a context is given back
const SLOW = 400; // milliseconds a step: played faster, pieces do not glide

export class Picture {
  constructor(stage, loader) {
    Object.assign(this, { stage, loader, plot: null, seen: 0, tags: new Tags(), glide: new Glide() });
    this.ties = new TiedCells(this);
    this.axes = make("g.eo-axes");
    this.ties.node.append(this.axes);
  }

  get box() { return this.stage.box; }
  get space() { return this.stage.space; }
  get inSight() { return this.stage.inSight; }
  get explode() { return this.stage.model.get("explode"); }

  get scene() { return sceneOf(this.plot); }
  get size() { return [this.scene.fullLayout.width, this.scene.fullLayout.height]; }

  /** Is the step before still being drawn? The stage comes again, then. */
  get isBehind() {
    const behind = Boolean(this.plot && this.busy);
    this.again ||= behind;
    return behind;
  }

  draw(frame) {
    if (this.busy) this.again = true;
    else if (this.plot) this.redraw(frame);
    else {
      this.box.style.height = `${this.stage.size()[1]}px`; // its place, before there is a picture
      if (this.inSight) this.wake();
    }
  }

  async redraw(frame) {
    this.busy = true;
    this.glide.finish();
    this.stage.camera.keep();
    const layout = this.layout(frame), things = this.things(frame);
    if (!this.drawChanges(frame, things, layout)) await this.drawAll(this.plot, things, layout, "react");
    await nextPaint();
    this.busy = false;
    this.finished(frame);
    this.catchUp();
  }

  layout(frame) {
    const { camera } = this.stage;
    camera.goAlong(frame);
    const layout = this.space.layout(frame, this.stage.size(), this.explode, camera, isDark());
    this.box.style.height = `${layout.height}px`;
    return layout;
  }

  things(frame) {
    const { scene, parts, model } = this.stage, { boxes, fixed } = this.space, { explode } = this;
    const dark = isDark(), ink = scene.ink?.[Number(dark)];
    const moving = parts.things(frame, explode, model.get("contrast"))
      .map((thing) => ({ ...thing, box: boxes.of(thing.middle()) }));
    // the edges of a box do not run through the pieces that have left it
    const empty = explode > 0.1 && !scene.near;
    return [...fixed.filter(({ cage }) => !(cage && empty)), ...moving].map((thing) =>
      ({ ...thing, trace: () => inked(thing.trace(), ink, dark) }));
  }

  async drawAll(plot, things, layout, how) {
    await this.Plotly[how](plot, numbered(things.map((thing) => thing.trace())), layout, CONFIG);
    this.standing = new Standing(sceneOf(plot), things);
    this.page = this.pageOf(layout);
  }

  /** While this is the same, plotly need not be asked. */
  pageOf({ width, height }) { return [width, height, isDark(), this.stage.scenes].join(); }

  drawChanges(frame, things, layout) {
    const glides = this.glides(frame);
    const changed = this.page === this.pageOf(layout) && this.standing.show(things, glides);
    if (changed) {
      this.glide.run(this.standing, changed);
      viewAs(this.scene, layout.scene);
    }
    return changed;
  }

  /** Pieces glide from one step to the next, unless they are played fast, or are to stay still. */
  glides(frame) {
    const { place, player, drawn } = this.stage, pulled = this.explode !== this.explodeDrawn;
    const fast = player.timer && player.pace < SLOW;
    this.explodeDrawn = this.explode;
    return Math.abs(place.get(frame) - place.get(drawn)) === 1 && !pulled && !fast && !calmly();
  }

  finished(frame) {
    if (!this.tags.node.isConnected) this.box.append(this.tags.node);
    this.tags.hull = this.space.stands;
    this.tags.show(frame ?? {}, this.explode);
    this.tags.node.prepend(this.ties.node);
    this.stage.shows(frame, "3d");
    this.placeTags();
  }

  catchUp() {
    if (this.again) this.stage.later();
    this.again = false;
  }

  // -- the eye moves
  lookFrom(camera) { this.scene?.setViewport({ ...this.plot._fullLayout.scene, camera }); }

  /** plotly draws when the camera has moved: numbers go with it, and nothing stands out of the picture. */
  followCamera(glplot) {
    onDrawn(glplot, () => {
      if (this.plot) this.turnBoxes();
      this.keepInside(glplot);
      this.placeTags();
    });
  }

  /** Seen from where the camera is now: boxes stand side by side, open on the side of the eye. */
  turnBoxes() {
    const { eye } = this.scene.getCamera(), edges = this.space.openTo(eye);
    this.standing.shifts = this.space.boxes.shifts(eye, this.explode);
    if (edges) this.standing.exchange(edges);
  }

  keepInside(glplot) {
    if (this.busy || !this.scene) return;
    const wanted = this.space.aspectSeen(this.scene.getCamera().eye);
    if (Math.abs(wanted.x / glplot.getAspectratio().x - 1) > 1e-3) glplot.setAspectratio(wanted);
  }

  placeTags() {
    this.ties.clear();
    if (!this.scene) return;
    const { drawn } = this.stage;
    this.axes.replaceChildren();
    if (!this.tags.empty) this.tags.place(this.view, this.size, this.stage.scene.solids ?? []);
    if (drawn && this.space.edged(drawn, this.explode)) this.drawAxes(drawn);
  }

  drawAxes(frame) {
    const { scene, scale } = this.stage;
    const texts = edgeTexts(edgesOf(scene, frame), this.view, this.size, scale, this.tags.call.box);
    this.axes.replaceChildren(...texts.map(({ text, ...at }) => make("text", at, text)));
  }

  get view() {
    const { glplot, dataScale } = this.scene, boxOf = (point) => this.space.boxes.of(point);
    const shiftOf = (point) => this.standing.shifts?.[boxOf(point)] ?? [0, 0, 0];
    return { glplot, dataScale, shiftOf, boxOf };
  }

  // -- in sight and out of sight
  sighted() {
    this.seen = performance.now();
    clearTimeout(this.resting);
    if (!this.inSight) this.resting = setTimeout(() => this.release(), REST);
  }

  /** Draw in 3D again (or for the first time); the picture stays until the drawing is there. */
  async wake() {
    this.busy = true;
    try {
      await calm();
      this.Plotly = await plotly(this.loader);
      await inTurn(() => this.newPlot());
    } catch (error) {
      this.stage.giveUp(error);
    }
    this.busy = false;
    if (this.plot) this.finished(this.stage.drawn);
    else this.again = true;
    this.catchUp();
  }

  async newPlot() {
    if (this.stage.gone || !this.inSight || this.stage.view !== "3d") return;
    makeRoom(this);
    const plot = make("div.eo-plot");
    const frame = this.stage.frameNow(), layout = this.layout(frame);
    this.box.append(plot);
    await this.drawAll(plot, this.things(frame), layout, "newPlot");
    this.plot = plot;
    lighten(this.scene.glplot);
    this.followCamera(this.scene.glplot);
    this.box.replaceChildren(plot);
    this.stage.drawn = frame;
  }

  release(keepPicture = true) {
    page.live.delete(this);
    if (!this.plot || (this.busy && keepPicture)) return;
    this.stage.camera.keep();
    if (keepPicture && this.scene) this.leaveStill(photograph(this.scene, !this.box.clientWidth));
    takeAway(this.Plotly, this.plot);
    this.plot = null;
  }

  leaveStill(source) {
    this.box.append(make("img", { src: source, alt: "", class: "eo-still" }));
    this.stage.shows(this.stage.drawn, "picture");
  }
}
