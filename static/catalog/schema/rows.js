// The rows of a schema: one for each parameter, with those inside it below.

import { chips } from "../rules/chips.js";
import { button, icon, make, select, tick } from "../rules/elements.js";
import { Unfinished, writeLine } from "../rules/json.js";
import { flag, jsonField, textField } from "../rules/texts.js";
import { valueField } from "../rules/values.js";
import { TYPES, childrenOf, isList, isObject, isRequired, keptOf, placeOf, refusalOf, rename, require, setOrDelete, turn, typeOf } from "./schema.js";
import { t } from "./words.js";

const MOST_SHOWN = 60;

const NAMES = {
  string: () => t("text"),
  integer: () => t("whole number"),
  number: () => t("number"),
  boolean: () => t("true/false"),
  array: () => t("list"),
  object: () => t("object"),
  null: () => t("nothing"),
};

const VALUE_TYPES = { string: ["text"], integer: ["number"], number: ["number"], boolean: ["boolean"] };
const CHIP_TYPES = { string: "text", integer: "number", number: "number", boolean: "boolean" };

/** The rows below an entry, and the button that adds one. */
export function below(editor, entry) {
  const rows = childrenOf(entry).map((child) => make("li", {}, row(editor, child)));
  const list = make("ol", { class: "rule-children" }, rows);
  const adder = isObject(entry.schema) && button("add", t("Add parameter"), () => editor.add(entry), { wordy: true, "data-control": "add" });
  const filler = isList(entry.schema) && !entry.schema.has("items") && button("add", t("Say what is in the list"), () => editor.fill(entry), { wordy: true, "data-control": "add" });
  return make("div", { class: "rule-below" }, list, adder || filler ? make("div", { class: "rule-adders" }, adder || filler) : null);
}

/** What stays though no row shows it. */
export function kept(schema, isRoot) {
  const names = keptOf(schema, isRoot);
  if (!names.length) return null;
  const parts = names.map((name) => make("code", { text: `${name}: ${shortened(writeLine(schema.get(name)))}` }));
  return make("p", { class: "rule-kept" }, icon("lock"), make("span", { text: t("Kept as it is, edited as JSON only:") }), parts);
}

function row(editor, entry) {
  const { schema, name } = entry;
  const label = name === null ? t("Each entry of the list") : t("Parameter {name}", { name });
  const element = make("section", { class: "rule-node schema-row", role: "group", "aria-label": label, tabindex: "-1" });
  element.entry = entry;
  const head = make("header", { class: "rule-head" }, grip(entry), nameOf(editor, entry));
  element.append(head);
  if (schema instanceof Map) {
    head.append(typeChoice(editor, entry), ...(name === null ? [] : [requiredTick(editor, entry)]), buttons(editor, entry));
    element.append(make("div", { class: "rule-body" }, ...body(editor, entry)), make("div", { class: "rule-said" }));
    if (isObject(schema) || isList(schema)) element.append(below(editor, entry));
  } else {
    head.append(buttons(editor, entry));
    element.append(make("div", { class: "rule-body" }, make("p", { class: "rule-kept" }, icon("lock"), make("span", { text: t("Kept as it is, edited as JSON only:") }), make("code", { text: shortened(writeLine(schema)) }))));
  }
  return element;
}

function grip({ name }) {
  if (name === null) return icon("subdirectory_arrow_right");
  return make("span", { class: "rule-grip", draggable: "true", title: t("Drag to move"), "aria-hidden": "true" }, icon("drag_indicator"));
}

function nameOf(editor, entry) {
  if (entry.name === null) return make("span", { class: "rule-kind", text: t("Each entry") });
  const field = textField(entry.name, judge, { label: t("Name of the parameter"), "data-control": "name", mono: true });
  field.classList.add("schema-name");
  function judge(wanted) {
    const refusal = refusalOf(entry, wanted);
    const words = { empty: t("A parameter needs a name."), twice: t("There is a parameter of this name already.") };
    flag(field, words[refusal] ?? "");
    if (!refusal) editor.type(() => rename(entry, wanted), `${placeOf(entry.up)} name`);
  }
  return field;
}

function typeChoice(editor, entry) {
  const { schema } = entry;
  const type = typeOf(schema);
  const plain = [["", schema.has("type") && type === undefined ? t("as written") : t("any type")], ...TYPES.map((each) => [each, NAMES[each]()])];
  const choices = Array.isArray(type) ? [["written", type.map((each) => NAMES[each]()).join(" / ")], ...plain] : plain;
  const value = Array.isArray(type) ? "written" : (type ?? "");
  const choose = (wanted) => wanted !== "written" && editor.rebuild(() => turn(schema, wanted || undefined), entry, "type");
  return select(choices, value, choose, { "aria-label": t("Type"), "data-control": "type" });
}

function requiredTick(editor, entry) {
  return tick(t("required"), isRequired(entry), (isNeeded) => editor.type(() => require(entry, isNeeded), `${placeOf(entry)} required`), { "data-control": "required" });
}

function buttons(editor, entry) {
  const ways = [
    ["arrow_upward", t("Move up"), "up"],
    ["arrow_downward", t("Move down"), "down"],
    ["format_indent_increase", t("Move into the object beside it"), "in"],
    ["format_indent_decrease", t("Move out of its object"), "out"],
  ];
  const moves = entry.name === null ? [] : ways.map(([iconName, label, way]) => button(iconName, label, () => editor.moveStep(entry, way), { "data-control": way, disabled: !editor.target(entry, way) }));
  return make("div", { class: "rule-tools" }, moves, button("delete", t("Delete"), () => editor.remove(entry), { "data-control": "delete" }));
}

function body(editor, entry) {
  return [description(editor, entry), ...extras(editor, entry), kept(entry.schema, false)].filter(Boolean);
}

function description(editor, { schema }) {
  if (schema.has("description") && typeof schema.get("description") !== "string") return null;
  const change = (text) => editor.type(() => setOrDelete(schema, "description", text || undefined), schema);
  return textField(schema.get("description") ?? "", change, { lines: true, label: t("Description"), placeholder: t("What the model should put here"), "data-control": "description" });
}

/** Allowed values and default: fields where there are some, else buttons that bring the fields. */
function extras(editor, entry) {
  const { schema } = entry;
  const type = typeOf(schema);
  const offers = make("div", { class: "schema-offers" });
  const mayList = !Array.isArray(type) && !["array", "object", "null"].includes(type);
  const enumShown = schema.has("enum") ? Array.isArray(schema.get("enum")) && allowed(editor, schema) : null;
  const defaultShown = schema.has("default") ? standard(editor, schema) : null;
  if (enumShown === null && mayList && type !== "boolean") offers.append(offer(t("Allowed values"), () => allowed(editor, schema)));
  if (defaultShown === null && type !== "null") offers.append(offer(t("Default"), () => standard(editor, schema)));
  return [enumShown, defaultShown, offers.children.length ? offers : null];
}

function offer(label, bring) {
  const asked = button("add", label, () => {
    const brought = bring();
    asked.parentElement.before(brought);
    asked.remove();
    brought.querySelector("input, textarea, select:not([disabled])")?.focus();
  }, { wordy: true });
  return asked;
}

function allowed(editor, schema) {
  const items = schema.get("enum") ?? [];
  const change = (next) => editor.type(() => setOrDelete(schema, "enum", next instanceof Unfinished || next?.length ? next : undefined), schema);
  const isSimple = items.every((item) => !(item instanceof Map) && !Array.isArray(item));
  const label = t("Allowed values");
  const control = isSimple ? chips(items, change, { label, placeholder: t("Type or paste a list"), type: () => CHIP_TYPES[typeOf(schema)] ?? "text" }) : jsonField(items, change, { label });
  return labelled(label, control);
}

function standard(editor, schema) {
  const change = (value) => editor.type(() => setOrDelete(schema, "default", value), schema);
  const type = typeOf(schema);
  const label = t("Default");
  const types = VALUE_TYPES[type] ?? (["array", "object"].includes(type) ? ["json"] : ["text", "number", "boolean", "json"]);
  const control = valueField(schema.get("default"), change, { types, label });
  const out = button("close", t("No default"), () => {
    editor.type(() => setOrDelete(schema, "default", undefined), schema);
    editor.redraw();
  });
  return labelled(label, make("div", { class: "schema-default" }, control, out));
}

function labelled(label, control) {
  return make("div", { class: "schema-extra" }, make("span", { class: "schema-label", text: label }), control);
}

const shortened = (text) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
