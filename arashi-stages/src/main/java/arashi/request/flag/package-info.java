/**
 * {@code POST /mail/{folder}/flag} and {@code /search/flag}: read, unread, star. Runs on the
 * mail-store pool.
 */
package arashi.request.flag;
