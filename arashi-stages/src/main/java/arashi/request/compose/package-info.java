/**
 * {@code GET /compose}, and the answers to a mail below its own address: a mail to be written. Runs
 * on the mail-store pool.
 */
package arashi.request.compose;
