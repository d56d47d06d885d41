// A stage, with what stands beside it, takes the whole window until Escape is pressed.

import { button, modified, nextPaint, obey, onEnd, set } from "./dom.js";

// keys are theirs
const WRITTEN = "input:not([type=checkbox], [type=range]), textarea, select, [contenteditable=true]";
const PRESSED = "button, select, [role=slider]"; // Space is theirs
const STOPS = "button:not(:disabled), select, [tabindex='0']";
const HELP = "The whole window. There Page Down and Page Up, or a clicker, step, and Space plays.";

export const FULL_HELP = " F fills the window: there Page Down and Page Up step, Space plays, Escape leaves.";

export class FullWindow {
  constructor(sheet) {
    Object.assign(this, { sheet, node: null });
    this.button = button("Full window", () => this.toggle(),
      { class: "eo-fullbutton", title: `${HELP} Key F, back with Escape`, "aria-keyshortcuts": "F" });
  }

  listen(signal) {
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    onEnd(signal, () => this.leave());
  }

  get whole() { return this.sheet.root.closest(".eo-pair") ?? this.sheet.root; }

  toggle() { this.node ? this.leave() : this.enter(); }

  /** As a popover it stands above all of JupyterLab; what is below keeps its place. */
  enter() {
    this.before = document.activeElement;
    this.node = this.whole;
    this.place = this.node.parentElement;
    this.place.style.minHeight = `${this.place.offsetHeight}px`;
    set(this.node, { popover: "manual", tabindex: -1 });
    this.node.classList.add("eo-full");
    this.node.showPopover();
    this.changed("Back (Esc)", this.sheet.front);
  }

  leave() {
    if (!this.node) return;
    this.node.hidePopover();
    this.node.removeAttribute("popover");
    this.node.removeAttribute("tabindex");
    this.node.classList.remove("eo-full");
    this.place.style.minHeight = "";
    this.node = null;
    this.changed("Full window", this.before?.isConnected ? this.before : this.sheet.front);
  }

  changed(text, focus) {
    this.button.textContent = text;
    focus.focus({ preventScroll: true });
    nextPaint().then(() => this.sheet.later());
  }

  key(event) {
    if (event.defaultPrevented || modified(event) || !this.hears(event.target)) return;
    obey(event, this.node ? this.actOf(event) : /^f$/i.test(event.key) && (() => this.enter()));
  }

  /** Is the key meant for this stage: pressed in it, or elsewhere in its card, where nothing is written? */
  hears(target) {
    if (target.closest?.(WRITTEN)) return Boolean(this.node) && !target.matches("input, textarea");
    if (this.node) return true;
    const { el, root } = this.sheet, home = target.closest?.(".eo-pair") ?? target.closest?.(".eo-sheet");
    return root.clientWidth > 0 && (home ? home === this.whole : el.closest(".eo-card")?.contains(target));
  }

  actOf({ key, target, shiftKey }) {
    const by = (steps) => () => this.sheet.moveBy(steps);
    const acts = { Escape: () => this.leave(), PageDown: by(1), PageUp: by(-1),
      Tab: this.turnBack(target, shiftKey) };
    if (!target.closest(PRESSED)) acts[" "] = () => this.sheet.playOrPause();
    if (!target.closest(WRITTEN)) acts.f = acts.F = acts.Escape;
    return acts[key];
  }

  /** From the last control Tab goes to the first one, and back. */
  turnBack(target, backwards) {
    const stops = [...this.node.querySelectorAll(STOPS)].filter((one) => one.getClientRects().length);
    const [from, to] = backwards ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    return target === from || !this.node.contains(target) ? () => to.focus() : null;
  }
}
