/**
 * {@code GET /events}: what changes in an account, as server-sent events over its change log. A
 * listener takes a connection and some bytes, no thread; one thread of a node finds out what
 * changed for all of its listeners.
 *
 * <pre>
 *   mail-store pool:  follow ─► answer that goes on       what changed since the page was made
 *   follow thread:    watch  ─► each listener             what changes from then on
 * </pre>
 */
package arashi.request.follow;
