// Writes a mail: saves it by itself, keeps a copy in this browser until the server has it, takes files
// as they are chosen, dropped or pasted. Without this script the buttons of the form do all that.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

const SAVE_AFTER = 2000;
const COPY_AFTER = 500;
const RETRY = 5000;
const COPIES = `arashi.draft.${$(".who")?.textContent.trim()}.`; // app.js erases them at sign-out

const form = $("#compose");
const words = form.dataset;
const own = (name) => form.elements[name];
let dirty = false; // something is not on the server
let busy = null; // a save or an upload that is on its way: the next must know its version
let leaving = false;
let stopped = false; // another window has the draft
let signingOut = false;
let saveTimer;
let copyTimer;

// ---- what is written, and its copy in this browser ----

const written = () => [...new FormData(form)].filter(([name]) => name !== "csrf" && name !== "files");
const same = (one, other) => JSON.stringify(typed(one)) === JSON.stringify(typed(other));
const typed = (fields) => fields.filter(([name]) => ["from", "to", "cc", "bcc", "subject", "text", "file"].includes(name))
  .map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]);
const copyName = () => COPIES + own("key").value;

function keepCopy() {
  clearTimeout(copyTimer);
  copyTimer = null;
  try {
    localStorage.setItem(copyName(), JSON.stringify({ at: Date.now(), fields: written() }));
  } catch {
    // full, or not allowed: the server's copy is the one that counts
  }
}

function dropCopy(name) {
  clearTimeout(copyTimer);
  copyTimer = null;
  localStorage.removeItem(name);
}

/** The copy that belongs to this form; to an empty one, the latest of all. */
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

const clock = (moment) => new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "short", timeStyle: "short" }).format(moment);

function offerCopy() {
  const copy = findCopy();
  if (!copy) return;
  const offer = $("#local");
  const says = $("[data-text]", offer);
  says.textContent = says.dataset.text.replace("#", clock(copy.at));
  offer.hidden = false;
  $("#local-drop").onclick = () => {
    dropCopy(copy.name);
    offer.hidden = true;
  };
  $("#local-take").onclick = () => {
    offer.hidden = true;
    take(copy.fields);
    changed();
    saveIn(0); // the page that wrote it may have saved it in leaving: the very same again is no conflict
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
    else form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
}

/** A box for a file that this page did not come with; its value ends with its name. */
function addFile(value) {
  const list = $("#attachments ul") ?? $("#attachments").appendChild(document.createElement("ul"));
  const label = document.createElement("label");
  label.append(
    Object.assign(document.createElement("input"), { type: "checkbox", name: "file", value, checked: true }),
    Object.assign(document.createElement("span"), { className: "name", textContent: value.split(" ").slice(4).join(" ") }),
  );
  const item = document.createElement("li");
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
  copyTimer ??= setTimeout(keepCopy, COPY_AFTER);
  if (!stopped) saveIn(SAVE_AFTER);
}

function saveIn(time) {
  clearTimeout(saveTimer);
  saveTimer = setTimeout(save, time);
}

const body = () => new URLSearchParams([["csrf", own("csrf").value], ...written()]);

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
  if (dirty && !leaving && !stopped) alone(post);
}

async function post() {
  if (leaving) return;
  dirty = false;
  say(words.saving);
  try {
    const answer = await fetch("/drafts", { method: "POST", body: body(), headers: { Accept: "application/json" }, redirect: "manual" });
    if (answer.ok) {
      const saved = await answer.json();
      hold(saved.draft, String(saved.version));
      if (!dirty) dropCopy(copyName());
      say(words.saved.replace("#", new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" }).format(new Date())));
      return;
    }
    dirty = true;
    keepCopy();
    if (answer.status === 409) conflict();
    else if (answer.status === 403) say(words.ended, true);
    else again(Number(answer.headers.get("Retry-After")) * 1000);
  } catch {
    dirty = true;
    keepCopy();
    again(0);
  }
}

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
  const random = crypto.getRandomValues(new Uint8Array(24));
  own("key").value = btoa(String.fromCharCode(...random)).replaceAll("+", "-").replaceAll("/", "_");
  hold("", "0");
  keepCopy();
  say(words.conflict, true);
}

form.addEventListener("input", (event) => event.target.type !== "file" && changed());

addEventListener("visibilitychange", () => {
  if (!document.hidden || !dirty || leaving || busy || stopped) return;
  keepCopy();
  save();
});

addEventListener("pagehide", () => {
  if (!dirty || leaving) return;
  keepCopy();
  if (!busy && !stopped) navigator.sendBeacon("/drafts", body()); // the copy is for what is too long for this
});

// ---- before the form is sent ----

const forgotten = new RegExp(`(?<!\\p{L})(?:${words.forgottenWords.split(/,\s*/).join("|")})(?!\\p{L})`, "iu");

function speaksOfFiles() {
  const text = own("text").value.split("\n").filter((line) => !line.startsWith(">")).join("\n");
  return forgotten.test(own("subject").value) || forgotten.test(text.split("\n-- \n")[0]);
}

form.addEventListener("submit", async (event) => {
  if (leaving) {
    event.preventDefault();
    return;
  }
  const by = event.submitter;
  const sends = by?.id === "send" || by?.id === "send-later";
  if (sends && $("#files") && !$("[name=file]:checked") && speaksOfFiles() && !confirm(words.forgotten)) {
    event.preventDefault();
    return;
  }
  if (busy) {
    event.preventDefault();
    const before = stopped;
    const arrived = await busy.then(() => true, () => false);
    // not without a file that failed, and not as a second mail beside one of another window
    if (arrived && stopped === before) form.requestSubmit(by);
    return;
  }
  leaving = true;
  clearTimeout(saveTimer);
  keepCopy();
  sessionStorage.setItem("arashi.sent", copyName()); // the next page says whether it went well
  if (sends) say(words.sending);
});

addEventListener("pageshow", () => (leaving = false));

// Signing out erases the copy in this browser, so the text goes to the server first. A second press
// signs out even if that failed.
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
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit($("#send"));
  else if (event.key === "Enter" && event.target.id === "subject") own("text").focus();
});

// ---- addresses complete: the pattern of a combobox with a list (ARIA APG) on a field of several ----

const ASK_AFTER = 150;
const WHOLE = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/; // nothing is chosen in its place unless the person does
const SEPARATORS = ",;\n";
const people = Object.assign(document.createElement("ul"), { id: "people", className: "people", hidden: true });
people.setAttribute("role", "listbox");
people.setAttribute("aria-label", words.peopleList);
let asking = null;
let askTimer;
let completed = null; // the field that the list belongs to
let chosen = -1;
let walked = false; // the person has moved in the list

/** The address that the caret is in: from one separator to the next, but for those within quotes. */
function piece(field) {
  const text = field.value;
  const caret = field.selectionStart;
  let from = 0;
  let quoted = false;
  for (let at = 0; at < caret; at++) {
    if (text[at] === '"' && text[at - 1] !== "\\") quoted = !quoted;
    else if (!quoted && SEPARATORS.includes(text[at])) from = at + 1;
  }
  let to = caret;
  while (to < text.length && !SEPARATORS.includes(text[to])) to++;
  while (from < caret && /\s/.test(text[from])) from++;
  return { from, to, typed: text.slice(from, caret).trim() };
}

function closePeople() {
  clearTimeout(askTimer);
  asking?.abort();
  people.hidden = true;
  people.replaceChildren();
  completed?.removeAttribute("aria-activedescendant");
  completed?.removeAttribute("aria-controls");
  completed = null;
  chosen = -1;
  walked = false;
  $("#people-said").textContent = "";
}

/** A refusal, an outage, the end of the session: then nothing is offered, and nothing is said. */
async function ask(field) {
  asking?.abort();
  const { typed } = piece(field);
  if (!typed || field.selectionStart !== field.selectionEnd) return closePeople();
  const mine = (asking = new AbortController());
  try {
    const answer = await fetch("/complete?q=" + encodeURIComponent(typed.replace(/["<>]/g, "").slice(0, 100)), {
      signal: mine.signal, headers: { Accept: "application/json" }, redirect: "error",
    });
    const found = answer.ok && answer.headers.get("Content-Type").startsWith("application/json") ? await answer.json() : [];
    if (mine === asking && document.activeElement === field) offer(field, typed, found);
  } catch (problem) {
    if (problem.name !== "AbortError") closePeople();
  }
}

function offer(field, typed, found) {
  const there = new Set(["to", "cc", "bcc"].flatMap((name) => {
    const value = own(name).value;
    const part = own(name) === field ? piece(field) : { from: 0, to: 0 };
    return (value.slice(0, part.from) + "," + value.slice(part.to)).toLowerCase().match(/[^\s<>,;"]+@[^\s<>,;"]+/g) ?? [];
  }));
  const left = found.filter((one) => !there.has(one.address.toLowerCase()) && one.typed !== typed);
  closePeople();
  if (!left.length) return;
  people.replaceChildren(...left.map((one, n) => {
    const option = Object.assign(document.createElement("li"), { id: "people-" + n });
    option.setAttribute("role", "option");
    option.dataset.typed = one.typed;
    const name = Object.assign(document.createElement("bdi"), { className: "name", textContent: one.name || one.address });
    const address = Object.assign(document.createElement("bdi"), { className: "quiet-text", textContent: one.name ? one.address : "" });
    option.append(name, " ", address);
    return option;
  }));
  completed = field;
  field.closest(".line").append(people);
  people.hidden = false;
  field.setAttribute("aria-controls", "people");
  choose(WHOLE.test(typed) ? -1 : 0);
  $("#people-said").textContent = words.people.replace("#", String(left.length));
}

function choose(n) {
  const options = [...people.children];
  chosen = n;
  for (const [at, option] of options.entries()) option.setAttribute("aria-selected", String(at === n));
  if (n < 0) completed.removeAttribute("aria-activedescendant");
  else {
    completed.setAttribute("aria-activedescendant", options[n].id);
    options[n].scrollIntoView({ block: "nearest" });
  }
}

function takePerson(n) {
  const field = completed;
  const { from, to } = piece(field);
  const rest = field.value.slice(to).replace(/^[,;\s]+/, "");
  const begun = field.value.slice(0, from) + people.children[n].dataset.typed + ", ";
  closePeople();
  field.value = begun + rest;
  field.setSelectionRange(begun.length, begun.length);
  changed();
}

for (const name of ["to", "cc", "bcc"]) {
  const field = own(name);
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-haspopup", "listbox");
  field.addEventListener("input", (event) => {
    clearTimeout(askTimer);
    if (event.isComposing || event.inputType === "insertFromPaste") closePeople();
    else askTimer = setTimeout(ask, ASK_AFTER, field);
  });
  field.addEventListener("blur", closePeople);
  field.addEventListener("click", closePeople);
  field.addEventListener("keydown", (event) => {
    if (people.hidden || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const count = people.children.length;
    const act = {
      ArrowDown: () => ((walked = true), choose((chosen + 1) % count)),
      ArrowUp: () => ((walked = true), choose(chosen > 0 ? chosen - 1 : count - 1)),
      Enter: chosen >= 0 && (() => takePerson(chosen)),
      Tab: walked && chosen >= 0 && !event.shiftKey && (() => takePerson(chosen)), // only what was chosen on purpose
      Escape: closePeople,
    }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
}

people.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
people.addEventListener("click", (event) => {
  const option = event.target.closest("[role=option]");
  if (option) takePerson([...people.children].indexOf(option));
});

// ---- the signature of the sender: exchanged as the server does without this script ----

const block = (signature) => (signature.trim() ? "-- \n" + signature.replaceAll("\r\n", "\n").trimEnd() : "");

/** Where a mail that is forwarded begins; what stands below is somebody else's text. */
const forwarded = (text) => /^-{8} .* -{8}$/m.exec(text)?.index ?? text.length;

/** The first place where whole lines are the block, or -1; what is quoted has marks before it. */
function placeOf(lines, text) {
  const own = forwarded(text);
  for (let at = text.indexOf(lines); at >= 0 && at < own; at = text.indexOf(lines, at + 1)) {
    const end = at + lines.length;
    if ((at === 0 || text[at - 1] === "\n") && (end === text.length || text[end] === "\n")) return at;
  }
  return -1;
}

/** Above a mail that is forwarded, or a quotation at the end and the line that introduces it; else at the end. */
function signedText(text, lines) {
  const own = forwarded(text);
  if (own < text.length) return text.slice(0, own).replace(/\n+$/, "") + "\n\n" + lines + "\n\n" + text.slice(own);
  const all = text.split("\n");
  let quotation = all.length;
  while (quotation > 0 && (all[quotation - 1].startsWith(">") || !all[quotation - 1].trim())) quotation--;
  if (!all[quotation]?.startsWith(">") || quotation === 0) return text + "\n\n" + lines;
  const above = all.slice(0, quotation - 1).join("\n").replace(/\n+$/, "");
  return above + "\n\n" + lines + "\n\n" + all.slice(quotation - 1).join("\n");
}

/** Where a person has changed or deleted the signature, the text stays as it is. */
function exchangeSignature(text, before, after) {
  if (before === after) return text;
  if (!before) return signedText(text, after);
  const at = placeOf(before, text);
  if (at < 0) return text;
  const above = text.slice(0, at);
  return (after ? above + after : above.replace(/\n{0,2}$/, "")) + text.slice(at + before.length);
}

$("select#from")?.addEventListener("change", ({ target }) => {
  const signature = (address) => [...target.options].find((one) => one.value === address)?.dataset.signature;
  const before = signature(own("signed").value);
  const after = signature(target.value);
  if (own("text").type === "hidden" || before === undefined || after === undefined) return;
  own("text").value = exchangeSignature(own("text").value, block(before), block(after));
  own("signed").value = target.value;
});

// ---- files ----

function upload(files) {
  if (!files.length) return;
  const item = document.createElement("li");
  const bar = Object.assign(document.createElement("progress"), { max: 1, value: 0 });
  const name = Object.assign(document.createElement("span"), { textContent: files.map((file) => file.name).join(", ") });
  const state = document.createElement("span");
  state.setAttribute("role", "status");
  bar.setAttribute("aria-label", name.textContent);
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
      dirty = true;
      keepCopy();
      saveIn(RETRY);
      failed(new Error(text));
    };
    request.onerror = () => fail("");
    request.onload = () => {
      const next = request.response;
      const attached = next && $("#attachments", next);
      if (attached) { // what the server has now, also where it refused something
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
