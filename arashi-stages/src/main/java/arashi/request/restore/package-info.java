/**
 * {@code POST /mail/{folder}/restore}: mail that was deleted for good, back into Trash. Runs on the
 * mail-store pool.
 */
package arashi.request.restore;
