// Where the eye of a stage is: keys and the wheel move it, and it follows a search out of sight.

import { ARROWS, button, obeyAlone, set } from "../../../kit/cards/browser/dom.js";
import { followed, turnedEye } from "./logic/framing.js";
import { clamp } from "../../../kit/cards/browser/logic/numbers.js";

const TURN = 8; // degrees for one press of an arrow key
const ZOOM = 1.1; // times, for one press of a key
const UPRIGHT = { up: { x: 0, y: 0, z: 1 }, center: { x: 0, y: 0, z: 0 } };

export class Camera {
  constructor(stage) {
    Object.assign(this, { stage, kept: null, zoom: 1, follows: true });
    const why = "Turn the solid when the search goes on where it is out of sight";
    this.follow = button("Follow", () => this.following(!this.follows),
      { title: why, "aria-pressed": true });
    set(stage.box, { onkeydown: (event) => this.key(event), ondblclick: () => this.steers && this.goHome(),
      // turned by hand: it stays so
      onpointermove: (event) => event.buttons && this.steers && this.following(false) });
    stage.box.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  get steers() { return this.stage.view === "3d"; }

  get first() { return this.stage.scene.layout.scene.camera; }

  get now() { return this.kept ?? this.first; }

  keep() {
    const { scene } = this.stage.picture;
    if (scene) this.kept = scene.getCamera();
  }

  draw() {
    this.follow.hidden = !this.steers || !this.stage.scene.follows;
  }

  following(yes) {
    this.follows = yes;
    this.follow.ariaPressed = yes;
    if (yes) this.stage.later();
  }

  goAlong(frame) {
    if (!this.stage.scene.follows || !this.follows || !frame.look) return;
    const { x, y, z } = this.now.eye;
    const eye = followed([x, y, z], frame.look);
    if (eye) this.kept = { ...UPRIGHT, ...this.now, eye };
  }

  key(event) {
    const arrow = ARROWS[event.key], closer = () => this.zoomBy(ZOOM);
    if (this.steers) obeyAlone(event, arrow ? () => this.turn(TURN * arrow[0], -TURN * arrow[1]) : {
      "+": closer, "=": closer, "-": () => this.zoomBy(1 / ZOOM), 0: () => this.goHome() }[event.key]);
  }

  /** The wheel scrolls the notebook; it zooms once the picture has been clicked. */
  wheel(event) {
    if (!this.steers || !this.stage.box.contains(document.activeElement)) return;
    event.preventDefault();
    this.zoomBy(event.deltaY > 0 ? 1 / ZOOM : ZOOM);
  }

  turn(sideways, upwards) {
    this.keep();
    this.following(false);
    this.look({ ...this.now, eye: turnedEye(this.now.eye, sideways, upwards) });
  }

  zoomBy(factor) {
    this.zoom = clamp(this.zoom * factor, 0.4, 6);
    this.stage.later();
  }

  goHome() {
    this.zoom = 1;
    this.following(false);
    this.look(this.first);
  }

  look(camera) {
    this.kept = { ...UPRIGHT, ...camera };
    this.stage.picture.lookFrom(this.kept);
    this.stage.later();
  }
}
