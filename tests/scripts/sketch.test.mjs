// Sketches: what is painted, turned, cut off, undone, against cells that are listed one by one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawnOn, wordsOf } from "../../lessons/puzzles/cards/browser/logic/authors.js";
import { Painter, START } from "../../lessons/puzzles/cards/browser/logic/painter.js";
import { Sketch, cellsIn, emptyPart, labelsOf, layersOf, paintOf, painted, resized, turnedPart }
  from "../../lessons/puzzles/cards/browser/logic/sketch.js";
import { floorLines, rowOf, scaleIn } from "../../lessons/puzzles/cards/browser/logic/sketch_room.js";
import { often, range } from "./help.mjs";

const COLOURS = ["", "red", "blue"];
const inOrder = (cells) => cells.toSorted((a, b) => (a[3] ?? 0) - (b[3] ?? 0) || a[2] - b[2] || a[1] - b[1] || a[0] - b[0]);

/** A part of random cells in some boxes; its cells are in the order of files. */
function randomPart(any, boxes) {
  const grids = range(boxes).map(() => [any.between(1, 4), any.between(1, 4), any.between(1, 3)]);
  const part = { ...emptyPart("A", grids[0]), grids };
  const all = layersOf(part).flatMap((layer) => cellsIn(part, layer)).filter(() => any.next() < 0.5);
  const dabs = all.map((cell) => ({ cell, colour: any.pick(COLOURS), optional: any.next() < 0.3 }));
  return painted(part, new Map(dabs.map((one) => [String(one.cell), one])));
}

/** Return the paint, as one text a cell. */
const list = (part) => [...paintOf(part).values()].map(({ cell, colour, optional }) => `${cell} ${colour} ${optional}`).sort();

test("a part of all cells has each once, layer by layer", () => often(50, (any) => {
  const boxes = any.between(1, 3), { grids } = randomPart(any, boxes);
  const part = { ...emptyPart("A", [1, 1, 1]), grids };
  const cells = layersOf(part).flatMap((layer) => cellsIn(part, layer));
  const wanted = grids.flatMap(([w, d, h], box) => range(h).flatMap((z) => range(d).flatMap((y) =>
    range(w).map((x) => (boxes > 1 ? [x, y, z, box] : [x, y, z])))));
  assert.deepEqual(cells, wanted);
}));

test("painted in any order, cells are in the order of files, with their colours", () => often(100, (any) => {
  const part = randomPart(any, any.between(1, 3)), mixed = [...paintOf(part)].sort(() => any.next() - 0.5);
  assert.deepEqual(painted(part, new Map(mixed)), part);
  assert.deepEqual(part.cells, inOrder(part.cells));
  for (const column of [part.colours, part.optional])
    assert.ok(column.length === part.cells.length && column.some(Boolean) || !column.length);
}));

test("resized: of one box what is outside its new grid is cut off, and nothing of the others", () => often(300, (any) => {
  const part = randomPart(any, any.between(1, 3)), box = any.below(part.grids.length);
  const grid = range(3).map(() => any.between(1, 4)), after = resized(part, box, grid);
  const stays = [...paintOf(part).values()].filter(({ cell: [x, y, z, at = 0] }) =>
    at !== box || (x < grid[0] && y < grid[1] && z < grid[2]));
  assert.deepEqual(list(after), stays.map(({ cell, colour, optional }) => `${cell} ${colour} ${optional}`).sort());
  assert.deepEqual(after.grids, part.grids.map((one, k) => (k === box ? grid : one)));
  assert.deepEqual([after.name, after.least, after.most], ["A", 1, 1]);
}));

test("turned: four quarters are none, and each is a rotation of the grid", () => often(100, (any) => {
  const part = randomPart(any, 1), [[w, d, h]] = part.grids;
  const way = { x: ([x, y, z]) => [x, h - 1 - z, y], y: ([x, y, z]) => [z, y, w - 1 - x],
    z: ([x, y, z]) => [d - 1 - y, x, z] };
  for (const axis of ["x", "y", "z"]) {
    const once = turnedPart(part, axis);
    const wanted = [...paintOf(part).values()].map(({ cell, colour, optional }) =>
      `${way[axis](cell)} ${colour} ${optional}`).sort();
    assert.deepEqual(list(once), wanted);
    assert.deepEqual(once.grids, [{ x: [w, h, d], y: [h, d, w], z: [d, w, h] }[axis]]);
    assert.deepEqual(range(3).reduce((now) => turnedPart(now, axis), once), part);
  }
}));

test("signs are all different, of the name where one is free", () => {
  assert.deepEqual(labelsOf(["Ab", "a", "a", "Äb"]), ["A", "B", "C", "D"]);
  assert.deepEqual(labelsOf(["9", "x y"]), ["9", "X"]);
  const many = labelsOf(range(40).map(() => "q"));
  assert.equal(new Set(many).size, 40);
  assert.deepEqual([many[0], many[1], many[35], many[36]], ["Q", "A", "9", "37"]);
});

const sketchOf = (...parts) => new Sketch({ name: "S", turns: "space", stamp: 0, parts });
const box = () => ({ ...emptyPart("box", [2, 2, 1]), cells: [[0, 0, 0], [1, 0, 0]], optional: [true, false] });

test("any row of changes is undone and made again, step by step", () => often(100, (any) => {
  const sketch = sketchOf(randomPart(any, 1)), states = [structuredClone(sketch.parts)];
  for (let k = 0; k < 12; k++) {
    const kind = any.below(3), { parts } = sketch, at = kind ? any.below(parts.length) : parts.length;
    if (kind === 2 && !at) continue;
    const made = sketch.change(at, kind ? parts[at] : null, kind === 2 ? null : randomPart(any, 1));
    if (made) states.push(structuredClone(sketch.parts));
  }
  for (const parts of states.toReversed().slice(1)) {
    assert.ok(sketch.undo());
    assert.deepEqual(sketch.parts, parts);
  }
  assert.equal(sketch.undo(), null);
  const opened = new Sketch(sketch.state, sketch.history);
  for (const parts of states.slice(1)) {
    assert.ok(opened.redo());
    assert.deepEqual(opened.parts, parts);
  }
  assert.equal(opened.redo(), null);
}));

test("a change that changes nothing is none; a new one ends what was undone", () => {
  const sketch = sketchOf(box());
  assert.equal(sketch.change(0, sketch.parts[0], box()), false);
  assert.equal(sketch.past.length, 0);
  sketch.change(1, null, emptyPart("A", [1, 1, 1]));
  sketch.undo();
  sketch.change(1, null, emptyPart("B", [1, 1, 1]));
  assert.deepEqual([sketch.future, sketch.parts[1].name], [[], "B"]);
});

test("history has an end: 80 changes, and 100,000 letters", () => {
  const sketch = sketchOf(box());
  for (let k = 0; k < 200; k++) sketch.change(0, sketch.parts[0], { ...box(), most: k });
  assert.equal(sketch.past.length, 80);
  assert.equal(sketch.past[79].is.most, 199);
  sketch.change(0, sketch.parts[0], { ...box(), name: "x".repeat(60_000) });
  sketch.change(0, sketch.parts[0], box());
  assert.ok(sketch.past.length === 1 && JSON.stringify(sketch.past).length < 100_000);
});

test("volumes: of pieces by their copies, of the box with and without what may stay empty", () => {
  const piece = (cells, least, most) => ({ ...emptyPart("P", [3, 1, 1]), cells, least, most });
  const sketch = sketchOf(box(), piece([[0, 0, 0]], 1, 3), piece([[0, 0, 0], [1, 0, 0]], 0, 2));
  assert.deepEqual(sketch.volumes, { pieces: [1, 7], box: [1, 2] });
  assert.deepEqual(sketch.labels, ["P", "A"]);
  assert.deepEqual([sketchOf(box()).freeName(), sketch.freeName()], ["A", "A"]);
  const names = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((name) => emptyPart(name, [1, 1, 1]));
  assert.equal(sketchOf(box(), ...names).freeName(), "piece 2");
  assert.equal(sketchOf(box(), ...names, emptyPart("piece 2", [1, 1, 1])).freeName(), "piece 3");
});

test("boxes stand side by side, a cell apart; their floors have a line at each cell", () => {
  assert.deepEqual(rowOf([[2, 3, 1], [4, 1, 5]]), { starts: [0, 3], size: [7, 3, 5] });
  assert.deepEqual(rowOf([[2, 3, 1]]), { starts: [0], size: [2, 3, 1] });
  assert.deepEqual(floorLines([2, 1], 5, 3, 1), [[[5, 0, 3], [5, 1, 3]], [[6, 0, 3], [6, 1, 3]],
    [[7, 0, 3], [7, 1, 3]], [[5, 0, 3], [7, 0, 3]], [[5, 1, 3], [7, 1, 3]]]);
  assert.equal(floorLines([4, 4], 0, 0, Infinity).length, 4);
});

test("a drawing fits however it is turned, and is as large as that allows", () => often(200, (any) => {
  const size = range(3).map(() => any.between(1, 8)), height = any.real(0.05, 1.5), room = [any.real(150, 600), any.real(150, 600)];
  const scale = scaleIn(size, height, room);
  let wide = 0, high = 0;
  for (let turn = 0; turn < 6.3; turn += 0.01) {
    const ends = range(8).map((k) => range(3).map((axis) => ((k >> axis) & 1 ? 0.5 : -0.5) * size[axis]));
    const seen = ends.map(([x, y, z]) => [x * Math.cos(turn) - y * Math.sin(turn),
      z * Math.cos(height) + (x * Math.sin(turn) + y * Math.cos(turn)) * Math.sin(height)]);
    wide = Math.max(wide, ...seen.map(([x]) => 2 * Math.abs(x)));
    high = Math.max(high, ...seen.map(([, y]) => 2 * Math.abs(y)));
  }
  const share = Math.max(scale * wide / (room[0] - 36), scale * high / (room[1] - 36), scale / 64);
  assert.ok(share < 1.0001 && share > 0.999, String(share));
}));

// ---- the painter

/** A painter of a sketch, with all that it said. */
function painterOf(sketch, chosen = 0) {
  const said = [], calls = { changed: 0, draw: 0, toBoard: 0 };
  const painter = new Painter({ tell: (text) => said.push(text), changed: () => calls.changed++,
    draw: () => calls.draw++, toBoard: () => calls.toBoard++ });
  painter.take(sketch, chosen);
  return { painter, said, calls, last: () => said.at(-1) };
}

const twoBoxes = () => ({ ...emptyPart("box", [2, 2, 2]), grids: [[2, 2, 2], [1, 3, 1]],
  cells: [[0, 0, 0, 0], [1, 0, 0, 0], [0, 2, 0, 1]] });

test("strokes: the first cell says whether they paint or empty, and a stroke is one change", () => {
  const { painter, last, calls } = painterOf(sketchOf(box()));
  painter.along("1,1,0");
  assert.equal(painter.part.cells.length, 2, "no stroke has begun");
  painter.lift();
  assert.equal(calls.changed, 0);
  painter.press("0,1,0");
  painter.along("1,1,0");
  painter.along("0,0,0");
  painter.lift();
  assert.deepEqual(painter.part.cells, [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]);
  assert.deepEqual(painter.part.optional, [], "painted over, it may not stay empty");
  assert.equal(last(), "The box has 4 cells. Pieces in all 0, box 4.");
  assert.deepEqual([painter.sketch.past.length, calls.changed], [1, 1]);
  assert.deepEqual(painter.cursor, { box: 0, x: 0, y: 0, z: 0 });
  painter.press("1,0,0");
  painter.along("1,1,0");
  painter.lift();
  assert.deepEqual(painter.part.cells, [[0, 0, 0], [0, 1, 0]]);
  painter.undo();
  assert.equal(painter.part.cells.length, 4);
  assert.equal(last(), "Undone. The box has 4 cells. Pieces in all 0, box 4.");
  painter.redo();
  assert.equal(last(), "Made again. The box has 2 cells. Pieces in all 0, box 2.");
  painter.redo();
  assert.equal(last(), "There is nothing to make again.");
  painter.undo();
  painter.undo();
  painter.undo();
  assert.equal(last(), "There is nothing to undo.");
});

test("the brush: a colour, and cells that may stay empty, of the box alone", () => {
  const { painter, last } = painterOf(sketchOf(box(), emptyPart("A", [2, 1, 1])));
  painter.takeBrush({ colour: "red" });
  assert.equal(last(), "You paint cells of the colour red.");
  painter.takeBrush({ optional: true });
  assert.equal(last(), "You paint cells that may stay empty of the colour red.");
  painter.paintHere(false);
  assert.deepEqual([painter.part.colours, painter.part.optional], [["red", ""], [true, false]]);
  assert.ok(painter.has("0,0,0") && !painter.has("1,0,0") && !painter.has("1,1,0"));
  assert.equal(last(), "The box has 2 cells. Pieces in all 0, box 1 to 2.");
  painter.choose(1);
  assert.equal(last(), "Piece A: 0 cells.");
  painter.paintHere(false);
  assert.deepEqual([painter.part.optional, painter.part.colours], [[], ["red"]]);
  painter.takeBrush({ colour: "" });
  assert.equal(last(), "You paint cells.");
  assert.ok(!painter.has("0,0,0"));
});

test("the cursor walks in a layer, and through the layers of all boxes, and tells what is there", () => {
  const { painter, last } = painterOf(sketchOf(twoBoxes()));
  assert.equal(painter.name, "0,0,0,0");
  painter.move({ by: [1, 0] });
  assert.equal(last(), "Cell (1,0,0) in box 1: filled.");
  painter.move({ by: [5, 5] });
  assert.equal(last(), "Cell (1,1,0) in box 1: empty.");
  painter.move({ layer: 1 });
  assert.deepEqual(painter.cursor, { box: 0, x: 1, y: 1, z: 1 });
  painter.move({ layer: 1 });
  assert.deepEqual(painter.cursor, { box: 1, x: 0, y: 1, z: 0 }, "it is narrower");
  painter.move({ layer: 1 });
  assert.deepEqual(painter.cursor, { box: 1, x: 0, y: 1, z: 0 });
  painter.move({ by: [0, 1] });
  assert.equal(last(), "Cell (0,2,0) in box 2: filled.");
  painter.move({ layer: -3 });
  painter.goFirst();
  assert.deepEqual(painter.cursor, { box: 0, x: 0, y: 0, z: 0 });
  painter.move({ by: [0, 1], paints: true });
  assert.ok(painter.part.cells.some((cell) => String(cell) === "0,1,0,0"));
  const one = painterOf(sketchOf({ ...box(), colours: ["", "red"] }));
  one.painter.move({});
  assert.equal(one.last(), "Cell (0,0,0): may stay empty.");
  one.painter.move({ by: [1, 0] });
  assert.equal(one.last(), "Cell (1,0,0): filled, red.");
});

test("parts are resized, turned, filled, cleared, renamed, copied", () => {
  const { painter, last, calls } = painterOf(sketchOf(twoBoxes(), emptyPart("A", [2, 2, 2])));
  painter.move({ layer: 2 });
  painter.resize(1, 2);
  assert.deepEqual(painter.part.grids, [[2, 2, 2], [1, 2, 1]]);
  assert.equal(last(), "The grid is 1 × 2 × 1. 1 cell cut off; Undo brings them back.");
  painter.resize(0, 2);
  assert.equal(last(), "The grid is 2 × 2 × 1.");
  painter.turn("x");
  assert.deepEqual(painter.part.grids[1], [2, 2, 1], "several boxes are not turned");
  painter.fill();
  assert.equal(painter.part.cells.length, 6);
  assert.equal(last(), "The box has 6 cells. Pieces in all 0, box 6.");
  painter.choose(1);
  painter.resize(0, 1);
  painter.fill();
  painter.turn("z");
  assert.deepEqual([painter.part.grids, last()], [[[2, 1, 2]], "Turned about the z axis."]);
  painter.setCopies(0, 3);
  assert.deepEqual([painter.part.least, painter.part.most], [0, 3]);
  painter.move({});
  painter.lift();
  painter.fill();
  assert.equal(last(), "Piece A has 2 cells. Pieces in all 0 to 6, box 6.");
  painter.clear();
  assert.equal(last(), "Piece A is empty.");
  painter.rename("B");
  assert.deepEqual([painter.part.name, last()], ["B", "Piece B."]);
  painter.rename("");
  assert.equal(painter.part.name, "B");
  painter.choose(0);
  painter.clear();
  assert.equal(last(), "The box is empty.");
  painter.rename("Mine");
  assert.equal(painter.sketch.head.name, "Mine");
  painter.rename("");
  painter.editHead({ turns: "none" });
  assert.deepEqual([painter.sketch.head.name, painter.sketch.head.turns], ["Mine", "none"]);
  assert.ok(calls.draw && calls.changed);
});

test("pieces are added and removed; the most are 64; a name is there once", () => {
  const { painter, last, calls } = painterOf(sketchOf(twoBoxes()));
  painter.remove();
  assert.equal(painter.sketch.parts.length, 1, "the box stays");
  painter.addPiece();
  assert.deepEqual([painter.part.name, painter.part.grids, painter.chosen], ["A", [[3, 3, 2]], 1]);
  assert.deepEqual([last(), calls.toBoard, painter.cursor], ["Piece A is new: paint its cells.", 1, START]);
  painter.addPiece();
  painter.rename("A");
  assert.equal(last(), "Another piece is called A; equal pieces are copies of one.");
  painter.rename("B");
  assert.equal(painter.part.name, "B");
  painter.remove();
  assert.deepEqual([last(), painter.chosen], ["Piece B is gone; Undo brings it back.", 1]);
  painter.undo();
  assert.deepEqual([painter.chosen, painter.part.name], [2, "B"]);
  while (painter.sketch.parts.length < 65) painter.addPiece();
  painter.addPiece();
  assert.deepEqual([painter.sketch.parts.length, last()], [65, "64 pieces are the most."]);
  const flat = painterOf(sketchOf({ ...box(), grids: [[2, 1, 1]] })).painter;
  flat.addPiece();
  assert.deepEqual(flat.part.grids, [[2, 2, 1]]);
});

test("name and source are the maker's until something is drawn anew", () => {
  const state = sketchOf(box()).state, opened = { name: "Soma", source: "Hein", drawn: drawnOn(state) };
  assert.deepEqual(wordsOf(opened, { ...state, name: "My puzzle" }), { source: "Hein", name: "Soma" });
  assert.deepEqual(wordsOf(opened, { ...state, name: "Own" }), { source: "Hein", name: "Own" });
  const other = { ...state, name: "Soma", turns: "none" };
  assert.deepEqual(wordsOf(opened, other), { source: "", name: "My puzzle" });
  assert.deepEqual(wordsOf(opened, { ...other, name: "Own" }), { source: "", name: "Own" });
  const larger = { ...state, name: "Soma", parts: [{ ...box(), grids: [[9, 9, 9]] }] };
  assert.deepEqual(wordsOf(opened, larger).source, "Hein", "a larger grid is no other puzzle");
  assert.deepEqual(wordsOf({ ...opened, source: "" }, other), {});
});
