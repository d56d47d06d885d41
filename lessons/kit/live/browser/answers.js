// What a student has written, kept in the browser: exercise -> { source, solved, loaded (from a notebook) }.
const KEY = "exactly-once-answer ";

export class Answers {
  /** `changed(id, answer)` hears what another tab has written, `full(id)` that this one is not kept. */
  constructor({ changed, full }) {
    this.full = full;
    this.kept = new Map();
    const hear = (id, answer) => {
      if (!answer) return;
      this.kept.set(id, answer);
      changed(id, answer);
    };
    addEventListener("storage", ({ key, newValue }) => {
      if (!key?.startsWith(KEY)) return;
      hear(key.slice(KEY.length), parse(newValue));
    });
    addEventListener("pageshow", ({ persisted }) => { // a page that comes back has heard nothing meanwhile
      for (const id of persisted ? this.kept.keys() : []) hear(id, read(id));
    });
  }

  get(id) {
    if (!this.kept.has(id)) this.kept.set(id, read(id));
    return this.kept.get(id);
  }

  set(id, change) {
    const answer = { ...this.get(id), ...change };
    this.kept.set(id, answer);
    try {
      localStorage.setItem(KEY + id, JSON.stringify(answer));
    } catch {
      this.full(id);
    }
  }
}

function read(id) {
  try {
    return parse(localStorage.getItem(KEY + id));
  } catch {
    return null; // a browser that keeps nothing for this page
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
