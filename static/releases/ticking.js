/* Ticks all changes of a form, or none; without this the boxes are ticked one by one. */

for (const form of document.querySelectorAll("form[data-ticking]")) {
  const buttons = form.querySelector(".release-ticking");
  if (buttons) {
    buttons.hidden = false;
    buttons.addEventListener("click", ({ target }) => {
      for (const box of target.dataset.tick ? form.querySelectorAll("[name=change]") : []) {
        box.checked = target.dataset.tick === "all";
      }
    });
  }
}
