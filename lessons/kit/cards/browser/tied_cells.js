// The cells of a box in front of its 3D picture, where they are tied to what names them or their pieces.

import { make } from "./dom.js";
import { onPage, viewAxes } from "./tags.js";
import { dot } from "./vectors.js";
import { light } from "./ties.js";

const CORNERS = [-0.5, 0.5].flatMap((x) => [-0.5, 0.5].flatMap((y) => [-0.5, 0.5].map((z) => [x, y, z])));

export class TiedCells {
  constructor(picture) {
    this.picture = picture;
    this.group = make("g", { class: "eo-tiedcells" });
    this.node = make("svg", { width: "100%", height: "100%", "aria-hidden": "true" }, this.group);
  }

  /** The picture has changed, or is seen from elsewhere. */
  clear() { this.group.replaceChildren(); }

  /** Draw the cells, the nearest to the eye last, unless they are drawn. */
  build() {
    const { scene, explode, stage } = this.picture, frame = stage.drawn, { places } = stage.scene;
    if (!scene || !frame || !places || explode || this.group.firstChild) return;
    const { view } = this.picture, back = viewAxes(scene)[2];
    const size = [scene.fullLayout.width, scene.fullLayout.height];
    const cells = Object.entries(places).map(([name, at], k) =>
      ({ at, tie: frame.how[k] ? `${frame.cells[k]}|${name}` : name, near: dot(back, at) }));
    cells.sort((a, b) => a.near - b.near);
    this.group.append(...cells.map(({ at, tie }) => {
      const corners = CORNERS.map((way) => onPage(view, at.map((v, i) => v + way[i]), size));
      return make("polygon", { points: hull(corners).join(" "), "data-tie": tie });
    }));
  }

  /** Light the piece under the pointer. */
  point({ clientX, clientY }) {
    this.build();
    const box = this.picture.box.getBoundingClientRect();
    const spot = new DOMPoint(clientX - box.x, clientY - box.y);
    const pieces = [...this.group.children].filter(({ dataset }) => dataset.tie.includes("|"));
    light(pieces.reverse().find((cell) => cell.isPointInFill(spot)) ?? null);
  }
}

/** The corners of the hull of points, in turn. */
function hull(points) {
  const sorted = [...points].sort(([a, b], [c, d]) => a - c || b - d);
  const half = (some) => {
    const found = [];
    for (const [x, y] of some) {
      while (found.length > 1) {
        const [[a, b], [c, d]] = found.slice(-2);
        if ((c - a) * (y - b) > (d - b) * (x - a)) break;
        found.pop();
      }
      found.push([x, y]);
    }
    return found.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}
