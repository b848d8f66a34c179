// What the theme lets only the mouse press is reached by the keyboard too: it can be tabbed to, and Enter or Space press it.

const REACHED = "a[href], button, input, select, textarea, summary, label, [tabindex]";

function letIn(element) {
  if (!element.hasAttribute("x-on:click") || element.matches(REACHED)) return;
  if (!element.textContent.trim() && !element.title) return; // the dimmed rest of the page behind a sheet
  if (element.querySelector(REACHED)) return;
  element.tabIndex = 0;
  element.setAttribute("role", "button");
}

function letAllIn(root) {
  letIn(root);
  for (const element of root.querySelectorAll("[x-on\\:click]")) letIn(element);
}

document.addEventListener("DOMContentLoaded", () => {
  letAllIn(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (node instanceof Element) letAllIn(node);
    }
  }).observe(document.body, { childList: true, subtree: true });
});

document.addEventListener("keydown", (event) => {
  const pressed = event.key === "Enter" || event.key === " ";
  if (!pressed || !event.target.matches?.('[role="button"][x-on\\:click]:not(button, a[href])')) return;
  event.preventDefault();
  event.target.click();
});
