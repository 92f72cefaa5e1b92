// Uploads files when they are chosen, dropped or pasted. Without scripts the form's button does.

const load = (name) => import(document.querySelector(`script[src*="/${name}?"]`).src); // by its versioned address
const { $, element, form, own, words, written } = await load("draft.js");
const { ANSWER, failUndecided, make, saved, unsaved } = await load("compose.js");

/** An upload without a response may be stored, so it is retried; large ones only a few times. */
const TRIES = 4;

async function upload(files) {
  if (!files.length) return;
  const item = element("li");
  const bar = element("progress", { max: 1, value: 0 });
  const name = element("span", { textContent: files.map((file) => file.name).join(", ") });
  const state = element("span", { role: "status" });
  bar.ariaLabel = name.textContent;
  item.append(name, bar, state);
  $("#uploads").append(item);
  const fail = (text) => {
    bar.remove();
    state.className = "wrong";
    state.textContent = text || words.uploadFailed;
    return false;
  };
  if (files.reduce((sum, file) => sum + file.size, 0) > Number(words.limit)) {
    fail(words.large);
    return;
  }
  let tries = 0;
  const attach = async (body) => {
    if (tries++ === TRIES) return refused();
    const { status, retryAfter, page } = await post(body, (share) => {
      bar.value = share;
      state.textContent = words.uploading.replace("#", String(Math.floor(100 * share)));
    });
    const attached = page && $("#attachments", page);
    if (!attached) {
      failUndecided(status, retryAfter);
      return refused();
    }
    $("#attachments").replaceWith(document.adoptNode(attached)); // also after a refusal
    own("key").value = $("[name=key]", page).value;
    saved($("[name=draft]", page).value, $("[name=version]", page).value);
    if (status !== 200) return fail($(".notice p, .compose > .hint:not([hidden]) span", page)?.textContent);
    item.remove();
    return true;
  };
  const refused = () => {
    unsaved();
    return fail();
  };
  await make(() => {
    const body = withFiles(files);
    return { fields: written(), send: () => attach(body) };
  });
  if (!tries) fail(); // no response to an earlier change
}

function withFiles(files) {
  const fields = new FormData(form);
  fields.delete("files");
  for (const file of files) fields.append("files", file, file.name);
  return fields;
}

/** Sends the form with files; the returned page lists the attachments. Fails without a response. */
function post(body, progress) {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    let stalled;
    const moves = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), ANSWER);
    };
    request.open("POST", "/drafts/attach");
    request.setRequestHeader("Accept", "text/html");
    request.responseType = "document";
    request.upload.onprogress = (event) => {
      moves();
      progress(event.loaded / event.total);
    };
    request.onload = () =>
      done({ status: request.status, retryAfter: request.getResponseHeader("Retry-After"), page: request.response });
    request.onerror = request.onabort = () => failed(new Error());
    request.onloadend = () => clearTimeout(stalled);
    moves();
    request.send(body);
  });
}

const chooser = $("#files"); // absent when a mail is redirected
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
