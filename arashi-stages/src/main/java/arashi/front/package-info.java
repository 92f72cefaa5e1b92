/**
 * The front of the mail service: the way of every request to its stage and back.
 *
 * <pre>
 *   http parse ─► route ─┬─ /static/… ─► page cache
 *                        ├─ open to all (login form) ─► its stage
 *                        ├─ session known here ─► guard (CSRF) ─► the request's stage
 *                        └─ session not known ─► session stage (reads its row) ─► guard ─► …
 *
 *   a stage that refuses ─► busy page, 503      a handler that fails ─► error page
 * </pre>
 *
 * <p>A {@link arashi.front.Request} describes one kind of request: its type, handler, routes and
 * refusal. {@link arashi.front.RequestStages} declares its stage, {@link arashi.front.PathRouter}
 * finds the route, {@link arashi.front.Dispatcher} checks and enqueues.
 *
 * <p>Routing runs on the processors and never blocks; the session stage belongs to the mail-store
 * pool. The answering thread renders the page.
 */
package arashi.front;
