// The tree as cards: each node with its fields, its tools, and room for what the server says of it.

import { bodyOf, misshapen } from "./bodies.js";
import { button, field, icon, make, menu, select } from "./elements.js";
import { writeLine } from "./json.js";
import { GROUPS, LEAVES, isKnown, kindOf, unknownMembers } from "./kinds.js";
import { jsonField, textField } from "./texts.js";
import { childrenOf, hasRoom, isGroup, isNode, isNot, isSeveral, pathOf } from "./tree.js";
import { t } from "./words.js";

/** The card of the node at a place, with the cards of all below it. `editor` does what the buttons say. */
export function card(editor, node, place) {
  const path = pathOf(editor.root, place);
  const kind = knownKind(node);
  const element = make("div", { class: `rule-node is-${kind ?? "raw"}${isGroup(node) ? " is-group" : ""}`, role: "group", "aria-label": kind ? kindOf(kind).label() : t("Unknown rule"), "data-path": path, tabindex: "-1" });
  element.place = place;
  element.append(head(editor, node, place, kind), make("div", { class: "rule-body" }, kind ? body(editor, node, place) : raw(editor, node, place)));
  element.append(make("div", { class: "rule-said" }));
  if (isGroup(node)) element.append(below(editor, node, place));
  return element;
}

/** The buttons that add a rule: leaves in one menu, groups in the other. */
export function adders(editor, add) {
  const entries = (kinds) => kinds.map((kind) => [kindOf(kind).icon, kindOf(kind).label(), () => add(kind), kindOf(kind).hint()]);
  return [menu(t("Add condition"), "add", entries(LEAVES), { wordy: true }), menu(t("Add group"), "add_box", entries(GROUPS), { wordy: true })];
}

/** The kind of a node that a card can show; null for what is edited as JSON. */
function knownKind(node) {
  const kind = isNode(node) && isKnown(node.get("kind")) ? node.get("kind") : null;
  return ["all", "any"].includes(kind) && !isSeveral(node) ? null : kind;
}

function head(editor, node, place, kind) {
  const grip = make("span", { class: "rule-grip", draggable: place.length ? "true" : null, title: t("Drag to move"), "aria-hidden": "true" }, icon("drag_indicator"));
  return make("div", { class: "rule-head" }, place.length ? grip : null, title(editor, node, place, kind), make("span", { class: "rule-verdict" }), tools(editor, node, place));
}

function title(editor, node, place, kind) {
  if (!isSeveral(node)) return make("span", { class: "rule-kind" }, icon(kind ? kindOf(kind).icon : "help"), make("span", { text: kind ? kindOf(kind).label() : t("Unknown rule") }));
  const turn = (value) => editor.rebuild(() => void node.set("kind", value), place, "kind");
  const choice = select(["all", "any"].map((each) => [each, kindOf(each).label()]), kind, turn, { class: "rule-kind-choice", "aria-label": t("How the rules inside count"), "data-control": "kind" });
  return make("span", { class: "rule-kind" }, icon(kindOf(kind).icon), choice);
}

function tools(editor, node, place) {
  const moves = place.length
    ? [
        ["arrow_upward", t("Move up"), "up"],
        ["arrow_downward", t("Move down"), "down"],
        ["format_indent_increase", t("Move into the group beside it"), "in"],
        ["format_indent_decrease", t("Move out of its group"), "out"],
      ].map(([iconName, label, way]) => button(iconName, label, () => editor.move(place, way), { "data-control": way, disabled: !editor.canMove(place, way) }))
    : [];
  const more = [
    ["content_copy", t("Duplicate"), () => editor.duplicate(place)],
    ...(typeof node?.get?.("note") === "string" ? [] : [["sticky_note_2", t("Add a note"), () => editor.rebuild(() => void node.set("note", ""), place, "note")]]),
    t("Wrap in"),
    ...GROUPS.map((kind) => [kindOf(kind).icon, kindOf(kind).label(), () => editor.wrap(place, kind)]),
    ...(editor.canUnwrap(place) ? [["unfold_less", t("Take the group away, keep what is in it"), () => editor.unwrap(place)]] : []),
  ];
  return make("div", { class: "rule-tools" }, moves, menu(t("More"), "more_vert", more), button("delete", t("Delete"), () => editor.remove(place), { "data-control": "delete" }));
}

function body(editor, node, place) {
  const wrong = misshapen(node);
  const handed = editor.toolsOf(node, place);
  const fields = isGroup(node) || wrong.length ? [] : bodyOf(node, handed);
  const kept = unknownMembers(node);
  return [...fields, note(node, handed), kept.length ? keptMembers(node, kept) : null, wrong.length ? membersAsJson(node, handed) : null].filter(Boolean);
}

function note(node, { edit }) {
  if (typeof node.get("note") !== "string") return null;
  const words = textField(node.get("note"), (text) => edit(() => node.set("note", text), "note"), { lines: true, "data-control": "note", placeholder: t("Why this is here") });
  return make("div", { class: "rule-note" }, field(t("Note"), words));
}

/** What the fields do not show: it stays as it is, and is named so that nobody wonders. */
function keptMembers(node, kept) {
  const parts = kept.map((name) => make("code", { text: `${name}: ${writeLine(node.get(name))}` }));
  return make("p", { class: "rule-kept" }, icon("lock"), make("span", { text: t("Kept as it is, edited as JSON only:") }), parts);
}

function membersAsJson(node, { edit }) {
  const members = new Map([...node].filter(([name]) => !["kind", "id", "note"].includes(name)));
  const changed = (value) =>
    value instanceof Map &&
    edit(() => {
      for (const name of members.keys()) node.delete(name);
      for (const [name, member] of value) node.set(name, member);
    }, "json");
  return jsonField(members, changed, { label: t("Members (JSON)"), empty: new Map() });
}

function raw(editor, node, place) {
  const changed = (value) => editor.replace(place, value);
  return [jsonField(node, changed, { label: t("Rule (JSON)"), empty: new Map() })];
}

function below(editor, node, place) {
  const children = childrenOf(node).map((child, number) => make("li", {}, card(editor, child, [...place, number])));
  const list = make("ol", { class: "rule-children" }, children);
  const add = (kind) => editor.add(place, kind);
  const empty = children.length ? null : make("p", { class: "rule-empty", text: isNot(node) ? t("Nothing inside yet. Add what must not be true.") : t("Nothing inside yet. Add a condition.") });
  return make("div", { class: "rule-below" }, list, empty, hasRoom(node) ? make("div", { class: "rule-adders" }, adders(editor, add)) : null);
}
