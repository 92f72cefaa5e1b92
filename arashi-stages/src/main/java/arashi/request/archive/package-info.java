/**
 * {@code POST /mail/{folder}/archive} and {@code /search/archive}: moves messages to the archive.
 * Runs on the mail-store pool.
 */
package arashi.request.archive;
