// The exercises of a page, each with an editor; Python runs in a worker.
import { Answers } from "./answers.js";
import { cleanHtml } from "./clean.js";
import { makeEditor, replaceText } from "./editor.js";
import { followExercises } from "./following.js";
import { neededBy } from "./needed.js";
import { answersIn, withAnswers } from "./notebooks.js";
import { Python } from "./python.js";

const { make, live } = Book;
const root = document.body.dataset.root;
const SERVED = "To solve the exercises in this page, open it from a web server. In the folder of the book: ";
const STOPPED = "Stopped. All that you have written is still here.";
const BUSY = "Python is busy with something else in this page: wait until that is done, or stop it.";
const AGAIN = "Your answer is still here. The next press of a button starts Python again.";
const FULL = "Your browser has no room to keep answers. Save them as a notebook before you close this page.";
const KEPT = "You can solve the exercises in this page. Your browser keeps your answers: ";
const SAVE = "save them as a notebook, or take them from one";
const KEYS = "Shift+Enter checks, Ctrl+Enter runs. Escape, then Tab, leaves the editor.";
const UNSEEN = "This answer came with a notebook: it does not see what you wrote here for exercise ";
const NOT_RUN = "This builds on what you have not run yet: press Run or Check at exercise ";
const NO_OTHERS = ": this notebook has no others to the exercises of this page.";
const CHOOSE = "Take these answers from the notebook?";
const INSTEAD = ", in place of what you have written";
const exercises = new Map();

const button = (words, onclick, more) => make("button", { type: "button", onclick, ...more }, words);
const every = (act) => { for (const one of exercises.values()) act(one); };
const python = Book.python = new Python(root, live.python);
python.listeners.push((part) => every((one) => one.showStart(part)));
python.resting.push(() => every((one) => { for (const card of one.followers) card.look(); }));
const answers = new Answers({
  root,
  changed: (id, { source }) => exercises.get(id)?.take(source),
  full: (id) => {
    document.getElementById("live-kept").textContent = FULL;
    exercises.get(id).note.textContent = FULL;
  },
});

class Exercise {
  constructor(place) {
    this.id = place.dataset.exercise;
    this.place = place;
    this.pressed = false; // has its reader run what came with a notebook?
    this.strange = this.loaded; // did such a thing ever stand here? It may be there again by Ctrl+Z
    this.right = answers.get(this.id)?.solved ? answers.get(this.id).source : null; // what was judged correct
    this.followers = [];
    this.output = make("div", { class: "live-output", role: "status" });
    this.bar = make("progress", { max: "1" });
    this.start = make("label", { class: "live-start", hidden: "" }, "Python is starting … ", this.bar);
    this.note = make("p", { class: "live-note", role: "status" });
    this.keys = make("span", { class: "live-keys", id: `live-keys-${this.id}` }, KEYS);
    this.editor = makeEditor(place.querySelector("pre"), {
      name: `Your answer to exercise ${this.id}`,
      described: this.keys.id,
      text: answers.get(this.id)?.source ?? this.stub,
      changed: (source, back) => {
        const again = back && this.strange;
        if (again) this.pressed = false;
        answers.set(this.id, { source, solved: source === this.right, ...(again && { loaded: true }) });
        this.showSolved();
        for (const card of this.followers) card.changed();
      },
      keys: [
        { key: "Shift-Enter", run: () => { this.perform("check"); return true; } },
        { key: "Mod-Enter", run: () => { this.perform("run"); return true; } },
      ],
    });
    for (const touch of ["focus", "keydown"]) { // a window without the focus hears keys only
      this.editor.contentDOM.addEventListener(touch, () => python.start(), { once: true });
    }
    place.append(this.note, this.buttons(), this.start, this.output);
    this.showSolved();
  }

  get stub() { return live.stubs[this.id]; }

  /** Is it of a notebook? Then it sees nothing that was written here. */
  get loaded() { return answers.get(this.id)?.loaded === true; }

  /** May it be run without a press of its reader in this visit? */
  get trusted() { return this.pressed || !this.loaded; }

  get source() { return this.editor.state.doc.toString(); }

  buttons() {
    const hints = this.hints();
    this.stop = button("Stop", () => python.stop(), { disabled: "" });
    return make("div", { class: "live-buttons", role: "group", "aria-label": `Exercise ${this.id}` },
      this.check = button("Check", () => this.perform("check"), { class: "go", title: "Shift+Enter" }),
      button("Run", () => this.perform("run"), { title: "Ctrl+Enter" }),
      this.stop,
      ...(hints ? [button("Hint", () => openNext(hints))] : []),
      button("Reset", () => this.reset(), { title: "Ctrl+Z brings your answer back" }),
      this.mark = make("span", { class: "live-mark" }),
      this.keys);
  }

  hints() {
    for (let next = this.place.nextElementSibling; next; next = next.nextElementSibling) {
      if (next.matches("details")) return next;
      if (next.matches("h1, h2, h3, .live")) return null;
    }
    return null;
  }

  get needed() {
    const ids = neededBy(this.id, this.source, live.python.cells);
    return ids.map((id) => exercises.get(id)).filter((one) => one && answers.get(one.id));
  }

  /** Return what Python needs to do something with this answer: others only if it builds on them. */
  request(action) {
    const { id, source, loaded } = this;
    const others = this.needed.filter((one) => one.trusted && (one.loaded || !loaded));
    const side = loaded ? "loaded" : others.some((one) => one.loaded) ? id : "own"; // of Python's memory
    const given = Object.fromEntries(others.map((one) => [one.id, one.source]));
    return { action, id, source, side, answers: given };
  }

  /** Say which answers do not count, on which this one builds. */
  tellLeftOut() {
    const unseen = this.needed.find((one) => this.loaded && !one.loaded);
    const waits = this.needed.find((one) => !one.trusted);
    this.note.textContent = unseen ? `${UNSEEN}${unseen.id}.` : waits ? `${NOT_RUN}${waits.id} first.` : "";
  }

  async perform(action) {
    if (python.busy) return this.show("busy", BUSY);
    this.pressed = true;
    this.tellLeftOut();
    this.show("busy", action === "check" ? "Checking …" : "Running …");
    this.running = true;
    this.stop.disabled = false;
    const request = this.request(action), { answer, failed } = await python.ask(request);
    this.running = false;
    if (this.stop.matches(":focus")) this.check.focus();
    this.stop.disabled = true;
    if (answer) this.tell(answer, request.source);
    else this.show("stopped", failed ? `Python has ended: ${lastLine(failed)} ${AGAIN}` : STOPPED);
  }

  tell({ status, html, text, printed }, source) {
    const shown = make("div");
    shown.innerHTML = cleanHtml(html);
    shown.querySelector("[role=status]")?.removeAttribute("role"); // the output around it has that role
    const lines = [printed.trimEnd(), status === "ran" ? text : ""].filter(Boolean).join("\n");
    const nothing = status === "ran" && !lines ? [make("p", {}, "Done. Nothing was printed.")] : [];
    this.output.dataset.status = status;
    this.output.replaceChildren(...(lines ? [make("pre", { tabindex: "0" }, lines)] : nothing), shown);
    if (status === "correct") {
      this.right = source;
      answers.set(this.id, { source: this.source, solved: source === this.source });
    }
    this.showSolved();
  }

  show(status, words) {
    this.output.dataset.status = status;
    this.output.replaceChildren(make("p", {}, words));
  }

  showStart(part) {
    this.start.hidden = part >= 1 || !this.place.matches(":focus-within, :has([data-status=busy])");
    this.bar.value = part;
  }

  showSolved() {
    this.mark.textContent = answers.get(this.id)?.solved ? "✓ solved" : "";
  }

  take(source) {
    this.pressed = false;
    this.strange ||= this.loaded;
    if (answers.get(this.id)?.solved) this.right = source;
    replaceText(this.editor, source);
    this.showSolved();
  }

  reset() {
    if (this.loaded) answers.set(this.id, { source: this.stub, loaded: false });
    replaceText(this.editor, this.stub);
  }

  /** Take what a notebook has, whoever wrote it. */
  load(source) {
    answers.set(this.id, { source, loaded: true, solved: false });
    this.take(source);
  }
}

/** The last line of an error of Python, which says what went wrong. */
const lastLine = (text) => `${text.trim().split("\n").at(-1).slice(0, 300).replace(/\.$/, "")}.`;

/** Open the next hint of those that are folded into each other. */
function openNext(hint) {
  let next = hint;
  while (next?.open) next = next.querySelector("details");
  if (next) next.open = true;
  (next ?? hint).scrollIntoView({ block: "nearest" });
}

/** Start Python while somebody reads, once the browser has nothing else to do; where data are to be saved,
 * the first touch of an editor starts it. */
function startWhileReading() {
  if (navigator.connection?.saveData) return;
  const whenIdle = window.requestIdleCallback ?? setTimeout; // Safari has no such callback
  if (!document.hidden) whenIdle(() => python.start());
  else document.addEventListener("visibilitychange", startWhileReading, { once: true });
}

const isStub = (id, text) => text.trim() === live.stubs[id]?.trim();

/** Ask which answers of a notebook to take; those of one's own are kept unless they are named. */
function chooseAnswers(found) {
  const boxes = new Map(found.map((one) => {
    const lost = !isStub(one.id, one.source) && one.source.trim() !== "";
    const box = make("input", { type: "checkbox", ...(lost ? {} : { checked: "" }) });
    return [one, { box, label: make("label", {}, box, `${one.id}${lost ? INSTEAD : ""}`) }];
  }));
  const take = button("Take", () => dialog.close("take"), { class: "go" });
  const dialog = make("dialog", { class: "live-choose", "aria-label": CHOOSE },
    make("p", {}, CHOOSE), ...[...boxes.values()].map(({ label }) => label),
    make("div", { class: "live-buttons" }, take, button("Cancel", () => dialog.close())));
  document.querySelector("main").append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "take" ? found.filter((one) => boxes.get(one).box.checked) : []);
    });
  });
}

function notebookButtons() {
  const file = make("input", { type: "file", accept: ".ipynb", onchange: async () => {
    const said = document.getElementById("live-kept");
    try {
      const found = new Map(answersIn(await file.files[0].text(), isStub));
      const differs = (one) => found.has(one.id) && found.get(one.id) !== one.source.trim();
      const others = [...exercises.values()].filter(differs);
      const chosen = others.length ? await chooseAnswers(others) : [];
      for (const one of chosen) one.load(found.get(one.id));
      const number = chosen.length, none = others.length ? "." : NO_OTHERS;
      said.textContent = number ? `${number} ${number === 1 ? "answer" : "answers"} taken.`
        : `No answers taken${none}`;
    } catch (error) {
      said.textContent = `No answers taken: ${error.message}`;
    }
    file.value = "";
  } });
  const save = button("Save answers as a notebook", saveNotebook);
  const said = make("span", { id: "live-kept", role: "status" });
  const label = make("label", {}, "Take answers from a notebook ", file);
  return make("div", { class: "live-notebook", id: "live-notebook" }, save, label, said);
}

function saveNotebook() {
  const filled = withAnswers(structuredClone(live.notebook), (id) => answers.get(id)?.source);
  const blob = new Blob([JSON.stringify(filled, null, 1)], { type: "application/x-ipynb+json" });
  const link = make("a", { href: URL.createObjectURL(blob), download: `${live.name}.ipynb` });
  link.click();
  URL.revokeObjectURL(link.href);
}

if (location.protocol === "file:") {
  const command = make("code", {}, "python -m http.server");
  document.querySelector(".live")?.before(make("p", { class: "task" }, SERVED, command));
} else {
  for (const place of document.querySelectorAll(".live[data-exercise]")) {
    exercises.set(place.dataset.exercise, new Exercise(place));
  }
  document.querySelector("main").append(notebookButtons());
  const link = make("a", { href: "#live-notebook" }, SAVE);
  document.querySelector("main .live")?.before(make("p", { class: "live-intro" }, KEPT, link, "."));
  document.addEventListener("awake", () => {
    followExercises(exercises, live.python.calls, python);
    startWhileReading();
  });
}
