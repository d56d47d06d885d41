// The bipyramid, and beside it a balance that has in its pans what lies at the two apexes.

import { make } from "../kit/cards/browser/dom.js";
import { Stage, widgetOf } from "../puzzles/cards/browser/stage.js";
import { pansOf, waitingOf } from "./logic/pans.js";

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

function balanceOf(groups, { takes, stones }) {
  const pans = pansOf(groups, takes, Math.max(...stones)), [left, right] = pans;
  const { waiting, ground } = waitingOf(stones, groups);
  const top = (pan) => `${pan.x} ${pan.y - 96}`;
  const beam = `M${top(left)} L${top(right)} M210 22 V150 M180 150 H240`;
  const said = pans.map((pan, k) =>
    `At ${"NS"[k]}: ${numbersOf(pan.stones).join(" + ") || "nothing"} = ${grouped(pan.sum)}.`);
  if (waiting.length) said.push(`Beside it: ${numbersOf(waiting).join(", ")}.`);
  const name = `A balance. ${said.join(" ")}`;
  return make("svg", { viewBox: `10 -20 400 ${ground + 20}`, role: "img", "aria-label": name },
    make("path", { d: beam }), ...pans.flatMap((pan, k) => panOf(pan, APEXES[k], takes)), ...blocks(waiting));
}

const numbersOf = (stones) => stones.map(({ number }) => number);

const blocks = (stones) => stones.flatMap(({ x, y, wide, number }) => [
  make("rect", { x, y, width: wide, height: 25, rx: 4 }),
  make("text", { x: x + wide / 2, y: y + 20 }, grouped(number))]);

function panOf({ x, y, sum, right, stones }, name, takes) {
  const [from, to] = [`${x - 95} ${y}`, `${x + 95} ${y}`];
  const bowl = `M${from} L${x} ${y - 96} L${to} M${from} Q${x} ${y + 18} ${to}`;
  const words = `${name}: ${grouped(sum)} of ${grouped(takes)}${right ? " ✓" : ""}`;
  return [make("path", { d: bowl }), ...blocks(stones), make("text.eo-sum", { x, y: 184 }, words)];
}

export default widgetOf(Weighed);
