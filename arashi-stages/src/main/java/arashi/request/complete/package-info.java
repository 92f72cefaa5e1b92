/**
 * {@code GET /complete}: suggests addresses for the typed prefix. Runs on the mail-store pool;
 * under load it reads fewer rows.
 */
package arashi.request.complete;
