/**
 * The front of the mail service: what every request passes before and after its own stage.
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
 * <p>A {@link arashi.front.Request} describes one kind of request: its type, handler, ways, and
 * what a refusal says. {@link arashi.front.RequestStages} declares its stage, {@link
 * arashi.front.PathRouter} finds the route, {@link arashi.front.Dispatcher} checks and enqueues.
 *
 * <p>Routing runs on the processors and never blocks; the session stage belongs to the mail-store
 * pool. Pages are rendered by whichever thread answers.
 */
package arashi.front;
