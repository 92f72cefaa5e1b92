/**
 * {@code POST /mail/{folder}/delete} and {@code /search/delete}: moves messages to Trash, or
 * deletes them from it permanently. Runs on the mail-store pool.
 */
package arashi.request.delete;
