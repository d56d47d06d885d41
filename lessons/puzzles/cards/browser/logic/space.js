// The space of a scene: what stands in it in every frame, and how much of it is seen.

import { Boxes, cornerOf, fixedThings } from "./cages.js";
import { namesCell } from "./edge_texts.js";
import { merged, pointsOf } from "./frame.js";
import { AXES, STRAIGHT, centred, framing, pictureAxes, roomed } from "./framing.js";

/** @import { Frame, Parts } from "./frame.js" */
/** @import { Eye } from "./framing.js" */
/** @import { Vector } from "./vectors.js" */
/** @typedef {{ zoom: number, now: { eye: Eye }, kept: object | null }} Camera */

export class Space {
  /** @type {Vector | null} */ corner = null;
  /** @type {(eye: Eye) => Record<string, number>} the aspect ratio for an eye, after a layout */
  aspectSeen = () => ({});

  /** @param {Record<string, any>} scene @param {Parts} parts */
  constructor(scene, parts) {
    this.scene = scene;
    this.parts = parts;
    const eye = scene.layout?.scene.camera.eye ?? { x: 0, y: -1, z: 0 };
    this.fixed = fixedThings(scene, cornerOf(eye));
    /** @type {Vector[]} */
    this.stands = scene.stands ?? this.fixed.flatMap((thing) => pointsOf(thing.trace()));
    this.boxes = new Boxes(scene.boxes, eye);
    this.axes = [...STRAIGHT, ...pictureAxes(eye)];
    this.named = Boolean(scene.axes); // a sentence names a cell
    /** @type {Record<string, Vector[]>} */
    this.reach = {}; // of the frames with fractional pieces, which stand far apart, and of those without
  }

  /** @param {Iterable<Frame>} frames */
  grow(frames) {
    for (const frame of frames) {
      this.named ||= namesCell(frame);
      const wide = String(tagged(frame)), known = this.reach[wide];
      const more = this.parts.reach(frame, this.axes);
      this.reach[wide] = known ? more.map(([low, high], i) =>
        [Math.min(low, known[i][0]), Math.max(high, known[i][1])]) : more;
    }
  }

  /** Open the boxes on the side of the eye; the edges that are then drawn, or null where nothing changes.
   * @param {Eye} eye */
  openTo(eye) {
    const corner = cornerOf(eye);
    if (String(corner) === String(this.corner)) return null;
    this.corner = corner;
    this.fixed = fixedThings(this.scene, corner);
    return this.fixed.filter(({ cage }) => cage);
  }

  /** Does something stand at the edges of the boxes? @param {Frame} frame @param {number} explode */
  edged(frame, explode) { return !explode && Boolean(this.named || frame.sizes); }

  /** Return the layout of a frame for plotly; `aspectSeen` is then the aspect ratio for an eye elsewhere.
   * @param {Frame} frame @param {Vector} size @param {number} explode @param {Camera} camera
   * @param {boolean} dark */
  layout(frame, size, explode, camera, dark) {
    const layout = merged(this.scene.layout, dark ? this.scene.dark : {}), [width, height] = size;
    const wide = tagged(frame), { boxes } = this, own = frame.snug ? this.parts.corners(frame) : null;
    const stands = own ?? (frame.room ? [] : this.stands);
    boxes.arrange(size);
    const look = { explode: Math.min(1, explode / (this.scene.near ?? 1)), size, tagged: wide, stands, boxes,
      round: Boolean(this.scene.net), edged: this.edged(frame, explode) };
    const about = own ? centred(layout.scene, own) : roomed(layout.scene, frame.room);
    const { ranges, aspect } = framing(about, this.reach[String(wide)], look);
    this.aspectSeen = (eye) => Object.fromEntries(["x", "y", "z"].map((axis, i) =>
      [axis, aspect(eye)[i] * camera.zoom]));
    const axisOf = (/** @type {string} */ axis, /** @type {number} */ i) =>
      [axis, { ...layout.scene[axis], range: ranges[i], autorange: false }];
    const view = { aspectmode: "manual", aspectratio: this.aspectSeen(camera.now.eye),
      camera: camera.kept ?? layout.scene.camera };
    const scene = { ...layout.scene, ...Object.fromEntries(AXES.map(axisOf)), ...view };
    return { ...layout, width, height, autosize: false, uirevision: null, scene }; // the camera is ours
  }
}

/** @param {Frame} frame */
const tagged = (frame) => Boolean(frame.tags?.length);
