// What stands inside the card of each kind of leaf.

import { chips } from "./chips.js";
import { conditionBody, fieldPicker, setOrDrop, takesIgnoreCase } from "./conditions.js";
import { field, make, select, tick } from "./elements.js";
import { expressionField } from "./expressions.js";
import { Numeral } from "./json.js";
import { scheduleBody } from "./schedules.js";
import { suggest } from "./suggesting.js";
import { jsonField, textField } from "./texts.js";
import { numberField } from "./values.js";
import { names, t } from "./words.js";

const BODIES = {
  prompt_contains: (node, tools) => [keywords(node, tools), foot(scope(node, tools), ignoreCase(node, tools))],
  prompt_matches: (node, tools) => [text(node, "pattern", t("Pattern"), tools, { lines: true, mono: true, placeholder: "\\d{4}-\\d{2}" }), foot(scope(node, tools))],
  condition: (node, tools) => [conditionBody(node, tools), takesIgnoreCase(node) ? foot(ignoreCase(node, tools)) : null],
  expression: (node, tools) => [expression(node, tools)],
  python: (node, tools) => [matcher(node, tools)],
  rule: (node, tools) => [shared(node, tools)],
  rollout: (node, tools) => [rollout(node, tools)],
  schedule: (node, tools) => [scheduleBody(node, tools)],
};

/** Members that a body edits as what they ought to be; of another type they are edited as JSON. */
const SHAPES = {
  keywords: Array.isArray,
  pattern: isText,
  field: isText,
  op: isText,
  expression: isText,
  name: isText,
  by: isText,
  salt: isText,
  from: isText,
  until: isText,
  timezone: isText,
  note: isText,
  weekly: Array.isArray,
  args: (value) => value instanceof Map,
  scope: isText,
  ignore_case: (value) => typeof value === "boolean",
  n: (value) => typeof value === "object",
  percent: (value) => typeof value === "object",
};

function isText(value) {
  return typeof value === "string";
}

/** The fields of a leaf; `tools` has `edit`, `rebuild`, `paths` and `find`, the search for shared rules. */
export function bodyOf(node, tools) {
  return (BODIES[node.get("kind")]?.(node, tools) ?? []).filter(Boolean);
}

/** The members that are not of the type that their kind gives them. */
export function misshapen(node) {
  return [...node].filter(([name, value]) => SHAPES[name] && !SHAPES[name](value)).map(([name]) => name);
}

function text(node, member, label, { edit }, attributes = {}) {
  return textField(node.get(member) ?? "", (typed) => edit(() => node.set(member, typed), member), { label, "data-control": member, ...attributes });
}

function keywords(node, { edit }) {
  return chips(node.get("keywords") ?? [], (items) => edit(() => node.set("keywords", items), "keywords"), {
    label: t("Keywords"),
    placeholder: t("Type or paste keywords"),
  });
}

function foot(...parts) {
  return make("div", { class: "rule-foot" }, parts);
}

function ignoreCase(node, { edit }) {
  return tick(t("Ignore case"), node.get("ignore_case") === true, (on) => edit(() => node.set("ignore_case", on), "ignore_case"), { "data-control": "ignore_case" });
}

function scope(node, { edit, rebuild }) {
  const chosen = node.get("scope") ?? "last_user";
  const choose = (value) =>
    rebuild(() => {
      node.set("scope", value);
      if (value === "last_n_user") node.set("n", new Numeral("3"));
      else node.delete("n");
    }, "scope");
  const known = names.scopes.some(([value]) => value === chosen) ? names.scopes : [[chosen, chosen], ...names.scopes];
  const choice = select(known, chosen, choose, { "data-control": "scope", "aria-label": t("Looks at") });
  if (!node.has("n") && chosen !== "last_n_user") return make("div", { class: "rule-scope" }, choice);
  const n = numberField(node.get("n"), (value) => edit(() => setOrDrop(node, "n", value), "n"), { label: t("How many messages"), "data-control": "n" });
  return make("div", { class: "rule-scope" }, choice, n);
}

function expression(node, { edit }) {
  return expressionField(node.get("expression") ?? "", (typed) => edit(() => node.set("expression", typed), "expression"), {
    label: t("Expression"),
    "data-control": "expression",
    placeholder: 'ctx.attributes.plan == "premium"',
  });
}

function matcher(node, { edit, rebuild }) {
  const name = node.get("name") ?? "";
  const known = names.matchers.map((each) => [each.name, each.signature]);
  const choices = known.some(([each]) => each === name) ? known : [[name, name || t("Choose a matcher")], ...known];
  const choice = select(choices, name, (value) => rebuild(() => node.set("name", value), "name"), { "aria-label": t("Matcher in code"), "data-control": "name" });
  const args = jsonField(node.get("args"), (value) => edit(() => setOrDrop(node, "args", value), "args"), { "data-control": "args", placeholder: '{"limit": 3}' });
  const about = names.matchers.find((each) => each.name === name)?.about;
  return make("div", { class: "rule-matcher" }, choice, about ? make("p", { class: "rule-hint", text: about }) : null, field(t("Arguments (JSON)"), args));
}

function shared(node, tools) {
  const name = node.get("name") ?? "";
  const element = text(node, "name", t("Name of the shared rule"), tools, { placeholder: t("Search shared rules") });
  const find = async ({ value }) => {
    const rules = await tools.find(value === name ? "" : value);
    return rules.map((rule) => ({
      text: rule.title ? `${rule.name} · ${rule.title}` : rule.name,
      hint: rule.summary,
      choose: () => tools.rebuild(() => node.set("name", rule.name), "name"),
    }));
  };
  const about = make("p", { class: "rule-hint" });
  if (name) describe(about, name, tools);
  return make("div", { class: "rule-shared" }, suggest(element, { find, label: t("Shared rules") }), about);
}

async function describe(about, name, { find }) {
  const rule = (await find(name)).find((each) => each.name === name);
  if (rule) about.append(rule.summary, " ", make("a", { href: rule.address, target: "_blank", rel: "noopener", text: t("Open") }));
}

function rollout(node, tools) {
  const percent = numberField(node.get("percent"), (value) => tools.edit(() => setOrDrop(node, "percent", value), "percent"), { label: t("Share in per cent"), "data-control": "percent" });
  const salt = text(node, "salt", null, tools);
  return make(
    "div",
    { class: "rule-rollout" },
    make("div", { class: "rule-share" }, percent, make("span", { text: t("per cent of all values of") }), fieldPicker(node, "by", tools)),
    field(t("Salt: another one draws other values"), salt),
  );
}
