/**
 * {@code GET /events}: streams the changes of an account as server-sent events, from its change
 * log. A listener takes a connection and some bytes, but no thread; one thread of a node polls for
 * all of its listeners.
 *
 * <pre>
 *   mail-store pool:  follow ─► open response        changes since the page was built
 *   follow thread:    watch  ─► each listener        changes from then on
 * </pre>
 */
package arashi.request.follow;
