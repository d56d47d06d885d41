// A box packed by hand: placements, layers, moves and undo, against Python's rules (rules.json, by rules.py).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { turned } from "../../lessons/puzzles/cards/browser/logic/cubes.js";
import { Game, Puzzle } from "../../lessons/puzzles/cards/browser/logic/hand_puzzle.js";
import { Packer } from "../../lessons/puzzles/cards/browser/logic/packer.js";
import { often, range } from "./help.mjs";

const RULES = JSON.parse(readFileSync(new URL("rules.json", import.meta.url)));
const TURNS = { space: { x: 1, y: 1, z: 1 }, flip: { x: 2, y: 2, z: 1 }, plane: { z: 1 }, none: {} };
const numbered = (a, b) => a - b;

const BENCH = { tell() {}, changed() {}, draw() {}, toBoard() {}, picked() {} };

/** A packer, with all that it said and sent. */
function packerOf(told, given = [], game = {}) {
  const said = [], sent = [], seen = { draws: 0, boards: 0, picked: [] };
  const packer = new Packer(told, { tell: (text) => said.push(text),
    changed: (state, taken) => sent.push([structuredClone(state), taken]), draw: () => seen.draws++,
    toBoard: () => seen.boards++, picked: (piece) => seen.picked.push(piece) });
  packer.takeGame(given, game);
  return { packer, said, sent, seen };
}

/** All orientations of a piece that its puzzle allows, found by turning. */
function orientations(puzzle, cells) {
  const found = new Map([[JSON.stringify(turned(cells, "z", 0)), turned(cells, "z", 0)]]);
  for (const one of found.values()) for (const [axis, quarters] of Object.entries(TURNS[puzzle.turns])) {
    const next = turned(one, axis, quarters);
    if (!found.has(JSON.stringify(next))) found.set(JSON.stringify(next), next);
  }
  return [...found.values()];
}

for (const [name, { puzzle: told, placements, games }] of Object.entries(RULES)) {
  const boxes = 1 + Math.max(...told.cells.map((cell) => cell[3] ?? 0));

  test(`${name}: a piece in hand lies where Python says that it can`, () => {
    const puzzle = new Puzzle(told), found = new Set();
    told.pieces.forEach(({ cells }, piece) => orientations(told, cells).forEach((turnedCells) => {
      for (const box of range(boxes)) for (const x of range(9)) for (const y of range(9)) for (const z of range(9)) {
        const held = { piece, cells: turnedCells, at: [x - 3, y - 3, z - 3], box };
        const numbers = puzzle.cellsOf(held);
        if (numbers.every((one) => one !== null)) found.add(JSON.stringify([piece, numbers.sort(numbered)]));
      }
    }));
    assert.deepEqual([...found].sort(), placements.map((one) => JSON.stringify(one)).sort());
  });

  test(`${name}: the cells where a press would bring the piece in hand are marked`, () => often(20, (any) => {
    const { packer, said, seen } = packerOf(told), marked = () => packer.looks().flatMap(({ marks }, cell) =>
      (marks.includes("hand-shadow") ? [cell] : []));
    packer.point(any.below(told.cells.length));
    assert.deepEqual(marked(), [], "nothing is in hand");
    packer.pick(any.below(told.pieces.length));
    const cell = any.below(told.cells.length), words = said.length, { draws } = seen, under = packer.cellsHeld().includes(cell);
    packer.point(null);
    assert.equal(packer.point(cell), !under, "is there something to draw?");
    assert.ok(!packer.point(cell) && said.length === words && seen.draws === draws);
    const shown = marked();
    packer.bring(cell, 0);
    assert.deepEqual(shown, under ? [] : packer.cellsHeld().sort(numbered));
    packer.point(null);
    assert.deepEqual(marked(), []);
  }));

  test(`${name}: a placement that is taken up is in the hand where it lay`, () => {
    const puzzle = new Puzzle(told);
    for (const entry of placements) {
      const held = puzzle.heldOf(entry), numbers = puzzle.cellsOf(held);
      assert.deepEqual([held.piece, numbers.toSorted(numbered)], entry);
      assert.deepEqual(puzzle.inside(held), held);
      assert.deepEqual([0, 1, 2].map((axis) => Math.min(...held.cells.map((cell) => cell[axis]))), [0, 0, 0]);
    }
  });

  test(`${name}: what lies, and is left, after random moves, undo and redo`, () => {
    for (const acts of games) {
      let game = new Game([]);
      for (const [kind, entries, laid, left] of acts) {
        game = kind === "undo" ? game.undone() : kind === "redo" ? game.redone() : game.after([kind, entries]);
        assert.deepEqual(game.laid, laid);
        assert.deepEqual(told.pieces.map(({ copies }, piece) => copies - game.lying.filter(([one]) => one === piece).length), left);
        assert.deepEqual(new Game([], game.state).laid, laid, "as it is saved and opened");
        const filled = laid.flatMap((entry) => entry[1].map((cell) => [cell, entry]));
        assert.deepEqual([...game.filled].sort(([a], [b]) => a - b), filled.sort(([a], [b]) => a - b));
      }
    }
  });

  test(`${name}: the same, by acts of the packer`, () => {
    for (const acts of games) {
      const { packer, sent } = packerOf(told);
      for (const [kind, entries, laid, left] of acts) {
        const before = packer.game.laid.length;
        if (kind === "lay") {
          packer.hold(packer.puzzle.heldOf(entries[0]));
          assert.ok(packer.fits());
          assert.deepEqual(packer.entry(), entries[0]);
          packer.lay();
          assert.equal(packer.held, null);
        } else if (kind === "take") packer.take(entries[0]);
        else packer[kind]();
        assert.deepEqual(packer.game.laid, laid);
        assert.deepEqual(range(left.length).map((piece) => packer.left(piece)), left);
        const [state, taken] = sent.at(-1);
        assert.deepEqual(new Game([], state).laid, laid);
        assert.equal(taken, Math.max(0, before - laid.length));
      }
      assert.equal(sent.length, acts.length);
    }
  });

  test(`${name}: lifted, a piece goes through all layers of all boxes`, () => {
    const puzzle = new Puzzle(told);
    told.pieces.forEach(({ cells }, piece) => orientations(told, cells).forEach((shape) => {
      const inBox = ({ at, box }) => shape.every((cell) => told.cells.some((one) => (one[3] ?? 0) === box
        && one.slice(0, 3).every((v, axis) => v === cell[axis] + at[axis])));
      for (const x of [0, 1]) {
        const all = range(boxes).flatMap((box) => range(9).map((z) => ({ piece, cells: shape, at: [x, 0, z], box })));
        const layers = all.filter(inBox);
        if (layers.length < 2 || new Set(layers.map(({ box }) => box)).size < boxes) continue;
        layers.forEach((held, k) => {
          assert.deepEqual(puzzle.liftedBy(held, 1), layers[k + 1] ?? held);
          assert.deepEqual(puzzle.liftedBy(held, -1), layers[k - 1] ?? held);
        });
      }
    }));
  });

  test(`${name}: pushed back, a piece is in its box, and no further than it must`, () => often(200, (any) => {
    const puzzle = new Puzzle(told), piece = any.below(told.pieces.length), box = any.below(boxes);
    const cells = any.pick(orientations(told, told.pieces[piece].cells));
    const at = range(3).map(() => any.between(-4, 8)), { at: to } = puzzle.inside({ piece, cells, at, box });
    const inside = told.cells.filter((cell) => (cell[3] ?? 0) === box);
    range(3).forEach((axis) => {
      const long = Math.max(...cells.map((cell) => cell[axis])) + 1;
      const low = Math.min(...inside.map((cell) => cell[axis])), high = Math.max(...inside.map((cell) => cell[axis]));
      const fits = range(20).map((v) => v - 5).filter((v) => v >= low && v + long - 1 <= high);
      const best = fits.length ? Math.min(...fits.map((v) => Math.abs(v - at[axis]))) : Math.abs(low - at[axis]);
      assert.equal(Math.abs(to[axis] - at[axis]), best);
      assert.ok(fits.length ? fits.includes(to[axis]) : to[axis] === low);
    });
  }));

  test(`${name}: a piece that is picked comes to the first free place`, () => often(30, (any) => {
    const { packer, seen } = packerOf(told), [acts] = games;
    const laid = acts[any.below(acts.length)][2];
    packer.takeGame([], { past: laid.map((entry) => ["lay", [entry]]), future: [] });
    const piece = any.below(told.pieces.length);
    if (!packer.left(piece)) {
      packer.pick(piece);
      assert.equal(packer.held, null);
      return;
    }
    packer.pick(piece);
    const used = new Set(laid.flatMap(([, cells]) => cells)), numberOf = new Map(told.cells.map((cell, k) => [`${cell}`, k]));
    const shape = told.pieces[piece].cells, [first] = shape;
    const free = told.cells.map(([x, y, z, box]) => shape.map((cell) => [cell[0] - first[0] + x, cell[1] - first[1] + y,
      cell[2] - first[2] + z, ...(box === undefined ? [] : [box])]).map((cell) => numberOf.get(`${cell}`)))
      .find((cells) => cells.every((cell) => cell !== undefined && !used.has(cell)));
    const numbers = packer.puzzle.cellsOf(packer.held);
    if (free) assert.deepEqual(numbers, free);
    else assert.deepEqual([packer.held.box, packer.puzzle.inside(packer.held)], [0, packer.held]);
    assert.deepEqual([seen.picked, seen.boards], [[piece], 1]);
  }));
}

const [SMALL, TWO, FLIP, PLANE, NONE] = ["tetracubes-2x4x4", "tetracubes-2x2x4+2x2x4", "flat flip", "flat plane",
  "flat none"].map((name) => RULES[name].puzzle);
const toned = (told) => ({ ...told, pieces: told.pieces.map((one, k) => ({ ...one, fill: `fill ${k}`, ink: `ink ${k}` })) });

test("turns: by quarters, by halves where a puzzle is flat, and not where they are not allowed", () => {
  for (const told of [SMALL, FLIP, PLANE, NONE]) for (const axis of ["x", "y", "z"]) {
    const { packer, said } = packerOf(told), quarters = TURNS[told.turns][axis];
    packer.turn(axis);
    assert.deepEqual(said, ["Pick a piece first."]);
    packer.pick(0);
    const before = packer.held.cells;
    packer.turn(axis);
    assert.deepEqual(packer.held.cells, quarters ? turned(before, axis, quarters) : before);
    assert.equal(Boolean(packer.able[axis]), Boolean(quarters) || axis === "z");
    if (quarters) assert.deepEqual(packer.shapes[0], packer.held.cells);
  }
});

test("two moves that were undone are made again, one by one", () => {
  const game = new Game([], { past: [["lay", [[0, [0, 1]]]], ["lay", [[1, [2, 3]]]]], future: [] });
  assert.deepEqual(game.undone().undone().redone().redone().state, game.state);
});

test("the sentences of a hand", () => {
  const { packer, said, seen } = packerOf(TWO), last = () => said.at(-1);
  for (const act of [() => packer.step([1, 0, 0]), () => packer.lift(1), () => packer.lay(), () => packer.bring(0, 0)]) {
    act();
    assert.equal(last(), "Pick a piece first.");
  }
  packer.away();
  assert.equal(seen.draws, 0);
  packer.takeLast();
  assert.equal(last(), "Nothing to take back: no piece is laid yet.");
  packer.undo();
  assert.equal(last(), "There is nothing to undo.");
  packer.redo();
  assert.equal(last(), "There is nothing to redo.");
  packer.clear();
  packer.pick(4);
  assert.equal(last(), "O is in your hand, at (0,0,0) in box 1: it fits here.");
  packer.lay();
  assert.equal(last(), "O is laid. 28 cells still empty.");
  const { boards } = seen;
  packer.pick(4);
  assert.equal(last(), "O is laid. Press it where it lies to take it out.");
  assert.equal(seen.boards, boards + 1); // keys are the card's, not the notebook's
  packer.pick(1);
  const at = packer.held.at;
  packer.bring(0, 0);
  assert.match(last(), /^T at \(0,0,0\) in box 1: overlapping O\.$/);
  packer.lay();
  assert.match(last(), /^T cannot lie at \(0,0,0\) in box 1: overlapping O\.$/);
  assert.notDeepEqual(at, packer.held.at);
  packer.away();
  assert.deepEqual([packer.held, last()], [null, "T is back in the tray."]);
  packer.takeUp(packer.game.laid[0]);
  assert.equal(last(), "O is taken back. 32 cells still empty.");
  assert.equal(packer.held.piece, 4);
  packer.lay();
  packer.takeLast();
  packer.undo();
  assert.equal(last(), "Undone. 28 cells still empty.");
  packer.clear();
  assert.equal(last(), "All pieces are back in the tray. 32 cells still empty.");
  assert.equal(packer.words, "Nothing is laid.");
  assert.equal(packer.score(1), "0 of 8 pieces laid · 1 taken back");
});

test("a piece that sticks out says so, and its letter and its name", () => {
  const told = structuredClone(SMALL);
  told.pieces[0].name = "Bar";
  const { packer } = packerOf(told);
  packer.held = { piece: 0, cells: [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]], at: [2, 0, 0], box: 0 };
  assert.equal(packer.where(packer.held), "at (2,0,0): 2 cells of it outside.");
  assert.deepEqual(packer.wrong(), [2, 3]);
  assert.deepEqual(packer.entry(), []);
  packer.held.at = [8, 0, 0];
  assert.equal(packer.where(packer.held), "outside: 4 cells of it outside.");
  packer.takeGame([[1, [2, 3, 6, 7]]], {});
  packer.held.at = [3, 0, 0];
  assert.equal(packer.where(packer.held), "at (3,0,0): 3 cells of it outside, overlapping T.");
  assert.equal(packer.name(0), "I (Bar)");
  assert.equal(packer.name(1), "T");
  packer.takeGame([[0, [0, 1, 2, 3]]], {});
  assert.equal(packer.held, null, "all of it lies");
  assert.equal(packer.words, "Laid: I (Bar) at (0,0,0) (1,0,0) (2,0,0) (3,0,0).");
});

test("the looks of cells: in hand, wrong, given, to be taken back, dead", () => {
  const given = [[0, [0, 1, 2, 3]]], laid = [1, [4, 5, 6, 9]];
  const { packer } = packerOf(toned(SMALL), given, { past: [["lay", [laid]]], future: [] });
  const look = (cell) => packer.looks()[cell];
  assert.deepEqual(look(0), { text: "I", fill: "fill 0", ink: "ink 0", marks: ["hand-given"], own: given[0] });
  assert.deepEqual(look(5), { text: "T", fill: "fill 1", ink: "ink 1", marks: [], own: laid });
  assert.deepEqual(look(20), { text: "", fill: undefined, ink: undefined, marks: [], own: null });
  packer.marked = [[1, [4, 5, 6, 9]]];
  packer.dead = [20, 21];
  assert.deepEqual(look(9).marks, ["hand-back"]);
  assert.deepEqual(look(20), { text: "✕", marks: ["hand-dead"], own: null });
  packer.held = { piece: 4, cells: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], at: [1, 1, 0], box: 0 };
  assert.deepEqual(look(5), { text: "✕", fill: "fill 4", ink: "ink 4", marks: ["hand-held", "hand-wrong", "hand-back"], own: laid });
  assert.deepEqual(look(10), { text: "O", fill: "fill 4", ink: "ink 4", marks: ["hand-held"], own: null });
  packer.held.at = [0, 1, 1];
  assert.deepEqual(look(20).marks, ["hand-held"], "and not dead under the hand");
  assert.deepEqual([packer.able.undo, packer.able.redo, packer.able.clear], [1, 0, 1]);
  packer.undo();
  assert.deepEqual([packer.dead, packer.marked, packer.able.redo], [[], [], 1]);
});

test("while a search goes on from here, cells, tray and looks follow it", () => {
  const { packer } = packerOf({ ...toned(FLIP) });
  const cells = FLIP.cells.map(() => ""), how = cells.map(() => ""), own = cells.map(() => null);
  [[0, "L1", "chosen", 7], [1, "L1", "chosen", 7], [2, "L2", "given", 8]].forEach(([cell, text, way, sign]) => {
    [cells[cell], how[cell], own[cell]] = [text, way, sign];
  });
  packer.frame = { cells, how, own };
  const piece = FLIP.pieces.findIndex(({ letter }) => letter === "L");
  assert.deepEqual([packer.left(piece), packer.left(0)], [0, 1]);
  const all = FLIP.pieces.reduce((sum, { copies }) => sum + copies, 0);
  assert.equal(packer.score(0), `2 of ${all} pieces laid · 0 taken back`);
  assert.equal(packer.words, "Laid: L at (0,0,0) (1,0,0); L at (2,0,0).");
  const looks = packer.looks();
  assert.deepEqual(looks[1], { text: "L", fill: `fill ${piece}`, ink: `ink ${piece}`, marks: [], own: 7 });
  assert.deepEqual([looks[2].marks, looks[3]], [["hand-given"], { text: "", marks: [], own: null }]);
  packer.frame = { cells, how };
  assert.equal(packer.looks()[0].own, "L1");
  packer.pick(0);
  assert.equal(packer.frame, null, "the next move ends that");
});

test("a held piece leaves the hand when all of it lies", () => {
  const { packer, seen } = packerOf(SMALL);
  packer.pick(4);
  packer.takeGame([], { past: [["lay", [[4, [0, 1, 4, 5]]]]], future: [] });
  assert.equal(packer.held, null);
  packer.pick(0);
  packer.takeGame([], {});
  assert.equal(packer.held.piece, 0);
  packer.hold(null);
  assert.equal(seen.picked.length, 2);
});

test("a full box says so, and what is given stays", () => {
  const told = { ...SMALL, cells: SMALL.cells.slice(0, 4), pieces: SMALL.pieces.slice(0, 1) };
  const { packer, said } = packerOf(told);
  packer.pick(0);
  packer.lay();
  assert.equal(said.at(-1), "I is laid. The box is full!");
  const game = new Game([[0, [0, 1, 2, 3]]]);
  assert.ok(game.isGiven([0, [0, 1, 2, 3]]) && !game.isGiven([1, [0, 1, 2, 3]]) && !game.isGiven([0, [0, 1, 2, 4]]));
  assert.deepEqual([new Puzzle(TWO).place(16), new Puzzle(SMALL).place(5)], ["(0,0,0) in box 2", "(1,1,0)"]);
  assert.ok(new Packer(told, BENCH).fits());
});
