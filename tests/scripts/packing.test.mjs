// Packings seen from any side: which squares, in which order, with which edges; against rays to the eye.
import assert from "node:assert/strict";
import { test } from "node:test";
import { highOf, keyOf, lowOf, normal, shapeSeen, shifted, turned } from "../../lessons/puzzles/cards/browser/logic/cubes.js";
import { Islands, toPixels } from "../../lessons/puzzles/cards/browser/logic/islands.js";
import { LOOK, packed, roomLines, solidOf, squaresSeen, viewer } from "../../lessons/puzzles/cards/browser/logic/packing.js";
import { middleOf, pointList, shrunk } from "../../lessons/puzzles/cards/browser/logic/triangles.js";
import { along, dot, minus, plus, unit } from "../../lessons/puzzles/cards/browser/logic/vectors.js";
import { near, often, range, view } from "./help.mjs";

const WAYS = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];

function randomSolid(any, pieces = 3) {
  const cells = range(27).map((k) => [k % 3, Math.floor(k / 3) % 3, Math.floor(k / 9)]).filter(() => any.next() < 0.6);
  return [cells, cells.map(() => any.below(pieces))];
}

/** To the right, down and towards the eye, written down anew: turned about z by yaw, then tipped by the height. */
function axesOf(yaw, height) {
  const [c, s, level, up] = [Math.cos(yaw), Math.sin(yaw), Math.cos(height), Math.sin(height)];
  return [[c, -s, 0], [-up * s, -up * c, -level], [-level * s, -level * c, up]];
}

test("a viewer looks along three axes at right angles, from above where its height is", () => often(100, (any) => {
  const yaw = any.real(-4, 4), height = any.real(0, 1.5), seen = viewer(yaw, height), point = range(3).map(() => any.real(-5, 5));
  const axes = axesOf(yaw, height);
  assert.ok(near(seen(point), axes.map((axis) => dot(axis, point))));
  range(3).forEach((i) => range(3).forEach((j) => assert.ok(near(dot(axes[i], axes[j]), Number(i === j)))));
  assert.ok(seen([0, 0, 1])[1] <= 0, "up is up");
}));

test("a solid has the outer sides of its pieces, and an edge where a piece ends", () => often(100, (any) => {
  const [cells, owners] = randomSolid(any), solid = solidOf(cells, owners), ownerOf = new Map(cells.map((cell, k) => [`${cell}`, owners[k]]));
  assert.equal(solid.cells.length, cells.length);
  assert.deepEqual(solid.middle, range(3).map((axis) => (Math.min(...cells.map((c) => c[axis])) + Math.max(...cells.map((c) => c[axis]))) / 2));
  for (const { cell, piece, sides } of solid.cells) {
    assert.equal(piece, ownerOf.get(`${cell}`));
    const same = (at) => ownerOf.get(`${at}`) === piece;
    const outer = WAYS.filter((way) => !same(plus(cell, way)));
    assert.deepEqual(sides.map(({ side }) => side), outer);
    for (const { side, corners, edges, shade } of sides) {
      assert.equal(shade, side[2] > 0 ? 1 : side[2] < 0 ? 0.5 : side[0] ? 0.72 : 0.86);
      assert.ok(corners.every((corner) => near(dot(corner, side), 0.5) && corner.every((v) => Math.abs(v) === 0.5)));
      assert.equal(new Set(corners.map(String)).size, 4);
      edges.forEach((edge, n) => {
        const [a, b] = [corners[n], corners[(n + 1) % 4]], beside = a.map((v, axis) => (side[axis] ? 0 : v + b[axis]));
        assert.deepEqual(beside.map(Math.abs).toSorted(), [0, 0, 1], "its neighbour across the edge");
        assert.equal(edge, !same(plus(cell, beside)) || same(plus(plus(cell, beside), side)));
      });
    }
  }
}));

test("each piece leaves away from the middle of the box", () => often(50, (any) => {
  const [cells, owners] = randomSolid(any), box = [[0, 0, 0], [4, 6, 8]], solid = solidOf(cells, owners, box);
  assert.deepEqual(solid.middle, [2, 3, 4]);
  for (const piece of new Set(owners)) {
    const own = cells.filter((_, k) => owners[k] === piece);
    const mean = range(3).map((axis) => own.reduce((sum, cell) => sum + cell[axis], 0) / own.length);
    assert.ok(near(solid.ways.get(piece), minus(mean, [2, 3, 4])));
  }
}));

/** Is a point inside a polygon that turns one way round? */
function isInside([x, y], points) {
  const sides = points.map(([ax, ay], k) => {
    const [bx, by] = points[(k + 1) % points.length];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  });
  return sides.every((side) => side > 1e-6) || sides.every((side) => side < -1e-6);
}

test("painted one over the other, what is on top is what a ray from the eye meets first, from every side", () => often(60, (any) => {
  const [cells, owners] = randomSolid(any), solid = solidOf(cells, owners);
  const yaw = any.real(-Math.PI, Math.PI), height = any.real(0.05, 1.5), squares = squaresSeen(solid, { yaw, height });
  const [right, down, eye] = axesOf(yaw, height);
  for (let shot = 0; shot < 40; shot++) {
    const [u, v] = [any.real(-2.4, 2.4), any.real(-2.4, 2.4)];
    const top = squares.findLast(({ points }) => isInside([u, v], points));
    // the cube that the ray enters nearest to the eye
    const hits = cells.flatMap((cell, k) => {
      const at = minus(cell, solid.middle), from = plus(right.map((r) => r * u), down.map((d) => d * v));
      let [enter, leave] = [-Infinity, Infinity];
      for (const axis of range(3)) {
        const ends = [at[axis] - 0.5, at[axis] + 0.5].map((end) => (end - from[axis]) / eye[axis]).sort((a, b) => a - b);
        [enter, leave] = [Math.max(enter, ends[0]), Math.min(leave, ends[1])];
      }
      return leave > enter ? [{ near: leave, piece: owners[k], depth: leave - enter }] : [];
    });
    if (hits.some(({ depth }) => depth < 0.01)) continue; // too near to an edge to tell
    const first = hits.sort((a, b) => b.near - a.near)[0];
    assert.equal(top?.piece, first?.piece);
  }
}));

test("only sides that look at the eye are painted, where their cubes are", () => often(50, (any) => {
  const [cells, owners] = randomSolid(any), solid = solidOf(cells, owners), yaw = any.real(-3, 3), height = any.real(0.1, 1.4);
  const axes = axesOf(yaw, height), seen = (point) => axes.slice(0, 2).map((axis) => dot(axis, point));
  const wanted = solid.cells.flatMap(({ cell, sides }) => sides.filter(({ side }) => dot(axes[2], side) > 0.001)
    .map(({ corners }) => corners.map((corner) => seen(plus(minus(cell, solid.middle), corner)))));
  const key = (points) => points.map((point) => point.map((v) => (v + 0.00001).toFixed(3))).join(" ");
  assert.deepEqual(squaresSeen(solid, { yaw, height }).map(({ points }) => key(points)).sort(), wanted.map(key).sort());
}));

test("a piece that is apart has moved along its way, and one that spins turns about its own middle", () => often(50, (any) => {
  const [cells, owners] = randomSolid(any, 2), solid = solidOf(cells, owners), look = { yaw: 0, height: Math.PI / 2 }; // from above
  const far = any.real(0, 2), angle = any.real(0, 6);
  const middleSeen = (squares) => range(2).map((axis) => {
    const all = squares.filter(({ piece, shade }) => piece === 0 && shade === 1).flatMap(({ points }) => points).map((point) => point[axis]);
    return all.reduce((a, b) => a + b, 0) / all.length;
  });
  if (!owners.includes(0) || !owners.includes(1)) return;
  const still = squaresSeen(solid, look), way = solid.ways.get(0);
  const gone = squaresSeen(solid, { ...look, apart: (piece) => (piece ? 0 : far) });
  const [x, y] = middleSeen(still), [dx, dy] = middleSeen(gone);
  assert.ok(near([dx - x, dy - y], [far * way[0], -far * way[1]], 1e-6));
  const spun = squaresSeen(solid, { ...look, spin: (piece) => (piece ? 0 : angle) }), [sx, sy] = middleSeen(spun);
  const [ox, oy] = [x - way[0], y + way[1]]; // from its own middle; y is down
  assert.ok(near([sx - way[0], sy + way[1]], [ox * Math.cos(angle) + oy * Math.sin(angle), oy * Math.cos(angle) - ox * Math.sin(angle)], 1e-6));
}));

test("pieces given by the numbers of their cells are the same solid", () => {
  const box = range(8).map((k) => [k % 2, (k >> 1) % 2, k >> 2]), solid = packed([["a", [0, 1]], ["b", [7]]], box);
  assert.deepEqual(solid, solidOf([box[0], box[1], box[7]], ["a", "a", "b"], box));
  assert.deepEqual(solid.middle, [0.5, 0.5, 0.5]);
  assert.deepEqual(Object.keys(LOOK), ["yaw", "height"]);
});

test("the floor and the two back walls have a line between any two cells", () => often(30, (any) => {
  const [w, d, h] = range(3).map(() => any.between(1, 4)), low = range(3).map(() => any.between(0, 2));
  const cells = [low, plus(low, [w - 1, d - 1, h - 1])], yaw = any.real(-1, 1), height = any.real(0.1, 1);
  const seen = ([x, y, z]) => viewer(yaw, height)([x - w / 2, y - d / 2, z - h / 2]).slice(0, 2);
  const lines = [[[w, 0, 0], [w, d, 0], h, [0, 0, 1]], [[w, 0, 0], [w, 0, h], d, [0, 1, 0]], [[0, d, 0], [w, d, 0], h, [0, 0, 1]],
    [[0, d, 0], [0, d, h], w, [1, 0, 0]], [[0, 0, 0], [w, 0, 0], d, [0, 1, 0]], [[0, 0, 0], [0, d, 0], w, [1, 0, 0]]];
  const wanted = lines.flatMap(([from, to, count, step]) => range(count + 1).map((k) =>
    [from, to].map((end) => seen(along(end, step, k)))));
  const key = (ends) => ends.map((end) => end.map((v) => (v + 0.00001).toFixed(4))).join(" ");
  assert.deepEqual(roomLines(cells, yaw, height).map(key).sort(), wanted.map(key).sort());
}));

// ---- cubes, triangles, vectors

const shuffledSolid = (any) => randomSolid(any)[0].toSorted(() => any.next() - 0.5);

test("shapes: four quarters are none, and the corner is at the origin", () => often(100, (any) => {
  const cells = shuffledSolid(any), axis = any.pick(["x", "y", "z"]), at = normal(shifted(cells, [any.between(-3, 3), 2, -1]));
  assert.deepEqual(at, normal(cells));
  assert.deepEqual([lowOf(at), highOf(at)], [[0, 0, 0], minus(highOf(cells), lowOf(cells))]);
  assert.deepEqual(turned(cells, axis, 4), at);
  assert.deepEqual(turned(turned(cells, axis, 1), axis, 2), turned(cells, axis, 3));
  const way = { x: ([x, y, z]) => [x, -z, y], y: ([x, y, z]) => [z, y, -x], z: ([x, y, z]) => [-y, x, z] }[axis];
  assert.deepEqual(turned(cells, axis, 1), normal(cells.map(way)));
  assert.ok(at.every((cell, k) => !k || cell.some((v, i) => v > at[k - 1][i] && cell.slice(0, i).every((u, j) => u === at[k - 1][j]))));
  assert.equal(keyOf([[0, 1, 2], [0, 0, 3]]), "[[0,1,2],[0,0,3]]");
}));

test("the small picture of a shape: three sides a cube, the nearer over the farther, all in its box", () => often(50, (any) => {
  const cells = shuffledSolid(any), { sides, box: [x, y, wide, high] } = shapeSeen(cells);
  assert.equal(sides.length, 3 * cells.length);
  const points = sides.flatMap((side) => side.points), xs = points.map(([a]) => a), ys = points.map(([, b]) => b);
  assert.ok(Math.min(...xs) > x && Math.max(...xs) < x + wide && Math.min(...ys) > y && Math.max(...ys) < y + high);
  assert.ok(near(Math.min(...xs) - x, x + wide - Math.max(...xs)) && near(Math.min(...ys) - y, y + high - Math.max(...ys)), "in its middle");
  assert.ok(near([wide, high], [xs, ys].map((all) => Math.max(3, Math.max(...all) - Math.min(...all)) + 0.2)));
  // the eye is in front, to the right and above: of two cubes in its line of sight the nearer is painted later
  const order = range(cells.length).map((k) => sides[3 * k].points[0]);
  const at = (cell) => order.findIndex(([a, b]) => near([a, b], [cell[0] + 0.45 * cell[1], -cell[2] - 0.4 * cell[1]]));
  for (const cell of cells) for (const step of [[0, -1, 0], [1, 0, 0], [0, 0, 1]]) {
    const next = plus(cell, step);
    if (cells.some((one) => String(one) === String(next))) assert.ok(at(next) > at(cell), `${cell} ${next}`);
  }
  assert.deepEqual(sides.slice(0, 3).map(({ shade }) => shade), ["none", "rgba(255, 255, 255, 0.3)", "rgba(0, 0, 0, 0.28)"]);
  const [front, top, right] = sides.slice(0, 3).map((side) => middleOf(side.points));
  assert.ok(top[1] < front[1] && right[0] > front[0]);
}));

test("a flat shape is seen from above, a square for each cell, as it lies on its board", () => {
  const { sides, box } = shapeSeen([[0, 0, 0], [0, 1, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]], true);
  const corners = sides.map(({ points }) => points.map(String).toSorted());
  const square = (x, y) => [[x, -y], [x + 1, -y], [x, -y - 1], [x + 1, -y - 1]].map(String).toSorted();
  assert.deepEqual(corners.toSorted(), [square(0, 0), square(0, 1), square(1, 0), square(2, 0), square(3, 0)].toSorted());
  assert.ok(near(box, [-0.1, -2.6, 4.2, 3.2]));
});

test("triangles and vectors", () => {
  assert.equal(pointList([[1, 2.345], [0, -1]]), "1.0,2.3 0.0,-1.0");
  assert.deepEqual(middleOf([[0, 0], [3, 0], [0, 6]]), [1, 2]);
  assert.ok(near(shrunk([[0, 0], [3, 0], [0, 6]], 0.5), [[0.5, 1], [2, 1], [0.5, 4]]));
  assert.deepEqual([dot([1, 2, 3], [4, 5, 6]), plus([1, 2], [3, 4]), minus([1, 2], [3, 5]), along([1, 1], [2, 4], 0.5)], [32, [4, 6], [-2, -3], [2, 3]]);
  assert.ok(near(unit([3, 4]), [0.6, 0.8]));
  assert.deepEqual(unit([0, 0]), [0, 0]);
});

test("a cube seen small: front, top and right side, corner by corner", () => {
  const at = (x, y, z) => [x + 0.45 * y, -z - 0.4 * y], { sides } = shapeSeen([[0, 0, 0]]);
  const wanted = [[at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)], [at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)],
    [at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)]];
  assert.ok(near(sides.map(({ points }) => points), wanted));
});

// ---- islands

test("islands: neighbours by so many pieces, connected as by walking; hermits have none", () => often(100, (any) => {
  const count = any.between(1, 12), pairs = range(any.below(14)).map(() => [any.below(count), any.below(count), any.between(2, 4), any.below(24)])
    .filter(([a, b]) => a < b);
  const distinct = [...new Map(pairs.map((pair) => [`${pair.slice(0, 2)}`, pair])).values()];
  const islands = new Islands(view(range(2 * count).map((k) => (k * 9999) % 65536), Uint16Array), view(distinct.flat(), Uint16Array), 4);
  for (const most of [4, 2, 3]) {
    if (most < 4) islands.allow(most); // so many are allowed at first
    const lines = distinct.filter(([, , pieces]) => pieces <= most), group = range(count);
    for (let round = 0; round < count; round++) for (const [a, b] of lines) group[a] = group[b] = Math.min(group[a], group[b]);
    const wanted = [...Map.groupBy(range(count), (k) => group[k]).values()].filter((all) => all.length > 1);
    const bySize = (a, b) => b.length - a.length || a[0] - b[0];
    assert.deepEqual(islands.islands.map((all) => all.toSorted((a, b) => a - b)).toSorted(bySize), wanted.toSorted(bySize));
    assert.ok(islands.islands.every((all, k) => !k || all.length <= islands.islands[k - 1].length));
    assert.equal(islands.hermits, count - wanted.flat().length);
    for (const k of islands.everyone) {
      const own = lines.filter(([a, b]) => a === k || b === k).map(([a, b, , turn]) => ({ from: k, to: a === k ? b : a, turn, back: b === k }));
      const byTo = (a, b) => a.to - b.to;
      assert.deepEqual(islands.neighbours(k).toSorted(byTo), own.toSorted(byTo));
    }
    for (const all of islands.islands) all.forEach((one, k) => {
      if (k) assert.ok(islands.neighbours(one).some(({ to }) => all.slice(0, k).includes(to)), "along its lines");
    });
  }
  assert.equal(islands.count, count);
}));

test("places are from -1 to 1, and pixels follow the view", () => {
  const islands = new Islands(view([0, 65535, 32767.5, 0], Uint16Array), null, 2);
  assert.deepEqual(islands.place(0), [-1, 1]);
  assert.ok(near(islands.place(1), [0, -1], 1e-4));
  const pixel = toPixels({ x: 0.5, y: -0.25, zoom: 2 }, 100);
  assert.deepEqual(pixel([0.5, -0.25]), [50, 50]);
  assert.ok(near(pixel([1, 0.25]), [98, 98]));
  assert.ok(near(toPixels({ x: 0, y: 0, zoom: 1 }, 430)([1, -1]), [430 * 0.98, 430 * 0.02]));
});
