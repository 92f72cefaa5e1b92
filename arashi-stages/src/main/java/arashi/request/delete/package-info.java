/**
 * {@code POST /mail/{folder}/delete} and {@code /search/delete}: to Trash, or from Trash for good.
 * Runs on the mail-store pool.
 */
package arashi.request.delete;
