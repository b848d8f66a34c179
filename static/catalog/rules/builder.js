// The rule editor: a builder and a JSON tab over one text area, with the server's judgement beside it.

import { Asking, findShared, namesBelow } from "./asking.js";
import { contextOf, isBlank, textsOf } from "./chat.js";
import { letDrag } from "./dragging.js";
import { Editor } from "./editor.js";
import { button, make } from "./elements.js";
import { listed, mark } from "./marks.js";
import { nodesOf } from "./tree.js";
import { Trying } from "./trying.js";
import { t } from "./words.js";

let count = 0;

for (const host of document.querySelectorAll("[data-rule-editor]")) begin(host);

function begin(host) {
  const textarea = host.querySelector("textarea");
  const { kind, tryAddress, sharedAddress, fieldsAddress } = host.dataset;
  const identity = () => textarea.form.querySelector("[name=name], [name=key]")?.value ?? "";
  const trying = new Trying(() => ask());
  const editor = new Editor(textarea, { kind, changed: () => ask(), known: { paths, find: (text) => findShared(sharedAddress, text) } });
  const summary = make("p", { class: "rule-summary", role: "status" });
  const problems = make("ul", { class: "rule-problems" });
  const asking = new Asking(tryAddress, {
    question: () => ({ kind, identity: identity(), rule: textarea.value, context: contextOf(trying.chat) }),
    answered: show,
    failed: (words) => trying.fail(words),
  });

  function ask() {
    trying.element.hidden = textarea.value.trim() === "";
    trying.offer(editor.root);
    asking.soon();
  }

  function show(answer) {
    summary.textContent = answer.unreadable ?? answer.summary;
    summary.classList.toggle("is-refused", Boolean(answer.unreadable));
    problems.replaceChildren(...listed(answer.faults ?? []));
    const shown = isBlank(trying.chat) ? { ...answer, nodes: {}, verdict: null, set_by: [], note: "" } : answer;
    mark(editor, shown, textsOf(trying.chat));
    trying.show(kind === "group" ? shown : { ...shown, indexed: true });
  }

  async function paths(prefix) {
    const asked = editor.root === null ? [] : [...nodesOf(editor.root)].map((node) => node?.get?.("field"));
    const used = asked.filter((field) => typeof field === "string" && field.startsWith(prefix)).map((field) => field.slice(prefix.length));
    const typed = prefix === "attributes." ? trying.chat.attributes.map(({ name }) => name) : [];
    return [...new Set([...typed, ...used, ...(await namesBelow(fieldsAddress, prefix))])].filter(Boolean);
  }

  host.append(...layout(host, textarea, editor, { summary, problems, trying }));
  host.dataset.ready = "";
  letDrag(editor);
  letKeys(host, textarea, editor);
  refuseUnfinished(host, textarea, editor);
  closeMenus(host);
  trying.show({});
  ask();
  asking.now();
}

function layout(host, textarea, editor, { summary, problems, trying }) {
  const number = (count += 1);
  const build = make("div", { class: "rule-panel", role: "tabpanel", id: `rule-build-${number}`, "aria-labelledby": `rule-build-tab-${number}` }, editor.canvas, editor.spoken);
  const text = make("div", { class: "rule-panel", role: "tabpanel", id: `rule-text-${number}`, "aria-labelledby": `rule-text-tab-${number}`, hidden: true }, textarea, problems);
  const tabs = tabList([[t("Builder"), build], ["JSON", text]], number);
  const history = make("div", { class: "rule-history" }, button("undo", t("Undo"), () => editor.undo(), { "data-control": "undo" }), button("redo", t("Redo"), () => editor.redo(), { "data-control": "redo" }));
  const bar = make("div", { class: "rule-bar" }, tabs, history);
  textarea.addEventListener("input", () => editor.state.typed());
  return [bar, summary, make("div", { class: "rule-main" }, make("div", { class: "rule-panels" }, build, text), trying.element)];
}

function tabList(entries, number) {
  const list = make("div", { class: "rule-tabs", role: "tablist", "aria-label": t("How the rule is edited") });
  const tabs = entries.map(([label, panel], place) => {
    const id = panel.id.replace(`-${number}`, `-tab-${number}`);
    return make("button", { type: "button", role: "tab", id, "aria-controls": panel.id, text: label, onclick: () => choose(place) });
  });
  function choose(chosen) {
    entries.forEach(([, panel], place) => {
      panel.hidden = place !== chosen;
      tabs[place].setAttribute("aria-selected", String(place === chosen));
      tabs[place].tabIndex = place === chosen ? 0 : -1;
    });
  }
  list.addEventListener("keydown", (event) => {
    if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    const next = (tabs.indexOf(document.activeElement) + 1) % tabs.length;
    choose(next);
    tabs[next].focus();
  });
  list.append(...tabs);
  choose(0);
  return list;
}

/** Ctrl-Z and Ctrl-Y undo and redo; Alt with an arrow moves a card; Enter in a field never sends the form. */
function letKeys(host, textarea, editor) {
  const ways = { ArrowUp: "up", ArrowDown: "down", ArrowRight: "in", ArrowLeft: "out" };
  host.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const isOwn = editor.canvas.contains(target) && !(target.matches(".rule-chip-input") && target.value);
    const isUndo = (event.ctrlKey || event.metaKey) && ["z", "y"].includes(key.toLowerCase());
    if (isUndo && isOwn) {
      event.preventDefault();
      if (key.toLowerCase() === "y" || event.shiftKey) editor.redo();
      else editor.undo();
    } else if (event.altKey && ways[key] && isOwn && !event.ctrlKey) {
      event.preventDefault();
      editor.move(target.closest(".rule-node")?.place ?? [], ways[key]);
    } else if (key === "Enter" && target.matches("input")) {
      event.preventDefault();
    }
  });
}

/** Keeps the form from being sent while a field of the builder holds something that is no value. */
function refuseUnfinished(host, textarea, editor) {
  const refuse = (event) => {
    if (event.target !== textarea.form) return;
    const wrong = [...editor.canvas.querySelectorAll("[aria-invalid=true]")].find((field) => !field.validity.valid);
    if (!wrong) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    host.querySelector("[role=tab]").click();
    wrong.focus();
    wrong.reportValidity();
  };
  document.addEventListener("submit", refuse, true);
}

function closeMenus(host) {
  const close = (event) => {
    for (const open of host.querySelectorAll("details.rule-menu[open]")) if (!open.contains(event.target)) open.open = false;
  };
  document.addEventListener("click", close);
  host.addEventListener("focusin", close);
  host.addEventListener("keydown", (event) => {
    const open = event.target.closest("details.rule-menu[open]");
    if (event.key !== "Escape" || !open) return;
    open.open = false;
    open.querySelector("summary").focus();
  });
}
