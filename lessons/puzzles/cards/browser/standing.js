// Things in plotly's scene, from step to step. plotly would send every trace anew to the
// graphics card. Here each thing keeps its place as long as it looks and stands alike; what is
// new takes the place of something that has gone, or gets one of its own. A thing that is moved as a
// whole has another matrix.

import { fullOf, matched, movedBy, numbered, tonePlaces } from "./logic/slots.js";
import { minus } from "./logic/vectors.js";

export const FREE = null; // of a slot: nothing stands in it now, and it is not drawn

const slider = (thing) => thing?.block?.slides;

const flies = (thing) => Boolean(thing?.block?.edge) && Math.hypot(...thing.block.away) > 0.05;

export class Standing {
  /** After plotly has drawn these things, with the names that `numbered` gives them. */
  constructor(scene, things) {
    Object.assign(this, { scene, slots: [], work: { drawn: 0, made: 0, sent: 0, tones: 0, moved: 0 } });
    numbered(things.map((thing) => thing.trace())).forEach(({ uid }, i) => this.adopt(uid, things[i]));
    this.order();
  }

  adopt(uid, thing) {
    const trace = this.scene.traces[uid];
    if (!trace) return; // without a point
    const slot = { uid, trace, type: trace.data.type, thing, sent: thing, standing: this };
    this.slots.push(slot);
    this.dress(slot);
  }

  dress(slot) {
    for (const object of objectsOf(slot.trace)) dress(object, this.scene, slot);
  }

  /** Show these things instead. Return the slots of pieces that come, go and slide; null where plotly must
   * make something of a new kind. */
  show(things, glides) {
    const wanted = new Set(things.map(({ place }) => place)), before = this.places();
    const stood = new Map(this.slots.map(({ thing }) => [slider(thing), thing?.block?.at]));
    const leaving = glides ? this.slots.filter(({ thing }) => flies(thing) && !wanted.has(thing.place)) : [];
    const { placed, left } = matched(things, this.slots.filter((slot) => !leaving.includes(slot)));
    if (things.some((thing) => !placed.has(thing) && !this.like(thing))) return null;
    for (const slot of left) this.put(slot, FREE);
    for (const thing of things) this.put(placed.get(thing) ?? this.make(thing), thing);
    this.work.drawn++;
    this.order();
    const fresh = ({ thing }) => flies(thing) && !before.has(thing.place);
    const slid = ({ thing }) => slider(thing) !== undefined && stood.has(slider(thing));
    const sliding = this.slots.filter(slid).map((slot) =>
      ({ slot, far: minus(stood.get(slider(slot.thing)), slot.thing.block.at) }));
    return { leaving, arriving: glides ? this.slots.filter(fresh) : [],
      sliding: glides ? sliding.filter(({ far }) => far.some(Boolean)) : [] };
  }

  /** Other edges of a box, or anything else that looks otherwise at the same place. */
  exchange(things) {
    const fresh = new Map(things.map((thing) => [thing.part, thing]));
    const changed = this.slots.filter(({ thing }) => fresh.has(thing?.part));
    for (const slot of changed) this.put(slot, fresh.get(slot.thing.part));
  }

  places() { return new Set(this.slots.map(({ thing }) => thing?.place)); }

  put(slot, thing) {
    slot.thing = thing;
    if (thing && slot.sent?.name !== thing.name) this.send(slot, thing);
  }

  /** Send the news about a thing to the graphics card: all of it, or only the tones of its triangles. */
  send(slot, thing) {
    const { sent, trace } = slot, mesh = trace.mesh;
    slot.sent = thing;
    if (mesh && sent?.place === thing.place && sent.opacity === thing.opacity) {
      this.work.tones++;
      return retone(mesh, thing.trace());
    }
    this.work.sent++;
    const packed = thing.trace();
    if (mesh) mesh.keepsColours = packed.colorscale === trace.data.colorscale;
    trace.update(fullOf(trace.data, packed, slot.uid));
    if (mesh) mesh.keepsColours = false;
    this.dress(slot);
  }

  like(thing) { return this.slots.find((slot) => slot.type === thing.type); }

  make(thing) {
    const { data } = this.like(thing).trace, number = this.slots.length + 1;
    const uid = `${thing.type}-more-${number}`, full = fullOf(data, thing.trace(), uid);
    const trace = this.scene.traces[uid] = full._module.plot(this.scene, full);
    this.adopt(uid, thing);
    trace.name = "";
    this.work.made++;
    return this.slots.at(-1);
  }

  /** Dots of empty cells are drawn first, what one can look through last. */
  order() {
    const { glplot } = this.scene;
    const rank = (object) => (isBelow(object) ? 0 : object.opacity < 1 ? 2 : 1);
    glplot.objects.sort((a, b) => rank(a) - rank(b));
    glplot.redraw();
  }

  moved() {
    this.work.moved++;
    this.scene.glplot.redraw();
  }
}

const objectsOf = ({ mesh, linePlot, scatterPlot, textMarkers }) =>
  [mesh, linePlot, scatterPlot, textMarkers].filter(Boolean);

/** Only the tones of the triangles: three corners each, and a place on the colour scale for each corner. */
function retone(mesh, trace) {
  mesh.triangleUVs.update(tonePlaces(trace));
  mesh.dirty = true;
}

/** An object is drawn where its thing has moved to, or not at all. Things that one can look through are
 * drawn last, without a depth of its own: plotly would draw the scene twice. */
function dress(object, scene, slot) {
  if (object.dressed) return (object.dressed = slot);
  object.dressed = slot;
  const { draw, update } = object, { gl } = scene.glplot;
  object.draw = (params) => {
    const { thing, glide } = object.dressed;
    if (thing === FREE) return;
    const aside = object.dressed.standing.shifts?.[thing.box];
    const through = object.opacity < 1;
    if (through) lookThrough(gl);
    else if (isBelow(object)) gl.depthMask(false);
    const ways = [thing.shift, glide, aside].filter(Boolean);
    draw.call(object, ways.reduce((moved, way) => movedBy(moved, way, scene.dataScale), params));
    lookAt(gl);
  };
  if (object === slot.trace.mesh || object === slot.trace.linePlot) {
    object.drawTransparent = object.draw;
    object.isTransparent = () => false;
    object.isOpaque = () => true;
  }
  object.update = (config) =>
    update.call(object, object.keepsColours ? { ...config, colormap: null } : config);
}

/** Dots leave no depth: whatever is drawn later lies over them. */
const isBelow = ({ dressed }) => /^\["dots"/.test(dressed?.thing?.part);

function lookThrough(gl) {
  gl.enable(gl.BLEND);
  gl.blendEquation(gl.FUNC_ADD);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  gl.depthMask(false);
}

function lookAt(gl) {
  gl.disable(gl.BLEND);
  gl.depthMask(true);
}
