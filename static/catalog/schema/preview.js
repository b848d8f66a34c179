// The tool as each model provider would get it, asked for a moment after every change.

import { Asking } from "../rules/asking.js";
import { icon, make } from "../rules/elements.js";
import { tabList } from "./tabs.js";
import { t } from "./words.js";

const FIELDS = ["key", "name", "description"];

/** The panel; `goTo(path)` leads to what a notice is about. */
export function preview(address, form, textarea, goTo) {
  const field = (name) => form.elements.namedItem(name);
  const body = make("div", { class: "tool-preview-body" });
  const said = make("div", { class: "tool-preview-said", role: "status" });
  const element = make("aside", { class: "rule-try tool-preview" }, make("h3", { text: t("As the model sees it") }), said, body);
  let shown = 0;
  const asking = new Asking(address, {
    question: () => ({ ...Object.fromEntries(FIELDS.map((name) => [name, field(name)?.value ?? ""])), parameters: textarea.value }),
    answered: show,
    failed: (words) => said.replaceChildren(line("error", words)),
  });

  function show({ unreadable, faults, formats }) {
    said.replaceChildren(...[unreadable && line("error", unreadable), ...faults.map(({ words, path }) => line("error", words, path, goTo))].filter(Boolean));
    if (!formats.length) return body.classList.add("is-old");
    body.classList.remove("is-old");
    const panels = formats.map((format) => panel(format, goTo));
    const tabs = tabList(t("Provider"), formats.map((format, number) => [label(format), panels[number]]), { chosen: (number) => (shown = number) });
    const before = shown;
    body.replaceChildren(tabs.element, ...panels);
    tabs.choose(before);
  }

  for (const name of FIELDS) field(name)?.addEventListener("input", () => asking.soon());
  asking.now();
  return { element, ask: () => asking.soon() };
}

function label({ title, body, notices }) {
  const words = [make("span", { text: title })];
  if (body === null) words.push(make("span", { class: "tool-preview-count is-bad", text: t("left out") }));
  else if (notices.length) words.push(make("span", { class: "tool-preview-count", text: String(notices.length), title: t("{n} notices", { n: notices.length }) }));
  return make("span", { class: "tool-preview-tab" }, words);
}

function panel({ body, notices }, goTo) {
  const lines = notices.map(({ words, path, detail }) => line(body === null ? "error" : "info", words, path, goTo, detail));
  const sent = body === null ? null : make("pre", { class: "tool-preview-sent", tabindex: "0" }, make("code", { text: body }));
  return make("div", {}, lines, sent);
}

function line(iconName, words, path, goTo, detail) {
  const place = path && make("button", { type: "button", class: "tool-preview-place", title: detail ?? null, text: path, onclick: () => goTo(path) });
  return make("p", { class: `tool-preview-line is-${iconName}` }, icon(iconName), make("span", {}, words, place ? " " : null, place));
}
