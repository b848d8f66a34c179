// The kinds of nodes: what they are called, what they begin with, and which members they have.

import { Numeral, from } from "./json.js";
import { freshId } from "./tree.js";
import { t } from "./words.js";

const COMMON = ["kind", "id", "note"];

const KINDS = {
  prompt_contains: {
    icon: "match_word",
    label: () => t("Keywords"),
    hint: () => t("A message contains any of these words"),
    begin: () => ({ keywords: [], ignore_case: true }), // people write “Refund” and “refund”
    members: ["keywords", "ignore_case", "scope", "n"],
  },
  condition: {
    icon: "tune",
    label: () => t("Condition"),
    hint: () => t("A field of the request, like the account or an attribute"),
    begin: () => ({ field: "account_id", op: "exists" }),
    members: ["field", "op", "value", "ignore_case"],
  },
  rule: {
    icon: "link",
    label: () => t("Shared rule"),
    hint: () => t("A rule that several groups use"),
    begin: () => ({ name: "" }),
    members: ["name"],
  },
  prompt_matches: {
    icon: "regular_expression",
    label: () => t("Pattern"),
    hint: () => t("A message matches a regular expression"),
    begin: () => ({ pattern: "" }),
    members: ["pattern", "scope", "n"],
  },
  schedule: {
    icon: "calendar_clock",
    label: () => t("Schedule"),
    hint: () => t("Between two moments, or at times of the week"),
    begin: () => ({}),
    members: ["from", "until", "weekly", "timezone"],
  },
  rollout: {
    icon: "percent",
    label: () => t("Rollout"),
    hint: () => t("A share of all accounts, the same ones every time"),
    begin: () => ({ percent: new Numeral("10"), by: "account_id", salt: freshId(null).slice(2) }),
    members: ["percent", "by", "salt"],
  },
  expression: {
    icon: "function",
    label: () => t("Expression"),
    hint: () => t("CEL, for what the other kinds cannot say"),
    begin: () => ({ expression: "" }),
    members: ["expression"],
  },
  python: {
    icon: "code",
    label: () => t("Matcher in code"),
    hint: () => t("A function that your developers registered"),
    begin: () => ({ name: "" }),
    members: ["name", "args"],
  },
  always: {
    icon: "all_inclusive",
    label: () => t("Always"),
    hint: () => t("True for every request"),
    begin: () => ({}),
    members: [],
  },
  all: {
    icon: "join_inner",
    label: () => t("All of these"),
    hint: () => t("True when every rule inside is true"),
    begin: () => ({ rules: [] }),
    members: ["rules"],
  },
  any: {
    icon: "join_full",
    label: () => t("Any of these"),
    hint: () => t("True when at least one rule inside is true"),
    begin: () => ({ rules: [] }),
    members: ["rules"],
  },
  not: {
    icon: "block",
    label: () => t("Not"),
    hint: () => t("True when the rule inside is false"),
    begin: () => ({}),
    members: ["rule"],
  },
};

export const LEAVES = Object.keys(KINDS).filter((kind) => !["all", "any", "not"].includes(kind));
export const GROUPS = ["all", "any", "not"];

export const isKnown = (kind) => Object.hasOwn(KINDS, kind);

export const kindOf = (kind) => KINDS[kind];

/** A new node of a kind, with an id of its own in the tree. */
export function begun(kind, root) {
  return new Map([["kind", kind], ["id", freshId(root)], ...from(KINDS[kind].begin())]);
}

/** The members of a node that its kind does not know. */
export function unknownMembers(node) {
  const known = [...COMMON, ...KINDS[node.get("kind")].members];
  return [...node.keys()].filter((name) => !known.includes(name));
}
