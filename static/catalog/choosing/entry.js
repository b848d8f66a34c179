// One tool or group in words: its name as a link, its title, what it is about.

import { make } from "../rules/elements.js";
import { t } from "./words.js";

/** What is known of an identity: `undefined` not yet, `null` that it is not there. */
export function entryOf(identity, entry) {
  const name = entry ? make("a", { class: "chooser-name", href: entry.address, target: "_blank", rel: "noopener", text: identity }) : make("span", { class: "chooser-name", text: identity });
  const marks = [entry === null && make("span", { class: "chooser-mark is-bad", text: t("Not there") }), entry && !entry.enabled && make("span", { class: "chooser-mark", text: t("disabled") })];
  const title = entry?.title && make("span", { class: "chooser-title", text: entry.title });
  const about = entry?.about && make("span", { class: "chooser-about", text: entry.about });
  return make("div", { class: "chooser-words" }, make("div", {}, name, marks, title), about);
}
