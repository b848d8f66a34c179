// A schedule: from and until, windows of the week, and the time zone they are meant in.

import { button, field, make } from "./elements.js";
import { momentField } from "./moments.js";
import { suggest } from "./suggesting.js";
import { textField } from "./texts.js";
import { setOrDrop } from "./conditions.js";
import { names, t } from "./words.js";

const WORKING_DAYS = ["mon", "tue", "wed", "thu", "fri"];
const MOST_ZONES = 12;

/** The body of a schedule. */
export function scheduleBody(node, { edit, rebuild }) {
  const moment = (member, label) => field(label, momentField(node.get(member), (text) => edit(() => setOrDrop(node, member, text || undefined), member), { label }));
  const windows = Array.isArray(node.get("weekly")) ? node.get("weekly") : [];
  const add = () =>
    rebuild(() => {
      const began = new Map([["days", [...WORKING_DAYS]], ["start", "09:00"], ["end", "18:00"]]);
      node.set("weekly", [...windows, began]);
    }, "weekly");
  return make(
    "div",
    { class: "rule-schedule" },
    make("div", { class: "rule-pair" }, moment("from", t("From")), moment("until", t("Until"))),
    make("div", { class: "rule-windows" }, windows.map((window, number) => weekly(node, window, number, { edit, rebuild }))),
    button("add", t("Add hours of the week"), add, { wordy: true, "data-control": "weekly" }),
    windows.length || node.has("timezone") ? zone(node, { edit, rebuild }) : null,
  );
}

function weekly(node, window, number, { edit, rebuild }) {
  if (!(window instanceof Map)) return make("p", { class: "rule-kept", text: t("This entry can be edited as JSON only.") });
  const days = Array.isArray(window.get("days")) ? window.get("days") : [];
  const toggle = (day) => (event) => {
    const chosen = event.target.checked ? [...window.get("days"), day] : window.get("days").filter((each) => each !== day);
    edit(() => window.set("days", Object.keys(names.days).filter((each) => chosen.includes(each))), `days-${number}`);
  };
  const boxes = Object.entries(names.days).map(([day, label]) =>
    make("label", { class: "rule-day" }, make("input", { type: "checkbox", checked: days.includes(day), onchange: toggle(day) }), make("span", { text: label })),
  );
  const clock = (member, label) => clockField(window, member, label, (text) => edit(() => window.set(member, text), `${member}-${number}`));
  const out = () => {
    const left = node.get("weekly").filter((each) => each !== window);
    rebuild(() => (left.length ? node.set("weekly", left) : node.delete("weekly")), "weekly");
  };
  return make(
    "div",
    { class: "rule-window", role: "group", "aria-label": t("Hours of the week") },
    make("div", { class: "rule-days" }, boxes),
    make("div", { class: "rule-hours" }, clock("start", t("Start")), make("span", { "aria-hidden": "true", text: "–" }), clock("end", t("End")), button("close", t("Take these hours out"), out)),
  );
}

function clockField(window, member, label, changed) {
  const text = window.get(member);
  const isClock = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text);
  const element = make("input", { class: "rule-input rule-clock", type: isClock ? "time" : "text", step: String(text).length > 5 ? "1" : null, "aria-label": label, value: text ?? "" });
  element.addEventListener("input", () => changed(element.value));
  return element;
}

function zone(node, { edit, rebuild }) {
  const text = typeof node.get("timezone") === "string" ? node.get("timezone") : "";
  const element = textField(text, (typed) => edit(() => setOrDrop(node, "timezone", typed || undefined), "timezone"), { placeholder: "UTC", "data-control": "timezone" });
  const find = ({ value }) =>
    zones()
      .filter((each) => each !== value && each.toLowerCase().includes(value.toLowerCase().replaceAll(" ", "_")))
      .slice(0, MOST_ZONES)
      .map((each) => ({ text: each, choose: () => rebuild(() => node.set("timezone", each), "timezone") }));
  return field(t("Time zone"), element, suggest(element, { find, label: t("Time zones") }));
}

/** The zones that the browser knows, those of this person and of China first. */
function zones() {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([own, "Asia/Shanghai", "UTC", ...Intl.supportedValuesOf("timeZone")])];
}
