// Keeps a list's place while a form is sent: restores the scroll position of the new page, and focuses the
// changed row, or its neighbour if it is gone.

const KEY = "arashi.place";
const $ = (selector, root = document) => root.querySelector(selector);
const here = () => $("#list > form [name=back]")?.value;

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || !here() || !event.target.matches("#list > form, #message form, .notice form")) return;
  const rows = [...document.querySelectorAll("#list .rows li")];
  const isMeant = (row) => $(":checked, a[aria-current]", row);
  const first = rows.find(isMeant) ?? document.activeElement.closest("#list .rows li");
  const at = rows.indexOf(first);
  const after = rows.slice(at + 1).find((row) => !isMeant(row));
  const before = rows.slice(0, Math.max(at, 0)).findLast((row) => !isMeant(row));
  const paths = at < 0 ? [] : [first, after, before].filter(Boolean).map((row) => $("a", row).pathname);
  const place = { here: here(), list: $("#list").scrollTop, page: scrollY, paths };
  sessionStorage.setItem(KEY, JSON.stringify(place));
});

function restore() {
  const place = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  sessionStorage.removeItem(KEY);
  if (!place || place.here !== here() || document.body.classList.contains("at-message")) return;
  $("#list").scrollTop = place.list;
  scrollTo({ top: place.page, behavior: "instant" });
  const links = [...document.querySelectorAll("#list .rows a")];
  const path = place.paths.find((one) => links.some((link) => link.pathname === one));
  links.find((link) => link.pathname === path)?.focus({ preventScroll: true });
}

restore();
