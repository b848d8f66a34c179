// What the server says, beside the nodes it is about: verdicts with reasons, faults, and what was found.

import { icon, make } from "./elements.js";
import { at, childrenOf, isGroup } from "./tree.js";
import { t } from "./words.js";

const VERDICTS = {
  true: ["check_circle", () => t("true")],
  false: ["cancel", () => t("false")],
  unknown: ["help", () => t("unknown")],
  not_evaluated: ["help", () => t("not judged")],
  faulty: ["error", () => t("has a fault")],
  unfinished: ["edit_note", () => t("unfinished")],
};
const EDGE = 24;
const MOST_SNIPPETS = 3;

/** Shows an answer on the cards of an editor; `texts` are the messages that it was given for. */
export function mark(editor, { faults = [], nodes = {} }, texts) {
  for (const element of editor.canvas.querySelectorAll(".rule-node")) {
    const { path } = element.dataset;
    const said = element.querySelector(":scope > .rule-said");
    const own = faults.filter((fault) => fault.node === path);
    const judged = nodes[path];
    const node = at(editor.root, element.place);
    const verdict = hasNoWords(node) ? "unfinished" : own.length ? standing(own, node) : judged?.verdict;
    element.dataset.verdict = verdict ?? "";
    element.classList.toggle("is-blocker", Boolean(judged?.blocker) && verdict !== "unfinished" && !own.length);
    element.querySelector(":scope > .rule-head > .rule-verdict").replaceChildren(...chip(verdict));
    const isEmpty = hasNoWords(node) || (isGroup(node) && !childrenOf(node).length); // the card says so itself
    const meaning = node?.get?.("kind") === "prompt_matches" && node.get("pattern") === "" ? [emptyPattern()] : [];
    said.replaceChildren(...meaning, ...(isEmpty ? [] : own.map((fault) => faultLine(fault, node))), ...(judged && !own.length && !hasNoWords(node) ? reasonLines(judged, texts) : []));
    point(element, verdict === "faulty" ? own : [], Boolean(meaning.length));
  }
}

/** Faults as a list, each with the node it is about, for where there are no cards. */
export function listed(faults) {
  return faults.map(({ node, member, words }) => make("li", {}, make("code", { text: `${node}${member ? `.${member}` : ""}` }), " ", words));
}

/** What has faults only where nothing stands yet is unfinished, and no mistake of the person who is still at it. */
function standing(faults, node) {
  return faults.every(({ member }) => member && isBlank(member, node?.get?.(member))) ? "unfinished" : "faulty";
}

/** Words that are still to be written, which the engine takes as they are: no keyword is never true, no pattern always. */
function hasNoWords(node) {
  const member = { prompt_contains: "keywords", prompt_matches: "pattern", rule: "name" }[node?.get?.("kind")];
  return member !== undefined && isBlank(member, node.get(member));
}

/** Nothing yet: no value, an empty text or list, or a field whose name is to follow its dot. */
function isBlank(member, value) {
  if (Array.isArray(value)) return !value.length;
  if (["field", "by"].includes(member) && String(value).endsWith(".")) return true;
  return value === undefined || value === "";
}

function chip(verdict) {
  if (!verdict) return [];
  const [iconName, words] = VERDICTS[verdict];
  return [make("span", { class: `rule-chip-verdict is-${verdict}` }, icon(iconName), make("span", { text: words() }))];
}

/** It may be saved, yet hardly anybody means it. */
function emptyPattern() {
  return make("p", { class: "rule-fault is-unfinished", "data-member": "pattern" }, icon("warning"), make("span", { text: t("An empty pattern is found in every message.") }));
}

function faultLine(fault, node) {
  const how = standing([fault], node);
  return make("p", { class: `rule-fault is-${how}`, "data-member": fault.member }, icon(how === "faulty" ? "error" : "edit_note"), make("span", { text: fault.words }), excerpt(fault, node?.get?.(fault.member)));
}

/** The place of a fault in the text that it is about. */
function excerpt({ position, line, column }, text) {
  if (typeof text !== "string" || (position === undefined && line === undefined)) return null;
  const characters = Array.from(line === undefined ? text : (text.split("\n")[line - 1] ?? ""));
  const place = Math.min(position ?? column - 1, characters.length);
  const before = characters.slice(Math.max(0, place - EDGE), place).join("");
  const after = characters.slice(place + 1, place + 1 + EDGE).join("");
  return make("code", { class: "rule-excerpt" }, before, make("mark", { text: characters[place] ?? "\u00a0" }), after);
}

function reasonLines({ reason, blocker, spans }, texts) {
  const words = reason && make("p", { class: "rule-reason" }, blocker ? make("strong", { text: t("Keeps it from being true: ") }) : null, reason);
  return [words, ...spans.slice(0, MOST_SNIPPETS).map((span) => snippet(span, texts))].filter(Boolean);
}

function snippet([message, start, end], texts) {
  const characters = Array.from(texts[message] ?? "");
  if (end > characters.length || end <= start) return null;
  const before = characters.slice(Math.max(0, start - EDGE), start).join("");
  const after = characters.slice(end, end + EDGE).join("");
  const cut = [start > EDGE ? "…" : "", characters.length > end + EDGE ? "…" : ""];
  return make("p", { class: "rule-snippet" }, cut[0] + before, make("mark", { text: characters.slice(start, end).join("") }), after + cut[1]);
}

/** Marks the fields that faults are about, and a pattern that is not written yet. */
function point(element, faults, isDoubtful) {
  for (const field of element.querySelectorAll(":scope > .rule-body [data-control]")) {
    const isFaulty = faults.some(({ member }) => member && (member === field.dataset.control || (member === "value" && field.dataset.control === "value")));
    field.classList.toggle("is-faulty", isFaulty);
    field.classList.toggle("is-doubtful", isDoubtful && field.dataset.control === "pattern");
  }
}
