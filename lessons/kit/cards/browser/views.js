// The 2D views of a search: tree, matrix, links, square, counters. Each draws one step into its own panel;
// none asks Python.

import { keepListening } from "./patience.js";
import { CountersView } from "./counters.js";
import { button, make, send, set, sheetOf } from "./dom.js";
import { LinksView } from "./links.js";
import { MatrixView } from "./matrix.js";
import { Sheet } from "./sheet.js";
import { SquareView } from "./square.js";
import { TreeView } from "./tree.js";

const TITLES = { tree: "Search tree", matrix: "Matrix", links: "Links", square: "Square",
  counters: "Counters" };

const NOTES = 50; // pixels below a view, for what its signs mean

const REST = 500; // milliseconds without a step, after which the notebook gets a picture of the views
const MOST_STILL = 300_000; // letters of one

const VIEWS = { tree: TreeView, matrix: MatrixView, links: LinksView, square: SquareView,
  counters: CountersView };

class Board extends Sheet {
  constructor(model, el) {
    super(model, el);
    this.takeTrack();
    this.takeFrames();
    this.build();
  }

  build() {
    this.buildSteps();
    const names = this.model.get("boards"), still = this.model.get("still");
    this.panels = names.map((name) => this.panel(name, new VIEWS[name](this, still[name])));
    this.switches = this.panels.map(({ title, name }) => button(title, () => this.toggle(name)));
    const controls = this.model.get("controls"), several = names.length > 1;
    const one = { class: "eo-views eo-alone" }, more = controls ? [this.full.button] : [];
    this.bar = make("div", several ? { class: "eo-views", role: "group", "aria-label": "What to see" } : one,
      ...(several ? this.switches : []), ...more);
    this.boards = this.arranged();
    // above: nothing moves them while the tree grows
    const mine = controls ? [this.say, this.busyLine, this.player.node] : [];
    this.root = sheetOf("eo-board", {}, this.bar, ...mine, this.boards,
      ...(controls ? [this.track.node] : []));
    this.el.append(this.root);
  }

  panel(name, view) {
    const title = TITLES[name];
    const node = make("div", { class: `eo-panel eo-panel-${name}`, role: "group", "aria-label": title },
      view.node);
    return { name, title, view, node };
  }

  /** The tree has a column of its own; the others stand one below the other beside it. */
  arranged() {
    const [tree, others] = [true,
      false].map((yes) => this.panels.filter(({ name }) => (name === "tree") === yes).map(({ node }) =>
      node));
    const column = tree.length && others.length ? [make("div", { class: "eo-column" }, ...others)] : others;
    return make("div", { class: "eo-panels" }, ...column, ...tree);
  }

  listen(signal) {
    this.listenSteps(signal);
    this.on("change:hidden", () => this.later());
    this.on("change:still", () => this.renew());
    this.watchSight(signal, (yes) => {
      this.inSight = yes;
      this.later();
    });
  }

  /** Another search, in the same places. */
  renew() {
    this.takeTrack();
    this.takeFrames();
    const still = this.model.get("still");
    for (const panel of this.panels) {
      panel.view = new VIEWS[panel.name](this, still[panel.name]);
      panel.node.replaceChildren(panel.view.node);
    }
    this.later();
  }

  toggle(name) {
    const hidden = this.model.get("hidden");
    const next = hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name];
    if (next.length < this.panels.length) send(this.model, { hidden: next }); // one stays
  }

  /** Where the keys go when the views take the window. */
  get front() { return this.player.node.hidden ? this.root : this.player.next; }

  /** How large letters are, and how tall a view may be so that it stands on one screen with what is above. */
  drawSize() {
    const look = getComputedStyle(this.root), above = parseFloat(look.paddingTop); // perhaps a sentence
    this.scale = Number(look.getPropertyValue("--scale"));
    const more = [...(this.panels.length > 1 ? [this.bar] : []), ...(this.filling ? [this.track.node] : [])];
    const notes = this.el.closest(".live") ? 0 : NOTES * this.scale; // there the editor needs the room
    this.tall = this.spare(this.say, this.player.node, ...more) - notes - above;
    this.root.style.setProperty("--tall", `${this.tall}px`);
  }

  /** What stands in the notebook when there is no kernel any more (still.py): sent at rest. */
  leaveStill() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      const copy = this.root.cloneNode(false);
      copy.append(this.boards.cloneNode(true));
      const drawn = copy.outerHTML;
      const fresh = !this.gone && !this.waiting && drawn.length < MOST_STILL;
      if (fresh && drawn !== this.model.get("drawn")) send(this.model, { drawn });
    }, REST);
  }

  draw() {
    if (!this.root.clientWidth) return; // in a hidden tab
    if (this.staleTrack) this.takeTrack();
    this.drawLook();
    const frame = this.frameNow();
    if (!frame) return;
    if (this.model.get("controls")) { this.drawSay(frame); this.drawSteps(); }
    this.drawSize();
    const { scale } = this, hidden = this.model.get("hidden");
    this.panels.forEach(({ name, view, node }, i) => {
      node.hidden = hidden.includes(name);
      set(this.switches[i], { "aria-pressed": String(!node.hidden) });
      if (!node.hidden) view.draw(this.step, this.waiting ? {} : frame, node.clientWidth, scale);
    });
    this.root.dataset.drawn = String(this.waiting ? -1 : this.step);
    this.leaveStill();
  }
}

export default {
  initialize: keepListening,
  render({ model, el, signal }) {
    const board = new Board(model, el);
    board.listen(signal);
    board.later();
  },
};
