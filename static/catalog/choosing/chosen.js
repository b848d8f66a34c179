// What is chosen, in order: moved by dragging or by keys, taken out, each a link to its page.

import { button, icon, make } from "../rules/elements.js";
import { entryOf } from "./entry.js";
import { t } from "./words.js";

/** The list of what is chosen; `more()` leads to where more is chosen. */
export function chosenOf(choice, ask, say, more) {
  const list = make("ol", { class: "chooser-list" });
  const empty = make("p", { class: "rule-empty", text: t("Nothing is chosen yet.") });
  const adder = make("div", { class: "rule-adders" }, button("add", t("Choose some"), more, { wordy: true }));
  const known = new Map();
  let dragged = null;

  function show() {
    empty.hidden = choice.list.length > 0;
    list.replaceChildren(...choice.list.map(row));
    learn();
  }

  /** Asks once for each that is not known yet. */
  async function learn() {
    const unknown = choice.list.filter((identity) => !known.has(identity));
    if (!unknown.length) return;
    for (const identity of unknown) known.set(identity, undefined);
    try {
      const { rows } = await ask({ chosen: unknown });
      for (const identity of unknown) known.set(identity, null);
      for (const each of rows) known.set(each.identity, each);
    } catch {
      return; // the identities are shown all the same
    }
    const focused = focusedIn(list);
    list.replaceChildren(...choice.list.map(row));
    if (focused) focus(...focused);
  }

  function row(identity, number) {
    const entry = known.get(identity);
    const grip = make("span", { class: "rule-grip", draggable: "true", title: t("Drag to move"), "aria-hidden": "true" }, icon("drag_indicator"));
    const moves = [
      button("arrow_upward", t("Move up"), () => step(identity, -1), { "data-control": "up", disabled: number === 0 }),
      button("arrow_downward", t("Move down"), () => step(identity, 1), { "data-control": "down", disabled: number === choice.list.length - 1 }),
    ];
    const out = button("close", t("Take out “{text}”", { text: identity }), () => takeOut(identity, number), { "data-control": "out" });
    const element = make("li", { class: "chooser-row", "data-identity": identity }, grip, entryOf(identity, entry), make("div", { class: "rule-tools" }, moves, out));
    element.addEventListener("keydown", (event) => {
      const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!way || !event.altKey) return;
      event.preventDefault();
      step(identity, way);
    });
    return element;
  }

  function step(identity, way) {
    const number = choice.list.indexOf(identity);
    const target = number + (way < 0 ? -1 : 2);
    if (target < 0 || target > choice.list.length) return;
    move(identity, target, way < 0 ? "up" : "down");
  }

  function move(identity, number, control) {
    choice.move(identity, number);
    focus(identity, control);
    say(t("Moved: now {number} of {count}.", { number: choice.list.indexOf(identity) + 1, count: choice.list.length }));
  }

  function takeOut(identity, number) {
    choice.remove(identity);
    say(t("Taken out: {text}", { text: identity }));
    const next = choice.list[Math.min(number, choice.list.length - 1)];
    if (next === undefined) adder.querySelector("button").focus();
    else focus(next, "out");
  }

  function focus(identity, control) {
    const element = list.querySelector(`[data-identity="${CSS.escape(identity)}"]`);
    const wanted = element?.querySelector(`[data-control="${control}"]`);
    (wanted?.disabled ? element.querySelector("button:not([disabled])") : wanted)?.focus();
  }

  list.addEventListener("dragstart", (event) => {
    dragged = event.target.closest?.(".rule-grip")?.closest(".chooser-row") ?? null;
    if (!dragged) return;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", dragged.dataset.identity);
    event.dataTransfer.setDragImage(dragged, 12, 12);
  });
  list.addEventListener("dragover", (event) => {
    const over = dragged && event.target.closest(".chooser-row");
    if (!over) return;
    event.preventDefault();
    clear();
    over.classList.add(isUpper(over, event.clientY) ? "drop-before" : "drop-after");
  });
  list.addEventListener("drop", (event) => {
    const over = dragged && event.target.closest(".chooser-row");
    if (!over) return;
    event.preventDefault();
    const number = choice.list.indexOf(over.dataset.identity) + (isUpper(over, event.clientY) ? 0 : 1);
    const { identity } = dragged.dataset;
    dragged = null;
    move(identity, number, "up");
  });
  list.addEventListener("dragend", () => {
    dragged = null;
    clear();
  });

  function clear() {
    for (const each of list.querySelectorAll(".drop-before, .drop-after")) each.classList.remove("drop-before", "drop-after");
  }

  return { element: make("div", {}, empty, list, adder), show };
}

function isUpper(element, y) {
  const { top, height } = element.getBoundingClientRect();
  return y < top + height / 2;
}

function focusedIn(list) {
  const element = document.activeElement?.closest(".chooser-row");
  return list.contains(element) ? [element.dataset.identity, document.activeElement.dataset.control] : null;
}
