/**
 * {@code GET /mail/{folder}/restore}: mail that was deleted for good; {@code POST}: all or some of it
 * back into Trash. Runs on the mail-store pool.
 */
package arashi.request.restore;
