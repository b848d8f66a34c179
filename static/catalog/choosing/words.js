// The words of the page's language for the chooser.

const words = JSON.parse(document.getElementById("chooser-words")?.textContent || "{}");

/** A text in the language of the page, filled in. */
export function t(text, values = {}) {
  return (words[text] ?? text).replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}
