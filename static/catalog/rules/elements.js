// Making elements.

let count = 0;

/** An element: `on…` are listeners, `class`, `text` and attributes as named; children may be null. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else if (["value", "checked", "selected", "hidden", "disabled", "open", "readOnly"].includes(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An icon of the theme's font; words for it stand beside it or on its button. */
export function icon(name) {
  return make("span", { class: "material-symbols-outlined rule-icon", "aria-hidden": "true", text: name });
}

/** A button with an icon, and the words as its label or beside it. */
export function button(name, label, onclick, attributes = {}) {
  const { wordy = false, ...others } = attributes;
  const named = wordy ? {} : { "aria-label": label, title: label };
  return make("button", { type: "button", class: "rule-button", onclick, ...named, ...others }, icon(name), wordy && make("span", { text: label }));
}

/** A labelled field; `control` is the element that is labelled, `shown` what stands there with it in it. */
export function field(label, control, shown = control) {
  control.id ||= `rule-field-${(count += 1)}`;
  return make("div", { class: "rule-field" }, make("label", { for: control.id, text: label }), make("div", { class: "rule-control" }, shown));
}

/** A box to tick, with its label. */
export function tick(label, checked, onchange, attributes = {}) {
  const box = make("input", { type: "checkbox", checked, onchange: () => onchange(box.checked), ...attributes });
  return make("label", { class: "rule-tick" }, box, make("span", { text: label }));
}

/** A choice of one; `choices` are pairs of value and label, or of a heading and such pairs. */
export function select(choices, value, onchange, attributes = {}) {
  const { class: look = "", ...others } = attributes;
  const element = make("select", { class: `rule-select ${look}`.trim(), ...others }, choices.map(choice));
  element.value = value;
  element.addEventListener("change", () => onchange(element.value));
  return element;
}

function choice([value, label]) {
  if (Array.isArray(label)) return make("optgroup", { label: value }, label.map(choice));
  return make("option", { value, text: label });
}

/** A list of actions behind one button; each is [icon, label, action] or a heading. */
export function menu(label, iconName, actions, attributes = {}) {
  const { wordy = false, ...others } = attributes;
  const summary = make("summary", { class: "rule-button", "aria-label": wordy ? null : label, title: wordy ? null : label }, icon(iconName), wordy && make("span", { text: label }));
  const details = make("details", { class: "rule-menu", ...others }, summary);
  const list = make("div", { class: "rule-menu-list" }, actions.map((action) => entry(action, details)));
  details.append(list);
  details.addEventListener("toggle", () => details.open && list.scrollIntoView({ block: "nearest" }));
  return details;
}

function entry(action, details) {
  if (typeof action === "string") return make("p", { class: "rule-menu-heading", text: action });
  const [iconName, label, act, hint] = action;
  const words = make("span", { class: "rule-menu-words" }, make("span", { text: label }), hint && make("small", { text: hint }));
  const onclick = () => {
    details.open = false;
    act();
  };
  return make("button", { type: "button", class: "rule-menu-entry", onclick }, icon(iconName), words);
}
