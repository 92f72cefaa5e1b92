/**
 * {@code POST /mail/{folder}/{uid}/unsubscribe}: unsubscribes from a mailing list with one click
 * (RFC 8058). Runs on the pool {@code remote}, which may wait for remote servers.
 */
package arashi.request.unsubscribe;
