// The words of the page's language, and the names that the server gives to what a rule may hold.

const read = (id) => JSON.parse(document.getElementById(id)?.textContent || "{}");

const words = read("rule-words");

/** What the server knows: names of fields, operators, scopes and days, and the matchers registered in code. */
export const names = read("rule-names");

/** A text in the language of the page, filled in. */
export function t(text, values = {}) {
  return (words[text] ?? text).replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}
