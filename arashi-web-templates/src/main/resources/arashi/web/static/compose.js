// Writes a mail: saves it, keeps a copy in this browser until the server has it, takes files as they are
// chosen, dropped or pasted. Without this script the form's buttons do that.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const make = (name, properties) => Object.assign(document.createElement(name), properties);

const SAVE_AFTER = 2000;
const COPY_AFTER = 500;
const RETRY = 5000;
const ANSWER = 30000;
const COPIES = `arashi.draft.${$(".who")?.textContent.trim()}.`; // app.js erases them at sign-out

const LEFT = "arashi.left"; // changes with each sign-out in this browser
const left = () => {
  try {
    return localStorage.getItem(LEFT);
  } catch {
    return null; // not allowed
  }
};
const leftBefore = left();

const form = $("#compose");
const words = form.dataset;
const own = (name) => form.elements[name];
let dirty = false; // something is not on the server
let busy = null; // a save or an upload on its way
let unanswered = null; // the fields of a save that may have been stored though no answer came
let leaving = false;
let stopped = false; // another window has the draft
let refused = false; // for good: it is not sent again
let signingOut = false;
let saveTimer;
let copyTimer;

// ---- what is written, and its copy in this browser ----

const written = () => [...new FormData(form)].filter(([name]) => !["csrf", "files", "send-zone"].includes(name));
const same = (one, other) => JSON.stringify(typed(one)) === JSON.stringify(typed(other));
const typed = (fields) => fields.filter(([name]) => ["from", "to", "cc", "bcc", "subject", "text", "file"].includes(name))
  .map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]);
const copyName = () => COPIES + own("key").value;

function keepCopy() {
  copyTimer = clearTimeout(copyTimer);
  if (left() !== leftBefore) return; // signed out in another window: no copy is left behind
  try {
    localStorage.setItem(copyName(), JSON.stringify({ at: Date.now(), fields: written() }));
  } catch {
    // full, or not allowed: the server's copy counts
  }
}

function dropCopy(name) {
  copyTimer = clearTimeout(copyTimer);
  localStorage.removeItem(name);
}

/** The copy of this form; of an empty one, the latest. */
function findCopy() {
  const fresh = !own("draft").value && ["to", "cc", "bcc", "subject"].every((name) => !own(name).value);
  const names = Object.keys(localStorage).filter((name) => (fresh ? name.startsWith(COPIES) : name === copyName()));
  let latest = null;
  for (const name of names) {
    try {
      const copy = JSON.parse(localStorage.getItem(name));
      if (!latest || copy.at > latest.at) latest = { ...copy, name };
    } catch {
      localStorage.removeItem(name);
    }
  }
  if (latest && same(latest.fields, written())) {
    dropCopy(latest.name);
    return null;
  }
  return latest;
}

const clock = (moment, dateStyle) => new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle, timeStyle: "short" }).format(moment);

function offerCopy() {
  const copy = findCopy();
  if (!copy) return;
  const offer = $("#local");
  const says = $("[data-text]", offer);
  says.textContent = says.dataset.text.replace("#", clock(copy.at, "short"));
  offer.hidden = false;
  $("#local-drop").onclick = () => {
    dropCopy(copy.name);
    offer.hidden = true;
  };
  $("#local-take").onclick = () => {
    offer.hidden = true;
    take(copy.fields);
    changed();
    saveIn(0); // the page that wrote it may have saved it in leaving: that is no conflict
  };
}

function take(fields) {
  for (const box of $$("[name=file]")) box.checked = false;
  for (const [name, value] of fields) {
    if (name === "file") {
      const box = $$("[name=file]").find((one) => one.value === value);
      if (box) box.checked = true;
      else addFile(value);
    } else if (own(name) && "value" in own(name)) own(name).value = value;
    else form.append(make("input", { type: "hidden", name, value }));
  }
}

/** A box for a file that this page did not come with; its value ends with its name. */
function addFile(value) {
  const list = $("#attachments ul") ?? $("#attachments").appendChild(make("ul"));
  const label = make("label");
  label.append(
    make("input", { type: "checkbox", name: "file", value, checked: true }),
    make("span", { className: "name", textContent: value.split(" ").slice(4).join(" ") }),
  );
  const item = make("li");
  item.append(label);
  list.append(item);
}

// ---- saving ----

function say(text, wrong = false) {
  const state = $("#state");
  state.textContent = text;
  state.classList.toggle("wrong", wrong);
}

function changed() {
  dirty = true;
  refused = false;
  copyTimer ??= setTimeout(keepCopy, COPY_AFTER);
  if (!stopped) saveIn(SAVE_AFTER);
}

function saveIn(time) {
  clearTimeout(saveTimer);
  saveTimer = setTimeout(save, time);
}

const body = (fields = written()) => new URLSearchParams([["csrf", own("csrf").value], ...fields]);

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

function save() {
  if (dirty && !leaving && !stopped && !refused) alone(post);
}

function unsaved() {
  dirty = true;
  keepCopy();
}

/**
 * Saves. What had no answer is sent again first, as it was: the server knows the same save again, but would take
 * other text on the same version for that of another window.
 */
async function post() {
  if (leaving) return;
  const fields = unanswered ?? written();
  const behind = !same(fields, written());
  dirty = behind;
  say(words.saving);
  try {
    const answer = await fetch("/drafts", {
      method: "POST", body: body(fields), headers: { Accept: "application/json" }, redirect: "manual", signal: AbortSignal.timeout(ANSWER),
    });
    unanswered = null;
    if (answer.ok) {
      const saved = await answer.json();
      hold(saved.draft, String(saved.version));
      if (!dirty) dropCopy(copyName());
      say(words.saved.replace("#", clock(new Date())));
      if (behind) saveIn(0);
      return;
    }
    unsaved();
    if (answer.status === 409) conflict();
    else if (lasting(answer.status)) await refuse(answer);
    else again(Number(answer.headers.get("Retry-After")) * 1000);
  } catch {
    unanswered = fields;
    unsaved();
    again(0);
  }
}

/** The same request would be refused again; what is busy or broken may not be. */
const lasting = (status) => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Says why, and waits until something changes. */
async function refuse(answer) {
  refused = true;
  if (answer.status === 403) say(words.ended, true);
  else if (answer.status === 413) say(words.tooLong, true);
  else say((await answer.json().catch(() => ({}))).why || words.refused, true);
}

addEventListener("storage", (event) => event.key === LEFT && say(words.ended, true));

function again(wait) {
  say(words.unsaved, true);
  saveIn(Math.max(wait, RETRY));
}

function hold(draft, version) {
  own("draft").value = draft;
  own("version").value = version;
  history.replaceState(null, "", "/compose" + (draft && "?draft=" + encodeURIComponent(draft)));
}

/** This text becomes a draft of its own once the writer wants that. */
function conflict() {
  stopped = true;
  dropCopy(copyName());
  own("key").value = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24)))).replaceAll("+", "-").replaceAll("/", "_");
  hold("", "0");
  keepCopy();
  say(words.conflict, true);
}

form.addEventListener("input", (event) => event.target.type !== "file" && changed());

addEventListener("visibilitychange", () => {
  if (!document.hidden || !dirty || leaving || busy || stopped || refused) return;
  keepCopy();
  save();
});

addEventListener("pagehide", () => {
  if (!dirty || leaving) return;
  keepCopy();
  if (!busy && !stopped && !refused) navigator.sendBeacon("/drafts", body()); // the copy is for what is too long for this
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
  if (leaving || (sends && $("#files") && !$("[name=file]:checked") && speaksOfFiles() && !confirm(words.forgotten))) {
    event.preventDefault();
    return;
  }
  if (busy || unanswered) {
    event.preventDefault();
    const before = stopped;
    const arrived = await (busy ?? alone(post)).then(() => true, () => false);
    // not without a file that failed, not as a second mail beside one of another window, nor on an old version
    if (arrived && stopped === before && !unanswered) form.requestSubmit(by);
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
    else await alone(post);
    if (!dirty) event.target.requestSubmit();
    return;
  }
  leaving = true;
  clearTimeout(copyTimer);
  clearTimeout(saveTimer);
}, true);

addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  if (event.ctrlKey || event.metaKey) form.requestSubmit($("#send"));
  else if (event.target.id === "subject") own("text").focus();
});

// ---- files ----

function upload(files) {
  if (!files.length) return;
  const item = make("li");
  const bar = make("progress", { max: 1, value: 0 });
  const name = make("span", { textContent: files.map((file) => file.name).join(", ") });
  const state = make("span", { role: "status" });
  bar.ariaLabel = name.textContent;
  item.append(name, bar, state);
  $("#uploads").append(item);
  const fail = (text) => {
    bar.remove();
    state.className = "wrong";
    state.textContent = text;
  };
  if (files.reduce((sum, file) => sum + file.size, 0) > Number(words.limit)) {
    fail(words.large);
    return;
  }
  alone(() => send(files, (share) => {
    bar.value = share;
    state.textContent = words.uploading.replace("#", String(Math.floor(100 * share)));
  })).then(() => item.remove(), (problem) => fail(problem.message || words.uploadFailed));
}

/** Sends the form with these files; the page that comes back tells what is attached now. */
function send(files, progress) {
  dirty = false;
  const fields = new FormData(form);
  fields.delete("files");
  for (const file of files) fields.append("files", file, file.name);
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/drafts/attach");
    request.setRequestHeader("Accept", "text/html");
    request.responseType = "document";
    request.upload.onprogress = (event) => progress(event.loaded / event.total);
    const fail = (text) => {
      unsaved();
      saveIn(RETRY);
      failed(new Error(text));
    };
    request.onerror = () => fail("");
    request.onload = () => {
      const next = request.response;
      const attached = next && $("#attachments", next);
      if (attached) { // also where something was refused
        $("#attachments").replaceWith(document.adoptNode(attached));
        own("key").value = $("[name=key]", next).value;
        hold($("[name=draft]", next).value, $("[name=version]", next).value);
      }
      if (request.status === 200 && attached) done();
      else fail((next && $(".notice p, .compose > .hint:not([hidden]) span", next)?.textContent) ?? "");
    };
    request.send(fields);
  });
}

const chooser = $("#files"); // a mail that goes on as it is takes none
if (chooser) $("#attach").hidden = true;
chooser?.addEventListener("change", (event) => {
  upload([...event.target.files]);
  event.target.value = "";
});

addEventListener("dragover", (event) => {
  if (!chooser || ![...event.dataTransfer.types].includes("Files")) return;
  event.preventDefault();
  form.classList.add("dropping");
});
addEventListener("dragleave", (event) => event.relatedTarget || form.classList.remove("dropping"));
addEventListener("drop", (event) => {
  form.classList.remove("dropping");
  if (!chooser || !event.dataTransfer.files.length) return;
  event.preventDefault();
  upload([...event.dataTransfer.files]);
});
addEventListener("paste", (event) => {
  if (!chooser || !event.clipboardData?.files.length || event.clipboardData.types.includes("text/plain")) return;
  event.preventDefault();
  upload([...event.clipboardData.files]);
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

offerCopy();
