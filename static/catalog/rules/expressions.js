// A CEL expression, with the names of the context completed.

import { suggest } from "./suggesting.js";
import { textField } from "./texts.js";
import { names, t } from "./words.js";

const MEMBERS = { "ctx.request.": ["url", "headers", "retry"] };
const FUNCTIONS = {
  promptContains: () => t("a keyword stands in the last user message"),
  promptMatches: () => t("a pattern is found in the last user message"),
  has: () => t("the member is there"),
  size: () => t("length of a text or list"),
};

/** The field of an expression. */
export function expressionField(text, changed, attributes) {
  const element = textField(text, changed, { lines: true, mono: true, ...attributes });
  return suggest(element, { find: completions, label: t("Completions") });
}

function completions(element) {
  const before = element.value.slice(0, element.selectionStart);
  const [word] = /[A-Za-z_][\w.]*$/.exec(before) ?? [""];
  if (!word || document.activeElement !== element) return [];
  const dot = word.lastIndexOf(".") + 1;
  const [owner, begun] = [word.slice(0, dot), word.slice(dot)];
  return candidates(owner)
    .filter(([name]) => name.startsWith(begun) && name !== begun)
    .map(([name, hint, end = ""]) => ({ text: owner + name, hint, choose: () => complete(element, begun, name + end) }));
}

function candidates(owner) {
  if (owner === "ctx.") return names.expressionFields.map((name) => [name, names.fields[name] ?? ""]);
  if (owner in MEMBERS) return MEMBERS[owner].map((name) => [name, ""]);
  if (owner) return [];
  return [["ctx", t("the chat context"), "."], ...Object.entries(FUNCTIONS).map(([name, hint]) => [name, hint(), "("])];
}

function complete(element, begun, name) {
  const end = element.selectionStart;
  element.setRangeText(name, end - begun.length, end, "end");
  element.dispatchEvent(new Event("input", { bubbles: true }));
}
