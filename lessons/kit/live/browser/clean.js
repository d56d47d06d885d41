// HTML from the worker. A student's code runs there, perhaps somebody else's, so only what shows is kept:
// no script, no link, and no picture from elsewhere.
import DOMPurify from "dompurify";

const TAGS = "b br code div em i p pre span strong table tbody td th tr";
const KEPT = { ALLOWED_TAGS: TAGS.split(" "), ALLOWED_ATTR: ["class", "role", "style"],
  ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false };
const PLAIN = /^[\w\s:;,.#%()-]*$/; // a style without quotes and slashes,
const AWAY = /url|image|position|float|inset|transform|z-index/i; // and no address, and nothing out of its place
const MARKUP = /<(?=[a-z!/?])/gi; // what a browser would read as an element

DOMPurify.addHook("uponSanitizeAttribute", (_, found) => {
  const { attrName, attrValue } = found;
  if (attrName === "style") found.keepAttr = PLAIN.test(attrValue) && !AWAY.test(attrValue);
});

/** A value of JSON, whatever it is, as text of which only what shows is kept. */
export const cleanHtml = (value) =>
  DOMPurify.sanitize(typeof value === "string" ? value : JSON.stringify(value) ?? "", KEPT);

/** JSON of a picture in which nothing can be read as HTML: plotly makes links of some texts. */
export const cleanJson = (values) => JSON.stringify(values).replaceAll(MARKUP, "‹");

/** JSON of the traits of a model: of one that shows HTML, its value as text, and nothing else. */
export const cleanTraits = (kind, traits) => (kind === "HTMLModel"
  ? JSON.stringify({ value: cleanHtml(traits.value) }) : cleanJson(traits));
