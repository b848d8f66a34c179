// The parameters of a tool: rows and a JSON tab over one text area, with what the model gets beside them.

import { button, make } from "../rules/elements.js";
import { letDrag } from "./dragging.js";
import { Editor } from "./editor.js";
import { preview } from "./preview.js";
import { tabList } from "./tabs.js";
import { t } from "./words.js";

for (const host of document.querySelectorAll("[data-schema-editor]")) begin(host);

function begin(host) {
  const textarea = host.querySelector("textarea");
  const { form } = textarea;
  let seen = null;
  const editor = new Editor(textarea, () => seen?.ask());
  const rows = make("div", { class: "rule-panel" }, editor.canvas, editor.spoken);
  const text = make("div", { class: "rule-panel" }, textarea);
  const tabs = tabList(t("How the parameters are edited"), [[t("Rows"), rows], ["JSON Schema", text]]);
  const history = make("div", { class: "rule-history" }, button("undo", t("Undo"), () => editor.undo(), { "data-control": "undo" }), button("redo", t("Redo"), () => editor.redo(), { "data-control": "redo" }));
  seen = preview(host.dataset.previewAddress, form, textarea, (path) => goTo(path, editor, tabs, form.elements.namedItem(path)));
  textarea.addEventListener("input", () => editor.state.typed());
  host.append(make("div", { class: "rule-bar" }, tabs.element, history), make("div", { class: "rule-main" }, make("div", { class: "rule-panels" }, rows, text), seen.element));
  host.dataset.ready = "";
  letDrag(editor);
  letKeys(host, editor);
  refuseUnfinished(textarea, editor, tabs);
}

/** Leads to the field or the innermost row that a path is about. */
function goTo(path, editor, tabs, field) {
  if (field && path !== "parameters") return field.focus();
  tabs.choose(0);
  const steps = [...path.matchAll(/\.|\[|$/g)].map(({ index }) => path.slice(0, index));
  const row = steps.reverse().map((step) => editor.rowAt(step)).find(Boolean);
  if (!row) return editor.canvas.scrollIntoView({ block: "nearest" });
  row.focus();
  row.scrollIntoView({ block: "center" });
}

/** Ctrl-Z and Ctrl-Y undo and redo; Alt with an arrow moves a row; Enter in a field never sends the form. */
function letKeys(host, editor) {
  const ways = { ArrowUp: "up", ArrowDown: "down", ArrowRight: "in", ArrowLeft: "out" };
  host.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const isOwn = editor.canvas.contains(target) && !(target.matches(".rule-chip-input") && target.value);
    const isUndo = (event.ctrlKey || event.metaKey) && ["z", "y"].includes(key.toLowerCase());
    const row = target.closest(".schema-row");
    if (isUndo && isOwn) {
      event.preventDefault();
      if (key.toLowerCase() === "y" || event.shiftKey) editor.redo();
      else editor.undo();
    } else if (event.altKey && !event.ctrlKey && ways[key] && isOwn && row) {
      event.preventDefault();
      editor.moveStep(row.entry, ways[key]);
    } else if (key === "Enter" && target.matches("input")) {
      event.preventDefault();
    }
  });
}

/** Keeps the form from being sent while a field of the rows holds something that is no value. */
function refuseUnfinished(textarea, editor, tabs) {
  const refuse = (event) => {
    if (event.target !== textarea.form) return;
    const wrong = [...editor.canvas.querySelectorAll("[aria-invalid=true]")].find((field) => !field.validity.valid);
    if (!wrong) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    tabs.choose(0);
    wrong.focus();
    wrong.reportValidity();
  };
  document.addEventListener("submit", refuse, true);
}
