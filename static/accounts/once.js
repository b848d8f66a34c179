// What was sent is not sent again while its answer is awaited: a second click publishes nothing twice, and takes nobody to the
// answer of the second request, in which a new key's token does not stand any more.

const AWAITED_MILLISECONDS = 15000; // somebody who stopped the page from loading can send again after that
const sent = new WeakMap();

window.addEventListener("submit", (event) => {
  const form = event.target;
  const elsewhere = form.id === "changelist-form" || form.target === "_blank"; // their answers may be files, and the page stays
  if (event.defaultPrevented || form.method !== "post" || elsewhere) return;
  if (performance.now() - (sent.get(form) ?? -Infinity) < AWAITED_MILLISECONDS) {
    event.preventDefault();
    return;
  }
  sent.set(form, performance.now());
  form.setAttribute("aria-busy", "true");
});

window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return; // who comes back by the browser's button may send again
  for (const form of document.forms) {
    sent.delete(form);
    form.removeAttribute("aria-busy");
  }
});
