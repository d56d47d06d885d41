// What eslint asks of the scripts in lessons/. From the root of the repository:
//   npm ci --ignore-scripts --prefix tests/eslint
//   node tests/eslint/node_modules/eslint/bin/eslint.js --config tests/eslint/eslint.config.js lessons
import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/node_modules/"] },
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
  { // the book's are plain scripts: pages that were opened by a double click can import nothing
    files: ["lessons/kit/pages/book/*.js"],
    languageOptions: { sourceType: "script" },
  },
  {
    files: ["lessons/kit/pages/book/*.js", "lessons/kit/live/browser/*.js"],
    ignores: ["lessons/kit/pages/book/models.js"],
    languageOptions: { globals: { Book: "readonly" } },
  },
];
