// A value with its type in sight: text, number, true or false, list, moment, or any JSON.

import { chips } from "./chips.js";
import { make, select } from "./elements.js";
import { Numeral, Unfinished, isNumber, read, writeLine } from "./json.js";
import { isMoment, momentField } from "./moments.js";
import { flag, jsonField, textField } from "./texts.js";
import { t } from "./words.js";

const LABELS = {
  text: () => t("text"),
  number: () => t("number"),
  boolean: () => t("true/false"),
  list: () => t("list"),
  time: () => t("moment"),
  json: () => "JSON",
};

/** The type that shows a value, of those that may be chosen. */
export function typeOf(value, types) {
  if (value === undefined) return types[0];
  if (typeof value === "string") return types.includes("time") && isMoment(value) ? "time" : "text";
  if (value instanceof Numeral) return "number";
  if (value instanceof Unfinished) return types.includes("number") ? "number" : "json";
  if (typeof value === "boolean") return "boolean";
  return Array.isArray(value) ? "list" : "json";
}

/** A field for a value; `changed(value)`, where undefined is nothing yet. `types` are those that may be chosen. */
export function valueField(value, changed, { types, label, matching = false }) {
  const holder = make("div", { class: "rule-value" });
  let type = typeOf(value, types);

  function show() {
    const offered = types.includes(type) ? types : [type, ...types];
    const choice = select(offered.map((each) => [each, LABELS[each]()]), type, turn, { class: "rule-type", "aria-label": t("Type of the value"), "data-control": "type" });
    if (offered.length === 1) choice.disabled = true;
    holder.className = `rule-value is-${type}`;
    holder.replaceChildren(choice, control());
  }

  function tell(next) {
    value = next;
    changed(next);
  }

  function turn(next) {
    const turned = as(next, value);
    type = next;
    if (turned !== value) tell(turned);
    show();
    holder.querySelector("[data-control=value], [data-control=chips]")?.focus();
  }

  function control() {
    const attributes = { label, "data-control": "value" };
    if (type === "number") return numberField(value, tell, attributes);
    if (type === "boolean") return booleanField(value, tell, attributes);
    if (type === "list") return listField(value ?? [], tell, label);
    if (type === "time") return momentField(value, (text) => tell(text || undefined), { label });
    if (type === "json") return jsonField(value, tell, attributes);
    return textField(value ?? "", tell, { ...attributes, mono: matching, lines: matching });
  }

  show();
  return holder;
}

/** A field for a number that keeps its spelling; what is no number is Unfinished. */
export function numberField(value, changed, { label, ...attributes }) {
  const typed = value instanceof Numeral || value instanceof Unfinished ? value.text : "";
  const element = make("input", { class: "rule-input rule-number", type: "text", inputmode: "decimal", autocomplete: "off", "aria-label": label, value: typed, ...attributes });
  const judge = () => {
    const text = element.value.trim();
    const isWrong = text !== "" && !isNumber(text);
    flag(element, isWrong ? t("“{text}” is no number. Write one like 12, -3 or 0.5.", { text }) : "");
    return text === "" ? undefined : isWrong ? new Unfinished(element.value) : new Numeral(text);
  };
  judge();
  element.addEventListener("input", () => changed(judge()));
  return element;
}

function booleanField(value, changed, { label, ...attributes }) {
  const choices = [["true", "true"], ["false", "false"]];
  return select(value === undefined ? [["", "…"], ...choices] : choices, value === undefined ? "" : String(value), (text) => changed(text === "true"), { "aria-label": label, ...attributes });
}

function listField(items, changed, label) {
  const kinds = ["text", "number", "boolean"];
  const first = items.find((item) => kinds.includes(typeOf(item, kinds)));
  let adding = first === undefined ? "text" : typeOf(first, kinds);
  const choice = select(kinds.map((kind) => [kind, LABELS[kind]()]), adding, (kind) => (adding = kind), { class: "rule-type", "aria-label": t("Type of new entries") });
  const list = chips(items, changed, { label, placeholder: t("Type or paste a list"), type: () => adding });
  return make("div", { class: "rule-list" }, list, choice);
}

/** A value turned into another type, as far as it says the same there. */
export function as(type, value) {
  if (value === undefined || value instanceof Unfinished) return undefined;
  const words = typeof value === "string" ? value : writeLine(value);
  if (type === "text" || type === "time") return Array.isArray(value) && value.length === 1 ? as(type, value[0]) : words;
  if (type === "number") return isNumber(words.trim()) ? new Numeral(words.trim()) : undefined;
  if (type === "boolean") return words !== "false";
  if (type === "list") return Array.isArray(value) ? value : listed(value);
  return value;
}

function listed(value) {
  if (typeof value !== "string" || !value.startsWith("[")) return value === "" ? [] : [value];
  try {
    const items = read(value);
    return Array.isArray(items) ? items : [value];
  } catch {
    return [value];
  }
}
