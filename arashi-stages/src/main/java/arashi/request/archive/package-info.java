/**
 * {@code POST /mail/{folder}/archive}: moves messages to the archive. Runs on the mail-store pool.
 */
package arashi.request.archive;
