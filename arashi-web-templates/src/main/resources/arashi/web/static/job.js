// Jobs on many mails: a whole folder is selected while no row is unticked, and a page with a job's notice shows its
// progress until it ends.

const PAUSE = 1000;
const RETRY = 10_000;
const $ = (selector, root = document) => root.querySelector(selector);

/** Copies the job page's state into the place. False once the job has ended. */
async function show(place, url) {
  const answer = await fetch(url, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error("busy");
  const job = $(".job", new DOMParser().parseFromString(await answer.text(), "text/html"));
  if (!job) return false;
  const running = "job" in job.dataset;
  const bar = $("progress", place);
  if (running && bar) bar.value = $("progress", job).value; // readers hear the start and the end
  else if (running) $("p, div", place).after($("progress", job));
  else place.replaceChildren(...job.childNodes);
  return running;
}

async function follow(place) {
  const url = place.dataset.job;
  delete place.dataset.job;
  let running = true;
  while (running && place.isConnected) {
    let pause = PAUSE;
    try {
      if (!document.hidden) running = await show(place, url);
    } catch {
      pause = RETRY * (1 + Math.random());
    }
    await new Promise((next) => setTimeout(next, pause));
  }
  document.dispatchEvent(new Event("arashi-merged")); // dates in the reader's zone
}

document.addEventListener("change", ({ target }) => {
  const whole = $("#whole");
  const all = $("#all");
  if (!whole) return;
  if (target === whole && whole.checked && !all.checked) all.click();
  else if (target.matches("#all, [name=uid]") && !target.checked) whole.checked = false;
});

for (const place of document.querySelectorAll("[data-job]")) follow(place);
