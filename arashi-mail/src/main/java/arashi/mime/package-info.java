/**
 * Turns raw mail into views for display and terms for search.
 *
 * <pre>
 *  raw bytes ── parse.MailParser ──► ParsedMail ─┬─► view.MailView ──► encode/decode (stored)
 *                                                │     ├─ html ─► html.HtmlSanitizer ─► SanitizedHtml
 *                                                │     └─ text ─► html.PlainTextRenderer ─► HTML
 *                                                ├─► term.TermExtractor ─► terms (index)
 *                                                └─► view.ThreadKey, view.SortKeys
 *
 *  user's query ── term.QueryParser ──► ParsedQuery (the same terms)
 * </pre>
 *
 * Packages depend only on packages to their right:
 *
 * <pre>
 *  parse ─┬─► html ─────────┬─► text
 *         └─► view ─► text  └─► limit
 *  term ──┬─► view
 *         └─► text, limit
 * </pre>
 *
 * All functions here are pure, thread-safe and bounded: time by the size of the input, results by
 * {@link arashi.mime.limit.MimeLimits}. They are CPU-bound and belong on a worker pool. No input
 * makes them throw: they repair broken mail, or leave the broken part out and report a {@link
 * arashi.mime.view.MailProblem}.
 */
package arashi.mime;
