// The 2D views of a search. Each draws one step into its own panel; none asks Python.

import { CountersView } from "./counters.js";
import { group, make, send, sheetOf } from "../../../kit/cards/browser/dom.js";
import { LinksView } from "./links.js";
import { MatrixView } from "./matrix.js";
import { Sheet } from "./sheet.js";
import { SquareView } from "./square.js";
import { TreeView } from "./tree.js";
import { widget } from "../../../kit/cards/browser/widget.js";

const VIEWS = { tree: [TreeView, "Search tree"], matrix: [MatrixView, "Matrix"], links: [LinksView, "Links"],
  square: [SquareView, "Square"], counters: [CountersView, "Counters"] };

const NOTES = 46; // pixels below a view, for what its signs mean

const REST = 500; // milliseconds without a step, after which the notebook gets a picture of the views
const MOST_STILL = 300_000; // letters of one

class Board extends Sheet {
  constructor(model, el) {
    super(model, el);
    this.takeTrack();
    this.takeFrames();
    this.build();
  }

  build() {
    this.buildSteps();
    const controls = this.model.get("controls");
    this.panels = this.model.get("boards").map((name) => this.panel(name));
    const isLast = ({ name }) => name === "counters" && controls && this.panels.length > 1;
    this.boards = this.arranged(this.panels.filter((one) => !isLast(one)));
    const counters = this.panels.filter(isLast).map(({ node }) => node); // they give way first
    const above = controls
      ? [make("div.eo-views.eo-alone", this.full.button), this.say, this.busy.node] : [];
    const below = controls ? [this.player.node, this.track.node, ...counters] : [];
    this.root = sheetOf("eo-board", "", ...above, this.boards, ...below);
  }

  panel(name) {
    const view = this.viewOf(name);
    return { name, view, node: group(`div.eo-panel.eo-panel-${name}`, VIEWS[name][1], view.node) };
  }

  viewOf(name) { return new VIEWS[name][0](this, this.model.get("still")[name]); }

  /** The tree has a column of its own; the others stand one below the other beside it. */
  arranged(panels) {
    const [tree, others] = [true, false].map((yes) =>
      panels.filter(({ name }) => (name === "tree") === yes).map(({ node }) => node));
    const column = tree.length && others.length ? [make("div.eo-column", ...others)] : others;
    return make("div.eo-panels", ...column, ...tree);
  }

  listen(signal) {
    this.listenSteps(signal);
    this.on("change:still", () => this.renew());
    this.watchSight(signal, (yes) => { this.inSight = yes; this.later(); });
    this.later();
  }

  renew() {
    this.takeTrack();
    this.takeFrames();
    for (const panel of this.panels) {
      panel.view = this.viewOf(panel.name);
      panel.node.replaceChildren(panel.view.node);
    }
    this.later();
  }

  get front() { return this.player.node.hidden ? this.root : this.player.next; }

  /** How large letters are, and how tall a view may be so that it stands on one screen with what is above. */
  drawSize() {
    const look = getComputedStyle(this.root), above = parseFloat(look.paddingTop); // perhaps a sentence
    this.scale = Number(getComputedStyle(this.boards).getPropertyValue("--scale"));
    const more = this.filling ? [this.track.node] : [];
    const notes = this.el.closest(".live") ? 0 : NOTES * this.scale; // there the editor needs the room
    this.tall = this.spare(this.say, this.player.node, ...more) - notes - above;
    this.root.style.setProperty("--tall", `${this.tall}px`);
  }

  /** Send, at rest, the picture for a notebook without a kernel (still.py). */
  leaveStill() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      const copy = this.root.cloneNode(true);
      for (const node of copy.querySelectorAll(":scope > :not(.eo-panels, .eo-panel)")) node.remove();
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
    for (const { view, node } of this.panels)
      view.draw(this.step, this.waiting ? {} : frame, node.clientWidth, this.scale);
    this.root.dataset.drawn = this.waiting ? -1 : this.step;
    this.leaveStill();
  }
}

export default widget(Board);
