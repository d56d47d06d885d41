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

const isNumber = (value) => typeof value === "number";

/** Clean the value of a model, which may be read as HTML, unless it is made of numbers or a truth. */
export function cleanTraits(traits) {
  const { value } = traits;
  const plain = value === undefined || typeof value === "boolean" || [value].flat().every(isNumber);
  return plain ? traits : { ...traits, value: cleanHtml(String(value)) };
}
