// A rule as a tree. A place is a list of child numbers from the root.

import { clone } from "./json.js";

const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

export const isNode = (value) => value instanceof Map && typeof value.get("kind") === "string";

export const isSeveral = (node) => isNode(node) && ["all", "any"].includes(node.get("kind")) && Array.isArray(node.get("rules"));

export const isNot = (node) => isNode(node) && node.get("kind") === "not";

export const isGroup = (node) => isSeveral(node) || isNot(node);

export function childrenOf(node) {
  if (isSeveral(node)) return node.get("rules");
  return isNot(node) && node.has("rule") ? [node.get("rule")] : [];
}

export function* nodesOf(node) {
  yield node;
  for (const child of childrenOf(node)) yield* nodesOf(child);
}

export const at = (root, place) => place.reduce((node, number) => childrenOf(node)[number], root);

/** The JSON path of a node, as the server names it. */
export function pathOf(root, place) {
  let path = "$";
  place.reduce((node, number) => {
    path += isNot(node) ? ".rule" : `.rules[${number}]`;
    return childrenOf(node)[number];
  }, root);
  return path;
}

/** Whether one more child fits into a node. */
export const hasRoom = (node) => isSeveral(node) || (isNot(node) && !node.has("rule"));

/** The root with another node at a place. */
export function replaced(root, place, node) {
  if (!place.length) return node;
  const parent = at(root, place.slice(0, -1));
  if (isNot(parent)) parent.set("rule", node);
  else parent.get("rules")[place.at(-1)] = node;
  return root;
}

/** The root with a node put in as a child, before the one that has this number now. */
export function inserted(root, parentPlace, number, node) {
  const parent = at(root, parentPlace);
  if (isNot(parent)) parent.set("rule", node);
  else parent.get("rules").splice(number, 0, node);
  return root;
}

/** The root without the node at a place; null when it was the root. */
export function removed(root, place) {
  if (!place.length) return null;
  const parent = at(root, place.slice(0, -1));
  if (isNot(parent)) parent.delete("rule");
  else parent.get("rules").splice(place.at(-1), 1);
  return root;
}

/** Whether a node can become a child of another one. */
export function canMove(root, from, parentPlace) {
  const isInside = from.every((step, level) => parentPlace[level] === step);
  const isOwn = samePlace(from.slice(0, -1), parentPlace);
  return from.length > 0 && !isInside && (isOwn || hasRoom(at(root, parentPlace)));
}

/** Moves a node, which `canMove`, before the child of a parent that has this number now; returns its new place. */
export function moved(root, from, parentPlace, number) {
  const node = at(root, from);
  const own = from.slice(0, -1);
  const isOwn = samePlace(own, parentPlace);
  removed(root, from);
  const target = [...parentPlace];
  const level = own.length;
  if (!isNot(at(root, own)) && target.length > level && samePlace(own, target.slice(0, level)) && target[level] > from[level]) target[level] -= 1;
  const place = isOwn && number > from.at(-1) ? number - 1 : number;
  inserted(root, target, place, node);
  return [...target, isNot(at(root, target)) ? 0 : place];
}

export const samePlace = (one, other) => one.length === other.length && one.every((step, level) => step === other[level]);

/** An id that no node of the tree has. */
export function freshId(root) {
  const taken = new Set(root ? [...nodesOf(root)].map((node) => node instanceof Map && node.get("id")) : []);
  for (;;) {
    const letters = Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => LETTERS[byte % LETTERS.length]);
    const id = `n-${letters.join("")}`;
    if (!taken.has(id)) return id;
  }
}

/** A copy in which every node that has an id has one of its own. */
export function copied(root, node) {
  const copy = clone(node);
  for (const each of nodesOf(copy)) if (each instanceof Map && each.has("id")) each.set("id", freshId(root));
  return copy;
}
