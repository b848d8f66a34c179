// A list of values as chips: typed one by one or pasted as a list, changed in place, taken out.

import { icon, make } from "./elements.js";
import { Numeral, isNumber, writeLine } from "./json.js";
import { asTyped, split, splitAll } from "./splitting.js";
import { visible } from "./texts.js";
import { t } from "./words.js";

const READERS = {
  text: (text) => text,
  number: (text) => (isNumber(text) ? new Numeral(text) : undefined),
  boolean: (text) => ({ true: true, false: false })[text.toLowerCase()],
};

/** Chips for a list; `changed(items)` after each change. `type()` says as what new ones are read. */
export function chips(items, changed, { label, placeholder = "", type = () => "text" }) {
  const list = make("ul", { class: "rule-chips" });
  const input = make("textarea", {
    class: "rule-chip-input",
    rows: "1",
    "aria-label": label,
    placeholder,
    "data-control": "chips",
    autocomplete: "off",
    spellcheck: "false",
  });
  const problem = make("p", { class: "rule-local-fault", role: "alert", hidden: true });
  const box = make("div", { class: "rule-chip-box", onclick: (event) => event.target === box && input.focus() }, list, input);

  function show() {
    list.replaceChildren(...items.map((item, number) => chip(item, number)));
    box.classList.toggle("is-empty", !items.length);
  }

  function commit(next) {
    items = next;
    changed(items);
    show();
  }

  function chip(item, number) {
    const words = typeof item === "string" ? visible(item) : [writeLine(item)];
    const said = typeof item === "string" ? item : writeLine(item);
    const edit = make("button", { type: "button", class: "rule-chip-text", "aria-label": t("Change “{text}”", { text: said }), onclick: () => change(item, number) }, words.length ? words : "\u00a0");
    const out = make("button", { type: "button", class: "rule-chip-out", "aria-label": t("Take out “{text}”", { text: said }), onclick: () => takeOut(number) }, icon("close"));
    return make("li", { class: `rule-chip is-${kindOf(item)}` }, edit, out);
  }

  function takeOut(number) {
    commit(items.filter((_, other) => other !== number));
    (list.children[Math.min(number, items.length - 1)]?.querySelector(".rule-chip-out") ?? input).focus();
  }

  /** Puts a chip back into the field, to be typed anew; what was typed before stays a chip. */
  function change(item, number) {
    finish();
    if (item instanceof Map || Array.isArray(item) || item === null) return;
    commit(items.filter((_, other) => other !== number));
    input.value = typeof item === "string" ? asTyped(item) : writeLine(item);
    place = number;
    input.focus();
    input.select();
  }

  let place = null;

  function add(texts) {
    const wrong = texts.filter((text) => READERS[type()](text) === undefined);
    const values = texts.map(READERS[type()]).filter((value) => value !== undefined);
    const there = new Set(items.map(writeLine));
    const fresh = values.filter((value) => !there.has(writeLine(value)) && there.add(writeLine(value)));
    problem.hidden = !wrong.length;
    problem.textContent = wrong.length ? t("“{text}” is no value of this type.", { text: wrong.join(", ") }) : "";
    if (fresh.length) {
      const number = place ?? items.length;
      commit([...items.slice(0, number), ...fresh, ...items.slice(number)]);
    }
    place = null;
    return wrong.map(asTyped).join(", ");
  }

  function finish() {
    if (input.value.trim()) input.value = add(splitAll(input.value));
    else input.value = "";
  }

  input.addEventListener("input", (event) => {
    if (event.isComposing) return;
    const { whole, rest } = split(input.value);
    if (!whole.length && rest.length === input.value.length) return;
    const left = add(whole);
    input.value = left ? `${left}, ${rest}` : rest.trimStart();
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      finish();
    } else if (event.key === "Backspace" && !input.value && items.length) {
      event.preventDefault();
      change(items.at(-1), items.length - 1);
    }
  });
  input.addEventListener("paste", () => setTimeout(finish));
  input.addEventListener("blur", finish);
  show();
  return make("div", { class: "rule-chip-field" }, box, problem);
}

function kindOf(item) {
  if (typeof item === "string") return "text";
  if (item instanceof Numeral) return "number";
  return typeof item === "boolean" ? "boolean" : "json";
}
