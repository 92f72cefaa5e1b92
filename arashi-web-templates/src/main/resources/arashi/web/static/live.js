// Shows changes made elsewhere while a page is open: fetches the list and merges its rows, so that remaining rows
// keep place, ticks and focus. One tab listens for all tabs of the browser.

const PAUSE = 1000; // between two fetches
const SEARCH_PAUSE = 5000; // more expensive
const RETRY = 20_000;
const GLIDE = 200;
const $ = (selector, root = document) => root.querySelector(selector);

const name = "arashi.live." + $("#folders .who").textContent;
const channel = new BroadcastChannel(name);
let known = Number(document.body.dataset.state); // the last change known to this tab

// ---- listening: by the tab that holds the lock ----

let waiting = null;
let source = null;
let release = null;

function listen() {
  if (waiting || document.hidden) return;
  waiting = new AbortController();
  const held = () => new Promise((done) => ((release = done), connect()));
  // Without TLS there are no locks: each visible tab listens.
  if (navigator.locks) navigator.locks.request(name, { signal: waiting.signal }, held).catch(() => {});
  else held();
  channel.postMessage({ asked: known }); // changes during the page's load
}

function letGo() {
  waiting?.abort();
  source?.close();
  release?.();
  waiting = source = release = null;
}

function connect() {
  const mine = (source = new EventSource("/events?since=" + known));
  mine.onmessage = (event) => {
    channel.postMessage({ id: Number(event.lastEventId) });
    hear(Number(event.lastEventId));
  };
  mine.onerror = () => {
    if (mine.readyState !== EventSource.CLOSED) return; // else the browser retries
    setTimeout(() => source === mine && connect(), RETRY * (1 + Math.random()));
  };
}

channel.onmessage = ({ data }) => {
  if (data.id) hear(data.id);
  else if (source && known > data.asked) channel.postMessage({ id: known });
};

function hear(id) {
  if (id <= known) return;
  known = id;
  stale = true;
  refreshSoon();
}

// ---- fetching: one at a time, for a visible page ----

let stale = false;
let timer = null;
let fetching = false;

function refreshSoon(pause = 0) {
  if (!stale || timer || fetching || document.hidden) return;
  timer = setTimeout(refresh, pause);
}

/** The shown list, else a page with the folders. */
const listUrl = () => $("#list > form [name=back]")?.value ?? "/mail";

async function refresh() {
  const url = listUrl();
  let pause = url.startsWith("/search") ? SEARCH_PAUSE : PAUSE;
  timer = null;
  fetching = true;
  stale = false;
  try {
    const answer = await fetch(url, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(RETRY) });
    if (!answer.ok) throw new Error("busy");
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (url === listUrl()) merge(next);
    else stale = true; // the reader moved on
  } catch {
    stale = true;
    pause = RETRY * (1 + Math.random());
  }
  fetching = false;
  refreshSoon(pause);
}

// ---- merging ----

function merge(next) {
  if (!$("#folders", next)) return; // signed out
  const unread = unreadInInbox();
  keepFocus(() => swap("#folders ul", next));
  const rows = $("#list > form .rows");
  const nextRows = $("#list > form .rows", next);
  if (rows && nextRows) {
    swap("#list .head p", next);
    keepPlace(rows, () => mergeRows(rows, nextRows));
    keepFocus(() => swap("#list > .pages", next));
  } else if ($("#list > form", next) && $("#list > form")) {
    swap("#list", next); // the old or new list is empty
  }
  if (document.body.classList.contains("at-list") && $("#list > form")) document.title = next.title;
  tell(unread);
  document.dispatchEvent(new Event("arashi-merged"));
}

function swap(selector, next) {
  const old = $(selector);
  const fresh = $(selector, next);
  if (old && fresh) old.replaceWith(document.adoptNode(fresh));
}

/** Keeps the focus on a replaced link. */
function keepFocus(change) {
  const href = document.activeElement?.getAttribute("href");
  change();
  if (href && document.activeElement === document.body) $(`a[href="${CSS.escape(href)}"]`)?.focus({ preventScroll: true });
}

const key = (row) => $("a", row).pathname;

function mergeRows(rows, nextRows) {
  const old = new Map([...rows.children].map((row) => [key(row), row]));
  const fresh = [...nextRows.children].map((row) => document.adoptNode(row));
  const kept = new Set(fresh.map(key));
  for (const [at, row] of old) if (!kept.has(at)) remove(row);
  let place = rows.firstElementChild;
  for (const row of fresh) {
    const own = old.get(key(row));
    if (own) update(own, row);
    if (own && own === place) place = place.nextElementSibling;
    else rows.insertBefore(own ?? row, place);
  }
}

function remove(row) {
  const neighbour = row.nextElementSibling ?? row.previousElementSibling;
  if (row.contains(document.activeElement) && neighbour) $("a", neighbour).focus({ preventScroll: true });
  row.remove();
}

/** Keeps the link and the check box. */
function update(own, row) {
  const link = $("a", own);
  const fresh = $("a", row);
  const time = $("time", own);
  if (time.dateTime === $("time", row).dateTime) $("time", row).replaceWith(time.cloneNode(true));
  if (link.hasAttribute("aria-current")) fresh.setAttribute("aria-current", link.getAttribute("aria-current"));
  if (link.isEqualNode(fresh)) return;
  link.className = fresh.className;
  link.replaceChildren(...fresh.childNodes);
}

/** Keeps the first visible row in place. At the top, new rows push the others down unless these are in use. */
function keepPlace(rows, change) {
  const list = $("#list");
  const box = getComputedStyle(list).overflowY === "auto" ? list : document.scrollingElement;
  const top = box === list ? list.getBoundingClientRect().top : 0;
  const inUse = rows.matches(":hover, :focus-within") || $(":checked", rows);
  const seen = box.scrollTop || inUse ? [...rows.children].find((row) => row.getBoundingClientRect().bottom > top) : null;
  const before = seen?.getBoundingClientRect().top;
  const first = rows.firstElementChild;
  const firstTop = first?.getBoundingClientRect().top;
  box.style.overflowAnchor = "none"; // else the browser does it again
  change();
  if (seen?.isConnected) box.scrollTop += seen.getBoundingClientRect().top - before;
  else glide(first, firstTop);
  box.style.overflowAnchor = "";
}

/** Animates rows that are pushed down. */
function glide(first, top) {
  const by = first?.isConnected ? first.getBoundingClientRect().top - top : 0;
  if (by <= 0) return;
  for (let row = first; row; row = row.nextElementSibling) row.animate([{ transform: `translateY(${-by}px)` }, {}], GLIDE);
}

// ---- notification: title, icon, screen readers ----

const unreadInInbox = () => parseInt($("#folders a:has(.i-inbox) .count")?.textContent ?? "0");

function tell(before) {
  const unread = unreadInInbox();
  if (unread > before) $("#news").textContent = $("#news").dataset.text.replace("#", unread - before);
  mark(unread);
}

function mark(unread) {
  const icon = $("link[rel=icon]");
  icon.dataset.plain ??= icon.href;
  const text = unread > 99 ? "99+" : String(unread);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1c3f9a"/><text x="16" y="23" font-family="sans-serif" font-size="${text.length > 2 ? 15 : 20}" font-weight="bold" text-anchor="middle" fill="#fff">${text}</text></svg>`;
  icon.href = unread ? "data:image/svg+xml," + encodeURIComponent(drawing) : icon.dataset.plain;
  if (!$("#list > form") || document.body.classList.contains("at-message")) {
    document.title = (unread ? `(${unread}) ` : "") + document.title.replace(/^\(\d+\) /, "");
  }
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) letGo();
  else {
    listen();
    refreshSoon();
  }
});
addEventListener("pagehide", letGo);
addEventListener("pageshow", listen);
mark(unreadInInbox());
listen();
