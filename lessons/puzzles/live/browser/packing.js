// A page in which a box is packed by hand: its Python answers. Without exercises it starts with the first
// question.
import { Python } from "../../../kit/live/browser/python.js";
import { answerHands } from "./hands.js";

const content = { number: 0, cells: [], calls: {}, solvers: [] };
answerHands(Book.python ?? new Python(document.body.dataset.root, content));
