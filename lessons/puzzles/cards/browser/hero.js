// The book's first page: a search of the Tetris Cube beside the disc of its tree, or the map of all packings.

import { penOf, sharpen } from "../../../kit/cards/browser/canvas.js";
import { calmly } from "./glide.js";
import { Islands } from "./logic/islands.js";
import { clamp, decoded, eased } from "../../../kit/cards/browser/logic/numbers.js";
import { packed } from "./logic/packing.js";
import { GROUND, paintIslands } from "./paint_islands.js";
import { paintRoom, paintSolid } from "./paint_packing.js";

const FILM = 10_000; // milliseconds, then it waits for the visitor
const SLOW = 700, FAST = 100, FASTER = 0.85; // milliseconds of the first step, and of the last ones
const OUT = 0.4; // of a step, while pieces leave
const FAR = 0.9, GAP = 0.12; // of a piece's way from the middle: when it comes, and while it lies
const QUIET = 12; // the step of a still
const HEIGHT = 0.5, YAW = 0.62, SWING = 0.2, TURN = 9000; // the cube swings
const MOST_PIECES = 4; // packed again, on the map
const WALL = "#33465a", DEAD = "#ff8f7a";

class Hero {
  constructor(node) {
    const told = JSON.parse(document.getElementById("hero").textContent);
    const picture = node.querySelector(".hero-picture"), canvas = node.querySelector("canvas");
    const [words, caption] = picture.querySelectorAll("p"), rim = picture.querySelector("input");
    const [back, next, play, turn] = picture.querySelectorAll("button"), last = told.nodes.length - 1;
    const still = calmly(), start = { moves: !still, step: still ? QUIET : 0, time: still ? FILM : 0 };
    Object.assign(this, told, start, { picture, canvas, words, caption, rim, play, turn, last, share: 1 });
    rim.oninput = () => this.go(rim.value - 1);
    back.onclick = () => this.go(this.step - 1);
    next.onclick = () => this.goOn();
    play.onclick = () => this.run();
    turn.onclick = () => this.face();
    node.querySelector("#step")?.addEventListener("click", (event) => {
      event.preventDefault();
      if (this.islands) this.face();
      next.focus();
      this.goOn();
    });
    new IntersectionObserver((all) => { this.seen = all.at(-1).isIntersecting; this.change(); })
      .observe(node);
    new ResizeObserver(() => this.paint()).observe(picture);
    this.change();
  }

  /** Stop at a step. */
  go(step) {
    Object.assign(this, { step: clamp(step, 0, this.last), share: 1, moves: false, single: false });
    this.time = Math.max(this.time, FILM);
    this.change();
  }

  /** One step, in which its piece is seen to come. */
  goOn() {
    const more = this.step < this.last && !calmly();
    this.go(this.step + 1);
    if (more) Object.assign(this, { share: 0, moves: true, single: true });
    this.change();
  }

  run() {
    Object.assign(this, { moves: this.single || !this.moves, single: false });
    if (this.moves && this.step === this.last) this.step = 0;
    this.change();
  }

  /** The other face: all packings, or the search for one of them. */
  face() {
    this.islands = this.islands ? null : new Islands(decoded(this.points), decoded(this.pairs), MOST_PIECES);
    this.picture.classList.toggle("map");
    this.change();
  }

  change() {
    const runs = this.moves && !this.single;
    this.play.textContent = runs ? "Pause" : "Play";
    this.turn.textContent = this.islands ? "The search" : "All 9,839";
    this.canvas.ariaLabel = this.islands ? this.caption.textContent : this.cube;
    this.words.ariaLive = runs ? "off" : "polite";
    this.before = null;
    cancelAnimationFrame(this.frame);
    if (this.moves && this.seen && !this.islands) this.frame = requestAnimationFrame((now) => this.on(now));
    this.paint();
  }

  on(now) {
    const covered = document.querySelector("dialog[open]"), filmed = this.time >= FILM;
    const past = covered ? 0 : Math.min(now - (this.before ?? now), 100);
    this.time += past;
    this.share += past / (this.single ? SLOW : FAST + SLOW * FASTER ** this.step);
    this.before = now;
    const ends = this.single || this.step === this.last;
    if (!filmed && this.time >= FILM || this.share >= 1 && ends) return this.go(this.step);
    if (this.share >= 1) Object.assign(this, { step: this.step + 1, share: 0 });
    this.paint();
    this.frame = requestAnimationFrame((next) => this.on(next));
  }

  /** The nodes whose pieces are in the box. */
  standing(step) {
    return [...this.nodes.keys()].filter((k) => k <= step && step < this.nodes[k].end);
  }

  paint() {
    const { canvas, step, words, rim } = this, wide = canvas.clientWidth, high = canvas.clientHeight;
    sharpen(canvas, wide, high);
    const pen = penOf(canvas);
    pen.fillStyle = GROUND;
    pen.fillRect(0, 0, wide, high);
    if (this.islands) return paintIslands(pen, this.islands, { x: 0, y: 0, zoom: 1 }, wide);
    this.paintBox(pen, high);
    this.paintTree(pen, (high + wide) / 2, high / 2, (wide - high) / 2);
    words.textContent = this.nodes[step].says;
    rim.value = canvas.dataset.step = step + 1;
  }

  /** First the pieces leave that are taken back, then the next one comes. */
  paintBox(pen, size) {
    const { nodes, cells, fills, step, share } = this;
    const now = this.standing(step), old = this.standing(step - 1);
    const gone = old.filter((k) => !now.includes(k)), begin = gone.length ? OUT : 0, leave = share < begin;
    const way = FAR * (leave ? eased(share / OUT) : 1 - eased((share - begin) / (1 - begin)));
    const moving = (leave ? gone : [step]).map((k) => nodes[k].piece);
    const solid = packed((leave ? old : now).map((k) => [nodes[k].piece, nodes[k].cells]), cells);
    const yaw = YAW + SWING * Math.sin(2 * Math.PI * this.time / TURN);
    const gap = now.length < fills.length ? GAP : 0;
    const how = { x: size / 2, y: size / 2, scale: size / 8, yaw, height: HEIGHT, fills, line: WALL };
    paintRoom(pen, cells, how);
    paintSolid(pen, solid, { ...how, apart: (piece) => gap + (moving.includes(piece) ? way : 0) });
  }

  /** A ring for each level; an arc for each node, as long as what was tried below it. */
  paintTree(pen, x, y, radius) {
    const { nodes, fills, step } = this, ring = radius / (fills.length + 1);
    const arc = (from, to, level, strokeStyle, lineWidth) => {
      const [begin, end] = [from, to].map((k) => (2 * k / nodes.length - 0.5) * Math.PI);
      Object.assign(pen, { strokeStyle, lineWidth, lineCap: "butt" }).beginPath();
      pen.arc(x, y, level * ring, begin, end);
      pen.stroke();
    };
    arc(0, nodes.length, fills.length + 0.8, WALL, 1);
    nodes.slice(0, step + 1).forEach(({ depth, piece, end, dead }, k) => {
      pen.globalAlpha = end > step ? 1 : 0.55;
      arc(k, Math.min(end, step + 1), depth + 1, fills[piece], ring - 1);
      pen.globalAlpha = 1;
      if (dead) arc(k + 0.2, k + 0.8, depth + 1.7, DEAD, ring / 4);
    });
  }
}

document.querySelectorAll(".hero").forEach((node) => new Hero(node));
