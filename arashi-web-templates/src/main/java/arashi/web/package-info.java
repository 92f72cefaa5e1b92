/**
 * The pages of the mail service: models that handlers fill, and their rendering.
 *
 * <pre>
 *  handler ── fills ──► PageModel (a record) ──┐
 *                                              ├─► Templates ──► byte[] (UTF-8 HTML)
 *  Accept-Language ──► Messages ──► Locale ────┘       ▲
 *                                                      │ urls with a content hash
 *  GET /static/… ──► Assets ──► bytes, content type ───┘
 * </pre>
 *
 * <p>Models hold display-ready strings (dates, sizes, names) and addresses inside the service.
 * Templates choose the words and the markup, and escape all values except {@link
 * arashi.web.SafeHtml}. Every page is complete without JavaScript.
 *
 * <p>Threads: all objects are immutable once loaded. Any thread may render; rendering never blocks.
 * Loading reads the class path and belongs at start-up.
 */
package arashi.web;
