// Answers that a student has written, kept in the browser: exercise -> { source, solved, loaded (from a
// notebook) }. Books at one origin are told apart by their paths; a new version of a book stays where it was.
const OLD = "exactly-once-answer "; // of all books, before they were told apart: copied, and left there

export class Answers {
  /** `root` is the way to the book; `changed(id, answer)` hears what another tab has written, `full(id)` that
   * this one is not kept. */
  constructor({ root, changed, full }) {
    this.key = `exactly-once-answer ${new URL(root || ".", location.href).pathname} `;
    this.full = full;
    this.kept = new Map();
    const hear = (id, answer) => {
      if (!answer) return;
      this.kept.set(id, answer);
      changed(id, answer);
    };
    addEventListener("storage", ({ key, newValue }) => {
      if (!key?.startsWith(this.key)) return;
      hear(key.slice(this.key.length), parse(newValue));
    });
    addEventListener("pageshow", ({ persisted }) => { // a page that comes back has heard nothing meanwhile
      for (const id of persisted ? this.kept.keys() : []) hear(id, this.read(id));
    });
  }

  get(id) {
    if (!this.kept.has(id)) this.kept.set(id, this.read(id));
    return this.kept.get(id);
  }

  set(id, change) {
    const answer = { ...this.kept.get(id), ...change };
    this.kept.set(id, answer);
    try {
      localStorage.setItem(this.key + id, JSON.stringify(answer));
    } catch {
      this.full(id);
    }
  }

  read(id) {
    try {
      const own = localStorage.getItem(this.key + id), old = localStorage.getItem(OLD + id);
      if (own === null && parse(old)) this.set(id, parse(old));
      return parse(own ?? old);
    } catch {
      return null; // a browser that keeps nothing for this page
    }
  }
}

/** An answer as it was kept; null for anything else. */
function parse(text) {
  try {
    const { source, solved, loaded } = JSON.parse(text);
    return typeof source === "string" ? { source, solved: solved === true, loaded: loaded === true } : null;
  } catch {
    return null;
  }
}
