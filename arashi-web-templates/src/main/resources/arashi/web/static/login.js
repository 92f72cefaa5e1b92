// Signs in. If that is busy, the form stays with its password and is resent: a page from the
// server can't return a password.

const $ = (selector, root = document) => root.querySelector(selector);

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !("again" in form.dataset)) return;
  event.preventDefault();
  signIn(form);
});

async function signIn(form) {
  $("button", form).disabled = true;
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams(new FormData(form)),
      headers: { Accept: "application/json, text/html" },
      redirect: "manual", // following it would fetch the next page twice
    });
    if (answer.type === "opaqueredirect") return location.replace(form.elements.next?.value ?? "/mail"); // an older node
    if (answer.headers.get("Content-Type")?.startsWith("application/json")) return location.replace((await answer.json()).next);
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const wait = Number(answer.headers.get("Retry-After"));
    const state = $("#login-state", next);
    if (answer.status === 503 && wait && state) later(form, state, wait);
    else show(next);
  } catch {
    form.submit(); // as without this script
  }
}

function show(next) {
  document.dispatchEvent(new CustomEvent("arashi-page", { detail: next }));
  $("[data-resume] form")?.requestSubmit();
}

/** Shows the reason and a countdown, then sends the form. */
function later(form, state, seconds) {
  $("#login-state")?.remove();
  form.before(document.adoptNode(state));
  const shown = $("[role=timer]", state);
  let left = seconds;
  const tick = () => {
    shown.textContent = form.dataset.again.replace("#", left + " s");
    if (left-- > 0) return;
    clearInterval(clock);
    signIn(form);
  };
  const clock = setInterval(tick, 1000);
  tick();
}
