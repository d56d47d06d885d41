// The bipyramid, and beside it a balance that has in its pans what lies at the two apexes. A stone that is
// pressed goes to the other pan: its box is ticked, or no longer. Arrow keys go from stone to stone.

import { make } from "../kit/cards/browser/dom.js";
import { Stops } from "../kit/cards/browser/stops.js";
import { Stage, widgetOf } from "../puzzles/cards/browser/stage.js";
import { pansOf, waitingOf } from "./logic/pans.js";

const APEXES = ["▲ N", "▼ S"], BASE = 150;

class Weighed extends Stage {
  build() {
    super.build();
    this.balance = make("div.eo-balance");
    this.beside.prepend(this.balance);
  }

  drawPanels(frame) {
    const focused = this.balance.contains(document.activeElement);
    this.balance.replaceChildren(balanceOf(frame.groups, this.scene, (...stone) => this.move(...stone)));
    const stones = [...this.balance.querySelectorAll("[role=button]")];
    const at = Math.max(0, stones.findIndex((stone) => stone.ariaLabel === this.moved));
    new Stops(stones).stand(at);
    if (focused) stones[at]?.focus();
    super.drawPanels(frame);
  }

  move(number, pan) {
    this.moved = nameOf(number, 1 - pan);
    const boxes = [...this.el.closest(".eo-card").querySelectorAll(".eo-stones input")];
    boxes.find((box, k) => this.scene.stones[k] === number && box.checked === (pan === 0))?.click();
  }
}

const grouped = (number) => number.toLocaleString("en-US");
const nameOf = (number, pan) => `${grouped(number)} at ${"NS"[pan]}`;

function balanceOf(groups, { takes, stones }, move) {
  const pans = pansOf(groups, takes, stones), [left, right] = pans;
  const { waiting, top, ground } = waitingOf(stones, groups);
  const ropes = (pan) => `${pan.x} ${pan.y - 96}`;
  const beam = `M${ropes(left)} L${ropes(right)} M210 22 V${BASE} M180 ${BASE} H240`;
  const said = pans.map((pan, k) =>
    `At ${"NS"[k]}: ${numbersOf(pan.stones).join(" + ") || "nothing"} = ${grouped(pan.sum)}.`);
  if (waiting.length) said.push(`Beside it: ${numbersOf(waiting).join(", ")}.`);
  const name = `A balance. ${said.join(" ")}`;
  return make("svg", { viewBox: `10 ${top} 400 ${ground - top}`, role: "group", "aria-label": name },
    make("path", { d: beam }), ...pans.flatMap((pan, k) => panOf(pan, k, takes, move)), ...blocks(waiting));
}

const numbersOf = (stones) => stones.map(({ number }) => number);

const blocks = (stones, pressed = () => ({})) => stones.map(({ x, y, wide, high, number }) =>
  make("g", pressed(number),
    make("rect", { x, y, width: wide, height: high, rx: 4 }),
    make("text", { x: x + wide / 2, y: y + 0.76 * high }, grouped(number))));

function panOf({ x, y, sum, right, stones }, pan, takes, move) {
  const [from, to] = [`${x - 95} ${y}`, `${x + 95} ${y}`];
  const bowl = `M${from} L${x} ${y - 96} L${to} M${from} Q${x} ${y + 18} ${to}`;
  const words = `${APEXES[pan]}: ${grouped(sum)} of ${grouped(takes)}${right ? " ✓" : ""}`;
  const pressed = (number) =>
    ({ role: "button", "aria-label": nameOf(number, pan), onclick: () => move(number, pan) });
  return [make("path", { d: bowl }), ...blocks(stones, pressed),
    make("text.eo-sum", { x, y: 184 }, words)];
}

export default widgetOf(Weighed);
