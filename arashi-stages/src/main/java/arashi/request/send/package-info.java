/**
 * {@code POST /send}: sends a mail; {@code POST /outbox/{id}/undo}: recalls it. Runs on the
 * mail-store pool.
 */
package arashi.request.send;
