// The first page of the book: the Tetris Cube flies together and apart; its second face is the map of all
// packings. Its data stand in the page. Nothing moves for those who do not want it, or where it is not seen.

import { penOf, sharpen } from "./canvas.js";
import { clamp, decoded } from "./dom.js";
import { calmly, eased } from "./glide.js";
import { GROUND, Islands, paintIslands } from "./islands.js";
import { paintSolid, solidOf } from "./packing.js";

const COME = 700, NEXT = 420, FIRST = 900, HOLD = 3200, LEAVE = 1500; // milliseconds of a flight
const APART = 0.8; // how far pieces are from their places, of their way from the middle
const HEIGHT = 0.5, YAW = 0.62, SWING = 0.3, TURN = 9000; // the cube turns a little, to and fro
const MOST_PIECES = 4; // packed again, on the map
const QUIET = 5200; // of the flight: some pieces are in, and some are not

/** How far each piece is from its place at a time, one piece after another from below. */
function flight(order) {
  const whole = FIRST + NEXT * order.length + COME, all = whole + HOLD + LEAVE;
  return (time) => {
    const now = time % all, left = eased(clamp((now - whole - HOLD) / LEAVE, 0, 1));
    return (piece) => {
      const begun = FIRST + NEXT * order.indexOf(piece);
      return APART * Math.max(1 - eased(clamp((now - begun) / COME, 0, 1)), left);
    };
  };
}

class Hero {
  constructor(node) {
    const told = JSON.parse(document.getElementById("hero").textContent);
    Object.assign(this, { told, canvas: node.querySelector("canvas"), islands: null, time: 0, last: null });
    [this.pause, this.turn] = node.querySelectorAll(".hero-picture button");
    this.solid = solidOf(told.cells, told.owners);
    const pieces = [...this.solid.ways.keys()];
    this.far = flight(pieces.sort((a, b) => this.solid.ways.get(a)[2] - this.solid.ways.get(b)[2]));
    this.moves = !calmly();
    if (!this.moves) this.time = QUIET;
    this.seen = true;
    this.pause.addEventListener("click", () => { this.moves = !this.moves; this.change(); });
    this.turn.addEventListener("click", () => { this.face(); this.change(); });
    new IntersectionObserver((all) => { this.seen = all.at(-1).isIntersecting; this.change(); })
      .observe(node);
    new ResizeObserver(() => this.paint()).observe(this.canvas.parentElement);
    this.change();
  }

  /** The other face: all packings, or one of them. */
  face() {
    const { points, pairs } = this.told;
    this.islands = this.islands ? null : new Islands(decoded(points), decoded(pairs), MOST_PIECES);
  }

  change() {
    this.pause.textContent = this.moves ? "Pause" : "Play";
    this.pause.hidden = Boolean(this.islands);
    this.turn.textContent = this.islands ? "One of them" : "All 9,839";
    this.canvas.setAttribute("aria-label", this.islands ? this.told.map : this.told.cube);
    cancelAnimationFrame(this.frame);
    this.last = null;
    if (this.moves && this.seen && !this.islands) this.frame = requestAnimationFrame((now) => this.on(now));
    else this.paint();
  }

  on(now) {
    if (!document.querySelector("dialog[open]")) { // the game lies over it
      this.time += Math.min(now - (this.last ?? now), 100);
      this.paint();
    }
    this.last = now;
    this.frame = requestAnimationFrame((next) => this.on(next));
  }

  paint() {
    const { canvas } = this, size = canvas.clientWidth;
    sharpen(canvas, size);
    const pen = penOf(canvas);
    pen.fillStyle = GROUND;
    pen.fillRect(0, 0, size, size);
    if (this.islands) return paintIslands(pen, this.islands, { x: 0, y: 0, zoom: 1 }, size);
    const yaw = YAW + SWING * Math.sin(2 * Math.PI * this.time / TURN);
    paintSolid(pen, this.solid, { x: size / 2, y: size / 2, scale: size / 9.4, yaw, height: HEIGHT,
      fills: this.told.fills, apart: this.far(this.time) });
    canvas.dataset.time = Math.round(this.time);
  }
}

document.querySelectorAll(".hero").forEach((node) => new Hero(node));
