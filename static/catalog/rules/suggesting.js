// Suggestions below a field: found while typing, chosen with arrows and Enter or by a click.

import { make } from "./elements.js";

let count = 0;

/**
 * Adds suggestions to a text field. `find(field)` gives them, at once or later: [{ text, hint, choose }]; none hides
 * the list. `label` names the list.
 */
export function suggest(field, { find, label }) {
  const list = make("ul", { class: "rule-suggestions", id: `rule-suggestions-${(count += 1)}`, role: "listbox", "aria-label": label, hidden: true });
  const holder = make("div", { class: "rule-suggesting" }, field, list);
  const isOneLine = field.matches("input");
  let found = [];
  let active = -1;
  let asked = 0;

  field.setAttribute("aria-controls", list.id);
  field.setAttribute("aria-autocomplete", "list");
  if (isOneLine) field.setAttribute("role", "combobox"); // a text area keeps its own role

  show([]);

  async function look() {
    const question = (asked += 1);
    const answer = await find(field);
    if (question === asked) show(answer);
  }

  function show(suggestions) {
    found = suggestions;
    active = -1;
    list.replaceChildren(...found.map(option));
    list.hidden = !found.length;
    if (isOneLine) field.setAttribute("aria-expanded", String(!list.hidden));
    field.removeAttribute("aria-activedescendant");
  }

  function option({ text, hint }, number) {
    const choose = (event) => {
      event.preventDefault();
      take(number);
    };
    const words = [make("span", { text }), hint && make("small", { text: hint })];
    return make("li", { role: "option", id: `${list.id}-${number}`, "aria-selected": "false", onmousedown: choose }, words);
  }

  function move(number) {
    list.children[active]?.setAttribute("aria-selected", "false");
    active = (number + found.length) % found.length;
    const chosen = list.children[active];
    chosen.setAttribute("aria-selected", "true");
    chosen.scrollIntoView({ block: "nearest" });
    field.setAttribute("aria-activedescendant", chosen.id);
  }

  function take(number) {
    const { choose } = found[number];
    hide();
    choose();
  }

  function hide() {
    asked += 1;
    show([]);
  }

  field.addEventListener("input", (event) => !event.isComposing && look());
  field.addEventListener("focus", () => !field.value && look());
  field.addEventListener("blur", hide);
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (list.hidden) {
      if (event.key === "ArrowDown" && !event.altKey && isOneLine) look();
      return;
    }
    if (event.key === "ArrowDown") move(active + 1);
    else if (event.key === "ArrowUp") move(active < 0 ? found.length - 1 : active - 1);
    else if (event.key === "Escape") hide();
    else if ((event.key === "Enter" || event.key === "Tab") && active >= 0) take(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return holder;
}
