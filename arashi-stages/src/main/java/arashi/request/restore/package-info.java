/**
 * {@code GET /deleted}: mail that was deleted for good; {@code POST /mail/{folder}/restore}: all or
 * some of it back into Trash. Runs on the mail-store pool.
 */
package arashi.request.restore;
