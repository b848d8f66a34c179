// A page that was opened before somebody signed in anew sends the token of now, so that what was typed there is not refused.

window.addEventListener(
  "submit",
  ({ target }) => {
    const field = target.querySelector("input[name=csrfmiddlewaretoken]");
    const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
    if (field && token) field.value = token;
  },
  true,
);
