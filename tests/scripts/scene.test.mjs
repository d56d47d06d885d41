// The 3D scene: what blocks become, how much is seen, where texts stand; against points that are moved one by one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Boxes, cornerOf, fixedThings } from "../../lessons/puzzles/cards/browser/logic/cages.js";
import { edgeTexts, edgesOf, namesCell } from "../../lessons/puzzles/cards/browser/logic/edge_texts.js";
import { Parts, inked, merged, pointsOf, unpackedPart } from "../../lessons/puzzles/cards/browser/logic/frame.js";
import { followed, framing, pictureAxes, roomed, turnedEye } from "../../lessons/puzzles/cards/browser/logic/framing.js";
import { apart, calledAt, leaderOf, placeTags } from "../../lessons/puzzles/cards/browser/logic/labels.js";
import { hides, onPage, radiusOf, viewAxes } from "../../lessons/puzzles/cards/browser/logic/projection.js";
import { fullOf, matched, movedBy, numbered, tonePlaces } from "../../lessons/puzzles/cards/browser/logic/slots.js";
import { Space } from "../../lessons/puzzles/cards/browser/logic/space.js";
import { benchSize, handSize, layerSize, listSize } from "../../lessons/puzzles/cards/browser/logic/tables.js";
import { dot, minus, plus, unit } from "../../lessons/puzzles/cards/browser/logic/vectors.js";
import { near, often, range } from "./help.mjs";

const randomEye = (any) => ({ x: any.real(-2, 2), y: any.real(-2, 2), z: any.real(-2, 2) });
const length = ({ x, y, z }) => Math.hypot(x, y, z);
const vector = (any, low, high) => range(3).map(() => any.real(low, high));

// ---- eyes

test("seen from an eye, right and up are at right angles to it, and right is level", () => often(100, (any) => {
  const eye = randomEye(any), [right, up] = pictureAxes(eye), from = [eye.x, eye.y, eye.z];
  assert.ok(near([dot(right, up), dot(right, from), dot(up, from), dot(right, right), dot(up, up)], [0, 0, 0, 1, 1]));
  assert.ok(right[2] === 0 && up[2] > 0);
  assert.ok(right[0] * up[1] * eye.z - right[1] * up[0] * eye.z > -1e-9 || eye.z < 0);
}));

test("an eye that is turned keeps its distance, turns by as much, and does not tip over", () => often(100, (any) => {
  const eye = randomEye(any), aside = any.real(-90, 90), up = any.real(-60, 60), after = turnedEye(eye, aside, up);
  assert.ok(near(length(after), length(eye)));
  const height = ({ x, y, z }) => Math.atan2(z, Math.hypot(x, y)), way = ({ x, y }) => Math.atan2(y, x);
  assert.ok(near(height(after), Math.min(1.5, Math.max(-1.5, height(eye) + up * Math.PI / 180))));
  assert.ok(near(Math.cos(way(after) - way(eye)), Math.cos(aside * Math.PI / 180)) && near(Math.sin(way(after) - way(eye)), Math.sin(aside * Math.PI / 180)));
}));

test("an eye follows what is out of sight, until it sees it, and stays where it sees it already", () => often(300, (any) => {
  const eye = vector(any, -2, 2), direction = vector(any, -1, 1).map((v, _, all) => v / Math.hypot(...all));
  const far = Math.hypot(...eye), cosine = dot(eye, direction) / far, after = followed(eye, direction);
  if (cosine > 0.6) return assert.equal(after, null);
  const to = [after.x, after.y, after.z];
  assert.ok(near(length(after), far, 1e-6));
  assert.ok(Math.abs(to[2]) <= 0.9 * far + 1e-6, "not from right above");
  const angle = Math.acos(Math.min(1, dot(to, direction) / far));
  const behind = cosine < -0.99; // it goes round level there, and almost straight
  if (!behind && Math.abs(to[2]) < 0.9 * far - 1e-6) {
    assert.ok(near(angle, 0.7, 1e-6), String(angle));
    assert.ok(near(dot(to, eye) / far ** 2, Math.cos(Math.acos(cosine) - 0.7), 1e-6), "no further than it must");
  }
  else assert.ok(angle < 1.2);
}));

test("straight behind, an eye goes round", () => {
  const { x, y, z } = followed([2, 0, 0], [-1, 0, 0]);
  assert.ok(near([x, Math.abs(y), z], [-2 * Math.cos(0.7), 2 * Math.sin(0.7), 0], 1e-6));
  const aside = followed([1.2, 1.6, 0], [-0.6, -0.8, 0]);
  assert.ok(near(dot([aside.x, aside.y, aside.z], [-0.6, -0.8, 0]) / 2, Math.cos(0.7)));
});

// ---- parts

const base64 = (list) => Buffer.from(list.buffer).toString("base64");
const packedPart = (points, more = {}) => ({ type: "mesh3d", ...more, ...Object.fromEntries(["x", "y", "z"].map((name, axis) =>
  [name, { bdata: base64(Float32Array.from(points, (point) => point[axis])), dtype: "f4" }])) });

test("parts are unpacked, and gaps left out of their points", () => {
  const part = unpackedPart({ ...packedPart([[1, 2, 3], [4, 5, 6]]), i: [0, 1], name: "a", none: null });
  assert.deepEqual([part.x, part.i, part.name, part.none], [Float32Array.of(1, 4), [0, 1], "a", null]);
  assert.deepEqual(pointsOf({ x: [1, NaN, 3], y: [1, NaN, 2], z: [1, NaN, 0] }), [[1, 1, 1], [3, 2, 0]]);
  assert.deepEqual(merged({ a: { b: 1, c: [1, 2] }, d: 1 }, { a: { b: 2, c: [3] }, e: { f: 1 } }), { a: { b: 2, c: [3] }, d: 1, e: { f: 1 } });
  assert.deepEqual(merged({ a: 1 }, undefined), { a: 1 });
  assert.deepEqual(merged({ a: 1, b: { c: 1 } }, { a: { x: 1 }, b: null }), { a: { x: 1 }, b: null });
});

test("a trace has the colour of the page by its meta", () => {
  const line = { width: 2 };
  assert.deepEqual(inked({ meta: "ink", line }, "#123", false).line, { width: 2, color: "#123" });
  assert.deepEqual(inked({ meta: ["a", "b"], line }, "#123", true).line.color, "b");
  assert.deepEqual(inked({ meta: ["a", "b"], line }, "#123", false).line.color, "a");
  assert.equal(inked({ line }, "#123", true).line, line);
  assert.deepEqual(inked({ meta: "ink" }, "#123", true), { meta: "ink" });
});

const CUBE = range(8).map((k) => [k & 1, (k >> 1) & 1, k >> 2].map((v) => v - 0.5));
const TURN = [[0, -1, 0], [1, 0, 0], [0, 0, 1]];
const times = (turn, point) => turn.map((row) => dot(row, point));

test("a thing stands where its block is, turned; its shift takes it to where it has moved", () => often(100, (any) => {
  const points = range(4).map(() => vector(any, -2, 2)), parts = new Parts({ a: packedPart(points), edge: packedPart(CUBE, { type: "scatter3d" }) });
  const block = { part: "a", at: vector(any, -3, 3), away: vector(any, -1, 1), turn: any.next() < 0.5 ? TURN : undefined, tone: "AQI=", edge: "edge" };
  const explode = any.pick([0, 0.3, 1]), contrast = any.next() < 0.5, things = parts.things({ blocks: [block] }, explode, contrast);
  assert.deepEqual(things.map(({ part }) => part), contrast ? ["a", "edge"] : ["a"]);
  const [thing] = things, trace = thing.trace(), stood = points.map((point) => plus(block.turn ? times(TURN, point) : point, block.at));
  assert.ok(near(pointsOf(trace), stood, 1e-5));
  assert.ok(near(thing.shift, block.away.map((v) => v * explode)));
  const ends = (axis) => stood.map((point) => point[axis]);
  assert.ok(near(thing.middle(), range(3).map((axis) => block.at[axis] + middleOfTurned(points, block.turn, axis)), 1e-5));
  if (!block.turn) assert.ok(near(thing.middle(), range(3).map((axis) => (Math.min(...ends(axis)) + Math.max(...ends(axis))) / 2), 1e-5));
  assert.deepEqual(trace.intensity, block.turn || !explode ? Uint8Array.of(1, 2) : undefined, "apart, pieces have their own tones");
  assert.deepEqual([trace.hoverinfo, trace.showlegend, thing.type], ["skip", false, "mesh3d"]);
  const again = parts.things({ blocks: [{ ...block }] }, explode, contrast)[0], moved = parts.things({ blocks: [{ ...block, at: [9, 9, 9] }] }, explode, contrast)[0];
  assert.deepEqual([again.name, again.place], [thing.name, thing.place]);
  assert.notEqual(moved.place, thing.place);
  const pale = parts.things({ blocks: [{ ...block, opacity: 0.5 }] }, explode, contrast)[0];
  assert.deepEqual([pale.place, pale.trace().opacity, thing.trace().opacity], [thing.place, 0.5, undefined]);
  assert.notEqual(pale.name, thing.name);
}));

/** The middle of a box round these points, once the box is turned. */
function middleOfTurned(points, turn, axis) {
  const low = range(3).map((i) => Math.min(...points.map((point) => point[i]))), high = range(3).map((i) => Math.max(...points.map((point) => point[i])));
  const ends = range(8).map((k) => [low, high].length && range(3).map((i) => ((k >> i) & 1 ? high : low)[i])).map((end) => (turn ? times(turn, end) : end)[axis]);
  return (Math.min(...ends) + Math.max(...ends)) / 2;
}

test("fractional pieces are drawn whole from half-way on", () => {
  const parts = new Parts({ a: packedPart(CUBE), b: packedPart(CUBE), c: packedPart(CUBE), d: packedPart(CUBE) });
  const block = { part: "a", outline: "b", far: "c", far_outline: "d", at: [0, 0, 0], away: [1, 0, 0] };
  assert.deepEqual([0, 0.49, 0.5, 1].map((explode) => parts.things({ blocks: [block] }, explode, false).map(({ part }) => part).join("")),
    ["ab", "ab", "cd", "cd"]);
  assert.deepEqual(parts.things({ blocks: [{ ...block, far_outline: null }] }, 1, true).map(({ part }) => part), ["c"]);
  parts.add({ e: packedPart([[5, 0, 0]]) });
  assert.equal(parts.get("e").x[0], 5);
  parts.keepOnly(new Set(["e"]));
  assert.deepEqual(Object.keys(parts.packed), ["e"]);
  assert.equal(parts.ready.size, 0);
});

test("a flight goes up, across and down, from its place apart to its place", () => often(50, (any) => {
  const parts = new Parts({ a: packedPart(CUBE) }), away = [any.real(-5, 5), any.real(-5, 5), any.real(-1, 1)];
  const lands = any.real(0, 0.4), starts = lands + any.real(0.2, 0.5), height = any.real(3, 6);
  const block = { part: "a", at: [1, 2, 3], away, flight: [lands, starts, height] };
  const shift = (explode) => parts.things({ blocks: [block] }, explode, false)[0].shift;
  assert.ok(near(shift(0), [0, 0, 0]) && near(shift(lands), [0, 0, 0], 1e-6) && near(shift(1), away) && near(shift(starts), away, 1e-6));
  let before = 0;
  for (const share of range(51).map((k) => k / 50)) {
    const [x, y, z] = shift(lands + share * (starts - lands)), aside = away[0] ? x / away[0] : 0;
    assert.ok(near(y, aside * away[1]) && aside >= before - 1e-9 && aside <= 1 + 1e-9);
    assert.ok(z <= height + 1e-9 && z >= Math.min(0, away[2]) - 1e-9);
    if (share <= 0.2) assert.ok(near(aside, 0), "first it rises");
    if (share > 0.25 && share < 0.5) assert.ok(near(z, height, 1e-6));
    before = aside;
  }
  assert.ok(near(shift(lands + 0.6 * (starts - lands))[0], away[0] / 2, 1e-6));
}));

test("frames reach as far as their blocks, moved apart, and their tags", () => often(100, (any) => {
  const points = range(5).map(() => vector(any, -1, 1)), parts = new Parts({ a: packedPart(points), far: packedPart(CUBE) });
  const flight = any.next() < 0.4 ? [0.1, 0.5, 5] : undefined, turn = any.next() < 0.5 ? TURN : undefined;
  const block = { part: "a", ...(any.next() < 0.3 ? { far: "far" } : {}), at: vector(any, -2, 2), away: vector(any, -2, 2), flight, turn };
  const tags = any.next() < 0.5 ? [{ at: vector(any, -4, 4), away: vector(any, -1, 1) }] : undefined;
  const axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.6, 0.8, 0]], own = block.far ? CUBE : points;
  const box = range(8).map((k) => range(3).map((i) => Math[(k >> i) & 1 ? "max" : "min"](...own.map((point) => point[i]))));
  const ways = [block.away, ...(flight ? [[0.3 * block.away[0], 0.3 * block.away[1], 5]] : [])];
  const turned = box.map((end) => (turn ? times(turn, end) : end));
  const all = ways.flatMap((way) => turned.map((end) => plus(plus(end, block.at), way)));
  const marks = (tags ?? []).flatMap(({ at, away }) => range(8).map((k) => range(3).map((i) => at[i] + away[i] + ((k >> i) & 1 ? 0.3 : -0.3))));
  const wanted = axes.map((axis) => [...all, ...marks].map((point) => dot(axis, point))).map((ends) => [Math.min(...ends), Math.max(...ends)]);
  const found = parts.reach({ blocks: [block], tags }, axes);
  // of a turned box the corners are those of its bounds on the axes
  assert.ok(near(found.slice(0, 3), wanted.slice(0, 3), 1e-5));
  assert.ok(found[3][0] <= wanted[3][0] + 1e-5 && found[3][1] >= wanted[3][1] - 1e-5 && found[3][1] - found[3][0] < 3 + wanted[3][1] - wanted[3][0]);
  assert.ok(turn || near(found[3], wanted[3], 1e-5));
}));

// ---- boxes

const ROW = [{ low: [0, 0, 0], high: [2, 2, 2], apart: -1.5 }, { low: [4, 0, 0], high: [6, 2, 4], apart: 2 }];
const inPicture = (eye, point) => [...pictureAxes(eye), unit([eye.x, eye.y, eye.z])].map((axis) => dot(axis, point));

test("several boxes: the nearest of a point; each stays where it is in the picture", () => often(100, (any) => {
  const eye = randomEye(any), other = randomEye(any), boxes = new Boxes(ROW, eye), point = vector(any, -2, 8);
  const gap = ({ low, high }) => Math.hypot(...point.map((v, i) => v - Math.min(high[i], Math.max(low[i], v))));
  assert.ok(gap(ROW[boxes.of(point)]) <= gap(ROW[1 - boxes.of(point)]) + 1e-9);
  assert.ok(near(boxes.shifts(eye, 1), [[0, 0, 0], [0, 0, 0]]), "seen from where they were set up");
  const explode = any.next(), [right] = pictureAxes(eye), shifts = boxes.shifts(other, explode);
  const middles = [[-2, 0, -1], [2, 0, 0]].map((middle, k) => plus(middle, right.map((v) => v * explode * ROW[k].apart)));
  const places = middles.map((middle) => inPicture(eye, middle));
  assert.ok(near(middles.map((middle, k) => inPicture(other, plus(middle, shifts[k]))), places));
  const spots = [[-9, 1], [5, -2]], set = new Boxes(ROW.map((box, k) => ({ ...box, apart: 0, spot: spots[k] })), eye).shifts(other, explode);
  assert.ok(near([[-2, 0, -1], [2, 0, 0]].map((middle, k) => inPicture(other, plus(middle, set[k])).slice(0, 2)), spots), "or where it is set");
  assert.ok(near(boxes.seenFrom([point], other)[0], plus(point, boxes.shifts(other, 0)[boxes.of(point)])));
  const axes = pictureAxes(other), reach = boxes.reach(axes, explode), half = ({ low, high }) => range(3).map((i) => (high[i] - low[i]) / 2 * (1 + explode) + explode / 2);
  const ends = ROW.flatMap((box, n) => range(8).map((k) => range(3).map((i) => ((k >> i) & 1 ? 1 : -1) * half(box)[i]))
    .map((corner) => [0, 1].map((i) => Math.abs(dot(corner, axes[i])) + Math.abs(places[n][i]))));
  assert.ok(near(reach, [0, 1].map((k) => Math.max(...ends.map((end) => end[k])))));
}));

test("two boxes stand side by side, or one below the other where they are clearly larger so", () => often(100, (any) => {
  const eye = randomEye(any), [right, up] = pictureAxes(eye), far = any.real(2.5, 4), half = [2, 1, 1];
  const row = [-far, far].map((across) => {
    const middle = right.map((v) => v * across);
    return { low: minus(middle, half), high: plus(middle, half), apart: 0.8 * across };
  });
  const boxes = new Boxes(row, eye), size = [any.between(200, 900), any.between(200, 900)];
  const bounds = () => row.map(({ low, high }, k) => [right, up].map((axis) => {
    const ends = range(8).map((c) => dot(axis, plus(range(3).map((i) => ((c >> i) & 1 ? high : low)[i]), boxes.shifts(eye, 0)[k])));
    return [Math.min(...ends), Math.max(...ends)];
  }));
  const scale = () => Math.min(...size.map((long, i) => {
    const ends = bounds().flatMap((box) => box[i]);
    return long / (Math.max(...ends) - Math.min(...ends));
  }));
  const beside = scale();
  assert.deepEqual(boxes.more.map(Math.abs), [0, 0]);
  boxes.arrange([100, 9000]);
  const below = scale(), [one, other] = bounds();
  assert.ok(near(one[0], other[0]) && one[1][0] > other[1][1], "the first above the second, none over the other");
  assert.ok(near(boxes.more, [-1.8 * far, 1.8 * far * boxes.steep]));
  boxes.arrange(size);
  assert.ok(near(scale(), below < 1.2 * beside ? beside : below));
  boxes.arrange([9000, 100]);
  assert.ok(near(scale(), beside));
  const three = new Boxes([...row, ROW[1]], eye);
  three.arrange([100, 9000]);
  assert.deepEqual([three.steep, three.long, boxes.long], [0, true, false]);
  assert.equal(new Boxes(three.all.map((box) => ({ ...box, spot: [0, 0] })), eye).long, false);
}));

test("a corner looks at an eye that is level with it from its low end", () => {
  assert.deepEqual(cornerOf({ x: 0, y: 1, z: -1 }), [0, 1, 0]);
});

test("one box alone moves nowhere", () => {
  for (const boxes of [new Boxes(undefined, { x: 1, y: 1, z: 1 }), new Boxes([], { x: 1, y: 1, z: 1 }), new Boxes(ROW.slice(0, 1), { x: 1, y: 1, z: 1 })]) {
    assert.deepEqual([boxes.of([9, 9, 9]), boxes.reach(pictureAxes({ x: 1, y: 1, z: 1 }), 1), boxes.seenFrom([[1, 2, 3]], { x: 9, y: 1, z: 1 })], [0, null, [[1, 2, 3]]]);
  }
  assert.ok(near(new Boxes([], { x: 1, y: 1, z: 1 }).shifts({ x: 9, y: 1, z: 1 }, 1), [[0, 0, 0]]));
});

test("a cage is open at the corner of the eye: nine of twelve edges, and lines between cells on the far walls", () => often(50, (any) => {
  const low = range(3).map(() => any.between(-2, 2)), size = range(3).map(() => any.between(1, 3)), rim = any.pick([0, 0.25]), eye = randomEye(any);
  const high = low.map((v, i) => v + size[i] + 2 * rim), corner = cornerOf(eye);
  assert.deepEqual(corner, [eye.x, eye.y, eye.z].map((v) => (v > 0 ? 1 : 0)));
  const scene = { fixed: [{ type: "scatter3d", x: [0], y: [0], z: [0], line: { width: 3 } }, { type: "mesh3d", x: [1], y: [1], z: [1] }], boxes: [{ low, high, whole: true }] };
  const [cage, lines, other] = fixedThings(scene, corner), segments = (trace) => {
    const points = Array.from(trace.x, (_, k) => [trace.x[k], trace.y[k], trace.z[k]]);
    return range(points.length / 3).map((k) => points.slice(3 * k, 3 * k + 3)).map(([a, b, gap]) => {
      assert.ok(gap.every(Number.isNaN));
      return [a, b].map(String).sort().join(" ");
    });
  };
  const near_ = String(range(3).map((i) => (corner[i] ? high : low)[i]));
  const ends = range(8).map((k) => range(3).map((i) => ((k >> i) & 1 ? high : low)[i]));
  const edges = ends.flatMap((a) => ends.filter((b) => a.filter((v, i) => v !== b[i]).length === 1).map((b) => [a, b].map(String).sort()));
  const wanted = [...new Set(edges.filter((pair) => !pair.includes(near_)).map((pair) => pair.join(" ")))];
  assert.deepEqual(segments(cage.trace()).sort(), wanted.sort());
  assert.equal(wanted.length, 9);
  const far = range(3).map((i) => (corner[i] ? low : high)[i]);
  const onWalls = range(3).flatMap((wall) => range(3).filter((axis) => axis !== wall).flatMap((axis) => range(size[axis] + 1).map((k) => {
    const along = 3 - wall - axis, [a, b] = [[...far], [...far]];
    a[axis] = b[axis] = low[axis] + rim + k;
    [a[along], b[along]] = [low[along], high[along]];
    return [a, b].map(String).sort().join(" ");
  })));
  assert.deepEqual(segments(lines.trace()).sort(), onWalls.sort());
  assert.deepEqual([cage.cage, cage.box, other.cage, other.box, other.trace().type], [true, 0, false, 0, "mesh3d"]);
  const { line: drawn, meta } = lines.trace();
  assert.deepEqual([cage.trace().line.width, drawn.width, meta.length, drawn.color], [3, 1, 2, meta[0]]);
  assert.notEqual(fixedThings(scene, corner.map((v) => 1 - v))[0].name, cage.name);
  assert.equal(fixedThings(scene, corner.map((v) => 1 - v))[2].name, other.name);
}));

// ---- a camera like plotly's

/** The matrices of an eye, column by column as plotly has them: the scene is orthographic. */
function cameraAt(eye, scale = 0.2) {
  const [right, up] = pictureAxes(eye), from = [eye.x, eye.y, eye.z].map((v) => v / length(eye));
  const rows = [right, up, from], identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const matrix = [0, 1, 2].flatMap((column) => [...rows.map((row) => row[column]), 0]).concat([0, 0, 0, 1]);
  const projection = identity.map((v, k) => (k % 5 === 0 && k < 15 ? scale : v));
  return { glplot: { cameraParams: { model: identity, view: matrix, projection } }, dataScale: [1, 1, 1], shiftOf: () => [0, 0, 0], boxOf: () => 0 };
}

test("points are on the page where the camera sees them", () => often(100, (any) => {
  const eye = randomEye(any), view = cameraAt(eye), point = vector(any, -2, 2), [right, up] = pictureAxes(eye);
  assert.ok(near(onPage(view, point, [400, 200]), [200 + 40 * dot(right, point), 100 - 20 * dot(up, point)], 1e-6));
  const moved = { ...view, dataScale: [2, 2, 2], shiftOf: () => [0.5, 0, 0] };
  assert.ok(near(onPage(moved, point, [400, 200]), onPage(view, plus(point, [0.5, 0, 0]).map((v) => 2 * v), [400, 200]), 1e-6));
  const axes = viewAxes(view);
  assert.ok(near(axes, [right, up, [eye.x, eye.y, eye.z].map((v) => v / length(eye))], 1e-9));
  assert.ok(near(radiusOf(view, { point, clear: 0.5 }, [400, 200]), 20, 1e-6));
  const deep = structuredClone(view.glplot);
  deep.cameraParams.projection[15] = 2; // farther off
  assert.ok(near(onPage({ ...view, glplot: deep }, point, [400, 200]), [200 + 20 * dot(right, point), 100 - 10 * dot(up, point)], 1e-6));
}));

test("a solid hides what a ray to the eye would meet it from", () => often(300, (any) => {
  const planes = [[1, 0, 0, 1], [-1, 0, 0, 1], [0, 1, 0, 1], [0, -1, 0, 1], [0, 0, 1, 1], [0, 0, -1, 1]]; // a cube of 2
  const point = vector(any, -3, 3), way = vector(any, -1, 1).map((v, _, all) => v / Math.hypot(...all));
  const met = range(2000).some((k) => plus(point, way.map((v) => v * (0.002 + k * 0.005))).every((v) => Math.abs(v) < 0.99));
  const missed = range(2000).every((k) => plus(point, way.map((v) => v * k * 0.005)).some((v) => Math.abs(v) > 1.01));
  if (met) assert.equal(hides(planes, point, way), true);
  if (missed) assert.equal(hides(planes, point, way), false);
  assert.deepEqual([[0, 0, 2], [-3, 0, 0]].map((from) => hides(planes, from, [1, 0, 0])), [false, true], "beside it, and before it");
  assert.equal(hides(planes, [0.5, 0.5, 1], [0, 0, 1]), false, "on its face, towards the eye");
}));

// ---- texts

const cover = (a, b) => Math.abs(a.x - b.x) < a.half[0] + b.half[0] && Math.abs(a.y - b.y) < a.half[1] + b.half[1];

test("two boxes are apart, or cover one another", () => often(100, (any) => {
  const box = () => ({ x: any.real(0, 20), y: any.real(0, 20), half: [any.real(1, 6), any.real(1, 6)] }), [a, b] = [box(), box()];
  const points = range(400).map((k) => [a.x - a.half[0] + (k % 20 + 0.5) / 10 * a.half[0], a.y - a.half[1] + (Math.floor(k / 20) + 0.5) / 10 * a.half[1]]);
  const shared = points.some(([x, y]) => Math.abs(x - b.x) < b.half[0] && Math.abs(y - b.y) < b.half[1]);
  if (shared) assert.equal(apart(a, b), false);
  assert.equal(apart(a, b), !cover(a, b));
  assert.equal(apart(a, b), apart(b, a));
}));

test("words of a call stand off all points of the hull: a line parts them", () => often(100, (any) => {
  const spot = [any.real(200, 300), any.real(150, 250)], forms = [{ half: [any.real(20, 40), 10] }, { half: [15, 10] }];
  const hull = range(6).map(() => spot.map((v) => v + any.real(-50, 50)));
  const { x, y, half } = calledAt(forms, spot, 5, [500, 400], [], hull), corners = range(4).map((k) => [x + (k & 1 ? 1 : -1) * half[0], y + (k & 2 ? 1 : -1) * half[1]]);
  const parts = ([cos, sin]) => Math.min(...corners.map((at) => at[0] * cos + at[1] * sin)) > Math.max(...hull.map((at) => at[0] * cos + at[1] * sin));
  assert.ok(range(72).map((k) => [Math.cos(k * Math.PI / 36), Math.sin(k * Math.PI / 36)]).some(parts));
}));

test("where nothing has room, a peg has the shortest of its labels, on the side to which it leans", () => {
  const eye = { x: 1, y: -1, z: 1 }, [right, up] = pictureAxes(eye), forms = [9, 8].map((side, k) => ({ half: [side, side], k }));
  const everywhere = range(121).map((k) => right.map((v, i) => (k % 11 - 5) * v + (Math.floor(k / 11) - 5) * up[i]));
  const tag = { point: [0, 0, 0], clear: 0.2, out: right, forms };
  const { form, box } = placeTags([tag], everywhere, cameraAt(eye), [100, 100], [], false).ways[0];
  assert.equal(form.k, 1);
  assert.ok(box.x > 55 && near(box.y, 50));
});

test("tags: none covers another; the first have the say; apart, all are shown", () => often(200, (any) => {
  const view = cameraAt(randomEye(any)), size = [500, 400], tags = range(any.between(1, 12)).map((k) =>
    ({ point: vector(any, -2, 2), clear: 0.2, forms: [{ half: [any.real(8, 40), 9], k }, { half: [6, 9], k }] }));
  const { ways, taken } = placeTags(tags, [], view, size, [], false), put = ways.filter(Boolean).map(({ box }) => box);
  put.forEach((box, k) => put.slice(0, k).forEach((other) => assert.ok(apart(box, other))));
  ways.forEach((way, k) => {
    const at = onPage(view, tags[k].point, size), before = ways.slice(0, k).filter(Boolean).map(({ box }) => box);
    const free = tags[k].forms.find(({ half }) => before.every((other) => !cover({ x: at[0], y: at[1], half }, other)));
    assert.equal(way?.form, free);
    if (way) assert.ok(near([way.box.x, way.box.y], at) && way.box.half === way.form.half);
  });
  assert.equal(taken.length, put.length);
  const all = placeTags(tags, [], view, size, [], true).ways;
  assert.deepEqual(all.map(({ form }) => form), tags.map(({ forms }) => forms[0]));
}));

test("labels of pegs: beside their peg, over no cap and no other; hidden with it; short where there is no room", () => often(150, (any) => {
  const eye = randomEye(any), view = cameraAt(eye), size = [600, 400], cube = [[1, 0, 0, 1], [-1, 0, 0, 1], [0, 1, 0, 1], [0, -1, 0, 1], [0, 0, 1, 1], [0, 0, -1, 1]];
  const outs = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];
  const tags = outs.map((out) => ({ point: out.map((v) => 1.1 * v), out, clear: 0.15, forms: [{ half: [30, 9] }, { half: [12, 9] }] }));
  const dots = [[0.3, 0.3, 1.05]], { ways, taken, seen } = placeTags(tags, dots, view, size, [cube], false);
  const from = [eye.x, eye.y, eye.z];
  tags.forEach(({ point, out }, k) => {
    if (dot(out, from) > 0.05) assert.ok(seen(point));
    if (!seen(point)) assert.equal(ways[k], null);
    else assert.ok(ways[k], "a peg that is seen has its label");
  });
  const shown = tags.filter(({ point }) => seen(point)), caps = shown.map((tag) => onPage(view, tag.point, size));
  for (const [k, way] of ways.entries()) if (way) {
    const { x, y, half } = way.box;
    assert.ok(x >= half[0] - 1e-9 && x <= size[0] - half[0] + 1e-9 && y >= half[1] - 1e-9 && y <= size[1] - half[1] + 1e-9);
    const others = taken.filter((box) => box !== way.box), free = others.every((box) => !cover(way.box, box));
    assert.ok(free || way.form === tags[k].forms.at(-1));
    const [cx, cy] = onPage(view, tags[k].point, size);
    assert.ok(Math.hypot(x - cx, y - cy) < half[0] + half[1] + 30);
  }
  assert.equal(taken.length, caps.length + dots.filter(seen).length + ways.filter(Boolean).length);
}));

test("a call is inside the picture, over nothing that is taken, off the hull where there is room", () => often(200, (any) => {
  const size = [500, 350], spot = [any.real(100, 400), any.real(80, 270)], clear = any.real(4, 20);
  const forms = [{ text: "long", half: [any.real(40, 90), 12] }, { text: "short", half: [25, 12] }];
  const taken = range(any.between(0, 4)).map(() => ({ x: any.real(50, 450), y: any.real(50, 300), half: [25, 10] }));
  const hull = range(8).map((k) => [250 + 70 * Math.cos(k * Math.PI / 4), 175 + 70 * Math.sin(k * Math.PI / 4)]);
  const box = calledAt(forms, spot, clear, size, taken, hull), { x, y, half } = box;
  assert.ok(x - half[0] >= 4 - 1e-9 && x + half[0] <= 496 + 1e-9 && y - half[1] >= 4 - 1e-9 && y + half[1] <= 346 + 1e-9);
  if (taken.length < 2) assert.ok(taken.every((other) => apart(box, other)));
  const [dx, dy] = [Math.abs(x - spot[0]) - half[0], Math.abs(y - spot[1]) - half[1]];
  assert.ok(Math.max(dx, dy) > 0, "not over its spot");
  const [x1, y1, x2, y2] = leaderOf(box, spot, clear);
  assert.ok(near(Math.max(Math.abs(x1 - x) / half[0], Math.abs(y1 - y) / half[1]), 1), "from its rim");
  assert.ok(near(Math.hypot(x2 - spot[0], y2 - spot[1]), 0.75 * clear, 1e-6), "almost to the spot");
  assert.ok(near((x2 - x) * (spot[1] - y), (y2 - y) * (spot[0] - x), 1e-6), "straight");
}));

test("a call takes the longest form that stands off the hull, then the short one, then any place, or none", () => {
  const forms = [{ text: "long", half: [80, 10] }, { text: "short", half: [20, 10] }], at = (size, taken, hull) => calledAt(forms, [100, 100], 10, size, taken, hull);
  assert.equal(at([400, 400], [], []).text, "long");
  assert.equal(at([40, 40], [], []), undefined);
  const everywhere = [{ x: 200, y: 200, half: [500, 500] }];
  assert.equal(at([400, 400], everywhere, []).text, "short");
  const around = range(40).map((k) => [200 + 300 * Math.cos(k), 200 + 300 * Math.sin(k)]);
  assert.equal(at([400, 400], [], around).text, "short", "nowhere is off this hull");
  assert.equal(at([150, 400], [], []).text, "short", "the long one has no room");
});

test("a call that has room stands straight out of the picture, as near as its words allow", () => {
  for (const [spot, [x, y]] of [[[300, 200], [300 + 10 + 18 + 30, 200]], [[100, 200], [100 - 58, 200]], [[200, 300], [200, 300 + 28 + 10]], [[200, 100], [200, 100 - 38]]]) {
    const box = calledAt([{ half: [30, 10] }, { half: [5, 10] }], spot, 10, [400, 400], [], []);
    assert.ok(near([box.x, box.y], [x, y], 1e-6), `${spot}`);
  }
  const [spot, cos, sin] = [[230, 240], 0.6, 0.8], box = calledAt([{ half: [30, 10] }, { half: [5, 10] }], spot, 10, [400, 400], [], []);
  assert.ok(near([box.x, box.y], [230 + 40.5 * cos, 240 + 40.5 * sin], 1e-6));
});

test("the label of a peg is on the side to which the peg leans, below one that looks at the eye", () => {
  const view = cameraAt({ x: 2, y: 1e-6, z: 1e-6 }), size = [800, 800], put = (out) => {
    const tag = { point: out, out, clear: 0.02, forms: [{ half: [20, 8] }] }, { ways: [{ box }] } = placeTags([tag], [], view, size, [], false);
    return minus([box.x, box.y], onPage(view, out, size));
  };
  const [right, left, up, down, front] = [[0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1], [1, 0, 0]].map(put);
  assert.ok(right[0] > 20 && left[0] < -20 && near([right[1], left[1]], [0, 0], 0.01));
  assert.ok(up[1] < -8 && down[1] > 8 && near([up[0], down[0]], [0, 0], 0.01));
  assert.ok(front[1] > 0);
  assert.ok(near(right[0], 20 + 2, 0.01), "beside a rim that is seen as a line");
});

test("numbers of cells stand along the edges of a box, outside it, in order", () => often(150, (any) => {
  const eye = randomEye(any), view = cameraAt(eye), size = [600, 600], scale = any.pick([1, 1.5]), [w, d, h] = range(3).map(() => any.between(1, 4));
  const places = Object.fromEntries(range(w * d * h).map((k) => [`(${k % w},${Math.floor(k / w) % d},${Math.floor(k / w / d)})`, 1]));
  const low = [-w / 2, -d / 2, -h / 2], high = [w / 2, d / 2, h / 2], edged = edgesOf({ boxes: [{ low, high }], places }, {});
  assert.deepEqual(edged[0].texts, [range(w), range(d), range(h)]);
  const texts = edgeTexts(edged, view, size, scale, null), signs = texts.filter(({ text }) => /[xyz]/.test(text)).map(({ text }) => text);
  assert.equal(new Set(signs).size, signs.length);
  const counted = signs.reduce((sum, sign) => sum + [w, d, h]["xyz".indexOf(sign)], 0);
  assert.equal(texts.length, signs.length + counted);
  const toEye = [eye.x, eye.y, eye.z].map((v) => v > 0), middle = onPage(view, [0, 0, 0], size);
  let from = 0;
  for (const axis of range(3)) { // of the two edges between a side in sight and one that is not, the lower; of z the left one
    const edges = [1, 2].map((other) => [low, high].map((end) => onPage(view, range(3).map((i) =>
      (i === axis ? end : (i === (axis + other) % 3) === toEye[i] ? high : low)[i]), size)));
    const far = ([a, b]) => (axis < 2 ? a[1] + b[1] : -a[0] - b[0]);
    const [start, end] = far(edges[0]) > far(edges[1]) ? edges[0] : edges[1], way = minus(end, start), count = [w, d, h][axis];
    assert.equal(signs.includes("xyz"[axis]), Math.hypot(...way) >= 13 * scale * count, "there is room");
    if (!signs.includes("xyz"[axis])) continue;
    const row = texts.slice(from, from + count), across = unit([-way[1], way[0]]), side = dot(across, minus(start, middle)) > 0 ? 1 : -1;
    assert.deepEqual(row.map(({ text }) => text), range(count).map(String));
    row.forEach(({ x, y }, k) => assert.ok(near([x, y], [0, 1].map((i) => Math.max([4.08, 8.16][i] * scale,
      start[i] + way[i] * (k + 0.5) / count + side * scale * across[i] * (10 + 3.4 * Math.abs(across[0]))), 1e-6))));
    const { x, y } = texts[from + count], last = row.at(-1);
    assert.ok(dot([x - last.x, y - last.y], way) > 0, "the sign is behind the last number");
    from += count + 1;
  }
  for (const box of [{ x: 300, y: 300, half: [150, 150] }]) {
    const fewer = edgeTexts(edged, view, size, scale, box);
    assert.ok(fewer.every(({ x, y, text }) => apart(box, { x, y, half: [3.4 * scale * text.length, 6.8 * scale] })));
    assert.deepEqual(fewer, texts.filter(({ x, y, text }) => apart(box, { x, y, half: [3.4 * scale * text.length, 6.8 * scale] })));
  }
}));

test("texts of one edge are left out where there is no room; those of a part to print are its sizes", () => {
  const places = { "(3,0,0)": 1, "(4,0,0)": 1 }, box = { low: [-0.5, -0.5, -0.5], high: [1.5, 0.5, 0.5] };
  assert.deepEqual(edgesOf({ boxes: [box], places }, {})[0].texts, [[3, 4], [0], [0]]);
  assert.deepEqual(edgesOf({}, { sizes: ["10 mm", "20 mm", "5 mm"], room: [[0, 0, 0], [1, 2, 3]] }),
    [{ low: [0, 0, 0], high: [1, 2, 3], texts: [["10 mm"], ["20 mm"], ["5 mm"]], signs: [] }]);
  assert.deepEqual(edgesOf({}, {}), []);
  const view = cameraAt({ x: 1, y: -1, z: 1 }), small = edgeTexts(edgesOf({ boxes: [box], places }, {}), view, [60, 60], 1, null);
  assert.deepEqual(small, []);
  assert.deepEqual([namesCell({ say: "at (1,2,3)" }), namesCell({ say: "at (1,2)" })], [true, false]);
});

// ---- framing and space

const LAYOUT = { scene: { camera: { eye: { x: 1.2, y: -1.6, z: 1 } }, aspectratio: { x: 1, y: 1, z: 1 },
  xaxis: { range: [0, 4] }, yaxis: { range: [-1, 1] }, zaxis: { range: [0, 3] } } };

test("a picture is filled at first, never left, and as large from the first eye as it can be", () => often(150, (any) => {
  const eye = randomEye(any), size = [any.between(300, 900), any.between(300, 600)], scene = { ...LAYOUT.scene, camera: { eye } };
  const stands = range(8).map((k) => [(k & 1) * 4, ((k >> 1) & 1) * 2 - 1, (k >> 2) * 3]), axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1], ...pictureAxes(eye)];
  const reach = axes.map((axis) => stands.map((point) => dot(axis, point))).map((ends) => [Math.min(...ends), Math.max(...ends)]);
  const look = { explode: 0, size, stands, boxes: new Boxes(undefined, eye), round: false, tagged: false, edged: any.next() < 0.5 };
  const { ranges, aspect } = framing(scene, reach, look), fill = look.edged ? 0.87 : 0.94;
  assert.deepEqual(ranges, [[0, 4], [-1, 1], [0, 3]]);
  const seenFrom = (from) => { // what the points fill of the picture, which is two units high
    const [ax, ay, az] = aspect(from), scale = [ax / 4, ay / 2, az / 3], seen = pictureAxes(from);
    assert.ok(near(scale, [scale[0], scale[0], scale[0]]), "no stretching");
    return seen.map((axis, k) => Math.max(...stands.map((point) => Math.abs(dot(axis, minus(point, [2, 0, 1.5]))))) * scale[0] / (k ? 1 : size[0] / size[1]));
  };
  assert.ok(near(Math.max(...seenFrom(eye)), fill, 0.06) && Math.max(...seenFrom(eye)) <= fill + 1e-9);
  const other = randomEye(any);
  assert.ok(Math.max(...seenFrom(other)) <= fill + 1e-9, "turned, nothing gets out");
}));

test("pulled apart, all that has moved is in the picture; tags take some of its height", () => often(100, (any) => {
  const eye = randomEye(any), size = [600, 400], scene = { ...LAYOUT.scene, camera: { eye } }, stands = [[0, -1, 0], [4, 1, 3]];
  const moved = [[-2, -3, -1], [7, 2, 4]], corners = range(8).map((k) => range(3).map((i) => moved[(k >> i) & 1][i]));
  const axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1], ...pictureAxes(eye)], tagged = any.next() < 0.5;
  const reach = axes.map((axis) => corners.map((point) => dot(axis, point))).map((ends) => [Math.min(...ends), Math.max(...ends)]);
  const look = { explode: 1, size, stands, boxes: new Boxes(undefined, eye), round: false, tagged, edged: false };
  const { aspect } = framing(scene, reach, look), scale = aspect(eye)[0] / 4, seen = pictureAxes(eye);
  const far = (axis) => Math.max(...corners.map((point) => Math.abs(dot(axis, minus(point, [2, 0, 1.5])))));
  assert.ok(far(seen[0]) * scale <= 0.94 * size[0] / size[1] + 1e-6);
  assert.ok(far(seen[1]) * scale <= (tagged ? 0.9 : 0.94) + 1e-6);
  const packed = framing(scene, reach, { ...look, explode: 0 }).aspect(eye)[0] / 4;
  assert.ok(scale < packed);
  const half = framing(scene, reach, { ...look, explode: 0.5 }).aspect(eye)[0] / 4;
  assert.ok(half < packed && half > scale);
  const scaleOf = (more) => framing(scene, reach, { ...look, size: [6000, 400], ...more }).aspect(eye)[0]; // height decides
  assert.ok(near(scaleOf({ tagged: true }) / scaleOf({ tagged: false }), 0.9 / 0.94));
  assert.equal(scaleOf({ tagged: true, explode: 0 }), scaleOf({ tagged: false, explode: 0 }));
}));

test("a solid that may be turned any way is as large from everywhere, and fits", () => often(50, (any) => {
  const eye = randomEye(any), size = [any.between(200, 900), 400], range_ = { range: [-1, 1] };
  const scene = { camera: { eye }, aspectratio: { x: 1.8, y: 1.8, z: 1.8 }, xaxis: range_, yaxis: range_, zaxis: range_ }, reach = Array(5).fill([-1, 1]);
  const look = { explode: 0, size, stands: [], boxes: new Boxes(undefined, eye), round: true, tagged: false, edged: false };
  const { aspect } = framing(scene, reach, look), first = aspect(eye);
  assert.ok(near(aspect(randomEye(any)), first));
  assert.ok(near(first[0] / 2, Math.min(0.9, 0.94 * size[0] / 400)));
  const apartNow = framing(scene, reach, { ...look, explode: 1 }).aspect(eye);
  assert.ok(apartNow[0] < first[0] || size[0] < 350);
  const long = framing({ ...scene, xaxis: { range: [-3, 3] } }, reach, look).aspect(eye), across = 1 + 2 * Math.abs(pictureAxes(eye)[0][0]);
  assert.ok(near(long, [6, 2, 2].map((v) => v * Math.min(0.3, 0.94 * size[0] / 400 / across))));
}));

test("several boxes have room for their uneven ends, and a room replaces the axes", () => {
  const eye = { x: 1, y: -2, z: 1 }, stands = ROW.flatMap(({ low, high }) => [low, high]), boxes = new Boxes(ROW, eye), size = [600, 400];
  const scene = { camera: { eye }, aspectratio: { x: 1, y: 1, z: 1 }, xaxis: { range: [0, 6] }, yaxis: { range: [0, 2] }, zaxis: { range: [0, 4] } };
  const axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1], ...pictureAxes(eye)];
  const reach = axes.map((axis) => stands.map((point) => dot(axis, point))).map((ends) => [Math.min(...ends), Math.max(...ends)]);
  const look = { explode: 1, size, stands, boxes, round: false, tagged: false, edged: false };
  const one = framing(scene, reach, { ...look, boxes: new Boxes(undefined, eye) }).aspect(eye)[0];
  assert.ok(near(framing(scene, reach, look).aspect(eye)[0] / one, 0.88), "one box has no uneven ends");
  const at = roomed(scene, [[1, 2, 3], [4, 5, 6]]);
  assert.deepEqual([at.xaxis.range, at.yaxis.range, at.zaxis.range, at.camera], [[1, 4], [2, 5], [3, 6], scene.camera]);
  assert.equal(roomed(scene), scene);
});

test("a space grows with its frames, opens to the eye, and lays out what plotly is told", () => {
  const parts = new Parts({ a: packedPart(CUBE) }), scene = { layout: { ...LAYOUT, paper: "w" }, dark: { paper: "b" },
    fixed: [{ type: "scatter3d", x: [0, 4], y: [-1, 1], z: [0, 3] }], boxes: [{ low: [0, -1, 0], high: [4, 1, 3], whole: true, apart: 0 }] };
  const space = new Space(scene, parts), frame = (at, more) => ({ say: "", blocks: [{ part: "a", at, away: [0, 0, 0] }], ...more });
  assert.ok(near(space.axes.slice(3), pictureAxes(LAYOUT.scene.camera.eye)));
  space.grow([frame([0, 0, 0]), frame([3, 0, 0])]);
  assert.ok(near(space.reach.false.slice(0, 2), [[-0.5, 3.5], [-0.5, 0.5]]));
  assert.equal(space.named, false);
  space.grow([frame([9, 0, 0], { tags: [{ at: [20, 0, 0], away: [0, 0, 0] }], say: "at (0,0,0)" })]);
  assert.ok(near(space.reach.true[0], [8.5, 20.3]) && near(space.reach.false[0], [-0.5, 3.5]), "frames with tags have a reach of their own");
  assert.ok(space.named && space.edged({}, 0) && !space.edged({}, 0.5));
  const camera = { zoom: 2, now: { eye: LAYOUT.scene.camera.eye }, kept: null }, layout = space.layout(frame([0, 0, 0]), [600, 400], 0, camera, true);
  assert.deepEqual([layout.paper, layout.width, layout.height, layout.autosize, layout.scene.aspectmode], ["b", 600, 400, false, "manual"]);
  assert.deepEqual([layout.scene.xaxis.range, layout.scene.xaxis.autorange, layout.scene.camera], [[0, 4], false, LAYOUT.scene.camera]);
  const once = space.layout(frame([0, 0, 0]), [600, 400], 0, { ...camera, zoom: 1, kept: { eye: 1 } }, false);
  assert.equal(once.paper, "w");
  assert.deepEqual(once.scene.camera, { eye: 1 });
  assert.ok(near(layout.scene.aspectratio.x, 2 * once.scene.aspectratio.x));
  assert.deepEqual(Object.keys(space.aspectSeen({ x: 1, y: 1, z: 1 })), ["x", "y", "z"]);
  const edges = space.openTo({ x: -1, y: -1, z: 1 });
  assert.ok(edges.length === 2 && edges.every(({ cage }) => cage));
  assert.equal(space.openTo({ x: -2, y: -1, z: 3 }), null, "the same corner");
  assert.ok(space.openTo({ x: 2, y: -1, z: 3 }));
  const near_ = new Space({ ...scene, near: 0.5 }, parts);
  near_.grow([frame([0, 0, 0])]);
  const half = near_.layout(frame([0, 0, 0]), [600, 400], 0.5, camera, false), full = near_.layout(frame([0, 0, 0]), [600, 400], 1, camera, false);
  assert.deepEqual(half.scene.aspectratio, full.scene.aspectratio, "apart as far as it goes");
  const roomy = space.layout(frame([0, 0, 0], { room: [[0, 0, 0], [1, 1, 1]], sizes: ["a"] }), [600, 400], 0, camera, false);
  assert.deepEqual(roomy.scene.zaxis.range, [0, 1]);
  assert.deepEqual(new Space({}, parts).corner, null);
  const snug = space.layout(frame([3, 0, 0], { snug: true }), [600, 400], 0, camera, false).scene;
  assert.ok(near(["x", "y", "z"].map((axis) => (snug[`${axis}axis`].range[0] + snug[`${axis}axis`].range[1]) / 2), [3, 0, 0]), "in the middle");
  assert.ok(snug.xaxis.range[0] <= 0 && snug.xaxis.range[1] >= 4, "what glides there from elsewhere is not cut off");
  const size = ({ aspectratio, xaxis: { range: [low, high] } }) => aspectratio.x / (high - low);
  assert.ok(size(snug) > 2 * size(layout.scene), "and as large as there is room");
});

test("the corners round blocks", () => {
  const parts = new Parts({ a: packedPart(CUBE) }), found = parts.corners({ blocks: [{ part: "a", at: [1, 2, 3] }, { part: "a", at: [0, 0, 0], turn: TURN }] });
  assert.deepEqual([found.length, new Set(found.slice(0, 8).map(String)).size], [16, 8]);
  assert.equal(parts.get("a"), parts.get("a"), "it is unpacked once");
  assert.deepEqual([0, 1, 2].map((i) => [Math.min, Math.max].map((end) => end(...found.slice(0, 8).map((point) => point[i])))),
    [0, 1, 2].map((i) => [Math.min, Math.max].map((end) => [1, 2, 3][i] + end(...CUBE.map((point) => point[i])))));
  const turned = CUBE.map((point) => times(TURN, point));
  assert.ok(near([0, 1, 2].map((i) => Math.max(...found.slice(8).map((point) => point[i]))), [0, 1, 2].map((i) => Math.max(...turned.map((point) => point[i]))), 1e-5));
});

// ---- slots

const thing = (type, part, at, tone) => ({ type, part, place: `${part} ${at}`, name: `${part} ${at} ${tone}` });
const slotOf = (one, sent = one) => ({ type: one.type, thing: one, sent });

test("things take the slot of the same, else of another shade, else of the like, else any of their type", () => {
  const [a, b, c, d] = [thing("mesh", "A", 1, 1), thing("mesh", "A", 2, 1), thing("mesh", "B", 1, 1), thing("line", "A", 1, 1)];
  const slots = [a, b, c, d].map((one) => slotOf(one)), [sa, sb, sc, sd] = slots;
  const go = (...things) => matched(things, slots);
  assert.equal(go(thing("mesh", "A", 2, 1)).placed.values().next().value, sb);
  assert.equal(go(thing("mesh", "A", 2, 7)).placed.values().next().value, sb, "another shade");
  assert.equal(go(thing("mesh", "B", 9, 1)).placed.values().next().value, sc, "its like elsewhere");
  assert.equal(go(thing("mesh", "Z", 9, 1)).placed.values().next().value, sa, "anything of its type");
  assert.equal(go(thing("line", "Z", 9, 1)).placed.values().next().value, sd);
  assert.equal(go(thing("text", "A", 1, 1)).placed.size, 0);
  const first = thing("mesh", "Z", 9, 1), again = thing("mesh", "A", 1, 1), { placed, left } = go(first, again);
  assert.deepEqual([placed.get(again), placed.get(first)], [sa, sb], "the same keeps its slot, whoever comes first");
  assert.deepEqual([...left], [sc, sd]);
  const free = { type: "mesh", thing: null, sent: a };
  assert.equal(matched([a], [slotOf(c), free]).placed.get(a), free, "what the graphics card still has");
  const shade = slotOf(a, thing("mesh", "A", 1, 0));
  matched([a], [shade]);
  assert.equal(shade.sent, a);
});

test("things match each slot once, whatever they are", () => often(200, (any) => {
  const some = () => thing(any.pick(["mesh", "line"]), any.pick(["A", "B"]), any.below(3), any.below(2));
  const things = range(any.below(8)).map(some), slots = range(any.below(8)).map(() => slotOf(some())), { placed, left } = matched(things, slots);
  assert.equal(new Set(placed.values()).size, placed.size);
  assert.equal(placed.size + left.size, slots.length);
  for (const type of ["mesh", "line"]) {
    const count = (all) => all.filter((one) => one.type === type).length;
    assert.equal([...placed.keys()].filter((one) => one.type === type).length, Math.min(count(things), count(slots)));
  }
}));

test("traces are numbered by type, get the defaults of their like, and places on the colour scale", () => {
  assert.deepEqual(numbered([{ type: "a" }, { type: "b" }, { type: "a", x: 1 }]), [{ type: "a", uid: "a-1" }, { type: "b", uid: "b-1" }, { type: "a", x: 1, uid: "a-2" }]);
  const full = fullOf({ opacity: 0.3, colour: "red", line: { width: 1, color: "x" }, lighting: { a: 1 }, visible: false }, { x: [1, 2, 3], line: { color: "y" } }, "u");
  assert.deepEqual(full, { opacity: 1, colour: "red", line: { width: 1, color: "y" }, lighting: { a: 1 }, visible: true, x: [1, 2, 3], uid: "u", _length: 3 });
  assert.equal(fullOf({}, { x: [], opacity: 0.5 }, "u").opacity, 0.5);
  assert.deepEqual([...tonePlaces({ intensity: [1, 3, 5], cmin: 1, cmax: 5 })], [0, 0.5, 1].flatMap((tone) => [tone, 0, tone, 0, tone, 0]));
});

test("an object is moved by its matrix", () => often(50, (any) => {
  const model = range(16).map((k) => (k % 4 === 3 ? Number(k === 15) : any.real(-1, 1))), shift = vector(any, -1, 1), scale = vector(any, 0.5, 2), point = vector(any, -1, 1);
  const apply = (matrix, [x, y, z]) => range(4).map((row) => matrix[row] * x + matrix[4 + row] * y + matrix[8 + row] * z + matrix[12 + row]);
  const moved = movedBy({ model, other: 1 }, shift, scale);
  assert.ok(near(apply(moved.model, point), apply(model, point.map((v, i) => v + shift[i] * scale[i]))));
  assert.equal(moved.other, 1);
  const params = { model };
  assert.equal(movedBy(params, [0, 0, 0], scale), params);
  assert.notDeepEqual(movedBy(params, [0, 1, 0], scale), params);
  assert.ok(model.every((v, k) => v === params.model[k]));
}));

// ---- tables

const layersOf = (sizes) => sizes.map(([w, d]) => ({ rows: range(d).map(() => range(w)) }));
const sizesOf = (any) => range(any.between(1, 8)).map(() => [any.between(1, 7), any.between(1, 7)]);

test("layers are as large as they can be, and fit", () => often(200, (any) => {
  const sizes = sizesOf(any), count = sizes.length, width = any.between(200, 1200), height = any.between(150, 800), scale = any.real(1, 1.4);
  const [wide, high] = [0, 1].map((axis) => Math.max(...sizes.map((size) => size[axis])));
  const sideIn = (columns) => Math.min((width - 12 - (columns - 1) * 26) / (columns * wide), (height - 12 - Math.ceil(count / columns) * 26 * scale) / (Math.ceil(count / columns) * high));
  const best = Math.max(...range(count).map((k) => sideIn(k + 1))), { cell, columns } = layerSize(layersOf(sizes), width, height, scale);
  assert.equal(cell, Math.floor(Math.min(92 * scale, Math.max(24 * scale, best))));
  assert.equal(sideIn(columns), best);
  assert.deepEqual(layerSize([], 400, 300, 1), { cell: 92, columns: 1 });
}));

test("a list of shares has as few columns as its height allows", () => often(100, (any) => {
  const most = any.between(0, 6), height = any.between(80, 500), { columns, row } = listSize(most, height), room = height - 52;
  assert.ok(columns * room >= 15 * most && (columns - 1) * room < 15 * most || (!most && !columns));
  assert.equal(row, Math.floor(Math.min(22, Math.max(15, room / Math.ceil(most / Math.max(1, columns))))));
}));

test("layers in the hand: as large as they can be with their names, in rows of one length", () => often(200, (any) => {
  const sizes = sizesOf(any), count = sizes.length, width = any.between(150, 900), height = any.between(100, 700), caption = any.between(16, 30), least = any.between(40, 140);
  const [wide, high] = [0, 1].map((axis) => Math.max(...sizes.map((size) => size[axis])));
  const { side, columns } = handSize(layersOf(sizes), width, height, caption, least);
  const sideIn = (n) => Math.floor(Math.min(110, ((width + 8) / n - 8) / wide, (height / Math.ceil(count / n) - caption - 6) / high));
  const ways = range(count).map((k) => k + 1).filter((n) => n === 1 || width / n >= least), best = Math.max(...ways.map(sideIn));
  const widest = ways.filter((n) => sideIn(n) === best).at(-1), rows = Math.ceil(count / widest);
  assert.equal(columns, Math.ceil(count / rows), "no row is shorter than it must be");
  assert.equal(side, Math.max(20, sideIn(columns)));
}));

test("layers to paint in: side by side where fingers meet them, else one alone", () => often(200, (any) => {
  const grids = range(any.between(1, 3)).map(() => [any.between(1, 8), any.between(1, 8), any.between(1, 5)]), count = grids.reduce((sum, grid) => sum + grid[2], 0);
  const width = any.between(150, 900), height = any.between(120, 600), { side, columns, single } = benchSize(grids, width, height);
  const [wide, high] = [0, 1].map((axis) => Math.max(...grids.map((grid) => grid[axis])));
  const sideOf = (across, rows) => Math.floor(Math.min(84, (width / across - 12) / wide, (height / rows - 28) / high));
  const best = Math.max(...range(count).map((k) => sideOf(k + 1, Math.ceil(count / (k + 1)))));
  assert.equal(single, count > 1 && best < 30);
  assert.equal(side, Math.max(14, single ? sideOf(1, 1) : best));
  assert.ok(single ? columns === 1 : sideOf(columns, Math.ceil(count / columns)) === best);
}));
