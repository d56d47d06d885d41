// Widgets without a kernel: models that were recorded (record.py), and their views.

const Book = { scripts: {}, models: new Map(), kinds: {} };

/** A model as anywidget's scripts know it; what they save stays on the page. */
Book.Model = class {
  constructor(id, { kind, state, script, ...more }) {
    Object.assign(this, { id, kind, script, more, state, heard: new Map(),
      widget_manager: { get_model: async (ref) => Book.modelOf(ref) } });
  }
  get(name) { return this.state[name]; }
  set(name, value) {
    const values = typeof name === "string" ? { [name]: value } : name;
    const fresh = Object.entries(values).filter(([key, one]) => !same(one, this.state[key]));
    for (const [key, one] of fresh) this.state[key] = one;
    for (const [key, one] of fresh) this.trigger(`change:${key}`, this, one);
    if (fresh.length) this.trigger("change", this);
  }
  on(names, act) {
    for (const name of names.split(" ")) {
      if (!this.heard.has(name)) this.heard.set(name, new Set());
      this.heard.get(name).add(act);
    }
  }
  off(names, act) { for (const name of names.split(" ")) this.heard.get(name)?.delete(act); }
  trigger(name, ...what) { for (const act of [...(this.heard.get(name) ?? [])]) act(...what); }
  save_changes() { if (this.script && !this.state.frames) this.trigger("asked"); }
  send(message) { this.answering ? this.answering(message) : this.trigger("asked"); } // following.js answers
};

const same = (a, b) => a === b || (typeof a === "object" && typeof b === "object"
  && JSON.stringify(a, withNumbers) === JSON.stringify(b, withNumbers));

const withNumbers = (_, value) => (value instanceof DataView ? [...new Uint8Array(value.buffer)] : value);

/** The model that a reference names: "IPY_MODEL_…" or "anywidget:…". */
Book.modelOf = (ref) => Book.models.get(String(ref).replace(/^(IPY_MODEL_|anywidget:)/, ""));

Book.childrenOf = (model) => (model.get("children") ?? []).map(Book.modelOf).filter(Boolean);

Book.make = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
};

const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

const unzipped = (packed) => new Response(
  new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream("gzip"))).text();

Book.unpack = async (packed) => {
  for (const [id, model] of Object.entries(Book.revived(await unzipped(packed)))) {
    Book.models.set(id, new Book.Model(id, model));
  }
};

/** Read JSON in which bytes are packed (plain_json in packed.py). */
Book.revived = (text) => JSON.parse(text, withBytes);

function withBytes(_, value) {
  if (value === null || typeof value !== "object" || value.$bytes === undefined) return value;
  return new DataView(bytesOf(value.$bytes).buffer);
}

Book.view = (model) => {
  const el = Book.make("div", { class: (model.get("_dom_classes") ?? []).join(" ") });
  layOut(el, Book.modelOf(model.get("layout")));
  const show = model.script ? Book.run : Book.kinds[model.kind];
  if (show) show(model, el);
  else el.hidden = true;
  return el;
};

const STILL = new AbortController(); // a page ends with all of its views
const DEFINED = new Map();

Book.run = async (model, el) => {
  el.classList.add("eo-any");
  el.model = model;
  if (!DEFINED.has(model.script)) DEFINED.set(model.script, Book.scripts[model.script]());
  const defined = DEFINED.get(model.script), host = { getModel: async (ref) => Book.modelOf(ref) };
  const given = { model, signal: STILL.signal, host, experimental: {} };
  if (!model.ready) model.ready = Promise.resolve(defined.initialize?.(given));
  await model.ready;
  await defined.render?.({ ...given, el });
  picture(model, el);
};

/** Until a stage is drawn, and on paper, stands the picture that was recorded of it. */
function picture({ more, state }, el) {
  const source = more.pictures?.[state.step];
  if (!source) return;
  const src = `data:image/png;base64,${source}`;
  el.querySelector(".eo-picture:empty")?.append(Book.make("img", { src, alt: "", class: "eo-still" }));
}

function layOut(el, layout) {
  for (const [name, value] of Object.entries(layout?.state ?? {})) {
    if (typeof value === "string" && !name.startsWith("_")) {
      el.style.setProperty(name.replaceAll("_", "-"), value);
    }
  }
}

/** A script or a style sheet of the book, once it is wanted; scripts run in the order of the calls. */
Book.load = (file) => loaded(`${document.body.dataset.root}${file}`);

const loaded = (address) => new Promise((done, failed) => {
  const node = address.endsWith(".css") ? Book.make("link", { rel: "stylesheet", href: address })
    : Book.make("script", { src: address });
  node.async = false;
  node.addEventListener("load", done);
  node.addEventListener("error", () => failed(new Error(`${address} is missing`)));
  document.head.append(node);
});

/** A double click may load no bytes, and the policy lets no text become a function: a script it is. */
globalThis.exactlyOncePlotly = async () => {
  await Book.load("scripts/plotly.js");
  const script = new Blob([await unzipped(Book.plotly)], { type: "text/javascript" });
  await loaded(URL.createObjectURL(script));
  return globalThis.Plotly;
};
