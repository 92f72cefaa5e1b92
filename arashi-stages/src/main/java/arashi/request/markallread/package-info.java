/**
 * {@code POST /mail/{folder}/read-all}: marks all mails of a folder as read. Runs on the mail-store
 * pool.
 */
package arashi.request.markallread;
