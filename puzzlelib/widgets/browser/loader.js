// Carries plotly.js (see stage.py), and shows nothing.

import "./patience.js";

export default {};
