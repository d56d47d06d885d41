// HTML from the worker. A student's code runs there, perhaps somebody else's, so only what shows is kept:
// no script, no link, and no picture from elsewhere.
import DOMPurify from "dompurify";

const TAGS = "b br code div em i p pre span strong table tbody td th tr";
const KEPT = { ALLOWED_TAGS: TAGS.split(" "), ALLOWED_ATTR: ["class", "role", "style"] };
const PLAIN = /^[\w\s:;,.#%()-]*$/; // a style that names no address

DOMPurify.addHook("uponSanitizeAttribute", (_, found) => {
  if (found.attrName === "style") found.keepAttr = PLAIN.test(found.attrValue);
});

export const cleanHtml = (html) => DOMPurify.sanitize(html, KEPT);

/** Clean the value of a model if it is a text; other traits are not read as HTML. */
export function cleanTraits(traits) {
  return typeof traits.value === "string" ? { ...traits, value: cleanHtml(traits.value) } : traits;
}
