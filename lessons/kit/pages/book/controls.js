// ipywidgets as plain elements of HTML. One that is linked to nothing on the page waits for Python, and is
// grey.

import { tie } from "./logic/model.js";

const { make, kinds } = Book;
const joined = new Set(); // links that hold
const linked = new Set(); // ids of controls that are linked to something on the page
let number = 0;

/** Both ends of each link hold the same value, as jslink has it. */
Book.link = () => {
  for (const { id, kind, state } of [...Book.models.values()]) {
    if (/LinkModel$/.test(kind) && !joined.has(id)) {
      joined.add(id);
      join(state.source, state.target, kind === "LinkModel");
    }
  }
};

function join([from, one], [to, other], both) {
  const source = Book.modelOf(from), target = Book.modelOf(to);
  if (!source || !target) return;
  linked.add(source.id);
  tie([source, one], [target, other], both);
}

/** Does anything on the page follow this control? */
Book.works = (model) => linked.has(model.id) || model.bet || model.recorded;

function keepAble(model, ...nodes) {
  const show = () => {
    for (const node of nodes) node.disabled = !Book.works(model) || model.get("disabled") === true;
  };
  model.on("change:disabled", show);
  show();
}

function named(el, model, control, kind) {
  el.classList.add("widget-inline-hbox", kind);
  const id = (control.id = `c${number++}`), words = model.get("description");
  keepAble(model, control);
  const narrow = Book.modelOf(model.get("style"))?.get("description_width") === "0"; // no room for the name
  if (words && !narrow) el.append(make("label", { class: "widget-label", for: id }, words));
  else control.ariaLabel = words || model.get("tooltip") || "value";
  el.append(control);
}

function box(direction) {
  return (model, el) => {
    el.classList.add(direction, "widget-container");
    const fill = () => el.replaceChildren(...Book.childrenOf(model).map(Book.view));
    model.on("change:children", fill);
    fill();
  };
}

kinds.VBoxModel = box("widget-vbox");
kinds.HBoxModel = box("widget-hbox");
kinds.BoxModel = kinds.HBoxModel;
kinds.GridBoxModel = box("widget-gridbox");

kinds.HTMLModel = (model, el) => {
  el.classList.add("widget-inline-hbox", "widget-html");
  const content = make("div", { class: "widget-html-content" });
  const fill = () => { content.innerHTML = model.get("value"); };
  model.on("change:value", fill);
  fill();
  el.append(content);
};

function slider(model, el) {
  const { min = 0, max = 100, step = 1, value = 0 } = model.state;
  const control = make("input", { type: "range", min, max, step,
    oninput: () => model.set("value", Number(control.value)) });
  const readout = make("output", { class: "widget-readout" });
  named(el, model, control, "widget-slider");
  if (model.get("readout") !== false) el.append(readout);
  const show = () => {
    control.max = model.get("max") ?? max;
    control.value = model.get("value") ?? value;
    readout.textContent = Number(Number(control.value).toFixed(2));
  };
  model.on("change:value change:max", show);
  show();
}
kinds.IntSliderModel = kinds.FloatSliderModel = slider;

const labels = (model) => model.get("_options_labels") ?? [];

kinds.DropdownModel = (model, el) => {
  const control = make("select", { onchange: () => model.set("index", control.selectedIndex) },
    ...labels(model).map((text) => make("option", {}, text)));
  const show = () => { control.selectedIndex = model.get("index") ?? 0; };
  named(el, model, control, "widget-dropdown");
  model.on("change:index", show);
  show();
};
kinds.SelectionSliderModel = kinds.DropdownModel;

kinds.ToggleButtonsModel = (model, el) => {
  el.classList.add("widget-inline-hbox", "widget-toggle-buttons");
  const words = model.get("description") || "Choose";
  const press = (i) => () => model.set("index", i);
  const buttons = labels(model).map((text, i) =>
    make("button", { type: "button", onclick: press(i) }, text));
  const show = () => buttons.forEach((one, i) => {
    one.ariaPressed = i === model.get("index");
    one.classList.toggle("mod-active", i === model.get("index"));
  });
  model.on("change:index", show);
  show();
  keepAble(model, ...buttons);
  el.append(make("span", { class: "widget-label" }, words), make("div", { class: "toggles" }, ...buttons));
  Object.assign(el, { role: "group", ariaLabel: words });
};

kinds.ButtonModel = (model, el) => {
  const press = () => model.trigger("press");
  const title = model.get("tooltip") || undefined;
  const button = make("button", { type: "button", title, onclick: press }, model.get("description") ?? "");
  keepAble(model, button);
  el.append(button);
};
kinds.ToggleButtonModel = kinds.ButtonModel;

kinds.CheckboxModel = (model, el) => {
  el.classList.add("widget-inline-hbox", "widget-checkbox");
  const control = make("input", { type: "checkbox", onchange: () => model.set("value", control.checked) });
  const show = () => { control.checked = model.get("value"); };
  keepAble(model, control);
  model.on("change:value", show);
  show();
  el.append(make("label", {}, control, ` ${model.get("description") ?? ""}`));
};

function text(tag) {
  return (model, el) => {
    const { placeholder, rows } = model.state;
    const control = make(tag, { placeholder, rows, oninput: () => model.set("value", control.value),
      onkeydown: ({ key, isComposing }) => key === "Enter" && !isComposing && model.trigger("enter") });
    control.value = model.get("value") ?? "";
    named(el, model, control, "widget-text");
  };
}
kinds.TextModel = text("input");
kinds.TextareaModel = text("textarea");

kinds.IntProgressModel = (model, el) => {
  el.append(make("progress", { max: model.get("max") ?? 100, value: model.get("value") ?? 0,
    "aria-label": model.get("description") || "progress" }));
};
