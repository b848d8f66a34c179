// Moving rows with the mouse: dropped before or after another one, or into an object.

import { childrenOf, canMove, isObject } from "./schema.js";

/** Lets the rows of an editor be dragged by their grips. */
export function letDrag(editor) {
  const { canvas } = editor;
  let from = null;
  let target = null;

  canvas.addEventListener("dragstart", (event) => {
    const dragged = event.target.closest?.(".rule-grip")?.closest(".schema-row");
    if (!dragged) return;
    from = dragged.entry;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", from.name);
    event.dataTransfer.setDragImage(dragged, 12, 12);
    dragged.classList.add("is-dragged");
  });

  canvas.addEventListener("dragover", (event) => {
    if (!from) return;
    const row = event.target.closest(".schema-row");
    const found = row && targetAt(row, event.clientY);
    point(found && canMove(from, found.parent) ? found : null);
    if (target) event.preventDefault();
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
    from = null;
  }

  function point(found) {
    for (const each of canvas.querySelectorAll(".drop-before, .drop-after, .drop-inside")) each.classList.remove("drop-before", "drop-after", "drop-inside");
    target = found;
    found?.row.classList.add(`drop-${found.where}`);
  }
}

/** Where something dropped at this height of a row would go. */
function targetAt(row, y) {
  const { entry } = row;
  const { top, bottom, height } = row.getBoundingClientRect();
  const edge = Math.min(24, height / 3);
  const isBetween = entry.name !== null;
  const isMiddle = !isBetween || (y > top + edge && y < bottom - edge);
  if (entry.schema instanceof Map && isObject(entry.schema) && isMiddle) return { row, where: "inside", parent: entry, number: childrenOf(entry).length };
  if (!isBetween) return null;
  const isUpper = y < (top + bottom) / 2;
  const number = childrenOf(entry.up).findIndex(({ name }) => name === entry.name);
  return { row, where: isUpper ? "before" : "after", parent: entry.up, number: number + (isUpper ? 0 : 1) };
}
