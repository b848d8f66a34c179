// The words of the page's language for the tool form.

const words = JSON.parse(document.getElementById("schema-words")?.textContent || "{}");

/** A text in the language of the page, filled in. */
export function t(text, values = {}) {
  return (words[text] ?? text).replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}
