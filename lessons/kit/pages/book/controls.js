// ipywidgets as plain elements of HTML. What is linked to nothing on the page waits for Python, and is grey.

(() => {
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
    const count = target.get("count");
    if (other === "step" && count) source.set({ max: Math.max(1, count - 1), value: target.get("step") });
    source.on(`change:${one}`, () => target.set(other, source.get(one)));
    if (both) target.on(`change:${other}`, () => source.set(one, target.get(other)));
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
    const name = words || model.get("tooltip") || "value";
    keepAble(model, control);
    const narrow = Book.modelOf(model.get("style"))?.get("description_width") === "0"; // no room for the name
    if (words && !narrow) el.append(make("label", { class: "widget-label", for: id }, words));
    else control.setAttribute("aria-label", name);
    el.append(control);
  }

  function box(direction) {
    return (model, el) => {
      el.classList.add(direction, "widget-container");
      const fill = () => el.replaceChildren(...(model.get("children") ?? [])
        .map((ref) => Book.modelOf(ref)).filter(Boolean).map(Book.view));
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
    const control = make("input", { type: "range", min, max, step });
    const readout = make("output", { class: "widget-readout" });
    named(el, model, control, "widget-slider");
    if (model.get("readout") !== false) el.append(readout);
    const show = () => {
      control.max = model.get("max") ?? max;
      control.value = model.get("value") ?? value;
      readout.textContent = String(Number(Number(control.value).toFixed(2)));
    };
    control.addEventListener("input", () => model.set("value", Number(control.value)));
    model.on("change:value change:max", show);
    show();
  }
  kinds.IntSliderModel = kinds.FloatSliderModel = slider;

  const labels = (model) => model.get("_options_labels") ?? [];

  kinds.DropdownModel = (model, el) => {
    const control = make("select", {}, ...labels(model).map((text, i) =>
      make("option", { value: i, selected: i === model.get("index") }, text)));
    named(el, model, control, "widget-dropdown");
    control.addEventListener("change", () => model.set("index", Number(control.value)));
    model.on("change:index", () => { control.value = String(model.get("index")); });
  };
  kinds.SelectionSliderModel = kinds.DropdownModel;

  kinds.ToggleButtonsModel = (model, el) => {
    el.classList.add("widget-inline-hbox", "widget-toggle-buttons");
    const words = model.get("description") || "Choose";
    const press = (i) => () => model.set("index", i);
    const buttons = labels(model).map((text, i) =>
      make("button", { type: "button", onclick: press(i) }, text));
    const show = () => buttons.forEach((one, i) => {
      one.setAttribute("aria-pressed", String(i === model.get("index")));
      one.classList.toggle("mod-active", i === model.get("index"));
    });
    model.on("change:index", show);
    show();
    keepAble(model, ...buttons);
    el.append(make("span", { class: "widget-label" }, words), make("div", { class: "toggles" }, ...buttons));
    el.setAttribute("role", "group");
    el.setAttribute("aria-label", words);
  };

  kinds.ButtonModel = (model, el) => {
    const press = () => model.tell("press");
    const title = model.get("tooltip") || undefined;
    const button = make("button", { type: "button", title, onclick: press }, model.get("description") ?? "");
    keepAble(model, button);
    el.append(button);
  };
  kinds.ToggleButtonModel = kinds.ButtonModel;

  kinds.CheckboxModel = (model, el) => {
    el.classList.add("widget-inline-hbox", "widget-checkbox");
    const control = make("input", { type: "checkbox" });
    keepAble(model, control);
    control.checked = Boolean(model.get("value"));
    control.addEventListener("change", () => model.set("value", control.checked));
    model.on("change:value", () => { control.checked = Boolean(model.get("value")); });
    el.append(make("label", {}, control, ` ${model.get("description") ?? ""}`));
  };

  function text(tag) {
    return (model, el) => {
      const { placeholder, rows = undefined } = model.state;
      const control = make(tag, { placeholder, rows });
      control.value = model.get("value") ?? "";
      named(el, model, control, "widget-text");
      control.addEventListener("input", () => model.set("value", control.value));
      control.addEventListener("keydown", ({ key, isComposing }) =>
        key === "Enter" && !isComposing && model.tell("enter"));
    };
  }
  kinds.TextModel = text("input");
  kinds.TextareaModel = text("textarea");

  kinds.IntProgressModel = (model, el) => {
    el.append(make("progress", { max: model.get("max") ?? 100, value: model.get("value") ?? 0,
      "aria-label": model.get("description") || "progress" }));
  };

  kinds.unknown = (model, el) => { el.hidden = true; };
})();
