/**
 * Raw mail to what is shown and searched.
 *
 * <pre>
 *  raw bytes ── parse.MailParser ──► ParsedMail ─┬─► view.MailView ──► encode/decode (stored)
 *                                                │     ├─ html ─► html.HtmlSanitizer ─► SanitizedHtml
 *                                                │     └─ text ─► html.PlainTextRenderer ─► HTML
 *                                                ├─► term.TermExtractor ─► terms (index)
 *                                                └─► view.ThreadKey, view.SortKeys
 *
 *  what a user typed ── term.QueryParser ──► ParsedQuery (the same terms)
 * </pre>
 *
 * Packages use only those to their right:
 *
 * <pre>
 *  parse ─┬─► html ─────────┬─► text
 *         └─► view ─► text  └─► limit
 *  term ──┬─► view
 *         └─► text, limit
 * </pre>
 *
 * Everything here is a pure function of its arguments, safe to share among threads, and bounded:
 * the time by the size of the input, the result by {@link arashi.mime.limit.MimeLimits}. It is CPU
 * work and belongs to a worker pool. No input makes it throw: what is broken is repaired, or left
 * out and reported as a {@link arashi.mime.view.MailProblem}.
 */
package arashi.mime;
