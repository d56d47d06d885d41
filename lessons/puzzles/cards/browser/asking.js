// Questions to Python (see asking.py): each has a number, and is answered by it.

import { send } from "../../../kit/cards/browser/dom.js";

const asked = (model) => model.get("ask")[1] ?? 0;

export const waits = (model) => asked(model) !== model.get("answered");

/** The question travels with `more` traits, in one message. */
export const ask = (model, what, more = {}) => send(model, { ...more, ask: [what, asked(model) + 1] });
