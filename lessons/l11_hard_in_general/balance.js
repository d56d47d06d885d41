// The bipyramid, and beside it a balance that has in its pans what lies at the two apexes.

import { make } from "../kit/cards/browser/dom.js";
import { Stage, widgetOf } from "../puzzles/cards/browser/stage.js";
import { pansOf } from "./logic/pans.js";

const APEXES = ["▲ N", "▼ S"];

class Weighed extends Stage {
  build() {
    super.build();
    this.balance = make("div.eo-balance");
    this.beside.prepend(this.balance);
  }

  drawPanels(frame) {
    this.balance.replaceChildren(balanceOf(frame.groups, this.scene));
    super.drawPanels(frame);
  }
}

const grouped = (number) => number.toLocaleString("en-US");

function balanceOf(groups, { takes, heaviest }) {
  const pans = pansOf(groups, takes, heaviest), [left, right] = pans;
  const top = (pan) => `${pan.x} ${pan.y - 96}`;
  const beam = `M${top(left)} L${top(right)} M210 22 V150 M180 150 H240`;
  const said = pans.map(({ sum, stones }, k) =>
    `At ${"NS"[k]}: ${stones.map(({ number }) => number).join(" + ") || "nothing"} = ${grouped(sum)}.`);
  return make("svg", { viewBox: "10 -20 400 210", role: "img", "aria-label": `A balance. ${said.join(" ")}` },
    make("path", { d: beam }), ...pans.flatMap((pan, k) => panOf(pan, APEXES[k], takes)));
}

function panOf({ x, y, sum, right, stones }, name, takes) {
  const [from, to] = [`${x - 95} ${y}`, `${x + 95} ${y}`];
  const bowl = `M${from} L${x} ${y - 96} L${to} M${from} Q${x} ${y + 18} ${to}`;
  const words = `${name}: ${grouped(sum)} of ${grouped(takes)}${right ? " ✓" : ""}`;
  return [make("path", { d: bowl }),
    ...stones.flatMap((stone) => [
      make("rect", { x: stone.x, y: stone.y, width: stone.wide, height: 25, rx: 4 }),
      make("text", { x: stone.x + stone.wide / 2, y: stone.y + 20 }, grouped(stone.number))]),
    make("text.eo-sum", { x, y: 184 }, words)];
}

export default widgetOf(Weighed);
