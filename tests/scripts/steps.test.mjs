// Boards of a search at a step, the frames that they fetch, and the track; against plain recounts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { COST_NAMES, countersAt } from "../../lessons/puzzles/cards/browser/logic/counted.js";
import { MOST_FRAMES, isFar, nextBlock, paceOf, stepsDue } from "../../lessons/puzzles/cards/browser/logic/fetching.js";
import { barsOf, border, fieldOf, layersKey, titleOf, toneIn } from "../../lessons/puzzles/cards/browser/logic/layer_looks.js";
import { LinkPlan, ROOT, WAYS } from "../../lessons/puzzles/cards/browser/logic/link_plan.js";
import { matrixAt } from "../../lessons/puzzles/cards/browser/logic/matrix_state.js";
import { faceWords, netWords, pegWords } from "../../lessons/puzzles/cards/browser/logic/net_words.js";
import { clamp, columnsOf, cost, decoded, eased, grouped, many, numbers, upTo }
  from "../../lessons/kit/cards/browser/logic/numbers.js";
import { Overlay } from "../../lessons/puzzles/cards/browser/logic/overlay.js";
import { KINDS, partsOf } from "../../lessons/kit/cards/browser/logic/program_parts.js";
import { goalOf, linesOf } from "../../lessons/puzzles/cards/browser/logic/square_lines.js";
import { cutAtNames } from "../../lessons/puzzles/cards/browser/logic/tie_names.js";
import { MARKS, TrackPlan, marksOf } from "../../lessons/puzzles/cards/browser/logic/track_plan.js";
import { near, often, range, view } from "./help.mjs";

const sum = (values) => values.reduce((a, b) => a + b, 0);

test("numbers: bounds, words, bytes", () => {
  assert.deepEqual([clamp(5, 0, 3), clamp(-1, 0, 3), clamp(2, 0, 3)], [3, 0, 2]);
  assert.deepEqual(upTo(3), [0, 1, 2]);
  assert.deepEqual([grouped(1234567), many(1, "cell"), many(1234, "cell"), many(0, "cell")], ["1,234,567", "1 cell", "1,234 cells", "0 cells"]);
  assert.deepEqual([cost(2), cost(2.456), cost(1.999)], ["2", "2.46", "2"]);
  assert.deepEqual([eased(0), eased(0.5), eased(1), eased(0.25)], [0, 0.5, 1, 0.15625]);
  assert.deepEqual(decoded("AQID"), Uint8Array.of(1, 2, 3));
  for (const [kind, Kind] of Object.entries({ f4: Float32Array, f8: Float64Array, i4: Int32Array, i2: Int16Array, u1: Uint8Array, u2: Uint16Array, u4: Uint32Array })) {
    const list = Kind.of(1, 2, 250), inside = new Uint8Array([9, 9, ...new Uint8Array(list.buffer), 7]);
    assert.deepEqual(numbers(new DataView(inside.buffer, 2, list.byteLength), kind), list);
    assert.deepEqual(decoded(Buffer.from(list.buffer).toString("base64"), kind), list);
    assert.deepEqual(numbers(null, kind), new Kind());
  }
  assert.deepEqual(numbers(view([4, 5])), Uint8Array.of(4, 5));
  assert.equal(columnsOf(4, (n) => [0, 2, 5, 5, 1][n]), 2, "the fewest of the best");
});

test("a magic square: each line's sum, and what is said of it", () => often(100, (any) => {
  const n = any.between(2, 5), all = range(n * n).map((k) => k + 1).sort(() => any.next() - 0.5);
  const numbersIn = all.map((v) => (any.next() < 0.7 ? v : 0)), { rows, columns, down, up } = linesOf(numbersIn, n);
  assert.equal(goalOf(n), sum(all) / n);
  const cellsOf = { rows: range(n).map((r) => range(n * n).filter((k) => Math.floor(k / n) === r)),
    columns: range(n).map((c) => range(n * n).filter((k) => k % n === c)) };
  assert.deepEqual([rows, columns].map((lines) => lines.map(({ cells }) => cells)), [cellsOf.rows, cellsOf.columns]);
  assert.deepEqual(down.cells, range(n * n).filter((k) => k % n === Math.floor(k / n)));
  assert.deepEqual(up.cells.toSorted((a, b) => a - b), range(n * n).filter((k) => k % n + Math.floor(k / n) === n - 1));
  for (const line of [...rows, ...columns, down, up]) {
    const values = line.cells.map((k) => numbersIn[k]), total = sum(values), full = !values.includes(0);
    assert.deepEqual([line.sum, line.full], [total, full]);
    assert.equal(line.right, full && total === goalOf(n));
    assert.equal(line.wrong, total > goalOf(n) || (full && total < goalOf(n)));
  }
}));

test("a matrix: rows left, columns left, and items that nothing can cover", () => often(200, (any) => {
  const items = range(any.between(1, 6)).map((k) => `i${k}`), times = items.map(() => any.between(1, 2));
  const options = range(any.between(1, 8)).map(() => range(items.length).filter(() => any.next() < 0.5));
  const state = options.map(() => any.pick(["on", "off", ""])), knows = any.next() < 0.5;
  const tried = any.between(-1, options.length - 1), item = any.between(-1, items.length - 1);
  const which = (kind) => range(options.length).filter((o) => state[o] === kind);
  const found = matrixAt({ items, options, times, knows }, { on: which("on"), off: which("off"), item, tried });
  items.forEach((_, i) => {
    const covers = which("on").filter((o) => options[o].includes(i)).length, open = which("").filter((o) => options[o].includes(i)).length;
    assert.equal(found.covered[i], covers >= times[i]);
    assert.equal(found.open[i], open);
    assert.equal(found.zero[i], knows && covers < times[i] && open < times[i] - covers);
  });
  assert.equal(found.columnsLeft, found.covered.filter((yes) => !yes).length);
  options.forEach((_, o) => assert.equal(found.rows[o],
    o === tried ? "tried" : { on: "chosen", off: "out", "": "open" }[state[o]]));
  assert.equal(found.rowsLeft, found.rows.filter((row) => row === "open").length);
}));

test("counters: what has happened up to a step", () => often(100, (any) => {
  const names = ["try", "decide", "conflict", "answer", "other"], count = any.between(1, 30);
  const kinds = range(count).map(() => any.below(5)), levels = range(count).map(() => any.below(6));
  const causes = kinds.map((kind) => (kind === 2 ? any.below(3) : 0)), step = any.below(count);
  const bounds = range(count).map(() => (any.next() < 0.3 ? NaN : any.below(9)));
  const { rows, nodes, deadEnds } = countersAt({ kinds, names, levels }, step, ["room", "sum"], causes, [["bound", bounds]]);
  const gone = range(step + 1), of = (...wanted) => gone.filter((k) => wanted.includes(names[kinds[k]])).length;
  assert.deepEqual([nodes, deadEnds], [of("try", "decide"), of("conflict")]);
  const table = Object.fromEntries(rows), first = ["nodes (tries)", "dead ends"], last = ["level now", "deepest level"];
  const parts = ["room", "sum"].filter((_, k) => gone.some((event) => causes[event] === k + 1));
  assert.deepEqual(rows.map(([name]) => name), [...first, ...parts, "solutions", "bound of this node", ...last]);
  assert.deepEqual([table["nodes (tries)"], table["dead ends"], table.solutions], [nodes, deadEnds, of("answer")]);
  [["room", 1], ["sum", 2]].forEach(([name, code]) => {
    const times = gone.filter((k) => causes[k] === code).length;
    assert.deepEqual(rows.find(([row]) => row === name), times ? [name, times, true] : undefined);
  });
  assert.equal(table["bound of this node"], Number.isNaN(bounds[step]) ? "none" : String(bounds[step]));
  assert.deepEqual([table["level now"], table["deepest level"]], [levels[step], Math.max(...gone.map((k) => levels[k]))]);
  assert.deepEqual(COST_NAMES, ["bound", "incumbent"]);
  assert.equal(Object.fromEntries(countersAt({ kinds: [4], names, levels: [] }, 0, [], [0], [["incumbent", [2.5]]]).rows).incumbent, "2.5");
  assert.equal(countersAt({ kinds: [4], names, levels: [] }, 0, [], [0], []).rows.slice(-2).map(([, level]) => level).join(), "0,0");
  assert.equal(countersAt({ kinds: [0], names: ["other"], levels: [1] }, 0, [], [0], []).deadEnds, 0, "a search without that kind");
}));

// ---- dancing links

/** Links of a cover as dancing links have them, built node by node. */
function linksOf(columns, options) {
  const top = [...range(columns + 1), ...options.flatMap((option) => option.map((i) => i + 1))];
  const row = [...Array(columns + 1).fill(-1), ...options.flatMap((option, o) => option.map(() => o))];
  const links = Object.fromEntries(WAYS.map((way) => [way, top.map((_, x) => x)]));
  const ring = (nodes, forth, back) => nodes.forEach((x, k) => {
    const next = nodes[(k + 1) % nodes.length];
    [links[forth][x], links[back][next]] = [next, x];
  });
  ring(range(columns + 1), "right", "left");
  range(columns).forEach((i) => ring(top.map((_, x) => x).filter((x) => top[x] === i + 1), "down", "up"));
  options.forEach((_, o) => ring(row.map((_, x) => x).filter((x) => row[x] === o), "right", "left"));
  return { links, top, row };
}

test("links: nodes in columns and rows; names; what is taken out", () => often(100, (any) => {
  const columns = any.between(1, 4), options = range(any.between(1, 4)).map(() => range(columns).filter(() => any.next() < 0.7)).filter((o) => o.length);
  const { links, top, row } = linksOf(columns, options), items = range(columns).map((i) => `item${i}`), names = options.map((_, o) => `option ${o}`);
  const scale = any.real(1, 2), plan = new LinkPlan({ items, names, top, row }, { wide: 60, tall: 40, scale });
  top.forEach((_, x) => {
    const [left, high] = plan.at(x), column = x <= columns ? x : top[x], line = x <= columns ? 0 : 1 + row[x];
    assert.ok(near([left, high], [30 + 60 * column, 30 + 40 * line]));
    const head = x <= columns, text = x === ROOT ? "root" : head ? items[x - 1] : "1";
    assert.equal(plan.text(x), text);
    assert.equal(plan.name(x), head ? text : `${items[top[x] - 1]} in ${names[row[x]]}`);
    assert.ok(near(plan.half(x), Math.min(24, scale * Math.max(17, 5.5 * text.length + 5))));
    assert.equal(plan.gone(links, x), false);
  });
  const x = 1 + any.below(top.length - 1), across = x <= columns, [back, forth] = across ? ["left", "right"] : ["up", "down"];
  const [before, after] = [links[back][x], links[forth][x]];
  [links[forth][before], links[back][after]] = [after, before]; // dancing links take it out, and it keeps its own
  assert.equal(plan.gone(links, x), before !== x);
  top.forEach((_, y) => { if (y !== x) assert.equal(plan.gone(links, y), false); });
}));

test("arrows: from rim to rim, or to the edge where they go round; bent over what they skip", () => often(100, (any) => {
  const columns = any.between(2, 4), options = range(any.between(1, 4)).map(() => range(columns).filter(() => any.next() < 0.7)).filter((o) => o.length);
  const { links, top, row } = linksOf(columns, options), items = range(columns).map((i) => `i${i}`), scale = any.real(1, 1.3);
  const plan = new LinkPlan({ items, names: options.map(String), top, row }, { wide: 90, tall: 50, scale });
  for (const x of top.keys()) for (const name of WAYS) {
    const to = links[name][x], arrow = plan.arrow(links, name, x, false), across = name === "left" || name === "right";
    if (to === x || (x === ROOT && !across)) {
      assert.equal(arrow, null);
      continue;
    }
    const [x1, y1, mx, my, x2, y2] = arrow.d.match(/-?[\d.]+(?:e-\d+)?/g).map(Number), axis = Number(!across);
    const [from, end, middle] = [[x1, y1], [x2, y2], [mx, my]], forth = name === "right" || name === "down", sign = forth ? 1 : -1;
    const [a, b] = [plan.at(x)[axis], plan.at(to)[axis]], half = (v) => (across ? plan.half(v) : 13 * scale);
    assert.ok(near(from[axis], a + sign * half(x)));
    assert.equal(arrow.round, forth ? b <= a : b >= a);
    assert.ok(near(end[axis], arrow.round ? a + sign * (across ? 45 : 25) : b - sign * half(to)));
    const aside = plan.at(x)[1 - axis] + (across === forth ? -5 : 5) * scale;
    assert.ok(near([from[1 - axis], end[1 - axis]], [aside, aside]), "there and back are beside one another");
    const skips = Math.round(Math.abs(b - a) / (across ? 90 : 50)) - 1, bend = arrow.round || !skips ? 0 : 2 * scale * Math.min(24, 12 + 4 * skips);
    assert.ok(near(Math.abs(middle[1 - axis] - aside), bend) && near(middle[axis], (from[axis] + end[axis]) / 2));
    if (bend) assert.equal(Math.sign(middle[1 - axis] - aside), (across ? -sign : sign));
    assert.equal(arrow.rank, across && x > columns ? "eo-still" : "");
    assert.equal(plan.arrow(links, name, x, true).rank, "eo-new");
    assert.equal(arrow.title, `${name} of ${plan.name(x)}: ${plan.name(to)}`);
    const tips = arrow.d.split("M").at(-1).split("L").map((point) => point.split(" ").map(Number));
    assert.deepEqual(tips[1], [x2, y2]);
    for (const tip of [tips[0], tips[2]]) assert.ok(near(Math.hypot(tip[0] - x2, tip[1] - y2), 7));
    if (!bend) assert.ok(sign * (tips[0][axis] - end[axis]) < 0 === !arrow.round || arrow.round);
  }
  const x = 1, [before, after] = [links.left[x], links.right[x]];
  [links.right[before], links.left[after]] = [after, before];
  assert.equal(plan.arrow(links, "left", x, false).rank, "eo-gone");
}));

// ---- frames and the track

test("frames: asked for in blocks until all that is needed is there", () => often(200, (any) => {
  const count = any.pick([1, 5, 50, 400, 401, 900]), here = new Set([0]), step = any.below(count), asked = [];
  const has = (k) => here.has(k);
  for (let block = nextBlock(has, step, count, true); block; block = nextBlock(has, step, count, true)) {
    const [from, to] = block;
    assert.ok(from < to && to <= count && !has(from) && to - from <= (from === step ? 4 : 12));
    asked.push(from);
    range(to - from).forEach((k) => here.add(from + k));
    assert.ok(asked.length < 500);
  }
  if (step) assert.equal(asked[0], step, "what is needed now comes first");
  const needed = count <= 400 ? range(count) : range(count).filter((k) => k >= step && k <= step + 60);
  assert.deepEqual(needed.filter((k) => !has(k)), []);
  const most = count <= 400 ? count : 61 + 12 + 1;
  assert.ok(here.size <= most, `${here.size} of ${most}`);
}));

test("what is out of sight fetches its own frame alone", () => {
  assert.equal(nextBlock(() => true, 3, 10, false), null);
  assert.equal(nextBlock((k) => k === 3, 3, 10, false), null);
  assert.deepEqual(nextBlock((k) => k < 3, 3, 10, false), [3, 7]);
  assert.deepEqual(nextBlock((k) => k === 3, 3, 10, true), [4, 10]);
  assert.deepEqual(nextBlock((k) => k >= 3, 3, 10, true), [0, 10]);
  assert.deepEqual(nextBlock((k) => k === 500, 500, 1000, true), [501, 513]);
  assert.equal(nextBlock((k) => k >= 500 && k <= 560, 500, 1000, true), null);
  assert.equal(nextBlock((k) => k > 990, 995, 1000, true), null);
});

test("far frames are forgotten, the first is not", () => {
  assert.equal(MOST_FRAMES, 2000);
  assert.deepEqual([0, 1, 499, 500, 1000, 1500, 1501].map(isFar(1000)), [false, true, true, false, false, false, true]);
});

test("a search is played at its pace, a long one faster, within a minute if that can be", () => {
  assert.deepEqual([paceOf(10, 800), paceOf(100, 800), paceOf(300, 800), paceOf(6000, 800), paceOf(0, 800), paceOf(6000, 50)],
    [800, 600, 200, 80, 800, 50]);
});

test("steps are due by the clock; those that are not here wait, and no more than a second is made up for", () => often(200, (any) => {
  const pace = any.between(20, 800), late = any.real(-50, 3000), ready = any.between(0, 40);
  const [steps, next] = stepsDue(late, pace, (n) => n <= ready), behind = Math.min(1000, Math.max(0, late));
  const due = range(100).filter((n) => n * pace <= behind).length;
  assert.equal(steps, Math.max(1, Math.min(due, ready)));
  assert.ok(near(next, steps * pace - behind));
}));

test("the track: events from edge to edge, and the level at each; the nearest event to a place", () => often(200, (any) => {
  const count = any.between(1, 60), levels = range(count).map(() => any.below(5)), width = any.between(100, 400);
  const plan = new TrackPlan(levels, width), deepest = Math.max(1, ...levels), flat = new Set(levels).size === 1;
  assert.equal(plan.height, flat ? 26 : 64);
  assert.ok(near([plan.x(0), plan.x(count - 1)], [4, count > 1 ? width - 4 : 4]));
  assert.ok(near([plan.y(0), plan.y(deepest)], [plan.height - 6, 14]));
  for (const k of range(count)) {
    assert.equal(plan.nearest(plan.x(k)), k);
    if (k) assert.ok(near(plan.x(k) - plan.x(k - 1), (width - 8) / (count - 1)));
  }
  assert.deepEqual([plan.nearest(-99), plan.nearest(9999)], [0, count - 1]);
  const wanted = levels.map((level, k) => (k ? `H${plan.x(k).toFixed(1)}V${plan.y(level).toFixed(1)}`
    : `M4 ${plan.y(level).toFixed(1)}`)).join("");
  assert.equal(plan.line, wanted);
}));

test("of a long search the track has the lowest and the highest level of each column", () => often(20, (any) => {
  const width = 100, count = any.between(201, 900), levels = range(count).map(() => any.below(9)), plan = new TrackPlan(levels, width);
  const columns = Map.groupBy(range(count), (k) => Math.floor(plan.x(k) + 1e-9)), d = [`M4 ${plan.y(levels[0]).toFixed(1)}`];
  for (const [column, events] of columns) {
    const all = events.map((k) => levels[k]);
    d.push(`H${column}V${plan.y(Math.min(...all)).toFixed(1)}V${plan.y(Math.max(...all)).toFixed(1)}`);
  }
  assert.equal(plan.line, d.join(""));
  const exact = new TrackPlan(levels.slice(0, 200), width);
  assert.equal(exact.line.match(/H/g).length, 199);
  assert.equal(new TrackPlan([], 100).line, "M4 20.0");
}));

test("marks: of kinds for which there is room, with a key to what no button names; the others are counted", () => {
  const names = ["try", "conflict", "answer", "restart"], kinds = [0, 1, 2, 1, 1, 3];
  assert.deepEqual(marksOf(kinds, names, 800), { found: [1, 2, 3, 4, 5], key: ["↺ restart"] });
  assert.deepEqual(marksOf(kinds, names, 16), { found: [2, 5], key: ["3 dead ends, too many to mark", "↺ restart"] });
  assert.deepEqual(marksOf(kinds, names, 24).found, [1, 2, 3, 4, 5], "a mark needs 8 pixels");
  assert.deepEqual(Object.keys(MARKS), ["conflict", "restart", "answer"]);
});

test("an overlay leaves blocks out and adds its own, and is the same frame until it changes", () => {
  const overlay = new Overlay(), frame = { say: "a", blocks: [1, 2, 3] };
  assert.equal(overlay.over(frame), frame);
  assert.equal(overlay.over(null), null);
  overlay.take({ drop: [1], blocks: [9] });
  assert.deepEqual(overlay.over(frame), { say: "a", blocks: [1, 3, 9] });
  assert.equal(overlay.over(frame), overlay.over(frame));
  assert.ok(!overlay.empty);
  overlay.take({ drop: [0] });
  assert.deepEqual([overlay.over(frame).blocks, overlay.empty], [[2, 3], false]);
  overlay.take({ blocks: [7], parts: { a: 1 } });
  assert.deepEqual([overlay.over(frame).blocks, overlay.parts], [[1, 2, 3, 7], { a: 1 }]);
  overlay.take({});
  assert.ok(overlay.empty && overlay.over(null) === null);
});

// ---- words and looks

test("borders: a hairline inside a piece, a thick line round what was chosen", () => {
  const frame = { cells: ["A", "A", "B", "", "A"], how: ["chosen", "chosen", "given", "", "solution"] };
  assert.deepEqual([border(frame, 0, 1), border(frame, 0, 2), border(frame, 2, 0), border(frame, 2, 3), border(frame, 3, 2), border(frame, 3, -1)],
    ["0.5px", "5px", "5px", "2px", "2px", "0.5px"]);
  assert.deepEqual([border(frame, 2, -1), border(frame, 0, -1), border(frame, 1, 4), border(frame, 4, 3)], ["2px", "5px", "0.5px", "2px"]);
  const copies = { ...frame, own: [1, 2, 3, 4, 5] };
  assert.equal(border(copies, 0, 1), "5px", "two copies of a piece");
  const shared = { cells: ["A", "A"], how: ["fraction", "fraction"] };
  assert.equal(border(shared, 0, 1), "2px");
  assert.equal(border({ cells: ["3", "3"], how: ["", ""] }, 0, 1), "0.5px");
});

test("tones: of a letter, of the piece that it labels, of a copy; tints come first", () => {
  const scene = { colours: { A: ["a", "1"], Bar: ["b", "2"] }, labels: { B: "Bar" } };
  const frame = { cells: ["A", "B", "A2", "C", "A", 3, "A"], how: ["chosen", "given", "solution", "given", "", "", "fraction"] };
  assert.deepEqual(range(7).map((cell) => toneIn(scene, frame, cell)),
    [["a", "1"], ["b", "2"], ["a", "1"], [null, null], [null, null], [null, null], [null, null]]);
  assert.deepEqual(toneIn(scene, { ...frame, tints: { A: ["t", "3"] } }, 0), ["t", "3"]);
  assert.deepEqual(toneIn({}, frame, 0), [null, null]);
  assert.deepEqual(toneIn(scene, { ...frame, tints: { A: ["t", "3"] } }, 6), [null, null]);
});

test("titles and the key say what is shown", () => {
  assert.deepEqual([titleOf("A", "chosen"), titleOf("A", "propagated"), titleOf("A", "odd"), titleOf("", ""), titleOf("0", ""), titleOf("7", "")],
    ["A, chosen", "A, follows", "A, odd", "empty", "empty, no piece fits: a dead end", "empty, 7 placements possible"]);
  assert.equal(layersKey({ cells: ["A", "B", "3"], how: ["chosen", "given", ""] }),
    "thick border: chosen · dot: given · number: placements that still cover this cell");
  assert.equal(layersKey({ cells: ["A"], how: ["propagated"] }), "thin border: follows");
  assert.match(layersKey({ cells: ["A"], how: ["fraction"] }), /^letter and fraction: .*branched on$/);
  assert.equal(layersKey({ cells: ["3", "x", 3], how: ["given", "", "given"] }), "dot: given");
});

test("bars of counts: one logarithmic scale, full for the largest", () => {
  const wide = barsOf({ A: 3, B: 0 }, { A: 99, C: 20 });
  assert.ok(near([wide(99), wide(0), wide(9)], [100, 0, 50]));
  assert.ok(near([barsOf({}, {})(1), barsOf({ A: 200 }, { A: 99 })(200)], [100, 100]));
});

test("each placement has a square, in rows; its sign says which path draws it", () => {
  const paths = Object.fromEntries(fieldOf("o.x#o", 3)), starts = (d) => [...d.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  assert.deepEqual(Object.entries(paths).map(([kind, d]) => [kind, starts(d)]), [["o", [[0, 0], [1, 1]]], ["#", [[0, 1]]], ["x", [[2, 0]]], [".", [[1, 0]]]]);
});

test("a net in words", () => {
  const still = { faces: [{ name: "F1", corners: ["A", "B", "C"] }, { name: "F2", corners: ["A", "C", "D"] }], vertices: [{ name: "A" }, { name: "B" }, { name: "C" }] };
  const pegs = [[3, 3, "full"], [2, 0, "open"], [1, 4, "wrong"]];
  assert.equal(netWords(still, { dots: [null, [1, 2, 0]], pegs }), "Tiles on 1 of 2 faces: F2: 1 at A, 2 at C, 0 at D. "
    + "Dots at the vertices: A: 3 of 3, met; B: 0 of 2; C: 4 of 1, cannot be met.");
  assert.match(netWords(still, { dots: [null, null], pegs }), /^Tiles on 0 of 2 faces\. Dots/);
  assert.deepEqual([faceWords(still.faces[0], null), pegWords("A", [1, 0, "open"])], ["F1: empty", "A: 0 of 1"]);
});

const partsIn = (text, isProgram) => [...partsOf(text, isProgram)].map(({ kind, from, to }) => [kind, text.slice(from, to)]);

test("programs in colours: each part has its kind", () => {
  const text = "a(X) :- not b(_Y, 12), \"te%xt\". % end\n#show a/1. %* two\nlines *% :~ x. _ cX1";
  assert.deepEqual(partsIn(text, true).filter(([kind]) => kind !== "name"), [["variable", "X"], ["word", ":-"], ["word", "not"], ["variable", "_Y"],
    ["number", "12"], ["text", "\"te%xt\""], ["comment", "% end"], ["word", "#show"], ["number", "1"], ["comment", "%* two\nlines *%"], ["word", ":~"], ["variable", "_"]]);
  assert.deepEqual(partsIn("a(b1).", true), [["name", "a"], ["name", "("], ["name", "b1"], ["name", ")"], ["name", "."]]);
  assert.deepEqual(KINDS, ["comment", "text", "word", "variable", "number", "name"]);
});

test("in Python only what is a program between triple quotes has colours", () => {
  const python = "x = \"\"\"\nb(Y) :- c.\n\"\"\"\ny = \"\"\"just text\"\"\"\nz = \"\"\"\\\nq(Z).\n\"\"\"\nw = \"\"\"\nprose (so.\n\"\"\"";
  assert.deepEqual(partsIn(python, false).filter(([kind]) => kind === "variable"), [["variable", "Y"], ["variable", "Z"]]);
  assert.deepEqual(partsIn("a :- b.", false), []);
});

test("a sentence is cut at cells, pieces and what has a place", () => {
  const names = (text) => {
    const all = cutAtNames(text);
    assert.equal(all.join(""), text);
    assert.equal(all.length % 2, 1);
    return all.filter((_, k) => k % 2);
  };
  assert.deepEqual(names("Try piece L at (0,1,2): 3 left."), ["L", "(0,1,2)"]);
  assert.deepEqual(names("cell (1,0) in box 2, item p7, option o_1; T₁ (Tee) at (0,0,0)."), ["(1,0) in box 2", "p7", "o_1", "T₁", "(0,0,0)"]);
  assert.deepEqual(names("nothing (1) here, pieces A"), []);
  assert.deepEqual(cutAtNames(""), [""]);
});
