// Moving cards with the mouse: dropped before or after another one, or into a group.

import { childrenOf, hasRoom, isGroup, at } from "./tree.js";

/** Lets the cards of an editor be dragged by their grips. */
export function letDrag(editor) {
  const { canvas } = editor;
  let from = null;
  let target = null;

  canvas.addEventListener("dragstart", (event) => {
    const dragged = event.target.closest?.(".rule-grip")?.closest(".rule-node");
    if (!dragged) return;
    from = dragged.place;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", dragged.dataset.path);
    event.dataTransfer.setDragImage(dragged, 12, 12);
    dragged.classList.add("is-dragged");
  });

  canvas.addEventListener("dragover", (event) => {
    if (!from) return;
    point(null);
    const over = event.target.closest(".rule-node");
    const isInside = event.target.closest(".rule-below, .rule-node").matches(".rule-below");
    const found = over && targetAt(editor, over, isInside, event.clientY);
    if (!found || startsWith(found.parent, from)) return;
    event.preventDefault();
    target = found;
    point(found);
  });

  canvas.addEventListener("drop", (event) => {
    if (!from || !target) return;
    event.preventDefault();
    const [moving, { parent, number }] = [from, target];
    end();
    editor.moveTo(moving, parent, number);
  });

  canvas.addEventListener("dragend", end);

  function end() {
    point(null);
    canvas.querySelector(".is-dragged")?.classList.remove("is-dragged");
    from = target = null;
  }

  function point(found) {
    for (const each of canvas.querySelectorAll(".drop-before, .drop-after, .drop-inside")) each.classList.remove("drop-before", "drop-after", "drop-inside");
    if (!found) target = null;
    found?.element.classList.add(`drop-${found.where}`);
  }
}

const startsWith = (place, start) => start.every((step, level) => place[level] === step);

/** Where something dropped at this height of a card would go. */
function targetAt(editor, element, isInside, y) {
  const { place } = element;
  const node = at(editor.root, place);
  const { top, bottom, height } = element.getBoundingClientRect();
  const edge = Math.min(24, height / 3);
  const parent = place.slice(0, -1);
  const isBetween = place.length > 0 && hasRoom(at(editor.root, parent));
  if (isGroup(node) && hasRoom(node) && (isInside || !isBetween || (y > top + edge && y < bottom - edge))) {
    return { element, where: "inside", parent: place, number: childrenOf(node).length };
  }
  if (!isBetween) return null;
  const isUpper = y < (top + bottom) / 2;
  return { element, where: isUpper ? "before" : "after", parent, number: place.at(-1) + (isUpper ? 0 : 1) };
}
