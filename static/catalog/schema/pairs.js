// Where each argument of an HTTP request goes: names and places, one a line. A new line begins with a parameter that has none yet.

import { button, make, select } from "../rules/elements.js";
import { flag, textField } from "../rules/texts.js";
import { t } from "./words.js";

const PLACES = ["path", "query", "header", "body"];

/** Lines for a Map of texts; `set(map)` after each change, undefined when it is empty. `parameters()` names those of the tool. */
export function pairs(map, set, parameters = () => []) {
  const element = make("div", {});

  function tell(next) {
    map = next;
    set(next.size ? next : undefined);
  }

  function show(focused = null) {
    const lines = [...map].map(([name, place]) => line(name, place));
    const add = button("add", t("Add argument"), () => {
      tell(new Map([...map, [free(), "query"]]));
      show(map.size - 1);
    }, { wordy: true });
    element.replaceChildren(...lines, add);
    if (focused !== null) element.children[focused]?.querySelector("input").select();
  }

  function free() {
    let name = parameters().find((each) => !map.has(each)) ?? "argument";
    for (let number = 2; map.has(name); number += 1) name = `argument_${number}`;
    return name;
  }

  function line(name, place) {
    const input = textField(name, (wanted) => {
      const isWrong = !wanted || (wanted !== name && map.has(wanted));
      flag(input, isWrong ? t("Each argument has a name of its own.") : "");
      if (isWrong) return;
      tell(new Map([...map].map(([each, where]) => [each === name ? wanted : each, where])));
      name = wanted;
    }, { label: t("Name of the argument"), mono: true });
    const places = PLACES.includes(place) ? PLACES : [place, ...PLACES];
    const choice = select(places.map((each) => [each, each]), place, (where) => tell(new Map([...map].map(([each, was]) => [each, each === name ? where : was]))), { "aria-label": t("Where it goes") });
    const out = button("close", t("Delete"), () => {
      tell(new Map([...map].filter(([each]) => each !== name)));
      show();
    });
    return make("div", { class: "executor-pair" }, input, choice, out);
  }

  show();
  return element;
}
