// Things of which one is the stop for Tab, where the focus was last; arrow keys, Home and End go to the
// others, Enter and Space press one.

import { ARROWS, obeyAlone, set } from "./dom.js";
import { clamp } from "./logic/numbers.js";

export class Stops {
  /** `beside(at, dx, dy)`: the number of the node in this direction; without it they stand in a row.
   * `reached(at)`: by a key. */
  constructor(nodes, beside = (at, dx, dy) => clamp(at + dx + dy, 0, nodes.length - 1), reached = null) {
    Object.assign(this, { nodes, beside, reached });
    nodes.forEach((node, at) => set(node, { onfocus: () => this.stand(at),
      onkeydown: (event) => this.key(event, node, at) }));
    this.stand(0);
  }

  stand(at) {
    this.nodes.forEach((node, k) => set(node, { tabindex: k === at ? 0 : -1 }));
  }

  key(event, node, at) {
    const arrow = ARROWS[event.key], end = { Home: 0, End: this.nodes.length - 1 }[event.key];
    const to = arrow ? this.beside(at, ...arrow) : end, press = () => node.dispatchEvent(new Event("click"));
    const pressed = /^(Enter| )$/.test(event.key) && node.localName !== "button";
    obeyAlone(event, to === undefined ? pressed && press : () => {
      this.nodes[to].focus();
      this.reached?.(to);
    });
  }
}
