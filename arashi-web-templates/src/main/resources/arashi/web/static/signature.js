// Changes the signature with the sender, like the server without scripts.

const block = (signature) => (signature.trim() ? "-- \n" + signature.replaceAll("\r\n", "\n").trimEnd() : "");

/** Start of a forwarded mail; the text below is not the user's. */
const forwarded = (text) => /^-{8} .* -{8}$/m.exec(text)?.index ?? text.length;

/** First position where whole lines equal the block, or -1; quoted lines have marks. */
function placeOf(lines, text) {
  const own = forwarded(text);
  for (let at = text.indexOf(lines); at >= 0 && at < own; at = text.indexOf(lines, at + 1)) {
    const end = at + lines.length;
    if ((at === 0 || text[at - 1] === "\n") && (end === text.length || text[end] === "\n")) return at;
  }
  return -1;
}

/** Above a forwarded mail, or a final quotation with its introduction; else at the end. */
function signedText(text, lines) {
  const own = forwarded(text);
  if (own < text.length) return text.slice(0, own).replace(/\n+$/, "") + "\n\n" + lines + "\n\n" + text.slice(own);
  const all = text.split("\n");
  let quotation = all.length;
  while (quotation > 0 && (all[quotation - 1].startsWith(">") || !all[quotation - 1].trim())) quotation--;
  if (!all[quotation]?.startsWith(">") || quotation === 0) return text + "\n\n" + lines;
  const above = all.slice(0, quotation - 1).join("\n").replace(/\n+$/, "");
  return above + "\n\n" + lines + "\n\n" + all.slice(quotation - 1).join("\n");
}

/** Leaves the text unchanged if the user has edited or deleted the signature. */
function exchangeSignature(text, before, after) {
  if (before === after) return text;
  if (!before) return signedText(text, after);
  const at = placeOf(before, text);
  if (at < 0) return text;
  const above = text.slice(0, at);
  return (after ? above + after : above.replace(/\n{0,2}$/, "")) + text.slice(at + before.length);
}

document.querySelector("select#from")?.addEventListener("change", ({ target }) => {
  const own = (name) => target.form.elements[name];
  const signature = (address) => [...target.options].find((one) => one.value === address)?.dataset.signature;
  const before = signature(own("signed").value);
  const after = signature(target.value);
  if (own("text").type === "hidden" || before === undefined || after === undefined) return;
  own("text").value = exchangeSignature(own("text").value, block(before), block(after));
  own("signed").value = target.value;
  own("text").dispatchEvent(new Event("input", { bubbles: true })); // like typing, so it is saved
});
