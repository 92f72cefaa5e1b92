/**
 * {@code POST /mail/{folder}/{uid}/unsubscribe}: leaves a mailing list by one click (RFC 8058).
 * Runs on the pool {@code remote}, which may wait for servers elsewhere.
 */
package arashi.request.unsubscribe;
