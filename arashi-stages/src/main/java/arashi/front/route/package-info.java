/**
 * From a path to the stage of its request type.
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
 * <p>A {@link arashi.front.route.Request} describes one kind of request: its type, handler, routes
 * and refusal. {@link arashi.front.route.RequestStages} declares its stage, {@link
 * arashi.front.route.PathRouter} finds the route, {@link arashi.front.route.Dispatcher} checks and
 * enqueues.
 *
 * <p>Routing runs on the processors and never blocks; the session stage belongs to the mail-store
 * pool. The answering thread renders the page.
 */
package arashi.front.route;
