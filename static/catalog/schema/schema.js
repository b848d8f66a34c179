// A JSON Schema as rows: what a row can show of it, and the changes that a row makes. What no row shows stays.

export const TYPES = ["string", "integer", "number", "boolean", "array", "object", "null"];

/** The type as written: one of TYPES, a list of them, or undefined where there is none or no row can show it. */
export function typeOf(schema) {
  const type = schema.get("type");
  if (TYPES.includes(type)) return type;
  return Array.isArray(type) && type.every((each) => TYPES.includes(each)) ? type : undefined;
}

const isOneOf = (schema, kind) => [typeOf(schema)].flat().includes(kind);

/** Whether the rows below this schema are its parameters. */
export function isObject(schema) {
  const has = schema.get("properties");
  if (has !== undefined && !(has instanceof Map)) return false;
  return isOneOf(schema, "object") || (!schema.has("type") && has !== undefined);
}

/** Whether the row below this schema says what is in the list. */
export const isList = (schema) => isOneOf(schema, "array");

/** Whether the whole is what rows are for: nothing yet, or an object. */
export const isRoot = (root) => root === null || (root instanceof Map && (isObject(root) || (!root.has("type") && !root.has("properties"))));

/** The rows right below a schema; `name` is null for what is in a list. */
export function childrenOf(entry) {
  const { schema } = entry;
  if (!(schema instanceof Map)) return [];
  const below = (name, child) => ({ up: entry, name, schema: child });
  if (isObject(schema) && schema.has("properties")) return [...schema.get("properties")].map(([name, child]) => below(name, child));
  return isList(schema) && schema.get("items") instanceof Map ? [below(null, schema.get("items"))] : [];
}

/** Where a row stands, as the server names it. */
export function placeOf({ up, name }) {
  if (!up) return "parameters";
  if (name === null) return `${placeOf(up)}.items`;
  return /^[A-Za-z_]\w*$/.test(name) ? `${placeOf(up)}.properties.${name}` : `${placeOf(up)}.properties[${JSON.stringify(name)}]`;
}

const SHOWN = {
  type: (schema) => typeOf(schema) !== undefined,
  description: (schema) => typeof schema.get("description") === "string",
  enum: (schema) => Array.isArray(schema.get("enum")),
  default: () => true,
  properties: isObject,
  required: (schema) => isObject(schema) && namesRequired(schema).every((name) => propertiesOf(schema).has(name)),
  items: (schema) => isList(schema) && schema.get("items") instanceof Map,
};

/** The members of a schema that its row does not show. */
export function keptOf(schema, isRoot = false) {
  const shown = isRoot ? ["type", "properties", "required"] : Object.keys(SHOWN);
  return [...schema.keys()].filter((name) => !(shown.includes(name) && SHOWN[name](schema)));
}

const propertiesOf = (schema) => schema.get("properties") ?? new Map();

const namesRequired = (schema) => (Array.isArray(schema.get("required")) ? schema.get("required") : []);

export const isRequired = ({ up, name }) => namesRequired(up.schema).includes(name);

/** Makes a row required, or not; a list of required names that nobody needs is taken out. */
export function require({ up, name }, isNeeded) {
  const others = namesRequired(up.schema).filter((each) => each !== name);
  setOrDelete(up.schema, "required", isNeeded ? [...others, name] : others.length ? others : undefined);
}

/** Why a row cannot have this name: "empty" or "twice"; null where it can. */
export function refusalOf({ up, name }, wanted) {
  if (wanted === name) return null;
  if (wanted === "") return "empty";
  return propertiesOf(up.schema).has(wanted) ? "twice" : null;
}

/** Gives a row another name; it keeps its place, and stays required if it was. */
export function rename(entry, wanted) {
  const { up, name } = entry;
  reorder(up.schema, (entries) => entries.map(([each, child]) => [each === name ? wanted : each, child]));
  if (isRequired(entry)) up.schema.set("required", namesRequired(up.schema).map((each) => (each === name ? wanted : each)));
  entry.name = wanted;
}

/** Gives a schema another type, undefined for any; what only the former one could have goes. */
export function turn(schema, type) {
  const areNumbers = [type, schema.get("type")].every((each) => ["integer", "number"].includes(each));
  setOrDelete(schema, "type", type, { first: true });
  if (type === undefined) return;
  if (!isOneOf(schema, "object")) for (const name of ["properties", "required", "additionalProperties"]) schema.delete(name);
  if (!isList(schema)) schema.delete("items");
  if (!areNumbers) for (const name of ["enum", "default"]) schema.delete(name);
  if (type === "object" && !schema.has("properties")) schema.set("properties", new Map());
  if (type === "array" && !schema.has("items")) schema.set("items", new Map([["type", "string"]]));
}

/** Adds a row at the end of an object; returns its name. */
export function add(schema, stem) {
  const there = propertiesOf(schema);
  let name = stem;
  for (let number = 2; there.has(name); number += 1) name = `${stem}_${number}`;
  if (!schema.has("properties")) schema.set("properties", there);
  there.set(name, new Map([["type", "string"]]));
  return name;
}

/** A fresh object without parameters. */
export const begun = () => new Map([["type", "object"], ["properties", new Map()]]);

/** Takes a row out. */
export function remove(entry) {
  const { up, name } = entry;
  if (name === null) return void up.schema.delete("items");
  if (isRequired(entry)) require(entry, false);
  up.schema.get("properties").delete(name);
}

/** Puts a row before the one that has this number now, in its own object or another one. */
export function move(entry, target, number) {
  const { up, name, schema } = entry;
  const wasRequired = isRequired(entry);
  const from = [...up.schema.get("properties").keys()].indexOf(name);
  const isWithin = target.schema === up.schema;
  if (!isWithin) remove(entry);
  reorder(target.schema, (entries) => {
    const others = entries.filter(([each]) => each !== name);
    others.splice(isWithin && from < number ? number - 1 : number, 0, [name, schema]);
    return others;
  });
  if (!isWithin && wasRequired) require({ up: target, name }, true);
}

/** Whether a row may go into an object: not into itself, and not beside another one of its name. */
export function canMove(entry, target) {
  if (entry.name === null || !isObject(target.schema)) return false;
  for (let above = target; above; above = above.up) if (above.schema === entry.schema) return false;
  return target.schema === entry.up.schema || !propertiesOf(target.schema).has(entry.name);
}

/** Sets a member, or takes it out where there is no value for it; a first one comes first. */
export function setOrDelete(schema, name, value, { first = false } = {}) {
  if (value === undefined) return void schema.delete(name);
  const isNew = first && !schema.has(name);
  const others = isNew ? [...schema] : [];
  if (isNew) schema.clear();
  schema.set(name, value);
  for (const [each, member] of others) schema.set(each, member);
}

function reorder(schema, change) {
  schema.set("properties", new Map(change([...propertiesOf(schema)])));
}
