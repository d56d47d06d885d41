// The book without a kernel: models and their ties, recorded settings, guesses, words looked for, a clicker's stops.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nextStop, stopsOf } from "../../lessons/kit/pages/book/logic/clicks.js";
import { guessIn, withGuess } from "../../lessons/kit/pages/book/logic/guesses.js";
import { Model, idIn, revived, tie } from "../../lessons/kit/pages/book/logic/model.js";
import { around, placesWith, wordsIn } from "../../lessons/kit/pages/book/logic/places.js";
import { combined, knownValues, nearest, withLooks } from "../../lessons/kit/pages/book/logic/settings.js";
import { often, range, view } from "./help.mjs";

const made = (state, more = {}) => new Model("a", { kind: "IntSliderModel", state, ...more }, (reference) => idIn(reference));

/** All that a model says, as it says it. */
function heardOf(model, ...names) {
  const heard = [];
  for (const name of names) model.on(name, (...what) => heard.push([name, ...what]));
  return heard;
}

// ---- models

test("references name a model, with and without their beginnings", async () => {
  for (const reference of ["IPY_MODEL_0f", "anywidget:0f", "0f"]) assert.equal(idIn(reference), "0f");
  assert.equal(await made({}).widget_manager.get_model("IPY_MODEL_7"), "7");
});

test("what was recorded comes back with its bytes", () => {
  const { a: bytes, ...rest } = revived('{"a": {"$bytes": "AP8H"}, "b": [null, {"c": 1}, "AP8H"], "d": {"$bytes": ""}}');
  assert.deepEqual([...new Uint8Array(bytes.buffer)], [0, 255, 7]);
  assert.deepEqual(rest.b, [null, { c: 1 }, "AP8H"]);
  assert.equal(rest.d.byteLength, 0);
});

test("who hears of changes hears of what is new alone, once all values are there", () => {
  const model = made({ x: 1, list: [1, { y: view([2]) }], z: null }, { pictures: "more", script: "stage" }), seen = [];
  assert.deepEqual([model.id, model.kind, model.script, model.more], ["a", "IntSliderModel", "stage", { pictures: "more" }]);
  const heard = heardOf(model, "change:x", "change:list", "change:z", "change");
  model.on("change:x", () => seen.push(model.get("z")));
  model.set({ x: 1, list: [1, { y: view([2]) }], z: null });
  assert.deepEqual(heard, []);
  model.set({ x: 2, list: [1, { y: view([3]) }], z: 4 });
  assert.deepEqual(heard.map(([name, about, value]) => [name, about === model, value]).slice(0, 1), [["change:x", true, 2]]);
  assert.deepEqual(heard.map(([name]) => name), ["change:x", "change:list", "change:z", "change"]);
  assert.deepEqual(seen, [4]);
  model.set("z", "4");
  assert.equal(model.get("z"), "4");
  assert.equal(heard.length, 6);
});

test("names that are heard can be several, and are heard until they are not any more", () => {
  const model = made({}), said = [], act = (...what) => said.push(what);
  model.on("press enter", act);
  model.on("press", (...what) => said.push(["second", ...what]));
  model.trigger("press", 1, 2);
  model.trigger("enter");
  model.off("press other", act);
  model.trigger("press");
  model.trigger("enter");
  assert.deepEqual(said, [[1, 2], ["second", 1, 2], [], ["second"], []]);
});

test("what a script saves or sends asks for Python, but for a recorded search, and where somebody answers", () => {
  const hand = made({}, { script: "hand" }), stage = made({ frames: [] }, { script: "stage" }), plain = made({});
  for (const [model, asked] of [[hand, 1], [stage, 0], [plain, 0]]) {
    const heard = heardOf(model, "asked");
    model.save_changes();
    assert.equal(heard.length, asked);
  }
  const heard = heardOf(hand, "asked"), answered = [];
  hand.send("m");
  hand.answering = (message) => answered.push(message);
  hand.send("n");
  assert.deepEqual([heard.length, answered], [1, ["n"]]);
});

test("a tie carries values to the target, and back if it is one for both", () => {
  for (const both of [true, false]) {
    const source = made({ value: 1 }), target = made({ index: 5 });
    tie([source, "value"], [target, "index"], both);
    assert.deepEqual([source.get("value"), target.get("index")], [1, 5]);
    source.set("value", 2);
    assert.equal(target.get("index"), 2);
    target.set("index", 9);
    assert.equal(source.get("value"), both ? 9 : 2);
  }
});

test("a control of a recorded search has its steps, and stands at the one that is shown", () => {
  for (const [count, name, state] of [[8, "step", { value: 3, max: 7 }], [1, "step", { value: 3, max: 1 }], [0, "step", { value: 0 }], [8, "other", { value: 0 }]]) {
    const source = made({ value: 0 });
    tie([source, "value"], [made({ step: 3, count }), name], false);
    assert.deepEqual(source.state, state);
  }
});

// ---- settings

test("the values of a control are those under its id, and its first", () => {
  const states = { "ab 3": 1, "a 7": 1, "a 12": 1, "b 5": 1 };
  assert.deepEqual(knownValues(states, "a", 2), [7, 12, 2]);
  assert.deepEqual(knownValues(states, "c", 0), [0]);
});

test("boxes have a name for each combination", () => {
  assert.equal(combined([false, true, true, false]), "together 0110");
});

test("the nearest value is the first of those that are", () => often(200, (any) => {
  const values = range(any.between(1, 6)).map(() => any.between(-9, 9)), wanted = any.between(-9, 9);
  const least = Math.min(...values.map((value) => Math.abs(value - wanted)));
  assert.equal(nearest(values, wanted), values.find((value) => Math.abs(value - wanted) === least));
}));

test("a picture that takes the place of another has the reader's looks, and nothing else of it", () => {
  const model = { kind: "x", state: { view: "far", explode: 0, step: 1 } };
  const after = withLooks(model, { view: "near", explode: undefined, projector: false, contrast: true, step: 9 });
  assert.deepEqual(after, { kind: "x", state: { view: "near", explode: 0, step: 1, projector: false, contrast: true } });
  assert.deepEqual(model.state, { view: "far", explode: 0, step: 1 });
});

// ---- guesses

test("a guess is a few words, or a number in anybody's writing", () => {
  assert.deepEqual(guessIn("  two  ", false), { guess: "two" });
  assert.deepEqual(guessIn(" \n", false), { problem: "Write a few words first." });
  for (const [text, guess] of [["12", "12"], [" 1,200 ", "1,200"], ["1_200 000", "1,200,000"], ["-3.5", "-3.5"], ["1e3", "1,000"]]) {
    assert.deepEqual(guessIn(text, true), { guess });
  }
  for (const text of ["", " ", "many", "12 or 13", "1/0", "Infinity"]) {
    assert.deepEqual(guessIn(text, true), { problem: "Write a number first, for example 12." });
  }
});

test("what is opened has the guess wherever there is room for one", () => {
  const room = "\u2063guess\u2063", side = `<div>Your guess <b>${room}</b></div>`;
  for (const guess of ["7", "$& and $'", ""]) assert.equal(withGuess(`${side}: ${room}`, guess), `<div>Your guess <b>${guess}</b></div>: ${guess}`);
  assert.equal(withGuess(`a${side}b${side} ${room} ${room}`, undefined), "ab no guess no guess");
});

// ---- words

test("places are found that have all words, in title or text, in small or large letters", () => {
  const places = [["Soma cube", "Piet Hein"], ["Cubes", "a SOMA"], ["Tetris", "cube"]].map(([title, text]) => ({ title, text, address: title }));
  const found = (wanted) => placesWith(places, wordsIn(wanted)).map(({ address }) => address);
  assert.deepEqual(found("  sOMa\tCube "), ["Soma cube", "Cubes"]);
  assert.deepEqual(found("hein soma"), ["Soma cube"]);
  assert.deepEqual(found("  "), []);
  assert.deepEqual(found("x"), []);
});

test("around a word there are sixty letters before it, and 180 in all", () => {
  const letters = (n) => "x".repeat(n);
  assert.equal(around(`${letters(61)}Word${letters(200)}`, "word"), `… ${letters(60)}Word${letters(116)} …`);
  assert.equal(around(`${letters(60)}Word`, "word"), `${letters(60)}Word …`);
  assert.equal(around("only in the title", "word"), "only in the title …");
});

// ---- stops

test("a clicker is through a search with ten presses, and stops at ends where there are some", () => often(300, (any) => {
  const last = any.between(1, 60), share = any.pick([0, 0.1, 0.5, 1]), ends = new Set(range(last + 1).filter(() => any.next() < share));
  const stops = stopsOf(last, (k) => ends.has(k)), sorted = [...new Set(stops)].sort((a, b) => a - b);
  assert.deepEqual(stops, sorted);
  assert.equal(stops.at(-1), last);
  assert.ok(stops[0] >= 1 && stops.length <= 10);
  const some = range(last + 1).slice(1).filter((k) => k === last || ends.has(k));
  if (last <= 10) assert.deepEqual(stops, range(last + 1).slice(1));
  else if (some.length > 2 && some.length <= 10) assert.deepEqual(stops, some);
  else {
    const from = some.length > 2 ? some : range(last + 1).slice(1), gaps = stops.map((k) => from.indexOf(k));
    assert.deepEqual([stops.length, gaps[0]], [10, 0]);
    const steps = gaps.slice(1).map((k, i) => k - gaps[i]), even = (from.length - 1) / 9;
    assert.ok(steps.every((step) => Math.abs(step - even) < 1), "as even as can be");
  }
}));

test("the next stop is behind the step that is shown, or before it, down to the beginning", () => {
  assert.deepEqual([0, 1, 2, 5, 7].map((now) => nextStop([2, 5, 7], now, true)), [2, 2, 5, 7, undefined]);
  assert.deepEqual([0, 1, 2, 5, 8].map((now) => nextStop([2, 5, 7], now, false)), [undefined, 0, 0, 2, 7]);
});
