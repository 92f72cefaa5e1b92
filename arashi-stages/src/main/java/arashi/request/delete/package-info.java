/**
 * {@code POST /mail/{folder}/delete}: to Trash, or from Trash for good. Runs on the mail-store
 * pool.
 */
package arashi.request.delete;
