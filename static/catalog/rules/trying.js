// The panel beside the rule: a chat to try it with, and whether the rule is true for it.

import { remember, remembered } from "./chat.js";
import { button, field, icon, make, select, tick } from "./elements.js";
import { momentField } from "./moments.js";
import { jsonField, textField } from "./texts.js";
import { valueField } from "./values.js";
import { read } from "./json.js";
import { nodesOf } from "./tree.js";
import { t } from "./words.js";

const ROLES = ["user", "assistant", "system", "tool"];
const TYPES = ["text", "number", "boolean", "list", "json"];
const VERDICTS = {
  hit: ["check_circle", "true", () => t("True for this chat")],
  miss: ["cancel", "false", () => t("Not true for this chat")],
  unknown: ["help", "unknown", () => t("Unknown for this chat, which counts as not true")],
};

export class Trying {
  /** `changed()` after each change of the chat. */
  constructor(changed) {
    this.chat = remembered();
    this.changed = changed;
    this.verdict = make("p", { class: "rule-try-verdict", role: "status" });
    this.refusals = make("ul", { class: "rule-try-refusals" });
    this.messages = make("div", { class: "rule-try-messages" });
    this.attributes = make("div", { class: "rule-try-attributes" });
    this.used = make("div", { class: "rule-try-used" });
    this.element = make("section", { class: "rule-try", "aria-label": t("Try it") }, this.parts());
    this.showMessages();
    this.showAttributes();
  }

  /** Shows what came out. */
  show({ verdict, refusals = [], indexed = true, unreadable, set_by: setBy = [], note = "" }) {
    const nothing = () => (unreadable ? t("The rule cannot be read.") : t("Type a message to see what each part of the rule says to it."));
    const [iconName, state, words] = VERDICTS[verdict] ?? (note ? ["block", "none", () => note] : ["pending", "none", nothing]);
    this.verdict.className = `rule-try-verdict is-${state}`;
    this.verdict.replaceChildren(icon(iconName), make("span", { text: words() }));
    const slow = !unreadable && !indexed ? [make("li", { class: "is-hint", text: t("Judged on every request: no keyword or value rules it out beforehand.") })] : [];
    const aside = verdict && note ? [make("li", { text: note })] : [];
    this.refusals.replaceChildren(...[...refusals.map((words) => make("li", { text: words })), ...aside, ...slow, intercepted(setBy)].filter(Boolean));
  }

  /** Why there is no answer. */
  fail(words) {
    this.verdict.className = "rule-try-verdict is-none";
    this.verdict.replaceChildren(icon("cloud_off"), make("span", { text: words }));
  }

  /** Offers the attributes that the rule asks for and the chat does not have. */
  offer(root) {
    const there = new Set(this.chat.attributes.map(({ name }) => name));
    const asked = root === null ? [] : [...nodesOf(root)].map((node) => node?.get?.("field") ?? node?.get?.("by"));
    const names = asked.filter((name) => typeof name === "string" && name.startsWith("attributes.") && name.length > 11).map((name) => name.slice(11));
    const missing = [...new Set(names)].filter((name) => !there.has(name));
    this.used.replaceChildren(...missing.map((name) => button("add", name, () => this.addAttribute(name), { wordy: true, title: t("The rule asks for it") })));
  }

  parts() {
    const { chat } = this;
    return [
      make("h2", {}, icon("labs"), make("span", { text: t("Try it") })),
      this.verdict,
      this.refusals,
      this.messages,
      button("add", t("Add message"), () => this.addMessage(), { wordy: true }),
      field(t("Account"), valueField(chat.account, (value) => this.set({ account: value }), { types: ["text", "number"], label: t("Account") })),
      field(t("Model"), textField(chat.model, (text) => this.set({ model: text }), { label: t("Model") })),
      make("h3", { text: t("Attributes") }),
      this.attributes,
      this.used,
      button("add", t("Add attribute"), () => this.addAttribute(""), { wordy: true }),
      this.more(),
    ];
  }

  more() {
    const { chat } = this;
    const further = jsonField(furtherOf(chat.further), () => this.set({ further: further.value }), { placeholder: '{"request": {"headers": {"x-channel": "app"}}}' });
    return make(
      "details",
      { class: "rule-try-more", open: chat.streaming || chat.now !== "" || chat.further.trim() !== "" },
      make("summary", { text: t("Time and other members") }),
      field(t("Now"), momentField(chat.now, (text) => this.set({ now: text }), { label: t("Now") })),
      tick(t("Streaming"), chat.streaming, (on) => this.set({ streaming: on })),
      field(t("Other members of the context (JSON)"), further),
    );
  }

  set(changes) {
    Object.assign(this.chat, changes);
    remember(this.chat);
    this.changed();
  }

  addMessage() {
    const role = this.chat.messages.at(-1)?.role === "user" ? "assistant" : "user";
    this.set({ messages: [...this.chat.messages, { role, text: "" }] });
    this.showMessages();
    this.messages.lastElementChild.querySelector("textarea").focus();
  }

  addAttribute(name) {
    this.set({ attributes: [...this.chat.attributes, { name, value: undefined }] });
    this.showAttributes();
    const row = this.attributes.lastElementChild;
    row.querySelector(name ? "[data-control=value]" : "input").focus();
  }

  showMessages() {
    const { messages } = this.chat;
    const row = (message, number) => {
      const role = select(ROLES.map((each) => [each, roleName(each)]), message.role, (value) => this.alter(message, { role: value }), { "aria-label": t("Role") });
      const words = make("textarea", { class: "rule-input", rows: "2", value: message.text, "aria-label": t("Message {number}", { number: number + 1 }), placeholder: t("What is said") });
      words.addEventListener("input", () => this.alter(message, { text: words.value }));
      const out = button("close", t("Take this message out"), () => this.without("messages", message), { disabled: messages.length === 1 });
      return make("div", { class: "rule-try-message" }, make("div", { class: "rule-try-row" }, role, out), words);
    };
    this.messages.replaceChildren(...messages.map(row));
  }

  showAttributes() {
    const row = (attribute) => {
      const name = textField(attribute.name, (text) => this.alter(attribute, { name: text }), { label: t("Name of the attribute"), placeholder: t("name"), mono: true });
      const value = valueField(attribute.value, (next) => this.alter(attribute, { value: next }), { types: TYPES, label: t("Value") });
      const out = button("close", t("Take this attribute out"), () => this.without("attributes", attribute));
      return make("div", { class: "rule-try-attribute" }, make("div", { class: "rule-try-row" }, name, out), value);
    };
    this.attributes.replaceChildren(...this.chat.attributes.map(row));
  }

  alter(entry, changes) {
    Object.assign(entry, changes);
    this.set({});
  }

  without(list, entry) {
    this.set({ [list]: this.chat[list].filter((each) => each !== entry) });
    if (list === "messages") this.showMessages();
    else this.showAttributes();
  }
}

/** Who set what in the chat before the rule saw it. */
function intercepted(setBy) {
  if (!setBy.length) return null;
  const parts = setBy.map(([path, name]) => make("span", { class: "rule-try-set" }, make("code", { text: path }), ` (${name})`));
  return make("li", { class: "is-hint" }, make("span", { text: t("Set by interceptors:") }), parts);
}

function roleName(role) {
  return { user: t("user"), assistant: t("assistant"), system: t("system"), tool: t("tool") }[role];
}

function furtherOf(text) {
  try {
    return text.trim() ? read(text) : undefined;
  } catch {
    return undefined;
  }
}
