/**
 * Makes the terms of the search index and of queries. One analyser makes both, so they agree.
 *
 * <pre>
 *   ParsedMail's view ── SearchableText ─ TermExtractor ─┐
 *                        (without noise)                 ├─ TermAnalyzer ─► terms
 *   typed text ──────────────────────────── QueryParser ──┘                  ParsedQuery, QueryNote
 *
 *   Phrase: are the words adjacent in this view?
 * </pre>
 *
 * <p><b>Threads.</b> Thread-safe; CPU-bound work for a worker pool.
 */
package arashi.mime.term;
