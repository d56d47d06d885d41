// anywidget gives a widget 2 seconds to load. A busy page needs more, and then whatever Python says to that
// widget is dropped (anywidget 0.11: AnyModel._handle_comm_msg waits for Runtime.ready, which was refused).
// So a widget that has loaded asks whether it is still heard; if not, it listens for itself, and asks Python
// for the state that it may have missed.

const NOTHING = { content: { data: { method: "nothing" } } };

/** For `initialize`. It is not waited for: anywidget answers only when `initialize` has ended. */
export function keepListening({ model }) {
  const behind = modelBehind(model);
  behind?._handle_comm_msg?.(NOTHING).catch(() => listen(behind));
}

/** The widget's own model: what anywidget hands on shows only a part of it. */
function modelBehind(model) {
  let behind;
  const keep = (found) => { behind = found; };
  model.on("change:_behind", keep);
  model.set("_behind", true);
  model.off("change:_behind", keep);
  delete behind?._buffered_state_diff?._behind; // nothing that Python should hear of
  return behind;
}

function listen(model) {
  const anywidgets = model._handle_comm_msg;
  let above = model;
  while (above._handle_comm_msg === anywidgets) above = Object.getPrototypeOf(above);
  model.comm.on_msg(above._handle_comm_msg.bind(model));
  model.comm.send({ method: "request_state" }, {});
}
