// The cells of a box in front of its 3D picture, where they are tied to what names them or their pieces.

import { make } from "../../../kit/cards/browser/dom.js";
import { onPage, viewAxes } from "./logic/projection.js";
import { SQUARE, dot, plus } from "./logic/vectors.js";
import { light } from "./ties.js";

export class TiedCells {
  constructor(picture) {
    this.picture = picture;
    this.group = make("g.eo-tiedcells");
    this.node = make("svg", { width: "100%", height: "100%", "aria-hidden": "true" }, this.group);
  }

  /** The picture has changed, or is seen from elsewhere. */
  clear() {
    this.group.replaceChildren();
    this.lit = null;
  }

  /** Draw the cells, the nearest to the eye last, unless they are drawn. */
  build() {
    const { scene, explode, stage } = this.picture, frame = stage.drawn, { places } = stage.scene;
    if (!scene || !frame || !places || explode || this.group.firstChild) return;
    const { view, size } = this.picture, back = viewAxes(scene)[2];
    const cells = Object.entries(places).map(([name, at], k) =>
      ({ at, tie: frame.how[k] ? `${frame.cells[k]}|${name}` : name, near: dot(back, at) }));
    cells.sort((a, b) => a.near - b.near);
    const sides = back.map((v, axis) => SQUARE.map((way) => way.toSpliced(axis, 0, v < 0 ? -0.5 : 0.5)));
    this.group.append(...cells.map(({ at, tie }) => {
      const seen = sides.map((side) => side.map((way) => onPage(view, plus(at, way), size)));
      return make("path", { d: seen.map((side) => `M${side.join("L")}Z`).join(""), "data-tie": tie });
    }));
  }

  point({ clientX, clientY }) {
    this.build();
    const box = this.picture.box.getBoundingClientRect();
    const spot = new DOMPoint(clientX - box.x, clientY - box.y);
    const pieces = [...this.group.children].filter(({ dataset }) => dataset.tie.includes("|"));
    const found = pieces.reverse().find((cell) => cell.isPointInFill(spot)) ?? null;
    if (found !== this.lit) light(this.lit = found);
  }
}
