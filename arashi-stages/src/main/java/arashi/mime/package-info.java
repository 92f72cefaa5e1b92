/**
 * Raw mail to what is shown and searched.
 *
 * <pre>
 *  raw bytes ── MailParser ──► ParsedMail ──┬─► MailView ──► encode/decode (stored)
 *                 │                         │      ├─ html ─► HtmlSanitizer ─────► SanitizedHtml
 *      PartWalker (mime4j tokens)           │      └─ text ─► PlainTextRenderer ─► HTML
 *      HeaderText, CharsetRescue            ├─► TermExtractor ─► terms (index)
 *      BodyAssembler                        └─► ThreadKey, SortKeys
 *
 *  what a user typed ── QueryParser ──► SearchQuery (the same terms)
 * </pre>
 *
 * Everything here is a pure function of its arguments, safe to share among threads, and bounded:
 * the time by the size of the input, the result by {@link arashi.mime.MimeLimits}. It is CPU work
 * and belongs to a worker pool. No input makes it throw: what is broken is repaired, or left out
 * and reported as a {@link arashi.mime.MailProblem}.
 */
package arashi.mime;
