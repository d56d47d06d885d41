// A widget's model without a kernel: its values, who hears of them, and how two of them are tied.

/** @typedef {(...what: any[]) => void} Hearer */
/** @typedef {{ kind: string, state: Record<string, any>, script?: string } & Record<string, any>} Saved */

/** The id in a reference to a model: "IPY_MODEL_…" or "anywidget:…". @param {unknown} reference */
export const idIn = (reference) => String(reference).replace(/^(IPY_MODEL_|anywidget:)/, "");

/** @param {string} text in base64 */
export const bytesOf = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/** Read JSON in which bytes are packed (plain_json in packed.py). @param {string} text */
export const revived = (text) => JSON.parse(text, (_, value) => (value?.$bytes === undefined ? value
  : new DataView(bytesOf(value.$bytes).buffer)));

/** Are two values equal, whatever is within them? @param {unknown} a @param {unknown} b */
const same = (a, b) => a === b || (typeof a === "object" && typeof b === "object"
  && JSON.stringify(a, withNumbers) === JSON.stringify(b, withNumbers));

/** @param {string} _ @param {unknown} value */
const withNumbers = (_, value) => (value instanceof DataView ? [...new Uint8Array(value.buffer)] : value);

/** A model as anywidget's scripts know it; what they save stays on the page. */
export class Model {
  /** @param {string} id @param {Saved} saved @param {(reference: unknown) => Model | undefined} modelOf */
  constructor(id, { kind, state, script, ...more }, modelOf) {
    this.id = id;
    this.kind = kind;
    this.script = script;
    this.more = more;
    this.state = state;
    this.widget_manager = { get_model: async (/** @type {unknown} */ reference) => modelOf(reference) };
    /** @type {Map<string, Set<Hearer>>} */
    this.heard = new Map();
    /** @type {Hearer | undefined} */
    this.answering = undefined; // following.js sets it
  }

  /** @param {string} name */
  get(name) { return this.state[name]; }

  /** Set one value, or several; who hears of changes hears of what is new, once all are there.
   * @param {string | Record<string, unknown>} name @param {unknown} [value] */
  set(name, value) {
    const values = typeof name === "string" ? { [name]: value } : name;
    const fresh = Object.entries(values).filter(([key, one]) => !same(one, this.state[key]));
    for (const [key, one] of fresh) this.state[key] = one;
    for (const [key, one] of fresh) this.trigger(`change:${key}`, this, one);
    if (fresh.length) this.trigger("change", this);
  }

  /** @param {string} names with spaces between them @param {Hearer} act */
  on(names, act) {
    for (const name of names.split(" ")) {
      this.heard.set(name, (this.heard.get(name) ?? new Set()).add(act));
    }
  }

  /** @param {string} names with spaces between them @param {Hearer} act */
  off(names, act) { for (const name of names.split(" ")) this.heard.get(name)?.delete(act); }

  /** @param {string} name @param {any[]} what */
  trigger(name, ...what) { for (const act of [...(this.heard.get(name) ?? [])]) act(...what); }

  save_changes() { if (this.script && !this.state.frames) this.trigger("asked"); }

  /** @param {unknown} message */
  send(message) { this.answering ? this.answering(message) : this.trigger("asked"); }
}

/** Let the target's value follow the source's, as jslink has it, and with `both` the other way round too.
 * A control of a recorded search gets as many steps as were recorded.
 * @param {[Model, string]} source and the name of its value @param {[Model, string]} target
 * @param {boolean} both */
export function tie([source, one], [target, other], both) {
  const count = target.get("count");
  if (other === "step" && count) source.set({ max: Math.max(1, count - 1), value: target.get("step") });
  source.on(`change:${one}`, () => target.set(other, source.get(one)));
  if (both) target.on(`change:${other}`, () => source.set(one, target.get(other)));
}
