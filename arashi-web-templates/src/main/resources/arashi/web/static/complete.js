// Completes addresses: the pattern of a combobox with a list (ARIA APG), in a field of several.

const $ = (selector) => document.querySelector(selector);
const form = $("#compose");
const words = form.dataset;
const own = (name) => form.elements[name];

const ASK_AFTER = 150;
const WHOLE = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/; // replaced only by the user's choice
const SEPARATORS = ",;\n";
const people = Object.assign(document.createElement("ul"), { id: "people", className: "people", hidden: true });
people.setAttribute("role", "listbox");
people.setAttribute("aria-label", words.peopleList);
let asking = null;
let askTimer;
let completed = null; // the list's field
let chosen = -1;
let walked = false; // the user has moved in the list

/** The address at the caret: between two separators outside quotes. */
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

/** Refusal, outage or end of session: shows no suggestions and no message. */
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
  const left = found.filter((one) => !there.has(one.key) && one.typed !== typed);
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
  field.dispatchEvent(new Event("input", { bubbles: true })); // like typing, so it is saved
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
      Tab: walked && chosen >= 0 && !event.shiftKey && (() => takePerson(chosen)), // only a deliberate choice
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
