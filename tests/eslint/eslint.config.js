// What eslint asks of the scripts in puzzlelib/widgets/browser. From the root of the repository:
//   npm ci --ignore-scripts --prefix tests/eslint
//   node tests/eslint/node_modules/eslint/bin/eslint.js --config tests/eslint/eslint.config.js puzzlelib/widgets/browser
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "max-len": ["error", { code: 110, ignoreRegExpLiterals: true }],
      "prefer-const": ["error", { destructuring: "all" }],
    },
  },
];
