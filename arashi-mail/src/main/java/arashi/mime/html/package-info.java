/**
 * Sanitizes the HTML of mails, converts it to plain text, and renders plain text as HTML.
 *
 * <pre>
 *   HTML ─► ElementMapping ─┬─► NestingFilter ─► HtmlSanitizer ─► SanitizedHtml
 *                           └─► HiddenContent ─► HtmlText ──────► plain text
 *   CSS ──► CssTokenizer ─► CssParser ─► StyleFilter ───────────► CSS
 *   plain text ─► PlainTextRenderer ─────────────► HTML
 * </pre>
 *
 * <p><b>Threads.</b> Pure, thread-safe functions. CPU-bound work for a worker pool, bounded by
 * {@link arashi.mime.limit.HtmlLimits} and a {@link arashi.mime.limit.WorkBudget}.
 */
package arashi.mime.html;
