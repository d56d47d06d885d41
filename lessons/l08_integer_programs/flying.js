// Elements of small cubes, which fly together once they are nine L's; and their rows.

import { penOf, sharpen } from "../kit/cards/browser/canvas.js";
import { fitLines, make, onResize, sheetOf, spoken } from "../kit/cards/browser/dom.js";
import { columnsOf, eased, upTo } from "../kit/cards/browser/logic/numbers.js";
import { widget } from "../kit/cards/browser/widget.js";
import { during } from "../puzzles/cards/browser/glide.js";
import { LOOK, viewer } from "../puzzles/cards/browser/logic/packing.js";
import { paintRoom, paintSolid } from "../puzzles/cards/browser/paint_packing.js";
import { cubesOf, onTheWay, scaleOf, shiftOf, solidFrom } from "./logic/flying_plan.js";

const TIME = 900; // milliseconds
const BOX = [[0, 0, 0], [2, 2, 2]];
const seen = viewer(LOOK.yaw, LOOK.height);

class Flying {
  constructor(model) {
    Object.assign(this, { model, cubes: [], by: 0, say: spoken("eo-say"), rows: make("ul.flying-rows") });
    this.canvas = make("canvas", { role: "img" });
    this.root = sheetOf("eo-flying", "Elements and their rows", this.say, this.canvas, this.rows);
  }

  listen(signal) { onResize(this.canvas, signal, () => this.put(this.by)); }

  draw() {
    const { model, cubes, by } = this, elements = model.get("elements"), to = Number(model.get("apart"));
    const say = model.get("busy") || model.get("say");
    if (this.say.textContent !== say) this.say.textContent = say;
    fitLines(this.say);
    this.rows.replaceChildren(...model.get("rows").map(([name, good, all]) => make("li",
      `${name}: ${good} of ${all} rows true`,
      make("meter", { max: all, value: good, "aria-hidden": "true" }))));
    if (elements === this.elements) return this.put(by);
    this.canvas.ariaLabel = elements.map((cells, k) => `${k + 1}: ${cells.join(" and ")}`).join("; ");
    this.elements = elements;
    this.halt?.();
    this.halt = during(TIME, (now) => {
      const share = eased(now);
      this.put(by + share * (to - by), now < 1 && ((there) => onTheWay(cubes, there, share)));
    });
  }

  /** Put the elements so far apart; on their way, cubes are elsewhere. */
  put(by, elsewhere) {
    const { clientWidth: wide, clientHeight: high } = this.canvas, { length } = this.elements;
    const room = (columns) => ({ by: 1, columns, rows: Math.ceil(length / columns) });
    const best = columnsOf(length, (columns) => scaleOf(room(columns), wide, high));
    const apart = { ...room(best), by }, cubes = cubesOf(this.elements, apart);
    Object.assign(this, { by, cubes: elsewhere ? elsewhere(cubes) : cubes });
    if (wide) this.paint(apart, wide, high, !elsewhere);
  }

  paint(apart, wide, high, rest) {
    const scale = scaleOf(apart, wide, high), x = wide / 2, y = high / 2;
    sharpen(this.canvas, wide, high);
    const pen = penOf(this.canvas), style = getComputedStyle(this.root);
    const [line, fillStyle] = ["--cut", "--ink"].map((name) => style.getPropertyValue(name));
    pen.clearRect(0, 0, wide, high);
    Object.assign(pen, { fillStyle, font: `600 ${Math.max(14, scale * 0.6)}px sans-serif` });
    for (const k of upTo(apart.by ? this.elements.length : 1)) {
      const [across, down] = seen(shiftOf(k, apart)).map((v) => v * scale);
      paintRoom(pen, BOX, { x: x + across, y: y + down, scale, ...LOOK, line });
      if (apart.by === 1) pen.fillText(k + 1, x + across - 2 * scale, y + down - 1.9 * scale);
    }
    const fills = Object.fromEntries(this.model.get("colours")
      .flatMap(([fill, pale], k) => [[k, fill], [k + 0.5, pale]]));
    paintSolid(pen, solidFrom(this.cubes, rest), { ...LOOK, x, y, scale, fills });
  }
}

export default widget(Flying, "change:elements change:say change:busy change:rows");
