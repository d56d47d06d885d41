// The exercises of a page: an editor for each, with Check, Run, Stop, Hint and Reset. Python runs in a
// worker. Cards that follow an exercise stand below it.
import { Answers } from "./answers.js";
import { cleanHtml } from "./clean.js";
import { makeEditor, replaceText } from "./editor.js";
import { followExercises } from "./following.js";
import { answerHands } from "./hands.js";
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
const exercises = new Map();

const every = (act) => { for (const one of exercises.values()) act(one); };
const python = new Python(root, live.python, (part) => every((one) => one.showStart(part)));
python.resting.push(() => every((one) => { for (const card of one.followers) card.look(); }));
answerHands(python);
const answers = new Answers({
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
    this.kept = answers.get(this.id)?.source; // from another visit, perhaps from somebody else's notebook
    this.trusted = this.kept === undefined; // what it holds was written here, or its reader has run it
    this.followers = [];
    this.output = make("div", { class: "live-output", role: "status" });
    this.bar = make("progress", { max: "1" });
    this.start = make("label", { class: "live-start", hidden: "" }, "Python is starting … ", this.bar);
    this.note = make("p", { class: "live-note", role: "status" });
    this.keys = make("span", { class: "live-keys", id: `live-keys-${this.id}` }, KEYS);
    this.editor = makeEditor(place.querySelector("pre"), {
      name: `Your answer to exercise ${this.id}`,
      described: this.keys.id,
      text: this.kept ?? this.stub,
      changed: (source) => {
        answers.set(this.id, { source });
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

  /** The code that may be run without its reader's press. */
  get own() { return this.trusted ? answers.get(this.id)?.source : undefined; }

  get source() { return this.editor.state.doc.toString(); }

  buttons() {
    const hints = this.hints();
    const button = (words, act, more = {}) => {
      const made = make("button", { type: "button", ...more }, words);
      made.addEventListener("click", act);
      return made;
    };
    this.stop = button("Stop", () => python.stop(), { disabled: "" });
    return make("div", { class: "live-buttons", role: "group", "aria-label": `Exercise ${this.id}` },
      this.check = button("Check", () => this.perform("check"), { class: "go", title: "Shift+Enter" }),
      button("Run", () => this.perform("run"), { title: "Ctrl+Enter" }),
      this.stop,
      ...(hints ? [button("Hint", () => openNext(hints))] : []),
      button("Reset", () => replaceText(this.editor, this.stub), { title: "Ctrl+Z brings your answer back" }),
      this.mark = make("span", { class: "live-mark" }),
      this.keys);
  }

  /** The folded hints that follow in the text. */
  hints() {
    for (let next = this.place.nextElementSibling; next; next = next.nextElementSibling) {
      if (next.matches("details")) return next;
      if (next.matches("h1, h2, h3, .live")) return null;
    }
    return null;
  }

  /** What Python needs for something to be done with this answer. */
  request(action) {
    const others = {};
    for (const [id, { own }] of exercises) if (own !== undefined) others[id] = own;
    return { action, id: this.id, source: this.source, answers: others };
  }

  async perform(action) {
    if (python.busy) return this.show("busy", BUSY);
    this.trusted = true;
    this.show("busy", action === "check" ? "Checking …" : "Running …");
    this.running = true;
    this.stop.disabled = false;
    const { answer, failed } = await python.ask(this.request(action));
    this.running = false;
    if (this.stop.matches(":focus")) this.check.focus();
    this.stop.disabled = true;
    if (answer) this.tell(answer);
    else this.show("stopped", failed ? `Python has ended: ${lastLine(failed)} ${AGAIN}` : STOPPED);
  }

  /** Show what came of an answer. */
  tell({ status, html, text, printed }) {
    const shown = make("div");
    shown.innerHTML = cleanHtml(html);
    shown.querySelector("[role=status]")?.removeAttribute("role"); // the output around it has that role
    const lines = [printed.trimEnd(), status === "ran" ? text : ""].filter(Boolean).join("\n");
    const nothing = status === "ran" && !lines ? [make("p", {}, "Done. Nothing was printed.")] : [];
    this.output.dataset.status = status;
    this.output.replaceChildren(...(lines ? [make("pre", { tabindex: "0" }, lines)] : nothing), shown);
    if (status === "correct") answers.set(this.id, { source: this.source, solved: true });
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

  /** Take what another tab, or a notebook, has for this exercise. */
  take(source) {
    this.trusted = false;
    replaceText(this.editor, source);
    this.showSolved();
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

function notebookButtons() {
  const file = make("input", { type: "file", accept: ".ipynb" });
  file.addEventListener("change", async () => {
    const said = document.getElementById("live-kept");
    try {
      const found = answersIn(await file.files[0].text()).filter(([id]) => exercises.has(id));
      for (const [id, source] of found) exercises.get(id).take(source);
      said.textContent = found.length ? `${found.length} ${found.length === 1 ? "answer" : "answers"} taken.`
        : "No answers taken: this notebook has none to the exercises of this page.";
    } catch (error) {
      said.textContent = `No answers taken: ${error.message}`;
    }
    file.value = "";
  });
  const save = make("button", { type: "button" }, "Save answers as a notebook");
  save.addEventListener("click", saveNotebook);
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
  document.addEventListener("awake", () => followExercises(exercises, live.python.calls, python));
}
