// What a person does to the parameters: the deeds behind the rows, drawn anew after each.

import { button, make } from "../rules/elements.js";
import { State } from "../rules/state.js";
import { below, kept } from "./rows.js";
import { add, begun, canMove, childrenOf, isObject, isRoot, move, placeOf, remove } from "./schema.js";
import { t } from "./words.js";

const STEM = "parameter"; // a name is the model's, not the page's

export class Editor {
  /** `changed()` after every change of the text, whoever made it. */
  constructor(textarea, changed) {
    this.canvas = make("div", { class: "rule-canvas" });
    this.spoken = make("p", { class: "rule-unseen", role: "status" });
    this.state = new State(textarea, (how) => {
      if (how !== "typed") this.draw();
      changed();
    });
    this.draw();
  }

  get root() {
    return { up: null, name: null, schema: this.state.root };
  }

  draw() {
    this.canvas.replaceChildren(...this.drawn().filter(Boolean));
  }

  drawn() {
    const { root, unreadable } = this.state;
    if (unreadable) return [refusal(unreadable)];
    if (!isRoot(root)) return [make("p", { class: "rule-refusal", text: t("These parameters are no object with properties. They stay as they are; edit them as JSON.") })];
    if (root === null || !isObject(root)) return [root && kept(root, true), this.beginning()];
    const isEmpty = !childrenOf(this.root).length;
    return [kept(root, true), isEmpty && make("p", { class: "rule-empty", text: t("No parameters yet.") }), below(this, this.root)];
  }

  beginning() {
    const words = make("p", { text: t("The tool takes no parameters.") });
    const start = button("add", t("Add parameter"), () => this.begin(), { wordy: true, "data-control": "add" });
    return make("div", { class: "rule-beginning" }, words, make("div", { class: "rule-adders" }, start));
  }

  begin() {
    this.state.edit((root) => {
      const whole = root ?? begun();
      if (!whole.has("type")) whole.set("type", "object");
      add(whole, STEM);
      return whole;
    });
    this.focus(`parameters.properties.${STEM}`, "name");
  }

  add(entry) {
    let name;
    this.state.edit(() => void (name = add(entry.schema, STEM)));
    this.focus(placeOf({ up: entry, name }), "name");
  }

  fill(entry) {
    this.rebuild(() => entry.schema.set("items", new Map([["type", "string"]])), { up: entry, name: null }, "type");
  }

  remove(entry) {
    this.state.edit(() => remove(entry));
    this.focus(placeOf(entry.up), "add");
    this.say(t("Deleted. It can be undone."));
  }

  moveStep(entry, way) {
    const target = this.target(entry, way);
    if (target) this.moveTo(entry, ...target, way);
  }

  /** Moves a row before the one that has this number now in an object. */
  moveTo(entry, target, number, control = "name") {
    if (!canMove(entry, target)) return;
    this.state.edit(() => move(entry, target, number));
    const siblings = childrenOf(target).map(({ name }) => name);
    this.focus(placeOf({ up: target, name: entry.name }), control);
    this.say(t("Moved: now {number} of {count}.", { number: siblings.indexOf(entry.name) + 1, count: siblings.length }));
  }

  /** Where a row goes one step in a direction, as object and number; null where there is no way. */
  target(entry, way) {
    if (entry.name === null) return null;
    const siblings = childrenOf(entry.up);
    const number = siblings.findIndex(({ name }) => name === entry.name);
    if (way === "up") return number > 0 ? [entry.up, number - 1] : null;
    if (way === "down") return number < siblings.length - 1 ? [entry.up, number + 2] : null;
    const found = way === "in" ? this.inside(entry, siblings, number) : this.outside(entry);
    return found && canMove(entry, found[0]) ? found : null;
  }

  inside(entry, siblings, number) {
    const beside = [siblings[number - 1], siblings[number + 1]].find((each) => each?.schema instanceof Map && isObject(each.schema));
    return beside ? [beside, childrenOf(beside).length] : null;
  }

  outside({ up }) {
    let inner = up;
    while (inner.up && inner.name === null) inner = inner.up;
    if (!inner.up) return null;
    return [inner.up, childrenOf(inner.up).findIndex(({ name }) => name === inner.name) + 1];
  }

  undo() {
    this.state.undo();
  }

  redo() {
    this.state.redo();
  }

  /** A change that the fields show already. Changes of one subject that follow each other closely are one step. */
  type(change, subject) {
    this.state.edit(() => void change(), { subject, how: "typed" });
  }

  /** A change of one row for which the rows have to be drawn anew. */
  rebuild(change, entry, control) {
    this.state.edit(() => void change());
    this.focus(placeOf(entry), control);
  }

  redraw() {
    this.draw();
  }

  rowAt(place) {
    return [...this.canvas.querySelectorAll(".schema-row")].find((row) => placeOf(row.entry) === place);
  }

  focus(place, control) {
    const row = this.rowAt(place) ?? this.canvas;
    const own = [...row.querySelectorAll(`[data-control="${control}"]`)].filter((each) => !each.disabled);
    const target = own.find((each) => (each.closest(".schema-row") ?? this.canvas) === row) ?? own.at(-1) ?? row.querySelector("input, select, button");
    target?.focus();
    if (control === "name") target?.select?.();
  }

  say(words) {
    this.spoken.textContent = words;
  }
}

function refusal({ message, line, column }) {
  const words = t("The text in the JSON tab cannot be read at line {line}, column {column}: {problem}. Mend it there.", { line, column, problem: t(message) });
  return make("p", { class: "rule-refusal", text: words });
}
