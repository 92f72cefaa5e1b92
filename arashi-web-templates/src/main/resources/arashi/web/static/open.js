// Updates an open mail when it changes elsewhere: its star, and whether it still exists.

const RETRY = 20_000;
const $ = (selector, root = document) => root.querySelector(selector);
let asking = false;

document.addEventListener("arashi-merged", look);

/** Uses the current list beside the mail, which is sufficient if it has the mail's row. */
function look() {
  if (asking || !$("#message .tools") || $("#message .gone")) return;
  const row = [...document.querySelectorAll("#list .rows a")].find((link) => link.pathname === location.pathname);
  const shown = !!$("#message [form=star] .i-starred");
  if (row && !!$(".i-starred", row) === shown) return;
  ask(row ? "GET" : "HEAD"); // an existence check reads no page
}

async function ask(method) {
  const url = location.href;
  asking = true;
  try {
    const answer = await fetch(url, { method, headers: { Accept: "text/html" }, signal: AbortSignal.timeout(RETRY) });
    const text = await answer.text();
    if (url !== location.href) return;
    if (answer.status === 404) tell();
    else if (answer.ok && text) update(new DOMParser().parseFromString(text, "text/html"));
  } catch {
    // retried on the next change
  } finally {
    asking = false;
  }
}

function update(next) {
  const old = $("#message [form=star]");
  const fresh = $("#message [form=star]", next);
  if (!old || !fresh) return;
  const focused = old === document.activeElement;
  old.replaceWith(document.adoptNode(fresh));
  if (focused) fresh.focus();
}

function tell() {
  const hint = document.createElement("p");
  hint.className = "hint gone";
  hint.setAttribute("role", "status");
  hint.textContent = document.body.dataset.gone;
  $("#message .tools").after(hint);
}
