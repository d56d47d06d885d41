// anywidget 0.11 gives a widget 2 seconds to load, and drops what Python says to a slower one. Such a widget
// listens for itself, and asks for the state.

const NOTHING = { content: { data: { method: "nothing" } } };

const OURS = ".eo-card, .eo-sheet", MUTE = "data-lm-suppress-shortcuts";

/** JupyterLab's keys of one letter (`d d`, `x`, `m`) stay out of a card with the focus. */
function keepKeys({ target, key, shiftKey, ctrlKey, metaKey }) {
  if (!target.closest?.(OURS)) return;
  const theirs = (key === "Enter" && (shiftKey || ctrlKey)) || (/^s$/i.test(key) && (ctrlKey || metaKey));
  target.toggleAttribute(MUTE, !theirs || Boolean(target.closest(".eo-full")));
}

/** For `initialize`, which anywidget awaits. Python is asked in its first thread, which Stop ends. */
export function keepListening({ model }) {
  if (!globalThis.eoKeys) addEventListener("keydown", globalThis.eoKeys = keepKeys, true);
  const behind = modelBehind(model);
  behind?._handle_comm_msg?.(NOTHING).catch(() => listen(behind));
  const kernel = behind?.widget_manager?.kernel;
  const leave = () => setTimeout(() => { kernel.commsOverSubshells = "disabled"; });
  behind?.comm?.jsServicesComm?.subshellStarted?.then(leave, leave);
}

/** The widget's own model: what anywidget hands on shows a part of it. */
function modelBehind(model) {
  let behind;
  const keep = (found) => { behind = found; };
  model.on("change:_behind", keep);
  model.set("_behind", true);
  model.off("change:_behind", keep);
  delete behind?._buffered_state_diff?._behind; // Python need not hear of it
  return behind;
}

function listen(model) {
  const anywidgets = model._handle_comm_msg;
  let above = model;
  while (above._handle_comm_msg === anywidgets) above = Object.getPrototypeOf(above);
  model.comm.on_msg(above._handle_comm_msg.bind(model));
  model.comm.send({ method: "request_state" }, {});
}
