/**
 * The pages of the mail service: what a handler must know to show one, and how it becomes bytes.
 *
 * <pre>
 *  handler ── fills ──► PageModel (a record) ──┐
 *                                              ├─► Templates ──► byte[] (UTF-8 HTML)
 *  Accept-Language ──► Messages ──► Locale ────┘       ▲
 *                                                      │ urls with a content hash
 *  GET /static/… ──► Assets ──► bytes, content type ───┘
 * </pre>
 *
 * <p>The models hold strings that are ready to be read (dates, sizes, names) and addresses inside
 * the service; templates choose the words and the markup, and escape everything except {@link
 * arashi.web.SafeHtml}. Every page is complete without JavaScript.
 *
 * <p>Threads: everything here is immutable once loaded. Any thread may render; rendering computes
 * and never blocks. Loading reads the class path and belongs at the start of the process.
 */
package arashi.web;
