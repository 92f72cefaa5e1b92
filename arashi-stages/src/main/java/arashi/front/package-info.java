/**
 * The front of the mail service: the way of every request to its stage and back. This package has
 * what its parts share: a request of a browser, its arguments, and what can be wrong with them.
 *
 * <pre>
 *   route ──► turn ──► page ──► front (this package) ──► session
 * </pre>
 */
package arashi.front;
