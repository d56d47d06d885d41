// A page without exercises in which a box is packed by hand: Python starts with the first question.
import { answerHands } from "./hands.js";
import { Python } from "./python.js";

answerHands(new Python(document.body.dataset.root, { number: 0, cells: [], calls: {}, solvers: [] }));
