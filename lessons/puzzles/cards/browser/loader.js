// Carries plotly.js (see stage.py), and shows nothing.

import { keepListening } from "../../../kit/cards/browser/patience.js";

export default { initialize: keepListening };
