// Speeds up the pages. Every feature is a link or a form first and works without scripts.

const SETTING = "arashi.keys";
const MOST_QUOTED = 6000; // part of a URL
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

// ---- opening messages without loading the page again ----

const address = () => location.pathname + location.search;
let opening = null;
let shown = address();

/**
 * Fetches a mail page and swaps its panes in. A refusal is shown as it is, since a retry
 * would add to the load; any other unexpected response falls back to navigation.
 */
async function open(url, remember) {
  opening?.abort();
  const mine = (opening = new AbortController());
  document.body.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(url, { signal: mine.signal, headers: { Accept: "text/html" } });
    if (answer.redirected) throw new Error("elsewhere");
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const panes = $("#list") && $("#message") && $("#message", next);
    if (!panes && (answer.ok || !$("main", next))) throw new Error("not a page of this kind");
    if (remember) history.pushState(null, "", url);
    shown = address();
    if (panes) swap(next);
    else replace(next);
  } catch (problem) {
    if (problem.name === "AbortError") return;
    if (remember) location.assign(url);
    else location.reload();
  } finally {
    if (opening === mine) document.body.removeAttribute("aria-busy");
  }
}

function replace(next) {
  document.title = next.title;
  document.body.replaceWith(document.adoptNode(next.body));
  prepare();
  retry();
}

/** Shows a message that comes without a list beside the current list. */
function swap(next) {
  const ticked = new Set($$("#list .rows :checked").map((box) => box.value));
  const alone = !$("#list", next);
  const sameList = alone || rowUrls(document) === rowUrls(next);
  const scrolled = sameList ? $("#list").scrollTop : 0;
  for (const id of ["folders", "list", "message"]) {
    const from = $("#" + id, next);
    if (from) $("#" + id).replaceWith(document.adoptNode(from));
  }
  $(".notice")?.remove();
  document.title = next.title;
  document.body.className = next.body.className;
  if (alone) {
    document.body.classList.remove("alone");
    markShown();
  }
  if (sameList) {
    for (const box of $$("#list .rows [name=uid]")) box.checked = ticked.has(box.value);
    $("#list").scrollTop = scrolled;
  }
  prepare();
  if (document.body.classList.contains("at-message")) {
    if (matchMedia("(max-width: 699px)").matches) scrollTo(0, 0);
    $("#message").focus({ preventScroll: true });
  }
}

function markShown() {
  for (const row of $$("#list .rows a")) {
    const isShown = row.pathname === location.pathname;
    if (isShown) {
      row.setAttribute("aria-current", "true");
      row.classList.remove("unread");
      $("b.vh", row)?.remove();
    } else row.removeAttribute("aria-current");
  }
}

const rowUrls = (page) => $$("#list .rows a", page).map((a) => a.getAttribute("href")).join();

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest("#list .rows a, .walk a, .tools .up, .conversation a");
  if (!link || link.origin !== location.origin || !$("#message")) return;
  event.preventDefault();
  open(link.href, true);
});

addEventListener("popstate", () => {
  if (address() !== shown) open(location.href, false); // else only the fragment changed
});

// ---- selecting ----

let lastBox = null;

document.addEventListener("click", (event) => {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || box.type !== "checkbox") return;
  if (box.id === "all") {
    for (const one of boxes()) one.checked = box.checked;
  } else if (box.name === "uid") {
    const all = boxes();
    const from = all.indexOf(lastBox);
    const to = all.indexOf(box);
    if (event.shiftKey && from >= 0) {
      for (const one of all.slice(Math.min(from, to), Math.max(from, to) + 1)) one.checked = box.checked;
    }
    lastBox = box;
  }
  showSelection();
});

const boxes = () => $$("#list .rows [name=uid]");

function showSelection() {
  const all = $("#all");
  if (!all) return;
  const ticked = boxes().filter((box) => box.checked).length;
  all.checked = ticked > 0 && ticked === boxes().length;
  all.indeterminate = ticked > 0 && !all.checked;
}

// ---- before a form is sent ----

document.addEventListener("submit", (event) => {
  if (event.target.matches("[action='/logout'], [data-signs-out]")) forgetDrafts();
  const question = event.submitter?.dataset.confirm; // set if it can't be undone
  const target = event.submitter?.previousElementSibling;
  if (target?.name === "to" && !target.value) {
    event.preventDefault();
    target.focus();
  } else if (question && !confirm(question)) {
    event.preventDefault();
  }
});

/** Deletes the copies of compose.js; the mark stops other windows' copies. */
function forgetDrafts() {
  try {
    localStorage.setItem("arashi.left", Date.now());
  } finally {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith("arashi.draft.")) localStorage.removeItem(name);
    }
  }
}

/** Deletes the copy of a sent mail once a page reports success. */
function forgetSent() {
  const sent = sessionStorage.getItem("arashi.sent");
  if (!sent) return;
  sessionStorage.removeItem("arashi.sent");
  if ($(".notice.info")) localStorage.removeItem(sent);
}

// ---- dates in the reader's own time zone ----

/** The account's zone if the browser knows it, else the browser's own. */
function zone() {
  const known = (timeZone) => new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  try {
    return known(document.documentElement.dataset.zone);
  } catch {
    return known();
  }
}

/** Sends the zone of displayed times with times that the user enters. */
function sayZone(timeZone) {
  const typed = new Intl.DateTimeFormat("sv", { dateStyle: "short", timeStyle: "short", timeZone });
  for (const name of $$("[data-zone-name]")) name.textContent = timeZone;
  for (const field of $$("[name=send-zone]")) field.value = timeZone;
  for (const at of $$("[data-at]")) at.value = typed.format(new Date(at.dataset.at)).replace(" ", "T");
}

function showDates() {
  const page = document.documentElement.lang;
  const language = navigator.languages.find((own) => own.startsWith(page)) ?? page;
  const timeZone = zone();
  sayZone(timeZone);
  const format = (parts) => new Intl.DateTimeFormat(language, { ...parts, timeZone });
  const time = format({ hour: "2-digit", minute: "2-digit" });
  const day = format({ day: "numeric", month: "short" });
  const full = format({ day: "numeric", month: "short", year: "numeric" });
  const year = format({ year: "numeric" });
  const long = format({ dateStyle: "full", timeStyle: "short" });
  for (const shown of $$("time[datetime]")) {
    const date = new Date(shown.dateTime);
    if (isNaN(date)) continue;
    shown.title = long.format(date);
    shown.textContent =
      "long" in shown.dataset ? full.format(date) + ", " + time.format(date)
      : full.format(date) === full.format() ? time.format(date)
      : (year.format(date) === year.format() ? day : full).format(date);
  }
}

document.addEventListener("visibilitychange", () => document.hidden || showDates());

// ---- busy and resumed pages ----

function retry() {
  const card = $("[data-retry]");
  if (!card) return;
  const timer = $("[role=timer]", card);
  let left = Number(card.dataset.retry);
  const tick = () => {
    const wait = left < 120 ? left + " s" : Math.ceil(left / 60) + " min";
    timer.textContent = timer.dataset.text.replace("#", wait);
    if (left-- > 0) return;
    clearInterval(clock);
    const form = $("form", card);
    if (form) form.requestSubmit();
    else location.replace($("a.primary", card).href);
  };
  const clock = setInterval(tick, 1000);
  tick();
}

// live.js has merged rows into the list
document.addEventListener("arashi-merged", () => {
  showDates();
  showSelection();
});

// login.js has a page to show
document.addEventListener("arashi-page", (event) => replace(event.detail));

// ---- the frame of a mail's text: a busy one can't retry by itself ----

const FRAME_RETRY = 5000;
let frameTimer;

function retryFrame() {
  const frame = $("iframe.html");
  if (!frame) return;
  const look = () => {
    clearTimeout(frameTimer);
    const answer = performance.getEntriesByName(frame.src).at(-1);
    if (answer?.responseStatus !== 503) return;
    frameTimer = setTimeout(() => frame.isConnected && (frame.src = frame.src), FRAME_RETRY * (1 + Math.random()));
  };
  frame.onload = look; // set again on each swap of panes
  look(); // it may load before this script
}

// ---- keys ----

/** The focused row, else the shown one. */
const currentRow = () => document.activeElement?.closest?.("#list .rows li") ?? $("#list .rows [aria-current]")?.closest("li");

function step(by) {
  const rows = $$("#list .rows li");
  if (!rows.length) return;
  const at = rows.indexOf(currentRow());
  const row = rows[at < 0 ? 0 : at + by];
  const shown = document.body.classList.contains("at-message");
  if (!row) {
    const page = $(by > 0 ? "#list [rel=next]" : "#list [rel=prev]");
    if (page && !shown) location.assign(page.href);
    else $(by > 0 ? ".walk [rel=next]" : ".walk [rel=prev]")?.click();
    return;
  }
  const link = $("a", row);
  if (shown) open(link.href, true);
  else link.focus();
}

/** Presses a button of the open message, or of the list for ticked or focused rows. */
function press(action) {
  if (document.body.classList.contains("at-message")) {
    $(`.tools button[formaction$="/${action}"]${action === "flag" ? '[value="flagged"]' : ""}`)?.click();
    return;
  }
  const row = currentRow();
  if (!boxes().some((box) => box.checked)) {
    const box = row && $("[name=uid]", row);
    if (!box) return;
    box.checked = true;
    showSelection();
  }
  $(`.bulk button[formaction$="/${action}"]${action === "flag" ? '[value="flagged"]' : ""}`)?.click();
}

/** Replies to the open message; quotes only the selection, if any. */
function answer(way) {
  const link = $(`#message a[href$="/${way}"]`);
  const selected = $("#message .text")?.contains(getSelection().anchorNode) ? String(getSelection()) : "";
  const quote = selected.trim() ? "?quote=" + encodeURIComponent(selected) : "";
  if (link) location.assign(link.href + (quote.length < MOST_QUOTED ? quote : ""));
}

const keys = {
  j: () => step(1),
  k: () => step(-1),
  o: () => currentRow() && $("a", currentRow()).click(),
  u: () => $(".tools .up")?.click(),
  s: () => press("flag"),
  e: () => press("archive"),
  "#": () => press("delete"),
  "/": () => $("#q")?.select(),
  "?": () => $("#help")?.showModal(),
  c: () => location.assign("/compose"),
  r: () => answer("reply"),
  a: () => answer("reply-all"),
  l: () => answer("reply-list"),
  f: () => answer("forward"),
};

const keysOn = () => localStorage.getItem(SETTING) !== "off";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !keysOn()) return;
  if (event.target.closest("input:not([type=checkbox]), textarea, select, dialog")) return;
  const act = Object.hasOwn(keys, event.key) && keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

// ---- every page, and every swap of panes ----

function prepare() {
  showDates();
  lastBox = null;
  $("#list .rows [aria-current]")?.scrollIntoView({ block: "nearest" });
  retryFrame();
  const all = $(".pick.all");
  if (all) all.hidden = false;
  showSelection();
  const help = $("#show-help");
  if (help) {
    help.hidden = false;
    help.onclick = () => $("#help").showModal();
  }
  const setting = $("#keys-on");
  if (setting) {
    setting.checked = keysOn();
    setting.onchange = () => localStorage.setItem(SETTING, setting.checked ? "on" : "off");
  }
}

forgetSent();
prepare();
retry();
$("[data-resume] form")?.requestSubmit();
