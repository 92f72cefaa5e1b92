/**
 * HTML of mails: made safe to show, read as plain text, and made of plain text.
 *
 * <pre>
 *   HTML ───────► HtmlSanitizer, NestingFilter ──► SanitizedHtml
 *   HTML ───────► HtmlText ──────────────────────► plain text
 *   plain text ─► PlainTextRenderer ─────────────► HTML
 * </pre>
 *
 * <p><b>Threads.</b> Pure functions, for any thread. CPU work for a worker pool, bounded by {@link
 * arashi.mime.limit.HtmlLimits} and a {@link arashi.mime.limit.WorkBudget}.
 */
package arashi.mime.html;
