// All there are, page by page, with a search; what is chosen is ticked, whatever page or search it is on.

import { button, make } from "../rules/elements.js";
import { entryOf } from "./entry.js";
import { t } from "./words.js";

const REST_MILLISECONDS = 250;

/** The list of all; `open()` asks for it when it is first looked at. */
export function allOf(choice, ask) {
  const search = make("input", { type: "search", class: "rule-input", placeholder: t("Search by name, title or owner"), "aria-label": t("Search by name, title or owner"), "data-control": "search" });
  const list = make("ul", { class: "chooser-list" });
  const said = make("p", { class: "chooser-said", role: "status" });
  const before = button("chevron_left", t("Earlier page"), () => turn(-1), { "data-control": "before" });
  const after = button("chevron_right", t("Next page"), () => turn(1), { "data-control": "after" });
  let page = 1;
  let pages = 1;
  let asked = 0;
  let timer = null;

  async function load() {
    const mine = (asked += 1);
    try {
      const answer = await ask({ wanted: search.value, page });
      if (mine === asked) show(answer);
    } catch {
      if (mine === asked) said.textContent = t("The server cannot be reached. What you typed stays here.");
    }
  }

  function show(answer) {
    ({ page, pages } = answer);
    list.replaceChildren(...answer.rows.map(row));
    before.disabled = page <= 1;
    after.disabled = page >= pages;
    said.textContent = answer.total ? t("Page {page} of {pages}, {total} in all", answer) : t("Nothing is found.");
  }

  function row(entry) {
    const { identity } = entry;
    const box = make("input", { type: "checkbox", checked: choice.has(identity), "aria-label": t("Choose “{text}”", { text: identity }) });
    box.addEventListener("change", () => (box.checked ? choice.add(identity) : choice.remove(identity)));
    box.dataset.identity = identity;
    return make("li", { class: "chooser-row" }, box, entryOf(identity, entry));
  }

  function turn(step) {
    page += step;
    load();
  }

  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      page = 1;
      load();
    }, REST_MILLISECONDS);
  });
  search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());

  function mark() {
    for (const box of list.querySelectorAll("input[type=checkbox]")) box.checked = choice.has(box.dataset.identity);
  }

  const element = make("div", {}, search, list, make("div", { class: "chooser-pages" }, before, after, said));
  return { element, mark, open: () => asked || load() };
}
