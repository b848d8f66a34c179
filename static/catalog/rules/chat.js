// The chat that a rule is tried with: kept for this browser session, never longer.

import { Unfinished, from, read, write, writeLine } from "./json.js";

const KEY = "toolgroups.try";
const BEGIN = { messages: [{ role: "user", text: "" }], account: undefined, model: "", attributes: [], streaming: false, now: "", further: "" };

/** The chat as it was last typed. Values are those of `json.js`. */
export function remembered() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    const attributes = kept.attributes.map(({ name, value }) => ({ name, value: value === null ? undefined : read(value) }));
    return { ...BEGIN, ...kept, account: kept.account === null ? undefined : read(kept.account), attributes };
  } catch {
    return structuredClone(BEGIN);
  }
}

export function remember(chat) {
  const spelled = (value) => (isGiven(value) ? writeLine(value) : null);
  const attributes = chat.attributes.map(({ name, value }) => ({ name, value: spelled(value) }));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...chat, account: spelled(chat.account), attributes }));
  } catch {
    // A browser that keeps nothing begins anew with each page.
  }
}

/** The chat context as JSON text; `further` are members typed as JSON, which stand over the others. */
export function contextOf(chat) {
  const messages = chat.messages.map(({ role, text }) => ({ role, content: text }));
  const context = new Map([["messages", from(messages)], ["streaming", chat.streaming]]);
  if (isGiven(chat.account)) context.set("account_id", chat.account);
  if (chat.model) context.set("options", new Map([["model", chat.model]]));
  const named = chat.attributes.filter(({ name, value }) => name && isGiven(value));
  if (named.length) context.set("attributes", new Map(named.map(({ name, value }) => [name, value])));
  if (chat.now) context.set("now", chat.now);
  const further = furtherOf(chat.further);
  if (further instanceof Map) for (const [name, value] of further) context.set(name, merged(context.get(name), value));
  return write(context);
}

/** The texts of the messages, as the server sees them. */
export const textsOf = (chat) => chat.messages.map(({ text }) => text);

/** Whether nobody has said or given anything yet, so that there is nothing to judge. */
export function isBlank(chat) {
  const { messages, account, model, attributes, streaming, now, further } = chat;
  const isSilent = messages.every(({ text }) => text === "");
  return isSilent && !isGiven(account) && !model && !attributes.some(({ value }) => isGiven(value)) && !streaming && !now && !further.trim();
}

const isGiven = (value) => value !== undefined && value !== "" && !(value instanceof Unfinished);

const merged = (there, value) => (there instanceof Map && value instanceof Map ? new Map([...there, ...value]) : value);

function furtherOf(text) {
  try {
    return read(text);
  } catch {
    return null;
  }
}
