// “Pack it yourself” in a page: the page's Python answers. The next move drops a question.
const ANSWERED = ["solvable", "hint"]; // by lessons/puzzles/live/packing_help.py
const PATIENCE = 250; // milliseconds; a quick answer shows nothing before it
const BUSY = "Python is busy with something else in this page: ask again when that is done.";
const STOPPED = "Stopped.";

/** Let this Python answer all hands of the page, which are not there yet. */
export function answerHands(python) {
  if (location.protocol !== "file:") Book.answerHand = (model) => new AnsweredHand(model, python);
}

class AnsweredHand {
  constructor(model, python) {
    Object.assign(this, { model, python, asking: null });
    const { file } = model.get("puzzle"), words = model.get("helps");
    this.words = file ? Object.fromEntries(ANSWERED.map((what) => [what, words[what]])) : {};
    model.set("helps", file ? { ...this.words, stop: STOPPED } : {});
    model.on("change:ask", () => this.ask(...model.get("ask")));
    model.on("change:game", () => this.drop());
    model.on("stop", () => { if (this.drop()) this.advise({ say: STOPPED }); });
    python.listeners.push((part) => { if (this.asking) this.tellStart(part); });
  }

  async ask(what, number) {
    const { model, python } = this;
    if (python.busy) return this.finish(number, { say: BUSY });
    this.asking = number;
    if (python.ready) this.clock = setTimeout(() => this.tellWork(), PATIENCE);
    else this.tellStart(0);
    const [game, held, given] = ["game", "held", "given"].map((name) => model.get(name));
    const request = { action: "ask", what, puzzle: model.get("puzzle").file, given, game, held };
    const { answer, failed } = await python.ask(request);
    if (this.asking !== number) return;
    this.finish(number, answer?.advice ?? { say: `Python has ended: ${failed}` });
  }

  finish(number, advice) {
    clearTimeout(this.clock);
    this.asking = null;
    this.model.set("answered", number);
    this.advise(advice);
  }

  /** Ask no more what was asked, and end the search for it; was there any? */
  drop() {
    if (!this.asking) return false;
    clearTimeout(this.clock);
    this.model.set("answered", this.asking);
    this.asking = null;
    this.python.stop();
    return true;
  }

  advise(advice) {
    this.model.set("advice", { ...advice, number: (this.model.get("advice").number ?? 0) + 1 });
  }

  tellWork() { this.advise({ say: this.words[this.model.get("ask")[0]] }); }

  tellStart(part) {
    if (this.python.ready) this.tellWork();
    else this.advise({ say: `Python is starting in this page: ${Math.round(100 * part)} %` });
  }
}
