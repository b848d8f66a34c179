// Asking the server about the rule: a moment after the last change, and only the latest answer counts.

import { t } from "./words.js";

const REST_MILLISECONDS = 250;

export class Asking {
  /** `question()` gives what to ask, `answered(answer)` takes it, `failed(words)` why there is none. */
  constructor(address, { question, answered, failed }) {
    Object.assign(this, { address, question, answered, failed });
    this.timer = null;
    this.pending = null;
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), REST_MILLISECONDS);
  }

  async now() {
    clearTimeout(this.timer);
    this.pending?.abort();
    const pending = (this.pending = new AbortController());
    try {
      const answer = await this.ask(pending.signal);
      if (this.pending === pending) this.answered(answer);
    } catch (problem) {
      if (this.pending === pending && problem.name !== "AbortError") this.failed(problem instanceof Refusal ? problem.message : t("The server cannot be reached. What you typed stays here."));
    }
  }

  async ask(signal) {
    const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
    const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
    const response = await fetch(this.address, { method: "POST", headers, body: JSON.stringify(this.question()), signal });
    return answerOf(response);
  }
}

/** Searches shared rules; none where the server does not answer. */
export async function findShared(address, text) {
  try {
    const { rules } = await answerOf(await fetch(`${address}?q=${encodeURIComponent(text)}`));
    return rules;
  } catch {
    return [];
  }
}

const below = new Map();

/** Names that other rules ask for below a prefix, asked for once; none where the server does not answer. */
export function namesBelow(address, prefix) {
  if (!prefix) return [];
  if (!below.has(prefix)) below.set(prefix, fetchNames(address, prefix));
  return below.get(prefix);
}

async function fetchNames(address, prefix) {
  try {
    return (await answerOf(await fetch(`${address}?below=${encodeURIComponent(prefix)}`))).names;
  } catch {
    below.delete(prefix);
    return [];
  }
}

class Refusal extends Error {}

async function answerOf(response) {
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  if (response.ok && isJson) return response.json();
  const { problem } = isJson ? await response.json() : {};
  if (problem) throw new Refusal(problem);
  if (response.redirected || response.status === 403) throw new Refusal(t("You are no longer signed in here. Sign in in another tab; what you typed stays here."));
  throw new Refusal(t("The server could not judge this. What you typed stays here."));
}
