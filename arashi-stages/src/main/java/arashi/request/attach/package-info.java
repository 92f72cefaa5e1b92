/**
 * {@code POST /drafts/attach}: files for a mail that is being written. Runs on the mail-store pool.
 */
package arashi.request.attach;
