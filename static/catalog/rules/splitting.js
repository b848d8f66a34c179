// A typed or pasted list taken apart: commas of both scripts, `、` and line ends separate; quoted texts stay whole.

const SEPARATORS = /[,，、\n\r\t;；]/;
const QUOTES = { '"': '"', "“": "”", "「": "」" };

/** The texts of a list, and what is typed after the last separator: `{ whole, rest }`. */
export function split(text) {
  const whole = [];
  let at = 0;
  let start = 0;
  while (at <= text.length) {
    const lead = /^\s*/.exec(text.slice(at))[0].length;
    const close = QUOTES[text[at + lead]];
    const part = close ? quoted(text, at + lead, close) : null;
    const end = part ? part.end : endOf(text, at);
    if (end >= text.length) break;
    push(whole, part ? part.text : text.slice(at, end).trim());
    at = start = end + 1;
  }
  return { whole, rest: text.slice(start) };
}

/** The texts of a list that is finished; a quotation mark that is never closed is a character like others. */
export function splitAll(text) {
  const { whole, rest } = split(`${text}\n`);
  return rest.trim() ? [...whole, rest.trim()] : whole;
}

function push(whole, text) {
  if (text !== "") whole.push(text);
}

function endOf(text, from) {
  const found = text.slice(from).search(SEPARATORS);
  return found < 0 ? text.length : from + found;
}

/** A quoted text that is followed by a separator; a doubled closing mark stands for one. Null when it is not closed so. */
function quoted(text, open, close) {
  let content = "";
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] !== close) content += text[at];
    else if (text[at + 1] === close) content += text[(at += 1)];
    else {
      const after = at + 1 + /^[^\S\n\r\t]*/.exec(text.slice(at + 1))[0].length;
      return after >= text.length || SEPARATORS.test(text[after]) ? { text: content, end: after } : null;
    }
  }
  return { text: content, end: text.length };
}

/** A text as it would be typed into a list. */
export function asTyped(text) {
  const isPlain = text !== "" && text === text.trim() && !SEPARATORS.test(text) && !Object.hasOwn(QUOTES, text[0]);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
