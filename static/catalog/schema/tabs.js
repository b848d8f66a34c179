// Tabs over panels: one is shown; arrows go round.

import { make } from "../rules/elements.js";

let count = 0;

/** A list of tabs for [label, panel] pairs; `chosen(number)` is told which is shown. */
export function tabList(label, entries, { chosen = () => {} } = {}) {
  const list = make("div", { class: "rule-tabs", role: "tablist", "aria-label": label });
  const tabs = entries.map(([words, panel], place) => {
    panel.id ||= `schema-panel-${(count += 1)}`;
    const id = `${panel.id}-tab`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", id);
    return make("button", { type: "button", role: "tab", id, "aria-controls": panel.id, onclick: () => choose(place) }, words);
  });
  function choose(place) {
    entries.forEach(([, panel], number) => {
      panel.hidden = number !== place;
      tabs[number].setAttribute("aria-selected", String(number === place));
      tabs[number].tabIndex = number === place ? 0 : -1;
    });
    chosen(place);
  }
  list.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length;
    choose(next);
    tabs[next].focus();
  });
  list.append(...tabs);
  choose(0);
  return { element: list, choose };
}
