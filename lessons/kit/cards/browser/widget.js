import { keepDrawn, wearLook } from "./dom.js";
import { keepListening } from "./patience.js";

/** Return the module that anywidget asks for: `root` is shown, and drawn anew when the look or one of these
 * traits changes. */
export const widget = (Kind, traits) => ({
  initialize: keepListening,
  render({ model, el, signal }) {
    const made = new Kind(model, el);
    el.append(made.root);
    made.listen?.(signal);
    const draw = () => { wearLook(made.root, model); made.draw(); };
    if (traits) keepDrawn(model, signal, `${traits} change:contrast`, draw);
  },
});
