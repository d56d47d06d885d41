// Widgets without a kernel: models that were recorded (record.py), and their views.

import { Model, bytesOf, idIn, revived } from "./logic/model.js";

globalThis.Book = { scripts: {}, models: new Map(), kinds: {}, later: [], revived };

/** The model that a reference names: "IPY_MODEL_…" or "anywidget:…". */
Book.modelOf = (ref) => Book.models.get(idIn(ref));

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

const ungzip = (stream) => stream.pipeThrough(new DecompressionStream("gzip"));

/** A text that Site.packed has packed: by xz where the page has its script, else by gzip. */
const unpacked = (packed) =>
  new Response((globalThis.unxz ?? ungzip)(new Blob([bytesOf(packed)]).stream())).text();

/** More models, unless they are there. */
Book.add = (models) => {
  for (const [id, saved] of Object.entries(models)) {
    if (!Book.models.has(id)) Book.models.set(id, new Model(id, saved, Book.modelOf));
  }
};

Book.unpack = async (packed) => Book.add(revived(await unpacked(packed)));

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
const runPacked = async (packed) =>
  loaded(URL.createObjectURL(new Blob([await unpacked(packed)], { type: "text/javascript" })));

/** Run the packed scripts that are there, in their order. */
Book.runLater = async () => { for (const one of Book.later.splice(0)) await runPacked(one); };

globalThis.exactlyOncePlotly = async () => {
  await Book.load("scripts/plotly.js");
  await runPacked(Book.plotly);
  return globalThis.Plotly;
};
