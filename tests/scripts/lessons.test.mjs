// Computations of the cards of lessons: discs, packings, clocks, plates, sums, the census; against plain recounts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { numberIn, verdictOn } from "../../lessons/l01_backtracking/logic/square_words.js";
import { besides, canFill, islandsIn, wordsOf as wordsOfIslands } from "../../lessons/l03_tetris_cube/logic/flood_plan.js";
import { DEAD_END, Discs, RINGS, SOLUTION, laidAt, treeOf } from "../../lessons/l04_algorithm_x/logic/discs.js";
import { Archive, awayFrom, nearest, packedAgain } from "../../lessons/l05_dancing_links/logic/archive.js";
import { TICKS, arrowsOf, factorWords, longest, shareAt, timeInWords, wordsOf } from "../../lessons/l05_dancing_links/logic/chain_plan.js";
import { Clock, ribbonOf, runOf, wordsAt } from "../../lessons/l08_integer_programs/logic/clock.js";
import { cubesOf, isL, onTheWay, scaleOf, shiftOf, solidFrom } from "../../lessons/l08_integer_programs/logic/flying_plan.js";
import { besideIn, ringOf, total, verdictsOn } from "../../lessons/l09_plates/logic/borders.js";
import { alike, dotsOn, faceBeside, leftOf, otherType, scoreOf, spelled, standingsOf }
  from "../../lessons/l10_icosoku/logic/toy_rules.js";
import { pansOf, waitingOf } from "../../lessons/l11_hard_in_general/logic/pans.js";
import { Positions, STEPS, pushedBy } from "../../lessons/l13_workshop/logic/pushing.js";
import { ROWS, countedBy, ringAt, ringBeside, spotOf } from "../../lessons/l12_every_instance/logic/census.js";
import { LOOK, viewer } from "../../lessons/puzzles/cards/browser/logic/packing.js";
import { Field } from "../../lessons/l12_every_instance/logic/twin_plan.js";
import { near, often, range, view } from "./help.mjs";

// ---- a square to fill

test("a field has a number, nothing, or what is no number", () => {
  assert.deepEqual(["", " ", " 7 ", "0", "x", "2.5", "-3", "9".repeat(5000), "1234567890"].map(numberIn), [0, 0, 7, 0, -1, -1, -1, -1, -1]);
});

test("what is wrong with a square, or missing", () => {
  const said = (...numbers) => verdictOn([...numbers, ...Array(9 - numbers.length).fill(0)], 3);
  assert.equal(said(), "Empty cells: 9.");
  assert.equal(said(2, 7), "Empty cells: 7.");
  assert.equal(said(10), "Only the numbers from 1 to 9.");
  assert.equal(said(-1), "Only the numbers from 1 to 9.");
  assert.equal(said(1, 1), "1 is there twice.");
  assert.equal(said(1, 1, 0, 1), "1 is there more than twice.");
  assert.equal(said(1, 2, 3), "The sum of row 1 is 6. It should be 15.");
  assert.equal(said(1, 0, 0, 5, 0, 0, 8), "The sum of column 1 is 14. It should be 15.");
  assert.equal(said(1, 0, 0, 0, 5, 0, 0, 0, 8), "The sum of the diagonal from the upper left is 14. It should be 15.");
  assert.equal(said(0, 0, 1, 0, 5, 0, 8), "The sum of the diagonal from the upper right is 14. It should be 15.");
  assert.equal(said(2, 7, 6, 9, 5, 1, 4, 3, 8), "Every line sums to 15: a magic square.");
});

test("eight squares are called magic", () => {
  const orders = (left) => (left.length ? left.flatMap((one) =>
    orders(left.filter((other) => other !== one)).map((rest) => [one, ...rest])) : [[]]);
  const called = orders(range(9).map((k) => k + 1)).filter((square) => verdictOn(square, 3).includes("magic"));
  assert.equal(called.length, 8);
  assert.ok(called.every((square) => square[4] === 5));
});

// ---- islands of empty cells

test("islands: every empty cell is in one of them, and in no other is one beside it; the flood goes step by step", () => often(200, (any) => {
  const size = range(3).map(() => any.between(1, 4)), all = range(size[0] * size[1] * size[2]);
  const filled = new Set(all.filter(() => any.next() < 0.5)), found = islandsIn(filled, size), owner = new Map();
  found.forEach(({ cells }, k) => cells.forEach((cell) => owner.set(cell, k)));
  assert.deepEqual([...owner.keys()].sort((a, b) => a - b), all.filter((cell) => !filled.has(cell)));
  const place = (cell) => [cell % size[0], Math.floor(cell / size[0]) % size[1], Math.floor(cell / (size[0] * size[1]))];
  for (const cell of all) {
    const near_ = all.filter((other) => place(cell).reduce((sum, v, i) => sum + Math.abs(v - place(other)[i]), 0) === 1);
    assert.deepEqual(besides(cell, size).sort((a, b) => a - b), near_);
    for (const other of near_) if (!filled.has(cell) && !filled.has(other)) assert.equal(owner.get(cell), owner.get(other));
  }
  for (const { cells, far } of found) cells.forEach((cell, k) => {
    if (k) assert.equal(far[k], 1 + Math.min(...besides(cell, size).filter((one) => cells.includes(one)).map((one) => far[cells.indexOf(one)])));
  });
  assert.deepEqual(found.map(({ cells }) => cells.length), found.map(({ cells }) => cells.length).sort((a, b) => a - b));
}));

test("sizes that pieces of five and six cells can have", () => {
  assert.deepEqual(range(21).filter((count) => !canFill(count, [5, 6])), [1, 2, 3, 4, 7, 8, 9, 13, 14, 19]);
  assert.equal(wordsOfIslands([1, 52], [5, 6]), "2 islands: 1, 52. No pieces have 1 cell together, so nothing below this node needs to be searched.");
  assert.equal(wordsOfIslands([64], [5, 6]), "One island: 64. Pieces can have so many cells: the search must go on.");
  assert.match(wordsOfIslands([7, 19], [5, 6]), /No pieces have 7 cells/);
  assert.equal(wordsOfIslands([], [5, 6]), "No cell is empty.");
});

// ---- discs

/** A random forest in its order, with levels from 1 on: each node as { level, kids }. */
function randomSearch(any) {
  const nodes = [], grow = (level, above) => {
    const node = { level, above, k: nodes.length, option: any.below(300), ending: 0 };
    nodes.push(node);
    while (level < 5 && nodes.length < 30 && any.next() < 0.5) grow(level + 1, node.k);
    node.end = nodes.length;
    node.ending = any.pick([0, SOLUTION, DEAD_END]);
  };
  do grow(1, -1); while (any.next() < 0.6);
  return { nodes, tree: treeOf({ levels: view(nodes.map(({ level }) => level)), options: view(nodes.map(({ option }) => option), Uint16Array),
    endings: view(nodes.map(({ ending }) => ending)) }) };
}

test("a whole search: where each part ends, the node above, solutions and dead ends", () => often(100, (any) => {
  const { nodes, tree } = randomSearch(any);
  assert.deepEqual([...tree.end], nodes.map(({ end }) => end));
  assert.deepEqual([...tree.above], nodes.map(({ above }) => above));
  assert.deepEqual([tree.count, tree.deepest], [nodes.length, Math.max(...nodes.map(({ level }) => level))]);
  assert.deepEqual([tree.solutions, tree.dead], [SOLUTION, DEAD_END].map((kind) => nodes.filter(({ ending }) => ending === kind).length));
  for (const { k } of nodes) {
    const way = [];
    for (let at = k; at >= 0; at = nodes[at].above) way.push(nodes[at].option);
    assert.deepEqual(laidAt(tree, k), way);
  }
  assert.deepEqual(laidAt(tree, nodes.length), []);
}));

test("segments: those of a level are side by side, each below its parent, all in the disc", () => often(100, (any) => {
  const { nodes, tree } = randomSearch(any), discs = new Discs(nodes.length + any.below(9));
  discs.size = any.between(200, 600);
  assert.ok(near([discs.angle(0), discs.angle(discs.end)], [-Math.PI / 2, 1.5 * Math.PI]));
  const all = nodes.map(({ k }) => discs.segment(tree, k)), middle = discs.size / 2;
  nodes.forEach(({ level, above, end, k }) => {
    const { inner, outer, from, to, ray } = all[k];
    assert.ok(near(discs.hole, 0.3 * middle) && inner >= discs.hole - 1e-9 && outer <= RINGS * middle);
    assert.ok(near(inner, discs.hole + (level - 1) * (outer + 1 - inner)));
    assert.ok(near(outer + 1 - inner, middle * 0.5 / tree.deepest));
    assert.ok(near(from, discs.angle(k)) && near(to, Math.max(discs.angle(end), from + 0.5 / inner)));
    assert.ok(near((ray - from) * middle, 1.5), "a ray is 1.5 pixels wide");
    if (above >= 0) assert.ok(from >= all[above].from && discs.angle(end) <= all[above].to + 1e-9);
  });
}));

test("a point of a disc is the node at its angle; zoomed, what was under the pointer stays there", () => often(200, (any) => {
  const discs = new Discs(any.between(5, 500));
  discs.size = any.between(200, 600);
  const node = any.real(0, discs.end * 0.999);
  assert.ok(near(discs.nodeAt(discs.middleOf(node)), node, 1e-6));
  assert.ok(near(Math.hypot(...discs.middleOf(node)), discs.size / 2 * 0.55));
  const at = [any.real(-100, 100), any.real(-100, 100)], factor = any.real(1.1, 3);
  discs.zoomBy(2, [5, 5], [10, -10]);
  const point = discs.inDisc(at);
  discs.zoomBy(factor, at, point);
  assert.ok(near(discs.inDisc(at), point, 1e-6) && near(discs.view.zoom, 2 * factor));
  discs.zoomBy(99, at, point);
  assert.equal(discs.view.zoom, 24);
  discs.zoomBy(0.01, at, point);
  assert.deepEqual(discs.view, { x: 0, y: 0, zoom: 1 });
  assert.deepEqual(discs.inDisc(at), at);
}));

// ---- packings

/** Packings of four cells in a ring, and its four turns. */
function ringArchive(any) {
  const turns = range(4).map((by) => range(4).map((cell) => (cell + by) % 4)), cubes = range(6).map(() => range(4).map(() => any.below(3)));
  return { cubes, turns, archive: new Archive(cubes.flat(), turns.flat(), 4) };
}

test("owners of a packing that is turned; packings that agree with what is held, in some turn", () => often(200, (any) => {
  const { cubes, turns, archive } = ringArchive(any), packing = any.below(6), turn = any.pick(turns);
  const owners = archive.owners(packing, turn);
  turn.forEach((to, cell) => assert.equal(owners[to], cubes[packing][cell]));
  const held = range(3).filter(() => any.next() < 0.5), among = range(6).filter(() => any.next() < 0.7), found = archive.agreeing(held, owners, among);
  const agrees = (other, way) => owners.every((piece, cell) => !held.includes(piece) || archive.owners(other, way)[cell] === piece);
  for (const other of among) {
    const first = turns.findIndex((way) => agrees(other, way));
    assert.equal(found.get(other), first < 0 ? undefined : first);
  }
  assert.ok([...found.keys()].every((other) => among.includes(other)));
}));

test("a neighbour lies as its line says, there and back; what lies elsewhere is packed again", () => often(200, (any) => {
  const { turns, archive } = ringArchive(any), from = any.pick(turns), turn = any.below(4), to = any.below(6);
  const there = archive.beside({ to, turn, back: false }, from), back = archive.beside({ to: 0, turn, back: true }, there.moved);
  assert.deepEqual(there.moved, turns[turn].map((cell) => from[cell]));
  assert.deepEqual(back.moved, from, "back again");
  assert.deepEqual(there.owners, archive.owners(to, there.moved));
  const before = archive.owners(0, from), again = packedAgain(before, there.owners);
  assert.deepEqual(again, range(3).filter((piece) => there.owners.includes(piece)
    && range(4).some((cell) => (before[cell] === piece) !== (there.owners[cell] === piece))));
}));

test("the nearest within reach, and how far a point is from a line", () => often(100, (any) => {
  const all = range(any.below(6)).map(() => any.real(0, 9)), found = nearest(all, (one) => one, 5), least = Math.min(...all);
  assert.equal(found, least < 5 ? least : null);
  const [from, to, point] = range(3).map(() => [any.real(-5, 5), any.real(-5, 5)]);
  const on = range(2001).map((k) => Math.hypot(...from.map((v, axis) => v + (to[axis] - v) * k / 2000 - point[axis])));
  assert.ok(near(awayFrom(point, from, to), Math.min(...on), 0.01));
  assert.ok(near(awayFrom(point, from, from), Math.hypot(point[0] - from[0], point[1] - from[1])));
}));

// ---- clocks

const f4 = (list) => view(list, Float32Array);
const run = (name, steps, seconds, values, more = {}) => runOf({ name, words: "n options", bars: false, steps: f4(steps), seconds: f4(seconds),
  ribbon: f4(values), best: f4(more.best ?? values.map(() => NaN)), boxes: view(values, Uint16Array), ...more.set });
const RUNS = [run("X", [1, 10, 90], [0.25, 0.5, 1], [5, 3, 1]), run("ILP", [1, 2, 3], [0.5, 4, 8], [9, 9, 9]), run("ASP", [0, 20, 30], [0.125, 0.25, 0.5], [1, 2, 3])];

test("a clock: from the start of all to the end of the longest, there and back, and who is done when", () => {
  for (const name of ["steps", "seconds"]) {
    const clock = new Clock(RUNS, name), ends = RUNS.map((one) => one.clock[name].at(-1));
    assert.deepEqual(clock.ends, ends);
    assert.ok(near([clock.share(0), clock.share(Math.max(...ends))], [0, 1]));
    for (const value of [0.2, 1, 7]) assert.ok(near(clock.at(clock.share(value)), value, 1e-4) && clock.at(clock.share(value)) > value);
    assert.ok(near([clock.at(-1), clock.at(5)], [0, Math.max(...ends)], 1e-3));
    assert.deepEqual(clock.order.map((k) => ends[k]), ends.toSorted((a, b) => a - b));
  }
  const [steps, seconds] = ["steps", "seconds"].map((name) => new Clock(RUNS, name));
  assert.ok(near(seconds.share(0.25), Math.log(2) / Math.log(33)), "its unit is half of the shortest");
  assert.deepEqual([0, 0.5, 1, 9.9, 10, 89, 90, 999].map((now) => steps.eventOf(RUNS[0], now)), [0, 0, 0, 0, 1, 1, 2, 2]);
  assert.deepEqual([seconds.eventOf(RUNS[1], 4), seconds.eventOf(RUNS[1], 3)], [1, 0]);
  assert.deepEqual([steps.text(1.9), steps.text(2), seconds.text(0.0012), seconds.text(0.25), seconds.text(0.01)], ["1 step", "2 steps", "1.2 ms", "250 ms", "10 ms"]);
  assert.deepEqual(steps.ticks, [[1, "1"], [10, "10"]]);
  assert.deepEqual(seconds.ticks.map(([, text]) => text), ["1 ms", "10 ms", "100 ms", "1000 ms"]);
  assert.equal(steps.verdict([1, 0, 2]), "Done, in this order: ILP 3 steps, ASP 30 steps, X 90 steps. Your bet: 1 of 3 in their places. "
    + "All four have the same packing. Is the order the same by seconds?");
  assert.equal(seconds.verdict([]), "Done, in this order: ASP 500 ms, X 1000 ms, ILP 8000 ms. All four have the same packing. "
    + "A step of ILP took as long as 240 steps of X.");
});

test("ribbons: a line that changes at events, broken where there is no value, or a bar for each", () => {
  const share = (k) => k / 3, line = ribbonOf(run("a", [0, 1, 2, 3], [0, 1, 2, 3], [4, 2, NaN, 0], { best: [NaN, 4, 4, 4] }), share);
  assert.equal(line.line, "M0.0 8.0H333.3H333.3V52.0H666.7M1000.0 96.0");
  assert.equal(line.best, "M333.3 8.0H666.7H666.7V8.0H1000.0H1000.0V8.0");
  assert.equal(ribbonOf(run("b", [0, 1], [0, 1], [0, 5], { set: { bars: true } }), share).line, "M333.3 100V8.0");
  const bound = run("c", [0, 1], [0, 1], [10, 12], { set: { words: "bound n" } });
  assert.equal(ribbonOf(bound, share).line, "M0.0 52.0H333.3H333.3V8.0", "from two below the lowest bound");
  assert.equal(ribbonOf(run("d", [0], [0], [0]), share).line, "M0.0 96.0");
});

test("what a ribbon says", () => {
  assert.equal(wordsAt(RUNS[0], 1), "3 options");
  assert.equal(wordsAt(run("a", [0, 1], [0, 1], [NaN, 1234.56], { best: [NaN, 2.25] }), 0), "infeasible");
  assert.equal(wordsAt(run("a", [0, 1], [0, 1], [NaN, 1234.56], { best: [NaN, 2.25] }), 1), "1,234.6 options, incumbent 2.3");
  const bars = run("b", [0, 1, 2], [0, 1, 2], [7, 0, 0], { set: { bars: true } });
  assert.deepEqual([wordsAt(bars, 2), wordsAt(run("b", [0, 1], [0, 1], [0, 0], { set: { bars: true } }), 1)], ["7 options", "0 options"]);
  assert.equal(wordsAt(run("c", [0, 1], [0, 1], [7, 0]), 1), "0 options");
});

// ---- plates

test("a border goes round once, clockwise from the top left; arrows find the next of its cells", () => often(50, (any) => {
  const [w, h] = [any.between(2, 10), any.between(2, 8)], ring = ringOf(w, h), edge = range(w * h).map((k) => [k % w, Math.floor(k / w)])
    .filter(([x, y]) => !x || !y || x === w - 1 || y === h - 1);
  assert.deepEqual(ring.map(String).sort(), edge.map(String).sort());
  assert.deepEqual([ring[0], ring[w - 1], ring[w - 1 + h - 1]], [[0, 0], [w - 1, 0], [w - 1, h - 1]]);
  ring.forEach(([x, y], i) => {
    const [a, b] = ring[(i + 1) % ring.length];
    assert.equal(Math.abs(a - x) + Math.abs(b - y), 1);
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const ahead = edge.filter(([p, q]) => (dx ? q === y && (p - x) * dx > 0 : p === x && (q - y) * dy > 0));
      const next = ahead.toSorted(([p, q], [r, s]) => Math.abs(p - x) + Math.abs(q - y) - Math.abs(r - x) - Math.abs(s - y))[0] ?? [x, y];
      assert.deepEqual(ring[besideIn(ring, i, dx, dy)], next);
    }
  });
}));

test("what is wrong with plates and frame: 32 cells for the cube, 70 in all, 14 on the frame for both", () => {
  const plates = (...counts) => counts.map((count, n) => ({ name: "ABCDEF"[n], cells: range(12).map((k) => k < count) }));
  const frame = (count) => range(30).map((k) => k < count), words = (all) => all.map(([name, right, text]) => `${name} ${right} ${text}`);
  assert.equal(total(frame(5)), 5);
  assert.deepEqual(words(verdictsOn(plates(6, 6, 5, 5, 5, 5), frame(14))), ["Cube true the plates have 32 border cells, as many as the cube needs.",
    "Board true the plates have 56 cells, the frame of 14 leaves 56 of 70 open: just as many.", "Both true plates 32 of 32, frame 14 of 14: both can work out."]);
  assert.deepEqual(words(verdictsOn(plates(6, 6, 5, 5, 5, 4), frame(13))), ["Cube false the plates have 31 border cells, the cube needs 32: 1 more.",
    "Board false the plates have 55 cells, the frame of 13 leaves 57 of 70 open: 2 too few on plates and frame.", "Both false plates 31 of 32, frame 13 of 14."]);
  assert.match(words(verdictsOn(plates(12, 12, 12), frame(20)))[0], /the cube needs 32: 4 too many\.$/);
  assert.match(words(verdictsOn(plates(12, 12, 12), frame(20)))[1], /10 too many on plates and frame\.$/);
  assert.equal(verdictsOn(plates(6, 6, 5, 5, 5, 5), frame(13))[2][1], false);
  assert.equal(verdictsOn(plates(6, 6, 5, 5, 5, 4), frame(14))[2][1], false);
});

test("a corner of a plate that hangs on nothing is told; one beside a cell is not", () => often(200, (any) => {
  const cells = range(12).map(() => any.next() < 0.4), alone = [0, 3, 6, 9].filter((i) => cells[i] && !cells[(i + 11) % 12] && !cells[(i + 1) % 12]);
  const said = verdictsOn([{ name: "A", cells }], []).slice(3);
  assert.deepEqual(said.map(([name, right]) => [name, right]), alone.length ? [["Loose", false]] : []);
  if (alone.length) assert.equal(said[0][2], `only a corner touches here: ${alone.map((i) => `plate A, cell ${i + 1}`).join("; ")}. `
    + "It may be solved, but not lifted in one piece.");
}));

// ---- 3coSoKu

const SHAPE = { corners: [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]], vertices: ["A", "B", "C", "D"] };

test("sums at the vertices are those of the tiles round them", () => often(200, (any) => {
  const tiles = range(4).map(() => [range(3).map(() => any.below(4)), any.between(1, 3)]), pegs = range(4).map(() => any.between(0, 9));
  const placed = range(4).map(() => (any.next() < 0.6 ? [any.below(4), any.below(3)] : null)), all = standingsOf(SHAPE, tiles, placed, pegs);
  SHAPE.vertices.forEach((name, v) => {
    let has = 0, open = 0;
    SHAPE.corners.forEach((around, face) => around.forEach((vertex, corner) => {
      if (vertex !== v) return;
      if (placed[face]) has += tiles[placed[face][0]][0].at((corner - placed[face][1]) % 3);
      else open += 1;
    }));
    const peg = pegs[v], kind = has === peg ? "right" : has > peg ? "many" : open > 0 ? "open" : "few";
    const by = Math.abs(has - peg), sign = { right: " ✓", many: ` +${by}`, few: ` −${by}`, open: "" }[kind];
    const say = { right: `${name} is right`, open: `${name} has ${has} of ${peg}` }[kind] ?? `${name} has ${has} of ${peg}: ${by} too ${kind}`;
    assert.deepEqual(all[v], { name, has, peg, kind, sign, say });
  });
  const count = (kind) => all.filter((one) => one.kind === kind).length, filled = placed.filter((lies) => lies !== null).length;
  const wrong = [["many", count("many")], ["few", count("few")]].filter(([, n]) => n).map(([kind, n]) => `, ${n} too ${kind}`).join("");
  assert.equal(scoreOf(all, placed), `${filled} of 4 faces filled; ${count("right")} of 4 sums right${wrong}.`);
  for (const type of range(4)) assert.equal(leftOf(tiles, placed, type), tiles[type][1] - placed.filter((lies) => lies && lies[0] === type).length);
}));

test("tiles: their names, their turns, and the next of which one is left", () => {
  assert.deepEqual([spelled([1, 2, 3]), spelled([1, 10, 3]), spelled([9, 0, 0]), alike([2, 2, 2]), alike([2, 2, 1])], ["123", "1-10-3", "900", true, false]);
  const tiles = [[[1, 2, 3], 1], [[0, 0, 0], 1], [[1, 1, 1], 2]];
  assert.deepEqual([dotsOn(tiles, [0, 0]), dotsOn(tiles, [0, 1]), dotsOn(tiles, [0, 2]), dotsOn(tiles, null)], [[1, 2, 3], [3, 1, 2], [2, 3, 1], [0, 0, 0]]);
  const placed = [[1, 0], null, null];
  assert.deepEqual([[-1, 1], [0, 1], [2, 1], [-1, -1], [0, -1], [2, -1]].map(([chosen, by]) => otherType(tiles, placed, chosen, by)), [0, 2, 0, 2, 2, 0]);
  assert.equal(otherType(tiles, [[0, 0], [1, 0], [2, 0], [2, 0]], 0, 1), undefined);
});

test("the face in a direction is the nearest one rather ahead than aside", () => often(200, (any) => {
  const middles = range(8).map(() => [any.between(0, 40), any.between(0, 40)]), face = any.below(8), [dx, dy] = any.pick([[1, 0], [-1, 0], [0, 1], [0, -1]]);
  const ways = middles.map(([x, y]) => [x - middles[face][0], y - middles[face][1]]);
  const ahead = ways.map(([a, b]) => (dx ? a * dx : b * dy)), aside = ways.map(([a, b]) => Math.abs(dx ? b : a));
  const good = range(8).filter((k) => ahead[k] > 1 && aside[k] <= ahead[k]), least = Math.min(...good.map((k) => ahead[k] + aside[k]));
  assert.equal(faceBeside(middles, face, dx, dy), good.find((k) => ahead[k] + aside[k] === least) ?? face);
}));

// ---- the census

test("rings are in columns of twelve; pointer and keys stay on the map", () => often(100, (any) => {
  const count = any.between(1, 500), columns = Math.ceil(count / ROWS), place = any.below(count), [column, row] = spotOf(place);
  assert.deepEqual([column * 12 + row, row < 12], [place, true]);
  assert.equal(ringAt([(column + any.real(0.01, 0.99)) / columns, (row + any.real(0.01, 0.99)) / 12], columns, count), place);
  assert.deepEqual([ringAt([-1, -1], columns, count), ringAt([2, 2], columns, count), ringAt([0, 1], columns, count)], [0, count - 1, Math.min(11, count - 1)]);
  assert.deepEqual([ringBeside(-1, [1, 0], count), ringBeside(place, [1, 0], count), ringBeside(place, [0, -1], count)],
    [0, Math.min(count - 1, place + 12), Math.max(0, place - 1)]);
  const cells = range(count).map(() => any.below(3)), shades = countedBy(Uint8Array.from(cells), 4);
  assert.deepEqual(shades, range(4).map((shade) => cells.filter((one) => one === shade).length));
}));

test("a balance: the heavier pan is lower, and all stones lie in their pan without overlap", () => often(300, (any) => {
  const group = () => range(any.between(0, 10)).map(() => any.between(1, 60)), groups = [group(), group()];
  const sums = groups.map((one) => one.reduce((a, b) => a + b, 0)), takes = any.between(1, 300);
  const pans = pansOf(groups, takes, [60, ...groups.flat()]), [left, right] = pans;
  assert.equal(Math.sign(left.y - right.y), Math.sign(sums[0] - sums[1]));
  assert.equal(left.y + right.y, 2 * 118, "the beam turns about its middle");
  assert.deepEqual(pans.map(({ sum, right: yes }) => [sum, yes]), sums.map((sum) => [sum, sum === takes]));
  pans.forEach(({ x, y, stones }, k) => {
    assert.deepEqual(stones.map(({ number }) => number), groups[k]);
    stones.forEach((stone, i) => {
      assert.ok(Math.abs(stone.x + stone.wide / 2 - x) + stone.wide / 2 <= 89 && stone.y + stone.high < y);
      for (const other of stones.slice(0, i)) {
        assert.ok(other.y + other.high < stone.y || stone.y + stone.high < other.y || other.x + other.wide < stone.x);
        assert.equal(Math.sign(stone.wide - other.wide), Math.sign(stone.number - other.number), "as wide as heavy");
      }
    });
  });
  const others = range(any.between(1, 20)).map(() => any.between(1, 60)), all = [...others, ...groups.flat()];
  const { waiting, top, ground } = waitingOf(all, groups), sorted = (numbers) => [...numbers].sort((a, b) => a - b);
  assert.deepEqual(sorted(waiting.map(({ number }) => number)), sorted(others), "each stone is in a pan or waits");
  assert.equal(waitingOf(all, [all, []]).ground, ground, "the ground stays where it is");
  assert.ok(waiting.every(({ x, y, wide }) => x >= 10 && x + wide <= 410 && y >= 196 && y < ground));
  const sunk = pansOf([all, []], 1, all), risen = pansOf([[], all], 1, all);
  assert.ok([...sunk, ...risen].every(({ stones }) => stones.every(({ y }) => y > top)), "all have room in one pan");
  const [low, high] = pansOf([[5000], [4999]], 5000, [5000]);
  assert.ok(low.y - high.y >= 2 * 4, "a small difference is seen");
  const [full, less] = [[[], [5, 3, 2, 4]], [[3], [5, 2, 4]]].map((two) => pansOf(two, 7, [5, 3, 2, 4])[1].y);
  assert.ok(full - less > 8, "the beam moves with the first stone that leaves a full pan");
}));

// ---- elements that fly together

const CUBE27 = range(27).map((k) => [Math.floor(k / 9), Math.floor(k / 3) % 3, k % 3]);
const touch = (a, b) => a.reduce((sum, v, i) => sum + Math.abs(v - b[i]), 0) === 1;
const someElements = (any) => range(any.between(1, 9)).map(() => CUBE27.filter(() => any.next() < 0.12));

test("an L: two pairs of its three cells touch, and they are in no line; there are 144 in the cube", () => {
  const triples = CUBE27.flatMap((a, i) => CUBE27.slice(i + 1).flatMap((b, j) => CUBE27.slice(i + j + 2).map((c) => [a, b, c])));
  const found = triples.filter(isL), pairs = ([a, b, c]) => [[a, b], [b, c], [a, c]];
  assert.equal(found.length, 144);
  for (const three of triples) {
    const bent = !range(3).some((axis) => pairs(three).every(([a, b]) => a.every((v, i) => i === axis || v === b[i])));
    assert.equal(isL(three), bent && pairs(three).filter(([a, b]) => touch(a, b)).length === 2);
  }
  assert.ok(!isL([]) && !isL(CUBE27.slice(0, 2)) && !isL(CUBE27.slice(0, 4)));
});

test("elements together are in their cells; apart, no two of their rooms meet, and all are in sight", () => often(200, (any) => {
  const elements = someElements(any), columns = any.between(1, elements.length), rows = Math.ceil(elements.length / columns);
  const wide = any.between(200, 1200), high = any.between(200, 600), seen = viewer(LOOK.yaw, LOOK.height);
  assert.deepEqual(cubesOf(elements, { by: 0, columns, rows }).map(({ at }) => at), elements.flat());
  const apart = { by: 1, columns, rows }, scale = scaleOf(apart, wide, high);
  const rooms = elements.map((_, k) => [[-1.5, -1.5], [1.5, -1.5], [1.5, 1.5], [-1.5, 1.5]].flatMap(([x, y]) =>
    [-1.5, 1.5].map((z) => seen([x, y, z].map((v, i) => v + shiftOf(k, apart)[i])))));
  const edges = (room, axis) => [Math.min, Math.max].map((most) => most(...room.map((at) => scale * at[axis])));
  rooms.forEach((room, k) => {
    [wide, high].forEach((size, axis) => edges(room, axis).forEach((v) => assert.ok(Math.abs(v) <= size / 2 + 0.5)));
    for (const other of rooms.slice(k + 1)) assert.ok([0, 1].some((axis) =>
      edges(room, axis)[1] <= edges(other, axis)[0] + 0.5 || edges(other, axis)[1] <= edges(room, axis)[0] + 0.5));
  });
}));

test("on its way a cube goes straight from where it was, grows if it is new, and shrinks if it leaves", () => often(100, (any) => {
  const here = { by: 0, columns: 3, rows: 3 }, [before, after] = [0, 1].map(() => cubesOf(someElements(any), here)), share = any.next();
  for (const [part, wanted] of [[0, before], [1, after]]) {
    const there = onTheWay(before, after, part).filter(({ size }) => size > 1e-9);
    assert.deepEqual(there.map(({ name, at }) => `${name} ${at}`).sort(), wanted.map(({ name, at }) => `${name} ${at}`).sort());
  }
  const moving = new Map(onTheWay(before, after, share).map((cube) => [cube.name, cube]));
  assert.equal(moving.size, new Set([...before, ...after].map(({ name }) => name)).size);
  for (const from of before) {
    const to = after.find(({ name }) => name === from.name), now = moving.get(from.name);
    assert.ok(near(now.size, to ? from.size : from.size * (1 - share)));
    if (to) now.at.forEach((v, i) => assert.ok(near(v, from.at[i] + share * (to.at[i] - from.at[i]))));
    assert.equal(now.whole, (to ?? from).whole);
  }
}));

test("an L at rest is one body without seams; on its way, and for any other element, each cube has six sides", () => {
  const cubes = cubesOf([[[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 0, 2], [1, 0, 2], [2, 0, 2]]], { by: 0, columns: 2, rows: 1 });
  const sides = (rest) => solidFrom(cubes, rest).cells.map((cell) => [cell.piece, cell.sides.length]);
  assert.deepEqual(sides(true), [[0, 4], [0, 5], [0, 5], [1.5, 6], [1.5, 6], [1.5, 6]]);
  assert.deepEqual(sides(false), [[0, 6], [0, 6], [0, 6], [1.5, 6], [1.5, 6], [1.5, 6]]);
  const [body, cube] = [solidFrom(cubes, true).cells[0], solidFrom(cubes, true).cells[3]];
  assert.ok(body.sides.every(({ corners }) => corners.flat().every((v) => Math.abs(v) === 0.5)));
  assert.ok(cube.sides.every(({ corners }) => corners.flat().every((v) => near(Math.abs(v), 0.47))));
});

// ---- the search chain

const LINKS = [["piece by piece", 1e14, 46.84, 4.684e9], ["cell by cell", 3.84e10, 8.513, 3.269e5], ["sets", 1.48e9, 99.2, 1.468e5],
  ["links", 1.48e9, 166.6, 2.466e5], ["engine", 0, 0, 2.408]].map(([way, nodes, price, seconds]) =>
  ({ way, how: "Python", nodes, counted: false, spread: 0.009, price, seconds }));

test("arrows lead from the time of a search to that of the next, by nodes and by price", () => often(200, (any) => {
  const some = () => ({ nodes: any.between(1, 1e9), price: any.real(0.1, 100) }), [before, link] = [some(), some()];
  for (const one of [before, link]) one.seconds = one.nodes * one.price / 1e6;
  const arrows = arrowsOf(before, link);
  assert.ok(arrows.every(({ factor, from, to }) => near(from / to / factor, 1, 1e-6)), "as long as its factor");
  const all = arrows.reduce((product, { factor }) => product * factor, 1);
  assert.ok(Math.abs(Math.log(all * link.seconds / before.seconds)) < 0.03);
  for (const { kind, factor } of arrows) assert.ok(near(factor, before[kind] / link[kind], 1e-6 * factor));
}));

test("the chain of the Tetris Cube: the longest arrow is a question, and the engine has none", () => {
  const { at, kind, factor } = longest(LINKS);
  assert.deepEqual([LINKS[at].way, kind, factorWords(factor)], ["cell by cell", "nodes", "÷ 2,600"]);
  assert.deepEqual(arrowsOf(LINKS[3], LINKS[4]), []);
  assert.deepEqual(arrowsOf(LINKS[2], LINKS[3]).map(({ kind }) => kind), ["price"]);
  assert.deepEqual(LINKS.map(({ seconds }) => timeInWords(seconds)), ["150 years", "3.8 days", "41 hours", "2.9 days", "2.4 seconds"]);
  assert.ok(near(TICKS.map(([seconds]) => shareAt(seconds)).at(0), 0) && near(shareAt(TICKS.at(-1)[0]), 1));
  assert.equal(wordsOf(LINKS[2], arrowsOf(LINKS[1], LINKS[2])), "sets, Python: 1,480,000,000 nodes (estimated, ± 0.9 %) at 99.2 µs: 41 hours. "
    + "Against the line above: nodes ÷ 26, price of a node × 12.");
  assert.equal(wordsOf(LINKS[4], []), "engine, Python: nodes not counted: 2.4 seconds.");
});

// ---- all positions, and the twins of a toy

const then = (one, other) => one.map((v) => other[v]);

/** All turns that come from some, one after the other. */
function closure(some) {
  const found = new Map([[String(range(some[0].length)), range(some[0].length)]]);
  for (const turn of found.values()) for (const next of some) found.set(String(then(turn, next)), then(turn, next));
  return [...found.values()];
}

// a fifth about A and L, and a third about the middle of ABC; a tetrahedron's thirds about A and D
const FIFTH = [0, 2, 3, 4, 5, 1, 7, 8, 9, 10, 6, 11], THIRD = [1, 2, 0, 5, 10, 6, 3, 4, 9, 11, 7, 8];
const SOLIDS = [[closure([FIFTH, THIRD]), 12, 22], [closure([[0, 2, 3, 1], [1, 2, 0, 3]]), 4, 2]];

test("tiles: one for each way to place three pegs, each with a place of its own in the field", () => {
  for (const [turns, pegs] of SOLIDS) {
    const field = new Field(turns), spots = field.tiles.map((tile) => field.spotOf(tile));
    assert.equal(field.tiles.length, pegs * (pegs - 1) * (pegs - 2));
    assert.equal(new Set(spots.map(String)).size, spots.length);
    spots.forEach((spot) => spot.forEach((v, axis) => assert.ok(v >= 0 && v < field.size[axis])));
    for (const tile of field.tiles) {
      const toy = field.toyOf(tile);
      assert.deepEqual([...toy].sort((a, b) => a - b), range(pegs));
      assert.equal(field.tileOf(toy), tile);
    }
  }
});

test("arrow keys go to the next tile of the row or column, over gaps, and stay at its end", () => often(100, (any) => {
  const [turns] = any.pick(SOLIDS), field = new Field(turns), tile = any.pick(field.tiles), way = any.pick([[1, 0], [-1, 0], [0, 1], [0, -1]]);
  const axis = way.findIndex(Boolean), at = (one) => field.spotOf(one)[axis] * way[axis], across = (one) => field.spotOf(one)[1 - axis];
  const ahead = field.tiles.filter((one) => across(one) === across(tile) && at(one) > at(tile)).sort((a, b) => at(a) - at(b));
  assert.equal(field.beside(tile, way), ahead[0] ?? tile);
  assert.equal(field.tileAt(field.spotOf(tile)), tile);
}));

test("a toy has as many twins as there are turns, each on a tile of its own, and they have the same twins", () => often(20, (any) => {
  const [turns] = any.pick(SOLIDS), field = new Field(turns), toy = field.toyOf(any.pick(field.tiles)), twins = field.twins(toy);
  assert.equal(twins.size, turns.length);
  const names = (found) => [...found.values()].map(String).sort();
  for (const [tile, twin] of twins) {
    assert.equal(field.tileOf(twin), tile);
    assert.deepEqual(names(field.twins(twin)), names(twins));
  }
}));

test("settled class by class, in any order, the field of the icosahedron is full after 22 of 1,320 tiles", () => often(3, (any) => {
  for (const [turns, , classes] of SOLIDS) {
    const field = new Field(turns);
    for (let k = 1; k <= classes; k++) {
      field.settle(k === 1 ? field.open : any.pick(field.tiles.filter((tile) => !field.settled.has(tile))));
      assert.equal(field.settled.size, k * turns.length);
    }
    assert.ok(field.open === undefined && field.tiles.every((tile) => field.settled.has(tile)));
  }
}));

// ---- pieces that push each other

const RING = [[0, 0], [1, 0], [2, 0], [3, 0], [0, 1], [3, 1], [0, 2], [1, 2], [2, 2], [3, 2]].map(([x, y]) => [x, y, 1]);
const ROD = [[1, 1, 1], ...[0, 1, 2].flatMap((x) => [0, 2].map((z) => [x, 1, z]))];

test("a push moves those ahead that are in the way, and no piece into another", () => often(100, (any) => {
  const cells = range(27).map((k) => [k % 3, Math.floor(k / 3) % 3, Math.floor(k / 9)]), pieces = [[], [], []];
  for (const cell of cells) if (any.next() < 0.7) any.pick(pieces).push(cell);
  const all = pieces.filter(({ length }) => length), [step] = any.pick(STEPS), piece = any.below(all.length), moving = pushedBy(all, piece, step);
  const moved = all.map((own, k) => own.map((cell) => cell.map((v, i) => v + (moving.includes(k) ? step[i] : 0))));
  assert.equal(new Set(moved.flat().map(String)).size, all.flat().length);
  assert.ok(moving.includes(piece));
  for (const one of moving.slice(1)) {
    const less = moving.filter((other) => other !== one), there = new Set(all[one].map(String));
    assert.ok(less.some((other) => all[other].some((cell) => there.has(String(cell.map((v, i) => v + step[i]))))), "it is in the way");
  }
}));

test("ring and rod have two positions; once all pushes are tried the list is finished", () => {
  const positions = new Positions([RING, ROD]), ways = STEPS.map(([, way]) => way);
  assert.deepEqual([positions.push(1, ways.indexOf("up")), positions.at], [[1, 0], 0], "the ring goes along");
  assert.deepEqual([positions.push(1, ways.indexOf("right")), positions.at, positions.here], [[1], 1, [[0, 0, 0], [1, 0, 0]]]);
  assert.deepEqual([positions.push(1, ways.indexOf("right")), positions.at], [[1, 0], 1]);
  assert.ok(!positions.finished && positions.tried[0].size === 2);
  for (let next = positions.open; next; next = positions.open) {
    positions.at = next.at;
    positions.push(next.piece, next.way);
  }
  assert.ok(positions.finished && positions.open === null && positions.pushes === 12);
  assert.deepEqual([positions.all.length, [...positions.lines]], [2, [[0, 1]]]);
});

test("pieces that come apart have no end of positions", () => {
  const positions = new Positions([[[0, 0, 0]], [[1, 0, 0]]]);
  for (let k = 0; k < 500; k++) {
    const { at, piece, way } = positions.open;
    positions.at = at;
    positions.push(piece, way);
  }
  assert.ok(positions.all.length > 40 && !positions.finished);
});
