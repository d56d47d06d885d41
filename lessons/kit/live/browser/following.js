// A card whose picture follows the code of an exercise: Python is asked when the student pauses (see
// ../following.py).
import { cleanJson, cleanTraits } from "./clean.js";

const PAUSE = 600; // milliseconds without a key, after which the code is run
const SLOW = 500; // milliseconds, after which the line says that Python is at work, and Stop can be pressed
const DEAF = 15_000; // milliseconds, after which Python does not come back by itself
const ENDED = "Python has ended: the picture stays as it is.";
const STOPPED = "Stopped: the picture stays as it is.";
const UNREAD = "This cannot be shown: the picture stays as it is.";

export class Following {
  /** `card` is the recorded model of the card. */
  constructor(card, exercise, python) {
    const { invitation, parts } = card.more.follows;
    const models = Object.entries(parts).map(([name, id]) => [name, Book.models.get(id)]);
    Object.assign(this, { exercise, python, invitation, parts: new Map(models), applied: new Map() });
    this.uses = []; // exercises whose answers the code needs
    this.asked = this.codeOf({ source: exercise.stub }); // of which a picture was recorded
    for (const [part, model] of models) model.answering = (message) => this.fetch(part, message);
    this.note = Book.make("span", { class: "live-follows" }, invitation);
    const shown = document.querySelector(`[data-model="${card.id}"]`);
    if (shown.previousElementSibling?.matches("pre.code")) shown.previousElementSibling.remove(); // its call
    exercise.place.querySelector(".live-buttons").append(this.note);
    exercise.place.append(shown);
    this.changed();
  }

  /** The student has written something: look at it after a pause. */
  changed() {
    clearTimeout(this.pause);
    if (this.python.ended) this.python.start();
    this.pause = setTimeout(() => { this.pause = null; this.look(); }, PAUSE);
  }

  /** Ask for what is wanted, if Python has nothing else to do; it calls this again when it rests. */
  look() {
    if (!this.python.idle) return;
    if (this.question) this.fetchNow();
    else if (!this.pause && this.exercise.trusted && this.isNew()) this.watch();
  }

  isNew() { return this.codeOf(this.exercise.request("watch")) !== this.asked; }

  codeOf({ source, answers }) {
    return JSON.stringify([source, ...this.uses.map((id) => answers[id])]);
  }

  async watch() {
    const request = this.exercise.request("watch"), before = this.asked;
    this.asked = this.codeOf(request);
    const slow = setTimeout(() => this.working(), SLOW), deaf = setTimeout(() => this.python.stop(), DEAF);
    const { answer, superseded, failed } = await this.python.ask(request, true);
    clearTimeout(slow);
    clearTimeout(deaf);
    this.exercise.stop.disabled = !this.exercise.running;
    if (superseded) this.asked = before; // and will be asked for again
    else this.tryToTell(answer ?? { text: failed ? ENDED : STOPPED }, request);
  }

  /** Code may have changed the Python that answers. */
  tryToTell(answer, request) {
    try {
      this.tell(answer, request);
    } catch {
      this.note.textContent = UNREAD;
    }
  }

  working() {
    this.note.textContent = "Running …";
    this.exercise.stop.disabled = false;
  }

  tell(answer, request) {
    const shows = answer.status === "watched";
    this.note.textContent = shows ? this.invitation : answer.text;
    if (!shows) return;
    this.uses = [answer.uses ?? []].flat().map(String);
    this.asked = this.codeOf(request);
    if (answer.models.some(({ traits }) => traits.frames)) this.shown = request;
    for (const { part, traits } of answer.models) if (this.parts.has(part)) this.apply(part, traits);
  }

  apply(part, traits) {
    const model = this.parts.get(part), text = cleanTraits(model.kind, traits);
    if (this.applied.get(part) === text) return;
    this.applied.set(part, text);
    const again = traits.frames ? { run: (model.get("run") ?? 0) + 1 } : {}; // no late answer belongs to it
    model.set({ ...Book.revived(text), ...again });
  }

  // -- frames of a long search, which the picture asks for

  fetch(part, message) {
    if (message.kind !== "frames" || !this.shown) return;
    this.question = { part, ...message };
    this.look();
  }

  async fetchNow() {
    const { question } = this, { part, from, to, run } = question;
    this.question = null;
    const request = { ...this.shown, action: "frames", part, start: from, stop: to };
    const { answer, superseded } = await this.python.ask(request, true);
    if (superseded) this.question ??= question;
    if (!answer?.block) return;
    const block = Book.revived(cleanJson(answer.block));
    this.parts.get(part).trigger("msg:custom", { kind: "frames", run, from, ...block });
  }
}

/** Put each card of the page that follows an exercise below it. */
export function followExercises(exercises, calls, python) {
  for (const model of Book.models.values()) {
    const wanted = model.more.follows?.function;
    const exercise = wanted && [...exercises.values()].find(({ id }) => calls[id] === wanted);
    if (exercise) exercise.followers.push(new Following(model, exercise, python));
  }
}
