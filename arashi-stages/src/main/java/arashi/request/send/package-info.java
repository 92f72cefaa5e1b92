/**
 * {@code POST /send}: a mail leaves its form; {@code POST /outbox/{id}/undo}: it comes back. Runs
 * on the mail-store pool.
 */
package arashi.request.send;
