// A stage on a page of its own, without a kernel (see drawing.py): the values that were saved stand in for
// the model, and a slider of the page pulls the picture apart.

import { decoded } from "../../../kit/cards/browser/logic/numbers.js";
import { Stage } from "./stage.js";

class Saved {
  constructor(values) { Object.assign(this, { values, heard: new Map() }); }
  get(name) { return this.values[name]; }
  set(name, value) {
    this.values[name] = value;
    for (const act of [...this.listeners(`change:${name}`)]) act(this, value);
  }
  on(names, act) { for (const name of names.split(" ")) this.listeners(name).add(act); }
  off(names, act) { for (const name of names.split(" ")) this.listeners(name).delete(act); }
  listeners(name) { return this.heard.get(name) ?? this.heard.set(name, new Set()).get(name); }
  save_changes() {}
  send() {}
}

const EMPTY = new DataView(new ArrayBuffer(0));
const STILL = { count: 1, step: 0, run: 0, explode: 0, view: "3d", contrast: false, busy: "", pace: 800,
  track: EMPTY, levels: EMPTY, kinds: [] };
const textOf = (id) => document.getElementById(id).textContent;
const packed = { get: () => decoded(textOf("plotly")) };

const place = document.getElementById("stage"), slider = document.getElementById("explode");
const dark = matchMedia("(prefers-color-scheme: dark)");
const wear = () => { document.body.dataset.jpThemeLight = String(!dark.matches); };
dark.addEventListener("change", wear);
wear();
const model = new Saved({ ...STILL, ...JSON.parse(textOf("values")) });
const still = place.querySelector("img");
const stage = new Stage(model, place, packed);
still.className = "eo-still"; // until the picture is drawn
place.querySelector(".eo-picture").append(still);
stage.listen(new AbortController().signal);
slider?.addEventListener("input", () => model.set("explode", Number(slider.value)));
stage.later();
