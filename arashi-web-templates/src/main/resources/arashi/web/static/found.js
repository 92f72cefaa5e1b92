// Shows a found mail beside its results.

const $ = (selector, root = document) => root.querySelector(selector);
const links = () => [...document.querySelectorAll("#list .rows a")];

/** The results are a separate page with its own target. */
async function besideResults() {
  const up = $(".tools .up");
  if (!up || $("#list") || !up.pathname.startsWith("/search") || !matchMedia("(min-width: 700px)").matches) return;
  const answer = await fetch(up.href, { headers: { Accept: "text/html" } });
  const list = answer.ok && $("#list", new DOMParser().parseFromString(await answer.text(), "text/html"));
  if (!list || $("#list")) return;
  $("#message").before(document.adoptNode(list));
  document.body.classList.remove("alone");
  const row = links().find((link) => link.pathname === location.pathname);
  row?.setAttribute("aria-current", "true");
  row?.scrollIntoView({ block: "nearest" });
  if ($(".pick.all")) $(".pick.all").hidden = false;
  document.dispatchEvent(new Event("arashi-merged"));
}

/** Opens the next mail, if the user's settings say so; only the results know it. */
document.addEventListener("submit", ({ target }) => {
  const onward = $("[name=onward][data-to]", target);
  if (!onward) return;
  const rows = links();
  const at = rows.findIndex((link) => link.pathname === location.pathname);
  const next = at < 0 ? null : rows[at + (onward.dataset.to === "older" ? 1 : -1)];
  onward.value = next ? next.getAttribute("href") : "";
});

besideResults().catch(() => {}); // the mail is readable without them
