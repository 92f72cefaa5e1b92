// Writes a mail: saves it while it is typed, and before it is sent. Without this script the form's buttons do that.

const {
  $, $$, LEFT, clock, copyName, dropCopy, form, hold, keepCopy, keepCopySoon, offerCopy, own, same, sending, stopCopying, words, written,
} = await import(document.querySelector("script[src*='/draft.js?']").src); // by its versioned address

const SAVE_AFTER = 2000;
const RETRY = 5000;
export const ANSWER = 30000;

let dirty = false; // something is not on the server
let busy = null; // a change on its way
let unanswered = null; // a change that the server may have made though no answer came
let leaving = false;
let stopped = false; // another window has the draft
let refused = false; // for good: it is not sent again
let signingOut = false;
let decided = false; // the form is sent, whatever became of the save before it
let saveTimer;

function say(text, wrong = false) {
  const state = $("#state");
  state.textContent = text;
  state.classList.toggle("wrong", wrong);
}

function changed() {
  dirty = true;
  refused = false;
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

/** The server has what was sent. */
export function saved(draft, version) {
  hold(draft, version);
  if (!dirty) dropCopy();
  say(words.saved.replace("#", clock(new Date())));
}

// ---- changes of the draft: {fields, send}, where send() fails if it had no answer ----

/** One thing at a time: what comes next must know the version that this one makes. */
async function alone(act) {
  while (busy) await busy.catch(() => {});
  busy = act();
  try {
    return await busy;
  } finally {
    busy = null;
  }
}

/** Makes the change that `begin` returns once those before it are decided. True if the mail may be sent then. */
export const make = (begin) => alone(async () => {
  if (unanswered) await attempt(unanswered);
  return !unanswered && attempt(begin());
});

/**
 * What had no answer is sent again first, as it was: the server knows the same change again, but would take another one
 * on the same version for that of another window.
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
  sending(change.isInForm ? change.fields : null); // the page may be left
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
    return Boolean(change.isInForm && problem.answered); // a busy service may still take the form itself
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
  return true; // the form itself is answered with what is wrong
}

/** Fails after an answer that does not tell whether the change was made, and that another try may not have. */
export function failUndecided(status, retryAfter) {
  if (status === 0 || status === 408 || status === 429 || status >= 500) {
    throw Object.assign(new Error(status), { answered: true, wait: Number(retryAfter) * 1000 });
  }
}

/** Says why, and waits until something changes. */
async function refuse(answer) {
  refused = true;
  if (answer.status === 403) say(words.ended, true);
  else if (answer.status === 413) say(words.tooLong, true);
  else say((await answer.json().catch(() => ({}))).why || words.refused, true);
}

addEventListener("storage", (event) => event.key === LEFT && say(words.ended, true));

/** This text becomes a draft of its own once the writer wants that. */
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
  keepCopy(); // for what is too long for the beacon, and for what can't be sent now
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
    // not without a file that failed, not as a second mail beside one of another window, nor where nobody answers
    decided = goesOn && stopped === before;
    if (decided) form.requestSubmit(by);
    decided = false;
    return;
  }
  leaving = true;
  clearTimeout(saveTimer);
  keepCopy();
  sessionStorage.setItem("arashi.sent", copyName()); // the next page says whether it went well
  if (sends) say(words.sending);
});

addEventListener("pageshow", () => (leaving = false));

// Signing out erases the copy, so the text is saved first. A second press signs out in any case.
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

// ---- wrong addresses: where they stand ----

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
  saveIn(0); // the page that wrote it may have saved it in leaving: that is no conflict
});
