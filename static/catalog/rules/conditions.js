// A condition: which field, which operator, which value.

import { make, select } from "./elements.js";
import { Numeral, Unfinished, isNumber, writeLine } from "./json.js";
import { suggest } from "./suggesting.js";
import { textField } from "./texts.js";
import { as, typeOf, valueField } from "./values.js";
import { names, t } from "./words.js";

const PLAIN = [
  [() => t("Chat"), ["account_id", "conversation_id", "bot_id", "turn_id", "message_count"]],
  [() => t("Texts"), ["user_text", "system_text"]],
  [() => t("Model request"), ["model", "streaming", "request.url"]],
];
const PATHS = {
  "attributes.": () => t("attribute…"),
  "options.": () => t("option…"),
  "request.headers.": () => t("header…"),
  "request.retry.": () => t("fact about retries…"),
};
const ANY = "";

const ALL = ["exists", "equals", "in", "contains", "starts_with", "ends_with", "matches", "gt", "gte", "lt", "lte"];
const ON_TEXT = ["exists", "equals", "in", "contains", "starts_with", "ends_with", "matches"];
const OPERATORS = {
  streaming: ["exists", "equals"],
  message_count: ["exists", "equals", "in", "gt", "gte", "lt", "lte"],
  user_text: ON_TEXT,
  system_text: ON_TEXT,
  "request.url": ON_TEXT,
  model: ON_TEXT,
};
const IGNORING_CASE = ["contains", "starts_with", "ends_with", "matches", "equals", "in"];
const ORDERED = ["gt", "gte", "lt", "lte"];

/** The types that a value may have for an operator on a field, the usual one first. */
export function typesFor(op, field) {
  if (op === "in") return ["list"];
  if (["starts_with", "ends_with", "matches"].includes(op)) return ["text"];
  if (ORDERED.includes(op)) return ["number", "time"];
  if (field === "streaming") return ["boolean"];
  if (field === "message_count") return ["number"];
  return op === "contains" ? ["text", "number", "boolean", "json"] : ["text", "number", "boolean", "list", "json"];
}

/** The body of a condition; `edit(change)` for what the fields show already, `rebuild(change, control)` for the rest. */
export function conditionBody(node, { edit, rebuild, paths }) {
  const op = node.get("op");
  const row = make("div", { class: "rule-condition" }, fieldPicker(node, "field", { edit, rebuild, paths }), operatorPicker(node, rebuild));
  if (op !== "exists") {
    const changed = (value) => edit(() => setOrDrop(node, "value", value), "value");
    const types = typesFor(op, node.get("field"));
    row.append(valueField(node.has("value") ? node.get("value") : undefined, changed, { types, label: t("Value"), matching: op === "matches" }));
  }
  return row;
}

export const takesIgnoreCase = (node) => IGNORING_CASE.includes(node.get("op"));

/** A choice of the context's fields, those that need a path with a second field for it. */
export function fieldPicker(node, member, { edit, rebuild, paths }) {
  const field = typeof node.get(member) === "string" ? node.get(member) : "";
  const prefix = Object.keys(PATHS).find((each) => field.startsWith(each));
  const isPlain = Object.hasOwn(names.fields, field);
  const groups = PLAIN.map(([label, fields]) => [label(), fields.map((each) => [each, labelOf(each)])]);
  const further = [t("By name"), [...Object.entries(PATHS).map(([each, label]) => [each, label()]), [ANY, t("another field…")]]];
  const choice = select([...groups, further], isPlain ? field : (prefix ?? ANY), choose, { "aria-label": t("Field"), "data-control": member });

  function choose(chosen) {
    rebuild(() => {
      node.set(member, chosen);
      if (member === "field") fit(node);
    }, Object.hasOwn(names.fields, chosen) ? member : "path");
  }

  if (isPlain) return choice;
  const below = prefix ?? "";
  const path = textField(field.slice(below.length), (text) => edit(() => node.set(member, below + text), "path"), {
    label: t("Name of the field"),
    mono: true,
    placeholder: prefix === "attributes." ? t("plan or user.plan") : t("name"),
    "data-control": "path",
  });
  const known = async (element) =>
    (await paths(below))
      .filter((each) => each !== element.value && each.includes(element.value))
      .map((each) => ({ text: each, choose: () => rebuild(() => node.set(member, below + each), "path") }));
  return make("div", { class: "rule-field-picker" }, choice, suggest(path, { find: known, label: t("Known names") }));
}

/** A field in words, with its name where that is another. */
function labelOf(field) {
  return names.fields[field] === field ? field : `${names.fields[field]} (${field})`;
}

function operatorPicker(node, rebuild) {
  const op = node.get("op");
  const offered = OPERATORS[node.get("field")] ?? ALL;
  const all = offered.includes(op) ? offered : [op, ...offered];
  const choose = (chosen) =>
    rebuild(() => {
      node.set("op", chosen);
      fit(node);
    }, "op");
  return select(all.map((each) => [each, names.operators[each] ?? String(each)]), op, choose, { "aria-label": t("Operator"), "data-control": "op" });
}

/** Makes the value one that the operator takes, where it can be said in another type; takes out what it refuses. */
function fit(node) {
  const op = node.get("op");
  if (op === "exists") node.delete("value");
  if (!takesIgnoreCase(node)) node.delete("ignore_case");
  if (!node.has("value")) return;
  const value = node.get("value");
  const types = typesFor(op, node.get("field"));
  if (value instanceof Unfinished || types.includes(typeOf(value, types))) return;
  const turned = as(types[0] === "number" && !isNumber(plain(value)) ? "time" : types[0], value);
  setOrDrop(node, "value", turned);
}

const plain = (value) => (typeof value === "string" ? value : value instanceof Numeral ? value.text : writeLine(value));

export function setOrDrop(node, member, value) {
  if (value === undefined) node.delete(member);
  else node.set(member, value);
}
