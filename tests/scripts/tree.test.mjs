// Trees of searches: which nodes are drawn, where, and what is said of them; against trees walked node by node.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ANSWER, BOUND, DEAD, OPEN, TreeData, TreePlan } from "../../lessons/puzzles/cards/browser/logic/tree_data.js";
import { TreeLooks } from "../../lessons/puzzles/cards/browser/logic/tree_looks.js";
import { BELOW, NodeSize, TOP, boundText, brief, cut, heightsOf }
  from "../../lessons/puzzles/cards/browser/logic/tree_sizes.js";
import { near, often, range, view } from "./help.mjs";

const TEXTS = ["", "A", "B₁", "cell (0,0,0)", "a long name of a piece", "no room"];

/** A random search as Python packs it, and its nodes with their children. */
function randomTree(any, { most = 40, deep = 6, linear = false } = {}) {
  const nodes = [];
  let step = 0;
  const grow = (parent, depth) => {
    const v = nodes.length, node = { v, parent, depth, kids: [], first: step++, kind: OPEN, chosen: step };
    nodes.push(node);
    if (depth < deep) while (nodes.length < most && any.next() < 0.7) node.kids.push(grow(v, depth + 1));
    if (!node.kids.length) node.kind = any.pick(linear ? [DEAD, ANSWER, BOUND] : [DEAD, ANSWER]);
    node.ended = node.kids.length ? -1 : step++;
    node.last = step;
    return node;
  };
  grow(-1, 0);
  const column = (name, f = (node) => node[name]) => [name, view(nodes.map(f), Int32Array)];
  const packed = Object.fromEntries([...["parent", "first", "last", "ended", "kind", "chosen"].map((name) => column(name)),
    column("label", ({ v }) => v % TEXTS.length), column("words", () => 1), column("name", ({ v }) => v && 1 + v % 2),
    column("sign", ({ v }) => Number(v % 5 > 0)), column("item", ({ kids }) => (kids.length ? 3 : 0)),
    column("count", ({ kids, v }) => (v % 7 === 3 ? -1 : kids.length + v % 3)), column("say", ({ v }) => (v % 4 === 1 ? 5 : 0))]);
  const bound = linear && { linear: true, bound: view(nodes.map(({ v }) => (v % 6 === 5 ? NaN : 3 + v / 8)), Float64Array) };
  return { nodes, end: step, data: new TreeData({ ...packed, texts: TEXTS, paint: { A: ["#111111", "#ffffff"], "": ["#eeeeee", "#000000"] },
    ...bound }) };
}

const inside = (node) => [node, ...node.kids.flatMap(inside)];
const sum = (values) => values.reduce((a, b) => a + b, 0);

test("sizes, leaves, answers and levels of a tree are those of its nodes", () => often(200, (any) => {
  const { nodes, end, data } = randomTree(any);
  assert.equal(data.deepest, Math.max(...nodes.map(({ depth }) => depth)));
  for (const node of nodes) {
    const all = inside(node);
    assert.equal(data.size[node.v], all.length);
    assert.equal(data.leaves[node.v], all.filter(({ kids }) => !kids.length).length);
    assert.equal(data.answers[node.v], all.filter(({ kind }) => kind === ANSWER).length);
    assert.equal(data.depth[node.v], node.depth);
    assert.equal(data.reach(node.v), Math.max(...all.map(({ depth }) => depth)));
  }
  for (let step = 0; step < end; step++) {
    assert.equal(data.seen(step), nodes.filter(({ first }) => first <= step).length - 1);
    assert.deepEqual(data.path(step), nodes.filter(({ first, last }) => first <= step && step < last).map(({ v }) => v));
    for (const node of nodes)
      assert.deepEqual(data.children(node.v, step), node.kids.filter(({ first }) => first <= step).map(({ v }) => v));
  }
}));

/** All that a plan draws and folds away. */
function drawnBy(data, step, slots, levels) {
  const plan = new TreePlan(data, step, slots, levels);
  return { plan, drawn: plan.placed((x, y) => ({ x: 10 + 7 * x, y: 3 + 5 * y })) };
}

test("drawn: the path, no more leaves and levels than there is room for, nothing twice, nothing over another", () =>
  often(300, (any) => {
    const { nodes, end, data } = randomTree(any), step = any.below(end), slots = any.between(3, 25), levels = any.between(3, 8);
    const { plan, drawn } = drawnBy(data, step, slots, levels), path = data.path(step);
    const shown = drawn.filter(({ parts }) => !parts).map(({ v }) => v);
    assert.deepEqual(path.slice(plan.top).filter((v) => !shown.includes(v)), []);
    const folded = drawn.flatMap(({ parts }) => parts ?? []).flatMap((v) => inside(nodes[v])).map(({ v }) => v);
    const all = [...shown, ...folded];
    assert.equal(new Set(all).size, all.length, "nothing is there twice");
    assert.ok(all.every((v) => nodes[v].first <= step));
    const leaves = drawn.filter((node) => !drawn.some(({ up }) => up === node));
    assert.ok(plan.whole || leaves.length <= slots, `${leaves.length} of ${slots}`);
    assert.ok(new Set(drawn.map(({ y }) => y)).size <= levels || plan.whole);
    for (const { v, parts, y, up, x } of drawn) {
      assert.equal(y, 3 + 5 * (nodes[v].depth - plan.top));
      if (up) assert.equal(nodes[v].parent, up.v);
      if (parts) assert.ok(parts.every((part) => nodes[part].parent === up.v && nodes[part].last <= step));
      assert.ok(x >= 10);
    }
    const rows = Map.groupBy(drawn, ({ y }) => y);
    for (const row of rows.values()) for (const [k, node] of row.entries())
      if (k) assert.ok(node.x - row[k - 1].x >= 7 - 1e-9 || plan.whole, "a leaf apart at least");
    for (const node of drawn) {
      const kids = drawn.filter(({ up }) => up === node);
      if (kids.length && !plan.whole) assert.ok(near(node.x, (kids[0].x + kids.at(-1).x) / 2));
    }
  }));

test("as much is drawn as there is room for: with room for all, all is, and nothing moves from step to step", () =>
  often(100, (any) => {
    const { nodes, end, data } = randomTree(any, { most: 25 }), places = new Map();
    for (let step = 0; step < end; step++) {
      const { plan, drawn } = drawnBy(data, step, 25, 8);
      assert.ok(plan.whole);
      assert.deepEqual(drawn.map(({ v }) => v).toSorted((a, b) => a - b), nodes.filter(({ first }) => first <= step).map(({ v }) => v));
      for (const { v, x, y } of drawn) {
        assert.deepEqual(places.get(v) ?? [x, y], [x, y]);
        places.set(v, [x, y]);
      }
    }
    const leaves = nodes.filter(({ kids }) => !kids.length);
    leaves.forEach(({ v }, k) => assert.equal(places.get(v)[0], 10 + 7 * k));
    const exact = new TreePlan(data, end - 1, leaves.length, data.deepest + 1);
    assert.ok(exact.whole && !new TreePlan(data, 0, leaves.length - 1, 9).whole && !new TreePlan(data, 0, 25, data.deepest).whole);
  }));

test("room is shared out: each level shows what is finished there before another shows more", () => {
  // a root with 3 finished children of one leaf each, and a path below the fourth with 2 finished children
  const column = { parent: [-1, 0, 0, 0, 0, 4, 4, 4], first: [0, 1, 2, 3, 4, 5, 6, 7], last: [9, 2, 3, 4, 9, 6, 7, 9],
    ended: [-1, 1, 2, 3, -1, 5, 6, -1], kind: [0, 1, 1, 1, 0, 1, 1, 0] };
  const zeros = Object.fromEntries("label words name sign item count chosen say".split(" ").map((name) => [name, Array(8).fill(0)]));
  const packed = Object.fromEntries(Object.entries({ ...column, ...zeros }).map(([name, list]) => [name, view(list, Int32Array)]));
  const data = new TreeData({ ...packed, texts: [""], paint: {} });
  const shape = (slots) => {
    const { drawn } = drawnBy(data, 7, slots, 5);
    return drawn.map(({ v, parts }) => (parts ? `${v}+${parts.length}` : String(v))).sort().join(" ");
  };
  assert.equal(shape(3), "0 1+3 4 5+2 7");
  assert.equal(shape(4), "0 1+3 4 5 6 7");
  assert.equal(shape(5), "0 1+2 3 4 5 6 7");
  assert.equal(shape(6), "0 1 2 3 4 5 6 7");
  assert.equal(shape(2), "0 4 5+2 7", "near in the search comes before far");
});

test("what is folded, drawn and missing adds up to all nodes so far", () => often(200, (any) => {
  const { nodes, end, data } = randomTree(any), step = any.below(end);
  const { plan, drawn } = drawnBy(data, step, any.between(3, 9), any.between(3, 6)), looks = new TreeLooks(data, plan, drawn);
  const shown = new Set(drawn.filter(({ parts }) => !parts).map(({ v }) => v));
  const folded = drawn.flatMap(({ parts }) => parts ?? []);
  const inFolds = sum(folded.map((v) => inside(nodes[v]).length));
  const withoutRoot = [...shown].filter((v) => v).length;
  const seen = nodes.filter(({ first }) => first <= step).length - 1;
  assert.equal(looks.missing, seen - withoutRoot - inFolds - (drawn[0].v ? 0 : 0));
  for (const node of drawn.filter(({ parts }) => parts)) {
    const look = looks.lookOf(node), under = node.parts.flatMap((v) => inside(nodes[v]));
    const alone = node.parts.length === 1;
    assert.equal(look.hidden, under.length - Number(alone));
    assert.equal(look.answers, under.filter(({ kind }) => kind === ANSWER).length);
    assert.equal(look.name, alone ? TEXTS[1 + node.v % 2] : `+${node.parts.length}`);
    assert.equal(look.against, alone && node.v % 5 === 0);
    const words = looks.words(node), answers = look.answers;
    assert.match(words, new RegExp(`^A finished part: ${under.length} nodes?, ${answers} answers?, steps ${nodes[node.v].first} to `
      + `${nodes[node.parts.at(-1)].last}\\.$`));
  }
}));

test("the looks of nodes: the path, where it is, how it ended, and by then", () => often(100, (any) => {
  const { nodes, end, data } = randomTree(any), step = any.below(end);
  const { plan, drawn } = drawnBy(data, step, 40, 9), looks = new TreeLooks(data, plan, drawn), path = data.path(step);
  for (const node of drawn) {
    const { v, ended, kind } = nodes[node.v], look = looks.lookOf(node), over = ended >= 0 && ended <= step;
    assert.deepEqual([look.on, look.here, look.kind], [path.includes(v), v === path.at(-1), over ? kind : OPEN]);
    assert.equal(look.name, v ? TEXTS[1 + v % 2] : "");
    assert.equal(look.paint[0], v && v % 2 === 0 ? "#111111" : "#eeeeee");
    assert.ok(!look.better && !look.against === v % 5 > 0);
    assert.equal(looks.isOn(node), path.includes(v));
    assert.equal(looks.isOn({ ...node, parts: [v] }), false);
  }
  assert.equal(looks.here, path.at(-1));
}));

test("of branch and bound: bounds, and whether a better solution came later", () => often(100, (any) => {
  const { nodes, end, data } = randomTree(any, { linear: true }), step = any.below(end);
  const { plan, drawn } = drawnBy(data, step, 40, 9), looks = new TreeLooks(data, plan, drawn);
  const answers = nodes.filter(({ kind, ended }) => kind === ANSWER && ended <= step);
  for (const node of drawn) {
    const { v, ended, kind } = nodes[node.v], look = looks.lookOf(node);
    assert.ok(Object.is(look.bound, data.bound[v]));
    if (look.kind === ANSWER) assert.equal(look.better, answers.some((other) => other.ended > ended));
    else assert.equal(look.better, false);
    assert.equal(looks.left(v), 0);
    assert.ok(kind !== BOUND || !looks.over(v) || looks.words(node).includes("dead end: its bound") || looks.words(node).includes("no room"));
    assert.equal(looks.words(node).includes(`bound ${boundText(data.bound[v])}`), v % 6 !== 5);
  }
}));

test("the words of a node", () => {
  const packed = { parent: [-1, 0, 0], first: [0, 1, 3], last: [5, 3, 5], ended: [-1, 2, 4], kind: [0, 1, 2], label: [0, 1, 2],
    words: [0, 1, 2], name: [0, 1, 2], sign: [1, 1, 0], item: [3, 0, 0], count: [2, -1, -1], chosen: [1, 0, 0], say: [0, 5, 0] };
  const data = new TreeData({ ...Object.fromEntries(Object.entries(packed).map(([name, list]) => [name, view(list, Int32Array)])),
    texts: TEXTS, paint: {} });
  const at = (step) => {
    const { plan, drawn } = drawnBy(data, step, 9, 9);
    return new TreeLooks(data, plan, drawn);
  };
  for (const step of [0, 1]) assert.equal(at(step).words(at(step).drawn[0]), "Start: branches on cell (0,0,0), 2 options");
  assert.equal(at(1).words(at(1).drawn[1]), "Level 1, choice A (step 1)");
  assert.equal(at(2).words(at(2).drawn[1]), "Level 1, choice A (step 1). Step 2: no room");
  assert.equal(at(4).words(at(4).drawn[2]), "Level 1, choice B₁ (step 3). Step 4: answer");
  assert.deepEqual([at(0).isChosen(0), at(1).isChosen(0), at(1).branching(0), at(1).branching(1)], [true, true, "cell (0,0,0): 2", ""]);
  assert.deepEqual([at(0).left(0), at(1).left(0), at(4).left(0)], [2, 1, 0]);
  assert.deepEqual([at(0).deepest, at(1).deepest, at(4).deepest], [1, 1, 1]);
  const none = { untried: false, against: false, earlier: true };
  assert.equal(at(0).legend(none), "");
  assert.equal(at(4).legend(none), "grey: finished   ✕ dead end   ★ answer");
  assert.equal(at(1).legend({ untried: true, against: true, earlier: false }),
    "○ not tried yet   stroke through: decided against");
  const deep = new TreePlan(data, 3, 9, 1), looks = new TreeLooks(data, deep, deep.placed((x, y) => ({ x, y })));
  assert.equal(looks.legend(none), "grey: finished   ⋮ 1 level above   1 more node: no room");
  assert.equal(looks.lookOf(looks.drawn[0]).name, "B₁");
});

test("the legend of branch and bound", () => {
  const data = randomTree({ next: () => 0.9, pick: ([, answer]) => answer }, { linear: true }).data;
  const plan = new TreePlan(data, 1, 9, 9), looks = new TreeLooks(data, plan, plan.placed((x, y) => ({ x, y })));
  assert.equal(looks.legend({ untried: false, against: true, earlier: true }),
    "stroke through: 0   number: bound   ★ incumbent, the best solution so far   ☆ an earlier one");
  data.kind[0] = DEAD;
  assert.match(looks.legend({}), /✕ no solution$/);
  data.kind[0] = BOUND;
  assert.match(looks.legend({}), /⊤ bound no better than the incumbent$/);
});

test("arrow keys go to parent, last child, neighbours of a level, first and present node", () => often(100, (any) => {
  const { end, data } = randomTree(any), { plan, drawn } = drawnBy(data, any.below(end), 6, 5);
  const looks = new TreeLooks(data, plan, drawn), node = any.pick(drawn), to = looks.around(node);
  const row = drawn.filter(({ y }) => y === node.y).toSorted((a, b) => a.x - b.x), at = row.indexOf(node);
  assert.deepEqual([to.ArrowUp, to.ArrowLeft, to.ArrowRight], [node.up, row[at - 1], row[at + 1]]);
  assert.equal(to.ArrowDown, drawn.filter(({ up }) => up === node).toSorted((a, b) => a.x - b.x).at(-1));
  assert.deepEqual([to.Home, to.End.v], [drawn[0], plan.path.at(-1)]);
}));

test("rings for what is left: at most six, right of what was tried, inside the picture; all are counted", () => often(200, (any) => {
  const { end, data, nodes } = randomTree(any), step = any.below(end), width = any.between(60, 400), height = any.between(60, 200);
  for (const { v, kids } of nodes) data.count[v] = kids.length + any.below(12);
  const { plan, drawn } = drawnBy(data, step, 6, 5), looks = new TreeLooks(data, plan, drawn);
  const size = { scale: 1, half: 15 }, all = looks.untried(size, 20, width, height);
  for (const { node, y, rings, rest, end: at } of all) {
    const tried = nodes[node.v].kids.filter(({ first }) => first <= step), shown = drawn.filter(({ up }) => up === node);
    assert.ok(plan.onPath.has(node.v) && rings.length >= 1 && rings.length <= 6);
    assert.equal(rings.length + rest, data.count[node.v] - tried.length);
    assert.equal(y, node.y + 20);
    assert.ok(y <= height - 13 && rings.at(-1) + 13 <= width && at > rings.at(-1));
    rings.forEach((x, k) => k && assert.ok(near(x - rings[k - 1], 13)));
    if (shown.length) assert.ok(near(rings[0], shown.at(-1).x + 15 + 13));
    else if (rest === 0) assert.ok(near((rings[0] + rings.at(-1)) / 2, node.x));
  }
  const levelsOf = [...drawn.map(({ v }) => data.depth[v]), ...all.map(({ node }) => data.depth[node.v] + 1)];
  assert.ok(looks.deepest >= Math.max(...levelsOf) && looks.deepest <= 1 + Math.max(...drawn.map(({ v }) => data.depth[v])));
  const nodesAsked = all.map(({ node }) => node.v);
  for (const v of plan.path) if (!nodesAsked.includes(v) && looks.shown.has(v) && looks.left(v) > 0) {
    const node = looks.shown.get(v), last = drawn.filter(({ up }) => up === node).at(-1);
    const first = last ? last.x + 28 : node.x - (Math.min(6, looks.left(v)) - 1) * 6.5;
    assert.ok(node.y + 20 > height - 13 || (width - first) / 13 < 3);
  }
}));

// ---- sizes

const widthOf = (text) => sum([...text].map((c) => (/[₀-₉·.,:;|il1 ()]/.test(c) ? 0.42 : /[MWmw@%]/.test(c) ? 0.92
  : /[A-Z]/.test(c) ? 0.72 : 0.62)));

test("a text that is cut is as long as there is room for", () => often(200, (any) => {
  const text = range(any.between(1, 14)).map(() => any.pick([..."aMil.W₁Z @x"])).join(""), font = any.between(8, 20);
  const width = any.real(5, 200), short = cut(text, width, font);
  if (widthOf(text) * font <= width) return assert.equal(short, text);
  assert.ok(short.endsWith("…"));
  const kept = text.slice(0, short.length - 1);
  assert.equal(short, `${kept}…`);
  assert.ok(short.length <= text.length);
  const longest = range(text.length).map((k) => text.slice(0, k)).filter((one) => widthOf(one) * font <= width - font).at(-1);
  assert.equal(kept, (longest || text.slice(0, 1)).trimEnd() || "");
}));

test("nodes are as wide as the widest name, and far enough apart for it and for bounds", () => often(50, (any) => {
  const { data, nodes } = randomTree(any, { linear: any.next() < 0.5 }), scale = any.real(0.5, 2), size = new NodeSize(data, scale);
  const widest = Math.max(...nodes.map(({ v }) => widthOf(TEXTS[data.name[v]])));
  assert.ok(near(size.half, Math.min(36, Math.max(13, 6.5 * widest + 6.5)) * scale));
  assert.deepEqual([size.radius, size.scale], [13 * scale, scale]);
  const bounds = data.bound ? Math.max(...[...data.bound].map((bound) => widthOf(boundText(bound)))) : 0;
  assert.ok(near(size.pitch, Math.max(2 * size.half + 9 * scale, bounds && (13 * bounds + 9) * scale)));
  const { font, text } = size.named("A");
  assert.ok(near(font, 16 * scale) && text === "A");
  const long = size.named("a very long name indeed");
  assert.ok(near(long.font, 10 * scale) && long.text.endsWith("…"));
}));

test("levels fit the height, three at least and 16 at most; what does not fit scrolls", () => often(200, (any) => {
  const deepest = any.between(0, 30), bound = any.next() < 0.5, most = any.between(50, 900), scale = any.real(0.8, 1.5);
  const { fit, levels, tall, height, scrolls } = heightsOf({ deepest, bound }, most, scale);
  const edges = (TOP + BELOW) * scale, least = (bound ? 50 : 34) * scale;
  assert.ok(fit >= 3 && fit <= 16 && levels === Math.min(deepest, fit - 1));
  assert.ok(fit === 3 || edges + (fit - 1) * least <= most);
  assert.ok(fit === 16 || edges + fit * least > most);
  assert.ok(tall >= least - 1e-9 && tall <= 90 * scale + 1e-9 && near(height, edges + levels * tall));
  assert.equal(scrolls, height > most);
  if (tall > least && tall < 90 * scale && levels) assert.ok(near(height, most, 1e-6));
}));

test("counts in at most four signs", () => {
  assert.deepEqual([0, 999, 1000, 9940, 9999, 12_345, 999_499, 1_000_000, 12_345_678].map(brief),
    ["0", "999", "1.0k", "9.9k", "10.0k", "12k", "999k", "1.0M", "12M"]);
  assert.deepEqual([boundText(undefined), boundText(NaN), boundText(0), boundText(2.345)], ["", "", "0", "2.35"]);
});
