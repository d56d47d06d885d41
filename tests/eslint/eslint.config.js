// Rules of eslint for the scripts in lessons/. From the root of the repository:
//   npm ci --ignore-scripts --prefix tests/eslint
//   node tests/eslint/node_modules/eslint/bin/eslint.js --config tests/eslint/eslint.config.js lessons
import js from "@eslint/js";
import globals from "globals";

// The half that computes: it knows no page, no clock and no chance. tsconfig.json has the same list.
const LOGIC = ["lessons/**/logic/*.js", "lessons/kit/live/browser/{needed,notebooks}.js"];

export default [
  { ignores: ["**/node_modules/"] },
  js.configs.recommended,
  {
    languageOptions: { sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "max-len": ["error", { code: 110, ignoreRegExpLiterals: true }],
      "prefer-const": ["error", { destructuring: "all" }],
    },
  },
  { ignores: LOGIC, languageOptions: { globals: globals.browser } },
  {
    files: LOGIC,
    languageOptions: { globals: { atob: "readonly" } },
    rules: {
      "no-restricted-globals": ["error", "Date", "globalThis"],
      "no-restricted-properties": ["error", { object: "Math", property: "random" }],
      "no-restricted-imports": ["error", { patterns: [{
        regex: "^(?!\\./\\w+\\.js$|(\\.\\./)+(kit|puzzles)/cards/browser/logic/)",
        message: "logic/ imports logic/ alone",
      }] }],
    },
  },
  {
    files: ["lessons/kit/pages/book/*.js", "lessons/puzzles/pages/*.js", "lessons/*/live/browser/*.js"],
    languageOptions: { globals: { Book: "readonly" } },
  },
];
