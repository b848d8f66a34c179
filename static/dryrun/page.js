// What the dry-run page does beyond HTMX: rows without a round trip, faults beside their fields, things that stay open.

const form = () => document.getElementById("dry-form");
const answer = () => document.getElementById("answer");

const ask = () => form().dispatchEvent(new Event("input", { bubbles: true }));

// Rows are added, taken out and moved here; without this script the same buttons post the form.

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-add], [data-move], [data-copy]");
  if (!button) return;
  if (button.dataset.copy) return copy(button);
  event.preventDefault();
  if (button.dataset.add) add(button.dataset.add);
  else move(button.closest("[data-row]"), button.dataset.move);
  ask();
});

function add(rows) {
  const list = document.querySelector(`[data-rows="${rows}"]`);
  const blank = document.querySelector(`template[data-blank="${rows}"]`).content.cloneNode(true);
  const lastRole = list.lastElementChild?.querySelector("[name=role]")?.value;
  if (lastRole === "user") blank.querySelector("[name=role]").value = "assistant";
  list.append(blank);
  list.lastElementChild.querySelector("textarea, input[type=text]").focus();
}

function move(row, way) {
  const neighbour = way === "up" ? row.previousElementSibling : row.nextElementSibling;
  const next = row.nextElementSibling ?? row.previousElementSibling;
  if (way === "remove") {
    row.remove();
    next?.querySelector("textarea, input[type=text]")?.focus();
  } else if (neighbour) {
    neighbour[way === "up" ? "before" : "after"](row);
    row.querySelector(`[data-move=${way}]`).focus();
  }
}

// Alt with an arrow moves the message that is being written.

document.addEventListener("keydown", (event) => {
  const way = event.altKey && { ArrowUp: "up", ArrowDown: "down" }[event.key];
  const row = way && event.target.closest("[data-rows=turns] > [data-row]");
  if (!row) return;
  event.preventDefault();
  move(row, way);
  event.target.focus();
  ask();
});

// What an input method has not finished yet is not asked about, and what is no longer asked is given up at once.

const giveUp = () => form().dispatchEvent(new Event("htmx:abort", { bubbles: true }));

document.addEventListener(
  "input",
  (event) => {
    if (!event.target.closest("#dry-form")) return;
    if (event.isComposing) event.stopImmediatePropagation();
    else giveUp();
  },
  true,
);
document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, target } = event.detail;
  if (elt === form() && form().dataset.replaced) event.preventDefault(); // what is about to come answers for it, too
  if (target !== form()) return;
  giveUp();
  form().dataset.replaced = "soon";
});
document.addEventListener("htmx:afterRequest", ({ detail }) => detail.target === form() && delete form().dataset.replaced);
document.addEventListener("compositionend", (event) => event.target.closest("#dry-form") && ask());

// HTMX would send what the form asks by itself to the address of the button that has the focus, and the button's value with it.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt !== form()) return;
  detail.path = form().getAttribute("hx-post");
  for (const name of ["do", "most", "unfolded"]) delete detail.parameters[name];
});

// Once the page is left by a button of the form, nothing more is asked, and a second press is none.

let leaving = false;

document.addEventListener("submit", (event) => {
  if (event.target !== form() || event.defaultPrevented) return;
  if (leaving) event.preventDefault();
  leaving = true;
  setTimeout(() => (leaving = false), 5000);
});
window.addEventListener("pageshow", () => (leaving = false));
document.addEventListener("htmx:beforeRequest", (event) => leaving && event.preventDefault());

// An answer that does not come is said.

const failure = (failed) => (document.getElementById("dry-failure").hidden = !failed);

document.addEventListener("htmx:responseError", () => failure(true));
document.addEventListener("htmx:sendError", () => failure(true));
document.addEventListener("htmx:afterSwap", () => failure(false));

// The filter works by style alone; another format is asked for.

document.addEventListener("change", (event) => event.target.matches("[data-asks]") && ask());

// A body is taken apart as soon as it is pasted.

document.addEventListener("paste", (event) => {
  if (event.target.id === "dry-pasted") setTimeout(() => form().querySelector("[data-takes-apart]").click());
});

// After each answer: faults beside their fields, details open as they were.

const open = new Set();

document.addEventListener(
  "toggle",
  ({ target }) => target.dataset?.keepOpen && open[target.open ? "add" : "delete"](target.dataset.keepOpen),
  true,
);

document.addEventListener("htmx:afterSwap", settle);
settle();

function settle() {
  for (const details of answer().querySelectorAll("details[data-keep-open]")) {
    if (open.has(details.dataset.keepOpen)) details.open = true;
  }
  for (const button of answer().querySelectorAll("[data-copy]")) button.hidden = false;
  placeFaults();
}

function placeFaults() {
  for (const place of form().querySelectorAll("[data-faults-of]")) {
    if (place.childElementCount) place.replaceChildren();
    place.parentElement.classList.remove("is-faulty");
  }
  for (const fault of answer().querySelectorAll("[data-fault]")) {
    const place = placeOf(fault.dataset.fault, fault.dataset.rowNumber);
    if (!place) continue;
    const words = document.createElement("p");
    words.textContent = fault.textContent;
    place.append(words);
    place.parentElement.classList.add("is-faulty");
    place.closest("details")?.setAttribute("open", "");
  }
}

function placeOf(field, row) {
  if (row === undefined) return form().querySelector(`[data-faults-of="${field}"]`);
  return form().querySelector(`[data-rows="${field}"]`)?.children[row]?.querySelector("[data-faults-of=row]");
}

async function copy(button) {
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
  const icon = button.querySelector(".material-symbols-outlined");
  icon.textContent = "check";
  setTimeout(() => (icon.textContent = "content_copy"), 1500);
}
