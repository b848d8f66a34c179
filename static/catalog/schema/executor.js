// Who runs a tool: the kind and the fields of each, and a JSON tab, over one text area.

import { chips } from "../rules/chips.js";
import { field, icon, make, select, tick } from "../rules/elements.js";
import { Numeral, Unfinished, isNumber, read, writeLine } from "../rules/json.js";
import { State } from "../rules/state.js";
import { suggest } from "../rules/suggesting.js";
import { flag, textField } from "../rules/texts.js";
import { pairs } from "./pairs.js";
import { setOrDelete } from "./schema.js";
import { tabList } from "./tabs.js";
import { t } from "./words.js";

const KINDS = {
  client: { label: () => t("The caller runs it"), members: [] },
  python: { label: () => t("A function registered in code"), members: ["function"] },
  http: { label: () => t("An HTTP request"), members: ["connection", "method", "path", "arguments", "answer"] },
  mcp: { label: () => t("A tool of an MCP server"), members: ["connection", "tool"] },
};
const COMMON = ["timeout", "idempotent", "context_keys"];
const NAMES = JSON.parse(document.getElementById("executor-names")?.textContent || "{}");
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function begin(host) {
  const textarea = host.querySelector("textarea");
  const { form } = textarea;
  const fields = make("div", { class: "executor-fields" });
  const state = new State(textarea, (how) => how !== "typed" && draw());
  const left = new Map(); // what each kind had when it was left, to come back to

  function draw() {
    fields.replaceChildren(...drawn(state, turn));
  }

  function turn(kind) {
    const old = state.root ?? new Map([["kind", "client"]]);
    left.set(old.get("kind"), old);
    const fresh = left.get(kind) ?? new Map([["kind", kind], ...begun(kind, old)]);
    state.edit(() => fresh);
    fields.querySelector("select").focus();
  }

  draw();
  const panels = [make("div", { class: "rule-panel" }, fields), make("div", { class: "rule-panel" }, textarea)];
  const tabs = tabList(t("How the executor is edited"), [[t("Fields"), panels[0]], ["JSON", panels[1]]]);
  textarea.addEventListener("input", () => state.typed());
  host.append(make("div", { class: "rule-bar" }, tabs.element), make("div", { class: "rule-panels" }, panels));
  host.addEventListener("keydown", (event) => event.key === "Enter" && event.target.matches("input") && event.preventDefault());
  refuseUnfinished(form, fields, tabs);
  host.dataset.ready = "";
}

/** What another kind can have of what is there, and what it cannot do without. */
function begun(kind, old) {
  const needed = { function: "", connection: "", method: "GET", path: "/", tool: "" };
  const members = [...KINDS[kind].members, ...(kind === "client" ? [] : COMMON)];
  return members.filter((name) => old.has(name) || name in needed).map((name) => [name, old.get(name) ?? needed[name]]);
}

function drawn(state, turn) {
  const { root, unreadable } = state;
  const executor = root ?? new Map([["kind", "client"]]);
  const kind = executor instanceof Map ? executor.get("kind") : null;
  if (unreadable || !Object.hasOwn(KINDS, kind ?? "")) return [make("p", { class: "rule-refusal", text: t("No form shows this. It stays as it is; edit it as JSON.") })];
  const set = (name) => (value) => state.edit(() => setOrDelete(executor, name, value), { subject: name, how: "typed" });
  const shown = [...KINDS[kind].members, ...(kind === "client" ? [] : COMMON)];
  const drawable = shown.filter((name) => CONTROLS[name].fits(executor.get(name)));
  const choice = select(Object.entries(KINDS).map(([name, { label }]) => [name, label()]), kind, turn, { "data-control": "kind" });
  const others = [...executor.keys()].filter((name) => name !== "kind" && !drawable.includes(name));
  return [field(t("Who runs it"), choice), ...drawable.map((name) => CONTROLS[name].make(executor.get(name), set(name))), kept(executor, others)].filter(Boolean);
}

const isText = (value) => value === undefined || typeof value === "string";

/** A field for a text; `names` are offered while it is typed. */
function text(label, hint, { isNeeded = true, names = [] } = {}) {
  const control = (value, set) => {
    const input = textField(value ?? "", (typed) => {
      if (isNeeded) flag(input, typed ? "" : t("This is needed."));
      set(typed || (isNeeded ? "" : undefined));
    }, { placeholder: hint, required: isNeeded });
    return field(label(), input, names.length ? suggest(input, { find: () => offered(names, input), label: t("Known names") }) : input);
  };
  return { fits: isText, make: control };
}

function offered(names, input) {
  const take = (name) => () => {
    input.value = name;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return names.filter((name) => name !== input.value && name.includes(input.value)).map((name) => ({ text: name, choose: take(name) }));
}

const CONTROLS = {
  function: text(() => t("Name of the function"), "lookup-order", { names: NAMES.function }),
  connection: text(() => t("Connection"), "orders-api", { names: NAMES.connection }),
  tool: text(() => t("Name of the tool there"), "search"),
  path: text(() => t("Path"), "/orders/{orderNo}"),
  answer: text(() => t("Part of the answer that counts (JSONPath)"), "$.data", { isNeeded: false }),
  method: {
    fits: (value) => METHODS.includes(value),
    make: (value, set) => field(t("Method"), select(METHODS.map((each) => [each, each]), value, set)),
  },
  arguments: {
    fits: (value) => value === undefined || (value instanceof Map && [...value.values()].every((place) => typeof place === "string")),
    make: (value, set) => make("div", { class: "rule-field" }, make("span", { class: "schema-label", text: t("Where each argument goes") }), pairs(value ?? new Map(), set, parameters)),
  },
  timeout: {
    fits: (value) => value === undefined || value instanceof Numeral || value instanceof Unfinished,
    make: (value, set) => field(t("Longest wait in seconds"), seconds(value, set)),
  },
  idempotent: {
    fits: (value) => value === undefined || typeof value === "boolean",
    make: (value, set) => tick(t("Calling it twice does no harm (it may be tried again)"), value === true, (isOn) => set(isOn || undefined)),
  },
  context_keys: {
    fits: (value) => value === undefined || (Array.isArray(value) && value.every((each) => typeof each === "string")),
    make: (value, set) => {
      const label = t("Keys of the tool context that it gets");
      return make("div", { class: "rule-field" }, make("span", { class: "schema-label", text: label }), chips(value ?? [], (items) => set(items.length ? items : undefined), { label, placeholder: t("Type or paste a list") }));
    },
  },
};

/** The names of the tool's parameters, as they stand in its form. */
function parameters() {
  try {
    return [...read(document.querySelector("[name=parameters]").value).get("properties").keys()];
  } catch {
    return []; // no object of properties, or not even JSON yet
  }
}

function seconds(value, set) {
  const input = make("input", { class: "rule-input", type: "text", inputmode: "decimal", value: value?.text ?? "" });
  input.addEventListener("input", () => {
    const typed = input.value.trim();
    const isFine = !typed || isNumber(typed);
    flag(input, isFine ? "" : t("Write a number."));
    set(!typed ? undefined : isFine ? new Numeral(typed) : new Unfinished(typed));
  });
  return input;
}

function kept(executor, names) {
  if (!names.length) return null;
  const parts = names.map((name) => make("code", { text: `${name}: ${writeLine(executor.get(name))}` }));
  return make("p", { class: "rule-kept" }, icon("lock"), make("span", { text: t("Kept as it is, edited as JSON only:") }), parts);
}

function refuseUnfinished(form, fields, tabs) {
  const refuse = (event) => {
    if (event.target !== form) return;
    const wrong = [...fields.querySelectorAll("[aria-invalid=true], [required]")].find((each) => !each.validity.valid);
    if (!wrong) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    tabs.choose(0);
    wrong.focus();
    wrong.reportValidity();
  };
  document.addEventListener("submit", refuse, true);
}

// Last, for an executor that is there already is drawn at once, with all of the above.
for (const host of document.querySelectorAll("[data-executor-editor]")) begin(host);
