import { BY_KEY, clamp, make, many, obeyAlone, set } from "./dom.js";

const MARKS = { conflict: ["✕", "dead end"], restart: ["↺", "restart"], answer: ["★", "answer"] };
const MARK_ROOM = 8; // pixels that a mark needs on average

const KEYS = { ...BY_KEY, Home: -Infinity, End: Infinity };

/** The slider of steps: the level of the search over all events, drawn once per size; a line moves on it. */
export class Track {
  constructor(goTo) {
    this.caption = make("div.eo-caption");
    this.box = make("div.eo-trackbox", { role: "slider", tabindex: 0, "aria-label": "step",
      "aria-valuemin": 0, onclick: (event) => this.clicked(event), onkeydown: (event) => this.key(event) });
    this.node = make("div.eo-track", this.box, this.caption);
    this.goTo = goTo;
  }
  key(event) {
    const by = KEYS[event.key];
    obeyAlone(event, by && (() => {
      this.move(clamp(this.step + by, 0, this.size[1] - 1));
      this.goTo(this.step);
    }));
  }
  /** kinds and levels: a number an event; names: of the kinds. */
  draw(kinds, levels, names, width) {
    const deepest = levels.reduce((a, b) => Math.max(a, b), 1);
    const count = levels.length, height = levels.every((level) => level === levels[0]) ? 26 : 64;
    const top = 14, foot = 6;
    this.x = (k) => 4 + (k * (width - 8)) / Math.max(1, count - 1);
    const y = (level) => height - foot - (level * (height - top - foot)) / deepest;
    const [marks, key] = this.marks(kinds, names, width / MARK_ROOM);
    this.needle = make("line", { y1: 0, y2: height, class: "eo-needle" });
    this.size = [width, count];
    this.caption.textContent = key.join("   ");
    this.box.replaceChildren(...marks,
      make("svg", { width, height }, make("path", { d: this.line(levels, y, width) }), this.needle));
  }
  /** A step for each change; in a long search, from the lowest to the highest level of each column. */
  line(levels, y, width) {
    const d = [`M${this.x(0)} ${y(levels[0] ?? 0).toFixed(1)}`];
    if (levels.length <= 2 * width) {
      levels.forEach((level, k) => k && d.push(`H${this.x(k).toFixed(1)}V${y(level).toFixed(1)}`));
      return d.join("");
    }
    for (let column = 0, k = 0; column < width && k < levels.length; column++) {
      let low = Infinity, high = -Infinity;
      for (; k < levels.length && this.x(k) < column + 1; k++)
        [low, high] = [Math.min(low, levels[k]), Math.max(high, levels[k])];
      if (high >= low) d.push(`H${column}V${y(low).toFixed(1)}V${y(high).toFixed(1)}`);
    }
    return d.join("");
  }
  /** Without room no cross is drawn. */
  marks(kinds, names, most) {
    const count = names.map(() => 0);
    for (const code of kinds) count[code]++;
    const left = new Set(names.flatMap((name, code) => (MARKS[name] && count[code] > most ? [code] : [])));
    const found = [];
    kinds.forEach((code, k) => MARKS[names[code]] && !left.has(code) && found.push(k));
    const mark = (k) => make("span", { class: `eo-mark eo-${names[kinds[k]]}`, style: `left:${this.x(k)}px` },
      MARKS[names[kinds[k]]][0]);
    const key = names.flatMap((name, code) => (!MARKS[name] ? [] : left.has(code)
      ? `${many(count[code], MARKS[name][1])}, too many to mark` : MARKS[name].join(" ")));
    return [found.map(mark), key];
  }
  move(step) {
    this.step = step;
    const last = this.size[1] - 1, x = this.x(step);
    set(this.box, { "aria-valuenow": step, "aria-valuemax": last,
      "aria-valuetext": `step ${step} of ${last}` });
    set(this.needle, { x1: x, x2: x });
  }
  clicked(event) {
    const [width, count] = this.size;
    const box = this.box.querySelector("svg").getBoundingClientRect();
    this.goTo(clamp(Math.round(((event.clientX - box.left - 4) / (width - 8)) * (count - 1)), 0, count - 1));
  }
}
