/** {@code POST /mail/{folder}/flag}: read, unread, star. Runs on the mail-store pool. */
package arashi.request.flag;
