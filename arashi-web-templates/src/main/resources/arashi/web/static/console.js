// Refreshes the console every two seconds.

const REFRESH = 2000;
const $ = (selector, root = document) => root.querySelector(selector);
let paused = false;

/** Swaps in the parts with figures; keeps scroll positions. */
async function refresh() {
  const live = $("#live");
  if (!live) return;
  if (!paused && !document.hidden) {
    try {
      const answer = await fetch(location.pathname + location.search, {
        headers: { Accept: "text/html" },
        signal: AbortSignal.timeout(5 * REFRESH),
      });
      const next = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!$("#live", next)) throw new Error("not the console");
      const parts = [...next.querySelectorAll("[data-part]")];
      for (const part of paused ? [] : parts) {
        $(`[data-part="${CSS.escape(part.dataset.part)}"]`, live)?.replaceWith(document.adoptNode(part));
      }
      $("#live-state").textContent = "";
    } catch {
      $("#live-state").textContent = live.dataset.text;
    }
  }
  setTimeout(refresh, REFRESH);
}

const pause = $("#pause");
if (pause) {
  const graph = $("#live .scroll");
  graph.scrollLeft = (graph.scrollWidth - graph.clientWidth) / 2; // on a phone: the request types
  pause.hidden = false;
  pause.onclick = () => pause.setAttribute("aria-pressed", String((paused = !paused)));
  setTimeout(refresh, REFRESH);
}
