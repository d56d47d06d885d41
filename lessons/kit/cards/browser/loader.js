// Carries plotly.js (see stage.py), and shows nothing.

import { keepListening } from "./patience.js";

export default { initialize: keepListening };
