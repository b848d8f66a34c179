// Fields for text that give back every character: one line, several lines, or escaped where neither can.

import { Unfinished, read, write } from "./json.js";
import { make } from "./elements.js";
import { t } from "./words.js";

const isLine = (text) => !/[\u0000-\u001f\u007f]/.test(text);

/** A field for a text; `changed(text)` on every keystroke. Several lines where `lines` says so or the text has them. */
export function textField(text, changed, { lines = false, label = null, mono = false, ...attributes } = {}) {
  if (!isLine(text.replaceAll("\n", ""))) return jsonField(text, changed, { label, ...attributes });
  const hasLines = lines || !isLine(text);
  const element = make(hasLines ? "textarea" : "input", {
    class: `rule-input${mono ? " rule-mono" : ""}`,
    type: hasLines ? null : "text",
    rows: hasLines ? "1" : null,
    spellcheck: mono ? "false" : null,
    autocomplete: "off",
    "aria-label": label,
    value: text,
    ...attributes,
  });
  element.addEventListener("input", () => changed(element.value));
  return element;
}

/** A field for any JSON value; what cannot be read is handed on as Unfinished. */
export function jsonField(value, changed, { label = null, empty, ...attributes } = {}) {
  const typed = value instanceof Unfinished ? value.text : value === undefined ? "" : write(value);
  const element = make("textarea", { class: "rule-input rule-mono", rows: "1", spellcheck: "false", "aria-label": label, value: typed, ...attributes });
  const judge = () => {
    const found = readJson(element.value, empty);
    flag(element, found instanceof Unfinished ? t("This is no JSON. Texts stand in double quotes.") : "");
    return found;
  };
  if (typed) judge();
  element.addEventListener("input", () => changed(judge()));
  return element;
}

/** Marks a field as holding something that is no value, so that nothing is saved before it is mended. */
export function flag(element, words) {
  element.setCustomValidity(words);
  element.setAttribute("aria-invalid", words ? "true" : "false");
  element.title = words;
}

function readJson(text, empty) {
  if (!text.trim()) return empty;
  try {
    return read(text);
  } catch {
    return new Unfinished(text);
  }
}

/** A text with the spaces at its edges, and what cannot be seen, made visible. */
export function visible(text) {
  const [, before, middle, after] = /^(\s*)([^]*?)(\s*)$/u.exec(text);
  const mark = (spaces) => Array.from(spaces, (space) => make("i", { class: "rule-space", title: nameOf(space), text: signOf(space) }));
  const parts = middle.split(/([\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff])/u);
  const inner = parts.map((part, number) => (number % 2 ? make("i", { class: "rule-space", title: nameOf(part), text: signOf(part) }) : part));
  return [...mark(before), ...inner, ...mark(after)];
}

const signOf = (character) => ({ " ": "␣", "\t": "⇥", "\n": "↵", "\r": "␍", "\u3000": "〿" })[character] ?? "¤";

const nameOf = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
