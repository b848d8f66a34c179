// What a person does to the tree: the deeds behind the buttons, and the cards drawn anew after each.

import { adders, card } from "./cards.js";
import { make } from "./elements.js";
import { begun } from "./kinds.js";
import { State } from "./state.js";
import * as tree from "./tree.js";
import { t } from "./words.js";

export class Editor {
  /** `changed()` after every change; `known` gives names of fields and searches shared rules; `kind` owns the rule. */
  constructor(textarea, { changed, known, kind }) {
    this.known = known;
    this.kind = kind;
    this.changed = changed;
    this.canvas = make("div", { class: "rule-canvas" });
    this.spoken = make("p", { class: "rule-unseen", role: "status" });
    this.state = new State(textarea, (how) => {
      if (how !== "typed") this.draw();
      this.changed(how);
    });
    this.draw();
  }

  get root() {
    return this.state.root;
  }

  draw() {
    const held = this.held();
    this.show();
    if (held) this.focusAt(...held);
  }

  /** The card and the control that have the focus, so that both can have it again in the next drawing. */
  held() {
    const active = document.activeElement;
    if (!this.canvas.contains(active)) return null;
    return [active.closest(".rule-node")?.dataset.path ?? "$", active.dataset.control ?? null];
  }

  show() {
    const { unreadable } = this.state;
    if (unreadable) this.canvas.replaceChildren(refusal(unreadable));
    else if (this.root === null) this.canvas.replaceChildren(this.beginning());
    else this.canvas.replaceChildren(card(this, this.root, []), ...this.besideLeaf());
  }

  beginning() {
    const words = this.kind === "tool" ? t("No rule: the tool is offered wherever a prompt, a request or a group brings it.") : t("There is no rule yet. Begin with a condition, or with a group of conditions.");
    return make("div", { class: "rule-beginning" }, make("p", { text: words }), make("div", { class: "rule-adders" }, adders(this, (kind) => this.begin(kind))));
  }

  /** A root that is a leaf can get company. */
  besideLeaf() {
    if (tree.isGroup(this.root)) return [];
    const add = (kind) => this.change((root) => new Map([...begun("all", root), ["rules", [root, begun(kind, root)]]]), [1]);
    return [make("div", { class: "rule-adders" }, adders(this, add))];
  }

  begin(kind) {
    this.change(() => begun(kind, null), []);
  }

  add(place, kind) {
    const number = tree.childrenOf(tree.at(this.root, place)).length;
    this.change((root) => tree.inserted(root, place, number, begun(kind, root)), [...place, number]);
  }

  remove(place) {
    const beside = place.length ? [...place.slice(0, -1), Math.max(0, place.at(-1) - 1)] : [];
    this.change((root) => tree.removed(root, place), beside, "delete");
    this.say(t("Deleted. It can be undone."));
  }

  duplicate(place) {
    const parent = place.length ? tree.at(this.root, place.slice(0, -1)) : null;
    const node = tree.at(this.root, place);
    if (parent && !tree.isNot(parent)) {
      const next = [...place.slice(0, -1), place.at(-1) + 1];
      this.change((root) => tree.inserted(root, place.slice(0, -1), place.at(-1) + 1, tree.copied(root, node)), next);
    } else {
      const both = (root) => new Map([...begun("any", root), ["rules", [node, tree.copied(root, node)]]]);
      this.change((root) => tree.replaced(root, place, both(root)), [...place, 1]);
    }
  }

  wrap(place, kind) {
    const node = tree.at(this.root, place);
    const around = (root) => new Map([...begun(kind, root), kind === "not" ? ["rule", node] : ["rules", [node]]]);
    this.change((root) => tree.replaced(root, place, around(root)), place, kind === "not" ? "delete" : "kind");
  }

  canUnwrap(place) {
    const node = tree.at(this.root, place);
    const count = tree.childrenOf(node).length;
    return tree.isGroup(node) && count > 0 && (count === 1 || (place.length > 0 && tree.isSeveral(tree.at(this.root, place.slice(0, -1)))));
  }

  unwrap(place) {
    const children = tree.childrenOf(tree.at(this.root, place));
    this.change((root) => {
      if (children.length === 1) return tree.replaced(root, place, children[0]);
      tree.at(root, place.slice(0, -1)).get("rules").splice(place.at(-1), 1, ...children);
      return root;
    }, place);
  }

  replace(place, value) {
    this.state.edit((root) => tree.replaced(root, place, value), { subject: `json ${place}`, how: "typed" });
  }

  canMove(place, way) {
    return this.target(place, way) !== null;
  }

  move(place, way) {
    const target = this.target(place, way);
    if (target) this.moveTo(place, ...target, way);
  }

  /** Moves a node before the child of another parent that has this number now. */
  moveTo(from, parentPlace, number, control = null) {
    if (!tree.canMove(this.root, from, parentPlace)) return;
    let place = [];
    this.state.edit((root) => void (place = tree.moved(root, from, parentPlace, number)));
    this.focus(place, control);
    const count = tree.childrenOf(tree.at(this.root, place.slice(0, -1))).length;
    this.say(t("Moved: now {number} of {count}.", { number: place.at(-1) + 1, count }));
  }

  /** Where a node goes one step in a direction, as parent and number; null where there is no way. */
  target(place, way) {
    const [parentPlace, number] = [place.slice(0, -1), place.at(-1)];
    const siblings = tree.childrenOf(tree.at(this.root, parentPlace));
    if (way === "up") return number > 0 ? [parentPlace, number - 1] : null;
    if (way === "down") return number < siblings.length - 1 ? [parentPlace, number + 2] : null;
    if (way === "out") return this.outside(parentPlace);
    if (tree.hasRoom(siblings[number - 1])) return [[...parentPlace, number - 1], tree.childrenOf(siblings[number - 1]).length];
    return tree.hasRoom(siblings[number + 1]) ? [[...parentPlace, number + 1], 0] : null;
  }

  outside(parentPlace) {
    for (let level = parentPlace.length; level > 0; level -= 1) {
      const above = parentPlace.slice(0, level - 1);
      if (tree.isSeveral(tree.at(this.root, above))) return [above, parentPlace[level - 1] + 1];
    }
    return null;
  }

  undo() {
    this.state.undo();
  }

  redo() {
    this.state.redo();
  }

  /** A change of one node that its card has to be drawn anew for. */
  rebuild(change, place, control) {
    this.state.edit(() => void change());
    this.focus(place, control);
  }

  /** What the fields of a card need. */
  toolsOf(node, place) {
    return {
      edit: (change, member) => this.state.edit(() => void change(), { subject: `${place} ${member}`, how: "typed" }),
      rebuild: (change, control) => this.rebuild(change, place, control),
      paths: (prefix) => this.known.paths(prefix),
      find: (text) => this.known.find(text),
    };
  }

  change(deed, place, control = null) {
    this.state.edit(deed);
    this.focus(place, control);
  }

  /** Puts the focus on a control of a card, or where a person goes on: its first field. */
  focus(place, control) {
    this.focusAt(this.root === null ? null : tree.pathOf(this.root, place), control);
  }

  focusAt(path, control) {
    const element = path && this.canvas.querySelector(`[data-path="${CSS.escape(path)}"]`);
    if (!element) return this.canvas.querySelector(".rule-node, summary")?.focus();
    const own = [...element.querySelectorAll(control ? `[data-control="${control}"]` : ":scope > .rule-body :is(input, select, textarea)")];
    const target = own.find((each) => each.closest(".rule-node") === element && !each.disabled && each.type !== "hidden");
    return (target ?? element).focus();
  }

  say(words) {
    this.spoken.textContent = words;
  }
}

function refusal({ message, line, column }) {
  const words = t("The text in the JSON tab cannot be read at line {line}, column {column}: {problem}. Mend it there.", { line, column, problem: t(message) });
  return make("p", { class: "rule-refusal", text: words });
}
