/**
 * Terms: by which a mail is found, and which a typed query asks for. Both come from one analyser,
 * so that they agree.
 *
 * <pre>
 *   ParsedMail's view ── SearchableText ─ TermExtractor ─┐
 *                        (without noise)                 ├─ TermAnalyzer ─► terms
 *   typed text ──────────────────────────── QueryParser ──┘                  ParsedQuery, QueryNote
 *
 *   Phrase: do the words stand together in this view?
 * </pre>
 *
 * <p><b>Threads.</b> Everything may be shared among threads. CPU work for a worker pool.
 */
package arashi.mime.term;
