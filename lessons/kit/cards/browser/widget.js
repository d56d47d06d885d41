import { keepDrawn } from "./dom.js";
import { keepListening } from "./patience.js";

/** What anywidget asks for; it is drawn anew when one of these traits changes. */
export const widget = (Kind, traits) => ({
  initialize: keepListening,
  render({ model, el, signal }) {
    const made = new Kind(model, el);
    made.listen?.(signal);
    if (traits) keepDrawn(model, signal, traits, () => made.draw());
  },
});
