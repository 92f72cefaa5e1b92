// Saves a mail while it is edited and before it is sent. Without scripts the form's buttons do that.

const {
  $, $$, LEFT, clock, copyName, dropCopy, form, hold, keepCopy, keepCopySoon, offerCopy, own, same, sending, stopCopying, words, written,
} = await import(document.querySelector("script[src*='/draft.js?']").src); // by its versioned address

const SAVE_AFTER = 2000;
const RETRY = 5000;
export const ANSWER = 30000;

let dirty = false; // has unsaved input
let busy = null; // a change in progress
let unanswered = null; // a change without a response, perhaps made
let leaving = false;
let stopped = false; // another window changed the draft
let refused = false; // permanently: no retry
let signingOut = false;
let decided = false; // the form is sent, whatever the save's outcome
let saveTimer;

function say(text, wrong = false) {
  const state = $("#state");
  state.textContent = text;
  state.classList.toggle("wrong", wrong);
}

function changed() {
  dirty = true;
  refused = false;
  own("edits").value = Number(own("edits").value) + 1; // the server tells this window's later saves from earlier ones
  keepCopySoon();
  if (!stopped) saveIn(SAVE_AFTER);
}

function saveIn(time) {
  clearTimeout(saveTimer);
  saveTimer = setTimeout(() => dirty && !leaving && !stopped && !refused && alone(save), time);
}

export function unsaved() {
  dirty = true;
  keepCopy();
}

/** The server has stored the fields. */
export function saved(draft, version) {
  hold(draft, version);
  if (!dirty) dropCopy();
  say(words.saved.replace("#", clock(new Date())));
}

// ---- changes of the draft: {fields, send}; send() fails without a response ----

/** Runs changes one by one, since each needs the previous one's version. */
async function alone(act) {
  while (busy) await busy.catch(() => {});
  busy = act();
  try {
    return await busy;
  } finally {
    busy = null;
  }
}

/** Makes the change that `begin` returns after earlier ones are decided. True if the mail may be sent. */
export const make = (begin) => alone(async () => {
  if (unanswered) await attempt(unanswered);
  return !unanswered && attempt(begin());
});

/**
 * First repeats a change without a response, unmodified: the server recognizes a repetition, but would treat another
 * change of that version as another window's.
 */
async function save() {
  if (leaving) return false;
  let goesOn = true;
  if (unanswered) {
    goesOn = await attempt(unanswered);
    if (unanswered || !dirty || stopped || refused) return goesOn;
  }
  return (await attempt(saving(written()))) && goesOn;
}

async function attempt(change) {
  dirty = !same(change.fields, written());
  say(words.saving);
  sending(change.isInForm ? change.fields : null); // the page may close
  try {
    const goesOn = await change.send();
    unanswered = sending(null);
    if (dirty) saveIn(SAVE_AFTER);
    return goesOn;
  } catch (problem) {
    unanswered = change;
    unsaved();
    say(words.unsaved, true);
    saveIn(Math.max(problem.wait || 0, RETRY));
    return Boolean(change.isInForm && problem.notDone); // a busy service may still accept the form
  }
}

const saving = (fields) => ({ fields, send: () => post(fields), isInForm: true });

const body = (fields) => new URLSearchParams([["csrf", own("csrf").value], ...fields]);

async function post(fields) {
  const answer = await fetch("/drafts", {
    method: "POST", body: body(fields), headers: { Accept: "application/json" }, redirect: "manual", signal: AbortSignal.timeout(ANSWER),
  });
  if (answer.ok) {
    const now = await answer.json();
    saved(now.draft, String(now.version));
    return true;
  }
  failUndecided(answer.status, answer.headers.get("Retry-After"));
  unsaved();
  if (answer.status === 409) conflict();
  else await refuse(answer);
  return true; // the form's response shows the errors
}

const NOT_DONE = [408, 429, 503]; // other failures may come after the change

/** Fails if the response leaves the outcome open and a retry may settle it. */
export function failUndecided(status, retryAfter) {
  if (status === 0 || status === 408 || status === 429 || status >= 500) {
    throw Object.assign(new Error(status), { notDone: NOT_DONE.includes(status), wait: Number(retryAfter) * 1000 });
  }
}

/** Shows the reason and waits for an edit. */
async function refuse(answer) {
  refused = true;
  if (answer.status === 403) say(words.ended, true);
  else if (answer.status === 413) say(words.tooLong, true);
  else say((await answer.json().catch(() => ({}))).why || words.refused, true);
}

addEventListener("storage", (event) => event.key === LEFT && say(words.ended, true));

/** Turns this text into a new draft if the user confirms. */
function conflict() {
  stopped = true;
  dropCopy();
  own("key").value = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24)))).replaceAll("+", "-").replaceAll("/", "_");
  hold("", "0");
  keepCopy();
  say(words.conflict, true);
}

form.addEventListener("input", (event) => event.target.type !== "file" && changed());

addEventListener("visibilitychange", () => {
  if (!document.hidden || !dirty || leaving || busy || stopped || refused) return;
  keepCopy();
  alone(save);
});

addEventListener("pagehide", () => {
  if (!dirty || leaving) return;
  keepCopy(); // if it is too long for the beacon, or can't be sent now
  if (busy || unanswered || stopped || refused) return;
  navigator.sendBeacon("/drafts", body(written()));
  unanswered = saving(written()); // if the browser shows this page again
});

// ---- before the form is sent ----

const forgotten = new RegExp(`(?<!\\p{L})(?:${words.forgottenWords.split(/,\s*/).join("|")})(?!\\p{L})`, "iu");

function speaksOfFiles() {
  const text = own("text").value.split("\n").filter((line) => !line.startsWith(">")).join("\n");
  return forgotten.test(own("subject").value) || forgotten.test(text.split("\n-- \n")[0]);
}

form.addEventListener("submit", async (event) => {
  const by = event.submitter;
  const sends = by?.id === "send" || by?.id === "send-later";
  if (leaving || (sends && !decided && $("#files") && !$("[name=file]:checked") && speaksOfFiles() && !confirm(words.forgotten))) {
    event.preventDefault();
    return;
  }
  if ((busy || unanswered) && !decided) {
    event.preventDefault();
    const before = stopped;
    const goesOn = await (busy ?? alone(save));
    // not without a failed file, not beside another window's version, not without a response
    decided = goesOn && stopped === before;
    if (decided) form.requestSubmit(by);
    decided = false;
    return;
  }
  leaving = true;
  clearTimeout(saveTimer);
  keepCopy();
  sessionStorage.setItem("arashi.sent", copyName()); // the next page reports the outcome
  if (sends) say(words.sending);
});

addEventListener("pageshow", () => (leaving = false));

// Signing out deletes the copy, so it saves the text first. A second press signs out anyway.
document.addEventListener("submit", async (event) => {
  if (event.target.getAttribute("action") !== "/logout") return;
  if (dirty && !signingOut) {
    event.preventDefault();
    signingOut = true;
    if (stopped) say(words.conflict, true);
    else await alone(save);
    if (!dirty) event.target.requestSubmit();
    return;
  }
  leaving = true;
  stopCopying();
  clearTimeout(saveTimer);
}, true);

addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  if (event.ctrlKey || event.metaKey) form.requestSubmit($("#send"));
  else if (event.target.id === "subject") own("text").focus();
});

// ---- positions of wrong addresses ----

for (const wrong of $$("[data-for]")) {
  wrong.onclick = () => {
    const field = $("#" + wrong.dataset.for);
    field.focus();
    field.setSelectionRange(Number(wrong.dataset.start), Number(wrong.dataset.end));
  };
}
$("[data-for]")?.click();

offerCopy((before) => {
  if (before) unanswered = saving(before);
  changed();
  saveIn(0); // its page may have saved it on leaving: no conflict
});
