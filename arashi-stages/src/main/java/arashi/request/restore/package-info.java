/**
 * {@code GET /deleted}: lists permanently deleted mail; {@code POST /mail/{folder}/restore}:
 * restores all or some of it into Trash. Runs on the mail-store pool.
 */
package arashi.request.restore;
