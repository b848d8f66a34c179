// JSON that loses nothing: numbers keep their spelling, objects the order of any member, and a name stands once.

/** A number as it is written. */
export class Numeral {
  constructor(text) {
    this.text = text;
  }
}

/** Something typed that is no value yet: it keeps its place among the members, and is left out of the text. */
export class Unfinished {
  constructor(text) {
    this.text = text;
  }
}

export class Unreadable extends Error {
  constructor(reason, text, at) {
    super(reason);
    const before = text.slice(0, at).split("\n");
    this.line = before.length;
    this.column = Array.from(before.at(-1)).length + 1;
  }
}

const MOST_LEVELS = 400;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const SPACE = /[ \t\n\r]*/y;
const CONSTANTS = { true: true, false: false, null: null };
const CONSTANT = /true|false|null/y;

/** The value of a text: Map, Array, string, Numeral, boolean or null. Throws Unreadable. */
export function read(text) {
  const reader = new Reader(text);
  const value = reader.value(0);
  if (reader.at < text.length) reader.refuse("Extra data");
  return value;
}

/** The text of a value, indented as Python's `json` does it. */
export function write(value, indent = "\n") {
  if (value instanceof Map) {
    const members = [...value].filter(([, member]) => !(member instanceof Unfinished));
    return within("{", "}", indent, members, ([name, member], inner) => `${JSON.stringify(name)}: ${write(member, inner)}`);
  }
  if (Array.isArray(value)) {
    const items = value.filter((item) => !(item instanceof Unfinished));
    return within("[", "]", indent, items, write);
  }
  return value instanceof Numeral ? value.text : JSON.stringify(value);
}

/** The value in one line. */
export function writeLine(value) {
  return write(value, null);
}

export function clone(value) {
  if (value instanceof Map) return new Map([...value].map(([name, member]) => [name, clone(member)]));
  return Array.isArray(value) ? value.map(clone) : value;
}

export function isNumber(text) {
  NUMBER.lastIndex = 0;
  return NUMBER.exec(text)?.[0] === text && text !== "" && Number.isFinite(Number(text));
}

/** Plain JavaScript values as this module has them. */
export function from(value) {
  if (Array.isArray(value)) return value.map(from);
  if (typeof value === "number") return new Numeral(JSON.stringify(value));
  if (value === null || typeof value !== "object" || value instanceof Map || value instanceof Numeral) return value;
  return new Map(Object.entries(value).map(([name, member]) => [name, from(member)]));
}

function within(open, close, indent, items, spell) {
  if (!items.length) return open + close;
  const inner = indent === null ? null : `${indent}  `;
  const spelled = items.map((item) => spell(item, inner));
  return indent === null ? open + spelled.join(", ") + close : open + inner + spelled.join(`,${inner}`) + indent + close;
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.skip(SPACE);
  }

  value(level) {
    if (level > MOST_LEVELS) this.refuse("it is nested too deeply");
    const start = this.text[this.at];
    if (start === "{") return this.object(level);
    if (start === "[") return this.array(level);
    if (start === '"') return this.string();
    const constant = this.skip(CONSTANT);
    if (constant) return this.closed(CONSTANTS[constant]);
    const number = this.skip(NUMBER);
    return number ? this.closed(new Numeral(number)) : this.refuse("Expecting value");
  }

  object(level) {
    const members = new Map();
    this.open();
    while (!this.takes("}")) {
      if (members.size) this.comma();
      if (this.text[this.at] !== '"') this.refuse("Expecting property name enclosed in double quotes");
      const at = this.at;
      const name = this.string();
      if (members.has(name)) this.refuse("a member is there twice", at);
      if (!this.takes(":")) this.refuse("Expecting ':' delimiter");
      members.set(name, this.value(level + 1));
    }
    return members;
  }

  array(level) {
    const items = [];
    this.open();
    while (!this.takes("]")) {
      if (items.length) this.comma();
      items.push(this.value(level + 1));
    }
    return items;
  }

  string() {
    const spelled = this.skip(STRING) || this.refuse("Unterminated string starting at");
    return this.closed(JSON.parse(spelled));
  }

  open() {
    this.at += 1;
    this.skip(SPACE);
  }

  comma() {
    if (!this.takes(",")) this.refuse("Expecting ',' delimiter");
  }

  takes(character) {
    if (this.text[this.at] !== character) return false;
    this.open();
    return true;
  }

  closed(value) {
    this.skip(SPACE);
    return value;
  }

  skip(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  refuse(reason, at = this.at) {
    throw new Unreadable(reason, this.text, at);
  }
}
