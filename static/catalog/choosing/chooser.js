// Choosing tools or groups: those chosen in order, and all to search in, over one text area of one identity a line.

import { make } from "../rules/elements.js";
import { tabList } from "../schema/tabs.js";
import { allOf } from "./all.js";
import { Choice } from "./choice.js";
import { chosenOf } from "./chosen.js";
import { t } from "./words.js";

for (const host of document.querySelectorAll("[data-chooser]")) begin(host);

function begin(host) {
  const textarea = host.querySelector("textarea");
  const { kind, address } = host.dataset;
  const choice = new Choice(textarea);
  const ask = (question) => answerOf(address, { kind, ...question });
  const count = make("span", { class: "chooser-count" });
  const spoken = make("p", { class: "rule-unseen", role: "status" });
  const say = (words) => (spoken.textContent = words);
  const chosen = chosenOf(choice, ask, say, () => tabs.choose(1));
  const all = allOf(choice, ask);
  const panels = [make("div", { class: "rule-panel" }, chosen.element), make("div", { class: "rule-panel" }, all.element)];
  const tabs = tabList(t("What is shown"), [[make("span", {}, t("Chosen"), " ", count), panels[0]], [t("All"), panels[1]]], { chosen: (number) => number === 1 && all.open() });
  const show = () => {
    count.textContent = `(${choice.list.length})`;
    chosen.show();
    all.mark();
  };
  choice.changed = show;
  textarea.hidden = true;
  host.append(make("div", { class: "rule-bar" }, tabs.element), ...panels, spoken);
  host.dataset.ready = "";
  show();
}

async function answerOf(address, question) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(question) });
  if (!response.ok || response.redirected) throw new Error(String(response.status));
  return response.json();
}
