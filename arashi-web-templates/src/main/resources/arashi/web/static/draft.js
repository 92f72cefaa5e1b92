// The form's draft and its copy in this browser, which is kept until the server has it.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
export const element = (name, properties) => Object.assign(document.createElement(name), properties);

const COPY_AFTER = 500;
const COPIES = `arashi.draft.${$(".who")?.textContent.trim()}.`; // app.js deletes them at sign-out

export const LEFT = "arashi.left"; // changes on each sign-out
const left = () => {
  try {
    return localStorage.getItem(LEFT);
  } catch {
    return null; // forbidden
  }
};
const leftBefore = left();

export const form = $("#compose");
export const words = form.dataset;
export const own = (name) => form.elements[name];

export const written = () => [...new FormData(form)].filter(([name]) => !["csrf", "files", "send-zone"].includes(name));
export const same = (one, other) => JSON.stringify(typed(one)) === JSON.stringify(typed(other));
const typed = (fields) => fields.filter(([name]) => ["from", "to", "cc", "bcc", "subject", "text", "file"].includes(name))
  .map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]);

export function hold(draft, version) {
  own("draft").value = draft;
  own("version").value = version;
  history.replaceState(null, "", "/compose" + (draft && "?draft=" + encodeURIComponent(draft)));
}

export const clock = (moment, dateStyle) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle, timeStyle: "short" }).format(moment);

// ---- the copy ----

let copyTimer;
let underway = null; // fields of a save in progress
export const copyName = () => COPIES + own("key").value;

/** A page that restores the copy resends these first. */
export const sending = (fields) => (underway = fields);

export function keepCopySoon() {
  copyTimer ??= setTimeout(keepCopy, COPY_AFTER);
}

export function stopCopying() {
  copyTimer = clearTimeout(copyTimer);
}

export function keepCopy() {
  stopCopying();
  if (left() !== leftBefore) return; // signed out in another window: keep no copy
  try {
    localStorage.setItem(copyName(), JSON.stringify({ at: Date.now(), fields: written(), before: underway }));
  } catch {
    // full or forbidden: the server's copy counts
  }
}

export function dropCopy(name = copyName()) {
  stopCopying();
  localStorage.removeItem(name);
}

/** This form's copy; for an empty form, the latest. */
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

/** Offers a copy with other text; calls `taken` with the fields sent before it once the user restores it. */
export function offerCopy(taken) {
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
    taken(copy.before);
  };
}

function take(fields) {
  for (const box of $$("[name=file]")) box.checked = false;
  for (const [name, value] of fields) {
    if (name === "window" || name === "edits") continue; // its window may be open still
    if (name === "file") {
      const box = $$("[name=file]").find((one) => one.value === value);
      if (box) box.checked = true;
      else addFile(value);
    } else if (own(name) && "value" in own(name)) own(name).value = value;
    else form.append(element("input", { type: "hidden", name, value }));
  }
}

/** A check box for a file added later; its value ends with its name. */
function addFile(value) {
  const list = $("#attachments ul") ?? $("#attachments").appendChild(element("ul"));
  const label = element("label");
  label.append(
    element("input", { type: "checkbox", name: "file", value, checked: true }),
    element("span", { className: "name", textContent: value.split(" ").slice(4).join(" ") }),
  );
  const item = element("li");
  item.append(label);
  list.append(item);
}
