// Drags mails and folders to folders. Fills in the forms that do the same without a mouse: "Move to" above the
// list, and those of the folders page.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
let dragged = null; // { mails } or { folder } during a drag

const idOf = (link) => /^\/mail\/(\d+)$/.exec(link?.pathname)?.[1];

document.addEventListener("dragstart", (event) => {
  const row = event.target.closest?.("#list > form .rows li");
  const folder = event.target.closest?.("#folders li a");
  if (row && $("[name=uid]", row)) dragged = { mails: row };
  else if (folder && folder.dataset.own != null) dragged = { folder: idOf(folder) };
  else return;
  event.dataTransfer.effectAllowed = "move";
});

/** The folder below the pointer, if it is a valid target. */
function target(event) {
  const link = dragged && event.target.closest?.("#folders li a");
  const id = idOf(link);
  const isHere = dragged?.mails ? link?.hasAttribute("aria-current") : id === dragged?.folder;
  return id && !isHere ? link : null;
}

document.addEventListener("dragover", (event) => {
  const link = target(event);
  for (const other of $$("#folders .target")) if (other !== link) other.classList.remove("target");
  if (!link) return;
  event.preventDefault(); // permits the drop
  link.classList.add("target");
});

document.addEventListener("drop", (event) => {
  const link = target(event);
  if (!link) return;
  event.preventDefault();
  if (dragged.mails) moveMails(dragged.mails, idOf(link));
  else moveFolder(dragged.folder, idOf(link));
});

document.addEventListener("dragend", () => {
  dragged = null;
  for (const link of $$("#folders .target")) link.classList.remove("target");
});

/** All ticked rows if the row is one, else the row. */
function moveMails(row, to) {
  const box = $("[name=uid]", row);
  if (!box.checked) for (const other of $$("#list .rows [name=uid]")) other.checked = other === box;
  const choice = $("#list .move select");
  choice.value = to;
  if (choice.value === to) choice.nextElementSibling.click();
}

function moveFolder(folder, to) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = `/mail/${folder}/move`;
  for (const [name, value] of [["csrf", $("[name=csrf]").value], ["to", to]]) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
