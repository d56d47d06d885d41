// Things of which one is the stop for Tab; arrow keys, Home and End go to the others.

import { ARROWS, obeyAlone, set } from "./dom.js";
import { clamp } from "./logic/numbers.js";

export class Stops {
  /** `beside(at, dx, dy)`: the number of the node in this direction; without it they stand in a row. */
  constructor(nodes, beside = (at, dx, dy) => clamp(at + dx + dy, 0, nodes.length - 1)) {
    Object.assign(this, { nodes, beside });
    this.stand(0);
  }

  stand(at) {
    this.at = at;
    this.nodes.forEach((node, k) => set(node, { tabindex: k === at ? 0 : -1 }));
  }

  go(at) {
    this.stand(at);
    this.nodes[at].focus();
  }

  key(event) {
    const arrow = ARROWS[event.key];
    const to = arrow ? this.beside(this.at, ...arrow) : { Home: 0, End: this.nodes.length - 1 }[event.key];
    if (to !== undefined) obeyAlone(event, () => this.go(to));
  }
}
